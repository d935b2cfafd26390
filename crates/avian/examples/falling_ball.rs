//! A headless app with avian and clinch: a ball falls on a box.
//!
//! `cargo run -p clinch-avian --example falling_ball`

use std::io::Write;
use std::time::Duration;

use avian3d::prelude::{Position, RigidBody};
use bevy::app::{App, TaskPoolPlugin};
use bevy::time::{TimePlugin, TimeUpdateStrategy};
use bevy::transform::TransformPlugin;
use bevy::transform::components::Transform;
use clinch_avian::d3::{ClinchPlugins, Collider};

fn main() -> std::io::Result<()> {
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), TimePlugin, TransformPlugin));
    app.add_plugins(ClinchPlugins::default()); // the one line
    app.world_mut().spawn((RigidBody::Static, Collider::cuboid(10.0, 1.0, 10.0), Transform::from_xyz(0.0, -0.5, 0.0)));
    let ball = app.world_mut().spawn((RigidBody::Dynamic, Collider::sphere(0.5), Transform::from_xyz(0.0, 3.0, 0.0))).id();
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs_f64(1.0 / 64.0)));
    app.finish();
    app.cleanup();
    for step in 0..160 {
        app.update();
        if let Some(at) = app.world().get::<Position>(ball).filter(|_| step % 16 == 0) {
            writeln!(std::io::stdout(), "{:5.2} s: {:.4} m", f64::from(step) / 64.0, at.y)?;
        }
    }
    Ok(())
}
