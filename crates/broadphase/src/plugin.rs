//! The broadphase as a plugin for bevy_app.

use core::marker::PhantomData;

use bevy_app::{App, FixedUpdate, Plugin};
use bevy_ecs::component::Component;
use bevy_ecs::schedule::{InternedScheduleLabel, ScheduleLabel};
use clinch_composite_contact::ColliderSpace;
use clinch_narrowphase::Placed;

use crate::systems::install;

/// Adds the broadphase for shapes of `V` with the placement component `P` to a schedule of an app,
/// by default `FixedUpdate`. It must be the schedule of the narrowphase plugin of the same `V` and
/// `P`.
#[derive(Clone, Copy, Debug)]
pub struct BroadphasePlugin<V, P> {
    schedule: InternedScheduleLabel,
    kinds: PhantomData<fn() -> (V, P)>,
}

impl<V: ColliderSpace, P: Placed<V> + Component + Default> BroadphasePlugin<V, P> {
    /// The plugin for this schedule.
    pub fn in_schedule(label: impl ScheduleLabel) -> Self {
        Self { schedule: label.intern(), kinds: PhantomData }
    }
}

impl<V: ColliderSpace, P: Placed<V> + Component + Default> Default for BroadphasePlugin<V, P> {
    fn default() -> Self {
        Self::in_schedule(FixedUpdate)
    }
}

impl<V: ColliderSpace, P: Placed<V> + Component + Default> Plugin for BroadphasePlugin<V, P> {
    fn build(&self, app: &mut App) {
        app.init_schedule(self.schedule);
        let world = app.world_mut();
        world.schedule_scope(self.schedule, |world, schedule| install::<V, P>(world, schedule));
    }
}

#[cfg(test)]
mod tests {
    use super::BroadphasePlugin;
    use bevy_app::{App, Update};
    use bevy_ecs::message::Messages;
    use clinch_narrowphase::ecs::NarrowphasePlugin;
    use clinch_narrowphase::{Collider, ContactEvents, ContactStarted, Placement};
    use clinch_shapes::Ball;
    use glam::Vec3;

    #[test]
    fn an_app_with_both_plugins_finds_and_reports_contacts() {
        let mut app = App::new();
        app.add_plugins((
            BroadphasePlugin::<Vec3, Placement<Vec3>>::in_schedule(Update),
            NarrowphasePlugin::<Vec3, Placement<Vec3>>::in_schedule(Update),
        ));
        for x in [0.0, 0.75, 5.0] {
            let ball = Collider::<Vec3>::new(Ball::new(0.5).expect("a valid radius"));
            app.world_mut().spawn((ball, Placement::at(Vec3::new(x, 0.0, 0.0)), ContactEvents::default()));
        }
        app.update();
        assert_eq!(app.world().resource::<Messages<ContactStarted<Vec3>>>().len(), 1);
    }
}
