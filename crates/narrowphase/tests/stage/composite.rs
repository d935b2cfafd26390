//! Composite shapes in the stage: several manifolds for a pair, names that persist across inner
//! edges, parts in events, sensors, meshes that change.

use crate::common::{Stage, messages};
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemState;
use clinch_composite::{CompositeShape3, Compound, HeightField, SubShapeId, TriMesh};
use clinch_contact::{Recycling, Settings};
use clinch_narrowphase::{
    Collider, ColliderShape, Contact, Contacts, ContactsMut, Counters, Diagnostics, Placement, Sensor, StableId, StageSettings,
};
use clinch_shapes::{Ball, Capsule, Cuboid, Cylinder};
use clinch_support::Pose;
use clinch_testkit::generate::meshes::{Cut, plate};
use clinch_testkit::random::Random;
use glam::{Quat, Vec3};

/// The plate of half extent 1 in the plane z = 0, in triangles.
fn floor(cut: Cut) -> TriMesh<Vec3> {
    let mesh = plate(cut, &mut Random::new(3));
    TriMesh::new(mesh.vertices.iter().map(|vertex| vertex.as_vec3()).collect(), mesh.triangles).unwrap()
}

/// The floor z = 0 and the wall x = 1, for x ≤ 1 and z ≥ 0.
fn corner() -> TriMesh<Vec3> {
    let at = |x: f32, z: f32| [Vec3::new(x, -3.0, z), Vec3::new(x, 3.0, z)];
    let vertices = [at(-3.0, 0.0), at(1.0, 0.0), at(1.0, 3.0)].concat();
    let quad = |i: u32| [[i, i + 2, i + 3], [i, i + 3, i + 1]];
    TriMesh::new(vertices, [quad(0), quad(2)].concat()).unwrap()
}

/// Two colliders that are a pair in every tick, A and B.
fn pair(a: impl Into<ColliderShape<Vec3>>, b: impl Into<ColliderShape<Vec3>>, settings: Settings<f32>) -> (Stage<Vec3>, Entity, Entity) {
    let mut stage = Stage::<Vec3>::new();
    stage.world.insert_resource(StageSettings::<Vec3>(settings));
    let mut spawn = |shape, id| stage.world.spawn((Collider::<Vec3>(shape), Placement::<Vec3>::default(), StableId(id))).id();
    let (a, b) = (spawn(a.into(), 0), spawn(b.into(), 1));
    stage.add_pair(a, b);
    (stage, a, b)
}

fn place(stage: &mut Stage<Vec3>, entity: Entity, pose: Pose<Vec3>) {
    stage.world.get_mut::<Placement<Vec3>>(entity).unwrap().0 = pose;
}

