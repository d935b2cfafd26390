//! Where the shapes of a storm stand.

use glam::DVec3;

use crate::pair_file::{Coords, PoseSpec, RotationSpec, ShapeSpec};
use crate::random::Random;
use crate::storm::Digits;

/// How near two shapes are meant to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Near {
    /// By 0.3 % to 300 % of their sizes.
    Apart,
    /// Apart by 1e-6 to 1e-3 of their sizes.
    JustApart,
    /// Touching, but for the rounding of a position, or by up to two of its last places.
    Ulp,
    /// Overlapping by 1e-6 to 1e-3 of their sizes.
    JustTouching,
    /// Overlapping by 0.1 % to 10 % of the smaller.
    Shallow,
    /// The middles nearly coincide.
    Deep,
    /// Somewhere near the middle of the other.
    Contained,
    /// In one place, turned the same way; half of them the same shape twice.
    Identical,
}

impl Near {
    pub(crate) fn draw(random: &mut Random) -> Self {
        let table = [
            (0.20, Self::Apart),
            (0.34, Self::JustApart),
            (0.50, Self::Ulp),
            (0.64, Self::JustTouching),
            (0.78, Self::Shallow),
            (0.90, Self::Deep),
            (0.96, Self::Contained),
        ];
        let share = random.unit();
        table.iter().find(|(up_to, _)| share < *up_to).map_or(Self::Identical, |(_, near)| *near)
    }
}

/// How two shapes are turned relative to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Align {
    /// Anyhow.
    General,
    /// The same way, meeting along an axis.
    Parallel,
    /// By multiples of a right angle about the world's axes, with sizes and places on a grid: nothing is rounded.
    Exact,
    /// The same way but for an angle of 1e-9 to 1e-3.
    NearlyParallel,
}

/// Where in the world the pair stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stand {
    /// A is at the origin.
    Origin,
    /// Within their sizes from it.
    Near,
    /// At 1e2 to 1e6 of their sizes from it.
    Far,
}

/// Two shapes that are to be put.
pub(crate) struct Placing<'s> {
    pub(crate) dim: usize,
    pub(crate) digits: Digits,
    pub(crate) near: Near,
    pub(crate) align: Align,
    pub(crate) stand: Stand,
    pub(crate) a: &'s ShapeSpec,
    pub(crate) b: &'s ShapeSpec,
}

/// The signed distance and the unit normal from A to B of the pair with these poses.
pub type GjkSpace<'m> = dyn FnMut(&PoseSpec, &PoseSpec) -> Option<(f64, DVec3)> + 'm;

