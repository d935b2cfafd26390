//! Conversions of bevy's primitives, checked against bevy's own bounds under many poses.

mod concave;
#[cfg(feature = "bevy_mesh")]
mod meshes;

use bevy_math::{Dir2, Dir3, Isometry2d, Isometry3d, Rot2};
use bevy_shape::{
    Bounded2d, Bounded3d, Capsule2d, Capsule3d, Circle, CircularSector, CircularSegment, Cone, ConicalFrustum, ConvexPolygon, Cuboid,
    Cylinder, Ellipse, Extrusion, HalfSpace, InfinitePlane3d, Plane2d, Plane3d, Polygon, Rectangle, RegularPolygon, Rhombus, Segment2d,
    Segment3d, Sphere, Tetrahedron, Triangle2d, Triangle3d,
};
use clinch::primitives::{NotPrimitive, ToPrimitive, ToShape};
use clinch::shapes::{Convex, ShapeError};
use clinch::support::{Pose, Rotation2, SupportMap};
use clinch::{d2, d3};
use clinch_testkit::random::Random;
use core::f32::consts::{FRAC_PI_2, PI};
use core::fmt::Debug;
use glam::{DVec2, Quat, Vec2, Vec3};

/// The largest difference of two bounds, for sizes of about 1: bevy computes in `f32`.
const NEAR: f64 = 4e-6;

fn signed(random: &mut Random) -> f32 {
    (2.0 * random.unit() - 1.0) as f32
}

fn quat(random: &mut Random) -> Quat {
    Quat::from_xyzw(signed(random), signed(random), signed(random), signed(random)).normalize()
}

fn same_bounds_3d<P: Bounded3d + ToShape<Shape: Convex<Vec3>>>(primitive: &P, what: &str) {
    for along in [Quat::IDENTITY, Quat::from_xyzw(1.0, 0.0, 0.0, 0.0)] {
        same_bounds_rotated_by(along, primitive, what);
    }
    same_bounds_at_random_rotations(primitive, what);
}

fn same_bounds_at_random_rotations<P: Bounded3d + ToShape<Shape: Convex<Vec3>>>(primitive: &P, what: &str) {
    let mut random = Random::new(1);
    for _ in 0..50 {
        same_bounds_rotated_by(quat(&mut random), primitive, what);
    }
}

fn same_bounds_rotated_by<P: Bounded3d + ToShape<Shape: Convex<Vec3>>>(turned: Quat, primitive: &P, what: &str) {
    let at = Vec3::new(0.5, -1.0, 2.0);
    let bevy = primitive.aabb_3d(Isometry3d::new(at, turned));
    let ours = primitive.to_shape().unwrap().bounds(&Pose::new(turned.as_dquat(), at.as_dvec3()));
    let apart = (Vec3::from(bevy.min).as_dvec3() - ours.min).abs().max((Vec3::from(bevy.max).as_dvec3() - ours.max).abs());
    assert!(apart.max_element() < NEAR, "{what} turned by {turned}: {bevy:?}, {ours:?}");
}

fn same_bounds_2d<P: Bounded2d + ToShape<Shape: Convex<Vec2>>>(primitive: &P, what: &str) {
    let shape = primitive.to_shape().unwrap();
    let mut random = Random::new(2);
    for turned in [Rot2::IDENTITY, Rot2::PI].into_iter().chain((0..50).map(|_| Rot2::radians(PI * signed(&mut random)))) {
        let bevy = primitive.aabb_2d(Isometry2d::new(Vec2::new(0.5, -1.0), turned));
        let ours = shape.bounds(&Pose::new(Rotation2 { cos: turned.cos.into(), sin: turned.sin.into() }, DVec2::new(0.5, -1.0)));
        let apart = (bevy.min.as_dvec2() - ours.min).abs().max((bevy.max.as_dvec2() - ours.max).abs());
        assert!(apart.max_element() < NEAR, "{what} turned by {turned:?}: {bevy:?}, {ours:?}");
    }
}

fn corners() -> [Vec2; 4] {
    [Vec2::new(0.5, -0.25), Vec2::new(0.75, 0.5), Vec2::new(-0.25, 0.75), Vec2::new(-0.5, -0.5)]
}

