//! The separation of a body and a composite shape, wherever the body is.

use clinch_composite::Composite;
use clinch_contact::{
    Memory, Pair, Recycling, Relation, Separation, Settings, Space, distance as distance_of_part, measure as measure_part, separation_along,
};
use clinch_shapes::{Convex, Point};
use clinch_support::{Pose, Scalar};

use crate::body::Body;
use crate::collide::measure;
use crate::distance::{CompositeDistance, distance};
use crate::nearest_part::{Nearest, NearestPart};
use crate::not_negative::not_negative;
use crate::part::{Part, with_part};
use crate::relation::CompositeRelation;
use crate::scratch::CompositeScratch;

/// How far apart are a body and a shape made of convex parts, or how deep do they overlap?
///
/// * Apart, the answer is that of [`distance`]: from either side of a surface.
/// * Where they touch, it is that of [`measure`]: the separation from the part that the body is
///   deepest in, along its normal.
/// * If no part has such a contact, it is the way out: of a solid that the body is inside of, the
///   separation along the direction from the middle of the body to the nearest place of the
///   surface; else, as for a surface that is touched from behind, that of the deepest part alone.
///
/// The bounds of a separation of shapes that overlap are those of this part along this normal. The
/// depth of the whole may be more.
///
/// [`Beyond`](CompositeRelation::Beyond) only if they are farther apart than the margin.
///
/// ```
/// use clinch_composite::TriMesh;
/// use clinch_composite_contact::{CompositeRelation, CompositeScratch, separation};
/// use clinch_contact::{Pair, Settings};
/// use clinch_shapes::{Ball, ShapeError};
/// use clinch_support::Pose;
/// use glam::{DVec3, Vec3};
///
/// let floor = TriMesh::new(vec![Vec3::ZERO, Vec3::X, Vec3::Y], vec![[0, 1, 2]]).unwrap();
/// for (z, distance) in [(2.0, 1.75), (0.125, -0.125)] {
///     let pair =
///         Pair { a: &floor, b: Ball::new(0.25)?, b_in_a: Pose::at(DVec3::new(0.25, 0.25, z)) };
///     let near =
///         separation(&pair, &Settings::with_margin(f32::INFINITY), &mut CompositeScratch::new());
///     let CompositeRelation::Near { separation, .. } = near else { panic!("{near:?}") };
///     assert_eq!((separation.distance, separation.normal), (distance, DVec3::Z));
/// }
/// # Ok::<(), ShapeError>(())
/// ```
pub fn separation<V: Space, C: Composite<V> + ?Sized, B: Convex<V>>(
    pair: &Pair<V, &C, B>,
    settings: &Settings<V::Scalar>,
    scratch: &mut CompositeScratch<V>,
) -> CompositeRelation<V> {
    match distance(pair, settings, scratch) {
        CompositeDistance::Beyond { at_least } => CompositeRelation::Beyond { at_least },
        CompositeDistance::Apart { separation, sub_shapes } => CompositeRelation::Near { separation, sub_shapes },
        CompositeDistance::Touching => match touching_separation(pair, &Settings { margin: V::Scalar::ZERO, ..*settings }, scratch) {
            // Not proved to be apart, and no part is touched: by rounding they are between. Of a
            // surface that may be touched from behind, so not what `measure` says.
            CompositeRelation::Beyond { .. } => separation_from_nearest(pair, settings, scratch),
            answer => answer,
        },
        CompositeDistance::Undefined => CompositeRelation::Undefined,
    }
}

/// The separation of a body that is within the margin of a part, or inside of the shape.
pub(crate) fn touching_separation<V: Space, C: Composite<V> + ?Sized, B: Convex<V>>(
    pair: &Pair<V, &C, B>,
    settings: &Settings<V::Scalar>,
    scratch: &mut CompositeScratch<V>,
) -> CompositeRelation<V> {
    match measure(pair, settings, scratch) {
        CompositeRelation::Beyond { .. } => {}
        answer => return answer,
    }
    separation_from_inside(pair, settings, scratch).unwrap_or_else(|| separation_from_nearest(pair, settings, scratch))
}

/// The separation from the nearest or deepest part alone, from either side of it.
fn separation_from_nearest<V: Space, C: Composite<V> + ?Sized, B: Convex<V>>(
    pair: &Pair<V, &C, B>,
    settings: &Settings<V::Scalar>,
    scratch: &mut CompositeScratch<V>,
) -> CompositeRelation<V> {
    let settings = Settings { recycling: Recycling::Off, ..*settings };
    let of_part = |part: &Part<'_, V>| measure_part(&part.pair, &settings, &mut Memory::new(), &mut scratch.convex).relation;
    match NearestPart::new(pair, &settings).run(false, of_part) {
        Nearest::Apart { separation, sub_shape } | Nearest::Touching { separation, sub_shape } => {
            CompositeRelation::Near { separation, sub_shapes: [Some(sub_shape), None] }
        }
        Nearest::None => CompositeRelation::Beyond { at_least: 0.0 },
        Nearest::Undefined => CompositeRelation::Undefined,
    }
}

/// Out of a solid by the place of its surface that is nearest to the middle of the body. `None` if
/// the middle is not behind a surface.
fn separation_from_inside<V: Space, C: Composite<V> + ?Sized, B: Convex<V>>(
    pair: &Pair<V, &C, B>,
    settings: &Settings<V::Scalar>,
    scratch: &mut CompositeScratch<V>,
) -> Option<CompositeRelation<V>> {
    let middle = Body::new(pair, settings).middle;
    if !pair.a.contains(middle) {
        return None;
    }
    let point = Pair { a: pair.a, b: Point::new(V::ZERO).ok()?, b_in_a: Pose::<V::Wide>::at(middle) };
    let unlimited = Settings::with_margin(V::Scalar::INFINITY);
    let of_part =
        |part: &Part<'_, V>| -> Relation<V> { distance_of_part(&part.pair, &unlimited, &mut Memory::new(), &mut scratch.convex).relation };
    let Nearest::Apart { separation: inward, sub_shape } = NearestPart::new(&point, &unlimited).run(true, of_part) else { return None };
    let separation = with_part(pair, sub_shape, |part| {
        let outward = part.direction_in_part(-inward.normal);
        part.separation(separation_along(&part.pair, outward, settings))
    });
    // Where the body is deepest, and the place of the surface, with its skin, by which it leaves.
    separation.map(|separation| {
        let point_a = inward.point_a - inward.normal * not_negative(settings.skin_a);
        let separation = Separation { point_a, ..separation };
        CompositeRelation::Near { separation, sub_shapes: [Some(sub_shape), None] }
    })
}