impl Placing<'_> {
    pub(crate) fn put(&self, random: &mut Random, measure: &mut GjkSpace<'_>) -> (PoseSpec, PoseSpec) {
        let (reach_a, reach_b) = (self.a.bounding_radius(), self.b.bounding_radius());
        let (sizes, smaller) = (reach_a + reach_b, if reach_b < reach_a { reach_b } else { reach_a });
        let smaller = if smaller > 0.0 { smaller } else { sizes };
        let (turn_a, turn_b) = self.turns(random);
        let at = match self.stand {
            Stand::Origin => DVec3::ZERO,
            Stand::Near => self.snap(random.in_ball(self.dim) * sizes, sizes),
            Stand::Far => self.snap(random.in_ball(self.dim) * (sizes * random.power(2.0, 6.0)), sizes),
        };
        let at = self.rounded(at);
        let pose = |t: DVec3, rotation: RotationSpec| PoseSpec { t: Some(Coords::of(t, self.dim)), rotation };
        let pose_a = pose(at, turn_a);
        let along = self.approach(random, &pose_a);
        let aside = self.aside(random, along);
        let near = sizes * random.power(-6.0, -3.0);
        let gap = match self.near {
            Near::Apart => sizes * random.power(-2.5, 0.5),
            Near::JustApart => near,
            Near::Ulp => 0.0,
            Near::JustTouching => -near,
            Near::Shallow => -smaller * random.power(-3.0, -1.0),
            Near::Deep => return (pose_a, pose(self.rounded(at + aside + along * (smaller * random.range(0.0, 0.5))), turn_b)),
            Near::Contained => {
                let inside = (reach_a - reach_b).abs() * random.range(0.0, 0.4);
                return (pose_a, pose(self.rounded(at + self.snap(random.in_ball(self.dim) * inside, sizes)), turn_b));
            }
            Near::Identical => return (pose_a, pose_a),
        };
        let mut t = at + aside + along * (1.25 * sizes);
        // A second step takes off what the first one left, where the measure is coarse or the shapes passed each other.
        for _ in 0..2 {
            let Some((sd, normal)) = measure(&pose_a, &pose(t, turn_b)) else { break };
            t -= normal * (sd - gap);
            if gap >= 0.0 || sd > 0.0 {
                break;
            }
        }
        let mut t = self.rounded(t);
        if self.near == Near::Ulp {
            let axis = (0..self.dim).fold(0, |best, i| if along[i].abs() > along[best].abs() { i } else { best });
            // From zero the next number is nothing that any size could tell from it.
            if t[axis].abs() > 1e-9 * sizes {
                t[axis] = self.digits.step(t[axis], random.below(5) as i32 - 2);
            }
        }
        (pose_a, pose(t, turn_b))
    }

    fn rounded(&self, t: DVec3) -> DVec3 {
        DVec3::from_array(t.to_array().map(|x| self.digits.round(x)))
    }

    /// On a grid of a 64th of the size when features shall meet exactly.
    fn snap(&self, t: DVec3, size: f64) -> DVec3 {
        if self.align != Align::Exact || !(size > 0.0) {
            return t;
        }
        let step = libm::exp2(libm::floor(libm::log2(size)) - 6.0);
        (t / step).round() * step
    }

    fn turns(&self, random: &mut Random) -> (RotationSpec, RotationSpec) {
        let tiny = random.power(-9.0, -3.0) * random.sign();
        let plain = self.align == Align::Exact || random.chance(0.3);
        if self.dim == 2 {
            let turn = |angle: f64| {
                let (sin, cos) = libm::sincos(angle);
                RotationSpec::CosSin(self.digits.round(cos), self.digits.round(sin))
            };
            let quarter = |i: usize| [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)].map(|(c, s)| RotationSpec::CosSin(c, s))[i];
            let first = if plain { 0.0 } else { random.range(-3.0, 3.0) };
            return match self.align {
                Align::General => (turn(first), turn(random.range(-3.0, 3.0))),
                Align::Parallel => (turn(first), turn(first)),
                Align::Exact => (quarter(0), quarter(random.below(4))),
                Align::NearlyParallel => (turn(first), turn(first + tiny)),
            };
        }
        let turn = |q: [f64; 4]| RotationSpec::Quaternion(q.map(|x| self.digits.round(x)));
        let first = if plain { [0.0, 0.0, 0.0, 1.0] } else { random.quaternion() };
        match self.align {
            Align::General => (turn(first), turn(random.quaternion())),
            Align::Parallel => (turn(first), turn(first)),
            Align::Exact => (turn(first), turn(right_angles(random))),
            Align::NearlyParallel => {
                let axis = random.direction(3) * (0.5 * tiny);
                (turn(first), turn(product(first, [axis.x, axis.y, axis.z, 1.0])))
            }
        }
    }

    /// The direction B comes from.
    fn approach(&self, random: &mut Random, pose_a: &PoseSpec) -> DVec3 {
        let any = random.direction(self.dim);
        let axis = DVec3::AXES[random.below(self.dim)] * random.sign();
        match self.align {
            Align::General => any,
            Align::Exact => axis,
            Align::Parallel | Align::NearlyParallel => pose_a.matrix() * axis,
        }
    }

    /// Aside of the line through the middles. Boxes on a grid by sums and differences of half extents: edges over edges, corners over corners.
    fn aside(&self, random: &mut Random, along: DVec3) -> DVec3 {
        if let (Align::Exact, ShapeSpec::Box { half: a }, ShapeSpec::Box { half: b }) = (self.align, self.a, self.b) {
            let (a, b) = (a.to_vec3(), b.to_vec3());
            let mut offset = DVec3::ZERO;
            for i in (0..self.dim).filter(|&i| along[i] == 0.0) {
                offset[i] = random.pick(&[0.0, a[i] + b[i], a[i] - b[i], b[i] - a[i], -a[i] - b[i]]);
            }
            return offset;
        }
        if random.chance(0.4) {
            return DVec3::ZERO;
        }
        let any = random.in_ball(self.dim);
        let aside = (any - along * along.dot(any)) * (0.7 * (self.a.bounding_radius() + self.b.bounding_radius()));
        self.snap(aside, self.a.bounding_radius() + self.b.bounding_radius())
    }
}

/// A turn that takes axes to axes, in numbers that are exact: half turns, and thirds about the diagonals.
pub fn right_angles(random: &mut Random) -> [f64; 4] {
    if random.chance(0.5) {
        let mut q = [0.0; 4];
        q[random.below(4)] = 1.0;
        q
    } else {
        [0.5 * random.sign(), 0.5 * random.sign(), 0.5 * random.sign(), 0.5]
    }
}

/// First `q`, then `p`; in components, so that no target fuses anything.
pub fn product([x, y, z, w]: [f64; 4], [qx, qy, qz, qw]: [f64; 4]) -> [f64; 4] {
    [
        w * qx + x * qw + y * qz - z * qy,
        w * qy - x * qz + y * qw + z * qx,
        w * qz + x * qy - y * qx + z * qw,
        w * qw - x * qx - y * qy - z * qz,
    ]
}
