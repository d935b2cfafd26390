//! A shape of a pair file as a point set: a hull, a round body or a half-space, swept by a radius.
//!
//! * A shape is built in its own frame, from its parts if it wraps others, and then transformed by
//!   its pose.
//! * A polytope stays a polytope, for which the answer is exact: sums, hulls and scaled polytopes
//!   are hulls of their points. Radii are kept apart as long as possible: they add, and the parts
//!   of a hull share the smallest one.

use glam::{DMat3, DVec3};

use crate::oracle::check::Refusal;
use crate::oracle::hull::Hull;
use crate::oracle::round::{Body, Round};
use crate::pair_file::{CapsuleAxis, Coords, PoseSpec, ShapeSpec};

/// The largest number of points of a sum that is built as a hull; a larger sum is queried by its
/// parts. A hull of a thousand points would take tenths of a second.
const SUMMED: usize = 400;

/// A convex set without its radius.
#[derive(Clone, Debug)]
pub(crate) enum Core {
    Hull(Hull),
    Round(Round),
    /// normal·x ≤ offset, with a unit normal.
    Halfspace {
        normal: DVec3,
        offset: f64,
    },
}

/// A convex shape.
#[derive(Clone, Debug)]
pub(crate) struct Solid {
    pub(crate) core: Core,
    pub(crate) radius: f64,
}

impl Solid {
    /// `shape`, which is valid, in `pose`, relative to `origin`.
    pub(crate) fn new(shape: &ShapeSpec, pose: &PoseSpec, origin: DVec3, dim: usize) -> Result<Self, Refusal> {
        Ok(Self::local(shape, dim)?.placed(&pose.matrix(), pose.translation() - origin))
    }

    fn local(shape: &ShapeSpec, dim: usize) -> Result<Self, Refusal> {
        let hull = |points: &[DVec3], radius: f64| Ok(Self { core: Core::Hull(Hull::new(points, dim)), radius });
        let body = |body: Body| Ok(Self { core: Core::Round(body.here()), radius: 0.0 });
        let up = |y: f64| DVec3::new(0.0, y, 0.0);
        match shape {
            ShapeSpec::Point { p } => hull(&[p.map_or(DVec3::ZERO, |p| p.to_vec3())], 0.0),
            ShapeSpec::Segment { a, b } => hull(&vectors(&[*a, *b]), 0.0),
            ShapeSpec::Triangle { a, b, c } => hull(&vectors(&[*a, *b, *c]), 0.0),
            ShapeSpec::Sphere { radius } | ShapeSpec::Circle { radius } => hull(&[DVec3::ZERO], *radius),
            ShapeSpec::Capsule { axis: CapsuleAxis::Upright { half_height }, radius } => {
                hull(&[up(*half_height), up(-half_height)], *radius)
            }
            ShapeSpec::Capsule { axis: CapsuleAxis::Between { a, b }, radius } => hull(&vectors(&[*a, *b]), *radius),
            ShapeSpec::TaperedCapsule { half_height, bottom, top } => {
                let ball = |y: f64, radius: f64| Self { core: Core::Hull(Hull::new(&[up(y)], dim)), radius };
                Self::hull_of(vec![ball(-half_height, *bottom), ball(*half_height, *top)], dim)
            }
            ShapeSpec::Box { half } => hull(&corners(half.to_vec3()), 0.0),
            ShapeSpec::Cylinder { half_height, radius } => Self::frustum(*half_height, *radius, *radius, dim),
            ShapeSpec::Cone { half_height, radius } => Self::frustum(*half_height, *radius, 0.0, dim),
            ShapeSpec::Frustum { half_height, bottom, top } => Self::frustum(*half_height, *bottom, *top, dim),
            ShapeSpec::Ellipsoid { radii } | ShapeSpec::Ellipse { radii } => Ok(Self::ellipsoid(radii, dim)),
            ShapeSpec::HalfEllipse { radii } => body(Body::HalfEllipse { radii: radii.to_vec3() }),
            ShapeSpec::Sector { radius, half_angle } => body(Body::sector(*radius, *half_angle)),
            ShapeSpec::RegularPolygon { count, radius } => hull(&regular(*count, *radius), 0.0),
            ShapeSpec::Hull { points } | ShapeSpec::Polygon { points } => hull(&vectors(points), 0.0),
            ShapeSpec::Halfspace { normal, offset } => {
                let (normal, length) = (normal.to_vec3(), normal.to_vec3().length());
                Ok(Self { core: Core::Halfspace { normal: normal / length, offset: offset / length }, radius: 0.0 })
            }
            ShapeSpec::Rounded { core, radius } => {
                let inner = Self::local(core, dim)?;
                Ok(Self { radius: inner.radius + radius, ..inner })
            }
            ShapeSpec::Scaled { shape, scale } => Self::local(shape, dim)?.scaled(scale, dim),
            ShapeSpec::Posed { pose, shape } => Ok(Self::local(shape, dim)?.placed(&pose.matrix(), pose.translation())),
            ShapeSpec::Sum { a, b } => Self::local(a, dim)?.plus(Self::local(b, dim)?, dim),
            ShapeSpec::HullOf { shapes } => {
                let parts: Result<Vec<Self>, Refusal> = shapes.iter().map(|shape| Self::local(shape, dim)).collect();
                Self::hull_of(parts?, dim)
            }
            ShapeSpec::Compound { .. }
            | ShapeSpec::Trimesh { .. }
            | ShapeSpec::Polyline { .. }
            | ShapeSpec::Heightfield { .. }
            | ShapeSpec::Voxels { .. } => Err(Refusal::unsupported(format!("a {} is not convex", shape.kind()))),
        }
    }

