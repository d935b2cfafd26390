//! Sizes, places and rotations at the ends of the numbers, and directions that are none.

use crate::common::Random;
use clinch_shapes::{
    Capsule, CircularSegment, Cone, Convex, Core, Cuboid, Cylinder, Face, Frustum, HalfEllipse, HalfSpace, Point, Posed, PosedCore,
    Rounded, Sector, Segment, Shape3, ShapeError,
};
use clinch_support::{Pose, Rotation2, Scalar, SupportMap, Vector};
use glam::{DQuat, DVec2, DVec3, Vec2, Vec3};

fn narrow<V: Vector>(x: f64) -> V::Scalar {
    V::Scalar::narrow(x)
}

#[test]
fn a_box_without_a_direction_gives_a_vertex_in_every_wrapper() {
    let block = Cuboid::new(Vec3::new(1.0, 2.0, 3.0)).unwrap();
    let pose = Pose::new(glam::Quat::from_rotation_y(0.5), Vec3::ONE);
    let shapes: [Shape3<Vec3>; 3] =
        [block.into(), Rounded::new(block.into(), 0.5).unwrap().into(), Posed::new(block.into(), pose).unwrap().into()];
    let mut face = Face::new();
    for shape in shapes {
        for direction in [Vec3::ZERO, -Vec3::ZERO, Vec3::NAN, Vec3::new(0.0, f32::NAN, 1.0), Vec3::new(1.0, 0.0, f32::NAN)] {
            shape.face(direction, &mut face);
            let corner = face.corners[0];
            assert_eq!((face.corners.len(), shape.vertex(corner.vertex)), (1, Some(corner.point)), "{direction}: {shape:?}");
        }
        shape.face(Vec3::new(0.0, f32::INFINITY, 0.0), &mut face);
        assert!(!face.corners.is_empty());
    }
}

/// A side without a bound gave the finite one the rounding of the largest number.
#[test]
fn the_finite_bound_of_a_half_space_remains_finite_if_it_is_rounded() {
    fn check<V: Vector>() {
        for offset in [0.0, 0.5, -1000.0] {
            let ground = HalfSpace::new(V::unit(1), narrow::<V>(offset)).unwrap();
            let bounds = Rounded::new(ground, narrow::<V>(0.5)).unwrap().bounds(&Pose::IDENTITY);
            let top = bounds.max.get(1);
            assert!(top >= offset + 0.5 && top <= offset + 0.5 + 1e-11, "{offset}: {bounds:?}");
            assert_eq!((bounds.max.get(0), bounds.min.get(1)), (f64::INFINITY, f64::NEG_INFINITY));
        }
    }
    check::<Vec2>();
    check::<Vec3>();
    check::<DVec2>();
    check::<DVec3>();
}

/// The product of two rotations of length 1e-80 has no basis.
#[test]
fn posed_shapes_whose_rotations_are_tiny_or_huge_can_be_nested() {
    let turn = DQuat::from_xyzw(0.1, -0.3, 0.5, 0.8).normalize();
    let block = || -> Shape3<DVec3> { Cuboid::new(DVec3::new(1.0, 2.0, 3.0)).unwrap().into() };
    let nested = |scale: f64, levels: usize| {
        let pose = Pose::new(turn * scale, DVec3::ONE);
        (0..levels).fold(block(), |inner, _| Posed::new(inner, pose).unwrap().into())
    };
    for levels in [2, 3, 20] {
        let expected = nested(1.0, levels);
        for scale in [1e-80, 1e-150, 1e-200, 1e-300, 1e80, 1e200, 1e300] {
            let shape = nested(scale, levels);
            for direction in [DVec3::X, DVec3::new(1.0, -2.0, 0.5)] {
                let (one, other) = (shape.support_wide(direction).point, expected.support_wide(direction).point);
                assert!((one - other).length() < 1e-12, "{scale:e} {levels}: {one}, not {other}");
            }
            let (one, other) = (shape.bounds(&Pose::IDENTITY), expected.bounds(&Pose::IDENTITY));
            assert!((one.min - other.min).length() + (one.max - other.max).length() < 1e-12, "{scale:e} {levels}: {one:?}");
            let (Core::Posed(one), Core::Posed(other)) = (shape.core(), expected.core()) else { panic!("{shape:?}") };
            let turned = |posed: PosedCore<'_, DVec3>| posed.pose.vector(DVec3::ONE);
            assert!((turned(one) - turned(other)).length() < 1e-12, "{scale:e} {levels}: {one:?}");
        }
    }
    let small = Rotation2 { cos: 3e-40_f32, sin: 4e-40 };
    let posed = Posed::new(Cuboid::new(Vec2::ONE).unwrap(), Pose::new(small, Vec2::ZERO)).unwrap();
    assert!((posed.support(Vec2::X).point.x - 1.4).abs() < 1e-4, "{posed:?}");
    // Usual rotations keep every bit.
    for usual in [Rotation2 { cos: 0.6_f32, sin: 0.8 }, Rotation2 { cos: 1.0, sin: 1.0 }, Rotation2 { cos: -0.5, sin: 0.25 }] {
        let posed = Posed::new(Cuboid::new(Vec2::ONE).unwrap(), Pose::new(usual, Vec2::ONE)).unwrap();
        assert_eq!(posed.pose().rotation, usual);
    }
}

