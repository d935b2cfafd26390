//! A shape inside `Posed` gets the same algorithm as the shape itself at the pose of both.

use clinch_contact::{Manifold, Measured, Memory, MovingShape, Pair, Relation, Scratch, Settings, TimeOfImpactSettings};
use clinch_shapes::{Ball, Capsule, Convex, Core, Cuboid, Cylinder, HalfSpace, Hull, Posed, Rounded, Shape3};
use clinch_support::{Pose, Sweep};
use clinch_testkit::random::Random;
use glam::{DVec3, Quat, Vec3};

use crate::common::near;
use crate::erased::{cast, collide, measure, overlap, time_of_impact};

type Any<'s> = Pair<Vec3, &'s Shape3<Vec3>, &'s Shape3<Vec3>>;

fn hull(random: &mut Random) -> Shape3<Vec3> {
    let points: Vec<Vec3> = (0..12).map(|_| (random.direction(3) * 0.7).as_vec3()).collect();
    Hull::new(&points).unwrap().into()
}

/// A shape with an algorithm of its own, at its origin.
fn solid(random: &mut Random) -> Shape3<Vec3> {
    let cuboid = Cuboid::new(Vec3::new(0.6, 0.3, 0.45)).unwrap();
    match random.below(5) {
        0 => cuboid.into(),
        1 => Cylinder::new(0.4, 0.5).unwrap().into(),
        2 => hull(random),
        // bevy's plane: a plate.
        3 => Cuboid::new(Vec3::new(2.0, 0.0, 2.0)).unwrap().into(),
        _ => Rounded::new(cuboid.into(), 0.125).unwrap().into(),
    }
}

fn partner(random: &mut Random) -> Shape3<Vec3> {
    match random.below(5) {
        0 => Ball::new(0.5).unwrap().into(),
        1 => Capsule::new(0.4, 0.25).unwrap().into(),
        2 => Cuboid::new(Vec3::splat(0.5)).unwrap().into(),
        3 => HalfSpace::new(Vec3::Y, 0.25).unwrap().into(),
        _ => solid(random),
    }
}

fn pose(random: &mut Random, size: f64) -> Pose<Vec3> {
    let rotation = Quat::from_array(random.quaternion().map(|x| x as f32)).normalize();
    Pose::new(rotation, (random.in_ball(3) * size).as_vec3())
}

/// The contact without a warm start, and the work it took.
fn contact(pair: &Any<'_>) -> (Measured<Vec3>, Manifold<Vec3>, u32, usize) {
    let (mut scratch, mut manifold) = (Scratch::new(), Manifold::new());
    let settings = Settings::with_margin(0.05);
    let measured = collide(pair, &settings, &mut Memory::new(), &mut scratch, &mut manifold);
    (measured, manifold, scratch.counters().expansions, scratch.record.len())
}

/// The same answer to rounding, by the same algorithm: what a closed form or the separating axes
/// answer needs no search. A search may take another step by rounding, and end with other points of
/// a flat feature.
fn same(inner: &Any<'_>, posed: &Any<'_>, place: &Pose<Vec3>) -> bool {
    let ((inner_measured, plain, expansions, record), (posed_measured, moved, expansions_posed, record_posed)) =
        (contact(inner), contact(posed));
    let searched = inner_measured.calls > 0;
    assert_eq!((searched, expansions > 0, record > 0), (posed_measured.calls > 0, expansions_posed > 0, record_posed > 0), "{posed:?}");
    let (Relation::Near(one), Relation::Near(other)) = (&inner_measured.relation, &posed_measured.relation) else {
        assert!(
            matches!((&inner_measured.relation, &posed_measured.relation), (Relation::Beyond { .. }, Relation::Beyond { .. })),
            "{posed:?}"
        );
        return false;
    };
    assert!((one.distance - other.distance).abs() < 1e-11, "{one:?} {other:?} {posed:?}");
    let place = place.widen();
    if searched {
        return true;
    }
    assert!((place.vector(one.normal) - other.normal).length() < 1e-9, "{one:?} {other:?} {posed:?}");
    assert!((place.point(one.point_a) - other.point_a).length() < 1e-6, "{one:?} {other:?} {posed:?}");
    assert!(other.lower <= one.distance && one.distance <= other.upper, "{one:?} {other:?} {posed:?}");
    // Rounding of the normal chooses the square that stands for a round patch.
    if [inner.a, inner.b].into_iter().any(|shape| matches!(shape.core(), Core::Revolution(_))) {
        return true;
    }
    // A corner above an end is one point, or two in one place, by rounding of the normal.
    let in_one_place = |manifold: &Manifold<Vec3>| {
        let first = manifold.points[0].on_a;
        manifold.points.iter().all(|point| (point.on_a - first).length() < 1e-5)
    };
    if in_one_place(&plain) && in_one_place(&moved) {
        return true;
    }
    assert_eq!(plain.points.len(), moved.points.len(), "{posed:?}");
    for (point, moved) in plain.points.iter().zip(&moved.points) {
        assert_eq!((point.feature, point.touching), (moved.feature, moved.touching), "{posed:?}");
        assert!((place.point(point.on_a.as_dvec3()) - moved.on_a.as_dvec3()).length() < 1e-6, "{point:?} {moved:?} {posed:?}");
        assert!((point.on_b - moved.on_b).length() < 1e-6, "{point:?} {moved:?} {posed:?}");
    }
    true
}

