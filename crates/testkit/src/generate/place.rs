//! Places the two shapes of a pair by the oracle's signed distance.

use glam::DVec3;

use crate::distributions::{Alignment, Line, Placement, Ranges, Target, nearly};
use crate::generate::shape::DIGITS;
use crate::oracle::Pairing;
use crate::pair_file::{PoseSpec, Query, RotationSpec};
use crate::random::Random;

/// Steps of Newton's method. Most pairs need two or three.
const STEPS: usize = 8;

/// The pair as a contact query without expectation.
pub(crate) fn place(placement: &Placement<'_>, random: &mut Random, id: &str) -> Query {
    let dim = placement.dim;
    let sizes = placement.sizes();
    let (rotation_a, rotation_b) = rotations(placement, random);
    let along = placement.approach(random, rotation_a);
    let aside = placement.offset_of_boxes(random, along).unwrap_or(DVec3::ZERO);
    // Seldom at the world's origin, where too many terms vanish; but near it, where a position
    // keeps its digits.
    let at = if random.chance(0.3) { DVec3::ZERO } else { placement.snap(random.in_ball(dim) * sizes) };

    let pose = |t: DVec3, rotation: RotationSpec| PoseSpec { t: Some(DIGITS.coords(t, dim)), rotation };
    let query = |pose_b: PoseSpec| {
        let (a, b) = (placement.a.clone(), placement.b.clone());
        Query::contact(dim, (a, pose(at, rotation_a)), (b, pose_b)).with_id(id)
    };
    let ranges = Ranges { nearest: (-7.0, -4.0), deepest: 0.3, smaller: placement.smaller() };
    let gap = match placement.target(random, &ranges, &Line { at, aside, along }) {
        Target::Distance(gap) => gap,
        Target::Position(position) => return query(pose(position, rotation_b)),
        Target::SamePose => return query(pose(at, rotation_a)),
    };
    let middle = at + aside;
    // Newton's method from outside, each step at the position that rounding leaves.
    let mut far = 2.0 * sizes + aside.length();
    for _ in 0..STEPS {
        let Ok(pairing) = Pairing::of(&query(pose(middle + along * far, rotation_b))) else { break };
        let truth = pairing.truth();
        let slope = truth.normal.to_vec3().dot(along);
        let off = truth.sd - gap;
        // Beyond the middle, or on a line that passes by, this is as near as B gets.
        if off.abs() <= 0.1 * gap.abs() || slope < 1e-3 || far - off / slope < 0.0 {
            break;
        }
        far -= off / slope;
    }
    query(pose(middle + along * far, rotation_b))
}

/// All numbers are drawn for every alignment, so that the draws after them do not depend on it.
fn rotations(placement: &Placement<'_>, random: &mut Random) -> (RotationSpec, RotationSpec) {
    let angle = random.range(-3.0, 3.0);
    let tiny = random.power(-7.0, -3.0) * random.sign();
    let (any, other) = (random.quaternion(), random.quaternion());
    let axis = random.direction(3);
    let unrotated = placement.alignment == Alignment::Exact || random.chance(0.3);
    if placement.dim == 2 {
        let first = if unrotated { 0.0 } else { angle };
        let second = match placement.alignment {
            Alignment::General => random.range(-3.0, 3.0),
            Alignment::Parallel | Alignment::Exact => first,
            Alignment::NearlyParallel => first + tiny,
        };
        return (DIGITS.angle(first), DIGITS.angle(second));
    }
    let first = if unrotated { [0.0, 0.0, 0.0, 1.0] } else { any };
    let second = match placement.alignment {
        Alignment::General => other,
        Alignment::Parallel | Alignment::Exact => first,
        Alignment::NearlyParallel => nearly(first, axis, tiny),
    };
    (DIGITS.quaternion(first), DIGITS.quaternion(second))
}
