//! The shapes of a stream: of every kind, some of them thin or degenerate.

use glam::DVec3;

use crate::distributions::{Digits, Kind, Scatter, frustum_of_polygon, near_segment, on_segment, sized};
use crate::pair_file::{CapsuleAxis, Coords, PoseSpec, RotationSpec, ShapeSpec};
use crate::random::Random;
use crate::stress::Aspect;

/// The parameters of a drawn shape but kind and aspect.
pub(crate) struct ShapeParams {
    pub(crate) dim: usize,
    pub(crate) digits: Digits,
    pub(crate) size: f64,
    /// The ratio of lengths of thin shapes.
    pub(crate) thin: Option<f64>,
}

/// The ratio of lengths of thin shapes, if none is given.
const THIN: f64 = 1e-3;

/// The kinds that wrap no other shape, in the plane. Some stand for similar kinds, too: a point for
/// a segment, an ellipse for half an ellipse.
const PLANE: [Kind; 12] = [
    Kind::Point,
    Kind::Segment,
    Kind::Triangle,
    Kind::Box,
    Kind::Box,
    Kind::Hull,
    Kind::RegularPolygon,
    Kind::Ball,
    Kind::Capsule,
    Kind::TaperedCapsule,
    Kind::Ellipsoid,
    Kind::Sector,
];
/// The same in space. The regular polygon is the base of a polyhedron, and a cylinder stands for
/// cones and frustums, too.
const SPACE: [Kind; 12] = [
    Kind::Point,
    Kind::Segment,
    Kind::Triangle,
    Kind::Box,
    Kind::Box,
    Kind::Hull,
    Kind::RegularPolygon,
    Kind::Ball,
    Kind::Capsule,
    Kind::TaperedCapsule,
    Kind::Ellipsoid,
    Kind::Cylinder,
];

impl ShapeParams {
    fn coords(&self, v: DVec3) -> Coords {
        self.digits.coords(v, self.dim)
    }

    fn point(&self, random: &mut Random) -> Coords {
        self.coords(random.in_ball(self.dim) * self.size)
    }

    /// Lengths along the axes, from 0.2 to 1 times the size. Those of a plate are multiplied by the
    /// thin ratio along one axis, those of a needle along all others, and those of a degenerate
    /// shape are zero along one axis or two.
    fn lengths(&self, random: &mut Random, aspect: Aspect) -> DVec3 {
        let mut all = DVec3::from_array([(); 3].map(|()| random.range(0.2, 1.0)));
        // Equal lengths: more features are equally near.
        if random.chance(0.2) {
            all = DVec3::splat(all.x);
        }
        let axis = random.below(self.dim);
        let thin = self.thin.unwrap_or(THIN);
        for i in 0..self.dim {
            match aspect {
                Aspect::Plate if i == axis => all[i] *= thin,
                Aspect::Needle if i != axis => all[i] *= thin,
                Aspect::Degenerate if i == axis => all[i] = 0.0,
                _ => {}
            }
        }
        if aspect == Aspect::Degenerate && random.chance(0.3) {
            all[(axis + 1) % self.dim] = 0.0;
        }
        all * self.size
    }

    /// A shape of this size: one in five is a wrapper, and one in fifty others a half-space.
    pub(crate) fn any(&self, random: &mut Random, aspect: Aspect) -> ShapeSpec {
        if random.chance(0.2) {
            return self.wrapper(random, aspect);
        }
        if random.chance(0.02) {
            let offset = self.digits.round(self.size * random.range(-1.0, 1.0));
            return ShapeSpec::Halfspace { normal: self.coords(random.direction(self.dim)), offset };
        }
        self.simple(random, aspect)
    }

    /// A shape that wraps no other.
    fn simple(&self, random: &mut Random, aspect: Aspect) -> ShapeSpec {
        let kind = random.pick(if self.dim == 2 { &PLANE } else { &SPACE });
        let lengths = self.lengths(random, aspect);
        match kind {
            Kind::Point if random.chance(0.5) => ShapeSpec::Point { p: random.chance(0.3).then(|| self.point(random)) },
            Kind::Point | Kind::Segment => {
                let a = self.point(random);
                ShapeSpec::Segment { a, b: if aspect == Aspect::Degenerate { a } else { self.point(random) } }
            }
            Kind::Triangle => self.triangle(random, aspect),
            Kind::Hull => {
                let count = self.dim + 1 + random.below(13);
                self.cloud_of(random, count, aspect, lengths / self.size)
            }
            Kind::RegularPolygon if self.dim == 3 => {
                let points = frustum_of_polygon(random, lengths);
                ShapeSpec::hull(3, points.into_iter().map(|point| self.coords(point)).collect())
            }
            Kind::RegularPolygon => ShapeSpec::RegularPolygon { count: 3 + random.below(30) as u32, radius: self.digits.round(lengths.x) },
            Kind::Capsule if !random.chance(0.7) => {
                let axis = CapsuleAxis::Between { a: self.point(random), b: self.point(random) };
                ShapeSpec::Capsule { axis, radius: self.digits.round(lengths.x) }
            }
            Kind::Ellipsoid if self.dim == 2 && !random.chance(0.5) => ShapeSpec::HalfEllipse { radii: self.coords(lengths) },
            Kind::Sector => {
                let widest = self.digits.round(core::f64::consts::FRAC_PI_2 - 1e-7);
                let half_angle = match aspect {
                    Aspect::Needle | Aspect::Plate => self.thin.unwrap_or(THIN),
                    _ if random.chance(0.2) => widest,
                    _ => random.range(0.05, 1.57),
                };
                ShapeSpec::Sector { radius: self.digits.round(lengths.x), half_angle: self.digits.round(half_angle) }
            }
            Kind::Cylinder => {
                let kind = random.pick(&[Kind::Cylinder, Kind::Cone, Kind::Frustum]);
                self.upright(random, kind, lengths)
            }
            Kind::Capsule | Kind::TaperedCapsule => self.upright(random, kind, lengths),
            _ => {
                let mut lengths = lengths.to_array().into_iter().map(|x| self.digits.round(x));
                sized(kind, self.dim, || lengths.next().unwrap_or(0.0))
            }
        }
    }

