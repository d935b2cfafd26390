//! Places the two shapes of a pair by the oracle's signed distance.

use glam::DVec3;

use crate::distributions::{Alignment, Line, Placement, Ranges, Target, nearly};
use crate::generate::shape::DIGITS;
use crate::oracle::Pairing;
use crate::pair_file::{PoseSpec, Query, RotationSpec};
use crate::random::Random;

/// The largest number of steps of Newton's method.
const STEPS: usize = 8;

/// The pair as a contact query without expectation.
///
/// The signed distance is within a tenth of the drawn one, but for the rounding of B's position.
/// It is another where no place on the line has the drawn distance, as for flat shapes, or where
/// `STEPS` do not reach it.
pub(crate) fn place(placement: &Placement<'_>, random: &mut Random, id: &str) -> Query {
    let dim = placement.dim;
    let sizes = placement.sizes();
    let (rotation_a, rotation_b) = draw_rotations(placement, random);
    let along = placement.approach(random, rotation_a);
    let aside = placement.offset_of_boxes(random, along).unwrap_or(DVec3::ZERO);
    // At the origin many terms are zero, which hides errors; far from it a position has few digits
    // left for the distance.
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
        // Reached. Or the distance hardly changes along the line, or the step would lead beyond the
        // middle: then B stays here.
        if off.abs() <= 0.1 * gap.abs() || slope < 1e-3 || far - off / slope < 0.0 {
            break;
        }
        far -= off / slope;
    }
    query(pose(middle + along * far, rotation_b))
}

/// The rotations of A and B. A is unrotated for exact alignment, and in three of ten other pairs.
///
/// Most numbers are drawn for every alignment. Exact alignment draws one less, and general
/// alignment in 2D one more.
fn draw_rotations(placement: &Placement<'_>, random: &mut Random) -> (RotationSpec, RotationSpec) {
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
