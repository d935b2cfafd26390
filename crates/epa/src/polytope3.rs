//! The polytope in 3D: a closed surface of triangles.
//!
//! * Each triangle has the indices of its three neighbours. The triangles visible from a new vertex
//!   are found by flood fill over the neighbours, starting at the triangle that the vertex was
//!   found for. An island elsewhere, visible by rounding alone, is never reached.
//! * The border of the visible triangles, the horizon, is checked to be one closed loop *before*
//!   anything is changed, because signs of numbers that overflow mean nothing.
//! * Visibility is decided by exact signs and not by the rounded normals, so the surface is convex
//!   whatever the vertices are, and cannot fold. A triangle whose plane contains the vertex counts
//!   as visible. So no triangle whose area is exactly 0 is ever made: a vertex in line with an edge
//!   of the horizon would be in the plane of the triangle beyond it.
//! * The nearest triangle is found by a linear scan, which at these sizes is faster than a heap.
//!
//! van den Bergen, "Proximity Queries and Penetration Depth Computation on 3D Game Objects" (GDC
//! 2001), for the algorithm; Shewchuk, "Adaptive precision floating-point arithmetic and fast
//! robust geometric predicates" (1997), for the signs.

use clinch_support::{Vector, VertexIndex};
use glam::DVec3;

use crate::polytope::{CornerPlane, EpaVector, Facet, FacetId, InsertError, Polytope};

/// Triangles at one time. Larger: hostile support maps cost more until the search ends. Smaller:
/// searches on finely curved shapes end early.
const CAPACITY: usize = 4096;

/// A convex surface that grows.
#[derive(Clone, Debug, Default)]
pub struct TriangleSurface {
    corners: Vec<(VertexIndex, DVec3)>,
    triangles: Vec<Triangle>,
    /// For each triangle the signed distance if it is open, else infinity. The scan for the nearest
    /// reads only this.
    open: Vec<f64>,
    /// The number of flood fills so far.
    floods: u32,
    /// The visible triangles of the last flood fill, and their border.
    visible: Vec<u32>,
    horizon: Vec<HorizonEdge>,
    /// The horizon in order: each edge starts where the one before it ended.
    ordered: Vec<HorizonEdge>,
    /// For each corner the edge of the horizon that leaves it.
    leaving: Vec<Leaving>,
    /// The indices of removed triangles, which new ones reuse to keep the scans short.
    free: Vec<u32>,
    /// The indices of the triangles that a vertex adds, in the order of the horizon.
    added: Vec<u32>,
    /// Computed on request.
    corner_planes: Vec<CornerPlane<DVec3>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Open,
    Closed,
    /// Replaced by other triangles.
    Gone,
}

#[derive(Clone, Copy, Debug)]
struct Triangle {
    /// Indices into `corners`, counter-clockwise as seen from outside.
    corners: [u32; 3],
    /// Across the edge from corner i to corner i + 1.
    neighbors: [u32; 3],
    plane: Plane,
    state: State,
    /// The last flood fill that reached it.
    flood: u32,
}

impl Triangle {
    const BLANK: Self = Self { corners: [0; 3], neighbors: [0; 3], plane: Plane::NONE, state: State::Gone, flood: 0 };
}

/// The plane through three corners.
#[derive(Clone, Copy, Debug)]
struct Plane {
    /// Unit, outward. Zero if the triangle has no area.
    normal: DVec3,
    /// The signed distance from the origin. Infinite if the triangle has no area.
    offset: f64,
    /// One of the corners.
    corner: DVec3,
    /// The error of the height of a point above the plane, relative to the sum of the |coordinates|
    /// of the point from the corner. Infinite if the triangle has no area.
    height_error: f64,
}

/// An edge of the horizon, from `from` to `to` in the order of the visible triangle. `beyond` is
/// the triangle on its other side, which remains, and `side` is the edge there.
#[derive(Clone, Copy, Debug)]
struct HorizonEdge {
    from: u32,
    to: u32,
    beyond: u32,
    side: usize,
}

/// The edge of the horizon that leaves a corner.
#[derive(Clone, Copy, Debug, Default)]
struct Leaving {
    /// The flood fill that it belongs to. Entries of other flood fills are invalid.
    flood: u32,
    edge: u32,
}

impl EpaVector for DVec3 {
    type Polytope = TriangleSurface;
}

impl TriangleSurface {
    /// Writes a triangle at a free index or at the next one. It is written in place, because
    /// copying what was just computed stalls.
    fn put(&mut self, place: usize, corners: [u32; 3], neighbors: [u32; 3]) {
        if place >= self.triangles.len() {
            self.triangles.push(Triangle::BLANK);
            self.open.push(f64::INFINITY);
        }
        let at = |corner: u32| &self.corners[corner as usize].1;
        let plane = Plane::through(at(corners[0]), at(corners[1]), at(corners[2]));
        if let (Some(triangle), Some(open)) = (self.triangles.get_mut(place), self.open.get_mut(place)) {
            *open = plane.offset;
            triangle.state = if plane.offset < f64::INFINITY { State::Open } else { State::Closed };
            triangle.plane = plane;
            (triangle.corners, triangle.neighbors, triangle.flood) = (corners, neighbors, 0);
        }
    }

