//! The duration of each step of a tick, from small systems between the system sets of the stage
//! that read the clock.
//!
//! The library has no code for it. The figures include the cost of the readings, about 50 ns, two
//! per step.

use std::time::{Duration, Instant};

use bevy_ecs::resource::Resource;
use bevy_ecs::schedule::{IntoScheduleConfigs, Schedule};
use bevy_ecs::system::ResMut;
use bevy_ecs::world::World;
use clinch::broadphase::BroadphaseSystems;
use clinch::narrowphase::NarrowphaseSystems::{Publish, SyncColliders, UpdateContacts, UpdatePairs};

/// The steps of a tick, in their order.
pub(crate) const STEPS: [&str; 5] = ["sync colliders", "broadphase", "update pairs", "update contacts", "publish"];
/// The index of the step that computes contacts.
pub(crate) const UPDATE_CONTACTS: usize = 3;

/// The times at which the steps began, and that at which the last one ended.
#[derive(Resource)]
struct Clock([Instant; STEPS.len() + 1]);

/// Adds the clock to a schedule that contains the stage.
pub(crate) fn install(world: &mut World, schedule: &mut Schedule) {
    world.insert_resource(Clock([Instant::now(); STEPS.len() + 1]));
    schedule.add_systems((
        record::<0>.before(SyncColliders),
        record::<1>.after(SyncColliders).before(BroadphaseSystems),
        record::<2>.after(BroadphaseSystems).before(UpdatePairs),
        record::<3>.after(UpdatePairs).before(UpdateContacts),
        record::<4>.after(UpdateContacts).before(Publish),
        record::<5>.after(Publish),
    ));
}

fn record<const INDEX: usize>(mut clock: ResMut<'_, Clock>) {
    clock.0[INDEX] = Instant::now();
}

/// The duration of each step of the last tick; zero without a clock.
pub(crate) fn read(world: &World) -> [Duration; STEPS.len()] {
    let Some(Clock(times)) = world.get_resource() else { return [Duration::ZERO; STEPS.len()] };
    std::array::from_fn(|step| times[step + 1].duration_since(times[step]))
}
