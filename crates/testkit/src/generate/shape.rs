//! Random shapes of each kind, degenerate ones among them.
//!
//! Every parameter is rounded to `f32`, so that the `f32` and the `f64` core read the same numbers.

use glam::DVec3;

use crate::distributions::{Digits, Kind, Scatter, on_segment, prism, sized};
use crate::pair_file::{CapsuleAxis, Coords, PoseSpec, RotationSpec, ShapeSpec};
use crate::random::Random;

/// The precision of all parameters.
pub(crate) const DIGITS: Digits = Digits::Single;

/// A shape of about this size: most lengths are 0.2 to 1 times it. Wrappers may be several times
/// larger.
///
/// * A kind that does not exist in this dimension becomes a box.
/// * A degenerate shape of [`Kind::POLYTOPES`] has a zero size, is flat or repeats a point.
/// * Of other degenerate kinds one of three lengths is 0, which some kinds do not use. Wrappers
///   wrap degenerate shapes; the second part of a sum is not degenerate. Half-spaces never are.
pub fn shape(random: &mut Random, dim: usize, kind: Kind, size: f64, degenerate: bool) -> ShapeSpec {
    ShapeParams { dim, size, degenerate }.shape(random, kind)
}

/// The parameters of [`shape`] but the kind.
#[derive(Clone, Copy)]
struct ShapeParams {
    dim: usize,
    size: f64,
    degenerate: bool,
}

/// The kinds that a wrapper wraps in seven of eight cases. The eighth wraps another wrapper.
const WRAPPED: [Kind; 10] = [
    Kind::Segment,
    Kind::Triangle,
    Kind::Box,
    Kind::Hull,
    Kind::Ball,
    Kind::Capsule,
    Kind::Rounded,
    Kind::Cylinder,
    Kind::Ellipsoid,
    Kind::TaperedCapsule,
];

impl ShapeParams {
    fn shape(self, random: &mut Random, kind: Kind) -> ShapeSpec {
        let Self { dim, size, degenerate } = self;
        match kind {
            Kind::Point => ShapeSpec::Point { p: None },
            Kind::Segment => {
                let a = self.point(random);
                let b = if degenerate { a } else { self.opposite(random, a.to_vec3(), 0.5) };
                ShapeSpec::Segment { a, b }
            }
            Kind::Triangle => {
                let (a, b) = (self.point(random), self.point(random));
                let ends = [a.to_vec3(), b.to_vec3()];
                let c =
                    if degenerate { DIGITS.coords(on_segment(random, ends), dim) } else { self.opposite(random, ends[0] + ends[1], 0.3) };
                ShapeSpec::Triangle { a, b, c }
            }
            Kind::Box => {
                let mut half = DVec3::from_array([(); 3].map(|()| self.length(random)));
                if degenerate {
                    half[random.below(dim)] = 0.0;
                    if random.chance(0.3) {
                        half[random.below(dim)] = 0.0;
                    }
                }
                ShapeSpec::Box { half: DIGITS.coords(half, dim) }
            }
            Kind::Hull => self.hull(random),
            Kind::Ball => sized(Kind::Ball, dim, || if degenerate { 0.0 } else { self.length(random) }),
            Kind::Capsule => self.capsule(random),
            Kind::Rounded => {
                let core = random.pick(&[Kind::Box, Kind::Box, Kind::Hull, Kind::Triangle, Kind::Segment]);
                let core = Box::new(self.shape(random, core));
                let zero = degenerate && random.chance(0.5);
                let radius = if zero { 0.0 } else { DIGITS.round(size * random.power(-2.0, -0.3)) };
                ShapeSpec::Rounded { core, radius }
            }
            _ => self.other_shape(random, kind),
        }
    }

    fn point(self, random: &mut Random) -> Coords {
        DIGITS.coords(random.in_ball(self.dim) * self.size, self.dim)
    }

    /// A point within `spread` sizes of `-from`, so that the origin is near the middle of the
    /// shape.
    fn opposite(self, random: &mut Random, from: DVec3, spread: f64) -> Coords {
        DIGITS.coords(-from + random.in_ball(self.dim) * (spread * self.size), self.dim)
    }

    fn length(self, random: &mut Random) -> f64 {
        DIGITS.round(self.size * random.range(0.2, 1.0))
    }

    fn capsule(self, random: &mut Random) -> ShapeSpec {
        let (half_height, radius) = (self.length(random), self.length(random));
        let axis = if random.chance(0.7) {
            CapsuleAxis::Upright { half_height }
        } else {
            CapsuleAxis::Between { a: self.point(random), b: self.point(random) }
        };
        match (self.degenerate, random.chance(0.5)) {
            (false, _) => ShapeSpec::Capsule { axis, radius },
            (true, true) => ShapeSpec::Capsule { axis, radius: 0.0 },
            (true, false) => ShapeSpec::Capsule { axis: CapsuleAxis::Upright { half_height: 0.0 }, radius },
        }
    }

