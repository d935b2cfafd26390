//! The core that each wrapper reports.

use crate::common::Random;
use clinch_shapes::{
    Ball, Capsule, Convex, Core, CoreKind, Cuboid, Cylinder, Hull, Posed, PosedCore, Rounded, Scaled, Shape3, Sum, Triangle,
};
use clinch_support::{Basis, Pose, Rotation, SupportMap};
use glam::{DQuat, DVec3, Quat, Vec3};

#[test]
fn wrappers_of_points_and_segments_have_points_and_segments_as_cores() {
    let quarter = DQuat::from_xyzw(0.0, 0.0, 1.0, 1.0);
    let pose = Pose::new(quarter, DVec3::new(0.0, 0.0, 5.0));
    let capsule = Capsule::<DVec3>::new(2.0, 0.5).unwrap();
    let Core::Segment([from, to]) = Posed::new(capsule, pose).unwrap().core() else { panic!("no segment") };
    assert!((from - DVec3::new(2.0, 0.0, 5.0)).length() < 1e-15 && (to - DVec3::new(-2.0, 0.0, 5.0)).length() < 1e-15);
    assert_eq!(Scaled::new(capsule, DVec3::splat(2.0)).unwrap().core(), Core::Segment([DVec3::NEG_Y * 4.0, DVec3::Y * 4.0]));
    assert_eq!(Convex::<DVec3>::radius(&Scaled::new(capsule, DVec3::splat(-2.0)).unwrap()), 1.0);
    assert_eq!(Scaled::new(capsule, DVec3::new(1.0, 2.0, 1.0)).unwrap().core(), Core::Other);
    let moved = Sum::new(capsule, Posed::new(Ball::new(1.0).unwrap(), pose).unwrap()).unwrap();
    assert_eq!(
        (moved.core(), Convex::<DVec3>::radius(&moved)),
        (Core::Segment([DVec3::new(0.0, -2.0, 5.0), DVec3::new(0.0, 2.0, 5.0)]), 1.5)
    );
}

/// Any nesting of poses and radii has the core of the innermost shape, at a pose that gives the
/// same set.
#[test]
fn nested_poses_and_radii_have_one_posed_core() {
    let shapes: [(Shape3<Vec3>, CoreKind); 4] = [
        (Cuboid::new(Vec3::new(1.0, 2.0, 3.0)).unwrap().into(), CoreKind::Box),
        (Triangle::new(Vec3::ZERO, Vec3::X, Vec3::new(0.5, 2.0, 1.0)).unwrap().into(), CoreKind::Triangle),
        (Cylinder::new(1.0, 0.5).unwrap().into(), CoreKind::Revolution),
        (Hull::new(&[Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z]).unwrap().into(), CoreKind::Polytope),
    ];
    let poses = [
        Pose::new(Quat::from_xyzw(0.1, -0.7, 0.3, 0.2), Vec3::new(1.0, 2.0, 3.0)),
        Pose::new(Quat::from_xyzw(-0.4, 0.1, 0.9, 3.0), Vec3::new(-5.0, 0.0, 0.25)),
    ];
    let posed = |shape: Shape3<Vec3>, pose| -> Shape3<Vec3> { Posed::new(shape, pose).unwrap().into() };
    let rounded = |shape: Shape3<Vec3>| -> Shape3<Vec3> { Rounded::new(shape, 0.25).unwrap().into() };
    let mut random = Random(77);
    for (shape, kind) in shapes {
        assert_eq!(rounded(shape.clone()).core(), shape.core());
        let once = posed(shape.clone(), poses[0]);
        let twice = posed(rounded(once.clone()), poses[1]);
        for outer in [once.clone(), rounded(once), twice.clone(), posed(rounded(rounded(twice)), poses[0])] {
            let Core::Posed(PosedCore { inner, pose }) = outer.core() else { panic!("{:?}", outer.core()) };
            assert_eq!((inner.core().kind(), outer.core().kind()), (kind, CoreKind::Posed));
            for _ in 0..20 {
                let direction = DVec3::from_array([(); 3].map(|()| random.signed()));
                let (outer_support, inner_support) =
                    (outer.support_wide(direction), inner.support_wide(pose.rotation.basis().unrotate(direction)));
                assert!((outer_support.point - pose.point(inner_support.point)).length() < 1e-14, "{direction} of {outer:?}");
                assert_eq!(outer_support.id, inner_support.id);
            }
        }
    }
}