#[test]
fn primitives_3d_have_bevys_bounds() {
    same_bounds_3d(&Sphere::new(0.7), "sphere");
    same_bounds_3d(&Cuboid::new(0.5, 1.0, 1.5), "cuboid");
    same_bounds_3d(&Cylinder::new(0.4, 1.5), "cylinder");
    same_bounds_3d(&Capsule3d::new(0.3, 1.5), "capsule");
    same_bounds_3d(&Cone::new(0.4, 1.5), "cone");
    same_bounds_3d(&ConicalFrustum { radius_top: 0.3, radius_bottom: 0.8, height: 1.25 }, "frustum");
    same_bounds_3d(&ConicalFrustum { radius_top: 0.8, radius_bottom: 0.3, height: 1.25 }, "frustum upside down");
    same_bounds_3d(&Segment3d::new(Vec3::new(0.1, 0.2, 0.3), Vec3::new(-0.5, 1.0, 0.0)), "segment");
    same_bounds_3d(&Triangle3d::new(Vec3::new(0.1, 0.2, 0.3), Vec3::new(-0.5, 1.0, 0.0), Vec3::X), "triangle");
}

#[test]
fn extrusions_have_bevys_bounds() {
    same_bounds_3d(&Extrusion::new(Rectangle::new(0.5, 1.0), 1.5), "box");
    same_bounds_3d(&Extrusion::new(Circle::new(0.5), 1.5), "cylinder");
    // Not along the axes, where bevy 0.20 swaps width and height: `extrusion_aabb_3d` of an ellipse
    // is flat there.
    same_bounds_at_random_rotations(&Extrusion::new(Ellipse::new(0.5, 1.0), 1.5), "oval");
    // Along the axes bevy's AABB of a capsule is 1e-4 too large: it divides by what should be zero.
    same_bounds_at_random_rotations(&Extrusion::new(Capsule2d::new(0.3, 1.0), 1.5), "capsule");
    same_bounds_3d(&Extrusion::new(Triangle2d::new(corners()[0], corners()[1], corners()[3]), 1.5), "triangle");
    same_bounds_3d(&Extrusion::new(RegularPolygon::new(0.6, 5), 1.5), "pentagon");
    same_bounds_3d(&Extrusion::new(Polygon::new(corners()), 1.5), "polygon");
    // bevy has no bounds of these, so they are compared with the polygon of the same vertices.
    let (rhombus, convex) = (Rhombus::new(1.0, 0.5), ConvexPolygon::new(corners()).unwrap());
    let of_rhombus = Polygon::new([Vec2::X * 0.5, Vec2::Y * 0.25, Vec2::X * -0.5, Vec2::Y * -0.25]);
    assert_eq!(Extrusion::new(rhombus, 1.5).to_shape(), Extrusion::new(of_rhombus, 1.5).to_shape());
    assert_eq!(Extrusion::new(convex, 1.5).to_shape(), Extrusion::new(Polygon::new(corners()), 1.5).to_shape());
}

#[test]
fn primitives_2d_have_bevys_bounds() {
    same_bounds_2d(&Circle::new(0.7), "circle");
    same_bounds_2d(&Ellipse::new(0.5, 1.25), "ellipse");
    same_bounds_2d(&Rectangle::new(0.5, 1.25), "rectangle");
    same_bounds_2d(&Capsule2d::new(0.3, 1.5), "capsule");
    same_bounds_2d(&Segment2d::new(corners()[0], corners()[2]), "segment");
    same_bounds_2d(&Triangle2d::new(corners()[0], corners()[1], corners()[2]), "triangle");
    same_bounds_2d(&CircularSector::new(1.0, 1.1), "sector");
    same_bounds_2d(&CircularSector::new(1.0, FRAC_PI_2), "half a disc");
    same_bounds_2d(&CircularSegment::new(1.0, 1.1), "segment");
    same_bounds_2d(&CircularSegment::new(1.0, 2.5), "large segment");
    same_bounds_2d(&ConvexPolygon::new(corners()).unwrap(), "convex polygon");
    same_bounds_2d(&Polygon::new(corners()), "polygon");
    same_bounds_2d(&Rhombus::new(1.0, 0.5), "rhombus");
    for sides in 3..12 {
        same_bounds_2d(&RegularPolygon::new(0.9, sides), "regular polygon");
    }
}

