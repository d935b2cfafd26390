//! Runs a scene through the contact table, tick by tick, as an engine without an ECS would.

use clinch_contact::Scratch;
use clinch_narrowphase::{Candidates, ColliderInput, ContactTable, Counters, Placement, Placements, StageSettings, Workers};
use clinch_support::{Pose, Scalar};
use clinch_testkit::random::Random;

use crate::bits::Bits;
use crate::queries::query_all;
use crate::scene::{Body, MARGIN, Scene, Tick};
use crate::space::SceneSpace;

/// How a scene is run. The hash must not depend on it.
#[derive(Clone, Copy, Debug)]
pub struct Run {
    /// The number of threads that update contacts.
    pub threads: usize,
    /// The seed of the order of colliders and pairs, of the order within each pair, and of the
    /// pairs that occur twice.
    pub order: u64,
}

/// The answers of a run.
#[derive(Clone, Copy, Debug)]
pub struct Answers {
    /// The hash of every bit.
    pub hash: u64,
    /// The counters, summed over the ticks.
    pub counters: Counters,
    /// The number of contacts that started and of those that ended.
    pub changes: [usize; 2],
}

pub(crate) fn all<V: SceneSpace>(scene: &Scene<V>, runs: &[Run]) -> Vec<Answers> {
    runs.iter().map(|run| answers(scene, run)).collect()
}

fn answers<V: SceneSpace>(scene: &Scene<V>, run: &Run) -> Answers {
    let mut random = Random::new(run.order);
    let (mut table, mut placements) = (ContactTable::<u32, V>::new(), Placements::new());
    let mut workers = Workers::with_threads(run.threads);
    let settings = StageSettings::<V>::with_margin(V::Scalar::narrow(MARGIN)).0;
    let mut bits = Bits::default();
    let mut answers = Answers { hash: 0, counters: Counters::default(), changes: [0; 2] };
    for tick in &scene.ticks {
        let mut order: Vec<usize> = (0..scene.bodies.len()).collect();
        shuffle(&mut random, &mut order);
        let mut sync = table.sync_colliders(&mut placements);
        for (body, pose) in order.into_iter().filter_map(|body| Some((body, tick.poses[body]?))) {
            let Body { shape, attributes } = &scene.bodies[body];
            let attributes = attributes.clone();
            sync.insert(body as u32, ColliderInput { shape, shape_changed: false, placement: Placement(pose), attributes });
        }
        drop(sync);
        table.update_pairs(Candidates::All(&mut disturbed(&mut random, &tick.pairs)));
        let counters = table.update_contacts(&placements, &(), &settings, &mut workers);
        // Each point counts the ticks for which it persists.
        table.for_each_mut(|row| row.user_data().for_each(|user_data| user_data[0] = user_data[0] + V::Scalar::ONE));
        let changes = table.publish();
        for change in changes.started.iter().chain(&changes.persisted).chain(&changes.ended) {
            bits.change(change);
        }
        answers.changes = [answers.changes[0] + changes.started.len(), answers.changes[1] + changes.ended.len()];
        table.rows().for_each(|row| bits.row(row));
        bits.counters(&counters);
        answers.counters += counters;
    }
    queries(scene, &mut bits);
    Answers { hash: bits.value(), ..answers }
}

fn queries<V: SceneSpace>(scene: &Scene<V>, bits: &mut Bits) {
    let Some(Tick { poses, .. }) = scene.ticks.first() else { return };
    let mut scratch = Scratch::new();
    let side = |body: u32| -> Option<(&V::Shape, &Pose<V>)> {
        Some((scene.bodies[body as usize].shape.as_convex()?, poses[body as usize].as_ref()?))
    };
    for &(a, b) in &scene.queried {
        if let (Some(a), Some(b)) = (side(a), side(b)) {
            query_all([a, b], &mut scratch, bits);
        }
    }
}

/// The same pairs, in an order in which a broadphase on many threads might find them.
fn disturbed(random: &mut Random, pairs: &[(u32, u32)]) -> Vec<(u32, u32)> {
    let mut pairs = pairs.to_vec();
    for place in 0..pairs.len() {
        let (a, b) = pairs[place];
        if random.chance(0.5) {
            pairs[place] = (b, a);
        }
        if random.chance(0.1) {
            pairs.push((a, b));
        }
    }
    shuffle(random, &mut pairs);
    pairs
}

fn shuffle<T>(random: &mut Random, list: &mut [T]) {
    for place in 1..list.len() {
        list.swap(place, random.below(place + 1));
    }
}