    /// A shape along the Y axis: half the height is y, and the radius at the lower end is x. A
    /// radius at the upper end is smaller.
    fn upright(&self, random: &mut Random, kind: Kind, lengths: DVec3) -> ShapeSpec {
        let tapered = matches!(kind, Kind::TaperedCapsule | Kind::Frustum);
        let top = if tapered { lengths.x * random.unit() } else { 0.0 };
        let mut sizes = [lengths.y, lengths.x, top].into_iter().map(|x| self.digits.round(x));
        sized(kind, self.dim, || sizes.next().unwrap_or(0.0))
    }

    /// A box, a capsule or a cylinder, in 2D a disc, whose lengths are multiples of an eighth of
    /// the size.
    pub(crate) fn on_grid(&self, random: &mut Random) -> ShapeSpec {
        let step = self.size / 8.0;
        let [x, y, z] = [(); 3].map(|()| (1 + random.below(8)) as f64 * step);
        let (kind, sizes) = match (random.below(4), self.dim) {
            (0, 2) => (Kind::Ball, [x, y, z]),
            (0, _) => (Kind::Cylinder, [y, x, z]),
            (1, _) => (Kind::Capsule, [y, x, z]),
            _ => (Kind::Box, [x, y, z]),
        };
        let mut sizes = sizes.into_iter();
        sized(kind, self.dim, || sizes.next().unwrap_or(0.0))
    }

    fn triangle(&self, random: &mut Random, aspect: Aspect) -> ShapeSpec {
        let (a, b) = (self.point(random), self.point(random));
        let ends = [a.to_vec3(), b.to_vec3()];
        let c = match aspect {
            Aspect::Plain => self.point(random),
            Aspect::Degenerate => self.coords(on_segment(random, ends)),
            Aspect::Plate | Aspect::Needle => self.coords(near_segment(random, self.dim, ends, self.size * self.thin.unwrap_or(THIN))),
        };
        ShapeSpec::Triangle { a, b, c }
    }

    /// The hull of `count` points, thin along one axis if a ratio is given.
    pub(crate) fn cloud(&self, random: &mut Random, count: usize) -> ShapeSpec {
        let aspect = if self.thin.is_some() { Aspect::Plate } else { Aspect::Plain };
        let stretch = self.lengths(random, aspect) / self.size;
        self.cloud_of(random, count, aspect, stretch)
    }

    fn cloud_of(&self, random: &mut Random, count: usize, aspect: Aspect, stretch: DVec3) -> ShapeSpec {
        let scatters = [Scatter::Sphere, Scatter::Sphere, Scatter::Ball, Scatter::Layers, Scatter::Grid];
        let scatter = random.pick(&scatters);
        let mut points: Vec<Coords> = (0..count).map(|_| self.coords(scatter.point(random, self.dim) * stretch * self.size)).collect();
        if aspect == Aspect::Degenerate {
            points.push(points[0]);
        }
        ShapeSpec::hull(self.dim, points)
    }

    /// A wrapper of one or more shapes that wrap no other.
    fn wrapper(&self, random: &mut Random, aspect: Aspect) -> ShapeSpec {
        let part = Self { size: self.size * 0.6, ..*self };
        match random.pick(&Kind::WRAPPERS) {
            Kind::Swept => {
                let radius = self.digits.round(self.size * random.power(-4.0, -0.3));
                let core = Box::new(self.simple(random, aspect));
                ShapeSpec::Rounded { core, radius: if random.chance(0.05) { 0.0 } else { radius } }
            }
            Kind::Scaled => {
                let mut scale = DVec3::from_array([(); 3].map(|()| random.range(0.3, 2.0)));
                for i in 0..self.dim {
                    scale[i] *= random.sign();
                }
                ShapeSpec::Scaled { shape: Box::new(part.simple(random, aspect)), scale: self.coords(scale) }
            }
            Kind::Posed => self.posed(random, &part, aspect),
            Kind::Sum => ShapeSpec::Sum { a: Box::new(part.simple(random, aspect)), b: Box::new(part.simple(random, Aspect::Plain)) },
            _ => {
                let count = 2 + random.below(2);
                ShapeSpec::HullOf { shapes: (0..count).map(|_| self.posed(random, &part, aspect)).collect() }
            }
        }
    }

    /// A shape drawn by `part`, with its origin within `size` of this one's.
    fn posed(&self, random: &mut Random, part: &Self, aspect: Aspect) -> ShapeSpec {
        let rotation: RotationSpec =
            if self.dim == 2 { self.digits.angle(random.range(-3.0, 3.0)) } else { self.digits.quaternion(random.quaternion()) };
        let pose = PoseSpec { t: Some(self.point(random)), rotation };
        ShapeSpec::Posed { pose, shape: Box::new(part.simple(random, aspect)) }
    }
}
