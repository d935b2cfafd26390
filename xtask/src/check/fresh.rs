//! The step `fresh`: a new project with bevy and clinch, as a user starts it.
//!
//! * It is outside of the workspace and has no lock file, so that cargo chooses versions as it does
//!   for a user. With the lock file, a requirement that lets cargo choose two versions of glam
//!   would not be noticed.
//! * It is checked, not built, in the target folder of the workspace: dependencies that the gate
//!   has checked in the same version and with the same features are not checked again.

use std::path::Path;

use anyhow::{Context, bail};

use crate::check::outcome::Outcome;
use crate::check::registry;
use crate::check::workspace::Workspace;

/// The dependencies of a user of bevy, and clinch from this workspace.
fn manifest(clinch: &Path) -> String {
    format!(
        r#"[package]
name = "fresh"
edition = "2024"

[workspace]

[dependencies]
bevy_ecs = "0.20"
bevy_transform = "0.20"
glam = "0.33"
clinch = {{ path = {clinch:?}, features = ["bevy_transform"] }}
"#
    )
}

/// Passes vectors of bevy and of glam to clinch, and back. With two versions of glam it does not
/// compile: "expected Vec3, found Vec3".
const PROGRAM: &str = r"
use bevy_ecs::prelude::{Schedule, World};
use bevy_transform::components::{GlobalTransform, Transform};
use clinch::d3::{Ball, Collider, Cuboid, Pose, contact};

fn main() {
    let transform = Transform::from_translation(glam::Vec3::Y);
    let (bevys, glams) = (Pose::new(transform.rotation, transform.translation), Pose::at(glam::Vec3::Y));
    let (ball, block) = (Ball::new(0.5).unwrap(), Cuboid::new(transform.scale).unwrap());
    let answer = contact(&ball, &bevys, &block, &glams);
    let _: Transform = Transform::from_translation(answer.normal);
    let _: glam::Vec3 = answer.point_a;
    let _: clinch::d2::f64::Pose = clinch::d2::f64::Pose::at(glam::DVec2::Y);

    let (mut world, mut schedule) = (World::new(), Schedule::default());
    clinch::narrowphase::install::<glam::Vec3, GlobalTransform>(&mut world, &mut schedule);
    world.spawn((Collider::new(ball), GlobalTransform::from(transform)));
    schedule.run(&mut world);
}
";

pub(crate) fn fresh(workspace: &Workspace) -> anyhow::Result<Outcome> {
    let project = tempfile::tempdir().context("no temporary folder")?;
    let file = project.path().join("Cargo.toml");
    std::fs::write(&file, manifest(&workspace.root().join("crates/clinch")))?;
    std::fs::create_dir(project.path().join("src"))?;
    std::fs::write(project.path().join("src/main.rs"), PROGRAM)?;

    let target = workspace.target().to_str().context("the target folder's path is not UTF-8")?;
    let file = file.to_str().context("the temporary folder's path is not UTF-8")?;
    let (passed, stderr) = workspace.cargo_stderr(&["check", "--manifest-path", file, "--target-dir", target])?;
    match registry::error(&stderr) {
        _ if passed => Ok(Outcome::Passed),
        Some(error) => {
            println!("\n!!! The fresh project was SKIPPED, because the registry cannot be reached: {error}");
            Ok(Outcome::Skipped(format!("fresh project not checked: {error}")))
        }
        None => bail!("a new project with clinch, bevy and glam does not compile"),
    }
}
