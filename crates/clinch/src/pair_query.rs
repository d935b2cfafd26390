//! Queries of two shapes, each convex or composite.
//!
//! * Two convex shapes go to [`PairQuery::convex`], which is compiled for their types.
//! * All others go to [`PairQuery::composite`], whose A is composite and which knows no types: a
//!   convex A is exchanged with B.
//!
//! Each shape calls a visitor, so no code is compiled for a pair of types that cannot exist. A
//! program without composite shapes contains nothing of theirs.

use clinch_composite::{Composite, Geometry, GeometryVisitor};
use clinch_shapes::Convex;
use clinch_support::Vector;

use crate::composite_pair::Other;

/// What is computed of two shapes.
pub(crate) trait PairQuery<V: Vector> {
    type Output;

    fn convex<A: Convex<V>, B: Convex<V>>(self, a: &A, b: &B) -> Self::Output;

    /// `swapped`: the caller's A is `b`.
    fn composite(self, a: &dyn Composite<V>, b: Other<'_, V>, swapped: bool) -> Self::Output;
}

#[inline(always)]
pub(crate) fn query_pair<V: Vector, Q: PairQuery<V>>(
    a: &(impl Geometry<V> + ?Sized),
    b: &(impl Geometry<V> + ?Sized),
    query: Q,
) -> Q::Output {
    a.visit(ThenB { b, query })
}

/// Visits A.
pub(crate) struct ThenB<'s, B: ?Sized, Q> {
    pub(crate) b: &'s B,
    pub(crate) query: Q,
}

impl<V: Vector, B: Geometry<V> + ?Sized, Q: PairQuery<V>> GeometryVisitor<V> for ThenB<'_, B, Q> {
    type Output = Q::Output;

    #[inline(always)]
    fn convex<A: Convex<V>>(self, a: &A) -> Q::Output {
        self.b.visit(AfterConvex { a, query: self.query })
    }

    #[inline(always)]
    fn composite(self, a: &dyn Composite<V>) -> Q::Output {
        self.b.visit(AfterComposite { a, query: self.query })
    }
}

/// Visits B after a convex A.
struct AfterConvex<'s, A, Q> {
    a: &'s A,
    query: Q,
}

impl<V: Vector, A: Convex<V>, Q: PairQuery<V>> GeometryVisitor<V> for AfterConvex<'_, A, Q> {
    type Output = Q::Output;

    #[inline(always)]
    fn convex<B: Convex<V>>(self, b: &B) -> Q::Output {
        self.query.convex(self.a, b)
    }

    #[inline(always)]
    fn composite(self, b: &dyn Composite<V>) -> Q::Output {
        self.query.composite(b, Other::Convex(self.a), true)
    }
}

/// Visits B after a composite A.
struct AfterComposite<'s, V: Vector, Q> {
    a: &'s dyn Composite<V>,
    query: Q,
}

impl<V: Vector, Q: PairQuery<V>> GeometryVisitor<V> for AfterComposite<'_, V, Q> {
    type Output = Q::Output;

    #[inline(always)]
    fn convex<B: Convex<V>>(self, b: &B) -> Q::Output {
        self.query.composite(self.a, Other::Convex(b), false)
    }

    #[inline(always)]
    fn composite(self, b: &dyn Composite<V>) -> Q::Output {
        self.query.composite(self.a, Other::Composite(b), false)
    }
}