#[test]
fn shapes_keep_their_upward_direction() {
    let cone = Cone::new(0.5, 3.0).to_shape().unwrap();
    assert_eq!(cone.support(Vec3::Y).point, Vec3::new(0.0, 1.5, 0.0));
    assert_eq!(cone.support(Vec3::new(1.0, -0.1, 0.0)).point, Vec3::new(0.5, -1.5, 0.0));
    let bucket = ConicalFrustum { radius_top: 2.0, radius_bottom: 1.0, height: 3.0 }.to_shape().unwrap();
    assert_eq!(bucket.support(Vec3::X).point, Vec3::new(2.0, 1.5, 0.0));
    let capsule = Capsule3d::new(0.5, 3.0).to_shape().unwrap();
    assert_eq!(capsule.support(Vec3::Y).point, Vec3::new(0.0, 1.5, 0.0));
    let slice = CircularSector::new(2.0, 0.3).to_shape().unwrap();
    assert_eq!(slice.support(Vec2::Y).point, Vec2::new(0.0, 2.0));
    assert_eq!(slice.support(Vec2::NEG_Y).point, Vec2::ZERO);
    assert_eq!(RegularPolygon::new(1.0, 3).to_shape().unwrap().vertices()[0], Vec2::Y);
    // Extrusions are along z, and their base keeps its x and y axes.
    let oval = Extrusion::new(Ellipse::new(1.0, 2.0), 6.0).to_shape().unwrap();
    assert!((oval.support(Vec3::new(0.0, 1.0, 1e-3)).point - Vec3::new(0.0, 2.0, 3.0)).length() < 1e-3);
    let capsule = Extrusion::new(Capsule2d::new(0.5, 2.0), 6.0).to_shape().unwrap();
    assert!((capsule.support(Vec3::new(1e-4, 1.0, 1e-3)).point - Vec3::new(0.0, 1.5, 3.0)).length() < 1e-3);
}

#[test]
fn a_regular_polygon_has_the_corners_that_bevy_draws() {
    for sides in 3..20 {
        let polygon = RegularPolygon::new(1.0, sides);
        let shape = polygon.to_shape().unwrap();
        for (ours, bevys) in shape.vertices().iter().zip(polygon.vertices(0.0)) {
            assert!((*ours - bevys).length() < 1e-5, "{sides}: {ours} {bevys}");
        }
    }
}

#[test]
fn a_tetrahedron_keeps_its_vertices() {
    let tetrahedron = Tetrahedron::default();
    let shape = tetrahedron.to_shape().unwrap();
    assert_eq!((shape.vertices(), shape.faces().len()), (&tetrahedron.vertices[..], 4));
}

#[test]
fn planes_and_half_spaces_are_solid_on_bevys_side() {
    let mut random = Random::new(3);
    for _ in 0..1000 {
        let mut vector = || Vec3::new(signed(&mut random), signed(&mut random), signed(&mut random));
        let (normal, point) = (vector(), vector());
        let bevys = HalfSpace::new(normal.extend(0.3));
        let ours = bevys.to_shape().unwrap();
        let depth = ours.offset() - ours.normal().dot(point);
        assert!((depth - (bevys.normal_d().truncate().dot(point) + bevys.d())).abs() < 1e-6, "inside is where bevy's normal points");

        let plane = InfinitePlane3d { normal: Dir3::new(normal).unwrap() };
        let ours = plane.to_shape().unwrap();
        assert!((ours.normal() - *plane.normal).length() < 1e-6 && ours.offset() == 0.0, "the solid is below");

        let line = Plane2d { normal: Dir2::new(normal.truncate()).unwrap() };
        let ours = line.to_shape().unwrap();
        assert!((ours.normal() - *line.normal).length() < 1e-6 && ours.offset() == 0.0);
    }
}

