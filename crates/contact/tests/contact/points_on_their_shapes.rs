//! Contact points that once lay beside their shapes, or less deep than they said. Each line of the file beside this one is named by what met.

use crate::asked::collide;
use crate::common::{InDouble, cold};
use clinch_contact::{Manifold, Memory, Pair, Relation, Scratch, Settings};
use clinch_shapes::{Capsule, Cylinder};
use clinch_support::{Pose, Scalar, Vector};
use clinch_testkit::build::Build;
use clinch_testkit::oracle::Pairing;
use clinch_testkit::pair_file::{Query, read_queries};
use clinch_testkit::random::Random;
use glam::{DQuat, DVec2, DVec3, Vec2, Vec3};

const LINES: &[u8] = include_bytes!("points_on_their_shapes.jsonl");

fn are_on_their_shapes<V: InDouble>(query: &Query) {
    let (pose_a, pose_b) = (<V::Wider as Build>::pose(&query.pose_a), <V::Wider as Build>::pose(&query.pose_b));
    let shape = |spec| V::shape(spec).unwrap();
    let (a, b) = (shape(&query.a), shape(query.b.as_ref().unwrap()));
    let pair = Pair { a: &a, b: &b, b_in_a: pose_b.relative_to(&pose_a) };
    let (mut scratch, mut manifold) = (Scratch::new(), Manifold::new());
    let settings = Settings::with_margin(V::Scalar::INFINITY);
    let measured = collide(&pair, &settings, &mut Memory::new(), &mut scratch, &mut manifold);
    let Relation::Near(near) = measured.relation else { panic!("{}: {measured:?}", query.id) };
    assert!(!manifold.points.is_empty(), "{}", query.id);

    let pairing = Pairing::of(query).unwrap();
    // In f32 the shapes are not quite those of the file, and far from the origin the file's world is not quite this one.
    let band = (if V::Scalar::EPSILON.widen() > f64::EPSILON { 2e-6 } else { 2e-7 }) * query.radius_about_center();
    let lift = |point: V::Wider| DVec3::from_array([0, 1, 2].map(|axis| if axis < V::DIM { point.get(axis) } else { 0.0 }));
    let context = || format!("{} ({}): {near:?} {manifold:?}", query.id, core::any::type_name::<V>());
    let normal = manifold.normal.widen();
    let mut deepest = f64::INFINITY;
    for point in &manifold.points {
        let (on_a, on_b) = (point.on_a.widen(), point.on_b.widen());
        let outside = pairing.outside([lift(pose_a.point(on_a)), lift(pose_b.point(on_b))]);
        assert!(outside.iter().all(|&outside| outside <= band), "outside by {outside:?}, {band}: {}", context());
        let gap = (pair.b_in_a.point(on_b) - on_a).dot(normal);
        assert!((gap - point.separation.widen()).abs() <= band, "{gap}: {}", context());
        deepest = if gap < deepest { gap } else { deepest };
    }
    assert!((deepest - near.distance).abs() <= 3.0 * band, "{}", context());
}