#[test]
fn a_posed_shape_keeps_its_algorithm() {
    let mut random = Random::new(77);
    let (mut touching, mut closed, mut searched) = (0, 0, 0);
    for _ in 0..2000 {
        let (a, b, place) = (solid(&mut random), partner(&mut random), pose(&mut random, 3.0));
        let shape: Shape3<Vec3> = Posed::new(a.clone(), place).unwrap().into();
        // Sometimes with a radius around the whole.
        let (a, shape) = if random.chance(0.3) {
            (Rounded::new(a, 0.0625).unwrap().into(), Rounded::new(shape, 0.0625).unwrap().into())
        } else {
            (a, shape)
        };
        let at = pose(&mut random, 1.0);
        let inner = Pair { a: &a, b: &b, b_in_a: at.widen() };
        let posed = Pair { a: &shape, b: &b, b_in_a: place.widen().after(&at.widen()) };
        if same(&inner, &posed, &place) {
            touching += 1;
            *(if contact(&posed).0.calls == 0 { &mut closed } else { &mut searched }) += 1;
        }
    }
    assert!(touching > 800 && closed > 500 && searched > 30, "the sample must bite: {touching}, {closed}, {searched}");
}

#[test]
fn a_posed_ground_plane_answers_a_box_without_a_search() {
    let plate: Shape3<Vec3> = Cuboid::new(Vec3::new(5.0, 5.0, 0.0)).unwrap().into();
    // As bevy's `Plane3d` becomes a shape: a plate rotated so that its normal is y.
    let ground: Shape3<Vec3> =
        Posed::new(plate, Pose::new(Quat::from_xyzw(-0.5_f32.sqrt(), 0.0, 0.0, 0.5_f32.sqrt()), Vec3::ZERO)).unwrap().into();
    let resting_box: Shape3<Vec3> = Cuboid::new(Vec3::splat(0.5)).unwrap().into();
    let pair = Pair { a: &ground, b: &resting_box, b_in_a: Pose::<DVec3>::at(DVec3::new(0.3, 0.49, 0.2)) };
    let (measured, manifold, _, record) = contact(&pair);
    assert_eq!((measured.calls, record, manifold.points.len()), (0, 0, 4));
    assert!((near(&measured).unwrap().distance + 0.01).abs() < 1e-6 && (manifold.normal - Vec3::Y).length() < 1e-6);
    let touching = overlap(&pair, &Settings::default(), &mut Memory::new(), &mut Scratch::new());
    assert_eq!((touching.touching, touching.calls), (Some(true), 0));
}

#[test]
fn the_memory_of_a_posed_pair_is_in_the_outer_frame() {
    let cuboid: Shape3<Vec3> = Cuboid::new(Vec3::splat(0.5)).unwrap().into();
    let rotated = Pose::new(Quat::from_xyzw(0.0, 0.0, 0.5_f32.sqrt(), 0.5_f32.sqrt()), Vec3::new(1.0, 0.0, 0.0));
    let posed: Shape3<Vec3> = Posed::new(cuboid.clone(), rotated).unwrap().into();
    let pair = Pair { a: &posed, b: &cuboid, b_in_a: Pose::<DVec3>::at(DVec3::new(2.2, 0.1, 0.0)) };
    let mut memory = Memory::new();
    for _ in 0..3 {
        let measured = measure(&pair, &Settings::with_margin(1.0), &mut memory, &mut Scratch::new());
        assert!((near(&measured).unwrap().normal - DVec3::X).length() < 1e-6);
        assert!((memory.separating_axis().unwrap() - DVec3::X).length() < 1e-6);
    }
}