#[test]
fn plates_have_the_pose_that_bevy_draws() {
    let mut random = Random::new(4);
    let near_down = |tilt: f32| Vec3::new(tilt, -1.0, -0.5 * tilt);
    let normals = [Vec3::Y, Vec3::NEG_Y, Vec3::X, Vec3::Z, near_down(1e-2), near_down(1e-4), near_down(1e-7), near_down(1e-20)];
    let others: Vec<Vec3> = (0..100).map(|_| Vec3::new(signed(&mut random), signed(&mut random), signed(&mut random))).collect();
    for (index, normal) in normals.into_iter().chain(others).enumerate() {
        let plate = Plane3d { normal: Dir3::new(normal).unwrap(), half_size: Vec2::new(1.0, 2.0) };
        let shape = plate.to_shape().unwrap();
        for (x, z) in [(1.0, 2.0), (1.0, -2.0), (-1.0, 2.0), (-1.0, -2.0)] {
            // Perpendicular to its normal, although bevy's rotation is rounded.
            let local = shape.pose().rotation.normalize() * Vec3::new(x, 0.0, z);
            assert!(local.dot(*plate.normal).abs() < 1e-6, "{normal}: {}", local.dot(*plate.normal));
            let bevys = Quat::from_rotation_arc(Vec3::Y, *plate.normal) * Vec3::new(x, 0.0, z);
            let reach = shape.support(bevys).point.dot(bevys);
            // Near −y bevy's rotation is a half turn about an arbitrary horizontal axis. Unless the
            // plate is square, that is another plate.
            let is_unique = index == 0 || index == 2 || index == 3 || index > 7;
            assert!(!is_unique || (reach - bevys.length_squared()).abs() < 1e-4, "{normal}: {reach}");
        }
    }
}

fn round_trip<P, S>(primitive: P)
where
    P: ToShape + Clone + Debug + PartialEq,
    S: From<P::Shape> + ToPrimitive<P>,
{
    let shape: S = primitive.to_shape().unwrap().into();
    assert_eq!(shape.to_primitive().as_ref(), Ok(&primitive));
}

#[test]
fn round_trips_keep_3d_primitives() {
    round_trip::<_, d3::Shape>(Sphere::new(0.7));
    round_trip::<_, d3::Shape>(Cuboid::new(0.1, 0.2, 0.3));
    round_trip::<_, d3::Shape>(Cylinder::new(0.1, 0.7));
    round_trip::<_, d3::Shape>(Capsule3d::new(0.1, 0.7));
    round_trip::<_, d3::Shape>(Capsule3d::new(0.1, 0.0));
    round_trip::<_, d3::Shape>(Cone::new(0.1, 0.7));
    round_trip::<_, d3::Shape>(ConicalFrustum { radius_top: 0.1, radius_bottom: 0.2, height: 0.7 });
    round_trip::<_, d3::Shape>(Segment3d::new(Vec3::X, Vec3::ONE));
    round_trip::<_, d3::Shape>(Triangle3d::new(Vec3::X, Vec3::ONE, Vec3::Z));
    round_trip::<_, d3::Shape>(Tetrahedron::default());
    round_trip::<_, d3::Shape>(InfinitePlane3d { normal: Dir3::Z });
    round_trip::<_, d3::Shape>(HalfSpace::new(Vec3::Y.extend(0.3)));
}

#[test]
fn round_trips_keep_2d_primitives() {
    round_trip::<_, d2::Shape>(Circle::new(0.7));
    round_trip::<_, d2::Shape>(Ellipse::new(0.1, 0.7));
    round_trip::<_, d2::Shape>(Rectangle::new(0.1, 0.7));
    round_trip::<_, d2::Shape>(Capsule2d::new(0.1, 0.7));
    round_trip::<_, d2::Shape>(Segment2d::new(Vec2::X, Vec2::ONE));
    round_trip::<_, d2::Shape>(Triangle2d::new(Vec2::X, Vec2::ONE, Vec2::Y));
    round_trip::<_, d2::Shape>(CircularSector::new(0.7, 0.3));
    round_trip::<_, d2::Shape>(CircularSegment::new(0.7, 2.3));
    round_trip::<_, d2::Shape>(ConvexPolygon::new(corners()).unwrap());
    round_trip::<_, d2::Shape>(Polygon::new(corners()));
    round_trip::<_, d2::Shape>(Rhombus::new(0.1, 0.7));
    round_trip::<_, d2::Shape>(Rhombus::new(0.0, 0.7));
    round_trip::<_, d2::Shape>(Plane2d { normal: Dir2::NEG_X });
    for sides in 3..200 {
        round_trip::<_, d2::Shape>(RegularPolygon::new(0.7, sides));
    }
}

