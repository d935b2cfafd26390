//! Where the two shapes of a pair are put.

use glam::DVec3;

use crate::generate::shapes::coords;
use crate::oracle::Pairing;
use crate::pair_file::{PoseSpec, Query, RotationSpec, ShapeSpec};
use crate::random::Random;

/// How near two shapes are meant to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Proximity {
    /// By 0.3 % to 300 % of their sizes.
    Separated,
    /// Apart by 1e-4 to 1e-7 of their sizes, or by the rounding of a position.
    JustApart,
    /// Overlapping by that much.
    JustTouching,
    /// Overlapping by 0.1 % to 10 % of the smaller.
    Shallow,
    /// The middles nearly coincide.
    Deep,
    /// One is much smaller and somewhere near the middle of the other.
    Contained,
    /// The same shape at the same place.
    Identical,
}

impl Proximity {
    pub(crate) fn draw(random: &mut Random) -> Self {
        let table = [
            (0.26, Self::Separated),
            (0.42, Self::JustApart),
            (0.58, Self::JustTouching),
            (0.74, Self::Shallow),
            (0.87, Self::Deep),
            (0.94, Self::Contained),
        ];
        let share = random.unit();
        table.iter().find(|(up_to, _)| share < *up_to).map_or(Self::Identical, |(_, proximity)| *proximity)
    }
}

/// How two shapes are turned relative to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Alignment {
    /// Anyhow.
    General,
    /// The same way, meeting along an axis: box faces are parallel.
    Parallel,
    /// Not at all and at places on a grid: features meet exactly, nothing is rounded.
    Exact,
    /// The same way but for an angle of 1e-3 to 1e-7.
    NearlyParallel,
}

impl Alignment {
    pub(crate) fn draw(random: &mut Random) -> Self {
        random.pick(&[Self::General, Self::General, Self::Parallel, Self::Exact, Self::NearlyParallel])
    }
}

/// A way to put two shapes.
pub(crate) struct Places {
    pub(crate) dim: usize,
    pub(crate) proximity: Proximity,
    pub(crate) alignment: Alignment,
}

impl Places {
    pub(crate) fn put(&self, random: &mut Random, id: &str, a: ShapeSpec, b: ShapeSpec) -> Query {
        let dim = self.dim;
        let (reach_a, reach_b) = (a.bounding_radius(), b.bounding_radius());
        let (sizes, smaller) = (reach_a + reach_b, if reach_b < reach_a { reach_b } else { reach_a });
        let (turn_a, turn_b) = self.turns(random);
        let along = self.approach(random, turn_a);
        let aside = if self.alignment == Alignment::Exact { grid_offset(random, &a, &b, along, dim) } else { DVec3::ZERO };
        // Not at the origin, where too much cancels; but near it, where a position has all its digits.
        let at = if random.chance(0.3) { DVec3::ZERO } else { self.snap(random.in_ball(dim) * sizes, sizes) };

        let pose = |t: DVec3, rotation: RotationSpec| PoseSpec { t: Some(coords(t, dim)), rotation };
        let query =
            |t: DVec3, a: &ShapeSpec, b: &ShapeSpec| Query::contact(id, dim, (a.clone(), pose(at, turn_a)), (b.clone(), pose(t, turn_b)));
        let near = sizes * random.power(-7.0, -4.0);
        let gap = match self.proximity {
            Proximity::Separated => sizes * random.power(-2.5, 0.5),
            Proximity::JustApart => near,
            Proximity::JustTouching => -near,
            Proximity::Shallow => -smaller * random.power(-3.0, -1.0),
            Proximity::Deep => return query(at + aside + along * (smaller * random.range(0.0, 0.3)), &a, &b),
            Proximity::Contained => {
                let inside = (reach_a - reach_b).abs() * random.range(0.0, 0.4);
                return query(at + self.snap(random.in_ball(dim) * inside, sizes), &a, &b);
            }
            Proximity::Identical => return Query::contact(id, dim, (a, pose(at, turn_a)), (b, pose(at, turn_a))),
        };
        let middle = at + aside;
        // Newton from outside, each step at the place that rounding leaves.
        let mut far = 2.0 * sizes + aside.length();
        for _ in 0..8 {
            let here = query(middle + along * far, &a, &b);
            let Ok(pairing) = Pairing::of(&here) else { break };
            let truth = pairing.truth();
            let slope = truth.normal.to_vec3().dot(along);
            let off = truth.sd - gap;
            // Past the middle, or along a line that passes by: as near as it gets.
            if off.abs() <= 0.1 * gap.abs() || slope < 1e-3 || far - off / slope < 0.0 {
                break;
            }
            far -= off / slope;
        }
        query(middle + along * far, &a, &b)
    }

