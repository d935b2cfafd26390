//! Running worlds: bodies rest, impulses are carried over, and the counts are right.

mod common;

use clinch_rapier::{Clinch, Counts};
use common::Brick;
use glam::{Quat, Vec3};
use rapier3d::parry::math::Pose;
use rapier3d::parry::query::{ClosestPoints, QueryDispatcher};
use rapier3d::parry::shape::{Ball, Cuboid, HalfSpace};
use rapier3d::prelude::{
    ActiveHooks, ColliderBuilder, ContactModificationContext, ModifiableManifold, NarrowPhase, PhysicsHooks, PhysicsWorld,
    RigidBodyBuilder, RigidBodyHandle, SharedShape,
};

fn world() -> (PhysicsWorld, Clinch) {
    let (mut world, clinch) = (PhysicsWorld::new(), Clinch::new());
    world.narrow_phase = NarrowPhase::with_query_dispatcher(clinch.clone());
    // So that manifolds are computed in every step.
    world.integration_parameters.contact_recycling = false;
    (world, clinch)
}

/// A half-space.
fn ground() -> ColliderBuilder {
    ColliderBuilder::new(SharedShape::new(HalfSpace::new(Vec3::Y)))
}

fn drop_on(world: &mut PhysicsWorld, ground: ColliderBuilder, falling: ColliderBuilder) -> RigidBodyHandle {
    world.insert_collider(ground, None);
    let body = RigidBodyBuilder::dynamic().translation(Vec3::new(0.05, 0.35, -0.02)).can_sleep(false);
    world.insert(body, falling).0
}

fn steps(world: &mut PhysicsWorld, count: usize) {
    for _ in 0..count {
        world.step();
    }
}

#[test]
fn a_resting_box_keeps_its_four_points_and_their_impulses() {
    let (mut world, _) = world();
    drop_on(&mut world, ground(), ColliderBuilder::cuboid(0.3, 0.3, 0.3));
    steps(&mut world, 120);
    let ids = |world: &PhysicsWorld| {
        let pair = world.contact_pairs().next().unwrap();
        let points = &pair.manifolds()[0].points;
        assert!(points.iter().all(|point| point.data.impulse > 0.0), "{points:?}");
        points.iter().map(|point| (point.fid1, point.fid2)).collect::<Vec<_>>()
    };
    let before = ids(&world);
    assert_eq!(before.len(), 4);
    for _ in 0..60 {
        world.step();
        assert_eq!(ids(&world), before);
    }
}

#[test]
fn a_shape_with_only_a_support_map_rests_on_its_face() {
    let (mut world, clinch) = world();
    let brick = ColliderBuilder::new(SharedShape::new(Brick(Vec3::new(0.4, 0.2, 0.3))));
    let body = drop_on(&mut world, ColliderBuilder::cuboid(5.0, 0.1, 5.0).translation(Vec3::Y * -0.1), brick);
    steps(&mut world, 120);
    let pair = world.contact_pairs().next().unwrap();
    assert_eq!(pair.manifolds()[0].points.len(), 4);
    assert!((world.bodies[body].translation().y - 0.2).abs() < 5e-3 && world.bodies[body].linvel().length() < 1e-3);
    assert!(matches!(clinch.counts(), Counts { answered: 60.., delegated: 0, concave: 0 }), "{:?}", clinch.counts());
}

#[test]
fn bodies_rest_on_meshes_and_compounds() {
    let corners = [(-5.0, -5.0), (5.0, -5.0), (5.0, 5.0), (-5.0, 5.0)].map(|(x, z)| Vec3::new(x, 0.0, z)).to_vec();
    let ground = || ColliderBuilder::trimesh(corners.clone(), vec![[0, 2, 1], [0, 3, 2]]).unwrap();
    let (mut meshes, clinch) = world();
    let body = drop_on(&mut meshes, ground(), ColliderBuilder::cuboid(0.3, 0.3, 0.3));
    steps(&mut meshes, 120);
    assert!((meshes.bodies[body].translation().y - 0.3).abs() < 5e-3);
    assert!(matches!(clinch.counts(), Counts { answered: 60.., delegated: 0, concave: 0 }), "{:?}", clinch.counts());

    let part = |x: f32| (Pose::translation(x, 0.0, 0.0), SharedShape::cuboid(0.2, 0.3, 0.3));
    for flipped in [false, true] {
        let (mut compounds, clinch) = world();
        let compound = ColliderBuilder::compound(vec![part(-0.4), part(0.4)]);
        let wide = ColliderBuilder::compound(vec![(Pose::translation(0.0, -1.0, 0.0), SharedShape::cuboid(9.0, 1.0, 9.0))]);
        let flat = ColliderBuilder::cuboid(9.0, 1.0, 9.0).translation(Vec3::Y * -1.0);
        let body = if flipped {
            drop_on(&mut compounds, wide, ColliderBuilder::cuboid(0.3, 0.3, 0.3))
        } else {
            drop_on(&mut compounds, flat, compound)
        };
        steps(&mut compounds, 120);
        assert!((compounds.bodies[body].translation().y - 0.3).abs() < 5e-3, "{:?}", compounds.bodies[body].translation());
        assert!(matches!(clinch.counts(), Counts { answered: 100.., delegated: 0, concave: 0 }), "{:?}", clinch.counts());
    }
}

