//! Boxes against the fifteen axes of the separating axis test, an oracle that shares no code with
//! GJK or EPA.

use clinch_epa::{Depth, EpaVector, Limits, Stop, depth};
use clinch_gjk::{Outcome, Start, distance};
use clinch_support::{Basis, Difference, Pose, Record, Rotation};
use clinch_testkit::cloud::block;
use clinch_testkit::random::Random;
use glam::{DQuat, DVec3, Vec3};

/// The largest separation along the fifteen axes. If negative, it is exactly the depth.
fn separation(a: DVec3, b: DVec3, pose: &Pose<DVec3>) -> f64 {
    let basis = pose.rotation.basis();
    let (ea, eb) = ([DVec3::X, DVec3::Y, DVec3::Z], [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| basis.rotate(axis)));
    let mut axes: Vec<DVec3> = ea.iter().chain(&eb).copied().collect();
    axes.extend(ea.iter().flat_map(|&x| eb.map(|y| x.cross(y))));
    let along = |n: DVec3| {
        let ra: f64 = (0..3).map(|i| a[i] * ea[i].dot(n).abs()).sum();
        let rb: f64 = (0..3).map(|i| b[i] * eb[i].dot(n).abs()).sum();
        pose.translation.dot(n).abs() - ra - rb
    };
    axes.iter().filter(|n| n.length() > 1e-6).map(|n| along(n.normalize())).fold(f64::NEG_INFINITY, f64::max)
}

#[test]
fn depth_and_intersection_agree_with_the_separating_axis_test() {
    const PAIRS: u32 = 60_000;
    let mut random = Random::new(1);
    let (mut apart, mut deep, mut calls, mut worst) = (0, 0, 0, 0.0_f64);
    let mut record = Record::new();
    let mut polytope = <DVec3 as EpaVector>::Polytope::default();
    for _ in 0..PAIRS {
        let mut half = || DVec3::new(random.range(0.1, 0.6), random.range(0.1, 0.6), random.range(0.1, 0.6)).as_vec3().as_dvec3();
        let (a, b) = (half(), half());
        let turn = DQuat::from_array(random.quaternion());
        let pose = Pose::new(if random.chance(0.35) { DQuat::IDENTITY } else { turn }, random.in_ball(3) * 1.3);
        let truth = separation(a, b, &pose);
        let (a, b) = (block::<Vec3>(a), block::<Vec3>(b));
        let difference = Difference::new(&a, &b, &pose);
        record.clear();
        let answer = distance(&difference, &Start::cold(), &Default::default(), &mut record);
        let simplex = match &answer.outcome {
            Outcome::Apart(s) => {
                apart += 1;
                // Between edges and corners the distance is greater than the separation along any
                // of the fifteen axes.
                assert!(truth > -1e-12 && s.distance >= truth - 1e-12, "{truth} {s:?}");
                assert!(s.upper - s.lower < difference.error() * 1.01, "{s:?} {:?}", answer.stop);
                continue;
            }
            Outcome::Touching(touch) => &touch.simplex,
            Outcome::Overlapping(simplex) => simplex,
            other => panic!("{other:?}"),
        };
        deep += 1;
        let found = depth(&difference, simplex, &Limits::default(), &mut record, &mut polytope);
        let Depth::Overlapping(p) = found else { panic!("{truth} {found:?}") };
        calls += p.iterations;
        let off = (p.depth + truth).abs();
        worst = if off > worst { off } else { worst };
        assert!(p.lower <= -truth + 1e-12 && -truth <= p.upper && p.stop == Stop::Converged, "{truth} {p:?}");
        let gap = p.point_a - difference.to_a(p.point_b) - p.normal * p.depth;
        assert!(gap.length() < 1e-12, "{gap} {p:?}");
    }
    assert!(worst < 1e-7, "{worst}");
    assert!(apart > PAIRS / 5 && deep > PAIRS / 5, "{apart} apart, {deep} overlapping");
    let mean = f64::from(calls) / f64::from(deep);
    assert!(mean < 8.0, "{mean} support calls per depth");
}
