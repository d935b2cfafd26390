//! Gaps that are a small part of the size of the shapes, where the direction of v is rounding.

use clinch_gjk::{Limits, Outcome, Start, distance};
use clinch_support::{Difference, Pose, Record};
use clinch_testkit::cloud::{Cloud, block};
use clinch_testkit::random::Random;
use glam::{DQuat, DVec3};

/// A small segment over a diagonal of a large face. Two opposite corners of the face and the
/// segment are a simplex that contains the foot, and rounding decides which corner is found next.
#[test]
fn the_normal_over_a_diagonal_of_a_wide_face_is_the_normal_of_the_face() {
    let mut random = Random::new(1907);
    let mut wrong = Vec::new();
    for round in 0..2000 {
        let half = DVec3::new(0.1, random.range(0.5, 2.0), random.range(0.5, 2.0));
        let (gap, length) = (random.power(-9.0, -6.0), random.power(-9.0, -3.0));
        let anywhere = random.range(-0.9, 0.9);
        let along = random.pick(&[0.0, 0.25, anywhere]);
        let (large, small) = (block(half), Cloud(vec![DVec3::Y * length, DVec3::NEG_Y * length]));
        let tilt = random.in_ball(3) * 1e-6;
        let rotation = random.pick(&[DQuat::IDENTITY, DQuat::from_xyzw(tilt.x, tilt.y, tilt.z, 1.0).normalize()]);
        // The whole segment is over the face.
        let middle = DVec3::new(half.x + gap + 1e-5 * length, along * half.y, along * half.z);
        let in_large = Pose::new(rotation, middle);
        let in_small = in_large.inverse();
        let mut record = Record::new();
        for (first, pose, face) in [(true, in_large, DVec3::X), (false, in_small, -(in_small.rotation * DVec3::X))] {
            record.clear();
            let difference = if first { Difference::new(&large, &small, &pose) } else { Difference::new(&small, &large, &pose) };
            let outcome = distance(&difference, &Start::cold(), &Limits::measure(), &mut record).outcome;
            let Outcome::Apart(apart) = outcome else {
                wrong.push(format!("{round}: {outcome:?}"));
                continue;
            };
            let (turned, open) = ((apart.normal - face).length(), apart.upper - apart.lower);
            if !(turned < 1e-12 && open < 1e-13) {
                wrong.push(format!("{round}: turned by {turned:e}, bounds {open:e} apart, {half} {pose:?} {length} {gap}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}: {}", wrong.len(), wrong.join("\n"));
}
