//! The shapes of a storm: every kind, and thin, needle-like and degenerate ones of each.

use glam::DVec3;

use crate::pair_file::{CapsuleAxis, Coords, PoseSpec, RotationSpec, ShapeSpec};
use crate::random::Random;
use crate::storm::{BLOCK, Digits, Storm};

/// How thin a shape is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Form {
    /// Its sizes are alike.
    Plain,
    /// One size is a hundredth to a ten-thousandth of the others.
    Plate,
    /// All sizes but one are.
    Needle,
    /// A size is zero, points repeat, a hull is flat.
    Degenerate,
}

/// The large hulls that a block of pairs shares.
#[derive(Clone, Debug, PartialEq)]
pub struct Bank {
    /// Which block.
    pub block: u64,
    /// The hulls with their sizes.
    pub hulls: Vec<(f64, ShapeSpec)>,
}

/// The large hulls of the block in which pair `index` is.
pub fn bank(storm: &Storm, index: u64) -> Bank {
    let block = index / BLOCK;
    let mut random = Random::of(storm.seed ^ 0x6261_6e6b, block);
    let counts = [32 + random.below(32), 64 + random.below(64), 128 + random.below(128), 256 + random.below(245)];
    let hulls = counts.map(|count| {
        let size = random.power(-4.0, 4.0);
        let maker = Maker { dim: storm.dim, digits: storm.digits, size, thin: random.chance(0.15).then(|| random.power(-3.0, -1.0)) };
        (size, maker.cloud(&mut random, count))
    });
    Bank { block, hulls: hulls.into() }
}

/// Makes shapes of one size.
pub(crate) struct Maker {
    pub(crate) dim: usize,
    pub(crate) digits: Digits,
    pub(crate) size: f64,
    /// Of what is thin, by how much.
    pub(crate) thin: Option<f64>,
}

/// Leaves of the tree of wrappers.
const SIMPLE: usize = 12;
/// Wrappers.
const MADE: usize = 5;

impl Maker {
    fn coords(&self, v: DVec3) -> Coords {
        let rounded = DVec3::from_array(v.to_array().map(|x| self.digits.round(x)));
        Coords::of(rounded, self.dim)
    }

    fn point(&self, random: &mut Random) -> Coords {
        self.coords(random.in_ball(self.dim) * self.size)
    }

    /// Lengths along the axes, thin in one or in all but one.
    fn lengths(&self, random: &mut Random, form: Form) -> DVec3 {
        let mut all = DVec3::new(random.range(0.2, 1.0), random.range(0.2, 1.0), random.range(0.2, 1.0));
        // Cubes: more is parallel, and more is equally near.
        if random.chance(0.2) {
            all = DVec3::splat(all.x);
        }
        let axis = random.below(self.dim);
        let thin = self.thin.unwrap_or(1e-3);
        for i in 0..self.dim {
            match form {
                Form::Plain => {}
                Form::Plate if i == axis => all[i] *= thin,
                Form::Needle if i != axis => all[i] *= thin,
                Form::Degenerate if i == axis => all[i] = 0.0,
                _ => {}
            }
        }
        if form == Form::Degenerate && random.chance(0.3) {
            all[(axis + 1) % self.dim] = 0.0;
        }
        all * self.size
    }

    /// Any shape of this size.
    pub(crate) fn any(&self, random: &mut Random, form: Form) -> ShapeSpec {
        if random.chance(0.2) {
            return self.made(random, form);
        }
        if random.chance(0.02) {
            let offset = self.digits.round(self.size * random.range(-1.0, 1.0));
            return ShapeSpec::Halfspace { normal: self.coords(random.direction(self.dim)), offset };
        }
        self.simple(random, form)
    }

