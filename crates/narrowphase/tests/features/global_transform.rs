//! bevy's `GlobalTransform` as a placement: the same contacts as with `Placement`, and matrices
//! that are not rigid.

use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemState;
use bevy_transform::components::{GlobalTransform, Transform};
use bevy_transform::systems::{StaticTransformOptimizations, mark_dirty_trees, propagate_parent_transforms, sync_simple_transforms};
use clinch_composite_contact::ColliderSpace;
use clinch_narrowphase::{
    CandidatePairs, Collider, ColliderOf, ColliderOffset, Contacts, NarrowphaseSystems, Placed, Placement, StageSettings, install,
};
use clinch_shapes::{Ball, Capsule, Cuboid, Shape3};
use clinch_support::{Basis, Pose, Rotation, Rotation2, Vector};
use clinch_testkit::random::Random;
use glam::{Affine3A, DVec2, DVec3, Mat3, Quat, Vec2, Vec3};

/// A world with a stage of `V` whose placements are bevy's transforms, which are propagated first.
/// All pairs are candidates.
fn stage<V: ColliderSpace>() -> (World, Schedule)
where
    GlobalTransform: Placed<V>,
{
    let (mut world, mut schedule) = (World::new(), Schedule::default());
    install::<V, GlobalTransform>(&mut world, &mut schedule);
    world.init_resource::<StaticTransformOptimizations>();
    let propagate = (mark_dirty_trees, propagate_parent_transforms, sync_simple_transforms).chain();
    schedule.add_systems((propagate.before(NarrowphaseSystems::SyncColliders), all_pairs::<V>.before(NarrowphaseSystems::UpdatePairs)));
    (world, schedule)
}

fn all_pairs<V: ColliderSpace>(colliders: Query<'_, '_, Entity, With<Collider<V>>>, mut candidates: ResMut<'_, CandidatePairs<V>>) {
    for [a, b] in colliders.iter_combinations() {
        candidates.push(a, b);
    }
}

/// Runs one tick. Returns the deepest separation and the normal of each touching pair.
fn tick<V: ColliderSpace>(world: &mut World, schedule: &mut Schedule) -> Vec<(Entity, Entity, V::Scalar, V)> {
    schedule.run(world);
    let mut state = SystemState::<Contacts<'_, V>>::new(world);
    let contacts = state.get(world).unwrap();
    let deepest = contacts.touching().filter_map(|contact| Some((contact, *contact.manifold().deepest()?)));
    deepest.map(|(contact, point)| (contact.a(), contact.b(), point.separation, contact.manifold().normal)).collect()
}

fn random_rotation(random: &mut Random) -> Quat {
    Quat::from_array(random.quaternion().map(|x| x as f32)).normalize()
}

