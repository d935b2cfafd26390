//! Faces that the rounding of their vertices broke, joined to one.
//!
//! * Most vertices were rounded before they came here: to five decimals in a file, to `f32` in a
//!   world of `f64`, or far from the origin. By exact signs a flat side is then several faces. A
//!   body that lies on it would have the contact points of one of them, half of the side.
//! * They are joined for contact features only. Where the plane of a face is trusted, as for
//!   moments and the separating axis test, the faces remain as they are.
//! * The plane of a group of faces has the normal of the sum of their area vectors. Two groups are
//!   joined across an edge if each face is at a small angle to the common plane, all of their
//!   vertices are within a tolerance of that plane, and no vertex of the hull is above it by more.
//!   So no chain of small steps leads round a curved surface, but the facets of a finely sampled
//!   one are joined in groups of a few.
//! * The flattest edges go first. A group grows once in each pass, so that all grow alike, and a
//!   face of n triangles is not joined triangle by triangle, which would cost n².
//! * The corners are the outline of the vertices in that plane, without those that stand out by no
//!   more than the tolerance. A vertex in the middle of a side, or on an edge, is lifted or dented
//!   by rounding, and is no corner.

use core::cmp::Ordering;
use std::collections::BTreeMap;

use glam::{DVec2, DVec3};

use crate::double_double::newell_normal;
use crate::outline::{outline, simplified};
use crate::scaled_points::ScaledPoints;

/// The distance of the vertices of a group from its plane is at most this part of the hull's
/// radius. Larger: manifold points are visibly off the shape. Smaller: of a box of a metre whose
/// vertices were printed to five decimals, faces remain broken.
const NEARLY_COPLANAR: f64 = 1.0 / 32768.0;

/// Edges are tried if the corners beside one are within this many tolerances of a plane through
/// others. Larger: edges are tried in vain. Smaller: two slivers, whose planes say little about
/// each other's corners, remain two faces.
const TRIED: f64 = 16.0;

/// The cosine of the largest angle between a face and the plane of its group (1.8°). The hull is
/// convex, so a face that is farther from the border of the group than 32 times the height by which
/// rounding moved it is no steeper. Closer to 1: faces near the border remain faces of their own.
/// Farther from 1: the sides of a long thin prism are joined, whose radius is its length.
const LEAST_COSINE: f64 = 1.0 - 1.0 / 2048.0;

/// An edge between two faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FaceEdge {
    /// Indices of points, in the order of the first face's loop.
    pub ends: [usize; 2],
    /// Indices of faces.
    pub faces: [usize; 2],
}

/// Two or more faces that are nearly coplanar, as one.
#[derive(Clone, Debug, PartialEq)]
pub struct JoinedFace {
    /// A unit vector.
    pub normal: DVec3,
    /// Its corners, counter-clockwise from outside, as indices into the points; each with the least
    /// index of an edge on the border of the face from there to the next corner. Mostly that is
    /// one, but there are several where rounding dented the border.
    pub corners: Vec<[usize; 2]>,
    /// The faces that it consists of, in ascending order.
    pub faces: Vec<usize>,
}

/// Groups of nearly coplanar faces of a solid hull, whose points are all vertices, given by its
/// corner loops and edges; in the order of their first faces. Other faces are in no group. Usually
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

/// An edge across which two groups may be joined.
struct Ridge {
    height: f64,
    edge: usize,
    /// The pass in which that was last tried in vain.
    tried: usize,
}

