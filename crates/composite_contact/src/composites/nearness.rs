//! Overlaps and distances of two composite shapes, in A's frame, as sets of points.
//!
//! Each part of B is a body of its own: the answer is the least of theirs. What no part of B shows
//! is that A is inside of a solid B without touching its surface. Then a part of A has its middle
//! there.

use clinch_bvh::AabbDifference;
use clinch_composite::{Composite, Sides, SubShapeId, posed_bounds};
use clinch_contact::{Pair, Recycling, Separation, Settings, Space};
use clinch_shapes::{Aabb, Convex};
use clinch_support::{Frame, Pose, Scalar, Vector};

use crate::distance::{CompositeDistance, distance as distance_of_body};
use crate::enclosed_parts::has_middle_inside;
use crate::near_first::near_first;
use crate::not_negative::not_negative;
use crate::order::lexicographic;
use crate::overlap::overlap as overlap_body;
use crate::relation::CompositeRelation;
use crate::scratch::CompositeScratch;
use crate::separation::separation as separation_of_body;
use crate::swap::swapped_settings;
use crate::two_composites::collide_composites;

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

/// The same, grown by the skins. `None` if an input is not finite.
fn bounds_with_skins<V: Space>(pair: &Composites<'_, V>, settings: &Settings<V::Scalar>) -> Option<Aabb<V::Wide>> {
    let skins = not_negative(settings.skin_a) + not_negative(settings.skin_b);
    (pair.b_in_a.is_finite() && skins.is_finite()).then(|| bounds_in_b(pair).grown(skins))
}

/// Whether the middle of a part of A is inside of B.
pub(crate) fn is_inside<V: Space>(pair: &Composites<'_, V>) -> bool {
    if pair.b.sides() != Sides::Solid {
        return false;
    }
    let (frame, mut inside) = (Frame::<V>::new(&pair.b_in_a), false);
    near_first(pair.a, posed_bounds(&pair.b.bounds(), &pair.b_in_a), 0.0, |id, limit| {
        inside = has_middle_inside(pair, &frame, id);
        (!inside).then_some(limit)
    });
    inside
}

