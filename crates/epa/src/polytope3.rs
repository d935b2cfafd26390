//! The polytope in 3D: a closed surface of triangles.
//!
//! * Each triangle knows its three neighbours. What a new vertex sees is found by flood fill over them, from the triangle it was found for: an
//!   island elsewhere, seen by rounding alone, is never reached.
//! * The border of what is seen, the horizon, is checked to be one closed loop *before* anything is changed: signs of numbers that overflow mean nothing.
//! * What a vertex sees is decided by exact signs (Shewchuk, *Adaptive precision floating-point arithmetic and fast robust geometric predicates*, 1997),
//!   not by the triangles' rounded normals: the surface is convex whatever the vertices, and cannot fold. A triangle in whose plane the vertex lies is seen,
//!   too, so that none without area is ever made: a vertex in line with an edge of the horizon would lie in the plane beyond it.
//! * The nearest face is found by a linear scan: at these sizes it beats a heap.
//!
//! After van den Bergen, "Proximity Queries and Penetration Depth Computation on 3D Game Objects" (GDC 2001).

use clinch_support::{Vector, VertexIndex};
use glam::DVec3;

use crate::polytope::{Broken, Expanding, Facet, FacetId, Polytope};

/// Triangles at one time. Larger: a hostile support map costs more before it is told so. Smaller: fine smooth shapes end early.
const CAPACITY: usize = 4096;

/// A convex surface, growing.
#[derive(Clone, Debug, Default)]
pub struct Surface {
    corners: Vec<(VertexIndex, DVec3)>,
    triangles: Vec<Triangle>,
    seen: Vec<u32>,
    horizon: Vec<HorizonEdge>,
    /// Of each corner the edge of the horizon that leaves it.
    leaving: Vec<Option<HorizonEdge>>,
    /// Places of triangles that are gone, to be taken by new ones: a scan over all stays short.
    free: Vec<u32>,
    /// The places of the triangles that a vertex adds, in the order of the horizon.
    added: Vec<u32>,
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
    /// Places in `corners`, counter-clockwise from outside.
    corners: [u32; 3],
    /// Across the edge from corner i to corner i + 1.
    neighbors: [u32; 3],
    normal: DVec3,
    /// Infinite without area.
    offset: f64,
    state: State,
    /// How many corners there were when a vertex last saw it: the mark of the flood.
    seen: u32,
}

/// An edge of the horizon: from `from` to `to` as the seen triangle ran, beyond which `beyond` stays, by its edge `side`.
#[derive(Clone, Copy, Debug)]
struct HorizonEdge {
    from: u32,
    to: u32,
    beyond: u32,
    side: usize,
}

impl Expanding for DVec3 {
    type Polytope = Surface;
}

impl Surface {
    fn triangle(&self, corners: [u32; 3], neighbors: [u32; 3]) -> Triangle {
        let [a, b, c] = corners.map(|corner| self.corners[corner as usize].1);
        let (normal, offset) = plane(a, b, c).unwrap_or((DVec3::ZERO, f64::INFINITY));
        let state = if offset < f64::INFINITY { State::Open } else { State::Closed };
        Triangle { corners, neighbors, normal, offset, state, seen: 0 }
    }

    /// Above zero where the point lies outside of the triangle's plane, exactly zero where it lies in it.
    fn above(&self, triangle: &Triangle, point: DVec3) -> f64 {
        let [a, b, c] = triangle.corners.map(|corner| self.corners[corner as usize].1);
        outside(a, b, c, point)
    }

    #[inline]
    fn nearest(&self, may: impl Fn(&Triangle) -> bool) -> Option<Facet<DVec3>> {
        let mut nearest: Option<(usize, f64)> = None;
        for (place, triangle) in self.triangles.iter().enumerate() {
            if may(triangle) && nearest.is_none_or(|(_, least)| triangle.offset < least) {
                nearest = Some((place, triangle.offset));
            }
        }
        let (place, offset) = nearest?;
        Some(Facet { id: FacetId(place as u32), normal: self.triangles[place].normal, offset })
    }

    /// Collects what `point` sees from triangle `first` on into `seen`, and its border into `horizon`.
    fn flood(&mut self, first: u32, point: DVec3) {
        let mark = self.corners.len() as u32;
        self.seen.clear();
        self.horizon.clear();
        self.seen.push(first);
        self.triangles[first as usize].seen = mark;
        let mut next = 0;
        while let Some(&place) = self.seen.get(next) {
            next += 1;
            let Triangle { corners, neighbors, .. } = self.triangles[place as usize];
            for side in 0..3 {
                let beyond = neighbors[side];
                let other = self.triangles[beyond as usize];
                if other.seen == mark {
                    continue;
                }
                if self.above(&other, point) >= 0.0 {
                    self.triangles[beyond as usize].seen = mark;
                    self.seen.push(beyond);
                    continue;
                }
                let (from, to) = (corners[side], corners[(side + 1) % 3]);
                // The same edge, run the other way. Were it missing, the horizon would not close.
                let back = (0..3).find(|&back| other.neighbors[back] == place && other.corners[back] == to);
                self.horizon.extend(back.map(|side| HorizonEdge { from, to, beyond, side }));
            }
        }
    }

    /// Puts the horizon in order, each edge beginning where the last ended; false if that is not one closed loop through all of them.
    fn close_horizon(&mut self) -> bool {
        let count = self.horizon.len();
        self.leaving.clear();
        self.leaving.resize(self.corners.len(), None);
        for edge in &self.horizon {
            // Two edges that leave one corner belong to two loops.
            if self.leaving[edge.from as usize].replace(*edge).is_some() {
                return false;
            }
        }
        for place in 1..count {
            let last = self.horizon[place - 1];
            // Taken, so that a loop that closes early is seen.
            match self.leaving[last.to as usize].take() {
                Some(next) if next.from != self.horizon[0].from => self.horizon[place] = next,
                _ => return false,
            }
        }
        count >= 3 && self.horizon[count - 1].to == self.horizon[0].from
    }
}