#[test]
fn sensors_and_distances_are_answered_and_touching_counts() {
    let (clinch, ball, cube) = (Clinch::new(), Ball::new(0.5), Cuboid::new(Vec3::ONE));
    let at = |y: f32| Pose::translation(0.0, y, 0.0);
    let touches = |y: f32| clinch.intersection_test(&at(y), &cube, &ball).unwrap().intersecting;
    assert!(touches(1.5) && touches(0.0) && !touches(1.5001));
    assert!((clinch.distance(&at(3.0), &cube, &ball).unwrap().distance - 1.5).abs() < 1e-6);
    assert_eq!(clinch.distance(&at(1.0), &cube, &ball).unwrap().distance, 0.0);
    let contact = clinch.contact(&at(1.25), &cube, &ball, 0.0).unwrap().unwrap();
    assert_eq!((contact.normal1, contact.normal2, contact.dist), (Vec3::Y, -Vec3::Y, -0.25));
    assert_eq!((contact.point1, contact.point2), (Vec3::Y, Vec3::Y * -0.5));
    assert!(clinch.contact(&at(1.75), &cube, &ball, 0.2).unwrap().is_none());
    let closest = |y: f32| clinch.closest_points(&at(y), &cube, &ball, 1.0).unwrap();
    assert_eq!(closest(2.0), ClosestPoints::WithinMargin(Vec3::Y, Vec3::Y * -0.5));
    assert_eq!((closest(1.4), closest(3.0)), (ClosestPoints::Intersecting, ClosestPoints::Disjoint));
}

/// A cylinder of 1 m rolls on a plate at 1 m/s for 10 s. Returns its lateral deviation in metres.
/// With a hook, its two contact points are replaced.
fn lateral_deviation(exact: Option<&Exact>) -> f32 {
    let (mut world, _) = world();
    world.insert_collider(ColliderBuilder::cuboid(20.0, 0.005, 20.0).translation(Vec3::Y * -0.005), None);
    let along = Vec3::new(0.9, 0.0, 0.3).normalize();
    let axle = Vec3::Y.cross(along);
    let start = Pose::from_parts(Vec3::new(-8.0, 0.5, -4.0), Quat::from_rotation_arc(Vec3::Y, axle));
    let body = RigidBodyBuilder::dynamic().pose(start).linvel(along).angvel(axle * 2.0).can_sleep(false);
    let hooks = if exact.is_some() { ActiveHooks::MODIFY_SOLVER_CONTACTS } else { ActiveHooks::empty() };
    let cylinder = ColliderBuilder::cylinder(0.5, 0.5).friction(0.5).active_hooks(hooks);
    let (body, _) = world.insert(body, cylinder);
    for _ in 0..600 {
        world.step_with_events(exact.map_or(&(), |exact| exact as &dyn PhysicsHooks), &());
    }
    (world.bodies[body].translation() - start.translation).dot(axle)
}

/// Replaces the contact points by the two exact ones, in either order.
struct Exact {
    swapped: bool,
}

impl PhysicsHooks for Exact {
    fn modify_solver_contacts(&self, context: &mut ContactModificationContext<'_>) {
        let bodies = context.bodies;
        let (first, second) = (context.rigid_body1, context.rigid_body2);
        let Some((cylinder, plate_is_first)) = second.map(|cylinder| (cylinder, true)).or_else(|| first.map(|cylinder| (cylinder, false)))
        else {
            return;
        };
        let Some(ModifiableManifold { solver_contacts, normal, .. }) = context.rigid_mut() else { return };
        assert_eq!(solver_contacts.len(), 2, "a cylinder on its side touches along a line");
        let pose = bodies[cylinder].position();
        let axis = pose.rotation * Vec3::Y;
        let down = (axis * axis.y - Vec3::Y).normalize();
        // In the order of the replaced points, or reversed.
        let first_end = (solver_contacts[0].anchor1 - pose.translation).dot(axis).signum() * if self.swapped { -1.0 } else { 1.0 };
        **normal = if plate_is_first { Vec3::Y } else { -Vec3::Y };
        for (contact, end) in solver_contacts.iter_mut().zip([first_end, -first_end]) {
            let on_cylinder = pose.translation + axis * (0.5 * end) + down * 0.5;
            let on_plate = on_cylinder.with_y(0.0);
            (contact.anchor1, contact.anchor2) = if plate_is_first { (on_plate, on_cylinder) } else { (on_cylinder, on_plate) };
            contact.dist = on_cylinder.y;
        }
    }
}

/// rapier solves the two points one after the other, so the first gets a larger impulse, and the
/// cylinder turns even with exact points.
#[test]
fn a_rolling_cylinder_deviates_as_far_as_with_exact_points() {
    let [ours, exact, swapped] = [None, Some(&Exact { swapped: false }), Some(&Exact { swapped: true })].map(lateral_deviation);
    assert!((ours - exact).abs() < 0.05 * exact.abs(), "{ours} m, with exact points {exact} m");
    assert!((exact + swapped).abs() < 0.05 * exact.abs(), "{exact} m, solved in the other order {swapped} m");
}
