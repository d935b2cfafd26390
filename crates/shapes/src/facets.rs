//! The planes, edges and vertices of a polytope, for the separating axis test.
//!
//! * Everything is `f64`, in the shape's frame. Normals are those of the exact polytope, right to
//!   rounding. A face that a manifold takes as flat may be two here: a depth along their mean
//!   normal would be too large by as much as the face is bent.
//! * Each edge joins the two planes beside it. On the sphere of directions it is the arc between
//!   their normals, of less than half a turn. A flat polytope has, besides front and back, a
//!   perpendicular plane through each of its edges.
//! * A ball about the center that is inside the polytope excludes most planes and edges before they
//!   are examined.

use clinch_support::{Scalar, Vector, cross};
use smallvec::SmallVec;

use crate::small_polygon::{SmallPolygon, THIN, is_broad};

/// A supporting plane of a polytope.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane<W> {
    /// The outward normal, of length 1.
    pub normal: W,
    /// The polytope's support value along the normal.
    pub offset: f64,
}

/// An edge of a polytope in 3D. Small, because a test reads all of them to find the few that
/// matter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ridge {
    /// The ends, as indices of vertices, in the counter-clockwise order of `planes[0]`. In
    /// `planes[1]` the order is reversed.
    pub ends: [u32; 2],
    /// The indices of the planes to the left and to the right.
    pub planes: [u32; 2],
    /// An upper bound of the reciprocal cosine of half the angle between the normals.
    pub bend: f32,
}

/// A polytope by its planes, edges and vertices, in the shape's frame. In 2D there are no edges:
/// the sides are the planes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Facets<W> {
    vertices: Vec<W>,
    planes: Vec<Plane<W>>,
    ridges: Vec<Ridge>,
    /// The index of each plane's first corner, and the number of all corners.
    starts: Vec<u32>,
    corners: Vec<u32>,
    center: W,
    inner: f64,
    /// The last polytope set was a box. Then only lengths differ for another box.
    is_box: bool,
    /// In 2D, of a polygon of few corners.
    small_polygon: Option<Box<SmallPolygon>>,
}

impl<W: Vector<Scalar = f64, Wide = W>> Facets<W> {
    /// The vertices: that of an id is at its index, except in a clockwise triangle in 2D.
    pub fn vertices(&self) -> &[W] {
        &self.vertices
    }

    /// The planes.
    pub fn planes(&self) -> &[Plane<W>] {
        &self.planes
    }

    /// The edges. None in 2D.
    pub fn ridges(&self) -> &[Ridge] {
        &self.ridges
    }