fn read<T>(stage: &mut Stage<Vec3>, read: impl FnOnce(Option<Contact<'_, Vec3>>) -> T) -> T {
    let mut state = SystemState::<Contacts<'_, Vec3>>::new(&mut stage.world);
    let contacts = state.get(&stage.world).unwrap();
    read(contacts.pairs().next())
}

fn edit(stage: &mut Stage<Vec3>, edit: impl FnMut(clinch_narrowphase::ContactMut<'_, Vec3>)) {
    let mut state = SystemState::<ContactsMut<'_, Vec3>>::new(&mut stage.world);
    state.get_mut(&mut stage.world).unwrap().for_each(edit);
}

fn counters(stage: &Stage<Vec3>) -> Counters {
    stage.world.resource::<Diagnostics<Vec3>>().counters
}

#[test]
fn a_body_that_slides_over_inner_edges_keeps_its_normal_and_its_data() {
    let bodies: [ColliderShape<Vec3>; 4] = [
        Ball::new(0.2).unwrap().into(),
        Capsule::new(0.2, 0.1).unwrap().into(),
        Cuboid::new(Vec3::new(0.1, 0.2, 0.3)).unwrap().into(),
        Cylinder::new(0.2, 0.1).unwrap().into(),
    ];
    for cut in Cut::ALL {
        for (kind, body) in bodies.iter().enumerate() {
            for mesh_is_a in [true, false] {
                let settings =
                    Settings { recycling: Recycling::Proved(if kind % 2 == 0 { 1e-3 } else { 0.0 }), ..Settings::with_margin(0.01) };
                let (floor, body) = (ColliderShape::from(floor(cut)), body.clone());
                let low = body.bounds(&Pose::IDENTITY).min.z as f32;
                let (mut stage, a, b) = if mesh_is_a { pair(floor, body, settings) } else { pair(body, floor, settings) };
                let mover = if mesh_is_a { b } else { a };
                let up = if mesh_is_a { Vec3::Z } else { -Vec3::Z };
                for tick in 0..120 {
                    let at = Vec3::new(tick as f32 * 4e-3 - 0.3, tick as f32 * 1.5e-3 - 0.1, -low - 1e-3);
                    place(&mut stage, mover, Pose::at(at));
                    stage.tick();
                    read(&mut stage, |contact| {
                        let contact = contact.unwrap();
                        let what = format!("{cut:?}, kind {kind}, mesh is A: {mesh_is_a}, tick {tick}: {contact:?}");
                        let [manifold] = contact.manifolds().collect::<Vec<_>>()[..] else { panic!("{what}") };
                        assert!(contact.is_touching() && manifold.manifold.normal == up, "{what}");
                        assert_eq!(manifold.sub_shapes.map(|part| part.is_some()), [mesh_is_a, !mesh_is_a], "{what}");
                        let kept = contact.points().any(|(_, point)| point.persisted && point.user_data[0] == 7.0);
                        assert!(tick == 0 || kept, "{what}");
                    });
                    edit(&mut stage, |mut contact| contact.user_data().for_each(|user_data| user_data[0] = 7.0));
                }
            }
        }
    }
}

#[test]
fn a_box_in_a_corner_has_a_manifold_for_each_wall_the_deepest_first() {
    let (mut stage, _, block) = pair(corner(), Cuboid::new(Vec3::splat(0.5)).unwrap(), Settings::with_margin(0.1));
    place(&mut stage, block, Pose::at(Vec3::new(0.52, 0.0, 0.49)));
    assert_eq!(stage.tick(), (1, 0));
    read(&mut stage, |contact| {
        let contact = contact.unwrap();
        let normals: Vec<_> = contact.manifolds().map(|of| of.manifold.normal).collect();
        assert_eq!(normals, [-Vec3::X, Vec3::Z]);
        assert_eq!((contact.manifold().normal, contact.manifold().points.len(), contact.points().count()), (-Vec3::X, 4, 8));
        assert!(
            contact.manifolds().zip(contact.manifolds().skip(1)).all(|(one, next)| one.manifold.separation() <= next.manifold.separation())
        );
    });
    assert_eq!(counters(&stage).points, 8);
    let (started, _) = messages::<Vec3>(&stage.world);
    assert!(matches!(started[0].touch.sub_shapes, [Some(SubShapeId(2 | 3)), None]), "{started:?}");

    // An edit sees each manifold; a pair without points does not touch.
    edit(&mut stage, |mut contact| contact.edit(|manifold| manifold.points.retain(|point| point.on_a.z < 0.25)));
    read(&mut stage, |contact| assert_eq!(contact.unwrap().points().count(), 6));
    edit(&mut stage, |mut contact| {
        contact.edit(|manifold| {
            if manifold.normal == Vec3::Z {
                manifold.points.clear();
            }
        });
    });
    read(&mut stage, |contact| assert!(contact.unwrap().is_touching() && contact.unwrap().manifolds().count() == 1));
    edit(&mut stage, |mut contact| contact.edit(|manifold| manifold.points.clear()));
    read(&mut stage, |contact| assert!(!contact.unwrap().is_touching() && contact.unwrap().points().count() == 0));
    place(&mut stage, block, Pose::at(Vec3::new(0.0, 0.0, 2.0)));
    assert_eq!(stage.tick(), (0, 1));
}

/// Slopes and conveyor belts turn normals. The next tick starts from the shapes again, and its
/// points are those of last tick.
#[test]
fn points_keep_their_data_if_the_normals_are_edited_in_every_tick() {
    let (mut stage, _, block) = pair(corner(), Cuboid::new(Vec3::splat(0.5)).unwrap(), Settings::with_margin(0.1));
    let written = |point: usize| [1.0 + point as f32, 2.0, 3.0, 4.0];
    for tick in 0..4 {
        place(&mut stage, block, Pose::at(Vec3::new(0.52, 0.01 * tick as f32, 0.49)));
        stage.tick();
        read(&mut stage, |contact| {
            let data: Vec<_> = contact.unwrap().points().map(|(_, point)| point.user_data).collect();
            let expected: Vec<_> = (0..8).map(|point| if tick == 0 { [0.0; 4] } else { written(point) }).collect();
            assert_eq!(data, expected, "tick {tick}");
        });
        edit(&mut stage, |mut contact| {
            contact.user_data().enumerate().for_each(|(point, data)| *data = written(point));
            // The walls exchange their normals, and their places in the list.
            contact.edit(|manifold| {
                manifold.normal = if manifold.normal == Vec3::Z { -Vec3::X } else { Vec3::Z };
                let depth = if manifold.normal == Vec3::Z { 0.0 } else { 1.0 };
                manifold.points.iter_mut().for_each(|point| point.separation -= depth);
            });
        });
        read(&mut stage, |contact| assert_eq!(contact.unwrap().manifold().normal, -Vec3::X));
    }
}

/// An order with NaN in it is none that a sort can rely on.
#[test]
fn an_edit_that_writes_nan_to_many_manifolds_does_not_panic() {
    let mut random = Random::new(9);
    let ball = |_| (Pose::at(0.59 * random.direction(3).as_vec3()), Ball::new(0.1).unwrap().into());
    let shell = Compound::new((0..40).map(ball).collect()).unwrap();
    let (mut stage, _, block) = pair(shell, Ball::new(0.5).unwrap(), Settings::with_margin(0.1));
    stage.tick();
    let mut manifolds = 0;
    edit(&mut stage, |mut contact| {
        contact.edit(|manifold| {
            manifolds += 1;
            let nan = if manifolds % 3 == 0 { f32::NAN } else { 0.0 };
            manifold.points.iter_mut().for_each(|point| point.separation += nan);
        });
    });
    read(&mut stage, |contact| assert_eq!(contact.unwrap().manifolds().count(), manifolds));
    assert!(manifolds > 20, "{manifolds}");
    place(&mut stage, block, Pose::at(Vec3::new(0.001, 0.0, 0.0)));
    stage.tick();
    read(&mut stage, |contact| assert!(contact.unwrap().points().all(|(_, point)| point.separation.is_finite())));
}

#[test]
fn recycled_contacts_are_those_of_a_fresh_query_to_within_the_motion() {
    for recycling in [Recycling::Proved(1e-2), Recycling::Within(1e-2)] {
        compare_with_fresh_queries(recycling);
    }
}

fn compare_with_fresh_queries(recycling: Recycling<f32>) {
    let body = || Cuboid::new(Vec3::new(0.3, 0.2, 0.1)).unwrap();
    let settings = |recycling| Settings { recycling, ..Settings::with_margin(0.02) };
    let (mut recycled, _, one) = pair(floor(Cut::Random), body(), settings(recycling));
    let (mut fresh, _, other) = pair(floor(Cut::Random), body(), settings(Recycling::Off));
    let mut random = Random::new(8);
    let (mut count, mut skipped) = (0, 0);
    let mut pose = Pose::at(Vec3::new(0.05, 0.1, 0.099));
    for tick in 0..300 {
        if tick % 50 == 49 {
            // Lifted, where the proved distance lets it be skipped, and lowered again.
            pose.translation.z += if tick % 100 == 49 { 0.1 } else { -0.1 };
        }
        pose.translation += random.in_ball(3).as_vec3() * 2e-5;
        let turn = random.in_ball(3).as_vec3() * 2e-5;
        pose.rotation = (Quat::from_xyzw(turn.x, turn.y, turn.z, 1.0) * pose.rotation).normalize();
        for (stage, body) in [(&mut recycled, one), (&mut fresh, other)] {
            place(stage, body, pose);
            stage.tick();
        }
        count += counters(&recycled).recycled;
        skipped += counters(&recycled).skipped;
        let answer =
            |stage: &mut Stage<Vec3>| read(stage, |contact| contact.map(|contact| (contact.is_touching(), contact.manifold().clone())));
        let (Some((touching, kept)), Some((expected, new))) = (answer(&mut recycled), answer(&mut fresh)) else { panic!() };
        let is_doubtful = matches!(recycling, Recycling::Within(_)) && new.separation().abs() < 1e-4;
        assert!(touching == expected || is_doubtful, "tick {tick}");
        assert!((kept.separation() - new.separation()).abs() < 3e-4 || kept.points.is_empty() && new.points.is_empty(), "tick {tick}");
    }
    assert!(count > 100 && skipped > 100, "the sample must bite: {count} recycled, {skipped} skipped");
}

#[test]
fn sensors_see_meshes_and_meshes_can_be_sensors() {
    for mesh_is_sensor in [true, false] {
        let (mut stage, mesh, ball) = pair(corner(), Ball::new(0.25).unwrap(), Settings::with_margin(0.1));
        stage.world.entity_mut(if mesh_is_sensor { mesh } else { ball }).insert(Sensor);
        for (height, expected) in [(0.2, (1, 0)), (0.3, (0, 1)), (0.25, (1, 0))] {
            place(&mut stage, ball, Pose::at(Vec3::new(-1.0, 0.0, height)));
            assert_eq!(stage.tick(), expected, "{height}");
            read(&mut stage, |contact| assert_eq!(contact.unwrap().points().count(), 0));
        }
    }
}

/// A sensor overlaps a surface with one side from whichever side.
#[test]
fn a_sensor_that_sinks_through_a_surface_touches_it_until_it_is_through() {
    for mesh_is_sensor in [true, false] {
        let (mut stage, mesh, ball) = pair(corner(), Ball::new(0.25).unwrap(), Settings::default());
        stage.world.entity_mut(if mesh_is_sensor { mesh } else { ball }).insert(Sensor);
        for (height, expected) in [(0.3, (0, 0)), (0.2, (1, 0)), (0.05, (0, 0)), (-0.05, (0, 0)), (-0.2, (0, 0)), (-0.3, (0, 1))] {
            place(&mut stage, ball, Pose::at(Vec3::new(-1.0, 0.0, height)));
            assert_eq!(stage.tick(), expected, "{height}");
            read(&mut stage, |contact| assert_eq!(contact.unwrap().points().count(), 0));
        }
    }
}

#[test]
fn a_mesh_that_is_replaced_or_removed_while_it_is_touched_ends_its_contacts() {
    let settings = Settings { recycling: Recycling::Proved(1e-2), ..Settings::with_margin(0.01) };
    let (mut stage, mesh, ball) = pair(floor(Cut::Grid), Ball::new(0.25).unwrap(), settings);
    place(&mut stage, ball, Pose::at(Vec3::new(0.1, 0.2, 0.24)));
    assert_eq!(stage.tick(), (1, 0));
    let lowered = floor(Cut::Grid).scaled(Vec3::new(0.1, 0.1, 1.0)).unwrap();
    *stage.world.get_mut::<Collider<Vec3>>(mesh).unwrap() = Collider::new(lowered);
    assert_eq!(stage.tick(), (0, 1), "the mesh is no longer below the ball");
    // An equal mesh keeps what is known of it.
    *stage.world.get_mut::<Collider<Vec3>>(mesh).unwrap() = Collider::new(floor(Cut::Grid));
    assert_eq!(stage.tick(), (1, 0));
    *stage.world.get_mut::<Collider<Vec3>>(mesh).unwrap() = Collider::new(floor(Cut::Grid));
    assert_eq!((stage.tick(), counters(&stage).unmoved), ((0, 0), 1));
    // A box in place of the mesh, and the mesh again.
    *stage.world.get_mut::<Collider<Vec3>>(mesh).unwrap() = Collider::new(Cuboid::new(Vec3::new(1.0, 1.0, 0.01)).unwrap());
    assert_eq!(stage.tick(), (0, 0));
    read(&mut stage, |contact| assert_eq!(contact.unwrap().manifolds().map(|of| of.sub_shapes).collect::<Vec<_>>(), [[None; 2]]));
    // The manifold of the box is edited, though the pair had those of a mesh.
    edit(&mut stage, |mut contact| contact.edit(|manifold| manifold.normal = Vec3::X));
    read(&mut stage, |contact| assert_eq!(contact.unwrap().manifold().normal, Vec3::X));
    edit(&mut stage, |mut contact| contact.edit(|manifold| manifold.points.clear()));
    read(&mut stage, |contact| assert!(!contact.unwrap().is_touching()));
    assert_eq!(stage.tick(), (0, 0), "the edit was for one tick");
    *stage.world.get_mut::<Collider<Vec3>>(mesh).unwrap() = Collider::new(floor(Cut::Grid));
    assert_eq!(stage.tick(), (0, 0));
    read(&mut stage, |contact| assert!(contact.unwrap().manifolds().all(|of| of.sub_shapes[0].is_some())));
    stage.world.despawn(mesh);
    assert_eq!(stage.tick(), (0, 1));
}

#[test]
fn poses_that_are_not_finite_have_no_contact_with_a_mesh() {
    let (mut stage, _, ball) = pair(floor(Cut::Grid), Ball::new(0.25).unwrap(), Settings::default());
    for bad in [f32::NAN, f32::INFINITY] {
        place(&mut stage, ball, Pose::at(Vec3::Z * 0.2));
        assert_eq!(stage.tick(), (1, 0));
        place(&mut stage, ball, Pose::at(Vec3::new(0.0, bad, 0.2)));
        assert_eq!(stage.tick(), (0, 1));
        read(&mut stage, |contact| assert!(contact.unwrap().is_undefined()));
    }
}

#[test]
fn kinds_of_composite_shapes_have_names() {
    let field = HeightField::new(2, 2, vec![0.0; 4], Vec3::ONE).unwrap();
    let (mut stage, ..) = pair(CompositeShape3::from(field), Ball::new(0.25).unwrap(), Settings::default());
    stage.tick();
    let mut state = SystemState::<Contacts<'_, Vec3>>::new(&mut stage.world);
    let kinds = state.get(&stage.world).unwrap().pairs_by_kind();
    assert_eq!(kinds.into_iter().collect::<Vec<_>>(), [(["Ball", "HeightField"], 1)]);
}