    /// Positive if the point is outside of the triangle's plane, exactly zero if it is in the
    /// plane.
    #[inline]
    fn above(&self, triangle: &Triangle, point: &DVec3) -> f64 {
        let height = triangle.plane.height(point);
        if height != 0.0 {
            return height;
        }
        let [a, b, c] = triangle.corners.map(|corner| self.corners[corner as usize].1);
        outside(a, b, c, *point)
    }

    /// Collects the triangles visible from `point`, starting at `first`, and their horizon.
    fn flood(&mut self, first: u32, point: &DVec3) {
        self.floods += 1;
        let mark = self.floods;
        self.visible.clear();
        self.horizon.clear();
        self.visible.push(first);
        self.triangles[first as usize].flood = mark;
        let mut next = 0;
        while let Some(&place) = self.visible.get(next) {
            next += 1;
            let Triangle { corners, neighbors, .. } = self.triangles[place as usize];
            for side in 0..3 {
                let beyond = neighbors[side];
                let other = &self.triangles[beyond as usize];
                if other.flood == mark {
                    continue;
                }
                if self.above(other, point) >= 0.0 {
                    self.triangles[beyond as usize].flood = mark;
                    self.visible.push(beyond);
                    continue;
                }
                let (from, to) = (corners[side], corners[(side + 1) % 3]);
                // The same edge in the opposite direction. If it is missing, the horizon does not
                // close.
                let back = (0..3).find(|&back| other.neighbors[back] == place && other.corners[back] == to);
                self.horizon.extend(back.map(|side| HorizonEdge { from, to, beyond, side }));
            }
        }
    }

    /// Puts the edges of the horizon in order. False if they are not one closed loop.
    fn close_horizon(&mut self) -> bool {
        let (count, flood) = (self.horizon.len(), self.floods);
        self.leaving.resize(self.corners.len(), Leaving::default());
        for (place, edge) in self.horizon.iter().enumerate() {
            let leaving = &mut self.leaving[edge.from as usize];
            // Two edges that leave the same corner belong to two loops.
            if leaving.flood == flood {
                return false;
            }
            *leaving = Leaving { flood, edge: place as u32 };
        }
        self.ordered.clear();
        let Some(&first) = self.horizon.first() else { return false };
        let mut last = first;
        self.ordered.push(first);
        while last.to != first.from {
            let leaving = &mut self.leaving[last.to as usize];
            if leaving.flood != flood || self.ordered.len() == count {
                return false;
            }
            last = self.horizon[leaving.edge as usize];
            self.ordered.push(last);
        }
        // There are fewer if a loop closed early.
        count >= 3 && self.ordered.len() == count
    }
}

impl Plane {
    const NONE: Self = Self { normal: DVec3::ZERO, offset: f64::INFINITY, corner: DVec3::ZERO, height_error: f64::INFINITY };

    /// The normal is the longest edge × the component of the shortest one orthogonal to it, which
    /// is orthogonalised again if it is small. A plain cross product of two long edges is off by
    /// ε/sin of their angle *along* them. The corners of a needle would be off their own plane by
    /// far more than rounding, would be found again as farthest vertices, and would be inserted
    /// without end.
    #[inline]
    fn through(a: &DVec3, b: &DVec3, c: &DVec3) -> Self {
        let (ab2, bc2, ca2) = ((*b - *a).length_squared(), (*c - *b).length_squared(), (*a - *c).length_squared());
        // Selected by index, because a branch would be unpredictable, and computed from the corners
        // again, because reloading edges just stored in a list stalls.
        let longest = if ab2 >= bc2 && ab2 >= ca2 { 0 } else { 2 - usize::from(bc2 >= ca2) };
        let [next, last] = [[1, 2], [2, 0], [0, 1]][longest];
        let squares = [ab2, bc2, ca2];
        // The longest edge × the one after it points outward.
        let (shortest, outward) = if squares[next] <= squares[last] { (next, 1.0) } else { (last, -1.0) };
        let edge = |from: usize| *[b, c, a][from] - *[a, b, c][from];
        let (long, long2, short, short2) = (edge(longest), squares[longest], edge(shortest), squares[shortest]);
        let reciprocal = long2.recip();
        let rest = |v: DVec3| v - long * (Vector::dot(v, long) * reciprocal);
        let mut height = rest(short);
        // The remaining component along the longest edge is rounding of the shortest.
        if height.length_squared() < NEEDLE * NEEDLE * short2 {
            height = rest(height);
        }
        let normal = long.cross(height);
        let length = normal.length_squared().sqrt();
        // A height below the rounding of the longest edge has no meaningful direction.
        if !(length > 4.0 * f64::EPSILON * long2) {
            return Self::NONE;
        }
        let reciprocal = length.recip();
        let normal = normal * (outward * reciprocal);
        let offset = (Vector::dot(normal, *a) + Vector::dot(normal, *b) + Vector::dot(normal, *c)) * (1.0 / 3.0);
        // The square of the shortest edge over its height: relative to the height the rounding is
        // larger than relative to the edge by at most this factor.
        let slant = short2 * long2 * reciprocal * reciprocal;
        Self { normal, offset, corner: *a, height_error: NORMAL_ERROR * (1.0 + slant) }
    }

