//! A run without a window: the scene for some ticks, then a click on a body, and all its pairs.

use std::error::Error;
use std::io::Write;

use bevy::app::{App, TaskPoolPlugin};
use bevy::math::Vec2;
use bevy::prelude::{Entity, In, World};
use clinch::d3::{Contacts, Diagnostics};

use crate::body::Body;
use crate::costs::{self, Costs};
use crate::orbit::Orbit;
use crate::pair_line;
use crate::scene::heights;
use crate::selection::{Selection, click, select_next_pair};
use crate::simulation::{self, Simulation};
use crate::sleep;

/// The width of the window that is not there, by its height.
const ASPECT_RATIO: f32 = 16.0 / 9.0;

/// Prints the pairs of the first body that a click hits, one line each. What else there is to
/// report goes to stderr. Fails if the bodies sank, or if there is no pair.
pub(crate) fn run(scene: usize, ticks: u32) -> Result<(), Box<dyn Error>> {
    let mut app = app(scene)?;
    let world = app.world_mut();
    let before = heights(world);
    for _ in 0..ticks {
        simulation::run_tick(world);
        world.clear_trackers();
    }
    let after = heights(world);
    let lost = before.iter().zip(&after).fold(0.0, |most: f32, (before, after)| most.max(before - after));
    let scene = world.resource::<Simulation>().scene();
    let bodies = after.len();
    eprintln!("{}: {bodies} bodies, {} asleep, sank by {lost:.4} m in {ticks} ticks", scene.name, sleep::count(world));
    eprintln!("{}", costs::text(world.resource::<Costs>(), world.resource::<Diagnostics>()));
    // A height that is not finite fails the comparison.
    if !before.iter().zip(&after).all(|(before, after)| before - after <= scene.may_sink) {
        return Err("the scene fell".into());
    }
    let pairs = click_on_a_body(world)?;
    for _ in 0..pairs {
        world.run_system_cached(select_next_pair)?;
        let line = world.run_system_cached(pair_line::line)?.ok_or("a pair file has no such shapes")?;
        writeln!(std::io::stdout(), "{line}")?;
    }
    Ok(())
}

/// An app without a renderer that has the scene.
pub(crate) fn app(scene: usize) -> Result<App, Box<dyn Error>> {
    let mut app = App::new();
    app.add_plugins(TaskPoolPlugin::default());
    simulation::add(&mut app, scene)?;
    Ok(app)
}

/// Clicks on the points of the window, row by row from above, until a body that can move and is in
/// a contact is selected. Returns the number of its contacts.
pub(crate) fn click_on_a_body(world: &mut World) -> Result<usize, Box<dyn Error>> {
    const STEPS: i16 = 40;
    let view = Orbit::of_scene(world.resource::<Simulation>().scene_index());
    let points = (-STEPS..=STEPS).flat_map(|row| (-STEPS..=STEPS).map(move |column| [column, -row]));
    for point in points {
        let at = Vec2::from_array(point.map(|steps| f32::from(steps) / f32::from(STEPS)));
        world.insert_resource(Selection::default());
        world.run_system_cached_with(click, view.ray(at, ASPECT_RATIO))?;
        let Some(body) = world.resource::<Selection>().body else { continue };
        let is_free = world.get::<Body>(body).is_some_and(|body| body.inverse_mass > 0.0);
        let pairs = world.run_system_cached_with(count_pairs, body)?;
        if is_free && pairs > 0 {
            return Ok(pairs);
        }
    }
    Err("no click hits a body with a contact".into())
}

fn count_pairs(In(body): In<Entity>, contacts: Contacts) -> usize {
    contacts.of(body).count()
}
