//! Faces that the rounding of their vertices broke, joined to one.
//!
//! * Most vertices were rounded before they came here: to five decimals in a file, to `f32` in a
//!   world of `f64`, or far from the origin. By exact signs a flat side is then several faces. A
//!   body that lies on it would have the contact points of one of them, half of the side.
//! * They are joined for contact features only. Where the plane of a face is trusted, as for
//!   moments and the separating axis test, the faces remain as they are.
//! * Two groups of faces are joined across an edge if all of their vertices are within a tolerance
//!   of one plane, no face is at more than a small angle to it, and no vertex of the hull is above
//!   it by more. The plane is that of the sum of their area vectors, so that no chain of small
//!   steps leads round a curved surface. The flattest edges go first, and a group grows once in
//!   each pass.
//! * The corners are the outline of the vertices in that plane. A vertex in the middle of a side,
//!   or on an edge, is lifted or dented by rounding, and is no corner.

use core::cmp::Ordering;

use glam::{DVec2, DVec3};

use crate::double_double::newell_normal;
use crate::outline::outline;
use crate::scaled_points::ScaledPoints;

/// The vertices of a group are within this part of the radius of its plane, to either side. Larger:
/// manifold points are visibly off the shape. Smaller: of a box of a metre whose vertices were
/// printed to five decimals, faces remain broken.
const NEARLY_COPLANAR: f64 = 1.0 / 32768.0;

/// The cosine of the largest angle between a face and the plane of its group (1.8°). Of a side that
/// rounding broke, a part that is farther from the border than its height times 32 is no steeper,
/// because the hull is convex. Smaller cosine: the sides of a long thin prism are joined, whose
/// radius is its length. Larger: parts near the border remain.
const SMALL_ANGLE: f64 = 1.0 - 1.0 / 2048.0;

/// An edge between two faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FaceEdge {
    /// Indices of points.
    pub ends: [usize; 2],
    /// Indices of faces.
    pub faces: [usize; 2],
}

/// One face of several that are nearly coplanar, or of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JoinedFace {
    /// Its corners, counter-clockwise from outside, as indices into the points, and the index of
    /// the edge on the border of the face that leads away from each.
    pub corners: Vec<[usize; 2]>,
    /// The faces that it consists of, in ascending order.
    pub faces: Vec<usize>,
}

/// The faces of a solid hull of all points, given by their corner loops and edges, with those that
/// are nearly coplanar joined; in the order of their first faces. Empty if none are joined. Usually
/// O(n log n), at worst O(n²).
pub fn joined_faces(points: &ScaledPoints<DVec3>, loops: &[Vec<usize>], edges: &[FaceEdge]) -> Vec<JoinedFace> {
    let (_, radius) = points.center_and_radius();
    let mut joiner = Joiner::new(&points.points, NEARLY_COPLANAR * radius, loops, edges);
    joiner.join_all();
    joiner.joined()
}

/// Faces, or those joined to one.
struct Group {
    faces: Vec<usize>,
    /// In ascending order.
    vertices: Vec<usize>,
    /// The sum of the area vectors.
    area: DVec3,
    /// The pass in which it last grew.
    grown: usize,
}

struct Joiner<'h> {
    points: &'h [DVec3],
    tolerance: f64,
    loops: &'h [Vec<usize>],
    edges: &'h [FaceEdge],
    /// The edges at each point.
    at_vertices: Vec<Vec<usize>>,
    /// The unit normals of the faces; zero if a face has no area.
    normals: Vec<DVec3>,
    groups: Vec<Group>,
    /// The group of each face.
    group_of: Vec<usize>,
}

