//! Where the line of a motion enters A − B, by a portal that a facet or rims end.
//!
//! * Of a facet the plane is known and the point on it: the corners by their weights.
//! * Where vertices lie on rims Newton's steps go from the portal's corners to where the line meets what these lie on ([`bend_to_line`]). One more support call tells the plane.
//! * Surfaces that are bent otherwise are not entered here.

use clinch_support::{Difference, Record, SupportMap, Vector, Vertex, VertexIndex};
use smallvec::SmallVec;

use crate::newton::{Bent, bend_to_line};
use crate::portal::{Corner, Passage, Surface};
use crate::sub_distance::{Algebra, Measure};

/// What the line meets.
pub(crate) enum Entry<W> {
    /// A − B, here.
    Meets(Meets<W>),
    /// Nothing: all of A − B ends before it by `gap`, along a unit axis across it.
    Passes {
        axis: W,
        gap: f64,
    },
    Unclear,
}

/// Where a line meets A − B. Nothing of it is proved but the height.
#[derive(Clone, Copy)]
pub(crate) struct Meets<W> {
    /// Unit, outward.
    pub(crate) normal: W,
    /// The support value along it.
    pub(crate) height: f64,
    /// In A's frame.
    pub(crate) point_a: W,
    /// In B's own frame.
    pub(crate) point_b: W,
}

impl<W: Vector<Scalar = f64, Wide = W>> Meets<W> {
    fn of<'v, V: Vector<Wide = W>>((normal, height): (W, f64), vertices: impl Iterator<Item = (&'v Vertex<V>, f64)>) -> Self {
        let (point_a, point_b) =
            vertices.fold((W::ZERO, W::ZERO), |(a, b), (vertex, weight)| (a + vertex.a.point * weight, b + vertex.b.point * weight));
        Self { normal, height, point_a, point_b }
    }

    /// How far along the line the plane is met, and from A's point to B's when B is there.
    pub(crate) fn at<V, A, B>(&self, difference: &Difference<'_, A, B, V>, line: W) -> (f64, W)
    where
        V: Vector<Wide = W>,
        A: SupportMap<V> + ?Sized,
        B: SupportMap<V> + ?Sized,
    {
        let place = self.height / self.normal.dot(line);
        (place, difference.to_a(self.point_b) + line * place - self.point_a)
    }
}

/// The line is that of the points along a unit vector through the origin; `facing` is the vertex that faces it. Vertices are pushed on the record, this one first. What two points are
/// apart that meet is at most `within`, and below `noise` lengths are rounding.
pub(crate) fn enter<V, A, B>(
    difference: &Difference<'_, A, B, V>,
    line: V::Wide,
    facing: &Vertex<V>,
    (noise, within): (f64, f64),
    record: &mut Record<V>,
) -> Entry<V::Wide>
where
    V: Measure,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    let last = record.push(*facing);
    let mut probe = Probe { difference, line, within, record, last, smooth: false, met: None };
    if !probe.knows(facing) {
        return Entry::Unclear;
    }
    match V::Wide::portal(line, (facing.point, last), noise, &mut probe) {
        Passage::Enters { normal, height, corners, weights } => {
            let vertices = corners.iter().map(|&corner| &probe.record[corner]);
            Entry::Meets(Meets::of((normal, height), vertices.zip(weights).take(V::DIM)))
        }
        Passage::Settled => probe.met.map_or(Entry::Unclear, Entry::Meets),
        Passage::Passes { axis, gap } => Entry::Passes { axis, gap },
        Passage::Unclear => Entry::Unclear,
    }
}

/// Asks A − B, and remembers what it said.
struct Probe<'p, 's, V: Vector, A: ?Sized, B: ?Sized> {
    difference: &'p Difference<'s, A, B, V>,
    line: V::Wide,
    within: f64,
    record: &'p mut Record<V>,
    /// The vertex seen last: the next is not far from it.
    last: VertexIndex,
    /// A vertex lies on a rim.
    smooth: bool,
    met: Option<Meets<V::Wide>>,
}

impl<V, A, B> Probe<'_, '_, V, A, B>
where
    V: Measure,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    /// A vertex of both shapes, or a point on a rim.
    fn knows(&mut self, vertex: &Vertex<V>) -> bool {
        if vertex.a.id.is_some() && vertex.b.id.is_some() {
            return true;
        }
        self.smooth = true;
        self.difference.features(vertex).is_some()
    }
}

impl<V, A, B> Surface<V::Wide> for Probe<'_, '_, V, A, B>
where
    V: Measure,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    fn farthest(&mut self, axis: V::Wide) -> Option<Corner<V::Wide>> {
        let vertex = self.difference.vertex_near(axis, &self.record[self.last]);
        self.last = self.record.push(vertex);
        self.knows(&vertex).then_some((vertex.point, self.last))
    }

    fn settles(&mut self, outward: V::Wide, corners: &[VertexIndex]) -> bool {
        if !self.smooth {
            return false;
        }
        let (start, mut bent) = (outward * outward.length().recip(), Bent::new());
        let vertices: SmallVec<[&Vertex<V>; 3]> = corners.iter().map(|&corner| &self.record[corner]).collect();
        let met = bend_to_line(self.difference, &vertices, (self.line, start), &mut bent);
        drop(vertices);
        let Some((normal, weights)) = met else { return false };
        if !(normal.dot(self.line) < 0.0) {
            return false;
        }
        let Some((point, _)) = self.farthest(normal) else { return false };
        let meets = Meets::of((normal, normal.dot(point)), bent.iter().zip(weights));
        let (_, between) = meets.at(self.difference, self.line);
        self.met = Some(meets);
        between.length() <= self.within
    }
}
