//! What a tick costs: the times of the stage and of the solver, smoothed for reading.

use std::time::Duration;

use bevy::platform::time::Instant;
use bevy::prelude::{Res, ResMut, Resource};
use clinch::d3::Diagnostics;

/// The part of a smoothed time that one tick contributes. Larger: the digits flicker. Smaller: they
/// lag behind.
const WEIGHT: f32 = 0.05;

/// Milliseconds per tick.
#[derive(Resource, Default)]
pub(crate) struct Costs {
    /// Of the narrowphase: all steps of the stage without the broadphase.
    pub(crate) narrowphase: f32,
    /// Of these, computing contacts.
    pub(crate) contacts: f32,
    pub(crate) solver: f32,
    started: Option<Instant>,
}

/// Runs before the solver.
pub(crate) fn start_solver(mut costs: ResMut<Costs>) {
    costs.started = Some(Instant::now());
}

/// Runs after the solver.
pub(crate) fn add_tick(mut costs: ResMut<Costs>, diagnostics: Res<Diagnostics>) {
    let times = &diagnostics.times;
    let narrowphase = times.sync_colliders + times.update_pairs + times.update_contacts + times.publish;
    let solver = costs.started.take().map_or(Duration::ZERO, |started| started.elapsed());
    smooth(&mut costs.narrowphase, narrowphase);
    smooth(&mut costs.contacts, times.update_contacts);
    smooth(&mut costs.solver, solver);
}

fn smooth(milliseconds: &mut f32, time: Duration) {
    let time = 1000.0 * time.as_secs_f32();
    *milliseconds += if *milliseconds == 0.0 { time } else { WEIGHT * (time - *milliseconds) };
}

/// Two lines of text.
pub(crate) fn text(costs: &Costs, diagnostics: &Diagnostics) -> String {
    let counters = &diagnostics.counters;
    format!(
        "pairs {}  touching {}  near {}  at rest {}  unmoved {}  skipped {}  recycled {}  points {}\n\
         ms per tick: narrowphase {:.3}, of it contacts {:.3}  solver {:.3}",
        counters.pairs,
        counters.touching,
        counters.speculative,
        counters.at_rest,
        counters.unmoved,
        counters.skipped,
        counters.recycled,
        counters.points,
        costs.narrowphase,
        costs.contacts,
        costs.solver
    )
}
