//! Shapes of every kind, by name, for tests of moments.

use clinch_shapes::{
    Ball, Capsule, CircularSegment, Cone, Convex, Cuboid, Cylinder, Ellipsoid, Frustum, HalfEllipse, Hull, HullOf, Moments, Polygon, Posed,
    Rounded, Scaled, Sector, Shape2, Shape3, Sum, TaperedCapsule, Triangle,
};
use clinch_support::Pose;
use core::f64::consts::FRAC_PI_2;
use glam::{DQuat, DVec2, DVec3};

use crate::common::Random;

pub(crate) type AnyShape3 = Shape3<DVec3>;
pub(crate) type AnyShape2 = Shape2<DVec2>;

pub(crate) fn random_points() -> Vec<DVec3> {
    let mut random = Random(7);
    // Integer multiples of 2⁻²⁰, so that translations by integers are exact.
    (0..60).map(|_| (random.on_sphere() * 1048576.0).round() / 1048576.0).collect()
}

/// Shapes in 3D, with all lengths multiplied by `u`.
pub(crate) fn shapes_3d(u: f64) -> Vec<(&'static str, AnyShape3)> {
    let pose = Pose::new(DQuat::from_xyzw(0.1, 0.5, -0.3, 0.8), DVec3::new(3.0, -1.0, 0.5) * u);
    let tetrahedron = [DVec3::ZERO, DVec3::X, DVec3::Y * 2.0, DVec3::new(0.3, 0.2, 1.5)].map(|p| p * u);
    let far: Vec<DVec3> = random_points().into_iter().map(|p| (p + DVec3::new(40.0, -30.0, 20.0)) * u).collect();
    let block = || AnyShape3::from(Cuboid::new(DVec3::new(1.0, 0.5, 0.25) * u).expect("sizes"));
    let drum = || AnyShape3::from(Cylinder::new(1.0 * u, 0.5 * u).expect("sizes"));
    let ball = || AnyShape3::from(Ball::new(0.25 * u).expect("size"));
    let capsule = || AnyShape3::from(Capsule::new(1.0 * u, 0.5 * u).expect("sizes"));
    vec![
        ("ball", Ball::new(1.5 * u).expect("size").into()),
        ("capsule", capsule()),
        ("tilted capsule", Capsule::between(DVec3::new(1.0, 2.0, 3.0) * u, DVec3::new(2.0, 2.5, 1.0) * u, 0.5 * u).expect("sizes").into()),
        ("tapered capsule", TaperedCapsule::new(1.0 * u, 0.3 * u, 0.9 * u).expect("sizes").into()),
        ("nearly a ball", TaperedCapsule::new(0.33 * u, 0.3 * u, 0.95 * u).expect("sizes").into()),
        ("a ball that contains another", TaperedCapsule::new(0.3 * u, 0.3 * u, 0.95 * u).expect("sizes").into()),
        ("cuboid", block()),
        ("cylinder", drum()),
        ("cone", Cone::new(1.0 * u, 0.5 * u).expect("sizes").into()),
        ("frustum", Frustum::new(1.0 * u, 0.3 * u, 0.8 * u).expect("sizes").into()),
        ("ellipsoid", Ellipsoid::new(DVec3::new(1.0, 0.4, 2.0) * u).expect("sizes").into()),
        ("tetrahedron", Hull::new(&tetrahedron).expect("points").into()),
        ("remote hull", Hull::new(&far).expect("points").into()),
        ("rounded cuboid", Rounded::new(block(), 0.25 * u).expect("size").into()),
        ("rounded tetrahedron", Rounded::new(AnyShape3::from(Hull::new(&tetrahedron).expect("points")), 0.25 * u).expect("size").into()),
        ("rounded cylinder", Rounded::new(drum(), 0.25 * u).expect("size").into()),
        (
            "rounded frustum",
            Rounded::new(AnyShape3::from(Frustum::new(u, 0.8 * u, 0.3 * u).expect("sizes")), 0.2 * u).expect("size").into(),
        ),
        ("posed cylinder", Posed::new(drum(), pose).expect("pose").into()),
        ("rounded posed cuboid", Rounded::new(AnyShape3::from(Posed::new(block(), pose).expect("pose")), 0.25 * u).expect("size").into()),
        ("scaled cylinder", Scaled::new(drum(), DVec3::new(1.0, -0.5, 2.0)).expect("scale").into()),
        ("scaled capsule", Scaled::new(capsule(), DVec3::new(1.0, 0.5, 2.0)).expect("scale").into()),
        ("rounded after it was scaled evenly", {
            let scaled = Scaled::new(block(), DVec3::new(2.0, -2.0, 2.0)).expect("scale");
            Rounded::new(AnyShape3::from(scaled), 0.25 * u).expect("size").into()
        }),
        ("cylinder and ball", Sum::new(drum(), ball()).expect("sum").into()),
        ("cylinder and box", Sum::new(drum(), block()).expect("sum").into()),
        ("hull of cylinder and ball", HullOf::new(vec![drum(), Posed::new(ball(), pose).expect("pose").into()]).expect("hull").into()),
    ]
}