    /// A shape that is not made of others.
    pub(crate) fn simple(&self, random: &mut Random, form: Form) -> ShapeSpec {
        let kind = random.below(SIMPLE);
        let lengths = self.lengths(random, form);
        let at = |i: usize| self.digits.round(lengths[i]);
        match (kind, self.dim) {
            (0, _) if random.chance(0.5) => ShapeSpec::Point { p: random.chance(0.3).then(|| self.point(random)) },
            (0 | 1, _) => {
                let a = self.point(random);
                ShapeSpec::Segment { a, b: if form == Form::Degenerate { a } else { self.point(random) } }
            }
            (2, _) => self.triangle(random, form),
            (3 | 4, _) => ShapeSpec::Box { half: self.coords(lengths) },
            (5, _) => {
                let count = self.dim + 1 + random.below(13);
                self.cloud_of(random, count, form, lengths / self.size)
            }
            (6, 2) => ShapeSpec::RegularPolygon { count: 3 + random.below(30) as u32, radius: at(0) },
            (6, _) => self.solid_of_planes(random, lengths),
            (7, 2) => ShapeSpec::Circle { radius: at(0) },
            (7, _) => ShapeSpec::Sphere { radius: at(0) },
            (8, _) => {
                let axis = if random.chance(0.7) {
                    CapsuleAxis::Upright { half_height: at(1) }
                } else {
                    CapsuleAxis::Between { a: self.point(random), b: self.point(random) }
                };
                ShapeSpec::Capsule { axis, radius: at(0) }
            }
            (9, _) => ShapeSpec::TaperedCapsule { half_height: at(1), bottom: at(0), top: self.digits.round(lengths.x * random.unit()) },
            (10, 2) if random.chance(0.5) => ShapeSpec::Ellipse { radii: self.coords(lengths) },
            (10, 2) => ShapeSpec::HalfEllipse { radii: self.coords(lengths) },
            (10, _) => ShapeSpec::Ellipsoid { radii: self.coords(lengths) },
            (_, 2) => {
                let widest = self.digits.round(core::f64::consts::FRAC_PI_2 - 1e-7);
                let half_angle = match form {
                    Form::Needle | Form::Plate => self.thin.unwrap_or(1e-3),
                    _ if random.chance(0.2) => widest,
                    _ => random.range(0.05, 1.57),
                };
                ShapeSpec::Sector { radius: at(0), half_angle: self.digits.round(half_angle) }
            }
            _ => match random.below(3) {
                0 => ShapeSpec::Cylinder { half_height: at(1), radius: at(0) },
                1 => ShapeSpec::Cone { half_height: at(1), radius: at(0) },
                _ => ShapeSpec::Frustum { half_height: at(1), bottom: at(0), top: self.digits.round(lengths.x * random.unit()) },
            },
        }
    }

    /// A box, or another shape whose features lie on a grid of an eighth of its size.
    pub(crate) fn on_grid(&self, random: &mut Random) -> ShapeSpec {
        let step = self.size / 8.0;
        let mut length = || (1 + random.below(8)) as f64 * step;
        let half = DVec3::new(length(), length(), length());
        match (random.below(4), self.dim) {
            (0, 2) => ShapeSpec::Circle { radius: half.x },
            (0, _) => ShapeSpec::Cylinder { half_height: half.y, radius: half.x },
            (1, _) => ShapeSpec::Capsule { axis: CapsuleAxis::Upright { half_height: half.y }, radius: half.x },
            _ => ShapeSpec::Box { half: self.coords(half) },
        }
    }

    fn triangle(&self, random: &mut Random, form: Form) -> ShapeSpec {
        let (a, b) = (self.point(random), self.point(random));
        let along = b.to_vec3() - a.to_vec3();
        let c = match form {
            Form::Plain => self.point(random),
            Form::Degenerate if random.chance(0.5) => a,
            Form::Degenerate => self.coords(0.5 * (a.to_vec3() + b.to_vec3())),
            // Needles: nearly on the line of the other two.
            Form::Plate | Form::Needle => {
                self.coords(a.to_vec3() + along * random.unit() + random.in_ball(self.dim) * (self.size * self.thin.unwrap_or(1e-3)))
            }
        };
        ShapeSpec::Triangle { a, b, c }
    }