/// Do two composite shapes touch or overlap?
///
/// As [`overlap`](crate::overlap()), each part of B being a body, and the inside of a solid belongs
/// to it whichever of the two it is. The margin is ignored, skins are not. `None` if an input is
/// not finite.
///
/// Compiled once for shapes of all kinds. Costs a query for each part of B near A, until one
/// touches.
///
/// ```
/// use clinch_composite::Voxels;
/// use clinch_composite_contact::{CompositeScratch, overlap_composites};
/// use clinch_contact::{Pair, Settings};
/// use clinch_support::Pose;
/// use glam::{DVec3, Vec3};
///
/// let bar = Voxels::new(Vec3::ONE, [[0, 0, 0], [1, 0, 0]]).unwrap();
/// let touches = |x| {
///     let pair = Pair { a: &bar as _, b: &bar as _, b_in_a: Pose::at(DVec3::X * x) };
///     overlap_composites(&pair, &Settings::default(), &mut CompositeScratch::new())
/// };
/// assert_eq!([1.5, 2.5, f64::NAN].map(touches), [Some(true), Some(false), None]);
/// ```
pub fn overlap_composites<V: Space>(
    pair: &Pair<V, &dyn Composite<V>, &dyn Composite<V>>,
    settings: &Settings<V::Scalar>,
    scratch: &mut CompositeScratch<V>,
) -> Option<bool> {
    let bounds = bounds_with_skins(pair, settings)?;
    let (mut touches, mut undefined) = (false, false);
    near_first(pair.b, bounds, 0.0, |id, limit| {
        with_body(pair, id, |body, _, _| match overlap_body(body, settings, scratch) {
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

/// The nearest parts so far. Of equally near ones those with the least normal, points and ids, so
/// that the order of the parts chooses no point.
struct Nearest<V: Vector> {
    separation: Separation<V>,
    sub_shapes: SubShapes,
    /// The distance, at least that of the part's box.
    order: f64,
}

impl<V: Space> Nearest<V> {
    fn is_before(&self, other: &Self) -> bool {
        let (one, two) = (&self.separation, &other.separation);
        let order = self.order.total_cmp(&other.order).then_with(|| lexicographic(one.normal, two.normal));
        let order = order.then_with(|| lexicographic(one.point_a, two.point_a)).then_with(|| lexicographic(one.point_b, two.point_b));
        order.then(self.sub_shapes.cmp(&other.sub_shapes)).is_lt()
    }
}

/// The separation of a part of B, with its point in B's frame.
fn in_b<V: Space>(separation: &Separation<V>, pose: Option<&Pose<V::Wide>>) -> Separation<V> {
    let point_b = pose.map_or(separation.point_b, |pose| pose.point(separation.point_b));
    Separation { point_b, ..*separation }
}

/// How far apart are two composite shapes, if it is not farther than the margin?
///
/// As [`distance`](fn@crate::distance), from either side of a surface, between the two nearest
/// parts. The margin may be infinite. Compiled once for shapes of all kinds; costs a query for each
/// part of B near A, so let B be the shape with fewer parts.
///
/// ```
/// use clinch_composite::Voxels;
/// use clinch_composite_contact::{CompositeDistance, CompositeScratch, distance_composites};
/// use clinch_contact::{Pair, Settings};
/// use clinch_support::Pose;
/// use glam::{DVec3, Vec3};
///
/// let bar = Voxels::new(Vec3::ONE, [[0, 0, 0], [1, 0, 0]]).unwrap();
/// let pair = Pair { a: &bar as _, b: &bar as _, b_in_a: Pose::at(DVec3::X * 5.0) };
/// let settings = Settings::with_margin(f32::INFINITY);
/// let apart = distance_composites(&pair, &settings, &mut CompositeScratch::new());
/// let CompositeDistance::Apart { separation, .. } = apart else { panic!("{apart:?}") };
/// assert_eq!((separation.distance, separation.normal), (3.0, DVec3::X));
/// ```
pub fn distance_composites<V: Space>(
    pair: &Pair<V, &dyn Composite<V>, &dyn Composite<V>>,
    settings: &Settings<V::Scalar>,
    scratch: &mut CompositeScratch<V>,
) -> CompositeDistance<V> {
    let Some(bounds) = bounds_with_skins(pair, settings) else { return CompositeDistance::Undefined };
    let limit = not_negative(settings.margin);
    let (mut nearest, mut lower, mut upper) = (None::<Nearest<V>>, f64::INFINITY, f64::INFINITY);
    let (mut touches, mut undefined) = (false, false);
    near_first(pair.b, bounds, limit, |id, limit| {
        with_body(pair, id, |body, pose, part_bounds| match distance_of_body(body, settings, scratch) {
            CompositeDistance::Apart { separation, sub_shapes: [of_a, _] } => {
                // With the bound of its box, a part that the search need not visit decides nothing.
                let gap = AabbDifference::<V>::new(&bounds, part_bounds, 0.0).distance();
                (lower, upper) = (lower.min(separation.lower.max(gap)), upper.min(separation.upper));
                let order = separation.distance.max(gap);
                let found = Nearest { separation: in_b(&separation, pose), sub_shapes: [of_a, Some(id)], order };
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
        return CompositeDistance::Undefined;
    }
    if touches || is_inside(pair) {
        return CompositeDistance::Touching;
    }
    match nearest {
        Some(Nearest { separation, sub_shapes, .. }) => {
            let (lower, upper) = (lower.min(separation.distance), upper.max(separation.distance));
            CompositeDistance::Apart { separation: Separation { lower, upper, ..separation }, sub_shapes }
        }
        None => CompositeDistance::Beyond { at_least: limit },
    }
}

/// How far apart are two composite shapes, or how deep do they overlap?
///
/// As [`separation`](fn@crate::separation): apart, it is the distance; where they touch, the
/// separation of their deepest contact along its normal, and without a contact, as for a surface
/// that is touched from behind, that of the deepest part of B, else of A. Compiled once for shapes
/// of all kinds.
///
/// ```
/// use clinch_composite::Voxels;
/// use clinch_composite_contact::{CompositeRelation, CompositeScratch, separation_composites};
/// use clinch_contact::{Pair, Settings};
/// use clinch_support::Pose;
/// use glam::{DVec3, Vec3};
///
/// let bar = Voxels::new(Vec3::ONE, [[0, 0, 0], [1, 0, 0]]).unwrap();
/// let pair = Pair { a: &bar as _, b: &bar as _, b_in_a: Pose::at(DVec3::X * 1.75) };
/// let overlap = separation_composites(&pair, &Settings::default(), &mut CompositeScratch::new());
/// let CompositeRelation::Near { separation, .. } = overlap else { panic!("{overlap:?}") };
/// assert_eq!((separation.distance, separation.normal), (-0.25, DVec3::X));
/// ```
pub fn separation_composites<V: Space>(
    pair: &Pair<V, &dyn Composite<V>, &dyn Composite<V>>,
    settings: &Settings<V::Scalar>,
    scratch: &mut CompositeScratch<V>,
) -> CompositeRelation<V> {
    match distance_composites(pair, settings, scratch) {
        CompositeDistance::Apart { separation, sub_shapes } => CompositeRelation::Near { separation, sub_shapes },
        CompositeDistance::Beyond { at_least } => CompositeRelation::Beyond { at_least },
        CompositeDistance::Undefined => CompositeRelation::Undefined,
        CompositeDistance::Touching => {
            let at_touch = Settings { margin: V::Scalar::ZERO, recycling: Recycling::Off, ..*settings };
            let touching = collide_composites(pair, &at_touch, scratch, &mut Vec::new());
            if !matches!(touching, CompositeRelation::Beyond { .. }) {
                return touching;
            }
            // Without a contact: touched from behind, or one is inside of the other.
            deepest(pair, settings, scratch)
                .or_else(|| {
                    let other = exchanged(pair);
                    deepest(&other, &swapped_settings(settings), scratch).map(|of_a| of_a.swapped(&other.b_in_a))
                })
                .unwrap_or(touching)
        }
    }
}

/// The least separation of a part of B from A, if one is not proved to be apart.
fn deepest<V: Space>(
    pair: &Composites<'_, V>,
    settings: &Settings<V::Scalar>,
    scratch: &mut CompositeScratch<V>,
) -> Option<CompositeRelation<V>> {
    let bounds = bounds_with_skins(pair, settings)?;
    let mut deepest = None::<Nearest<V>>;
    near_first(pair.b, bounds, 0.0, |id, limit| {
        with_body(pair, id, |body, pose, _| {
            let relation = separation_of_body(body, settings, scratch);
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
