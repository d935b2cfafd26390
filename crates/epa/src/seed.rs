//! From GJK's simplex to a polytope with a volume.
//!
//! * GJK may end with 1 to 4 vertices, on a simplex that the origin touches. EPA needs one more vertex than there are dimensions, and a volume.
//! * Vertices are taken one by one, the one farthest from the span of those before it first: from the simplex, else from everything in the
//!   record, else by asking both ways along a direction orthogonal to the span.
//! * If A − B reaches nowhere along such a direction it is flat: its depth along it is 0, and the direction is the normal.

use clinch_gjk::{GjkVector, Simplex};
use clinch_support::{Difference, Record, SupportMap, VertexIndex};
use smallvec::SmallVec;

use crate::polytope::Expand;

/// Corners of the first polytope.
pub(crate) type Corners = SmallVec<[VertexIndex; 4]>;

/// What the seed became.
pub(crate) enum Seed<W> {
    /// Affinely independent corners.
    Solid(Corners),
    /// A − B has no thickness along this unit direction.
    Flat(W),
}

/// A corner this near to the span of the others, relative to the size of A − B, makes a polytope without a volume in f64. Larger: thin but solid
/// differences are called flat, and their depth is off by the fraction. Smaller: the first normals are rounding.
const FLAT: f64 = 64.0 * f64::EPSILON;

/// A corner less high than this, relative to the size, is good enough only if nothing better is found: normals of a thinner first polytope
/// are off by up to f64::EPSILON over this fraction.
const THIN: f64 = 1e-5;

/// Completes `simplex` to a polytope with a volume. The second value is the number of support calls made.
pub(crate) fn complete<V, A, B>(difference: &Difference<'_, A, B, V>, simplex: &Simplex, record: &mut Record<V>) -> (Seed<V::Wide>, u32)
where
    V: Expand,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    let flat = FLAT * difference.size();
    // A simplex that encloses the origin is the best of seeds, however thin: support maps in f32 may never find the origin's side of it again.
    let thin = if simplex.len() > V::DIM { flat } else { THIN * difference.size() };
    let mut calls = 0;
    let mut span = Span::new();
    let first = match simplex.first() {
        Some(&first) => first,
        None => {
            calls += 1;
            record.push(difference.vertex(difference.between_centers()))
        }
    };
    let base = record[first].point;
    let mut corners = Corners::from_elem(first, 1);
    while corners.len() <= V::DIM {
        let height = |index: VertexIndex, record: &Record<V>| span.height(record[index].point - base);
        let mut best = highest(simplex.iter().copied(), |index| height(index, record));
        if !(best.1 > thin) {
            best = better(best, highest(record.indices(), |index| height(index, record)));
        }
        if !(best.1 > thin) {
            let direction = span.orthogonal();
            for direction in [direction, -direction] {
                calls += 1;
                let asked = record.push(difference.vertex(direction));
                best = better(best, (asked, height(asked, record)));
            }
            if !(best.1 > flat) {
                return (Seed::Flat(direction), calls);
            }
        }
        corners.push(best.0);
        span.extend(record[best.0].point - base);
    }
    (Seed::Solid(corners), calls)
}

fn better(a: (VertexIndex, f64), b: (VertexIndex, f64)) -> (VertexIndex, f64) {
    if b.1 > a.1 { b } else { a }
}

/// The first of the highest; nothing at all is less high than any.
fn highest(candidates: impl Iterator<Item = VertexIndex>, height: impl Fn(VertexIndex) -> f64) -> (VertexIndex, f64) {
    let mut candidates = candidates.map(|index| (index, height(index)));
    let Some(first) = candidates.next() else { return (VertexIndex::default(), f64::NEG_INFINITY) };
    candidates.fold(first, better)
}

/// An orthonormal basis of the directions taken so far.
struct Span<W> {
    units: SmallVec<[W; 3]>,
}

impl<W: GjkVector> Span<W> {
    fn new() -> Self {
        Self { units: SmallVec::new() }
    }

    /// The part of `vector` orthogonal to the span; twice, so that rounding is orthogonal, too.
    fn rest(&self, vector: W) -> W {
        let once = |vector: W| self.units.iter().fold(vector, |rest, &unit| rest - unit * rest.dot(unit));
        once(once(vector))
    }

    fn height(&self, vector: W) -> f64 {
        self.rest(vector).length()
    }

    fn extend(&mut self, vector: W) {
        let rest = self.rest(vector);
        self.units.push(rest * rest.length().recip());
    }

    /// A unit vector orthogonal to the span, as near to an axis as can be.
    fn orthogonal(&self) -> W {
        let mut best = (W::unit(0), f64::NEG_INFINITY);
        for axis in 0..W::DIM {
            let rest = self.rest(W::unit(axis));
            let length = rest.length();
            if length > best.1 {
                best = (rest * length.recip(), length);
            }
        }
        best.0
    }
}