    /// A tetrahedron, a wedge or a prism.
    fn solid_of_planes(&self, random: &mut Random, lengths: DVec3) -> ShapeSpec {
        let count = 3 + random.below(5);
        let top = random.pick(&[0.0, 0.5, 1.0, 1.0]);
        let ring = |i: usize| {
            let (sin, cos) = libm::sincos(core::f64::consts::TAU * i as f64 / count as f64);
            DVec3::new(lengths.x * cos, 0.0, lengths.z * sin)
        };
        let up = DVec3::new(0.0, lengths.y, 0.0);
        let points = (0..count).flat_map(|i| [self.coords(ring(i) - up), self.coords(ring(i) * top + up)]).collect();
        ShapeSpec::Hull { points }
    }

    /// Many points: on a ball, in one, in layers, or on a grid.
    pub(crate) fn cloud(&self, random: &mut Random, count: usize) -> ShapeSpec {
        let form = if self.thin.is_some() { Form::Plate } else { Form::Plain };
        let stretch = self.lengths(random, form) / self.size;
        self.cloud_of(random, count, form, stretch)
    }

    fn cloud_of(&self, random: &mut Random, count: usize, form: Form, stretch: DVec3) -> ShapeSpec {
        let style = random.below(5);
        let point = |random: &mut Random| match style {
            0 | 1 => random.direction(self.dim),
            2 => random.in_ball(self.dim),
            // Layers: large faces of many corners.
            3 => random.direction(self.dim).with_y(random.sign()),
            // A grid: most points lie on faces and edges.
            _ => (random.in_ball(self.dim) * 3.0).round() / 3.0,
        };
        let mut points: Vec<Coords> = (0..count).map(|_| self.coords(point(random) * stretch * self.size)).collect();
        if form == Form::Degenerate {
            points.push(points[0]);
        }
        if self.dim == 2 { ShapeSpec::Polygon { points } } else { ShapeSpec::Hull { points } }
    }

    /// A shape made of others.
    fn made(&self, random: &mut Random, form: Form) -> ShapeSpec {
        let part = Self { thin: self.thin, size: self.size * 0.6, ..*self };
        match random.below(MADE) {
            0 => {
                let radius = self.digits.round(self.size * random.power(-4.0, -0.3));
                ShapeSpec::Rounded { core: Box::new(self.simple(random, form)), radius: if random.chance(0.05) { 0.0 } else { radius } }
            }
            1 => {
                let mut scale = DVec3::new(random.range(0.3, 2.0), random.range(0.3, 2.0), random.range(0.3, 2.0));
                for i in 0..self.dim {
                    scale[i] *= random.sign();
                }
                ShapeSpec::Scaled { shape: Box::new(part.simple(random, form)), scale: self.coords(scale) }
            }
            2 => ShapeSpec::Posed { pose: self.pose(random), shape: Box::new(part.simple(random, form)) },
            3 => ShapeSpec::Sum { a: Box::new(part.simple(random, form)), b: Box::new(part.simple(random, Form::Plain)) },
            _ => {
                let count = 2 + random.below(2);
                let shapes =
                    (0..count).map(|_| ShapeSpec::Posed { pose: self.pose(random), shape: Box::new(part.simple(random, form)) }).collect();
                ShapeSpec::HullOf { shapes }
            }
        }
    }

    fn pose(&self, random: &mut Random) -> PoseSpec {
        let rotation = if self.dim == 2 {
            let (sin, cos) = libm::sincos(random.range(-3.0, 3.0));
            RotationSpec::CosSin(self.digits.round(cos), self.digits.round(sin))
        } else {
            RotationSpec::Quaternion(random.quaternion().map(|x| self.digits.round(x)))
        };
        PoseSpec { t: Some(self.point(random)), rotation }
    }
}
