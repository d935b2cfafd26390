//! Two balls about the origins of their frames: the distance of the origins less the radii.
//!
//! How they are turned says nothing but where their points are in B's frame. Concentric balls, which have no normal of their own, go the general way.

use clinch_shapes::Convex;
use clinch_support::{Frame, Rotation, Vector};

use crate::clip::Clip;
use crate::collide::witness;
use crate::measure::{Goal, Measured, Relation, Separation};
use crate::pair::{Pair, Scratch};
use crate::radii::Radii;
use crate::settings::Settings;

/// Rounding of a relative pose, relative to how far it leads. Larger: bounds are farther apart than they need be. Smaller: they do not hold.
const NOISE: f64 = 16.0 * f64::EPSILON;

/// How they lie, if they are balls.
#[inline]
pub(crate) fn relation<V, A, B>(pair: &Pair<'_, V, A, B>, settings: &Settings<V::Scalar>, goal: Goal) -> Option<Relation<V>>
where
    V: Clip,
    A: Convex<V> + ?Sized,
    B: Convex<V> + ?Sized,
{
    let radii = Radii { a: pair.a.ball()?, b: pair.b.ball()? }.with_skins(settings);
    let (way, turned) = (pair.b_in_a.translation, pair.b_in_a.rotation.length_squared());
    let squared = way.length_squared();
    // Neither NaN, nor so near or so far that the square has left its range; and a rotation that is one.
    let in_range = squared > f64::MIN_POSITIVE / f64::EPSILON && squared < f64::INFINITY;
    if !(in_range && turned > 0.0 && turned < f64::INFINITY) {
        return None;
    }
    let length = squared.sqrt();
    let (distance, slack) = (length - radii.sum(), NOISE * length + radii.rounding(length));
    let (lower, upper, normal) = (distance - slack, distance + slack, way * length.recip());
    // Radii near the end of the range.
    if !distance.is_finite() {
        return Some(Relation::Undefined);
    }
    if lower > settings.margin() {
        return Some(Relation::Beyond { axis: normal, at_least: lower });
    }
    if goal == Goal::Gap && upper <= 0.0 {
        return Some(Relation::Near(Separation { lower, ..Separation::at_most(upper) }));
    }
    let point_b = Frame::<V>::new(&pair.b_in_a).direction_in_b(normal) * -radii.b;
    Some(Relation::Near(Separation { normal, distance, lower, upper, point_a: normal * radii.a, point_b }))
}

/// How they lie, and in `scratch.points` where they touch.
#[inline]
pub(crate) fn contact<V, A, B>(pair: &Pair<'_, V, A, B>, settings: &Settings<V::Scalar>, scratch: &mut Scratch<V>) -> Option<Measured<V>>
where
    V: Clip,
    A: Convex<V> + ?Sized,
    B: Convex<V> + ?Sized,
{
    let relation = relation(pair, settings, Goal::Separation)?;
    scratch.begin();
    scratch.points.clear();
    if let Relation::Near(separation) = &relation {
        scratch.points.extend(witness(separation, settings));
    }
    Some(Measured::without_search(relation))
}