    /// The height of a point above the plane; zero if its sign could be rounding.
    #[inline]
    fn height(&self, point: &DVec3) -> f64 {
        let DVec3 { x, y, z } = *point - self.corner;
        let height = self.normal.x * x + self.normal.y * y + self.normal.z * z;
        if height.abs() > self.height_error * (x.abs() + y.abs() + z.abs()) { height } else { 0.0 }
    }
}

/// If the component of the shortest edge orthogonal to the longest is below this part of the edge,
/// it is orthogonalised again. Its component along the longest edge is then smaller by ten digits.
/// Smaller: the normals of needles are inaccurate. Larger: it costs time.
const NEEDLE: f64 = 1e-6;

/// The error of a normal without cancellation, together with that of a height computed with it:
/// twice the error of five successive roundings. Larger: exact signs are computed more often.
/// Smaller: a rounded sign is taken for an exact one.
const NORMAL_ERROR: f64 = 12.0 * f64::EPSILON;

/// Positive if `point` is on the side from which a → b → c runs counter-clockwise. The sign is
/// exact.
///
/// Nearly all points that rounded arithmetic leaves undecided are in one plane with the others,
/// perpendicular to an axis, such as those of a cap or a side in its own frame. Exact arithmetic
/// would take its longest path for them.
fn outside(a: DVec3, b: DVec3, c: DVec3, point: DVec3) -> f64 {
    let coplanar = |axis: fn(&DVec3) -> f64| [a, b, c].iter().all(|corner| axis(corner) == axis(&point));
    if coplanar(|p| p.x) || coplanar(|p| p.y) || coplanar(|p| p.z) {
        return 0.0;
    }
    let coord = |p: DVec3| robust::Coord3D { x: p.x, y: p.y, z: p.z };
    -robust::orient3d(coord(a), coord(b), coord(c), coord(point))
}

impl Polytope<DVec3> for TriangleSurface {
    fn build(&mut self, corners: &[(VertexIndex, DVec3)]) {
        self.corners.clear();
        self.triangles.clear();
        self.open.clear();
        self.leaving.clear();
        self.floods = 0;
        self.free.clear();
        let &[a, b, c, d] = corners else { return };
        let inward = outside(a.1, b.1, c.1, d.1) > 0.0;
        // After the swap a → b → c runs clockwise as seen from d.
        let (b, c) = if inward { (c, b) } else { (b, c) };
        self.corners.extend([a, b, c, d]);
        for (corners, neighbors) in [([0, 1, 2], [1, 2, 3]), ([0, 3, 1], [3, 2, 0]), ([1, 3, 2], [1, 3, 0]), ([2, 3, 0], [2, 1, 0])] {
            self.put(self.triangles.len(), corners, neighbors);
        }
    }

    fn nearest_open(&self) -> Option<Facet<DVec3>> {
        let mut nearest: (usize, f64) = (0, f64::INFINITY);
        for (place, &offset) in self.open.iter().enumerate() {
            if offset < nearest.1 {
                nearest = (place, offset);
            }
        }
        let (place, offset) = nearest;
        (offset < f64::INFINITY).then(|| Facet { id: FacetId(place as u32), normal: self.triangles[place].plane.normal, offset })
    }

    fn close(&mut self, facet: FacetId) {
        if let Some(triangle) = self.triangles.get_mut(facet.0 as usize) {
            triangle.state = State::Closed;
            self.open[facet.0 as usize] = f64::INFINITY;
        }
    }

