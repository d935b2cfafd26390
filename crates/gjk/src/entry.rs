//! The point at which the line of a motion enters A − B, by a portal that ends at a facet or on
//! rims.
//!
//! * On a facet the plane is known, and so is the point: the corners by their weights.
//! * Where vertices are on rims (the circles of cylinders and cones), Newton's method goes from the
//!   portal's corners to the point at which the line meets the rims' features ([`newton_to_line`]).
//!   One more support call gives the plane.
//! * Surfaces with any other curvature are not solved here.

use clinch_support::{Difference, Record, SupportMap, Vector, Vertex, VertexIndex};
use smallvec::SmallVec;

use crate::newton::{LineOnRims, newton_to_line};
use crate::portal::{PortalOutcome, PortalSurface, PortalVertex};
use crate::rim_features::RimSimplex;
use crate::sub_distance::{GjkSpace, GjkVector};

/// A line through the origin, and what its entry is measured with.
pub(crate) struct EntryQuery<'q, V: Vector> {
    /// Unit: points move against it towards A − B.
    pub(crate) direction: V::Wide,
    /// The vertex of A − B that faces the motion.
    pub(crate) facing: &'q Vertex<V>,
    /// Lengths below this are rounding.
    pub(crate) rounding: f64,
    /// The points of A and B that meet may be this far apart.
    pub(crate) max_gap: f64,
}

/// The result of an [`EntryQuery`].
pub(crate) enum Entry<W> {
    /// The line enters A − B here.
    Hit(EntryPoint<W>),
    /// The line misses: all of A − B ends `gap` before it, along a unit axis across the line.
    Miss { axis: W, gap: f64 },
    /// Not decided.
    Inconclusive,
}

/// Where a line enters A − B. Only the height is proved.
#[derive(Clone, Copy)]
pub(crate) struct EntryPoint<W> {
    /// Unit, outward.
    pub(crate) normal: W,
    /// The support value along the normal.
    pub(crate) height: f64,
    /// The point of A, in A's frame.
    pub(crate) point_a: W,
    /// The point of B, in B's own frame.
    pub(crate) point_b: W,
}

impl<W: Vector<Scalar = f64, Wide = W>> EntryPoint<W> {
    fn new<'v, V: Vector<Wide = W>>(normal: W, height: f64, weighted: impl Iterator<Item = (&'v Vertex<V>, f64)>) -> Self {
        let (point_a, point_b) =
            weighted.fold((W::ZERO, W::ZERO), |(a, b), (vertex, weight)| (a + vertex.a.point * weight, b + vertex.b.point * weight));
        Self { normal, height, point_a, point_b }
    }

    /// The place on the line at which it meets the plane, and the vector from A's point to B's when
    /// B is there.
    pub(crate) fn meet<V, A, B>(&self, difference: &Difference<'_, A, B, V>, line: W) -> (f64, W)
    where
        V: Vector<Wide = W>,
        A: SupportMap<V> + ?Sized,
        B: SupportMap<V> + ?Sized,
    {
        let place = self.height / self.normal.dot(line);
        (place, difference.to_a(self.point_b) + line * place - self.point_a)
    }
}

/// Follows the line to A − B. Every vertex is pushed on the record, `facing` first.
pub(crate) fn enter<V, A, B>(difference: &Difference<'_, A, B, V>, query: &EntryQuery<'_, V>, record: &mut Record<V>) -> Entry<V::Wide>
where
    V: GjkSpace,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    let &EntryQuery { direction, facing, rounding, max_gap } = query;
    let last = record.push(*facing);
    let mut surface = Surface { difference, line: direction, max_gap, record, last, smooth: false, solved: None };
    if !surface.has_known_features(facing) {
        return Entry::Inconclusive;
    }
    match V::Wide::portal(direction, PortalVertex { point: facing.point, index: last }, rounding, &mut surface) {
        PortalOutcome::Facet { normal, height, corners, weights } => {
            let vertices = corners.iter().map(|&corner| &surface.record[corner]);
            Entry::Hit(EntryPoint::new(normal, height, vertices.zip(weights).take(V::DIM)))
        }
        PortalOutcome::Solved => surface.solved.map_or(Entry::Inconclusive, Entry::Hit),
        PortalOutcome::Miss { axis, gap } => Entry::Miss { axis, gap },
        PortalOutcome::Inconclusive => Entry::Inconclusive,
    }
}

/// A − B as a portal queries it. Records every vertex.
struct Surface<'p, 's, V: Vector, A: ?Sized, B: ?Sized> {
    difference: &'p Difference<'s, A, B, V>,
    line: V::Wide,
    max_gap: f64,
    record: &'p mut Record<V>,
    /// The last vertex found. The next one is usually near it.
    last: VertexIndex,
    /// Some vertex lies on a rim.
    smooth: bool,
    /// The entry that Newton's method found.
    solved: Option<EntryPoint<V::Wide>>,
}

impl<V, A, B> Surface<'_, '_, V, A, B>
where
    V: GjkSpace,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    /// On both shapes the vertex is a vertex or a point on a rim.
    fn has_known_features(&mut self, vertex: &Vertex<V>) -> bool {
        if vertex.a.id.is_some() && vertex.b.id.is_some() {
            return true;
        }
        self.smooth = true;
        self.difference.features(vertex).is_some()
    }
}

impl<V, A, B> PortalSurface<V::Wide> for Surface<'_, '_, V, A, B>
where
    V: GjkSpace,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    fn farthest(&mut self, axis: V::Wide) -> Option<PortalVertex<V::Wide>> {
        let vertex = self.difference.vertex_near(axis, &self.record[self.last]);
        self.last = self.record.push(vertex);
        self.has_known_features(&vertex).then_some(PortalVertex { point: vertex.point, index: self.last })
    }

    fn try_solve(&mut self, outward: V::Wide, corners: &[VertexIndex]) -> bool {
        if !self.smooth {
            return false;
        }
        let (start, mut simplex) = (outward * outward.length().recip(), RimSimplex::new());
        let vertices: SmallVec<[&Vertex<V>; 3]> = corners.iter().map(|&corner| &self.record[corner]).collect();
        let found = newton_to_line(self.difference, &vertices, self.line, start, &mut simplex);
        drop(vertices);
        let Some(LineOnRims { normal, weights }) = found else { return false };
        if !(normal.dot(self.line) < 0.0) {
            return false;
        }
        let Some(PortalVertex { point, .. }) = self.farthest(normal) else { return false };
        let entry = EntryPoint::new(normal, normal.dot(point), simplex.iter().zip(weights));
        let (_, between) = entry.meet(self.difference, self.line);
        self.solved = Some(entry);
        between.length() <= self.max_gap
    }
}