    /// Five hulls in six have at most 16 points, the others at most 64: the oracle's cost grows
    /// with their square.
    fn hull(self, random: &mut Random) -> ShapeSpec {
        let Self { dim, size, degenerate } = self;
        let most = random.pick(&[8, 8, 12, 16, 16, 64]);
        let count = dim + 1 + random.below(most - dim);
        let stretch = DVec3::from_array([(); 3].map(|()| random.range(0.2, 1.0))) * size;
        let scatter = if random.chance(0.5) { Scatter::Sphere } else { Scatter::Ball };
        let mut points: Vec<DVec3> = (0..count).map(|_| stretch * scatter.point(random, dim)).collect();
        if dim == 3 && random.chance(0.25) {
            points = prism(&points, stretch.z, most.max(6));
        }
        if degenerate {
            let flat = random.below(3);
            for p in &mut points {
                p[dim - 1] = 0.0;
                if flat == 0 {
                    p[0] = 0.0;
                }
            }
            points.push(points[0]);
        }
        ShapeSpec::hull(dim, points.into_iter().map(|p| DIGITS.coords(p, dim)).collect())
    }

    /// A shape of a kind that [`shape`](Self::shape) does not match. Every kind draws three lengths
    /// first, used or not.
    fn other_shape(self, random: &mut Random, kind: Kind) -> ShapeSpec {
        let Self { dim, size, degenerate } = self;
        let lengths: [f64; 3] = core::array::from_fn(|_| self.length(random));
        let zero = if degenerate { random.below(3) } else { 3 };
        let lengths: [f64; 3] = core::array::from_fn(|i| if i == zero { 0.0 } else { lengths[i] });
        match kind {
            _ if !kind.exists_in(dim) => self.shape(random, Kind::Box),
            Kind::Sector => {
                let half_angle = if random.chance(0.2) { core::f64::consts::FRAC_PI_2 } else { random.range(0.01, 1.57) };
                ShapeSpec::Sector { radius: lengths[0], half_angle: DIGITS.round(half_angle) }
            }
            Kind::RegularPolygon => ShapeSpec::RegularPolygon { count: 3 + random.below(30) as u32, radius: lengths[0] },
            Kind::Halfspace => {
                let normal = if random.chance(0.5) {
                    DVec3::AXES[random.below(dim)] * random.sign()
                } else {
                    random.direction(dim) * random.range(0.5, 2.0)
                };
                let offset = DIGITS.round(random.range(-1.0, 1.0) * size);
                ShapeSpec::Halfspace { normal: DIGITS.coords(normal, dim), offset }
            }
            Kind::Swept => {
                let core = self.wrapped(random);
                let radius = if degenerate { 0.0 } else { DIGITS.round(size * random.power(-3.0, -0.3)) };
                ShapeSpec::Rounded { core, radius }
            }
            Kind::Scaled => {
                let mut scale = DVec3::from_array([(); 3].map(|()| random.power(-1.0, 0.5) * random.sign()));
                if random.chance(0.3) {
                    scale = DVec3::splat(scale.x);
                }
                ShapeSpec::Scaled { shape: self.wrapped(random), scale: DIGITS.coords(scale, dim) }
            }
            Kind::Posed => self.posed(random, self),
            Kind::Sum => {
                let smaller = Self { size: size * random.power(-2.0, 0.0), degenerate: false, ..self };
                ShapeSpec::Sum { a: self.wrapped(random), b: smaller.wrapped(random) }
            }
            Kind::HullOf => {
                let count = 2 + random.below(2);
                let half = Self { size: 0.5 * size, ..self };
                ShapeSpec::HullOf { shapes: (0..count).map(|_| self.posed(random, half)).collect() }
            }
            _ => {
                let mut lengths = lengths.into_iter();
                sized(kind, dim, || lengths.next().unwrap_or(0.0))
            }
        }
    }

    /// The shape in a wrapper.
    fn wrapped(self, random: &mut Random) -> Box<ShapeSpec> {
        let kind = if random.chance(0.125) { random.pick(&Kind::WRAPPERS) } else { random.pick(&WRAPPED) };
        Box::new(self.shape(random, kind))
    }

    /// A shape drawn by `part`, with its origin within `size` of this one's. Three in ten are
    /// unrotated.
    fn posed(self, random: &mut Random, part: Self) -> ShapeSpec {
        let t = Some(self.point(random));
        let rotation = if random.chance(0.3) {
            RotationSpec::Identity
        } else {
            match (DIGITS.quaternion(random.quaternion()), self.dim) {
                // Two components of a quaternion are a direction of the plane.
                (RotationSpec::Quaternion([x, y, ..]), 2) => RotationSpec::CosSin(x, y),
                (rotation, _) => rotation,
            }
        };
        ShapeSpec::Posed { pose: PoseSpec { t, rotation }, shape: part.wrapped(random) }
    }
}
