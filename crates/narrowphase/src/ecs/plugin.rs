//! The stage as a bevy_app plugin.

use bevy_app::{App, FixedUpdate, Plugin};
use bevy_ecs::schedule::{InternedScheduleLabel, ScheduleLabel};
use clinch_contact::Clip;
use core::marker::PhantomData;

use crate::ecs::install::add_stage;
use crate::ecs::messages::{ContactEnded, ContactStarted};
use crate::placed::Placed;

/// Adds the stage for shapes of `V`, placed by `P`, to a schedule of an app: `FixedUpdate` unless told otherwise.
#[derive(Clone, Copy, Debug)]
pub struct NarrowphasePlugin<V, P> {
    schedule: InternedScheduleLabel,
    kinds: PhantomData<fn() -> (V, P)>,
}

impl<V: Clip, P: Placed<V>> NarrowphasePlugin<V, P> {
    /// In this schedule.
    pub fn in_schedule(label: impl ScheduleLabel) -> Self {
        Self { schedule: label.intern(), kinds: PhantomData }
    }
}

impl<V: Clip, P: Placed<V>> Default for NarrowphasePlugin<V, P> {
    fn default() -> Self {
        Self::in_schedule(FixedUpdate)
    }
}

impl<V: Clip, P: Placed<V>> Plugin for NarrowphasePlugin<V, P> {
    fn build(&self, app: &mut App) {
        app.add_message::<ContactStarted<V>>().add_message::<ContactEnded<V>>();
        app.init_schedule(self.schedule);
        let world = app.world_mut();
        world.schedule_scope(self.schedule, |world, schedule| add_stage::<V, P>(world, schedule));
    }
}
