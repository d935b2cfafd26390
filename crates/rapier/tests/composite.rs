//! Bodies on meshes and height fields, in running worlds.

use clinch_rapier::Clinch;
use glam::Vec3;
use rapier3d::parry::utils::Array2;
use rapier3d::prelude::{ColliderBuilder, NarrowPhase, PhysicsWorld, RigidBodyBuilder, SharedShape};

fn world() -> (PhysicsWorld, Clinch) {
    let (mut world, clinch) = (PhysicsWorld::new(), Clinch::new());
    world.narrow_phase = NarrowPhase::with_query_dispatcher(clinch.clone());
    (world, clinch)
}

/// A flat mesh of 30 m in cells of 0.7 m; each third triangle is flipped, and one is there twice.
fn flat_mesh() -> ColliderBuilder {
    const CELLS: u32 = 43;
    let at = |i: u32| i as f32 * 0.7 - 15.0;
    let vertices = (0..=CELLS).flat_map(|row| (0..=CELLS).map(move |column| Vec3::new(at(column), 0.0, at(row)))).collect();
    let corner = |row: u32, column: u32| row * (CELLS + 1) + column;
    let mut triangles = Vec::new();
    for (row, column) in (0..CELLS).flat_map(|row| (0..CELLS).map(move |column| (row, column))) {
        let [a, b, c, d] = [corner(row, column), corner(row + 1, column), corner(row + 1, column + 1), corner(row, column + 1)];
        triangles.extend([[a, b, c], if column % 3 == 0 { [a, d, c] } else { [a, c, d] }]);
    }
    triangles.push(triangles[700]);
    ColliderBuilder::trimesh(vertices, triangles).unwrap()
}

fn flat_field() -> ColliderBuilder {
    ColliderBuilder::heightfield(Array2::repeat(44, 44, 0.0), Vec3::new(30.1, 1.0, 30.1))
}

#[test]
fn bodies_slide_over_flat_surfaces_without_losing_speed() {
    for (floor, of_floor) in [(flat_mesh as fn() -> ColliderBuilder, "mesh"), (flat_field, "height field")] {
        for (shape, of_body) in [(SharedShape::ball(0.3), "ball"), (SharedShape::cuboid(0.3, 0.3, 0.3), "box")] {
            for floor_first in [true, false] {
                let what = format!("{of_body} on {of_floor}, floor first: {floor_first}");
                let (mut world, clinch) = world();
                let floor = floor().friction(0.0);
                let start = RigidBodyBuilder::dynamic().translation(Vec3::new(-6.05, 0.3, -3.0)).linvel(Vec3::new(5.0, 0.0, 2.0));
                let body = ColliderBuilder::new(shape.clone()).friction(0.0);
                if floor_first {
                    world.insert_collider(floor.clone(), None);
                }
                let (body, _) = world.insert(start, body);
                if !floor_first {
                    world.insert_collider(floor, None);
                }
                for _ in 0..120 {
                    world.step();
                    let (at, speed) = (world.bodies[body].translation(), world.bodies[body].linvel());
                    assert!((at.y - 0.3).abs() < 3e-3, "{what}: {at}");
                    assert!((speed - Vec3::new(5.0, speed.y, 2.0)).length() < 1e-3 && speed.y.abs() < 0.05, "{what}: {speed}");
                }
                let counts = clinch.counts();
                assert!(counts.answered > 0 && counts.delegated == 0 && counts.concave == 0, "{what}: {counts:?}");
            }
        }
    }
}

#[test]
fn a_mesh_that_is_replaced_is_seen() {
    let (mut world, _) = world();
    let floor = world.insert_collider(flat_mesh(), None);
    let (body, _) = world.insert(RigidBodyBuilder::dynamic().translation(Vec3::Y * 0.3).can_sleep(false), ColliderBuilder::ball(0.3));
    for _ in 0..30 {
        world.step();
    }
    let lower = |x: f32, z: f32| Vec3::new(x, -1.0, z);
    let corners = vec![lower(-9.0, -9.0), lower(9.0, -9.0), lower(9.0, 9.0), lower(-9.0, 9.0)];
    world.colliders[floor].set_shape(SharedShape::trimesh(corners, vec![[0, 2, 1], [0, 3, 2]]).unwrap());
    for _ in 0..120 {
        world.step();
    }
    assert!((world.bodies[body].translation().y + 0.7).abs() < 5e-3, "{}", world.bodies[body].translation());
}
