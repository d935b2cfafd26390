//! The stage as a plugin for bevy_app.

use bevy_app::{App, FixedUpdate, Plugin};
use bevy_ecs::component::Component;
use bevy_ecs::entity::Entity;
use bevy_ecs::schedule::{InternedScheduleLabel, ScheduleLabel};
use bevy_ecs::system::{SystemParam, SystemParamItem};
use core::marker::PhantomData;

use clinch_composite_contact::ColliderSpace;

use crate::ecs::install::add_stage;
use crate::ecs::messages::{ContactEnded, ContactPersisted, ContactStarted};
use crate::pair_rules::PairRules;
use crate::placement::Placed;

/// Adds the stage for shapes of `V` with the placement component `P` to a schedule of an app, by
/// default `FixedUpdate`. `R` is a system parameter that implements [`PairRules`], if you have
/// rules for pairs.
#[derive(Clone, Copy, Debug)]
pub struct NarrowphasePlugin<V, P, R = ()> {
    schedule: InternedScheduleLabel,
    vector: PhantomData<fn() -> V>,
    place: PhantomData<fn() -> P>,
    rules: PhantomData<fn() -> R>,
}

impl<V, P, R> NarrowphasePlugin<V, P, R> {
    /// The plugin for this schedule.
    pub fn in_schedule(label: impl ScheduleLabel) -> Self {
        Self { schedule: label.intern(), vector: PhantomData, place: PhantomData, rules: PhantomData }
    }
}

impl<V, P, R> Default for NarrowphasePlugin<V, P, R> {
    fn default() -> Self {
        Self::in_schedule(FixedUpdate)
    }
}

impl<V: ColliderSpace, P: Placed<V> + Component, R: SystemParam + 'static> Plugin for NarrowphasePlugin<V, P, R>
where
    for<'w, 's> SystemParamItem<'w, 's, R>: PairRules<Entity, V::Scalar>,
{
    fn build(&self, app: &mut App) {
        app.add_message::<ContactStarted<V>>().add_message::<ContactPersisted<V>>().add_message::<ContactEnded<V>>();
        app.init_schedule(self.schedule);
        let world = app.world_mut();
        world.schedule_scope(self.schedule, |world, schedule| add_stage::<V, P, R>(world, schedule));
    }
}
