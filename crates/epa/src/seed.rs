//! The first polytope: GJK's simplex, completed until it has a volume.
//!
//! * GJK may end with 1 to 4 vertices, on a simplex that has the origin on its border. EPA needs
//!   one vertex more than there are dimensions, affinely independent.
//! * Vertices are added one by one, each the farthest from the affine hull of those before: first
//!   from the simplex, then from the whole record, then by support calls in both directions along a
//!   vector orthogonal to the hull.
//! * If A − B does not extend along such a vector, it is flat: its depth along the vector is 0, and
//!   the vector is the normal.

use clinch_gjk::{GjkVector, Simplex};
use clinch_support::{Difference, Record, SupportMap, VertexIndex};
use smallvec::SmallVec;

use crate::polytope::EpaSpace;

/// The corners of the first polytope.
pub(crate) type Corners = SmallVec<[VertexIndex; 4]>;

/// The result of completing a simplex.
pub(crate) enum Seed<W> {
    /// Affinely independent corners.
    Solid(Corners),
    /// A − B has no thickness along this unit vector.
    Flat(W),
}

/// Relative to the size of A − B: a corner this near to the affine hull of the others makes a
/// polytope without a volume in `f64`. Larger: thin but solid differences count as flat, and their
/// depth is off by the fraction. Smaller: the first normals are rounding.
const FLAT: f64 = 64.0 * f64::EPSILON;

/// Relative to the size of A − B: a corner nearer than this to the affine hull is accepted only if
/// no better one is found. The normals of a thinner first polytope are off by up to `f64::EPSILON`
/// over this fraction.
const THIN: f64 = 1e-5;

/// A vertex, and its distance from the affine hull of the corners so far.
#[derive(Clone, Copy)]
struct Candidate {
    index: VertexIndex,
    height: f64,
}

/// Completes `simplex` to a polytope with a volume. The second value is the number of support calls
/// made.
pub(crate) fn complete<V, A, B>(difference: &Difference<'_, A, B, V>, simplex: &Simplex, record: &mut Record<V>) -> (Seed<V::Wide>, u32)
where
    V: EpaSpace,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    let flat = FLAT * difference.size();
    // A simplex that encloses the origin is the best seed, however thin: support maps in `f32` may
    // never find the origin's side of it again.
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
        if !(best.height > thin) {
            best = higher(best, highest(record.indices(), |index| height(index, record)));
        }
        if !(best.height > thin) {
            let direction = span.orthogonal();
            for direction in [direction, -direction] {
                calls += 1;
                let index = record.push(difference.vertex(direction));
                best = higher(best, Candidate { index, height: height(index, record) });
            }
            if !(best.height > flat) {
                return (Seed::Flat(direction), calls);
            }
        }
        corners.push(best.index);
        span.extend(record[best.index].point - base);
    }
    (Seed::Solid(corners), calls)
}

/// The higher of two; the first of equals.
fn higher(a: Candidate, b: Candidate) -> Candidate {
    if b.height > a.height { b } else { a }
}

/// The first of the highest. Without candidates the height is −∞.
fn highest(candidates: impl Iterator<Item = VertexIndex>, height: impl Fn(VertexIndex) -> f64) -> Candidate {
    let mut candidates = candidates.map(|index| Candidate { index, height: height(index) });
    let Some(first) = candidates.next() else { return Candidate { index: VertexIndex::default(), height: f64::NEG_INFINITY } };
    candidates.fold(first, higher)
}

/// An orthonormal basis of the affine hull of the corners so far.
struct Span<W> {
    units: SmallVec<[W; 3]>,
}

impl<W: GjkVector> Span<W> {
    fn new() -> Self {
        Self { units: SmallVec::new() }
    }

    /// The component of `vector` orthogonal to the span. Computed twice, so that its rounding is
    /// orthogonal as well.
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

    /// A unit vector orthogonal to the span, from the coordinate axis that is most nearly
    /// orthogonal to it.
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
