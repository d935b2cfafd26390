//! Places two shapes by a signed distance that the caller computes.

use glam::DVec3;

use crate::distributions::{Alignment, Digits, Line, Placement, Proximity, Ranges, Target, nearly, right_angles};
use crate::pair_file::{Coords, PoseSpec, RotationSpec};
use crate::random::Random;
use crate::stress::Location;

/// The signed distance and the unit normal from A to B for two poses. If it is `None`, B stays
/// where it was measured.
pub type DistanceFn<'m> = dyn FnMut(&PoseSpec, &PoseSpec) -> Option<(f64, DVec3)> + 'm;

/// The poses of A and B.
pub(crate) fn place(
    placement: &Placement<'_>,
    digits: Digits,
    location: Location,
    random: &mut Random,
    distance: &mut DistanceFn<'_>,
) -> (PoseSpec, PoseSpec) {
    let dim = placement.dim;
    let sizes = placement.sizes();
    let (rotation_a, rotation_b) = draw_rotations(placement, digits, random);
    let at = match location {
        Location::Origin => DVec3::ZERO,
        Location::Near => placement.snap(random.in_ball(dim) * sizes),
        Location::Far => placement.snap(random.in_ball(dim) * (sizes * random.power(2.0, 6.0))),
    };
    let at = digits.vector(at);
    let pose = |t: DVec3, rotation: RotationSpec| PoseSpec { t: Some(Coords::of(t, dim)), rotation };
    let pose_a = pose(at, rotation_a);
    let along = placement.approach(random, rotation_a);
    let aside = draw_offset(placement, random, along);
    let smaller = if placement.smaller() > 0.0 { placement.smaller() } else { sizes };
    let ranges = Ranges { nearest: (-6.0, -3.0), deepest: 0.5, smaller };
    let gap = match placement.target(random, &ranges, &Line { at, aside, along }) {
        Target::Distance(gap) => gap,
        Target::Position(position) => return (pose_a, pose(digits.vector(position), rotation_b)),
        Target::SamePose => return (pose_a, pose_a),
    };
    let mut t = at + aside + along * (1.25 * sizes);
    // Shapes that overlap at the start, such as a half-space and its neighbor, need a second step
    // to a depth: after the first the deepest points may be others.
    for _ in 0..2 {
        let Some((sd, normal)) = distance(&pose_a, &pose(t, rotation_b)) else { break };
        t -= normal * (sd - gap);
        if gap >= 0.0 || sd > 0.0 {
            break;
        }
    }
    let mut t = digits.vector(t);
    if placement.proximity == Proximity::Touching {
        let axis = (0..dim).fold(0, |best, i| if along[i].abs() > along[best].abs() { i } else { best });
        // The numbers next to a coordinate near zero are too near it to change the distance.
        if t[axis].abs() > 1e-9 * sizes {
            t[axis] = digits.step(t[axis], random.below(5) as i32 - 2);
        }
    }
    (pose_a, pose(t, rotation_b))
}

/// The rotations of A and B. A is unrotated for exact alignment, and in three of ten other pairs.
fn draw_rotations(placement: &Placement<'_>, digits: Digits, random: &mut Random) -> (RotationSpec, RotationSpec) {
    let tiny = random.power(-9.0, -3.0) * random.sign();
    let unrotated = placement.alignment == Alignment::Exact || random.chance(0.3);
    if placement.dim == 2 {
        let first = if unrotated { 0.0 } else { random.range(-3.0, 3.0) };
        let second = match placement.alignment {
            Alignment::General => random.range(-3.0, 3.0),
            Alignment::Parallel => first,
            Alignment::Exact => {
                let (cos, sin) = random.pick(&[(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)]);
                return (RotationSpec::CosSin(1.0, 0.0), RotationSpec::CosSin(cos, sin));
            }
            Alignment::NearlyParallel => first + tiny,
        };
        return (digits.angle(first), digits.angle(second));
    }
    let first = if unrotated { [0.0, 0.0, 0.0, 1.0] } else { random.quaternion() };
    let second = match placement.alignment {
        Alignment::General => random.quaternion(),
        Alignment::Parallel => first,
        Alignment::Exact => right_angles(random),
        Alignment::NearlyParallel => nearly(first, random.direction(3), tiny),
    };
    (digits.quaternion(first), digits.quaternion(second))
}

/// The offset of B across the line along which it is moved: zero in two of five pairs, and else at
/// most 0.7 of the sizes. For two boxes in exact alignment that of
/// [`offset_of_boxes`](Placement::offset_of_boxes).
fn draw_offset(placement: &Placement<'_>, random: &mut Random, along: DVec3) -> DVec3 {
    if let Some(offset) = placement.offset_of_boxes(random, along) {
        return offset;
    }
    if random.chance(0.4) {
        return DVec3::ZERO;
    }
    let any = random.in_ball(placement.dim);
    placement.snap((any - along * along.dot(any)) * (0.7 * placement.sizes()))
}
