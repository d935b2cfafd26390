//! The polytope in 2D: a loop of edges.
//!
//! * Each edge has the indices of the edges before and after it. From a new vertex the edge that it
//!   was found for is visible, and a run of edges on either side. Two edges that end in the vertex
//!   replace the run.
//! * From a vertex that is extreme in A − B only one edge is visible. But corners need not be
//!   extreme: the vertices of a warm start, evaluated at the new pose, are mostly inside A − B, and
//!   an edge that ends in one has to be removed.
//! * Visibility is decided by exact signs, as in 3D, so the loop is convex whatever the vertices
//!   are. An edge in line with the vertex counts as visible, so that no two edges are collinear and
//!   none has length zero.

use clinch_support::{Vector, VertexIndex};
use glam::DVec2;

use crate::polytope::{CornerPlane, EpaVector, Facet, FacetId, InsertError, Polytope};

/// Edges made in one query. Only hostile support maps need more.
const CAPACITY: usize = 1024;

/// A convex polygon that grows.
#[derive(Clone, Debug, Default)]
pub struct EdgeLoop {
    edges: Vec<Edge>,
    /// Computed on request.
    corner_planes: Vec<CornerPlane<DVec2>>,
}

#[derive(Clone, Copy, Debug)]
struct Edge {
    ends: [(VertexIndex, DVec2); 2],
    normal: DVec2,
    offset: f64,
    /// The index of the edge that ends where this one starts, and of the one that starts where it
    /// ends.
    before: u32,
    after: u32,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Open,
    Closed,
    /// Replaced by other edges.
    Gone,
}

impl Edge {
    /// The edge from the first end to the second, counter-clockwise: outside is to the right.
    fn new(ends: [(VertexIndex, DVec2); 2], [before, after]: [u32; 2]) -> Self {
        let from = ends[0].1;
        let along = ends[1].1 - from;
        let length = along.length_squared().sqrt();
        if length > 0.0 {
            let normal = DVec2::new(along.y / length, -along.x / length);
            Self { ends, normal, offset: Vector::dot(normal, from), before, after, state: State::Open }
        } else {
            Self { ends, normal: DVec2::ZERO, offset: f64::INFINITY, before, after, state: State::Closed }
        }
    }

    /// Positive if the point is outside of the edge's line, exactly zero if it is on the line.
    fn above(&self, point: DVec2) -> f64 {
        outside(self.ends[0].1, self.ends[1].1, point)
    }

    fn facet(&self, place: usize) -> Facet<DVec2> {
        Facet { id: FacetId(place as u32), normal: self.normal, offset: self.offset }
    }
}

/// Positive if `point` is to the right of a → b, which is outside of a counter-clockwise loop. The
/// sign is exact.
fn outside(a: DVec2, b: DVec2, point: DVec2) -> f64 {
    let coord = |p: DVec2| robust::Coord { x: p.x, y: p.y };
    -robust::orient2d(coord(a), coord(b), coord(point))
}

impl EpaVector for DVec2 {
    type Polytope = EdgeLoop;
}

impl EdgeLoop {
    /// The last edge of the run visible from `point`, from `first` on in the direction of `next`.
    /// `None` if the whole loop is visible.
    fn last_visible(&self, first: u32, point: DVec2, next: impl Fn(&Edge) -> u32) -> Option<u32> {
        let mut last = first;
        loop {
            let place = next(&self.edges[last as usize]);
            if place == first {
                return None;
            }
            if !(self.edges[place as usize].above(point) >= 0.0) {
                return Some(last);
            }
            last = place;
        }
    }
}

impl Polytope<DVec2> for EdgeLoop {
    fn build(&mut self, corners: &[(VertexIndex, DVec2)]) {
        self.edges.clear();
        let &[a, b, c] = corners else { return };
        let turns_left = outside(a.1, b.1, c.1) < 0.0;
        let (b, c) = if turns_left { (b, c) } else { (c, b) };
        self.edges.extend([Edge::new([a, b], [2, 1]), Edge::new([b, c], [0, 2]), Edge::new([c, a], [1, 0])]);
    }

    fn nearest_open(&self) -> Option<Facet<DVec2>> {
        let open = self.edges.iter().enumerate().filter(|(_, edge)| edge.state == State::Open);
        open.min_by(|(_, a), (_, b)| a.offset.total_cmp(&b.offset)).map(|(place, edge)| edge.facet(place))
    }

    fn close(&mut self, facet: FacetId) {
        if let Some(edge) = self.edges.get_mut(facet.0 as usize) {
            edge.state = State::Closed;
        }
    }

    fn insert(&mut self, facet: FacetId, vertex: VertexIndex, point: DVec2) -> Result<(), InsertError> {
        if self.edges.len() + 2 > CAPACITY {
            return Err(InsertError::Full);
        }
        let Some(edge) = self.edges.get(facet.0 as usize) else { return Err(InsertError::NotVisible) };
        if edge.state == State::Gone || !(edge.above(point) > 0.0) {
            return Err(InsertError::NotVisible);
        }
        let first = self.last_visible(facet.0, point, |edge| edge.before);
        let last = self.last_visible(facet.0, point, |edge| edge.after);
        let (Some(first), Some(last)) = (first, last) else { return Err(InsertError::NotVisible) };

        let mut place = first;
        while place != last {
            self.edges[place as usize].state = State::Gone;
            place = self.edges[place as usize].after;
        }
        self.edges[last as usize].state = State::Gone;
        let (Edge { ends: [from, _], before, .. }, Edge { ends: [_, to], after, .. }) =
            (self.edges[first as usize], self.edges[last as usize]);
        let base = self.edges.len() as u32;
        self.edges.push(Edge::new([from, (vertex, point)], [before, base + 1]));
        self.edges.push(Edge::new([(vertex, point), to], [base, after]));
        self.edges[before as usize].after = base;
        self.edges[after as usize].before = base + 1;
        Ok(())
    }

    fn facets(&self) -> impl Iterator<Item = Facet<DVec2>> {
        let there = self.edges.iter().enumerate().filter(|(_, edge)| edge.state != State::Gone && edge.offset < f64::INFINITY);
        there.map(|(place, edge)| edge.facet(place))
    }

    fn plane_through(_: [DVec2; 3]) -> Option<(DVec2, f64)> {
        None
    }

    fn corners(&self, facet: FacetId) -> impl Iterator<Item = (VertexIndex, DVec2)> {
        self.edges.get(facet.0 as usize).into_iter().flat_map(|edge| edge.ends)
    }

    fn corner_planes(&mut self) -> &[CornerPlane<DVec2>] {
        self.corner_planes.clear();
        let there = self.edges.iter().filter(|edge| edge.state != State::Gone);
        self.corner_planes.extend(there.map(|edge| {
            let sum = edge.normal + self.edges[edge.after as usize].normal;
            let normal = sum * Vector::length(sum).recip();
            CornerPlane { normal, offset: Vector::dot(normal, edge.ends[1].1) }
        }));
        self.corner_planes.retain(|plane| plane.offset.is_finite());
        &self.corner_planes
    }
}