#[test]
fn a_cast_of_a_sphere_at_a_posed_box_is_a_closed_form() {
    let cuboid: Shape3<Vec3> = Cuboid::new(Vec3::splat(0.5)).unwrap().into();
    let rotated = Pose::new(Quat::from_xyzw(0.0, 0.0, 0.5_f32.sqrt(), 0.5_f32.sqrt()), Vec3::new(1.0, 0.0, 0.0));
    let posed: Shape3<Vec3> = Posed::new(cuboid, rotated).unwrap().into();
    let sphere: Shape3<Vec3> = Ball::new(0.25).unwrap().into();
    let pair = Pair { a: &posed, b: &sphere, b_in_a: Pose::<DVec3>::at(DVec3::new(5.0, 0.1, 0.0)) };
    let found = cast(&pair, DVec3::NEG_X, &Default::default(), &mut Scratch::new());
    let clinch_contact::CastOutcome::Hit(impact) = found.outcome else { panic!("{found:?}") };
    assert_eq!((found.steps, found.calls), (0, 0));
    assert!((impact.time - 3.25).abs() < 1e-6 && impact.lower <= impact.time && (impact.normal - DVec3::X).length() < 1e-6, "{impact:?}");
    assert!((impact.point_a - DVec3::new(1.5, 0.1, 0.0)).length() < 1e-6, "{impact:?}");
}

#[test]
fn the_time_of_impact_of_two_spheres_is_a_closed_form() {
    let (a, b) = (Ball::<Vec3>::new(0.5).unwrap(), Ball::<Vec3>::new(0.25).unwrap());
    let still = Sweep::still(Pose::at(Vec3::new(1.0, 2.0, 3.0)));
    let coming = Sweep { turn: Vec3::new(0.0, 3.0, 0.0), ..Sweep::along(Pose::at(Vec3::new(6.0, 2.0, 3.0)), Vec3::new(-8.0, 0.0, 0.0)) };
    let found = time_of_impact(
        MovingShape { shape: a, sweep: &still },
        MovingShape { shape: b, sweep: &coming },
        &TimeOfImpactSettings::default(),
        &mut Scratch::new(),
    );
    let clinch_contact::CastOutcome::Hit(impact) = found.outcome else { panic!("{found:?}") };
    assert_eq!((found.steps, found.calls), (0, 0));
    assert!((impact.time - 4.25 / 8.0).abs() < 1e-9 && impact.lower == impact.time && !impact.at_start, "{impact:?}");
    assert!((impact.normal - DVec3::X).length() < 1e-9 && impact.separation.abs() < 1e-9, "{impact:?}");
}

/// The pose of a posed shape is known to some ε of its coordinates. At a slant that is a longer
/// part of the way than head-on, and near a graze it decides whether they meet.
#[test]
fn what_a_cast_at_a_posed_box_proves_allows_for_the_rounding_of_poses() {
    let far = 1e6_f32;
    let cuboid: Shape3<Vec3> = Cuboid::new(Vec3::splat(0.5)).unwrap().into();
    let posed: Shape3<Vec3> = Posed::new(cuboid, Pose::at(Vec3::X * far)).unwrap().into();
    let sphere: Shape3<Vec3> = Ball::new(0.25).unwrap().into();
    let at = |y: f64| Pair { a: &posed, b: &sphere, b_in_a: Pose::<DVec3>::at(DVec3::new(f64::from(far) - 2.0, y, 0.0)) };
    let rounding = f64::EPSILON * f64::from(far);

    for slope in [1.0, 0.1, 1e-3] {
        let found = cast(&at(0.75 + 2.0 * slope), DVec3::new(1.0, -slope, 0.0), &Default::default(), &mut Scratch::new());
        let clinch_contact::CastOutcome::Hit(impact) = found.outcome else { panic!("{found:?}") };
        assert_eq!((found.steps, impact.normal), (0, DVec3::Y));
        let gap_at_lower = (impact.time - impact.lower) * slope;
        assert!(impact.lower > 1.0 && gap_at_lower > rounding, "slope {slope}: {gap_at_lower:e}");
    }
    for (gap, is_proved) in [(1e-6, true), (0.5 * rounding, false)] {
        let found = cast(&at(0.75 + gap), DVec3::X, &Default::default(), &mut Scratch::new());
        let is_proved_miss = matches!(found.outcome, clinch_contact::CastOutcome::Miss { proven: true, .. });
        assert_eq!(is_proved_miss, is_proved, "a gap of {gap:e}: {found:?}");
    }
}
