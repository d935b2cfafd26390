//! The contacts that are kept.

use core::cmp::Ordering;

use clinch_composite::SubShapeId;
use clinch_contact::Separation;
use clinch_support::Vector;

/// A contact that is kept, unless other parts cover it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kept<V: Vector> {
    pub(crate) id: SubShapeId,
    pub(crate) separation: Separation<V>,
    /// The point of the part where it is touched, or touched first.
    pub(crate) place: V::Wide,
    /// Its normal cone is not known, so other parts may cover it.
    pub(crate) is_candidate: bool,
    /// Others do.
    pub(crate) is_covered: bool,
    /// It covers another that is equally deep but for rounding, so it stays.
    pub(crate) is_certificate: bool,
    /// The index of the contact that its manifold begins with: the first whose normal is nearly the
    /// same. `usize::MAX` if it is covered.
    pub(crate) leader: usize,
}

impl<V: Vector> Kept<V> {
    pub(crate) fn new(id: SubShapeId, separation: Separation<V>, is_candidate: bool) -> Self {
        Self { id, separation, place: separation.point_a, is_candidate, is_covered: false, is_certificate: false, leader: usize::MAX }
    }
}

/// Sorts contacts, the deepest first.
pub(crate) fn sort<V: Vector>(kept: &mut [Kept<V>]) {
    // By what they are before their ids, so that the order of the parts chooses nothing.
    kept.sort_by(|one, other| {
        let [a, b] = [&one.separation, &other.separation];
        let order = a.distance.total_cmp(&b.distance).then_with(|| compare(a.normal, b.normal));
        let order = order.then_with(|| compare(a.point_a, b.point_a)).then_with(|| compare(a.point_b, b.point_b));
        order.then(one.id.cmp(&other.id))
    });
}

/// By the first coordinate that differs.
pub(crate) fn compare<W: Vector<Scalar = f64>>(one: W, other: W) -> Ordering {
    (0..W::DIM).fold(Ordering::Equal, |order, i| order.then(one.get(i).total_cmp(&other.get(i))))
}
