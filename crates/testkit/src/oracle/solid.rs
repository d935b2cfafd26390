//! A shape of the pair file as a point set in the world: a hull, a round body or a half-space, swept by a radius.

use glam::{DMat3, DVec3};

use crate::oracle::check::Refusal;
use crate::oracle::hull::Hull;
use crate::pair_file::{CapsuleAxis, Coords, ShapeSpec};

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

/// A body with curved sides, turned by `axes` and moved to `at`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Round {
    body: Body,
    axes: DMat3,
    at: DVec3,
}

#[derive(Clone, Copy, Debug)]
enum Body {
    Cylinder { half: f64, radius: f64 },
    Cone { half: f64, radius: f64 },
    Ellipsoid { radii: DVec3 },
}

impl Round {
    /// The farthest point along `n`, in closed form.
    pub(crate) fn support(&self, n: DVec3) -> DVec3 {
        let n = self.axes.transpose() * n;
        let rim = |radius: f64| {
            let flat = libm::hypot(n.x, n.z);
            if flat > 0.0 { DVec3::new(radius * n.x / flat, 0.0, radius * n.z / flat) } else { DVec3::ZERO }
        };
        let local = match self.body {
            Body::Cylinder { half, radius } => rim(radius) + DVec3::new(0.0, half.copysign(n.y), 0.0),
            Body::Cone { half, radius } => {
                let (apex, base) = (DVec3::new(0.0, half, 0.0), rim(radius) - DVec3::new(0.0, half, 0.0));
                if n.dot(apex) >= n.dot(base) { apex } else { base }
            }
            Body::Ellipsoid { radii } => {
                let stretched = radii * n;
                radii * stretched.normalize_or_zero()
            }
        };
        self.axes * local + self.at
    }
}

/// A convex shape where it stands.
#[derive(Clone, Debug)]
pub(crate) struct Solid {
    pub(crate) core: Core,
    pub(crate) radius: f64,
}

impl Solid {
    /// `shape` (validated) turned by `axes` and moved to `at`.
    pub(crate) fn new(shape: &ShapeSpec, axes: DMat3, at: DVec3, dim: usize) -> Result<Self, Refusal> {
        let swept = |core: Core, radius: f64| Ok(Self { core, radius });
        let hull = |points: &[DVec3]| Core::Hull(Hull::new(points, dim).moved(|p| axes * p + at, |n| axes * n));
        let round = |body: Body| Core::Round(Round { body, axes, at });
        let upright = |half: f64| hull(&[DVec3::new(0.0, half, 0.0), DVec3::new(0.0, -half, 0.0)]);
        match shape {
            ShapeSpec::Point { p } => swept(hull(&[p.map_or(DVec3::ZERO, |p| p.to_vec3())]), 0.0),
            ShapeSpec::Segment { a, b } => swept(hull(&vectors(&[*a, *b])), 0.0),
            ShapeSpec::Triangle { a, b, c } => swept(hull(&vectors(&[*a, *b, *c])), 0.0),
            ShapeSpec::Sphere { radius } | ShapeSpec::Circle { radius } => swept(hull(&[DVec3::ZERO]), *radius),
            ShapeSpec::Capsule { axis: CapsuleAxis::Upright { half_height }, radius } => swept(upright(*half_height), *radius),
            ShapeSpec::Capsule { axis: CapsuleAxis::Between { a, b }, radius } => swept(hull(&vectors(&[*a, *b])), *radius),
            ShapeSpec::Box { half } => swept(hull(&corners(half.to_vec3())), 0.0),
            // Bodies that are not round after all are hulls, for which the answer is exact.
            ShapeSpec::Cylinder { half_height, radius } | ShapeSpec::Cone { half_height, radius } if *radius == 0.0 => {
                swept(upright(*half_height), 0.0)
            }
            ShapeSpec::Cylinder { half_height, radius } => swept(round(Body::Cylinder { half: *half_height, radius: *radius }), 0.0),
            ShapeSpec::Cone { half_height, radius } => swept(round(Body::Cone { half: *half_height, radius: *radius }), 0.0),
            ShapeSpec::Ellipsoid { radii } | ShapeSpec::Ellipse { radii } => {
                let all = radii.as_slice();
                if all.iter().all(|r| *r == all[0]) {
                    return swept(hull(&[DVec3::ZERO]), all[0]);
                }
                swept(round(Body::Ellipsoid { radii: radii.to_vec3() }), 0.0)
            }
            ShapeSpec::Hull { points } | ShapeSpec::Polygon { points } => swept(hull(&vectors(points)), 0.0),
            ShapeSpec::Halfspace { normal, offset } => {
                let normal = normal.to_vec3();
                let length = normal.length();
                let world = axes * (normal / length);
                swept(Core::Halfspace { normal: world, offset: offset / length + world.dot(at) }, 0.0)
            }
            ShapeSpec::Rounded { core, radius } => {
                let inner = Self::new(core, axes, at, dim)?;
                swept(inner.core, inner.radius + radius)
            }
            ShapeSpec::TaperedCapsule { .. }
            | ShapeSpec::Frustum { .. }
            | ShapeSpec::HalfEllipse { .. }
            | ShapeSpec::Sector { .. }
            | ShapeSpec::RegularPolygon { .. }
            | ShapeSpec::Scaled { .. }
            | ShapeSpec::Posed { .. }
            | ShapeSpec::Sum { .. }
            | ShapeSpec::HullOf { .. } => Err(Refusal::unsupported(format!("the oracle does not know {}", shape.kind()))),
            ShapeSpec::Compound { .. } | ShapeSpec::Trimesh { .. } | ShapeSpec::Polyline { .. } | ShapeSpec::Heightfield { .. } => {
                Err(Refusal::unsupported(format!("the oracle knows convex shapes only, not {}", shape.kind())))
            }
        }
    }

    /// The farthest point of the *core* along `n`; a half-space has none and answers NaN.
    pub(crate) fn support(&self, n: DVec3) -> DVec3 {
        match &self.core {
            Core::Hull(hull) => hull.support(n),
            Core::Round(round) => round.support(n),
            Core::Halfspace { .. } => DVec3::NAN,
        }
    }
}

fn vectors(points: &[Coords]) -> Vec<DVec3> {
    points.iter().map(Coords::to_vec3).collect()
}

fn corners(half: DVec3) -> Vec<DVec3> {
    let sign = |bit: bool| if bit { 1.0 } else { -1.0 };
    (0..8_u8).map(|i| half * DVec3::new(sign(i & 1 != 0), sign(i & 2 != 0), sign(i & 4 != 0))).collect()
}
