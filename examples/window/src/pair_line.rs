//! The selected pair as a line of a pair file, which `cargo xtask query` answers.

use std::io::Write;

use bevy::prelude::{In, Query, Res, Transform};
use clinch::composite::{CompositeShape3, Sides};
use clinch::d3::{Collider, ColliderShape, Contact, Contacts, Shape, TriMesh};
use clinch_testkit::pair_file::{self, CapsuleAxis, Coords, PoseSpec, RotationSpec, ShapeSpec, SidesSpec, write_line};
use glam::Vec3;

use crate::selection::Selection;
use crate::simulation::Simulation;
use crate::tick::MARGIN;

/// The line of the selected pair. `None` if there is no pair, or if a shape is not one of the kinds
/// in the scenes.
pub(crate) fn line(
    selection: Res<Selection>,
    contacts: Contacts,
    colliders: Query<(&Collider, &Transform)>,
    simulation: Res<Simulation>,
) -> Option<String> {
    let [body, other] = selection.pair()?;
    let query = query(&contacts.between(body, other)?, &colliders, &simulation)?;
    let mut line = Vec::new();
    write_line(&mut line, &query).ok()?;
    String::from_utf8(line).ok().map(|line| line.trim_end().to_owned())
}

/// Prints a line, if there is one.
pub(crate) fn print(In(line): In<Option<String>>) {
    match line {
        // A page has no stdout.
        Some(line) if cfg!(target_arch = "wasm32") => bevy::log::info!("{line}"),
        Some(line) => {
            if let Err(error) = writeln!(std::io::stdout(), "{line}") {
                bevy::log::error!("the pair was not printed: {error}");
            }
        }
        None => {}
    }
}

/// The query of a pair, at the placements that the stage saw.
fn query(contact: &Contact, colliders: &Query<(&Collider, &Transform)>, simulation: &Simulation) -> Option<pair_file::Query> {
    let placed = |entity| {
        let (collider, transform) = colliders.get(entity).ok()?;
        Some((shape(&collider.0)?, pose(transform)))
    };
    let query = pair_file::Query::contact(3, placed(contact.a())?, placed(contact.b())?);
    let (scene, tick) = (simulation.scene().name, simulation.ticks);
    let note = Some(format!("{scene}, tick {tick}"));
    Some(pair_file::Query { prediction: Some(f64::from(MARGIN)), note, ..query.with_id(format!("{} and {}", contact.a(), contact.b())) })
}

fn pose(transform: &Transform) -> PoseSpec {
    let rotation = transform.rotation.as_dquat().to_array();
    PoseSpec { rotation: RotationSpec::Quaternion(rotation), ..PoseSpec::at(coords(transform.translation)) }
}

fn shape(shape: &ColliderShape) -> Option<ShapeSpec> {
    match shape {
        ColliderShape::Convex(Shape::Ball(ball)) => Some(ShapeSpec::Sphere { radius: f64::from(ball.radius()) }),
        ColliderShape::Convex(Shape::Cuboid(cuboid)) => Some(ShapeSpec::Box { half: coords(cuboid.half()) }),
        ColliderShape::Convex(Shape::Capsule(capsule)) => {
            let [a, b] = capsule.ends().map(coords);
            Some(ShapeSpec::Capsule { axis: CapsuleAxis::Between { a, b }, radius: f64::from(capsule.radius()) })
        }
        ColliderShape::Convex(Shape::Hull(hull)) => Some(ShapeSpec::Hull { points: hull.vertices().iter().copied().map(coords).collect() }),
        ColliderShape::Composite(CompositeShape3::TriMesh(mesh)) => Some(tri_mesh(mesh)),
        _ => None,
    }
}

fn tri_mesh(mesh: &TriMesh) -> ShapeSpec {
    let sides = match mesh.sides() {
        Sides::One => SidesSpec::One,
        Sides::Two => SidesSpec::Two,
        Sides::Solid => SidesSpec::Solid,
    };
    // The meshes of the scenes are not scaled.
    let vertices = mesh.shared_vertices().iter().copied().map(coords).collect();
    ShapeSpec::Trimesh { vertices, indices: mesh.shared_triangles().to_vec(), sides }
}

fn coords(vector: Vec3) -> Coords {
    vector.as_dvec3().into()
}
