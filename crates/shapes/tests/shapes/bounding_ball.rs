//! Bounding balls contain the shape, and are the smallest where the documentation says so.

use clinch_shapes::{
    Ball, Capsule, Cone, Convex, Cuboid, Cylinder, Ellipsoid, Frustum, HalfEllipse, HalfSpace, Hull, Posed, Scaled, Sector, Segment,
    Shape2, Shape3, TaperedCapsule, Triangle,
};
use clinch_support::{Pose, SupportMap, Vector};
use glam::{DQuat, DVec2, DVec3, Vec2};

/// Checks that the ball contains the support points along many directions, and that it has the
/// smallest radius: half the largest distance of two of these points, or the circle through three,
/// which is known.
fn check<V: Vector<Wide = V, Scalar = f64>>(shape: &impl Convex<V>, radius: f64, what: &str) {
    let ball = shape.bounding_ball();
    assert!((ball.radius - radius).abs() <= 1e-14 * radius, "{what}: {ball:?}, not {radius}");
    for i in 0..4000 {
        let (z, angle) = (f64::from(i) / 2000.0 - 0.9995, 2.4 * f64::from(i));
        let direction = V::from_fn(|axis| [libm::cos(angle), libm::sin(angle), z][axis]);
        let farthest = shape.support_wide(direction).point + direction * (shape.radius() / direction.length());
        assert!((farthest - ball.center).length() <= ball.radius * (1.0 + 1e-15), "{what}: {farthest:?} is outside of {ball:?}");
        assert!(farthest.length() <= shape.bounding_radius() * (1.0 + 1e-15), "{what}: {farthest:?} is beyond {}", shape.bounding_radius());
    }
}

#[test]
fn balls_of_shapes_in_3d_are_the_smallest() {
    let solid = |shape: Shape3<DVec3>, radius: f64, what: &str| check(&shape, radius, what);
    solid(Segment::new(DVec3::X, DVec3::new(1.0, 6.0, 8.0)).expect("ends").into(), 5.0, "segment");
    solid(Capsule::between(DVec3::X, DVec3::new(1.0, 6.0, 8.0), 0.5).expect("ends").into(), 5.5, "capsule");
    solid(TaperedCapsule::new(1.0, 0.5, 1.0).expect("sizes").into(), 1.75, "tapered capsule");
    solid(TaperedCapsule::new(1.0, 0.5, 4.0).expect("sizes").into(), 4.0, "tapered capsule within its ball");
    solid(TaperedCapsule::new(1.0, 4.0, 0.5).expect("sizes").into(), 4.0, "tapered capsule within its lower ball");
    solid(Cylinder::new(4.0, 3.0).expect("sizes").into(), 5.0, "cylinder");
    solid(Cylinder::new(0.0, 3.0).expect("sizes").into(), 3.0, "disc");
    solid(Cone::new(4.0, 4.0).expect("sizes").into(), 5.0, "steep cone");
    solid(Cone::new(1.0, 3.0).expect("sizes").into(), 3.0, "flat cone");
    solid(Frustum::new(3.5, 4.0, 3.0).expect("sizes").into(), 5.0, "frustum");
    solid(Frustum::new(0.5, 1.0, 3.0).expect("sizes").into(), 3.0, "flat frustum");
    solid(Ellipsoid::new(DVec3::new(1.0, 3.0, 2.0)).expect("sizes").into(), 3.0, "ellipsoid");
    let triangle = |b: DVec3, c: DVec3| Triangle::new(DVec3::Z, DVec3::Z + b, DVec3::Z + c).expect("corners");
    solid(triangle(DVec3::X * 6.0, DVec3::Y * 8.0).into(), 5.0, "right triangle");
    solid(triangle(DVec3::X * 6.0, DVec3::new(1.0, 0.5, 0.0)).into(), 3.0, "obtuse triangle");
    solid(triangle(DVec3::new(6.0, 0.0, 0.0), DVec3::new(3.0, 9.0, 0.0)).into(), 5.0, "acute triangle");
    solid(triangle(DVec3::X, DVec3::X * 3.0).into(), 1.5, "needle");
}

