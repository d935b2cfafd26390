//! Casts never pass the first touch, and hit where the shapes touch.

use clinch_composite_contact::{CompositeScratch, cast};
use clinch_contact::{CastOutcome, CastSettings};
use clinch_testkit::random::Random;
use glam::DVec3;

use crate::case::{Case, Found, Truth};
use crate::space::Space;
use crate::tally::Row;

/// The number of times before a hit, or of a miss, at which the distance is measured.
const TIMES: u32 = 12;

pub(crate) fn check<V: Space>(
    case: &Case<'_, V>,
    random: &mut Random,
    row: &mut Row,
    (scratch, found): (&mut CompositeScratch<V>, &mut Found),
) {
    let way = random.direction(V::DIM) * (case.body.reach + case.block.size * random.unit());
    let motion = if random.chance(0.5) { way } else { (DVec3::ZERO - case.pose.translation()).normalize_or(way) * way.length() };
    // From a little away.
    let start = case.moved(motion * -random.unit());
    if start.truth() == Truth::Unknown {
        return;
    }
    let settings = CastSettings { max_time: 1.0, ..CastSettings::default() };
    let outcome = cast(&start.pair(), V::wide(motion), &settings, scratch).cast.outcome;
    row.casts += 1;
    let truth_at = |time: f64| start.moved(motion * time).truth();
    let free_until = match &outcome {
        CastOutcome::Hit(impact) => {
            found.unless("cast: a time out of range", (0.0..=1.0).contains(&impact.time) && impact.lower <= impact.time, || {
                format!("{impact:?}")
            });
            if impact.at_start {
                let truth = truth_at(0.0);
                return found.unless("cast: apart at the start", !matches!(truth, Truth::Apart(_)), || format!("{truth:?} {impact:?}"));
            }
            row.hits += 1;
            let truth = truth_at(impact.time);
            found.unless("cast: apart at the hit", !matches!(truth, Truth::Apart(_)), || format!("{truth:?} {impact:?}"));
            impact.lower
        }
        CastOutcome::Exhausted { lower } => *lower,
        CastOutcome::Miss { .. } => 1.0,
        CastOutcome::Undefined => return found.unless("cast: undefined", false, String::new),
    };
    for i in 0..=TIMES {
        let time = free_until * f64::from(i) / f64::from(TIMES);
        // What comes from beside a height field to below it touches no part.
        let touches = start.moved(motion * time).placed().is_some_and(|body| start.a().touches_part(&body, case.band));
        found.unless("cast: passes a touch", !touches, || format!("at {time}: {outcome:?}, motion {motion}"));
    }
}