#[test]
fn a_global_transform_gives_the_contacts_of_an_equal_placement() {
    let (mut world, mut schedule) = stage::<Vec3>();
    let (mut ours, mut our_schedule) = (World::new(), Schedule::default());
    install::<Vec3, Placement<Vec3>>(&mut ours, &mut our_schedule);
    our_schedule.add_systems(all_pairs::<Vec3>.before(NarrowphaseSystems::UpdatePairs));
    // Without recycling: it would hide differences of the poses.
    for world in [&mut world, &mut ours] {
        world.insert_resource(StageSettings::<Vec3>(Default::default()));
    }
    let mut random = Random::new(3);
    let bodies: Vec<[Entity; 2]> = (0..40)
        .map(|index| {
            let shape: Shape3<Vec3> = match index % 3 {
                0 => Ball::new(0.4).unwrap().into(),
                1 => Capsule::new(0.4, 0.2).unwrap().into(),
                _ => Cuboid::new(Vec3::new(0.5, 0.2, 0.3)).unwrap().into(),
            };
            let collider = Collider::<Vec3>::new(shape);
            // Every transform has another scale, which must not matter.
            let scale = Vec3::splat(0.5 + index as f32 / 10.0);
            let bevys = world.spawn((collider.clone(), Transform::from_scale(scale), GlobalTransform::default())).id();
            [bevys, ours.spawn((collider, Placement::<Vec3>::default())).id()]
        })
        .collect();
    let mut touched = 0;
    for round in 0..10 {
        for &[bevys, own] in &bodies {
            let (rotation, translation) = (random_rotation(&mut random), random.in_ball(3).as_vec3() * 1.5);
            let mut transform = world.get_mut::<Transform>(bevys).unwrap();
            (transform.rotation, transform.translation) = (rotation, translation);
            ours.get_mut::<Placement<Vec3>>(own).unwrap().0 = Pose::new(rotation, translation);
        }
        let [theirs, own] = [tick::<Vec3>(&mut world, &mut schedule), tick::<Vec3>(&mut ours, &mut our_schedule)];
        let by_index = |contacts: Vec<(Entity, Entity, f32, Vec3)>, which: usize| -> Vec<(usize, usize, f32)> {
            let index = |entity| bodies.iter().position(|pair| pair[which] == entity).unwrap();
            let mut pairs: Vec<_> =
                contacts.into_iter().map(|(a, b, depth, _)| (index(a).min(index(b)), index(a).max(index(b)), depth)).collect();
            pairs.sort_by_key(|&(a, b, _)| (a, b));
            pairs
        };
        let (theirs, own) = (by_index(theirs, 0), by_index(own, 1));
        assert_eq!(theirs.len(), own.len(), "round {round}");
        for (theirs, own) in theirs.iter().zip(&own) {
            assert_eq!((theirs.0, theirs.1), (own.0, own.1));
            assert!((theirs.2 - own.2).abs() < 2e-6, "round {round}: {theirs:?} and {own:?}");
        }
        touched += own.len();
    }
    assert!(touched > 500, "the sample must bite: {touched}");
}

#[test]
fn a_child_of_a_moving_parent_collides_where_it_is_drawn() {
    let (mut world, mut schedule) = stage::<Vec3>();
    let ball = || Collider::<Vec3>::new(Ball::new(0.5).unwrap());
    let parent = world.spawn((Transform::from_xyz(10.0, 0.0, 0.0), GlobalTransform::default())).id();
    let child = world.spawn((ball(), Transform::from_xyz(0.0, 3.0, 0.0), GlobalTransform::default(), ChildOf(parent))).id();
    let other = world.spawn((ball(), Transform::from_xyz(0.0, 3.75, 0.0), GlobalTransform::default())).id();
    assert_eq!(tick::<Vec3>(&mut world, &mut schedule).len(), 0);
    world.get_mut::<Transform>(parent).unwrap().translation = Vec3::ZERO;
    let touching = tick::<Vec3>(&mut world, &mut schedule);
    assert_eq!(touching.len(), 1);
    let (a, b, depth, normal) = touching[0];
    assert_eq!((depth, normal), (-0.25, if (a, b) == (child, other) { Vec3::Y } else { -Vec3::Y }));
    // The quarter turn moves the child to −x.
    world.get_mut::<Transform>(parent).unwrap().rotation = Quat::from_xyzw(0.0, 0.0, 0.5_f32.sqrt(), 0.5_f32.sqrt());
    world.get_mut::<Transform>(other).unwrap().translation = Vec3::new(-3.75, 0.0, 0.0);
    let depth = tick::<Vec3>(&mut world, &mut schedule)[0].2;
    assert!((depth + 0.25).abs() < 1e-6, "{depth}");
}

#[test]
fn a_collider_of_a_body_has_its_offset_from_the_bodys_transform() {
    let (mut world, mut schedule) = stage::<Vec3>();
    let ball = || Collider::<Vec3>::new(Ball::new(0.5).unwrap());
    let body = world.spawn((Transform::from_xyz(10.0, 0.0, 0.0).with_scale(Vec3::splat(7.0)), GlobalTransform::default())).id();
    world.spawn((ball(), ColliderOf(body), ColliderOffset::<Vec3>::new(Pose::at(Vec3::new(0.0, 3.0, 0.0)))));
    world.spawn((ball(), Transform::from_xyz(0.0, 3.75, 0.0), GlobalTransform::default()));
    assert_eq!(tick::<Vec3>(&mut world, &mut schedule).len(), 0);
    world.get_mut::<Transform>(body).unwrap().translation.x = 0.0;
    let touching = tick::<Vec3>(&mut world, &mut schedule);
    assert_eq!((touching.len(), touching[0].2), (1, -0.25), "neither the shape nor its offset is scaled");
}

