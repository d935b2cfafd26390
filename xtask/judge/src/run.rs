//! Simulates one start of one scene.

use anyhow::Result;
use clinch_rapier::Counts;
use clinch_testkit::random::Random;

use crate::scene::{Observed, REST, Scene, worse};
use crate::world::{Contender, State, World};

/// One start of one entry.
#[derive(Clone, Copy)]
pub(crate) struct Job {
    pub(crate) entry: Entry,
    pub(crate) start: u64,
}

/// What is simulated, and the contender. Entries are compared with those of the other contender.
#[derive(Clone, Copy)]
pub(crate) struct Entry {
    pub(crate) scene: &'static Scene,
    pub(crate) scale: f64,
    pub(crate) contender: Contender,
    /// rapier keeps the manifolds of pairs that move by less than five centimetres, its default.
    pub(crate) recycling: bool,
}

/// The outcome: a number for each measure of the scene, and clinch's counters.
pub(crate) struct Outcome {
    pub(crate) measured: Vec<f64>,
    pub(crate) counts: Option<Counts>,
}

impl Outcome {
    /// The outcome of a run that did not end: each measure is as bad as it can be.
    pub(crate) fn panicked(job: Job) -> Self {
        Self { measured: job.entry.scene.measures.iter().map(|_| f64::INFINITY).collect(), counts: None }
    }
}

/// The seed of all starts.
pub(crate) const SEED: u64 = 1;

/// Simulates it.
pub(crate) fn run(job: Job) -> Result<Outcome> {
    let Job { entry: Entry { scene, scale, contender, recycling }, start } = job;
    let bodies = (scene.bodies)(&mut Random::of(SEED, start));
    let mut world = World::new(&bodies, scene.matter, scale, contender, recycling)?;
    let steps_per_second = (1.0 / world.dt()).round() as usize;
    let steps = (scene.seconds * steps_per_second as f64) as usize;
    let settled = (scene.settled * steps_per_second as f64) as usize;
    let first: Vec<State> = world.states().collect();
    let mut observed = Observed::new(first, steps as f64 / steps_per_second as f64);
    for step in 1..=steps {
        world.step();
        let last_second = step + steps_per_second > steps;
        if step % scene.overlaps_every == 0 || step == steps {
            let deepest = world.deepest();
            observed.deepest = worse(observed.deepest, deepest);
            if last_second {
                observed.deepest_at_end = worse(observed.deepest_at_end, deepest);
            }
        }
        if world.states().filter(is_moving).count() * 100 > observed.start.len() {
            observed.rest = step as f64 / steps_per_second as f64;
        }
        if step == settled {
            observed.settled = world.states().collect();
        } else if step > settled
            && let (Some(settled), Some(now)) = (observed.settled.first(), world.states().next())
        {
            observed.path.add(settled, &now, world.gap());
        }
        if 2 * step > steps {
            let count = (observed.start.len() * (steps - steps / 2)) as f64;
            observed.energy += world.states().map(|body| body.energy).sum::<f64>() / count;
        }
    }
    observed.end = world.states().collect();
    observed.lost = world.lost();
    Ok(Outcome { measured: scene.measures.iter().map(|measure| (measure.of)(&observed)).collect(), counts: world.counts() })
}

fn is_moving(body: &State) -> bool {
    // Written so that NaN counts as moving.
    !(body.velocity.length() + 0.5 * body.spin.length() <= REST)
}

#[cfg(test)]
mod tests {
    use super::SEED;
    use crate::scenes::COMPOSITE;
    use crate::world::{Contender, World};
    use clinch_testkit::random::Random;

    /// Too short for anything to happen: the bodies are placed on their ground, and no pair is left
    /// to parry.
    #[test]
    fn bodies_start_on_the_ground_and_clinch_answers_all_pairs() {
        let names = ["marble over fans", "marble over height fields", "marble over boxes", "marble over voxels", "sliding hull"];
        let others = ["cylinder over seams", "capsules on ramps", "boxes down a ramp", "hammers", "fast wheel", "marble in a saddle"];
        for name in names.iter().chain(&others) {
            let scene = COMPOSITE.iter().find(|scene| scene.name == *name).unwrap();
            let bodies = (scene.bodies)(&mut Random::of(SEED, 0));
            let mut world = World::new(&bodies, scene.matter, 1.0, Contender::Clinch, false).unwrap();
            let before: Vec<_> = world.states().collect();
            let falls = scene.name == "hammers";
            for _ in 0..30 {
                world.step();
            }
            let counts = world.counts().unwrap();
            assert!(counts.answered >= 30 * u64::from(!falls) && counts.delegated == 0 && counts.concave == 0, "{name}: {counts:?}");
            assert_eq!(world.lost(), 0, "{name}");
            assert!(world.deepest() < 0.02 && (falls || world.gap() < 5e-3), "{name}: {} {}", world.deepest(), world.gap());
            let moved = before.iter().zip(world.states()).map(|(before, now)| (now.at - before.at).length());
            assert!(moved.into_iter().all(|by| by < 12.0), "{name}");
        }
    }
}