#[test]
fn points_that_were_beside_their_shapes_are_on_them() {
    let wrong: Vec<String> = read_queries(LINES)
        .map(|query| query.unwrap())
        .flat_map(|query| {
            let checks: [fn(&Query); 2] = if query.dim == 2 {
                [are_on_their_shapes::<Vec2>, are_on_their_shapes::<DVec2>]
            } else {
                [are_on_their_shapes::<Vec3>, are_on_their_shapes::<DVec3>]
            };
            checks.map(|check| std::panic::catch_unwind(|| check(&query)).err().map(|_| query.id.clone()))
        })
        .flatten()
        .collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

/// Two rods along x, the upper one turned by an angle about the vertical through their middles.
fn turned_rods(angle: f64, gap: f64, margin: f64) -> Manifold<DVec3> {
    let rod = |radius: f64| Capsule::between(DVec3::new(-4.0, 0.0, 0.0), DVec3::new(4.0, 0.0, 0.0), radius).unwrap();
    let (sine, cosine) = libm::sincos(0.5 * angle);
    let b_in_a = Pose::new(DQuat::from_xyzw(0.0, sine, 0.0, cosine), DVec3::new(0.0, 0.75 + gap, 0.0));
    cold(&Pair { a: &rod(0.5), b: &rod(0.25), b_in_a }, &Settings::with_margin(margin)).1
}

#[test]
fn rods_that_run_nearly_alike_are_as_deep_at_each_point_as_they_are_there() {
    let mut random = Random::new(1);
    let (mut two, mut one) = (0, 0);
    for _ in 0..2000 {
        let (angle, gap) = (random.power(-2.0, -1.31), random.range(-0.02, 0.02));
        let manifold = turned_rods(angle, gap, 0.025);
        // At a place on both rods, four from the middle: circles of the two radii, one to the side of the other.
        let beside = 8.0 * libm::sin(0.5 * angle);
        let there = 0.75 + gap - (0.75_f64 * 0.75 - beside * beside).sqrt();
        let ends = manifold.points.iter().filter(|point| point.on_a.x.abs() > 1.0);
        let count = ends.clone().count();
        for point in ends {
            assert!((point.separation - there).abs() < 1e-9, "{angle} {gap}: {there} {manifold:?}");
            for (p, radius) in [(point.on_a, 0.5), (point.on_b, 0.25)] {
                // Half way between the axes is not quite across either.
                let below = radius - DVec2::new(p.y, p.z).length();
                assert!(-1e-12 < below && below < 1e-12 + angle * angle, "{angle} {below}: {manifold:?}");
            }
        }
        if (there - 0.025).abs() > 1e-9 {
            assert_eq!(count, if there < 0.025 { 2 } else { 0 }, "{angle} {gap}: {there} {manifold:?}");
        }
        assert!((manifold.separation() - gap).abs() < 2e-5, "{angle} {gap}: {manifold:?}");
        two += usize::from(count == 2);
        one += usize::from(count == 0);
    }
    assert!(two > 400 && one > 100, "{two} {one}");
}

#[test]
fn thin_rods_that_cross_at_a_degree_touch_where_they_cross_and_nowhere_else() {
    let rod = Capsule::between(DVec3::new(-4.0, 0.0, 0.0), DVec3::new(4.0, 0.0, 0.0), 0.01).unwrap();
    let (sine, cosine) = libm::sincos(0.01);
    for height in [0.019, 0.0, -0.019] {
        let b_in_a = Pose::new(DQuat::from_xyzw(0.0, sine, 0.0, cosine), DVec3::new(0.0, height, 0.0));
        let (_, manifold) = cold(&Pair { a: &rod, b: &rod, b_in_a }, &Settings::default());
        assert_eq!(manifold.points.len(), 1, "{height}: {manifold:?}");
        assert!(manifold.points[0].on_a.x.abs() < 1e-6, "{height}: {manifold:?}");
    }
}

#[test]
fn logs_that_lie_nearly_along_each_other_touch_at_two_points_on_both() {
    let log = Cylinder::<DVec3>::new(4.0, 0.5).unwrap();
    let mut random = Random::new(2);
    for _ in 0..500 {
        let (sine, cosine) = libm::sincos(0.5 * random.power(-8.0, -1.4));
        // About x, for a cylinder's axis is y.
        let b_in_a = Pose::new(DQuat::from_xyzw(sine, 0.0, 0.0, cosine), DVec3::new(0.999, random.range(-0.5, 0.5), 0.0));
        let (_, manifold) = cold(&Pair { a: &log, b: &log, b_in_a }, &Settings::with_margin(0.01));
        let ends = manifold.points.iter().filter(|point| point.on_a.y.abs() > 3.0).count();
        assert_eq!(ends, 2, "{b_in_a:?}: {manifold:?}");
        for point in &manifold.points {
            for p in [point.on_a, point.on_b] {
                assert!(p.y.abs() < 4.0 + 1e-9 && DVec2::new(p.x, p.z).length() < 0.5 + 1e-9, "{b_in_a:?}: {manifold:?}");
            }
        }
    }
}
