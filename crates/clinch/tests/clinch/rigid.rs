//! Moving both shapes changes no answer: an exact translation changes no bit of a distance or a
//! bound, and a half turn changes them by rounding only.

use clinch::support::{Pose, Rotation, Rotation2, Vector};
use clinch::{d2, d3};
use clinch_testkit::build::Build;
use clinch_testkit::generate;
use glam::{DQuat, DVec2, DVec3};

/// The numbers of pairs of each kind in the sample.
#[derive(Default)]
struct Mix {
    all: usize,
    apart: usize,
    overlapping: usize,
    shifted: usize,
}

impl Mix {
    fn add(&mut self, distance: f64, shifted: bool) {
        self.all += 1;
        self.apart += usize::from(distance > 0.0);
        self.overlapping += usize::from(distance < 0.0);
        self.shifted += usize::from(shifted);
    }

    fn assert_bites(&self) {
        let Self { all, apart, overlapping, shifted } = *self;
        assert!(all > 1_000 && 2 * shifted >= all, "{shifted} of {all} shifted");
        assert!(5 * apart >= all && 5 * overlapping >= all, "{apart} of {all} apart, {overlapping} overlapping");
    }
}

/// Both poses moved by `shift`, if that is exact: coordinates have 24 bits, and a sum has 53.
fn shifted<W: Vector<Scalar = f64, Wide = W>>(poses: [Pose<W>; 2], shift: W) -> Option<[Pose<W>; 2]> {
    let exact = poses.iter().all(|pose| (pose.translation + shift) - shift == pose.translation);
    exact.then(|| poses.map(|pose| Pose { translation: pose.translation + shift, ..pose }))
}

/// The bounds overlap, and the distances differ by rounding at most.
fn same_but_for_rounding<V: Vector<Scalar = f64>>(here: &clinch::Answer<V>, there: &clinch::Answer<V>, extent: f64, context: &str) {
    assert!(here.lower <= there.upper && there.lower <= here.upper, "{context}: {here:?} {there:?}");
    assert!((here.distance - there.distance).abs() <= 64.0 * f64::EPSILON * extent, "{context}: {here:?} {there:?}");
}

#[test]
fn moving_both_shapes_changes_no_answer_in_3d() {
    let half_turns = [
        (DQuat::from_xyzw(1.0, 0.0, 0.0, 0.0), DVec3::new(1.0, -1.0, -1.0)),
        (DQuat::from_xyzw(0.0, 1.0, 0.0, 0.0), DVec3::new(-1.0, 1.0, -1.0)),
        (DQuat::from_xyzw(0.0, 0.0, 1.0, 0.0), DVec3::new(-1.0, -1.0, 1.0)),
    ];
    let mut mix = Mix::default();
    for index in 0..1_500 {
        let query = generate::pair(3, 41, index).query;
        let (Ok(a), Some(Ok(b))) = (DVec3::shape(&query.a), query.b.as_ref().map(DVec3::shape)) else { continue };
        let poses = [DVec3::pose(&query.pose_a), DVec3::pose(&query.pose_b)];
        let ask = |[pose_a, pose_b]: [Pose<DVec3>; 2]| d3::f64::contact(&a, &pose_a, &b, &pose_b);
        let here = ask(poses);

        let far = shifted(poses, DVec3::new(1024.0, -512.0, 2048.0)).map(ask);
        if let Some(there) = far {
            assert_eq!((here.distance, here.lower, here.upper), (there.distance, there.lower, there.upper), "pair {index}");
        }
        let (half_turn, signs) = half_turns[index as usize % 3];
        let there = ask(poses.map(|pose| Pose::new(half_turn.after(pose.rotation), pose.translation * signs)));
        same_but_for_rounding(&here, &there, query.extent(), &format!("pair {index}"));
        mix.add(here.distance, far.is_some());
    }
    mix.assert_bites();
}

#[test]
fn moving_both_shapes_changes_no_answer_in_2d() {
    let mut mix = Mix::default();
    for index in 0..1_500 {
        let query = generate::pair(2, 42, index).query;
        let (Ok(a), Some(Ok(b))) = (DVec2::shape(&query.a), query.b.as_ref().map(DVec2::shape)) else { continue };
        let poses = [DVec2::pose(&query.pose_a), DVec2::pose(&query.pose_b)];
        let ask = |[pose_a, pose_b]: [Pose<DVec2>; 2]| d2::f64::contact(&a, &pose_a, &b, &pose_b);
        let here = ask(poses);

        let far = shifted(poses, DVec2::new(1024.0, -512.0)).map(ask);
        if let Some(there) = far {
            assert_eq!((here.distance, here.lower, here.upper), (there.distance, there.lower, there.upper), "pair {index}");
        }
        let there = ask(poses.map(|pose| Pose::new(Rotation2 { cos: -1.0, sin: 0.0 }.after(pose.rotation), -pose.translation)));
        same_but_for_rounding(&here, &there, query.extent(), &format!("pair {index}"));
        mix.add(here.distance, far.is_some());
    }
    mix.assert_bites();
}
