//! One tick: clinch's stage, then the solver. The same in 3D and 2D.

use bevy_ecs::prelude::{IntoScheduleConfigs, Schedule, World};
use clinch::NarrowphaseSystems;
use clinch::contact::{Recycling, Settings};

use crate::dimension::{StageSettings, install};
use crate::solver;

/// Contacts closer than this are speculative, in metres: the solver lets bodies approach by no more
/// than their gap. Two bodies that approach at 6 m/s close it in a tick; faster ones overlap by the
/// rest, and are pushed apart. Larger: more contacts that do not touch. Smaller: deeper impacts.
pub(crate) const MARGIN: f32 = 0.1;

/// A pair that has moved by less than this part of the radius of its smaller shape keeps its
/// points. Larger: rocking bodies stand on points that are gone. Smaller: more pairs are computed.
const RECYCLED: f32 = 0.005;

/// Adds the stage and the solver to a world and to the schedule of a tick.
pub(crate) fn add(world: &mut World, schedule: &mut Schedule) {
    install(world, schedule);
    let settings = Settings { recycling: Recycling::Within(RECYCLED), ..Settings::with_margin(MARGIN) };
    world.insert_resource(StageSettings::new(settings));
    schedule.add_systems(solver::solve.after(NarrowphaseSystems::Publish));
}