impl<'h> Joiner<'h> {
    fn new(points: &'h [DVec3], tolerance: f64, loops: &'h [Vec<usize>], edges: &'h [FaceEdge]) -> Self {
        let mut at_vertices = vec![Vec::new(); points.len()];
        for (edge, FaceEdge { ends, .. }) in edges.iter().enumerate() {
            ends.iter().for_each(|&end| at_vertices[end].push(edge));
        }
        let group = |(face, corners): (usize, &Vec<usize>)| {
            let mut vertices = corners.clone();
            vertices.sort_unstable();
            Group { faces: vec![face], vertices, area: newell_normal(corners.iter().map(|&corner| points[corner])), grown: 0 }
        };
        let groups: Vec<Group> = loops.iter().enumerate().map(group).collect();
        let normals = groups.iter().map(|group| group.area.normalize_or_zero()).collect();
        Self { points, tolerance, loops, edges, at_vertices, normals, groups, group_of: (0..loops.len()).collect() }
    }

    fn join_all(&mut self) {
        let mut ridges: Vec<(f64, usize)> = (0..self.edges.len()).filter_map(|edge| Some((self.ridge_height(edge)?, edge))).collect();
        ridges.sort_by(|one, other| one.0.partial_cmp(&other.0).unwrap_or(Ordering::Equal).then(one.1.cmp(&other.1)));
        for pass in 1.. {
            let before = ridges.len();
            ridges.retain(|&(_, edge)| !self.join(edge, pass));
            // No group grew in this pass, so none was postponed to the next.
            if ridges.len() == before {
                break;
            }
        }
    }

    /// The height of the corners of one face of an edge above the plane of the other: the smaller,
    /// because the normal of a sliver says nothing. `None` if that is too large for one plane.
    fn ridge_height(&self, edge: usize) -> Option<f64> {
        let height = |face: usize, other: usize| {
            let origin = self.points[self.loops[face][0]];
            let above = |&corner: &usize| self.normals[face].dot(self.points[corner] - origin).abs();
            self.loops[other].iter().map(above).fold(0.0, f64::max)
        };
        let [one, other] = self.edges[edge].faces;
        let least = height(one, other).min(height(other, one));
        // Corners within the tolerance of one plane may be as far from the plane of three of them.
        (one != other && least <= 4.0 * self.tolerance).then_some(least)
    }

    /// Joins the groups on both sides of an edge, if they are nearly coplanar and did not grow in
    /// this pass.
    fn join(&mut self, edge: usize, pass: usize) -> bool {
        let [one, other] = self.edges[edge].faces.map(|face| self.group_of[face]);
        let (f, g) = (&self.groups[one], &self.groups[other]);
        if one == other || f.grown == pass || g.grown == pass {
            return false;
        }
        let area = f.area + g.area;
        let mut vertices = [&f.vertices[..], &g.vertices].concat();
        vertices.sort_unstable();
        vertices.dedup();
        let normal = area.normalize_or_zero();
        let is_steep = |&face: &usize| !(self.normals[face].dot(normal) >= SMALL_ANGLE);
        if f.faces.iter().chain(&g.faces).any(is_steep) || !self.is_flat(&vertices, normal) {
            return false;
        }
        let mut faces = [&f.faces[..], &g.faces].concat();
        faces.sort_unstable();
        self.groups[other].faces.iter().for_each(|&face| self.group_of[face] = one);
        self.groups[one] = Group { faces, vertices, area, grown: pass };
        true
    }

    fn is_flat(&self, vertices: &[usize], normal: DVec3) -> bool {
        let origin = self.points[vertices[0]];
        let height = |vertex: usize| normal.dot(self.points[vertex] - origin);
        let low = vertices.iter().map(|&vertex| height(vertex)).fold(0.0, f64::min);
        let top = vertices.iter().fold(vertices[0], |top, &vertex| if height(vertex) > height(top) { vertex } else { top });
        height(self.highest_vertex(top, normal)) - low <= 2.0 * self.tolerance
    }

    /// The highest vertex along `up`, found by climbing.
    fn highest_vertex(&self, mut from: usize, up: DVec3) -> usize {
        let origin = self.points[from];
        let height = |vertex: usize| up.dot(self.points[vertex] - origin);
        loop {
            let next = self.at_vertices[from].iter().flat_map(|&edge| self.edges[edge].ends);
            let higher = next.fold(from, |top, next| if height(next) > height(top) { next } else { top });
            if higher == from {
                return from;
            }
            from = higher;
        }
    }