    /// The corners in a plane, counter-clockwise from outside: three or more for a face, two for an
    /// edge of a flat polytope and for a side in 2D. None if there is no such plane.
    pub fn corners(&self, plane: usize) -> impl ExactSizeIterator<Item = W> + '_ {
        self.corner_places(plane).iter().map(|&vertex| self.vertices[vertex as usize])
    }

    /// The indices of these corners among the vertices, in the same order.
    pub fn corner_places(&self, plane: usize) -> &[u32] {
        match self.starts.get(plane..plane + 2) {
            Some(&[from, to]) => &self.corners[from as usize..to as usize],
            _ => &[],
        }
    }

    /// The center of a ball that is inside the polytope.
    pub fn center(&self) -> W {
        self.center
    }

    /// The radius of that ball; 0 for a flat polytope.
    pub fn inner(&self) -> f64 {
        self.inner
    }

    /// A polygon in 2D of few corners, stored to be compared with others at once.
    #[inline]
    pub fn small_polygon(&self) -> Option<&SmallPolygon> {
        self.small_polygon.as_deref()
    }

    fn clear(&mut self) {
        self.small_polygon = None;
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
        // Computed from the sum, whose length is twice the cosine, so that it has all its digits at
        // a sharp edge.
        let bend = f32::narrow_up(2.0 / (left + right).length());
        self.ridges.push(Ridge { ends, planes, bend });
    }

    /// The unit vector from the first end of an edge to the second. It is along the cross product
    /// of the normals to its left and right.
    pub fn along(&self, ridge: &Ridge) -> W {
        let [from, to] = ridge.ends.map(|end| self.vertices[end as usize]);
        let along = to - from;
        along * along.length().recip()
    }

    /// Computes the mean of the vertices, and how deep it is inside.
    fn update_center(&mut self) {
        let sum = self.vertices.iter().fold(W::ZERO, |sum, &vertex| sum + vertex);
        let center = sum * (self.vertices.len() as f64).recip();
        let depth = |plane: &Plane<W>| plane.offset - plane.normal.dot(center);
        self.center = center;
        self.inner = self.planes.iter().map(depth).fold(f64::INFINITY, |least, depth| if depth < least { depth } else { least });
        self.inner = if self.inner > 0.0 && self.inner.is_finite() { self.inner } else { 0.0 };
    }

    /// A polyhedron from the normals and corner loops of its planes. `None` if the loops are not a
    /// closed surface or a number is not finite.
    pub(crate) fn polyhedron(vertices: Vec<W>, faces: &[(W, Vec<u32>)]) -> Option<Self> {
        let mut facets = Self { vertices, ..Self::default() };
        facets.starts.push(0);
        // (lower end, upper end, whether the edge goes up, plane). Sorting brings both sides of an
        // edge together.
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
        facets.update_center();
        let finite = facets.planes.iter().all(|plane| plane.normal.is_finite() && plane.offset.is_finite())
            && facets.ridges.iter().all(|ridge| facets.along(ridge).is_finite() && ridge.bend.is_finite());
        finite.then_some(facets)
    }

    /// A polygon in 2D, counter-clockwise. `None` if a side has no direction.
    pub(crate) fn polygon(vertices: Vec<W>, sides: &[[u32; 2]]) -> Option<Self> {
        let mut facets = Self { vertices, ..Self::default() };
        facets.starts.push(0);
        for &ends in sides {
            facets.push_side(ends)?;
        }
        facets.update_center();
        facets.small_polygon = SmallPolygon::of_sides(facets.sides()).map(Box::new);
        (sides.len() > 2).then_some(facets)
    }

    /// The corners of a polygon in 2D, with the normals and support values of the sides that begin
    /// there.
    fn sides(&self) -> impl ExactSizeIterator<Item = ([f64; 2], [f64; 2], f64)> + '_ {
        let array = |vector: W| [vector.get(0), vector.get(1)];
        let corner = move |side: usize| array(self.vertices[self.corners[self.starts[side] as usize] as usize]);
        self.planes.iter().enumerate().map(move |(side, plane)| (corner(side), array(plane.normal), plane.offset))
    }

    fn push_side(&mut self, ends: [u32; 2]) -> Option<()> {
        let along = self.vertices[ends[1] as usize] - self.vertices[ends[0] as usize];
        let length = along.length();
        let normal = W::from_fn(|axis| if axis == 0 { along.get(1) / length } else { -along.get(0) / length });
        self.push_plane(normal, &ends);
        (length > 0.0 && normal.is_finite()).then_some(())
    }

    /// Becomes a flat convex polygon in 3D. `around` are its vertices, counter-clockwise about the
    /// unit normal.
    pub(crate) fn set_flat_polygon(&mut self, vertices: &[W], around: &[u32], normal: W) {
        self.clear();
        self.vertices.extend_from_slice(vertices);
        self.push_plane(normal, around);
        let clockwise: SmallVec<[u32; 8]> = around.iter().rev().copied().collect();
        self.push_plane(-normal, &clockwise);
        for (place, &from) in around.iter().enumerate() {
            let to = around[(place + 1) % around.len()];
            let along = self.vertices[to as usize] - self.vertices[from as usize];
            let along = along * along.length().recip();
            let outward = cross(along, normal);
            let side = self.planes.len() as u32;
            self.push_plane(outward * outward.length().recip(), &[from, to]);
            for planes in [[0, side], [side, 1]] {
                self.push_ridge([from, to], planes);
            }
        }
        self.update_center();
        self.inner = 0.0;
    }

    /// Becomes a triangle. `false` if its corners are nearly collinear or not finite; the facets
    /// then have no meaning.
    pub fn set_triangle(&mut self, corners: [W; 3]) -> bool {
        if W::DIM == 2 {
            let edges = [corners[1] - corners[0], corners[2] - corners[1]];
            let area = edges[0].get(0) * edges[1].get(1) - edges[0].get(1) * edges[1].get(0);
            self.clear();
            self.vertices.extend(if area < 0.0 { [corners[0], corners[2], corners[1]] } else { corners });
            let sides = [[0, 1], [1, 2], [2, 0]].map(|ends| self.push_side(ends));
            self.update_center();
            let lengths = [edges[0], edges[1], corners[0] - corners[2]].map(W::length);
            return is_broad(area, lengths) && sides.iter().all(Option::is_some);
        }
        let Some(normal) = normal_of_triangle(corners) else { return false };
        self.set_flat_polygon(&corners, &[0, 1, 2], normal);
        true
    }

    /// Becomes a box about the origin with these half extents, which may be zero. Fast if the last
    /// polytope was a box.
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
            // Counter-clockwise about the positive axis. In 2D from the right end of the side to
            // the left.
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
                    // u × v is the axis: the edge along it has u to its left if both signs are
                    // equal.
                    let planes = if along_u == along_v { [of_u, of_v] } else { [of_v, of_u] };
                    self.push_ridge([from, from | 1 << axis as u32], planes);
                }
            }
        }
        (self.center, self.inner, self.is_box) = (W::ZERO, inner, true);
    }
}

/// Above this sine the cross product gives the normal to a few ε, and no correction is needed.
const BROAD: f64 = 0.125;

/// The unit normal of a triangle in 3D, about which its corners are counter-clockwise. `None` if
/// they are nearly collinear, or a coordinate is NaN. All corners have the same height along it to
/// rounding, however thin the triangle is.
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
    // Removes the components along the edges, which are rounding.
    let off = |normal: W, edge: W| normal - edge * (normal.dot(edge) / edge.length_squared());
    let normal = off(off(unit, next), last - next * (last.dot(next) / next.length_squared()));
    Some(normal * normal.length().recip())
}

#[cfg(test)]
mod tests {
    use super::Facets;
    use glam::{DVec2, DVec3};

    fn check(facets: &Facets<DVec3>) {
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
    fn edges_of_boxes_and_triangles_are_along_the_cross_product_of_their_normals() {
        let mut facets = Facets::default();
        facets.set_box(DVec3::new(1.0, 2.0, 3.0));
        assert_eq!((facets.planes().len(), facets.ridges().len(), facets.inner()), (6, 12, 1.0));
        check(&facets);
        assert!(facets.set_triangle([DVec3::ZERO, DVec3::X, DVec3::new(0.3, 2.0, 1.0)]));
        assert_eq!((facets.planes().len(), facets.ridges().len(), facets.inner()), (5, 6, 0.0));
        check(&facets);
        assert!(!facets.set_triangle([DVec3::ZERO, DVec3::X, DVec3::new(0.3, 1e-9, 0.0)]));
    }

    #[test]
    fn normals_of_sides_in_2d_are_outward() {
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