/// Their radius about the center was infinite, and so were tolerances.
#[test]
fn sizes_near_the_largest_number_are_finite_or_refused() {
    fn check<V: Vector>(shape: Result<impl Convex<V>, ShapeError>, is_valid: bool, what: &str) {
        match shape {
            Ok(shape) => {
                assert!(is_valid, "{what} is accepted");
                let numbers = [shape.radius_about_center(), shape.error()];
                assert!(shape.center().is_finite() && numbers.iter().all(|number| number.is_finite()), "{what}: {numbers:?}");
            }
            Err(ShapeError::NotFinite { .. }) => assert!(!is_valid, "{what} is refused"),
            Err(other) => panic!("{what}: {other}"),
        }
    }
    check(Cuboid::new(Vec3::splat(1.2e38)), true, "a box whose diagonal is finite");
    check(Cuboid::new(Vec3::splat(3e38)), false, "a box whose diagonal is not");
    check(Cuboid::new(DVec3::splat(1e200)), true, "a box in f64 whose diagonal squared is not");
    let segment = |x: f32, y: f32| Segment::new(Vec3::new(-x, -y, 0.0), Vec3::new(x, y, 0.0));
    check(segment(2e38, 0.0), true, "a segment");
    check(segment(3.4e38, 0.0), true, "a segment nearly as long as possible");
    check(segment(2e38, 2e38), true, "a diagonal segment");
    check(Capsule::between(Vec3::new(-3e38, -3e38, 0.0), Vec3::new(3e38, 3e38, 0.0), 1.0), false, "a capsule that is too long");
    check(Segment::new(DVec3::X * -1e300, DVec3::X * 1e300), true, "a segment in f64");
    check(Capsule::between(Vec2::X * -2e38, Vec2::X * 2e38, 1.0), true, "a capsule");
    check(Capsule::<Vec2>::new(3.4e38, 1.0), true, "an upright capsule");
    check(Capsule::<Vec2>::new(f32::MAX, 1.0), false, "an upright capsule whose radius about the center is rounded up");
    check(Sector::<Vec2>::new(3e38, 1.0), true, "a sector");
    check(Sector::<Vec2>::new(3.1e38, 1.0), false, "a sector that is too large");
    check(CircularSegment::<Vec2>::new(3e38, 1.0), true, "a circular segment");
    check(CircularSegment::<Vec2>::new(f32::MAX, 2.5), false, "a circular segment that is too large");
    check(HalfEllipse::new(Vec2::splat(2e38)), true, "half an ellipse");
    check(HalfEllipse::new(Vec2::splat(3e38)), false, "half an ellipse that is too large");
    check(Cylinder::<Vec3>::new(2e38, 1e38), true, "a cylinder");
    check(Cylinder::<Vec3>::new(3e38, 3e38), false, "a cylinder that is too large");
    check(Cone::<Vec3>::new(3e38, 3e38), false, "a cone that is too large");
    check(Frustum::<Vec3>::new(3e38, 1.0, 3e38), false, "a frustum that is too large");
    let point = || Point::new(Vec3::X * 3e38).unwrap();
    check(Posed::new(point(), Pose::at(Vec3::X * -3e38)), true, "a posed point");
    check(Posed::new(point(), Pose::at(Vec3::X * 3e38)), false, "a point beyond the range");
}

/// The center is rounded, and half the length, without that rounding, was the radius.
#[test]
fn a_segment_far_from_its_origin_is_within_its_radius() {
    fn check<V: Vector>(a: V, b: V) {
        let capsule = Capsule::between(a, b, narrow::<V>(0.5)).unwrap();
        let (center, radius) = (capsule.center().widen(), capsule.radius_about_center().widen());
        for end in [a, b] {
            let away = (end.widen() - center).length();
            assert!(away <= radius, "{a:?} to {b:?}: an end is {away} from the center, the radius {radius}");
        }
    }
    check(Vec3::new(1e6, 0.0, 0.0), Vec3::new(1e6 + 0.0625, 0.0, 0.0));
    check(Vec3::new(0.1, 0.0, 0.0), Vec3::new(0.7, 0.0, 0.0));
    check(DVec2::new(1e15, 0.0), DVec2::new(1e15 + 0.125, 0.0));
    check(Vec2::splat(1e-45), Vec2::ZERO);
    let mut random = Random(30);
    for _ in 0..1000 {
        let (at, along) = (random.in_cube().as_vec3(), random.in_cube().as_vec3());
        check(at * 1000.0, at * 1000.0 + along * 0.001);
        check(at.with_y(0.0).with_z(0.0), along.with_y(0.0).with_z(0.0));
    }
}