/// Above zero where `point` lies on the side from which a → b → c runs counter-clockwise; the sign is exact.
fn outside(a: DVec3, b: DVec3, c: DVec3, point: DVec3) -> f64 {
    let coord = |p: DVec3| robust::Coord3D { x: p.x, y: p.y, z: p.z };
    -robust::orient3d(coord(a), coord(b), coord(c), coord(point))
}

/// The unit normal and signed distance of the plane through a triangle; `None` without area.
///
/// The normal is the longest edge × what the shortest one has orthogonal to it, cleaned twice. A plain cross product of two long edges is off by
/// ε/sin of their angle *along* them: corners of a needle would stand off their own plane by far more than rounding, be found before it, and be
/// inserted again and again.
fn plane(a: DVec3, b: DVec3, c: DVec3) -> Option<(DVec3, f64)> {
    let (ab, bc, ca) = (b - a, c - b, a - c);
    let (ab2, bc2, ca2) = (ab.length_squared(), bc.length_squared(), ca.length_squared());
    // Longest and shortest, in an order whose cross product points outward.
    let (long, long2, short, outward) = if ab2 >= bc2 && ab2 >= ca2 {
        if bc2 <= ca2 { (ab, ab2, bc, 1.0) } else { (ab, ab2, ca, -1.0) }
    } else if bc2 >= ca2 {
        if ca2 <= ab2 { (bc, bc2, ca, 1.0) } else { (bc, bc2, ab, -1.0) }
    } else if ab2 <= bc2 {
        (ca, ca2, ab, 1.0)
    } else {
        (ca, ca2, bc, -1.0)
    };
    let mut height = short;
    for _ in 0..2 {
        height = height - long * (Vector::dot(height, long) / long2);
    }
    let normal = long.cross(height);
    let length = normal.length_squared().sqrt();
    // The height against the longest edge: below rounding, its direction is noise.
    if !(length > 4.0 * f64::EPSILON * long2) {
        return None;
    }
    let normal = normal * (outward / length);
    Some((normal, (Vector::dot(normal, a) + Vector::dot(normal, b) + Vector::dot(normal, c)) * (1.0 / 3.0)))
}

impl Polytope<DVec3> for Surface {
    fn build(&mut self, corners: &[(VertexIndex, DVec3)]) {
        self.corners.clear();
        self.triangles.clear();
        self.free.clear();
        let &[a, b, c, d] = corners else { return };
        let inward = outside(a.1, b.1, c.1, d.1) > 0.0;
        // After the swap, a b c runs clockwise as seen from d.
        let (b, c) = if inward { (c, b) } else { (b, c) };
        self.corners.extend([a, b, c, d]);
        for (corners, neighbors) in [([0, 1, 2], [1, 2, 3]), ([0, 3, 1], [3, 2, 0]), ([1, 3, 2], [1, 3, 0]), ([2, 3, 0], [2, 1, 0])] {
            let triangle = self.triangle(corners, neighbors);
            self.triangles.push(triangle);
        }
    }

    fn nearest_open(&self) -> Option<Facet<DVec3>> {
        self.nearest(|triangle| triangle.state == State::Open)
    }

    fn close(&mut self, facet: FacetId) {
        if let Some(triangle) = self.triangles.get_mut(facet.0 as usize) {
            triangle.state = State::Closed;
        }
    }

    fn insert(&mut self, facet: FacetId, vertex: VertexIndex, point: DVec3) -> Result<(), Broken> {
        let Some(first) = self.triangles.get(facet.0 as usize) else { return Err(Broken::Unseen) };
        if !(self.above(first, point) > 0.0) {
            return Err(Broken::Unseen);
        }
        self.flood(facet.0, point);
        if !self.close_horizon() {
            return Err(Broken::Unseen);
        }
        let count = self.horizon.len();
        if self.triangles.len() + count > CAPACITY + self.free.len() + self.seen.len() {
            return Err(Broken::Full);
        }
        for &place in &self.seen {
            self.triangles[place as usize].state = State::Gone;
        }
        self.free.extend(self.seen.drain(..).rev());
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
            let edge = self.horizon[turn];
            let (place, next, last) = (self.added[turn], self.added[(turn + 1) % count], self.added[(turn + count - 1) % count]);
            let triangle = self.triangle([edge.from, edge.to, apex], [edge.beyond, next, last]);
            match self.triangles.get_mut(place as usize) {
                Some(gone) => *gone = triangle,
                None => self.triangles.push(triangle),
            }
            self.triangles[edge.beyond as usize].neighbors[edge.side] = place;
        }
        Ok(())
    }

    fn facets(&self) -> impl Iterator<Item = Facet<DVec3>> {
        let there = self.triangles.iter().enumerate().filter(|(_, t)| t.state != State::Gone && t.offset < f64::INFINITY);
        there.map(|(place, t)| Facet { id: FacetId(place as u32), normal: t.normal, offset: t.offset })
    }

    fn corners(&self, facet: FacetId) -> impl Iterator<Item = (VertexIndex, DVec3)> {
        let triangle = self.triangles.get(facet.0 as usize);
        triangle.into_iter().flat_map(|triangle| triangle.corners.map(|corner| self.corners[corner as usize]))
    }
}
