//! Casts at a half-space: the gap along its normal changes linearly, so one measurement at the
//! start gives the impact.

use clinch_shapes::Convex;
use clinch_support::{Difference, Scalar, Vector};

use crate::answer::{Measured, Relation};
use crate::cast::impact::{CastOutcome, Impact};
use crate::cast::initial_overlap::at_start;
use crate::cast::settings::CastSettings;
use crate::clip::Space;
use crate::measure::measure;
use crate::memory::Memory;
use crate::pair::Pair;
use crate::scratch::Scratch;
use crate::settings::Settings;
use crate::sizes::is_half_space;

/// When the gap reaches the target. At least one of the shapes is a half-space.
pub(super) fn outcome<V: Space, A: Convex<V>, B: Convex<V>>(
    pair: &Pair<V, A, B>,
    difference: &Difference<'_, A, B, V>,
    motion: V::Wide,
    settings: &CastSettings,
    scratch: &mut Scratch<V>,
) -> CastOutcome<V> {
    let &CastSettings { target_distance: target, max_time: until, initial_overlap: start, .. } = settings;
    let measuring = Settings::with_margin(V::Scalar::INFINITY);
    let Measured { relation: Relation::Near(near), .. } = measure(pair, &measuring, &mut Memory::new(), scratch) else {
        return CastOutcome::Undefined;
    };
    if !motion.is_finite() {
        return CastOutcome::Undefined;
    }
    let (above, slope) = (near.distance - target, near.normal.dot(motion));
    let noise = near.upper - near.distance;
    if !(above > noise) {
        return at_start(pair, motion, start, scratch);
    }
    let proved = near.lower - target;
    let time = -above / slope;
    // No approach, or a time that is NaN or beyond all numbers: a miss.
    if !(slope < 0.0 && time < f64::INFINITY && time <= until * (1.0 + 4.0 * f64::EPSILON)) {
        return CastOutcome::Miss { axis: near.normal, proven: proved > 0.0 && !(slope < 0.0 && -proved / slope <= until) };
    }
    let time = if time > until { until } else { time };
    let lower = -proved / slope * (1.0 - 4.0 * f64::EPSILON);
    let lower = if lower > 0.0 { lower } else { 0.0 };
    // The point on the plane is below the other shape's nearest point at the impact; it moves, too,
    // if the plane is A's.
    let along = motion * time;
    let (point_a, point_b) = if is_half_space(&pair.a) {
        let touching = near.normal * near.normal.dot(along);
        (near.point_a + along - touching, near.point_b)
    } else {
        let sideways = along - near.normal * near.normal.dot(along);
        (near.point_a, near.point_b - difference.direction_in_b(sideways))
    };
    let lower = if lower < time { lower } else { time };
    CastOutcome::Hit(Impact { time, lower, at_start: false, separation: target, normal: near.normal, point_a, point_b })
}