fn is_not<P: Debug + PartialEq, S: ToPrimitive<P>>(shape: impl Into<S>, words: &str) {
    let answer: Result<P, NotPrimitive> = shape.into().to_primitive();
    assert_eq!(answer.map_err(|error| error.to_string()), Err(words.to_owned()));
}

#[test]
fn errors_name_the_shape_and_the_primitive() {
    let ball = d3::Ball::new(1.0).unwrap();
    is_not::<Cone, d3::Shape>(ball, "a ball is not bevy's Cone");
    is_not::<Sphere, d3::Shape>(d3::Rounded::new(ball.into(), 1.0).unwrap(), "a rounded shape is not bevy's Sphere");
    is_not::<Sphere, d3::Shape>(d3::Custom::new(ball), "a custom shape is not bevy's Sphere");
    for ends in [[Vec3::X, Vec3::NEG_X], [Vec3::ZERO, Vec3::Y], [Vec3::new(1.0, 1.0, 0.0), Vec3::new(1.0, -1.0, 0.0)]] {
        let aside = d3::Capsule::between(ends[0], ends[1], 1.0).unwrap();
        is_not::<Capsule3d, d3::Shape>(aside, "a capsule that is not on the y axis and centered at the origin is not bevy's Capsule3d");
    }
    let upside_down: d3::Shape = d3::Capsule::between(Vec3::Y, Vec3::NEG_Y, 1.0).unwrap().into();
    assert_eq!(upside_down.to_primitive(), Ok(Capsule3d::new(1.0, 2.0)));
    is_not::<Cone, d3::Shape>(d3::Cone::new(3e38, 1.0).unwrap(), "a cone whose height is too large for f32 is not bevy's Cone");
    is_not::<InfinitePlane3d, d3::Shape>(
        d3::HalfSpace::new(Vec3::Y, 1.0).unwrap(),
        "a half-space whose plane does not contain the origin is not bevy's InfinitePlane3d",
    );
    let flat = d3::Hull::new(&[Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::new(1.0, 1.0, 0.0)]).unwrap();
    is_not::<Tetrahedron, d3::Shape>(flat, "a hull that does not have four vertices and four faces is not bevy's Tetrahedron");
    is_not::<RegularPolygon, d2::Shape>(
        d2::Polygon::new(&corners()).unwrap(),
        "a polygon that is not regular, or is rotated is not bevy's RegularPolygon",
    );
    is_not::<Rhombus, d2::Shape>(
        d2::Polygon::new(&corners()).unwrap(),
        "a polygon that does not have four vertices on the axes, counter-clockwise from +x is not bevy's Rhombus",
    );
    is_not::<Circle, d2::Shape>(d2::Sector::new(1.0, 1.0).unwrap(), "a sector is not bevy's Circle");
}

#[test]
fn invalid_primitives_are_refused() {
    assert_eq!(Sphere::new(-1.0).to_shape(), Err(ShapeError::Negative { what: "radius", value: -1.0 }));
    assert!(Cone::new(1.0, f32::NAN).to_shape().is_err());
    assert!(HalfSpace::default().to_shape().is_err());
    assert!(Rhombus::new(-1.0, 1.0).to_shape().is_err());
    assert!(Extrusion::new(Ellipse::new(-1.0, 1.0), 1.0).to_shape().is_err());
    assert!(Extrusion::new(Polygon::new(corners()), -1.0).to_shape().is_err());
    assert!(RegularPolygon { sides: 0, ..RegularPolygon::default() }.to_shape().is_err());
    let wide = CircularSector::new(1.0, 1.6).to_shape();
    assert!(matches!(wide, Err(ShapeError::TooWide { what: "half_angle", .. })), "{wide:?}");
    let [a, b, _, d] = corners();
    assert_eq!(Polygon::new([a, b, Vec2::new(0.2, 0.0), d]).to_shape(), Err(ShapeError::Concave { index: 2 }));
}
