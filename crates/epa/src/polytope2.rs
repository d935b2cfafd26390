//! The polytope in 2D: a loop of edges.
//!
//! * A new vertex is the farthest along an edge's normal, so it sees that edge alone, up to rounding: the edge is split in two. There is no horizon to
//!   get wrong.
//! * An edge without length keeps its place in the loop, with an infinite distance.

use clinch_support::{Vector, VertexIndex};
use glam::DVec2;

use crate::polytope::{Broken, Expanding, Facet, FacetId, Polytope};

/// More edges than any search needs: one that was not stopped by then is fed by a hostile support map.
const CAPACITY: usize = 1024;

/// A convex polygon, growing.
#[derive(Clone, Debug, Default)]
pub struct Loop {
    edges: Vec<Edge>,
    coplanar: f64,
}

#[derive(Clone, Copy, Debug)]
struct Edge {
    ends: [(VertexIndex, DVec2); 2],
    normal: DVec2,
    offset: f64,
    open: bool,
}

impl Edge {
    /// The edge from `from` to `to`, counter-clockwise: outside is to the right.
    fn new(from: (VertexIndex, DVec2), to: (VertexIndex, DVec2)) -> Self {
        let along = to.1 - from.1;
        let length = along.length_squared().sqrt();
        if length > 0.0 {
            let normal = DVec2::new(along.y / length, -along.x / length);
            Self { ends: [from, to], normal, offset: Vector::dot(normal, from.1), open: true }
        } else {
            Self { ends: [from, to], normal: DVec2::ZERO, offset: f64::INFINITY, open: false }
        }
    }

    fn facet(&self, place: usize) -> Facet<DVec2> {
        Facet { id: FacetId(place as u32), normal: self.normal, offset: self.offset }
    }
}

impl Expanding for DVec2 {
    type Polytope = Loop;
}

impl Polytope<DVec2> for Loop {
    fn build(&mut self, corners: &[(VertexIndex, DVec2)], coplanar: f64) {
        self.edges.clear();
        self.coplanar = coplanar;
        let &[a, b, c] = corners else { return };
        let turns_left = (b.1 - a.1).perp_dot(c.1 - a.1) > 0.0;
        let (b, c) = if turns_left { (b, c) } else { (c, b) };
        self.edges.extend([Edge::new(a, b), Edge::new(b, c), Edge::new(c, a)]);
    }

    fn nearest_open(&self) -> Option<Facet<DVec2>> {
        let open = self.edges.iter().enumerate().filter(|(_, edge)| edge.open);
        open.min_by(|(_, a), (_, b)| a.offset.total_cmp(&b.offset)).map(|(place, edge)| edge.facet(place))
    }

    fn close(&mut self, facet: FacetId) {
        if let Some(edge) = self.edges.get_mut(facet.0 as usize) {
            edge.open = false;
        }
    }

    fn insert(&mut self, facet: FacetId, vertex: VertexIndex, point: DVec2) -> Result<(), Broken> {
        if self.edges.len() >= CAPACITY {
            return Err(Broken::Full);
        }
        let Some(edge) = self.edges.get_mut(facet.0 as usize) else { return Err(Broken::Unseen) };
        if !(Vector::dot(edge.normal, point) - edge.offset > self.coplanar) {
            return Err(Broken::Unseen);
        }
        // The order of the edges in the list means nothing: each carries its ends.
        let [from, to] = edge.ends;
        *edge = Edge::new(from, (vertex, point));
        self.edges.push(Edge::new((vertex, point), to));
        Ok(())
    }

    fn facets(&self) -> impl Iterator<Item = Facet<DVec2>> {
        self.edges.iter().enumerate().filter(|(_, edge)| edge.offset < f64::INFINITY).map(|(place, edge)| edge.facet(place))
    }

    fn corners(&self, facet: FacetId) -> impl Iterator<Item = (VertexIndex, DVec2)> {
        self.edges.get(facet.0 as usize).into_iter().flat_map(|edge| edge.ends)
    }
}
