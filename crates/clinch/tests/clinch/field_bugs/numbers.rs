//! NaN, infinity, and zeros with a sign.

use clinch::support::{Pose, Scalar};
use clinch::{InitialOverlap, Motion};
use clinch_testkit::build::Build;
use clinch_testkit::pair_file::ShapeSpec;
use glam::DVec3;

use crate::field_bugs::api::{Api, Scene, at, ball, block, capsule, hull, in_every_api, turned};

fn shapes<V: Api>() -> Vec<ShapeSpec> {
    vec![
        ball::<V>(0.5),
        capsule::<V>(-DVec3::X, DVec3::X, 0.25),
        block::<V>(1.0, 0.5, 0.25),
        hull::<V>(&[DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z, DVec3::new(-1.0, -1.0, 0.5)]),
        ShapeSpec::Point { p: None },
    ]
}

#[test]
fn a_pose_that_is_not_finite_touches_nothing() {
    in_every_api!(not_finite);
}

fn not_finite<V: Api>() {
    let (shapes, still) = (shapes::<V>(), Pose::<V>::IDENTITY);
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        for axis in 0..V::DIM {
            let lost = Pose::<V>::at(V::from_fn(|i| V::Scalar::narrow(if i == axis { bad } else { 0.25 })));
            for a in &shapes {
                for b in &shapes {
                    let [a, b] = [a, b].map(|spec| <V as Build>::shape(spec).expect("a shape"));
                    for (pose_a, pose_b) in [(&lost, &still), (&still, &lost), (&lost, &lost)] {
                        let answer = V::contact(&a, pose_a, &b, pose_b);
                        let context = || format!("{bad} {axis}: {a:?} {b:?}: {answer:?}");
                        assert!(answer.is_undefined() && !answer.is_touching(), "{}", context());
                        assert!(V::signed_distance(&a, pose_a, &b, pose_b).widen().is_nan(), "{}", context());
                        assert!(!V::intersects(&a, pose_a, &b, pose_b), "{}", context());
                        assert!(V::manifold(&a, pose_a, &b, pose_b, V::Scalar::INFINITY).points.is_empty(), "{}", context());
                        let impact = V::cast_shape(&a, pose_a, &b, pose_b, &Motion::of_b(V::unit(0)));
                        assert!(impact.is_undefined() && !impact.is_hit(), "{}: {impact:?}", context());
                    }
                    // A motion that is not finite, from a finite pose.
                    let motion = Motion { initial_overlap: InitialOverlap::IgnoreSeparating, ..Motion::of_b(lost.translation) };
                    let impact = V::cast_shape(&a, &still, &b, &Pose::at(V::unit(0) * V::Scalar::narrow(9.0)), &motion);
                    assert!(impact.is_undefined(), "{bad}: {impact:?}");
                }
            }
        }
    }
}

/// −0 < 0 is false and −0 == 0 is true, but sign bits and `min` distinguish them. No answer may.
#[test]
fn minus_zero_is_zero() {
    in_every_api!(minus_zero);
}

fn minus_zero<V: Api>() {
    let minus = |spec: &ShapeSpec| {
        let (ShapeSpec::Hull { points } | ShapeSpec::Polygon { points }) = spec else { return spec.clone() };
        let flipped: Vec<DVec3> = points
            .iter()
            .map(clinch_testkit::pair_file::Coords::to_vec3)
            .map(|p| p.to_array().map(|x| if x == 0.0 { -x } else { x }).into())
            .collect();
        hull::<V>(&flipped)
    };
    let mut count = 0;
    for a in shapes::<V>() {
        for b in shapes::<V>() {
            for (x, y) in [(0.0, 0.0), (1.5, 0.0), (0.0, 0.75), (1.0, 1.0), (-3.0, 0.0)] {
                let poses = [0.0, -0.0].map(|zero| {
                    let signed = |x: f64| if x == 0.0 { zero } else { x };
                    [at::<V>(zero, zero, zero), turned::<V>(at::<V>(signed(x), signed(y), zero), DVec3::Z, zero)]
                });
                let [plus, less] = poses.map(|[pose_a, pose_b]| (pose_a, pose_b));
                let one = Scene::<V>::new("plus", (a.clone(), plus.0), (b.clone(), plus.1));
                let other = Scene::<V>::new("minus", (minus(&a), less.0), (minus(&b), less.1));
                let (answer, signed) = (one.checked(), other.contact());
                // Compared as numbers, so that −0 equals 0.
                assert_eq!(answer.distance, signed.distance, "{answer:?} {signed:?}");
                assert_eq!((answer.lower, answer.upper), (signed.lower, signed.upper), "{answer:?} {signed:?}");
                assert_eq!(answer.normal, signed.normal, "{answer:?} {signed:?}");
                assert_eq!(one.manifold(0.5), other.manifold(0.5), "{answer:?} {signed:?}");
                count += 1;
            }
        }
    }
    assert_eq!(count, 125);
}