#[test]
fn bounding_radii_of_common_shapes_are_tight() {
    let check_bounding_radius = |shape: Shape3<DVec3>, least: f64| {
        assert!((shape.bounding_radius() / least - 1.0).abs() < 1e-14, "{shape:?}: {}", shape.bounding_radius());
    };
    check_bounding_radius(Ball::new(2.0).expect("size").into(), 2.0);
    check_bounding_radius(Cuboid::new(DVec3::new(2.0, 3.0, 6.0)).expect("sizes").into(), 7.0);
    check_bounding_radius(Capsule::between(DVec3::X, DVec3::new(0.0, 3.0, 4.0), 0.5).expect("ends").into(), 5.5);
    check_bounding_radius(Cylinder::new(4.0, 3.0).expect("sizes").into(), 5.0);
    check_bounding_radius(Cone::new(4.0, 3.0).expect("sizes").into(), 5.0);
    check_bounding_radius(Triangle::new(DVec3::X, DVec3::Y, DVec3::new(0.0, 3.0, 4.0)).expect("corners").into(), 5.0);
    check_bounding_radius(Hull::new(&[DVec3::X, DVec3::Y, DVec3::Z, DVec3::new(0.0, 3.0, 4.0)]).expect("points").into(), 5.0);
    // Sizes whose squares overflow or underflow.
    for size in [1e-200, 1e200] {
        let block = Cuboid::new(DVec3::splat(size)).expect("sizes");
        assert!(
            (1.7..=3.0).contains(&(block.bounding_radius() / size)) || block.bounding_radius() == f64::INFINITY,
            "{size}: {}",
            block.bounding_radius()
        );
    }
}

#[test]
fn balls_of_shapes_in_2d_are_the_smallest() {
    let figure = |shape: Shape2<DVec2>, radius: f64, what: &str| check(&shape, radius, what);
    figure(HalfEllipse::new(DVec2::new(3.0, 2.0)).expect("sizes").into(), 3.0, "low dome");
    figure(HalfEllipse::new(DVec2::new(3.0, 9.0)).expect("sizes").into(), 5.0, "high dome");
    figure(HalfEllipse::new(DVec2::new(0.0, 4.0)).expect("sizes").into(), 2.0, "upright");
    figure(Sector::new(2.0, core::f64::consts::FRAC_PI_2).expect("sizes").into(), 2.0, "half disc");
    figure(Sector::new(2.0, 1.0).expect("sizes").into(), 2.0 * libm::sin(1.0), "wide sector");
    figure(Sector::new(2.0, 0.5).expect("sizes").into(), 1.0 / libm::cos(0.5), "narrow sector");
    figure(Sector::new(2.0, 0.0).expect("sizes").into(), 1.0, "no angle");
    figure(Triangle::new(DVec2::ZERO, DVec2::new(6.0, 0.0), DVec2::new(3.0, 9.0)).expect("corners").into(), 5.0, "triangle");
}

#[test]
fn the_ball_of_a_sector_contains_its_rounded_ends() {
    for half_angle in [0.2_f32, 0.75, 0.8, 1.214_912_8, 1.5] {
        for radius in [5.75_f32, 0.3, 1e-3] {
            let sector = Sector::<Vec2>::new(radius, half_angle).expect("sizes");
            let ball = sector.bounding_ball();
            let end = sector.support(Vec2::X).point.as_dvec2();
            assert!(ball.contains(end), "{half_angle} {radius}: {end} is outside of {ball:?}");
            let end = sector.support_wide(DVec2::X).point;
            assert!(ball.contains(end), "{half_angle} {radius}: {end} is outside of {ball:?}");
        }
    }
}

#[test]
fn the_ball_of_a_half_space_is_infinite_in_every_wrapper() {
    let ground = || HalfSpace::new(DVec3::Y, 0.0).expect("normal");
    let pose = Pose::new(DQuat::from_xyzw(0.1, 0.5, -0.3, 0.8), DVec3::new(3.0, -1.0, 0.5));
    assert_eq!(ground().bounding_ball().radius, f64::INFINITY);
    assert_eq!(Posed::new(ground(), pose).expect("pose").bounding_ball().radius, f64::INFINITY);
    assert_eq!(Scaled::new(ground(), DVec3::new(1.0, -2.0, 0.5)).expect("scale").bounding_ball().radius, f64::INFINITY);
    assert_eq!(ground().support(DVec3::Y).point, ground().interior());
}