    /// On a grid of a 64th of the size when features shall meet exactly.
    fn snap(&self, t: DVec3, size: f64) -> DVec3 {
        if self.alignment != Alignment::Exact || size <= 0.0 {
            return t;
        }
        let step = libm::exp2(libm::floor(libm::log2(size)) - 6.0);
        (t / step).round() * step
    }

    fn turns(&self, random: &mut Random) -> (RotationSpec, RotationSpec) {
        let angle = random.range(-3.0, 3.0);
        let tiny = random.power(-7.0, -3.0) * random.sign();
        let (whole, other) = (random.quaternion(), random.quaternion());
        let axis = random.direction(3);
        let plain = self.alignment == Alignment::Exact || random.chance(0.3);
        if self.dim == 2 {
            let turn = |angle: f64| RotationSpec::CosSin(f64::from(libm::cos(angle) as f32), f64::from(libm::sin(angle) as f32));
            let first = if plain { 0.0 } else { angle };
            return match self.alignment {
                Alignment::General => (turn(first), turn(random.range(-3.0, 3.0))),
                Alignment::Parallel | Alignment::Exact => (turn(first), turn(first)),
                Alignment::NearlyParallel => (turn(first), turn(first + tiny)),
            };
        }
        let turn = |q: [f64; 4]| RotationSpec::Quaternion(q.map(|x| f64::from(x as f32)));
        let first = if plain { [0.0, 0.0, 0.0, 1.0] } else { whole };
        match self.alignment {
            Alignment::General => (turn(first), turn(other)),
            Alignment::Parallel | Alignment::Exact => (turn(first), turn(first)),
            Alignment::NearlyParallel => {
                let half = 0.5 * tiny;
                (turn(first), turn(product(first, [axis.x * half, axis.y * half, axis.z * half, 1.0])))
            }
        }
    }

    /// The direction B comes from.
    fn approach(&self, random: &mut Random, turn_a: RotationSpec) -> DVec3 {
        let any = random.direction(self.dim);
        let axis = DVec3::AXES[random.below(self.dim)] * random.sign();
        match self.alignment {
            Alignment::General => any,
            Alignment::Exact => axis,
            Alignment::Parallel | Alignment::NearlyParallel => PoseSpec { t: None, rotation: turn_a }.matrix() * axis,
        }
    }
}

/// Aside by sums and differences of half extents: edges over edges, corners over corners. Shapes that are no boxes meet in the middle.
fn grid_offset(random: &mut Random, a: &ShapeSpec, b: &ShapeSpec, along: DVec3, dim: usize) -> DVec3 {
    let (ShapeSpec::Box { half: a }, ShapeSpec::Box { half: b }) = (a, b) else { return DVec3::ZERO };
    let (a, b) = (a.to_vec3(), b.to_vec3());
    let mut offset = DVec3::ZERO;
    for i in (0..dim).filter(|&i| along[i] == 0.0) {
        offset[i] = random.pick(&[0.0, a[i] + b[i], a[i] - b[i], b[i] - a[i], -a[i] - b[i]]);
    }
    offset
}

/// First `q`, then `p`; in components, so that no target fuses anything.
fn product([x, y, z, w]: [f64; 4], [qx, qy, qz, qw]: [f64; 4]) -> [f64; 4] {
    [
        w * qx + x * qw + y * qz - z * qy,
        w * qy - x * qz + y * qw + z * qx,
        w * qz + x * qy - y * qx + z * qw,
        w * qw - x * qx - y * qy - z * qz,
    ]
}
