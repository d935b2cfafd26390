//! The bodies of a scene, in metres. `world` scales them.

use clinch_testkit::pair_file::{CapsuleAxis, ShapeSpec};
use glam::{DQuat, DVec3};

use crate::composite::Composite;

/// The shape of a body.
#[derive(Clone, Debug)]
pub(crate) enum Shape {
    Convex(Form),
    Composite(Composite),
}

/// The parameters of a convex shape.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Form {
    /// Half extents.
    Box(DVec3),
    Ball(f64),
    /// Along y.
    Capsule {
        half_height: f64,
        radius: f64,
    },
    /// About y.
    Cylinder {
        half_height: f64,
        radius: f64,
    },
    /// The hull of these points.
    Hull(Vec<DVec3>),
}

/// A body and its initial state.
#[derive(Clone, Debug)]
pub(crate) struct Body {
    pub(crate) shape: Shape,
    pub(crate) at: DVec3,
    pub(crate) turned: DQuat,
    /// Linear velocity, in metres per second.
    pub(crate) velocity: DVec3,
    /// Angular velocity, in radians per second.
    pub(crate) spin: DVec3,
    /// The body never moves.
    pub(crate) fixed: bool,
    /// The body does not rotate.
    pub(crate) upright: bool,
    /// The body touches fixed bodies only.
    pub(crate) alone: bool,
}

impl Body {
    /// A body at rest.
    pub(crate) fn new(shape: impl Into<Shape>, at: DVec3) -> Self {
        let (turned, velocity, spin) = (DQuat::IDENTITY, DVec3::ZERO, DVec3::ZERO);
        Self { shape: shape.into(), at, turned, velocity, spin, fixed: false, upright: false, alone: false }
    }

    /// A body that never moves.
    pub(crate) fn fixed(shape: impl Into<Shape>, at: DVec3) -> Self {
        Self { fixed: true, ..Self::new(shape, at) }
    }

    pub(crate) fn turned(self, turned: DQuat) -> Self {
        Self { turned, ..self }
    }
}

impl From<Form> for Shape {
    fn from(form: Form) -> Self {
        Self::Convex(form)
    }
}

impl From<Composite> for Shape {
    fn from(composite: Composite) -> Self {
        Self::Composite(composite)
    }
}

impl Shape {
    /// The shape of a copy of this size, as the engine stores it: each number rounded to `f32`.
    pub(crate) fn at_scale(&self, scale: f64) -> Self {
        match self {
            Self::Convex(form) => Self::Convex(form.times(scale).rounded()),
            Self::Composite(composite) => Self::Composite(composite.at_scale(scale)),
        }
    }

    /// The convex parts and their places; none of a surface.
    pub(crate) fn parts(&self) -> Vec<(DVec3, Form)> {
        match self {
            Self::Convex(form) => vec![(DVec3::ZERO, form.clone())],
            Self::Composite(composite) => composite.bricks().iter().map(|brick| (brick.at, Form::Box(brick.half))).collect(),
        }
    }
}

impl Form {
    /// The shape, scaled uniformly.
    pub(crate) fn times(&self, scale: f64) -> Self {
        match self {
            Self::Box(half) => Self::Box(*half * scale),
            Self::Ball(radius) => Self::Ball(radius * scale),
            Self::Capsule { half_height, radius } => Self::Capsule { half_height: half_height * scale, radius: radius * scale },
            Self::Cylinder { half_height, radius } => Self::Cylinder { half_height: half_height * scale, radius: radius * scale },
            Self::Hull(points) => Self::Hull(points.iter().map(|&point| point * scale).collect()),
        }
    }

    /// The shape as the engine stores it: each number rounded to `f32`.
    pub(crate) fn rounded(&self) -> Self {
        let one = |x: &f64| f64::from(*x as f32);
        match self {
            Self::Box(half) => Self::Box(half.as_vec3().as_dvec3()),
            Self::Ball(radius) => Self::Ball(one(radius)),
            Self::Capsule { half_height, radius } => Self::Capsule { half_height: one(half_height), radius: one(radius) },
            Self::Cylinder { half_height, radius } => Self::Cylinder { half_height: one(half_height), radius: one(radius) },
            Self::Hull(points) => Self::Hull(points.iter().map(|point| point.as_vec3().as_dvec3()).collect()),
        }
    }

    /// An upper bound of the distance of its points from the body's origin.
    pub(crate) fn bounding_radius(&self) -> f64 {
        match self {
            Self::Box(half) => half.length(),
            Self::Ball(radius) => *radius,
            Self::Capsule { half_height, radius } => half_height + radius,
            Self::Cylinder { half_height, radius } => (half_height * half_height + radius * radius).sqrt(),
            Self::Hull(points) => points.iter().map(|point| point.length()).fold(0.0, f64::max),
        }
    }

    /// The shape for the oracle.
    pub(crate) fn spec(&self) -> ShapeSpec {
        match self {
            Self::Box(half) => ShapeSpec::Box { half: half.to_array().into() },
            Self::Ball(radius) => ShapeSpec::Sphere { radius: *radius },
            Self::Capsule { half_height, radius } => {
                ShapeSpec::Capsule { axis: CapsuleAxis::Upright { half_height: *half_height }, radius: *radius }
            }
            Self::Cylinder { half_height, radius } => ShapeSpec::Cylinder { half_height: *half_height, radius: *radius },
            Self::Hull(points) => ShapeSpec::Hull { points: points.iter().map(|point| point.to_array().into()).collect() },
        }
    }
}
