//! What a concave primitive becomes, and why it may be refused.

use core::fmt;

use crate::composite::{ChainError, CompoundError, MeshError};
use crate::shapes::ShapeError;

/// More segments of one circle are refused. Larger: a number that is a mistake takes gigabytes of
/// memory. Smaller: circles that are to be as exact as `f32` are refused.
const MOST_SEGMENTS: u32 = 1024;

/// A primitive of bevy that can be converted to a shape made of convex parts.
///
/// ```
/// use bevy_shape::{Annulus, Polyline2d, Torus};
/// use clinch::d3::{Ball, Pose, distance};
/// use clinch::primitives::{Resolution, ToComposite};
///
/// // A ball in the hole of a torus touches nothing.
/// let torus = Torus::new(1.0, 3.0).to_composite()?;
/// let gap = distance(&Ball::new(0.5)?, &Pose::IDENTITY, &torus, &Pose::IDENTITY);
/// assert!((gap - 0.5).abs() < 0.02);
/// // Finer, by what a circle of 256 segments is nearer to a circle than one of 32.
/// let torus = Torus::new(1.0, 3.0).to_composite_with(Resolution { around: 256, tube: 192 })?;
/// let gap = distance(&Ball::new(0.5)?, &Pose::IDENTITY, &torus, &Pose::IDENTITY);
/// assert!((gap - 0.5).abs() < 0.001);
///
/// assert_eq!(Annulus::new(1.0, 2.0).to_composite()?.parts().len(), 32);
/// assert!(Polyline2d::new([]).to_composite().is_err()); // no points
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait ToComposite {
    /// The type of the shape.
    type Shape;

    /// The shape in the same frame, with circles of [as many segments](Resolution::default) as
    /// bevy draws.
    ///
    /// # Errors
    ///
    /// As [`to_composite_with`](Self::to_composite_with).
    fn to_composite(&self) -> Result<Self::Shape, ToCompositeError> {
        self.to_composite_with(Resolution::default())
    }

    /// The shape in the same frame, with circles of so many segments. Their ends are on the
    /// circle. O(n log n) in the number of parts.
    ///
    /// # Errors
    ///
    /// A primitive without a hole where it should have one, numbers that are negative or not
    /// finite, a [`Resolution`] that is too coarse or too fine, and what the constructor of the
    /// shape refuses.
    fn to_composite_with(&self, resolution: Resolution) -> Result<Self::Shape, ToCompositeError>;
}

/// Into how many segments the circles of a primitive are divided: each at least 3 and at most
/// 1024.
///
/// A segment of n is inside of its circle by at most (1 − cos(π / n)) of the radius: 0.5 % of 32
/// segments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Resolution {
    /// The segments of a circle about the middle. An arc has its share of them.
    pub around: u32,
    /// The segments of the circle around the tube of a torus.
    pub tube: u32,
}

impl Default for Resolution {
    /// Those of bevy's meshes of a torus and an annulus, so that what is touched is what is drawn:
    /// 32 around, and 24 of a tube.
    fn default() -> Self {
        Self { around: 32, tube: 24 }
    }
}

impl Resolution {
    pub(crate) fn checked(self) -> Result<Self, ToCompositeError> {
        for given in [self.around, self.tube] {
            if given < 3 {
                return Err(ToCompositeError::TooFewSegments { given, needed: 3 });
            }
            if given > MOST_SEGMENTS {
                return Err(ToCompositeError::TooManySegments { given, limit: MOST_SEGMENTS });
            }
        }
        Ok(self)
    }
}

/// Why a primitive is not converted to a composite shape.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ToCompositeError {
    /// A number of the primitive is refused.
    Shape(ShapeError),
    /// The radius of a hole is not positive: a torus without a hole crosses or touches itself, and
    /// an annulus without one is a circle.
    NoHole {
        /// The radius of the hole.
        inner_radius: f32,
    },
    /// The outer circle of an annulus is not larger than the inner one.
    NoWidth {
        /// The radius of the inner circle.
        inner_radius: f32,
        /// The radius of the outer circle.
        outer_radius: f32,
    },
    /// A circle cannot have so few segments.
    TooFewSegments {
        /// The number given.
        given: u32,
        /// The number needed.
        needed: u32,
    },
    /// A circle must not have so many segments.
    TooManySegments {
        /// The number given.
        given: u32,
        /// The number allowed.
        limit: u32,
    },
    /// The mesh of the primitive is refused.
    Mesh(MeshError),
    /// The points of the primitive are refused.
    Chain(ChainError),
    /// The parts of the primitive are refused.
    Compound(CompoundError),
}

impl fmt::Display for ToCompositeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shape(error) => error.fmt(f),
            Self::NoHole { inner_radius } => write!(f, "the radius of the hole is {inner_radius}, and must be positive"),
            Self::NoWidth { inner_radius, outer_radius } => {
                write!(f, "the outer radius {outer_radius} is not larger than the inner radius {inner_radius}")
            }
            Self::TooFewSegments { given, needed } => write!(f, "{given} segments are too few, {needed} are needed"),
            Self::TooManySegments { given, limit } => write!(f, "{given} segments are too many, the limit is {limit}"),
            Self::Mesh(error) => error.fmt(f),
            Self::Chain(error) => error.fmt(f),
            Self::Compound(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for ToCompositeError {}

macro_rules! from_error {
    ($($variant:ident($error:ty)),+) => {
        $(impl From<$error> for ToCompositeError {
            fn from(error: $error) -> Self {
                Self::$variant(error)
            }
        })+
    };
}

from_error!(Shape(ShapeError), Mesh(MeshError), Chain(ChainError), Compound(CompoundError));
