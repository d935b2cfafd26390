//! Overlaps and distances of two composite shapes, in A's frame.
//!
//! Each part of B is a body of its own: the answer is the least of theirs. What no part of B shows
//! is that A is inside of a solid B without touching its surface. Then a part of A has its middle
//! there.

use clinch_composite::{Composite, Sides, SubShapeId, posed_bounds};
use clinch_composite_contact::{
    CompositeDistance, CompositeRelation, CompositeScratch, collide_composites, distance as distance_of_body, near_first,
    overlap as overlap_body, separation as separation_of_body,
};
use clinch_contact::{Pair, Separation, Settings, Space};
use clinch_shapes::{Aabb, Convex};
use clinch_support::{Frame, Pose, Scalar, Vector};

use crate::aabb_difference::AabbDifference;

/// Two composite shapes.
pub(crate) type Composites<'p, V> = Pair<V, &'p dyn Composite<V>, &'p dyn Composite<V>>;
/// A composite shape and a part of another one.
pub(crate) type PartAsBody<'p, V> = Pair<V, &'p dyn Composite<V>, &'p dyn Convex<V>>;
/// The parts of A and B.
pub(crate) type SubShapes = [Option<SubShapeId>; 2];

/// Calls `visit` with A and a part of B, the part's pose in B, and its bounds there.
pub(crate) fn with_body<V: Space>(
    pair: &Composites<'_, V>,
    id: SubShapeId,
    mut visit: impl FnMut(&PartAsBody<'_, V>, Option<&Pose<V::Wide>>, &Aabb<V::Wide>),
) {
    pair.b.sub_shape(id, &mut |part, pose| {
        let b_in_a = pose.map_or(pair.b_in_a, |pose| pair.b_in_a.after(pose));
        visit(&Pair { a: pair.a, b: part, b_in_a }, pose, &part.bounds(pose.unwrap_or(&Pose::IDENTITY)));
    });
}

/// The pair with A and B exchanged.
pub(crate) fn exchanged<'p, V: Space>(pair: &Composites<'p, V>) -> Composites<'p, V> {
    Pair { a: pair.b, b: pair.a, b_in_a: a_in_b(pair) }
}

pub(crate) fn a_in_b<V: Space>(pair: &Composites<'_, V>) -> Pose<V::Wide> {
    Pose::<V::Wide>::IDENTITY.relative_to(&pair.b_in_a)
}

/// The bounds of A in B's frame.
pub(crate) fn bounds_in_b<V: Space>(pair: &Composites<'_, V>) -> Aabb<V::Wide> {
    posed_bounds(&pair.a.bounds(), &a_in_b(pair))
}

/// Whether the middle of a part of A is inside of B.
pub(crate) fn is_inside<V: Space>(pair: &Composites<'_, V>) -> bool {
    if pair.b.sides() != Sides::Solid {
        return false;
    }
    let (frame, mut inside) = (Frame::<V>::new(&pair.b_in_a), false);
    near_first(pair.a, posed_bounds(&pair.b.bounds(), &pair.b_in_a), 0.0, |id, limit| {
        pair.a.sub_shape(id, &mut |part, pose| {
            let middle = part.interior().widen();
            inside |= pair.b.contains(frame.to_b(pose.map_or(middle, |pose| pose.point(middle))));
        });
        (!inside).then_some(limit)
    });
    inside
}

/// `None` if an input is not finite.
pub(crate) fn overlap<V: Space>(pair: &Composites<'_, V>, scratch: &mut CompositeScratch<V>) -> Option<bool> {
    if !pair.b_in_a.is_finite() {
        return None;
    }
    let (mut touches, mut undefined) = (false, false);
    near_first(pair.b, bounds_in_b(pair), 0.0, |id, limit| {
        with_body(pair, id, |body, _, _| match overlap_body(body, &Settings::default(), scratch) {
            Some(of_part) => touches |= of_part,
            None => undefined = true,
        });
        (!touches).then_some(limit)
    });
    match (touches, undefined) {
        (true, _) => Some(true),
        (false, true) => None,
        (false, false) => Some(is_inside(pair)),
    }
}

/// The nearest parts so far. Of equally near ones those with the least normal and ids.
struct Nearest<V: Vector> {
    separation: Separation<V>,
    sub_shapes: SubShapes,
    /// The distance, at least that of the part's box.
    order: f64,
}

impl<V: Space> Nearest<V> {
    fn is_before(&self, other: &Self) -> bool {
        let order = self.order.total_cmp(&other.order).then(compare(self.separation.normal, other.separation.normal));
        order.then(self.sub_shapes.cmp(&other.sub_shapes)).is_lt()
    }
}

/// By the first coordinate that differs.
pub(crate) fn compare<W: Vector<Scalar = f64>>(one: W, other: W) -> core::cmp::Ordering {
    (0..W::DIM).fold(core::cmp::Ordering::Equal, |order, i| order.then(one.get(i).total_cmp(&other.get(i))))
}

