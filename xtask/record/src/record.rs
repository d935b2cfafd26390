//! The recording itself: from the first impact until the bodies sleep, or for a given time.

use anyhow::{Context, Result, ensure};
use clinch_testkit::recording::{RecordedPose, Recording, Tick};
use indicatif::{ProgressBar, ProgressStyle};

use crate::audit::Audit;
use crate::fresh::{Fresh, Near};
use crate::world::{Motion, World};

/// The smallest number of ticks of a recording, however soon the pile sleeps.
const AT_LEAST: usize = 300;
/// The number of ticks that are recorded after the pile sleeps: half a second without motion.
const SLEEP: usize = 30;

/// A recording and its figures.
pub(crate) struct Recorded {
    pub(crate) recording: Recording,
    pub(crate) audit: Audit,
    /// The motion of the pile at the end.
    pub(crate) motion: Motion,
    /// The number of ticks before the first impact.
    pub(crate) falling: usize,
}

/// How long a recording is.
#[derive(Clone, Copy)]
pub(crate) enum Length {
    /// Until all bodies sleep; an error after this number of ticks.
    UntilAsleep(usize),
    /// This number of ticks.
    Ticks(usize),
}

/// Runs the world and records it.
pub(crate) fn record(mut world: World, length: Length) -> Result<Recorded> {
    let bodies = world.shapes.clone();
    let pile = bodies.len() - world.statics;
    let fresh = Fresh::new(&bodies, world.statics)?;
    let most = match length {
        Length::UntilAsleep(ticks) | Length::Ticks(ticks) => ticks,
    };
    let bar = ProgressBar::new(most as u64).with_style(ProgressStyle::with_template("{bar:40} tick {pos} of at most {len}: {msg}")?);
    let (mut ticks, mut audit, mut motion, mut falling, mut asleep) = (Vec::new(), Audit::default(), Motion::default(), 0, 0);
    let goes_on = |recorded: usize, asleep: usize| match length {
        Length::UntilAsleep(_) => recorded < AT_LEAST || asleep < SLEEP,
        Length::Ticks(ticks) => recorded < ticks,
    };
    while goes_on(ticks.len(), asleep) {
        let late = matches!(length, Length::UntilAsleep(at_most) if ticks.len() + falling >= at_most);
        ensure!(!late, "after {most} ticks the pile is not at rest: {motion}. Try --at-most or another --seed");
        let poses = quantised(&world.poses(), world.coarse)?;
        world.step();
        let near = fresh.near(&poses)?;
        if ticks.is_empty() && !near.iter().any(Near::touches) {
            falling += 1;
            continue;
        }
        audit.tick(&near, &world.manifolds());
        let touching = near.iter().filter(|near| near.touches()).map(|near| near.pair).collect();
        ticks.push(Tick { poses, touching });
        motion = world.motion();
        asleep = if motion.asleep == pile { asleep + 1 } else { 0 };
        bar.set_position(ticks.len() as u64);
        bar.set_message(motion.to_string());
    }
    bar.finish_and_clear();
    Ok(Recorded { recording: Recording { seconds_per_tick: world.seconds_per_tick(), bodies, ticks }, audit, motion, falling })
}

/// The poses as the file will store them. Everything else is measured at these.
fn quantised(poses: &[RecordedPose], coarse: u32) -> Result<Vec<RecordedPose>> {
    let quantise = |(body, pose): (usize, &RecordedPose)| {
        pose.coarsely_quantised(coarse).with_context(|| format!("body {body} left the scene: {pose:?}"))
    };
    poses.iter().enumerate().map(quantise).collect()
}

#[cfg(test)]
mod tests {
    use super::{Length, record};
    use crate::world::World;

    #[test]
    fn a_small_pile_comes_to_rest_and_twice_the_same_way() {
        let recorded = record(World::with_pile(40, 1).unwrap(), Length::UntilAsleep(400)).unwrap();
        let again = record(World::with_pile(40, 1).unwrap(), Length::UntilAsleep(400)).unwrap();
        assert!(recorded.recording == again.recording);
        assert_eq!((recorded.motion.asleep, recorded.motion.fastest, recorded.audit.unproved()), (40, 0.0, 0));
        let ticks = &recorded.recording.ticks;
        assert!(ticks.len() >= 300, "{}", ticks.len());
        assert!(!ticks[0].touching.is_empty(), "it begins with the first impact");
        assert_eq!(ticks[ticks.len() - 1].poses, ticks[ticks.len() - 29].poses);
    }

    #[test]
    fn bodies_on_the_ground_are_proved_to_touch_it() {
        let recorded = record(World::with_ground(24, 1).unwrap(), Length::Ticks(90)).unwrap();
        let ticks = &recorded.recording.ticks;
        assert_eq!((ticks.len(), recorded.audit.unproved()), (90, 0));
        let touches = |ground: u32| ticks.iter().flat_map(|tick| &tick.touching).filter(|&&(a, _)| a == ground).count();
        assert!(touches(0) > 100 && touches(1) > 100, "{} touch the field, {} the bowl", touches(0), touches(1));
    }

    #[test]
    fn a_pile_that_does_not_rest_is_an_error() {
        let error = record(World::with_pile(8, 1).unwrap(), Length::UntilAsleep(60)).err().unwrap();
        assert!(error.to_string().contains("not at rest"), "{error}");
    }
}
