//! Queries of two shapes, the first of which is a collider's. [`ColliderShape`] is a [`Geometry`]
//! of each vector type, but not generically.

use clinch_composite::{ColliderShape, Geometry, GeometryVisitor};
use clinch_composite_contact::ColliderSpace;

use crate::pair_query::{PairQuery, ThenB};

/// [`query_pair`](crate::pair_query::query_pair) with the shape of a collider as A.
pub(crate) fn query_collider<V: ColliderSpace, Q: PairQuery<V>>(
    a: &ColliderShape<V>,
    b: &(impl Geometry<V> + ?Sized),
    query: Q,
) -> Q::Output {
    visit_collider(a, ThenB { b, query })
}

/// [`Geometry::visit`] of the shape of a collider, for any vector.
pub(crate) fn visit_collider<V: ColliderSpace, Q: GeometryVisitor<V>>(shape: &ColliderShape<V>, visitor: Q) -> Q::Output {
    match shape {
        ColliderShape::Convex(shape) => visitor.convex(shape),
        ColliderShape::Composite(shape) => visitor.composite(shape),
    }
}