    fn frustum(half: f64, bottom: f64, top: f64, dim: usize) -> Result<Self, Refusal> {
        // Without radii it is a segment.
        let core = if bottom == 0.0 && top == 0.0 {
            Core::Hull(Hull::new(&[DVec3::new(0.0, half, 0.0), DVec3::new(0.0, -half, 0.0)], dim))
        } else {
            Core::Round(Body::Frustum { half, bottom, top }.here())
        };
        Ok(Self { core, radius: 0.0 })
    }

    fn ellipsoid(radii: &Coords, dim: usize) -> Self {
        let all = radii.as_slice();
        if all.iter().all(|r| *r == all[0]) {
            return Self { core: Core::Hull(Hull::new(&[DVec3::ZERO], dim)), radius: all[0] };
        }
        Self { core: Core::Round(Body::Ellipsoid { radii: radii.to_vec3() }.here()), radius: 0.0 }
    }

    /// Rotated and translated.
    fn placed(self, axes: &DMat3, at: DVec3) -> Self {
        let core = match self.core {
            Core::Hull(hull) => Core::Hull(hull.moved(axes, at)),
            Core::Round(round) => Core::Round(round.mapped(*axes, at)),
            Core::Halfspace { normal, offset } => {
                let normal = *axes * normal;
                Core::Halfspace { normal, offset: offset + normal.dot(at) }
            }
        };
        Self { core, ..self }
    }

    fn scaled(self, scale: &Coords, dim: usize) -> Result<Self, Refusal> {
        let all = scale.as_slice();
        let factor = all[0].abs();
        let even = all.iter().all(|s| s.abs() == factor);
        // In 2D z is not scaled.
        let by = if dim == 2 { scale.to_vec3().with_z(1.0) } else { scale.to_vec3() };
        let matrix = DMat3::from_diagonal(by);
        let core = match self.core {
            Core::Hull(hull) => {
                let points: Vec<DVec3> = hull.vertices.iter().map(|p| by * *p).collect();
                Core::Hull(Hull::new(&points, dim))
            }
            Core::Round(round) => Core::Round(round.mapped(matrix, DVec3::ZERO)),
            Core::Halfspace { normal, offset } => {
                let stretched = normal / by;
                let length = stretched.length();
                if !length.is_finite() {
                    return Err(Refusal::construct(format!("scaled: a half-space by {all:?}")));
                }
                let offset = (offset + self.radius) / length;
                return Ok(Self { core: Core::Halfspace { normal: stretched / length, offset }, radius: 0.0 });
            }
        };
        if even || self.radius == 0.0 {
            return Ok(Self { core, radius: self.radius * factor });
        }
        // The ball that sweeps the core becomes an ellipsoid.
        let mut radii = self.radius * by.abs();
        radii.z = if dim == 2 { 0.0 } else { radii.z };
        let sweep = Self { core: Core::Round(Body::Ellipsoid { radii }.here()), radius: 0.0 };
        Self { core, radius: 0.0 }.plus(sweep, dim)
    }

