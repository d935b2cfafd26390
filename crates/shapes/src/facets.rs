//! What a polytope shows to the separating axis test: planes, the edges between them, vertices.
//!
//! * Everything is `f64`, in the shape's frame. Normals are those of the exact polytope, right to the last digits: a face that a manifold takes for flat may be
//!   two here, for a depth along a mean normal would be too large by as much as the face is bent.
//! * Each edge joins the two planes beside it. On the sphere of directions it is the arc between their normals, of less than half a turn: what is flat has,
//!   besides front and back, a plane across each of its edges, which touches it along that edge.
//! * A ball about the center, inside, tells of most planes and edges that they cannot matter, before anything is looked at.

use clinch_support::{Scalar, Vector};
use smallvec::SmallVec;

/// A plane that touches a polytope.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane<W> {
    /// Outward, of length 1.
    pub normal: W,
    /// The polytope's farthest along the normal.
    pub offset: f64,
}

/// An edge of a polytope in space. Small, because all of them are read to find the few that matter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ridge {
    /// From and to, as `planes[0]` goes round counter-clockwise; `planes[1]` goes the other way.
    pub ends: [u32; 2],
    /// The planes to the left and to the right.
    pub planes: [u32; 2],
    /// The reciprocal cosine of half the angle between the normals, or a little more.
    pub bend: f32,
}

/// A polytope by its planes, edges and vertices. In the plane there are no edges: its sides are the planes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Facets<W> {
    vertices: Vec<W>,
    planes: Vec<Plane<W>>,
    ridges: Vec<Ridge>,
    /// Where each plane's corners begin; one more than there are planes.
    starts: Vec<u32>,
    corners: Vec<u32>,
    center: W,
    inner: f64,
    /// The last to be laid out here was a box: all but lengths is as it was.
    is_box: bool,
}

impl<W: Vector<Scalar = f64, Wide = W>> Facets<W> {
    /// The vertices.
    pub fn vertices(&self) -> &[W] {
        &self.vertices
    }

    /// The planes.
    pub fn planes(&self) -> &[Plane<W>] {
        &self.planes
    }

    /// The edges; none in the plane.
    pub fn ridges(&self) -> &[Ridge] {
        &self.ridges
    }

