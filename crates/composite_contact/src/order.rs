//! The orders that ties are broken by, so that the order of the parts chooses no answer.

use core::cmp::Ordering;

use clinch_contact::Separation;
use clinch_support::Vector;

/// By the first coordinate that differs.
pub(crate) fn lexicographic<W: Vector<Scalar = f64>>(one: W, other: W) -> Ordering {
    (0..W::DIM).fold(Ordering::Equal, |order, i| order.then(one.get(i).total_cmp(&other.get(i))))
}

/// The least distance first, which is the deepest; then by the normal and the points.
pub(crate) fn by_depth<V: Vector>(one: &Separation<V>, other: &Separation<V>) -> Ordering {
    let order = one.distance.total_cmp(&other.distance).then_with(|| lexicographic(one.normal, other.normal));
    order.then_with(|| lexicographic(one.point_a, other.point_a)).then_with(|| lexicographic(one.point_b, other.point_b))
}
