//! Worlds with composite colliders.

use bevy_ecs::schedule::Schedule;
use bevy_ecs::system::SystemState;
use bevy_ecs::world::World;
use clinch::SpatialQueryFilter;
use clinch::d3::{self, Ball, Collider, Contacts, Cuboid, Motion, Placement, Pose, Ray, Shape, SpatialQuery, SubShapeId};
use clinch_testkit::random::Random;
use glam::{Quat, Vec3};

use crate::composite::{floor_mesh, two_blocks};

/// Flat terrain of 8 by 8 cells of 2 units, at height 1.
fn terrain() -> d3::HeightField {
    d3::HeightField::new(9, 9, vec![1.0; 81], Vec3::new(2.0, 1.0, 2.0)).unwrap()
}

#[test]
fn spatial_queries_find_composite_colliders() {
    let (mut world, mut schedule) = (World::new(), Schedule::default());
    d3::install(&mut world, &mut schedule);
    let ground = world.spawn((Collider::new(terrain()), Placement::default())).id();
    let ball = world.spawn((Collider::new(Ball::new(0.5).unwrap()), Placement::at(Vec3::new(7.0, 4.0, 7.0)))).id();
    schedule.run(&mut world);
    let mut state = SystemState::<SpatialQuery<'_>>::new(&mut world);
    let query = state.get(&world).unwrap();
    let (view, filter) = (query.world(), SpatialQueryFilter::default());

    let ray = Ray::new(Vec3::new(7.25, 9.0, 7.0), -Vec3::Y);
    let hits = view.cast_ray(&ray, &filter).all();
    assert_eq!(hits.iter().map(|hit| hit.collider).collect::<Vec<_>>(), [ball, ground]);
    assert_eq!((hits[1].answer.time, hits[1].answer.normal), (8.0, Vec3::Y));
    assert_eq!(hits[1].answer, d3::cast_ray(&terrain(), &Pose::IDENTITY, &ray));
    assert!(hits[1].answer.sub_shapes[0].is_some() && hits[0].answer.sub_shapes == [None, None]);

    let (block, above) = (Shape::from(Cuboid::new(Vec3::splat(0.5)).unwrap()), Pose::at(Vec3::new(3.0, 5.5, 3.0)));
    let fall = Motion::of_b(Vec3::Y * -2.0);
    let hit = view.cast_shape(&block, &above, &fall, &filter).first().unwrap();
    assert_eq!((hit.collider, hit.answer.time, hit.answer.normal), (ground, 2.0, Vec3::Y));
    assert!(hit.answer.sub_shapes[0].is_some());

    // The given shape may be composite, too.
    let (blocks, _) = two_blocks();
    let hit = view.cast_shape(&blocks, &above, &fall, &filter).first().unwrap();
    assert_eq!((hit.collider, hit.answer.time, hit.answer.sub_shapes[1]), (ground, 2.0, Some(SubShapeId(1))));
    let near = view.closest_points(&blocks, &above, 100.0, &filter).all();
    assert_eq!((near.len(), near[1].collider, near[1].answer.distance), (2, ground, 4.0));
    assert!(!view.shape_intersections(&blocks, &above, &filter).any());
    let low = Pose::at(Vec3::new(3.0, 1.25, 3.0));
    assert_eq!(view.shape_intersections(&blocks, &low, &filter).colliders(), [ground]);
}

#[test]
fn a_box_slides_over_a_mesh_floor_without_a_sideways_normal() {
    let (mut world, mut schedule) = (World::new(), Schedule::default());
    d3::install(&mut world, &mut schedule);
    world.spawn((Collider::new(floor_mesh()), Placement::default(), clinch::Static));
    let slider = world.spawn((Collider::new(Cuboid::new(Vec3::splat(0.5)).unwrap()), Placement::default())).id();
    for step in 0..40 {
        *world.get_mut::<Placement>(slider).unwrap() = Placement::at(Vec3::new(1.0 + 0.15 * step as f32, 0.45, 1.1 + 0.13 * step as f32));
        schedule.run(&mut world);
        let mut state = SystemState::<Contacts<'_>>::new(&mut world);
        let contacts = state.get(&world).unwrap();
        let mut touching = 0;
        for contact in contacts.touching() {
            touching += 1;
            assert!(contact.manifolds().count() == 1, "step {step}");
            assert!(contact.manifolds().all(|manifold| manifold.manifold.normal.y.abs() == 1.0), "step {step}");
        }
        assert_eq!(touching, 1, "step {step}");
        world.clear_trackers();
    }
}

#[test]
fn spatial_queries_name_the_triangle_of_a_mesh() {
    let (mut world, mut schedule) = (World::new(), Schedule::default());
    d3::install(&mut world, &mut schedule);
    let pose = Pose::new(Quat::from_xyzw(0.0, 0.6, 0.0, 0.8), Vec3::new(3.0, -2.0, 5.0));
    let (mesh, other) = (floor_mesh(), Pose::at(Vec3::new(300.0, 0.0, 0.0)));
    let floors = [&pose, &other].map(|pose| world.spawn((Collider::new(mesh.clone()), Placement::new(*pose))).id());
    schedule.run(&mut world);
    let mut state = SystemState::<SpatialQuery<'_>>::new(&mut world);
    let query = state.get(&world).unwrap();
    let (view, filter, mut random) = (query.world(), SpatialQueryFilter::default(), Random::new(5));
    let ball = Shape::from(Ball::new(0.25).unwrap());
    for _ in 0..40 {
        let (cell, [x, z]) = ([random.below(8) as u32, random.below(8) as u32], [random.range(0.1, 0.9), random.range(0.1, 0.9)]);
        if (x - z).abs() < 0.05 {
            continue; // at the diagonal
        }
        let triangle = SubShapeId(2 * (cell[0] + 8 * cell[1]) + u32::from(z < x));
        let above = pose.translation + pose.rotation * Vec3::new(cell[0] as f32 + x as f32, 3.0, cell[1] as f32 + z as f32);
        let hit = view.cast_ray(&Ray::new(above, -Vec3::Y), &filter).first().unwrap();
        assert_eq!((hit.collider, hit.answer.sub_shapes), (floors[0], [Some(triangle), None]));
        assert!((hit.answer.time - 3.0).abs() < 1e-5 && hit.answer.normal.abs_diff_eq(Vec3::Y, 1e-6));

        let near = view.closest_points(&ball, &Pose::at(above), 4.0, &filter).all();
        assert_eq!((near.len(), near[0].collider, near[0].answer.sub_shapes), (1, floors[0], [Some(triangle), None]));
        assert!((near[0].answer.distance - 2.75).abs() < 1e-5);
        let fall = Motion::of_b(-Vec3::Y);
        let hit = view.cast_shape(&ball, &Pose::at(above), &fall, &filter).first().unwrap();
        assert!((hit.answer.time - 2.75).abs() < 1e-5 && hit.answer.sub_shapes == [Some(triangle), None]);
        assert_eq!(view.shape_intersections(&ball, &Pose::at(above - Vec3::Y * 2.875), &filter).colliders(), [floors[0]]);
        assert!(!view.shape_intersections(&ball, &Pose::at(above - Vec3::Y * 2.5), &filter).any());
    }
}
