//! The cast of two balls about the origins of their frames: where a line comes as near to a point as the radii and the target together.
//!
//! * B's origin is split into what lies along the motion, b, and what lies across it, h. Against the reach R = radii + target: b < 0 approaches, h is the nearest
//!   that it comes to, and at the impact it stands at h − w·u, u the motion's direction, w² = R² − h² = (R − h)(R + h).
//! * The way there is −b − w, which cancels near the start; (d − R)(d + R) / (w − b) is the same, d the distance at the start, and does not.
//! * What is at the target already, grazes to within rounding, or neither comes nor goes, the general way decides.

use clinch_shapes::Convex;
use clinch_support::{Frame, Rotation, Vector};

use crate::cast::CastSettings;
use crate::clip::Clip;
use crate::impact::{CastOutcome, Impact};
use crate::line::Line;
use crate::pair::Pair;
use crate::radii::Radii;

/// Rounding of lengths here, relative to the largest of them: the pose, the split along the motion, the sums. Larger: more of the casts that graze are searched. Smaller:
/// `lower` is no bound, and a graze is decided by rounding.
const NOISE: f64 = 64.0 * f64::EPSILON;

/// What happens on the way, if they are balls.
#[inline]
pub(crate) fn outcome<V, A, B>(pair: &Pair<'_, V, A, B>, motion: V::Wide, settings: &CastSettings) -> Option<CastOutcome<V>>
where
    V: Clip,
    A: Convex<V> + ?Sized,
    B: Convex<V> + ?Sized,
{
    let radii = Radii { a: pair.a.ball()?, b: pair.b.ball()? };
    let (at, reach) = (pair.b_in_a.translation, radii.sum() + settings.target);
    let (turned, squared) = (pair.b_in_a.rotation.length_squared(), at.length_squared());
    let Line { direction, speed } = Line::of(motion)?;
    // Squares of lengths and their products keep their digits; a rotation that is one.
    let in_range = squared > f64::MIN_POSITIVE / (f64::EPSILON * f64::EPSILON) && squared < f64::INFINITY && reach * reach < f64::INFINITY;
    if !(in_range && turned > 0.0 && turned < f64::INFINITY) {
        return None;
    }
    let distance = squared.sqrt();
    let slack = NOISE * (distance + reach);
    let above = distance - reach;
    let along = at.dot(direction);
    // From very far what lies across is short, and rounding leaves something along the motion in it: once more.
    let across = at - direction * along;
    let across = across - direction * across.dot(direction);
    let nearest = across.length();
    if !(above > slack) {
        return None;
    }
    if nearest > reach + slack {
        return Some(CastOutcome::Miss { axis: across * nearest.recip(), proven: true });
    }
    if along > slack {
        return Some(CastOutcome::Miss { axis: at * distance.recip(), proven: true });
    }
    if !(nearest < reach - slack && along < -slack) {
        return None;
    }
    let before = ((reach - nearest) * (reach + nearest)).sqrt();
    let time = above * (distance + reach) / ((before - along) * speed);
    // As near as it could be, as fast, and nowhere farther across than it is.
    let (wide, straight) = (reach + slack, if nearest > slack { nearest - slack } else { 0.0 });
    let soonest = ((wide - straight) * (wide + straight)).sqrt() + slack - along;
    let lower = (above - slack) * (distance + reach) / (soonest * speed) * (1.0 - NOISE);
    if !(time <= settings.until * (1.0 + 4.0 * f64::EPSILON)) {
        // The way that the limit leaves, and the direction to where it ends: there they are still apart, and were more so along it before.
        let there = at + direction * (settings.until * speed);
        return Some(CastOutcome::Miss { axis: there * there.length().recip(), proven: lower > settings.until });
    }
    let touching = across - direction * before;
    let normal = touching * touching.length().recip();
    let time = if time > settings.until { settings.until } else { time };
    Some(CastOutcome::Hit(Impact {
        time,
        lower: if lower < time { lower } else { time },
        at_start: false,
        separation: settings.target,
        normal,
        point_a: normal * radii.a,
        point_b: Frame::<V>::new(&pair.b_in_a).direction_in_b(normal) * -radii.b,
    }))
}