/// Shapes in 2D, with all lengths multiplied by `u`.
pub(crate) fn shapes_2d(u: f64) -> Vec<(&'static str, AnyShape2)> {
    let corners = [DVec2::new(5.0, 5.0), DVec2::new(7.0, 5.5), DVec2::new(6.5, 7.0), DVec2::new(5.5, 6.5)].map(|p| p * u);
    let polygon = || AnyShape2::from(Polygon::new(&corners).expect("corners"));
    let clockwise = || Polygon::new(&[corners[3], corners[2], corners[1], corners[0]]).expect("corners");
    let block = || AnyShape2::from(Cuboid::new(DVec2::new(1.0, 0.5) * u).expect("sizes"));
    let dome = || AnyShape2::from(HalfEllipse::new(DVec2::new(1.0, 0.7) * u).expect("sizes"));
    let triangle = || Triangle::new(DVec2::ZERO, DVec2::new(2.0, 0.3) * u, DVec2::new(0.5, 1.0) * u).expect("corners");
    vec![
        ("circle", Ball::new(1.5 * u).expect("size").into()),
        ("capsule", Capsule::between(DVec2::new(1.0, 2.0) * u, DVec2::new(2.0, 2.5) * u, 0.5 * u).expect("sizes").into()),
        ("tapered capsule", TaperedCapsule::new(u, 0.3 * u, 0.9 * u).expect("sizes").into()),
        ("upturned tapered capsule", TaperedCapsule::new(u, 1.1 * u, 0.2 * u).expect("sizes").into()),
        ("rectangle", block()),
        ("ellipse", Ellipsoid::new(DVec2::new(1.0, 0.4) * u).expect("sizes").into()),
        ("half ellipse", dome()),
        ("rounded half ellipse", Rounded::new(dome(), 0.25 * u).expect("size").into()),
        ("sector", Sector::new(2.0 * u, 0.7).expect("sizes").into()),
        ("narrow sector", Sector::new(2.0 * u, 0.1).expect("sizes").into()),
        ("circular segment", CircularSegment::new(2.0 * u, 0.7).expect("sizes").into()),
        ("large circular segment", CircularSegment::new(2.0 * u, 2.5).expect("sizes").into()),
        ("half disc", Sector::new(2.0 * u, FRAC_PI_2).expect("sizes").into()),
        ("triangle", triangle().into()),
        ("rounded triangle", Rounded::new(AnyShape2::from(triangle()), 0.25 * u).expect("size").into()),
        ("polygon", polygon()),
        ("rounded rectangle", Rounded::new(block(), 0.25 * u).expect("size").into()),
        ("rounded polygon", Rounded::new(polygon(), 0.25 * u).expect("size").into()),
        ("rounded clockwise polygon", Rounded::new(AnyShape2::from(clockwise()), 0.25 * u).expect("size").into()),
        ("scaled circle", Scaled::new(AnyShape2::from(Ball::new(u).expect("size")), DVec2::new(1.0, -0.4)).expect("scale").into()),
        ("sum", Sum::new(polygon(), dome()).expect("sum").into()),
    ]
}

pub(crate) fn moments_3d(shape: &impl Convex<DVec3>) -> Moments<DVec3> {
    shape.moments().expect("bounded")
}

pub(crate) fn moments_2d(shape: &impl Convex<DVec2>) -> Moments<DVec2> {
    shape.moments().expect("bounded")
}