/// The separation of a part of B, with its point in B's frame.
fn in_b<V: Space>(separation: &Separation<V>, pose: Option<&Pose<V::Wide>>) -> Separation<V> {
    let point_b = pose.map_or(separation.point_b, |pose| pose.point(separation.point_b));
    Separation { point_b, ..*separation }
}

/// The distance, up to a margin, and the parts it is measured between.
pub(crate) fn distance<V: Space>(
    pair: &Composites<'_, V>,
    margin: V::Scalar,
    scratch: &mut CompositeScratch<V>,
) -> (CompositeDistance<V>, SubShapes) {
    if !pair.b_in_a.is_finite() {
        return (CompositeDistance::Undefined, [None, None]);
    }
    let (settings, bounds) = (Settings::with_margin(margin), bounds_in_b(pair));
    let limit = if margin > V::Scalar::ZERO { margin.widen() } else { 0.0 };
    let (mut nearest, mut lower, mut upper) = (None::<Nearest<V>>, f64::INFINITY, f64::INFINITY);
    let (mut touches, mut undefined) = (false, false);
    near_first(pair.b, bounds, limit, |id, limit| {
        with_body(pair, id, |body, pose, part_bounds| match distance_of_body(body, &settings, scratch) {
            CompositeDistance::Apart { separation, sub_shape } => {
                // With the bound of its box, a part that the search need not visit decides nothing.
                let gap = AabbDifference::<V>::new(&bounds, part_bounds, 0.0).distance();
                (lower, upper) = (lower.min(separation.lower.max(gap)), upper.min(separation.upper));
                let order = separation.distance.max(gap);
                let found = Nearest { separation: in_b(&separation, pose), sub_shapes: [Some(sub_shape), Some(id)], order };
                if nearest.as_ref().is_none_or(|nearest| found.is_before(nearest)) {
                    nearest = Some(found);
                }
            }
            CompositeDistance::Touching => touches = true,
            CompositeDistance::Beyond { .. } => {}
            CompositeDistance::Undefined => undefined = true,
        });
        (!touches && !undefined).then_some(limit.min(upper.max(0.0)))
    });
    if undefined {
        return (CompositeDistance::Undefined, [None, None]);
    }
    if touches || is_inside(pair) {
        return (CompositeDistance::Touching, [None, None]);
    }
    match nearest {
        Some(Nearest { separation, sub_shapes, .. }) => {
            let (lower, upper) = (lower.min(separation.distance), upper.max(separation.distance));
            let sub_shape = sub_shapes[0].unwrap_or(SubShapeId(0));
            (CompositeDistance::Apart { separation: Separation { lower, upper, ..separation }, sub_shape }, sub_shapes)
        }
        None => (CompositeDistance::Beyond { at_least: limit }, [None, None]),
    }
}

/// The distance up to a margin; if they touch, the separation of their deepest contact along its
/// normal.
pub(crate) fn separation<V: Space>(pair: &Composites<'_, V>, margin: V::Scalar, scratch: &mut CompositeScratch<V>) -> CompositeRelation<V> {
    match distance(pair, margin, scratch) {
        (CompositeDistance::Apart { separation, .. }, sub_shapes) => CompositeRelation::Near { separation, sub_shapes },
        (CompositeDistance::Beyond { at_least }, _) => CompositeRelation::Beyond { at_least },
        (CompositeDistance::Undefined, _) => CompositeRelation::Undefined,
        (CompositeDistance::Touching, _) => {
            let touching = collide_composites(pair, &Settings::with_margin(V::Scalar::ZERO), scratch, &mut Vec::new());
            if !matches!(touching, CompositeRelation::Beyond { .. }) {
                return touching;
            }
            // Without a contact: touched from behind, or one is inside of the other.
            let other = exchanged(pair);
            let of_b = deepest(pair, margin, scratch);
            of_b.or_else(|| deepest(&other, margin, scratch).map(|of_a| of_a.swapped(&other.b_in_a))).unwrap_or(touching)
        }
    }
}

/// The least separation of a part of B from A, if one is not proved to be apart.
fn deepest<V: Space>(pair: &Composites<'_, V>, margin: V::Scalar, scratch: &mut CompositeScratch<V>) -> Option<CompositeRelation<V>> {
    let mut deepest = None::<Nearest<V>>;
    near_first(pair.b, bounds_in_b(pair), 0.0, |id, limit| {
        with_body(pair, id, |body, pose, _| {
            let relation = separation_of_body(body, &Settings::with_margin(margin), scratch);
            let CompositeRelation::Near { separation, sub_shapes: [of_a, _] } = relation else { return };
            let found = Nearest { separation: in_b(&separation, pose), sub_shapes: [of_a, Some(id)], order: separation.distance };
            if separation.is_touching() && deepest.as_ref().is_none_or(|deepest| found.is_before(deepest)) {
                deepest = Some(found);
            }
        });
        Some(limit)
    });
    deepest.map(|Nearest { separation, sub_shapes, .. }| CompositeRelation::Near { separation, sub_shapes })
}
