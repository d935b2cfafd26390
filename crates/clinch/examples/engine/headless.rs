//! The world of the engine, and its run through the scenes. The same in 3D and 2D.

use std::error::Error;

use bevy_ecs::prelude::{IntoScheduleConfigs, Schedule, World};

use crate::dimension::Diagnostics;
use crate::scenes::SCENES;
use crate::step::TICKS_PER_SECOND;
use crate::{scene, sleep, solver, tick};

/// A world, and the schedule of a tick: the stage and the engine's systems.
fn engine(sleeps: bool) -> (World, Schedule) {
    let (mut world, mut schedule) = (World::new(), Schedule::default());
    tick::add(&mut world, &mut schedule);
    if sleeps {
        schedule.add_systems(sleep::put_to_rest.after(solver::solve));
    }
    (world, schedule)
}

/// Runs the scenes of the example with this name, and fails if one does not stand.
pub(crate) fn run(example: &str) -> Result<(), Box<dyn Error>> {
    let seconds = match std::env::args().nth(1).as_deref() {
        None => 5,
        Some("--headless") => 60,
        Some(_) => return Err(format!("usage: {example} [--headless]").into()),
    };
    let mut all_stood = true;
    for scene in SCENES {
        let (mut world, mut schedule) = engine(scene.sleeps);
        (scene.build)(&mut world)?;
        let (before, mut contacts) = (scene::heights(&mut world), 0);
        let ticks = seconds * TICKS_PER_SECOND;
        for _ in 0..ticks {
            schedule.run(&mut world);
            contacts += world.resource::<Diagnostics>().counters.points;
        }
        let after = scene::heights(&mut world);
        let lost = before.iter().zip(&after).fold(0.0, |most: f32, (before, after)| most.max(before - after));
        // A height that is not finite fails the comparison.
        let stands = before.iter().zip(&after).all(|(before, after)| before - after <= scene.may_sink);
        println!(
            "{:16} {:4} bodies, {:2} asleep, {:.0} contact points a tick, sank by {lost:.4} m: {}",
            scene.name,
            before.len(),
            sleep::count(&mut world),
            contacts as f32 / ticks as f32,
            if stands { "stood" } else { "fell" }
        );
        all_stood &= stands;
    }
    println!("{}", if all_stood { "stood" } else { "fell" });
    if all_stood { Ok(()) } else { Err("a scene fell".into()) }
}