    /// The corners of what lies in a plane, counter-clockwise from outside: of a face three or more, two of an edge of something flat and of a side in the plane.
    pub fn corners(&self, plane: usize) -> impl ExactSizeIterator<Item = W> + '_ {
        self.corner_places(plane).iter().map(|&vertex| self.vertices[vertex as usize])
    }

    /// The places of these corners among the vertices, in the same order.
    pub fn corner_places(&self, plane: usize) -> &[u32] {
        match self.starts.get(plane..plane + 2) {
            Some(&[from, to]) => &self.corners[from as usize..to as usize],
            _ => &[],
        }
    }

    /// The middle of a ball that the polytope holds.
    pub fn center(&self) -> W {
        self.center
    }

    /// The radius of that ball; 0 of what is flat.
    pub fn inner(&self) -> f64 {
        self.inner
    }

    fn clear(&mut self) {
        self.vertices.clear();
        self.planes.clear();
        self.ridges.clear();
        self.starts.clear();
        self.starts.push(0);
        self.corners.clear();
        self.inner = 0.0;
        self.is_box = false;
    }

    fn push_plane(&mut self, normal: W, corners: &[u32]) {
        let offset = |&vertex: &u32| normal.dot(self.vertices[vertex as usize]);
        let offset = corners.iter().map(offset).fold(f64::NEG_INFINITY, |most, along| if along > most { along } else { most });
        self.planes.push(Plane { normal, offset });
        self.corners.extend_from_slice(corners);
        self.starts.push(self.corners.len() as u32);
    }

    fn push_ridge(&mut self, ends: [u32; 2], planes: [u32; 2]) {
        let [left, right] = planes.map(|plane| self.planes[plane as usize].normal);
        // From the sum, which is twice the cosine long: of a sharp edge all its digits are there.
        let bend = f32::narrow_up(2.0 / (left + right).length());
        self.ridges.push(Ridge { ends, planes, bend });
    }

    /// From the first end of an edge to the second, of length 1: along the cross product of the normals to its left and right.
    pub fn along(&self, ridge: &Ridge) -> W {
        let [from, to] = ridge.ends.map(|end| self.vertices[end as usize]);
        let along = to - from;
        along * along.length().recip()
    }

    /// The mean of the vertices, and how deep it lies inside.
    fn settle(&mut self) {
        let sum = self.vertices.iter().fold(W::ZERO, |sum, &vertex| sum + vertex);
        let center = sum * (self.vertices.len() as f64).recip();
        let depth = |plane: &Plane<W>| plane.offset - plane.normal.dot(center);
        self.center = center;
        self.inner = self.planes.iter().map(depth).fold(f64::INFINITY, |least, depth| if depth < least { depth } else { least });
        self.inner = if self.inner > 0.0 && self.inner.is_finite() { self.inner } else { 0.0 };
    }

    /// A polyhedron from its planes' normals and corner loops; `None` if the loops do not close to a surface or a number is not finite.
    pub(crate) fn solid(vertices: Vec<W>, faces: &[(W, Vec<u32>)]) -> Option<Self> {
        let mut facets = Self { vertices, ..Self::default() };
        facets.starts.push(0);
        // (lower end, upper end, whether it runs up, plane): both sides of an edge come to stand together.
        let mut sides: Vec<(u32, u32, bool, u32)> = Vec::new();
        for (plane, (normal, corners)) in faces.iter().enumerate() {
            facets.push_plane(*normal, corners);
            for (place, &from) in corners.iter().enumerate() {
                let to = corners[(place + 1) % corners.len()];
                sides.push((from.min(to), from.max(to), from < to, plane as u32));
            }
        }
        sides.sort_unstable();
        for pair in sides.chunks(2) {
            let &[(low, high, false, right), (other_low, other_high, true, left)] = pair else { return None };
            if (low, high) != (other_low, other_high) {
                return None;
            }
            facets.push_ridge([low, high], [left, right]);
        }
        facets.settle();
        let finite = facets.planes.iter().all(|plane| plane.normal.is_finite() && plane.offset.is_finite())
            && facets.ridges.iter().all(|ridge| facets.along(ridge).is_finite() && ridge.bend.is_finite());
        finite.then_some(facets)
    }

    /// A polygon in the plane, counter-clockwise; `None` if a side has no direction.
    pub(crate) fn outline(vertices: Vec<W>, sides: &[[u32; 2]]) -> Option<Self> {
        let mut facets = Self { vertices, ..Self::default() };
        facets.starts.push(0);
        for &ends in sides {
            facets.push_side(ends)?;
        }
        facets.settle();
        (sides.len() > 2).then_some(facets)
    }

    fn push_side(&mut self, ends: [u32; 2]) -> Option<()> {
        let along = self.vertices[ends[1] as usize] - self.vertices[ends[0] as usize];
        let length = along.length();
        let normal = W::from_fn(|axis| if axis == 0 { along.get(1) / length } else { -along.get(0) / length });
        self.push_plane(normal, &ends);
        (length > 0.0 && normal.is_finite()).then_some(())
    }

    /// A flat convex polygon in space, counter-clockwise round the unit normal.
    pub(crate) fn set_flat(&mut self, vertices: impl Iterator<Item = W>, normal: W) {
        self.clear();
        self.vertices.extend(vertices);
        let count = self.vertices.len() as u32;
        let mut around: SmallVec<[u32; 8]> = (0..count).collect();
        self.push_plane(normal, &around);
        around.reverse();
        self.push_plane(-normal, &around);
        for from in 0..count {
            let to = (from + 1) % count;
            let along = self.vertices[to as usize] - self.vertices[from as usize];
            let along = along * along.length().recip();
            let outward = cross(along, normal);
            let side = self.planes.len() as u32;
            self.push_plane(outward * outward.length().recip(), &[from, to]);
            for planes in [[0, side], [side, 1]] {
                self.push_ridge([from, to], planes);
            }
        }
        self.settle();
        self.inner = 0.0;
    }

    /// A triangle that is not collinear, whose normal is given in space; `false` if it is.
    pub fn set_triangle(&mut self, corners: [W; 3]) -> bool {
        if W::DIM == 2 {
            let edges = [corners[1] - corners[0], corners[2] - corners[1]];
            let area = edges[0].get(0) * edges[1].get(1) - edges[0].get(1) * edges[1].get(0);
            self.clear();
            self.vertices.extend(if area < 0.0 { [corners[0], corners[2], corners[1]] } else { corners });
            let sides = [[0, 1], [1, 2], [2, 0]].map(|ends| self.push_side(ends));
            self.settle();
            return area.abs() > THIN * edges[0].length() * edges[1].length() && sides.iter().all(Option::is_some);
        }
        let Some(normal) = normal_of_triangle(corners) else { return false };
        self.set_flat(corners.into_iter(), normal);
        true
    }

    /// A box of these half extents; zeros are legal.
    pub fn set_box(&mut self, half: W) {
        let corner = |index: usize| W::from_fn(|axis| if index >> axis & 1 == 1 { half.get(axis) } else { -half.get(axis) });
        self.inner = (0..W::DIM).fold(f64::INFINITY, |least, axis| if half.get(axis) < least { half.get(axis) } else { least });
        if self.is_box {
            self.vertices.iter_mut().enumerate().for_each(|(index, vertex)| *vertex = corner(index));
            self.planes.iter_mut().enumerate().for_each(|(index, plane)| plane.offset = half.get(index / 2));
            return;
        }
        let inner = self.inner;
        self.clear();
        self.vertices.extend((0..1 << W::DIM).map(corner));
        for plane in 0..2 * W::DIM {
            let (axis, positive) = (plane / 2, plane % 2);
            let (u, v) = (1 << ((axis + 1) % W::DIM), 1 << ((axis + 2) % W::DIM));
            let base = (positive << axis) as u32;
            let normal = W::unit(axis) * if positive == 1 { 1.0 } else { -1.0 };
            // Round the positive axis; in the plane from the right end of the side to the left.
            let around: SmallVec<[u32; 4]> = if W::DIM == 2 {
                if (axis == 0) == (positive == 1) { [base, base | u].into_iter().collect() } else { [base | u, base].into_iter().collect() }
            } else if positive == 1 {
                [base, base | u, base | u | v, base | v].into_iter().collect()
            } else {
                [base, base | v, base | u | v, base | u].into_iter().collect()
            };
            self.push_plane(normal, &around);
        }
        if W::DIM == 3 {
            for axis in 0..3 {
                let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
                for signs in 0..4_usize {
                    let (along_u, along_v) = (signs & 1, signs >> 1);
                    let from = (along_u << u | along_v << v) as u32;
                    let (of_u, of_v) = ((2 * u + along_u) as u32, (2 * v + along_v) as u32);
                    // u × v is the axis: the edge runs along it with u to its left where both look the same way.
                    let planes = if along_u == along_v { [of_u, of_v] } else { [of_v, of_u] };
                    self.push_ridge([from, from | 1 << axis as u32], planes);
                }
            }
        }
        (self.center, self.inner, self.is_box) = (W::ZERO, inner, true);
    }
}