#[test]
fn far_from_the_origin_only_the_rounding_of_f32_is_lost() {
    // The spacing of f32 there is 1/16, and 10⁶ and its neighbours are exact.
    let transform = |x: f32| {
        GlobalTransform::from(Transform::from_xyz(1.0e6 + x, -1.0e6, 1.0e6).with_rotation(Quat::from_xyzw(0.1, 0.2, 0.3, 0.9).normalize()))
    };
    let (a, b) = (transform(0.0), transform(0.0625));
    let relative = relative::<Vec3>(&b, &a);
    assert!((relative.translation.length() - 0.0625).abs() < 1e-15, "{relative:?}");
    assert!(relative.rotation.abs_diff_eq(glam::DQuat::IDENTITY, 1e-15));
}

/// The relative pose that the stage computes.
fn relative<V: Vector>(transform: &GlobalTransform, frame: &GlobalTransform) -> Pose<V::Wide>
where
    GlobalTransform: Placed<V>,
{
    transform.pose_in(frame)
}

/// The images of x, y and z under the rotation of a pose.
fn axes(transform: &GlobalTransform) -> [DVec3; 3] {
    let pose = relative::<Vec3>(transform, &GlobalTransform::IDENTITY);
    let basis = pose.rotation.basis();
    [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| basis.rotate(axis))
}

#[test]
fn scales_are_ignored_and_mirrors_have_bevys_rotation() {
    let mut random = Random::new(5);
    let mut mirrored = 0;
    for _ in 0..2000 {
        let rotation = random_rotation(&mut random);
        let signs = Vec3::from_array([0, 1, 2].map(|_| if random.below(2) == 0 { -1.0 } else { 1.0 }));
        let size = |random: &mut Random| random.pick(&[1e-12, 1e-3, 0.5, 1.0, 40.0, 1e9_f64]) as f32;
        let scale = signs * Vec3::new(size(&mut random), size(&mut random), size(&mut random));
        let transform = GlobalTransform::from(Transform::from_rotation(rotation).with_scale(scale));
        // Of the signs alone, for which bevy's `f32` determinant neither vanishes nor overflows.
        let bevys = GlobalTransform::from(Transform::from_rotation(rotation).with_scale(signs)).rotation();
        let axes = axes(&transform);
        for (axis, unit) in axes.into_iter().zip([Vec3::X, Vec3::Y, Vec3::Z]) {
            assert!((axis - Mat3::from_quat(bevys).mul_vec3(unit).as_dvec3()).length() < 1e-5, "{rotation} scaled by {scale}");
        }
        assert!((axes[0].cross(axes[1]).dot(axes[2]) - 1.0).abs() < 1e-13, "a rotation");
        mirrored += u32::from(signs.element_product() < 0.0);
        if signs == Vec3::ONE {
            assert!(bevys.abs_diff_eq(rotation, 1e-5) || bevys.abs_diff_eq(-rotation, 1e-5));
        }
    }
    assert!((800..1200).contains(&mirrored), "the sample must bite: {mirrored}");
}

