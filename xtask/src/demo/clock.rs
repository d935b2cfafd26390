//! How long each step of a tick takes, measured from outside: small systems stand between the stage's sets and look at the clock.
//!
//! Nothing in the library knows that it is timed. What a reading costs (some 50 ns, twice per step) is within the figures.

use std::time::{Duration, Instant};

use bevy_ecs::resource::Resource;
use bevy_ecs::schedule::{IntoScheduleConfigs, Schedule};
use bevy_ecs::system::ResMut;
use bevy_ecs::world::World;
use clinch::broadphase::BroadphaseSystems;
use clinch::narrowphase::NarrowphaseSystems::{Publish, SyncColliders, UpdateContacts, UpdatePairs};

/// The steps of a tick, in their order.
pub(crate) const STEPS: [&str; 5] = ["sync colliders", "broadphase", "update pairs", "update contacts", "publish"];
/// The place of the step that computes contacts.
pub(crate) const UPDATE_CONTACTS: usize = 3;

/// When each step began, and when the last one ended.
#[derive(Resource)]
struct Clock([Instant; STEPS.len() + 1]);

/// Puts the clock into a schedule that holds the stage.
pub(crate) fn install(world: &mut World, schedule: &mut Schedule) {
    world.insert_resource(Clock([Instant::now(); STEPS.len() + 1]));
    schedule.add_systems((
        look::<0>.before(SyncColliders),
        look::<1>.after(SyncColliders).before(BroadphaseSystems),
        look::<2>.after(BroadphaseSystems).before(UpdatePairs),
        look::<3>.after(UpdatePairs).before(UpdateContacts),
        look::<4>.after(UpdateContacts).before(Publish),
        look::<5>.after(Publish),
    ));
}

fn look<const PLACE: usize>(mut clock: ResMut<'_, Clock>) {
    clock.0[PLACE] = Instant::now();
}

/// How long each step of the last tick took; zero without a clock.
pub(crate) fn read(world: &World) -> [Duration; STEPS.len()] {
    let Some(Clock(times)) = world.get_resource() else { return [Duration::ZERO; STEPS.len()] };
    std::array::from_fn(|step| times[step + 1].duration_since(times[step]))
}