    fn joined(&self) -> Vec<JoinedFace> {
        let mut order: Vec<usize> = self.group_of.clone();
        order.sort_unstable();
        order.dedup();
        if order.len() == self.loops.len() {
            return Vec::new();
        }
        order.sort_unstable_by_key(|&group| self.groups[group].faces[0]);
        let joined = |group: usize| JoinedFace { corners: self.corners(group), faces: self.groups[group].faces.clone() };
        order.into_iter().map(joined).collect()
    }

    /// The corners of a group, each with the edge of the border that leads away from it.
    fn corners(&self, group: usize) -> Vec<[usize; 2]> {
        let Group { faces, vertices, area, .. } = &self.groups[group];
        let around = match faces[..] {
            [face] => self.loops[face].clone(),
            _ => {
                let (x, y) = area.normalize_or_zero().any_orthonormal_pair();
                let places: Vec<DVec2> = vertices
                    .iter()
                    .map(|&vertex| self.points[vertex] - self.points[vertices[0]])
                    .map(|place| DVec2::new(place.dot(x), place.dot(y)))
                    .collect();
                outline(&places).into_iter().map(|place| vertices[place]).collect()
            }
        };
        let is_inside = |face: usize| self.group_of[face] == group;
        let leads_away = |vertex: usize, edge: usize| {
            let FaceEdge { ends, faces: [left, right] } = self.edges[edge];
            // `faces[0]` is to the left of the edge, as seen from outside.
            if ends[0] == vertex { is_inside(left) && !is_inside(right) } else { is_inside(right) && !is_inside(left) }
        };
        let edge = |vertex: usize| {
            let edges = &self.at_vertices[vertex];
            edges.iter().copied().find(|&edge| leads_away(vertex, edge)).or(edges.first().copied()).unwrap_or(0)
        };
        around.into_iter().map(|vertex| [vertex, edge(vertex)]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{FaceEdge, JoinedFace, joined_faces};
    use crate::ScaledPoints;
    use glam::DVec3;

    /// A square pyramid upside down, whose base is broken across a diagonal by a height.
    fn joined(height: f64) -> Vec<JoinedFace> {
        let points = vec![DVec3::new(1.0, 0.0, height), DVec3::Y, DVec3::new(-1.0, 0.0, height), -DVec3::Y, -DVec3::Z];
        let loops = [vec![0, 1, 3], vec![1, 2, 3], vec![1, 0, 4], vec![2, 1, 4], vec![3, 2, 4], vec![0, 3, 4]];
        let edge = |ends, faces| FaceEdge { ends, faces };
        let edges = [
            edge([0, 1], [0, 2]),
            edge([1, 3], [0, 1]),
            edge([3, 0], [0, 5]),
            edge([1, 2], [1, 3]),
            edge([2, 3], [1, 4]),
            edge([0, 4], [2, 5]),
            edge([4, 1], [2, 3]),
            edge([4, 2], [3, 4]),
            edge([4, 3], [4, 5]),
        ];
        joined_faces(&ScaledPoints::new(points), &loops.map(|corners| corners.to_vec()), &edges)
    }

    #[test]
    fn a_side_that_is_broken_by_rounding_is_one_face() {
        let faces = joined(-1e-5);
        assert_eq!(faces.len(), 5);
        let JoinedFace { corners, faces: members } = &faces[0];
        let mut around = corners.clone();
        around.rotate_left(corners.iter().position(|&[vertex, _]| vertex == 0).expect("a corner"));
        assert_eq!((around, &members[..]), (vec![[0, 0], [1, 3], [2, 4], [3, 2]], &[0, 1][..]));
    }

    #[test]
    fn a_shallow_roof_is_two_faces() {
        assert_eq!(joined(-1e-3), []);
    }
}