#[test]
fn every_matrix_gives_a_rotation_or_an_undefined_pose() {
    let mut random = Random::new(6);
    for _ in 0..2000 {
        let column = |random: &mut Random| random.in_ball(3).as_vec3();
        let matrix = Mat3::from_cols(column(&mut random), column(&mut random), column(&mut random));
        let [x, y, z] = axes(&GlobalTransform::from(Affine3A::from_mat3(matrix)));
        assert!(x.dot(y).abs() < 1e-13 && (x.length() - 1.0).abs() < 1e-13 && x.cross(y).distance(z) < 1e-13, "{matrix}");
        // A sheared matrix keeps its x axis.
        let along = matrix.x_axis.as_dvec3().normalize();
        assert!((x.dot(along).abs() - 1.0).abs() < 1e-12);
    }
    for flat in [Vec3::new(0.0, 1.0, 1.0), Vec3::new(1.0, 0.0, 1.0), Vec3::ZERO, Vec3::splat(f32::NAN), Vec3::splat(f32::INFINITY)] {
        let turned = Transform::from_rotation(Quat::from_rotation_z(0.5)).with_scale(flat);
        for transform in [GlobalTransform::from_scale(flat), turned.into()] {
            assert!(!relative::<Vec3>(&transform, &GlobalTransform::IDENTITY).is_finite(), "{flat}");
            assert!(!relative::<Vec2>(&transform, &GlobalTransform::IDENTITY).is_finite(), "{flat} in 2D");
        }
    }
    let thin = relative::<Vec3>(&GlobalTransform::from_scale(Vec3::new(1.0, 1.0, 0.0)), &GlobalTransform::IDENTITY);
    assert_eq!(thin, Pose::IDENTITY, "z follows from x and y");
}

#[test]
fn a_collider_of_scale_zero_affects_no_other_pair_and_recovers() {
    let (mut world, mut schedule) = stage::<Vec3>();
    let ball = || Collider::<Vec3>::new(Ball::new(0.5).unwrap());
    let bodies = [0.0, 0.75, 1.5].map(|x| world.spawn((ball(), Transform::from_xyz(x, 0.0, 0.0), GlobalTransform::default())).id());
    assert_eq!(tick::<Vec3>(&mut world, &mut schedule).len(), 2);
    world.get_mut::<Transform>(bodies[2]).unwrap().scale = Vec3::ZERO;
    assert_eq!(tick::<Vec3>(&mut world, &mut schedule).len(), 1);
    world.get_mut::<Transform>(bodies[2]).unwrap().scale = Vec3::ONE;
    assert_eq!(tick::<Vec3>(&mut world, &mut schedule).len(), 2);
}

#[test]
fn in_2d_x_y_and_the_rotation_about_z_count() {
    let (mut world, mut schedule) = stage::<Vec2>();
    let block = || Collider::<Vec2>::new(Cuboid::new(Vec2::new(1.0, 0.25)).unwrap());
    let upright = Transform::from_xyz(0.0, 1.125, 90.0).with_rotation(Quat::from_rotation_z(core::f32::consts::FRAC_PI_2));
    world.spawn((block(), Transform::from_xyz(0.0, 0.0, -5.0), GlobalTransform::default()));
    let tall = world.spawn((block(), upright.with_scale(Vec3::new(3.0, 0.1, 0.0)), GlobalTransform::default())).id();
    let touching = tick::<Vec2>(&mut world, &mut schedule);
    assert!(touching.len() == 1 && (touching[0].2 + 0.125).abs() < 1e-6, "{touching:?}");
    world.get_mut::<Transform>(tall).unwrap().rotation = Quat::IDENTITY;
    assert_eq!(tick::<Vec2>(&mut world, &mut schedule).len(), 0, "without the rotation it does not reach");

    // A flipped sprite is mirrored and keeps its rotation.
    for angle in [0.0_f32, 0.3, -2.0, 3.1] {
        for flip in [Vec3::ONE, Vec3::new(-1.0, 1.0, 1.0), Vec3::new(-5.0, 0.1, 1.0)] {
            let transform = GlobalTransform::from(Transform::from_rotation(Quat::from_rotation_z(angle)).with_scale(flip));
            let pose = relative::<Vec2>(&transform, &GlobalTransform::IDENTITY);
            let expected = Rotation2::<f32>::from_angle(angle).basis().rotate(DVec2::X);
            assert!((pose.rotation.basis().rotate(DVec2::X) - expected).length() < 1e-6, "{angle} {flip}");
        }
    }
}