    fn plus(self, other: Self, dim: usize) -> Result<Self, Refusal> {
        let radius = self.radius + other.radius;
        let core = match (self.core, other.core) {
            (Core::Halfspace { .. }, Core::Halfspace { .. }) => {
                return Err(Refusal::unsupported("the sum of two half-spaces"));
            }
            (Core::Halfspace { normal, offset }, other) | (other, Core::Halfspace { normal, offset }) => {
                Core::Halfspace { normal, offset: offset + normal.dot(Self { core: other, radius: 0.0 }.support(normal)) }
            }
            (Core::Hull(a), Core::Hull(b)) if a.vertices.len() * b.vertices.len() <= SUMMED => {
                let points: Vec<DVec3> = a.vertices.iter().flat_map(|p| b.vertices.iter().map(move |q| *p + *q)).collect();
                Core::Hull(Hull::new(&points, dim))
            }
            (a, b) => Core::Round(Body::Sum(Box::new(Self::round(a, 0.0)?), Box::new(Self::round(b, 0.0)?)).here()),
        };
        Ok(Self { core, radius })
    }

    fn hull_of(mut parts: Vec<Self>, dim: usize) -> Result<Self, Refusal> {
        if parts.len() == 1 {
            return Ok(parts.swap_remove(0));
        }
        let radius = parts.iter().fold(f64::INFINITY, |least, part| if part.radius < least { part.radius } else { least });
        let mut points = Vec::new();
        for part in &parts {
            match &part.core {
                Core::Hull(hull) if part.radius == radius => points.extend_from_slice(&hull.vertices),
                _ => {
                    let rounds: Result<Vec<Round>, Refusal> =
                        parts.into_iter().map(|part| Self::round(part.core, part.radius - radius)).collect();
                    return Ok(Self { core: Core::Round(Body::Hull(rounds?).here()), radius });
                }
            }
        }
        Ok(Self { core: Core::Hull(Hull::new(&points, dim)), radius })
    }

    /// The swept core as a body that can be a part of another one.
    fn round(core: Core, radius: f64) -> Result<Round, Refusal> {
        let round = match core {
            Core::Hull(hull) => Body::Points(hull.vertices).here(),
            Core::Round(round) => round,
            Core::Halfspace { .. } => return Err(Refusal::unsupported("a half-space as a part of a hull")),
        };
        Ok(if radius > 0.0 { Body::Swept(Box::new(round), radius).here() } else { round })
    }

    /// The support point of the *core* along `n`; NaN for a half-space, which has none.
    pub(crate) fn support(&self, n: DVec3) -> DVec3 {
        match &self.core {
            Core::Hull(hull) => hull.support(n),
            Core::Round(round) => round.support(n),
            Core::Halfspace { .. } => DVec3::NAN,
        }
    }

    /// The shape, translated by `offset`.
    #[must_use]
    pub(crate) fn shifted(&self, offset: DVec3) -> Self {
        let core = match &self.core {
            Core::Hull(hull) => Core::Hull(hull.shifted(offset)),
            Core::Round(round) => Core::Round(Round { at: round.at + offset, ..round.clone() }),
            Core::Halfspace { normal, offset: height } => Core::Halfspace { normal: *normal, offset: height + normal.dot(offset) },
        };
        Self { core, radius: self.radius }
    }
}

pub(crate) fn vectors(points: &[Coords]) -> Vec<DVec3> {
    points.iter().map(Coords::to_vec3).collect()
}

pub(crate) fn corners(half: DVec3) -> Vec<DVec3> {
    let sign = |bit: bool| if bit { 1.0 } else { -1.0 };
    (0..8_u8).map(|i| half * DVec3::new(sign(i & 1 != 0), sign(i & 2 != 0), sign(i & 4 != 0))).collect()
}

pub(crate) fn regular(count: u32, radius: f64) -> Vec<DVec3> {
    let corner = |i: u32| {
        let (sin, cos) = libm::sincos(core::f64::consts::TAU * f64::from(i) / f64::from(count));
        radius * DVec3::new(sin, cos, 0.0)
    };
    (0..count).map(corner).collect()
}
