//! Convex bodies that are not polytopes, by their support points.
//!
//! * Each is a closed form of its parameters in a frame of its own, which is a linear map and a
//!   translation. The support point of a mapped body along n is the map of the body's own along
//!   mapᵀ·n, so that scaling and mirroring cost nothing.
//! * Bodies that consist of others use those of their parts: the support point of a sum is the sum
//!   of the support points, that of a hull the best of them.

use glam::{DMat3, DVec3};

/// A body, mapped by `axes` and translated by `at`.
#[derive(Clone, Debug)]
pub(crate) struct Round {
    pub(crate) body: Body,
    pub(crate) axes: DMat3,
    pub(crate) at: DVec3,
}

#[derive(Clone, Debug)]
pub(crate) enum Body {
    Points(Vec<DVec3>),
    /// Around the y axis, between discs at −half and +half.
    Frustum {
        half: f64,
        bottom: f64,
        top: f64,
    },
    Ellipsoid {
        radii: DVec3,
    },
    /// The half with y ≥ 0 of an ellipse in the plane.
    HalfEllipse {
        radii: DVec3,
    },
    /// A part of a disc in the plane. The apex is the origin; the corners are this one and its
    /// mirror image in the y axis.
    Sector {
        radius: f64,
        corner: DVec3,
    },
    /// Every point within a radius of another body.
    Swept(Box<Round>, f64),
    Sum(Box<Round>, Box<Round>),
    Hull(Vec<Round>),
}

impl Body {
    /// A sector of a disc.
    pub(crate) fn sector(radius: f64, half_angle: f64) -> Self {
        let (sin, cos) = libm::sincos(half_angle);
        // A quarter turn in `f32` is a little more than one: the corner stays on the axis.
        Self::Sector { radius, corner: radius * DVec3::new(sin, if cos > 0.0 { cos } else { 0.0 }, 0.0) }
    }

    /// In its own frame.
    pub(crate) fn here(self) -> Round {
        Round { body: self, axes: DMat3::IDENTITY, at: DVec3::ZERO }
    }

    pub(crate) fn support(&self, n: DVec3) -> DVec3 {
        match self {
            Self::Points(points) => farthest(points.iter().copied(), n),
            Self::Frustum { half, bottom, top } => {
                let flat = libm::hypot(n.x, n.z);
                let rim = |radius: f64| if flat > 0.0 { DVec3::new(radius * n.x / flat, 0.0, radius * n.z / flat) } else { DVec3::ZERO };
                let up = DVec3::new(0.0, *half, 0.0);
                farthest([rim(*top) + up, rim(*bottom) - up], n)
            }
            Self::Ellipsoid { radii } => *radii * (*radii * n).normalize_or_zero(),
            Self::HalfEllipse { radii } => {
                if n.y > 0.0 {
                    *radii * (*radii * n).normalize_or_zero()
                } else {
                    DVec3::new(radii.x.copysign(n.x), 0.0, 0.0)
                }
            }
            Self::Sector { radius, corner } => {
                if n.y * corner.x >= n.x.abs() * corner.y && n.y > 0.0 {
                    *radius * n.with_z(0.0).normalize_or_zero()
                } else {
                    farthest([DVec3::ZERO, corner.with_x(corner.x.copysign(n.x))], n)
                }
            }
            Self::Swept(core, radius) => core.support(n) + *radius * n.normalize_or_zero(),
            Self::Sum(a, b) => a.support(n) + b.support(n),
            Self::Hull(parts) => farthest(parts.iter().map(|part| part.support(n)), n),
        }
    }
}

impl Round {
    /// The support point along `n` of any length; for a zero `n`, any point.
    pub(crate) fn support(&self, n: DVec3) -> DVec3 {
        self.axes * self.body.support(self.axes.transpose() * n) + self.at
    }

    /// Mapped and translated once more.
    #[must_use]
    pub(crate) fn mapped(self, axes: DMat3, at: DVec3) -> Self {
        Self { axes: axes * self.axes, at: axes * self.at + at, ..self }
    }
}

/// The first of the extreme points.
fn farthest(points: impl IntoIterator<Item = DVec3>, n: DVec3) -> DVec3 {
    let mut best = (f64::NEG_INFINITY, DVec3::ZERO);
    for point in points {
        let height = n.dot(point);
        if height > best.0 {
            best = (height, point);
        }
    }
    best.1
}
