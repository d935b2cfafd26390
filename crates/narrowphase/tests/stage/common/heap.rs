//! A heap of sixty bodies, tick by tick, and the bits of its contacts.

use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemState;
use clinch_composite::{ColliderShape, TriMesh};
use clinch_contact::Settings;
use clinch_narrowphase::{Collider, Contacts, ContactsMut, Placement, Sleeping, StageSettings};
use clinch_shapes::{Ball, Capsule, Cuboid};
use clinch_support::Pose;
use clinch_testkit::random::Random;
use glam::{Quat, Vec3};

use super::Stage;

/// A heap of sixty bodies, among them some meshes.
pub fn heap() -> (Stage<Vec3>, Vec<Entity>) {
    let mut stage = Stage::<Vec3>::new();
    let settings = Settings { margin: 0.05, ..StageSettings::<Vec3>::default().0 };
    stage.world.insert_resource(StageSettings::<Vec3>(settings));
    let mut random = Random::new(7);
    let bodies: Vec<Entity> = (0..60)
        .map(|index| {
            let shape: ColliderShape<Vec3> = match index % 3 {
                0 if index % 6 == 3 => mesh().into(),
                0 => Ball::new(0.4).unwrap().into(),
                1 => Capsule::new(0.4, 0.2).unwrap().into(),
                _ => Cuboid::new(Vec3::new(0.5, 0.2, 0.3)).unwrap().into(),
            };
            let rotation = Quat::from_array(random.quaternion().map(|x| x as f32));
            let placement = Placement(Pose::new(rotation, random.in_ball(3).as_vec3() * 1.5));
            stage.world.spawn((Collider::<Vec3>::new(shape), placement)).id()
        })
        .collect();
    for (index, &a) in bodies.iter().enumerate() {
        for &b in &bodies[..index] {
            stage.add_pair(a, b);
        }
    }
    (stage, bodies)
}

/// An octahedron, as a solid of triangles.
fn mesh() -> TriMesh<Vec3> {
    let vertices = [Vec3::X, Vec3::Y, -Vec3::X, -Vec3::Y, Vec3::Z, -Vec3::Z].map(|vertex| vertex * 0.5);
    let side = |i: u32| [[i, (i + 1) % 4, 4], [(i + 1) % 4, i, 5]];
    TriMesh::new(vertices.to_vec(), (0..4).flat_map(side).collect()).unwrap()
}

/// Runs tick number `tick`, which moves some bodies by a lot, most by next to nothing and a few not
/// at all.
pub fn advance(stage: &mut Stage<Vec3>, bodies: &[Entity], tick: u64) {
    let mut random = Random::of(8, tick);
    for &body in bodies {
        let step = random.pick(&[0.0, 1e-7, 1e-6, 1e-5, 1e-2]);
        let mut placement = stage.world.get_mut::<Placement<Vec3>>(body).unwrap();
        placement.0.translation += random.in_ball(3).as_vec3() * step as f32;
    }
    if tick.is_multiple_of(4) {
        let sleeper = bodies[random.below(bodies.len())];
        stage.world.entity_mut(sleeper).insert(Sleeping);
    }
    stage.tick();
}

pub type Bits = Vec<(Entity, Entity, Vec<([u32; 10], u64, bool, [f32; 4])>)>;

pub fn bits(stage: &mut Stage<Vec3>) -> Bits {
    let mut state = SystemState::<Contacts<'_, Vec3>>::new(&mut stage.world);
    let contacts = state.get(&stage.world).unwrap();
    let of = |v: Vec3| v.to_array().map(f32::to_bits);
    let rows = contacts.pairs().map(|contact| {
        let points = contact.points().map(|(normal, point)| {
            let ([a, b, c], [d, e, f], [g, h, i]) = (of(point.on_a), of(point.on_b), of(normal));
            ([a, b, c, d, e, f, g, h, i, point.separation.to_bits()], point.feature.0, point.persisted, point.user_data)
        });
        (contact.a(), contact.b(), points.collect())
    });
    rows.collect()
}

/// Counts in the caller's data of each point, as a solver would accumulate impulses.
pub fn solve(stage: &mut Stage<Vec3>) {
    let mut state = SystemState::<ContactsMut<'_, Vec3>>::new(&mut stage.world);
    let mut contacts = state.get_mut(&mut stage.world).unwrap();
    contacts.for_each(|mut contact| contact.user_data().for_each(|user_data| user_data[0] += 1.0));
}
