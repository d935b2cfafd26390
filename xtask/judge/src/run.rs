//! One start of one scene, run through.

use anyhow::Result;
use clinch_rapier::Counts;
use clinch_testkit::random::Random;

use crate::scene::{REST, Scene, Seen, worse};
use crate::world::{Contender, State, World};

/// One of the things to do.
#[derive(Clone, Copy)]
pub(crate) struct Job {
    /// Where its outcome belongs.
    pub(crate) entry: Entry,
    pub(crate) start: u64,
}

/// What is compared with the same of the other contender.
#[derive(Clone, Copy)]
pub(crate) struct Entry {
    pub(crate) scene: &'static Scene,
    pub(crate) scale: f64,
    pub(crate) contender: Contender,
    /// rapier keeps manifolds of pairs that move by less than five centimetres, as it does by default.
    pub(crate) recycling: bool,
}

/// What came of it: a number per measure of the scene, and who answered.
pub(crate) struct Outcome {
    pub(crate) measured: Vec<f64>,
    pub(crate) counts: Option<Counts>,
}

/// What all starts are drawn from.
pub(crate) const SEED: u64 = 1;

/// Runs it.
pub(crate) fn run(job: Job) -> Result<Outcome> {
    let Job { entry: Entry { scene, scale, contender, recycling }, start } = job;
    let bodies = (scene.bodies)(&mut Random::of(SEED, start));
    let mut world = World::new(&bodies, scene.matter, scale, contender, recycling)?;
    let steps_per_second = (1.0 / world.dt()).round() as usize;
    let steps = (scene.seconds * steps_per_second as f64) as usize;
    let settled = (scene.settled * steps_per_second as f64) as usize;
    let first: Vec<State> = world.states().collect();
    let mut seen =
        Seen { deepest: 0.0, deepest_at_end: 0.0, start: first.clone(), settled: first.clone(), end: first, energy: 0.0, rest: 0.0 };
    for step in 1..=steps {
        world.step();
        let last_second = step + steps_per_second > steps;
        if step % scene.gauged_every == 0 || step == steps {
            let deepest = world.deepest();
            seen.deepest = worse(seen.deepest, deepest);
            if last_second {
                seen.deepest_at_end = worse(seen.deepest_at_end, deepest);
            }
        }
        if world.states().filter(is_moving).count() * 100 > seen.start.len() {
            seen.rest = step as f64 / steps_per_second as f64;
        }
        if step == settled {
            seen.settled = world.states().collect();
        }
        if 2 * step > steps {
            let count = (seen.start.len() * (steps - steps / 2)) as f64;
            seen.energy += world.states().map(|body| body.energy).sum::<f64>() / count;
        }
    }
    seen.end = world.states().collect();
    Ok(Outcome { measured: scene.measures.iter().map(|measure| (measure.of)(&seen)).collect(), counts: world.counts() })
}

fn is_moving(body: &State) -> bool {
    // So that a NaN moves.
    !(body.velocity.length() + 0.5 * body.spin.length() <= REST)
}