    fn insert(&mut self, facet: FacetId, vertex: VertexIndex, point: DVec3) -> Result<(), InsertError> {
        let Some(first) = self.triangles.get(facet.0 as usize) else { return Err(InsertError::NotVisible) };
        if !(self.above(first, &point) > 0.0) {
            return Err(InsertError::NotVisible);
        }
        self.flood(facet.0, &point);
        if !self.close_horizon() {
            return Err(InsertError::NotVisible);
        }
        let count = self.horizon.len();
        if self.triangles.len() + count > CAPACITY + self.free.len() + self.visible.len() {
            return Err(InsertError::Full);
        }
        for &place in &self.visible {
            self.triangles[place as usize].state = State::Gone;
            self.open[place as usize] = f64::INFINITY;
        }
        self.free.extend(self.visible.drain(..).rev());
        let apex = self.corners.len() as u32;
        self.corners.push((vertex, point));
        self.added.clear();
        let mut end = self.triangles.len() as u32;
        for _ in 0..count {
            let place = self.free.pop().unwrap_or_else(|| {
                end += 1;
                end - 1
            });
            self.added.push(place);
        }
        for turn in 0..count {
            let edge = self.ordered[turn];
            let (place, next, last) = (self.added[turn], self.added[(turn + 1) % count], self.added[(turn + count - 1) % count]);
            self.put(place as usize, [edge.from, edge.to, apex], [edge.beyond, next, last]);
            self.triangles[edge.beyond as usize].neighbors[edge.side] = place;
        }
        Ok(())
    }

    fn facets(&self) -> impl Iterator<Item = Facet<DVec3>> {
        let there = self.triangles.iter().enumerate().filter(|(_, t)| t.state != State::Gone && t.plane.offset < f64::INFINITY);
        there.map(|(place, t)| Facet { id: FacetId(place as u32), normal: t.plane.normal, offset: t.plane.offset })
    }

    fn plane_through([a, b, c]: [DVec3; 3]) -> Option<(DVec3, f64)> {
        let Plane { normal, offset, .. } = Plane::through(&a, &b, &c);
        (offset < f64::INFINITY).then_some((normal, offset))
    }

    fn corners(&self, facet: FacetId) -> impl Iterator<Item = (VertexIndex, DVec3)> {
        let triangle = self.triangles.get(facet.0 as usize);
        triangle.into_iter().flat_map(|triangle| triangle.corners.map(|corner| self.corners[corner as usize]))
    }

    fn corner_planes(&mut self) -> &[CornerPlane<DVec3>] {
        self.corner_planes.clear();
        self.corner_planes.resize(self.corners.len(), CornerPlane { normal: DVec3::ZERO, offset: 0.0 });
        let there = self.triangles.iter().filter(|t| t.state != State::Gone && t.plane.offset < f64::INFINITY);
        for Triangle { corners, plane, .. } in there {
            let [a, b, c] = corners.map(|corner| self.corners[corner as usize].1);
            for (&corner, [at, next, last]) in corners.iter().zip([[a, b, c], [b, c, a], [c, a, b]]) {
                let (one, other) = (next - at, last - at);
                let sine = one.cross(other).length() / (one.length() * other.length());
                let sum = &mut self.corner_planes[corner as usize].normal;
                *sum += plane.normal * sine;
            }
        }
        for (plane, (_, point)) in self.corner_planes.iter_mut().zip(&self.corners) {
            plane.normal = plane.normal * plane.normal.length().recip();
            plane.offset = Vector::dot(plane.normal, *point);
        }
        // Corners inside the polytope have no facets, and no normal.
        self.corner_planes.retain(|plane| plane.offset.is_finite());
        &self.corner_planes
    }
}

#[cfg(test)]
mod tests {
    use super::{Plane, outside};
    use clinch_support::Vector;
    use clinch_testkit::random::Random;

    #[test]
    fn a_height_other_than_zero_has_the_exact_sign() {
        let mut random = Random::new(31);
        let (mut decided, mut near) = (0, 0);
        for _ in 0..200_000 {
            let corner = random.direction(3) * random.power(-3.0, 3.0);
            let along = random.direction(3);
            let edge = along * random.power(-8.0, 1.0);
            // A needle, a sliver, or a well-shaped triangle.
            let third = edge * random.range(-1.0, 2.0) + random.direction(3) * random.power(-14.0, 1.0);
            let [a, b, c] = [corner, corner + edge, corner + third];
            let plane = Plane::through(&a, &b, &c);
            let inside = a + (b - a) * random.range(-1.0, 2.0) + (c - a) * random.range(-1.0, 2.0);
            let off = random.power(-18.0, -10.0) * if random.chance(0.5) { 1.0 } else { -1.0 };
            let point = inside + random.direction(3) * (off * (1.0 + (inside - a).length()));
            let height = plane.height(&point);
            if height != 0.0 {
                decided += 1;
                near += usize::from(height.abs() < 1e-12 * Vector::max_abs(point - a));
                assert!(height * outside(a, b, c, point) > 0.0, "{a} {b} {c} {point}: {height}");
            }
        }
        assert!(decided > 50_000 && decided < 150_000 && near > 10_000, "{decided} of 200000 are decided, {near} of them near");
    }
}