/// A triangle whose shorter sides meet at an angle with a sine of less than this is left to the search: the turn of its plane about its length is known to ε over the
/// sine. Larger: more are. Smaller: depths of needles that lie along an edge are off by as much.
const THIN: f64 = 1e-3;

/// A triangle whose shorter sides meet at an angle with a larger sine has a normal to a few ε without more ado.
const BROAD: f64 = 0.125;

/// Unit, across a triangle in space, from where its corners run counter-clockwise. `None` if it is all but collinear. To rounding its corners are equally high,
/// however thin it is.
pub fn normal_of_triangle<W: Vector<Scalar = f64>>(corners: [W; 3]) -> Option<W> {
    let edges = [0, 1, 2].map(|i| corners[(i + 1) % 3] - corners[i]);
    let squares = edges.map(W::length_squared);
    let longest = (1..3).fold(0, |longest, i| if squares[i] > squares[longest] { i } else { longest });
    let (next, last) = (edges[(longest + 1) % 3], edges[(longest + 2) % 3]);
    let normal = cross(next, last);
    let area = normal.length_squared();
    if !(area > THIN * THIN * squares[(longest + 1) % 3] * squares[(longest + 2) % 3]) {
        return None;
    }
    let unit = normal * area.sqrt().recip();
    if area > BROAD * BROAD * squares[(longest + 1) % 3] * squares[(longest + 2) % 3] {
        return Some(unit);
    }
    // What rounding left along the edges is taken off.
    let off = |normal: W, edge: W| normal - edge * (normal.dot(edge) / edge.length_squared());
    let normal = off(off(unit, next), last - next * (last.dot(next) / next.length_squared()));
    Some(normal * normal.length().recip())
}