/// What came of a ridge in a pass.
#[derive(PartialEq)]
enum Outcome {
    /// Both sides are one group now.
    Joined,
    /// They were before.
    Inside,
    /// They remain two groups for now.
    Apart,
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
        let ridge = |edge| Some(Ridge { height: self.ridge_height(edge)?, edge, tried: 0 });
        let mut ridges: Vec<Ridge> = (0..self.edges.len()).filter_map(ridge).collect();
        ridges.sort_by(|one, other| one.height.partial_cmp(&other.height).unwrap_or(Ordering::Equal).then(one.edge.cmp(&other.edge)));
        for pass in 1.. {
            let mut has_joined = false;
            ridges.retain_mut(|ridge| {
                let outcome = self.join(ridge, pass);
                has_joined |= outcome == Outcome::Joined;
                outcome == Outcome::Apart
            });
            // A ridge waits for the next pass only if a group beside it grew in this one.
            if !has_joined {
                break;
            }
        }
    }

    /// The height of the corners of one face of an edge above the plane of the other: the smaller,
    /// because the normal of a sliver says nothing. `None` if that is too large for one plane.
    fn ridge_height(&self, edge: usize) -> Option<f64> {
        let most = TRIED * self.tolerance;
        let height = |face: usize, other: usize| {
            let origin = self.points[self.loops[face][0]];
            let above = |&corner: &usize| self.normals[face].dot(self.points[corner] - origin).abs();
            self.loops[other].iter().map(above).try_fold(0.0, |height: f64, above| (above <= most).then_some(height.max(above)))
        };
        let [one, other] = self.edges[edge].faces;
        match (height(one, other), height(other, one)) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        }
    }

    /// Joins the groups on both sides of a ridge, if they are nearly coplanar and did not grow in
    /// this pass.
    fn join(&mut self, ridge: &mut Ridge, pass: usize) -> Outcome {
        let [one, other] = self.edges[ridge.edge].faces.map(|face| self.group_of[face]);
        if one == other {
            return Outcome::Inside;
        }
        let (f, g) = (&self.groups[one], &self.groups[other]);
        let grown = f.grown.max(g.grown);
        if grown == pass || grown < ridge.tried {
            return Outcome::Apart;
        }
        ridge.tried = pass;
        let area = f.area + g.area;
        let normal = area.normalize_or_zero();
        let is_level = |&face: &usize| self.normals[face].dot(normal) >= LEAST_COSINE;
        if !f.faces.iter().chain(&g.faces).all(is_level) {
            return Outcome::Apart;
        }
        let mut vertices = [&f.vertices[..], &g.vertices].concat();
        vertices.sort_unstable();
        vertices.dedup();
        if !self.is_flat(&vertices, normal) {
            return Outcome::Apart;
        }
        let mut faces = [&f.faces[..], &g.faces].concat();
        faces.sort_unstable();
        self.groups[other].faces.iter().for_each(|&face| self.group_of[face] = one);
        self.groups[one] = Group { faces, vertices, area, grown: pass };
        Outcome::Joined
    }

    fn is_flat(&self, vertices: &[usize], normal: DVec3) -> bool {
        let origin = self.points[vertices[0]];
        let height = |vertex: usize| normal.dot(self.points[vertex] - origin);
        let low = vertices.iter().map(|&vertex| height(vertex)).fold(0.0, f64::min);
        let top = vertices.iter().fold(vertices[0], |top, &vertex| if height(vertex) > height(top) { vertex } else { top });
        let most = low + 2.0 * self.tolerance;
        height(top) <= most && height(self.highest_vertex(top, normal)) <= most
    }

    /// The highest vertex along `up`, found by climbing.
    fn highest_vertex(&self, mut from: usize, up: DVec3) -> usize {
        let origin = self.points[from];
        let mut height = 0.0;
        loop {
            let start = from;
            for end in self.at_vertices[start].iter().flat_map(|&edge| self.edges[edge].ends) {
                let of_end = up.dot(self.points[end] - origin);
                if of_end > height {
                    (from, height) = (end, of_end);
                }
            }
            if from == start {
                return from;
            }
        }
    }

    fn joined(&self) -> Vec<JoinedFace> {
        let mut groups: Vec<usize> = self.group_of.clone();
        groups.sort_unstable();
        groups.dedup();
        groups.retain(|&group| self.groups[group].faces.len() > 1);
        groups.sort_unstable_by_key(|&group| self.groups[group].faces[0]);
        let joined = |group: usize| {
            let Group { faces, area, .. } = &self.groups[group];
            Some(JoinedFace { normal: area.normalize_or_zero(), corners: self.corners(group)?, faces: faces.clone() })
        };
        groups.into_iter().filter_map(joined).collect()
    }

    /// The corners of a group, each with an edge of the border. `None` if one is not on the border,
    /// which the outline of a flat part of a convex surface excludes but for rounding.
    fn corners(&self, group: usize) -> Option<Vec<[usize; 2]>> {
        let Group { faces, vertices, area, .. } = &self.groups[group];
        let (x, y) = area.normalize_or_zero().any_orthonormal_pair();
        let place = |&vertex: &usize| {
            let offset = self.points[vertex] - self.points[vertices[0]];
            DVec2::new(offset.dot(x), offset.dot(y))
        };
        let places: Vec<DVec2> = vertices.iter().map(place).collect();
        // Vertices on an edge are on one line but for rounding.
        let corners = simplified(&places, &outline(&places), self.tolerance, usize::MAX);
        let around: Vec<usize> = corners.into_iter().map(|place| vertices[place]).collect();

        let mut border = BTreeMap::new();
        for &face in faces {
            for edge in self.edges_of(face).filter(|&edge| self.is_border(edge)) {
                let FaceEdge { ends: [from, to], faces: [left, _] } = self.edges[edge];
                let [from, to] = if left == face { [from, to] } else { [to, from] };
                border.insert(from, (edge, to));
            }
        }
        let corner = |(place, &from): (usize, &usize)| {
            let end = around[(place + 1) % around.len()];
            let (mut least, mut at) = border.get(&from).copied()?;
            for _ in 0..border.len() {
                if at == end {
                    return Some([from, least]);
                }
                let (edge, to) = border.get(&at).copied()?;
                (least, at) = (least.min(edge), to);
            }
            None
        };
        around.iter().enumerate().map(corner).collect()
    }

    /// The edges of a face, in any order.
    fn edges_of(&self, face: usize) -> impl Iterator<Item = usize> {
        // Each is at two corners, and is listed for one.
        let at_corner = move |&corner: &usize| {
            let starts_here = move |&edge: &usize| {
                let FaceEdge { ends, faces } = self.edges[edge];
                faces[0] == face && ends[0] == corner || faces[1] == face && ends[1] == corner
            };
            self.at_vertices[corner].iter().copied().filter(starts_here)
        };
        self.loops[face].iter().flat_map(at_corner)
    }

    /// Whether the faces beside an edge are in two groups.
    fn is_border(&self, edge: usize) -> bool {
        let [one, other] = self.edges[edge].faces;
        self.group_of[one] != self.group_of[other]
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
        joined_faces(&ScaledPoints::new(points), &loops, &edges)
    }

    #[test]
    fn a_side_that_is_broken_by_rounding_is_one_face() {
        let faces = joined(-1e-5);
        let [JoinedFace { normal, corners, faces }] = &faces[..] else { panic!("{faces:?}") };
        let mut around = corners.clone();
        around.rotate_left(corners.iter().position(|&[vertex, _]| vertex == 0).expect("a corner"));
        assert_eq!((around, &faces[..]), (vec![[0, 0], [1, 3], [2, 4], [3, 2]], &[0, 1][..]));
        assert!(normal.z > 0.999);
    }

    #[test]
    fn a_shallow_roof_is_two_faces() {
        assert_eq!(joined(-1e-3), []);
    }
}