fn cross<W: Vector<Scalar = f64>>(a: W, b: W) -> W {
    W::from_fn(|i| a.get((i + 1) % 3) * b.get((i + 2) % 3) - a.get((i + 2) % 3) * b.get((i + 1) % 3))
}

#[cfg(test)]
mod tests {
    use super::Facets;
    use glam::{DVec2, DVec3};

    fn is_sound(facets: &Facets<DVec3>) {
        for ridge in facets.ridges() {
            let [left, right] = ridge.planes.map(|plane| facets.planes()[plane as usize]);
            assert!(left.normal.cross(right.normal).dot(facets.along(ridge)) > 0.0, "{ridge:?}");
            for end in ridge.ends.map(|end| facets.vertices()[end as usize]) {
                for plane in [left, right] {
                    assert!((plane.normal.dot(end) - plane.offset).abs() < 1e-14, "{ridge:?}");
                }
            }
        }
        for (index, plane) in facets.planes().iter().enumerate() {
            assert!(facets.vertices().iter().all(|vertex| plane.normal.dot(*vertex) <= plane.offset + 1e-14));
            let corners: Vec<DVec3> = facets.corners(index).collect();
            for i in 0..corners.len().max(2) - 2 {
                assert!((corners[i + 1] - corners[i]).cross(corners[i + 2] - corners[i]).dot(plane.normal) > 0.0, "{plane:?} {corners:?}");
            }
        }
    }

    #[test]
    fn arcs_of_boxes_and_triangles_run_along_their_edges() {
        let mut facets = Facets::default();
        facets.set_box(DVec3::new(1.0, 2.0, 3.0));
        assert_eq!((facets.planes().len(), facets.ridges().len(), facets.inner()), (6, 12, 1.0));
        is_sound(&facets);
        assert!(facets.set_triangle([DVec3::ZERO, DVec3::X, DVec3::new(0.3, 2.0, 1.0)]));
        assert_eq!((facets.planes().len(), facets.ridges().len(), facets.inner()), (5, 6, 0.0));
        is_sound(&facets);
        assert!(!facets.set_triangle([DVec3::ZERO, DVec3::X, DVec3::new(0.3, 1e-9, 0.0)]));
    }

    #[test]
    fn sides_in_the_plane_look_outward() {
        let mut facets = Facets::default();
        facets.set_box(DVec2::new(1.0, 2.0));
        assert_eq!((facets.planes().len(), facets.ridges().len()), (4, 0));
        let mut triangle = Facets::default();
        assert!(triangle.set_triangle([DVec2::ZERO, DVec2::Y, DVec2::X]));
        for facets in [facets, triangle] {
            for (index, plane) in facets.planes().iter().enumerate() {
                assert!(facets.vertices().iter().all(|vertex| plane.normal.dot(*vertex) <= plane.offset + 1e-15));
                let corners: Vec<DVec2> = facets.corners(index).collect();
                assert!((corners[1] - corners[0]).perp_dot(plane.normal) < 0.0 && corners.len() == 2, "{plane:?} {corners:?}");
            }
        }
    }
}
