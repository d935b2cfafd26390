//! Why a constructor refuses a shape.

use core::fmt;

/// Why a constructor refuses a shape, with the argument and its value. Only constructors can fail.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum ShapeError {
    /// A size is negative.
    Negative {
        /// The name of the argument.
        what: &'static str,
        /// The value given.
        value: f64,
    },
    /// A size is infinite or NaN.
    NotFinite {
        /// The name of the argument.
        what: &'static str,
        /// The value given.
        value: f64,
    },
    /// An angle is so large that the shape would not be convex.
    TooWide {
        /// The name of the argument.
        what: &'static str,
        /// The value given, in radians.
        value: f64,
        /// The largest value allowed, in radians.
        limit: f64,
    },
    /// A vector of which only the direction counts is zero, infinite or NaN.
    NoDirection {
        /// The name of the argument.
        what: &'static str,
    },
    /// A point has an infinite or NaN coordinate.
    PointNotFinite {
        /// Its index in the list.
        index: usize,
    },
    /// A list of points is empty.
    NoPoints,
    /// A list of shapes is empty.
    NoShapes,
    /// A pose has a NaN or infinite component, or a rotation of length zero.
    PoseNotFinite,
    /// A half-space in a wrapper that needs a bounded shape, or that would not give a half-space.
    Unbounded {
        /// The shape that was to be made of it.
        what: &'static str,
    },
    /// A list has more points than vertex ids can number.
    TooManyPoints {
        /// The number of points given.
        given: usize,
        /// The number of points allowed.
        limit: usize,
    },
    /// The vertex limit is too small for a shape of the dimension.
    VertexLimitTooSmall {
        /// The limit given.
        given: usize,
        /// The number of vertices needed: 4 in 3D, 3 in 2D.
        least: usize,
    },
    /// The corners of a polygon, in the order given, do not form a convex polygon.
    Concave {
        /// The index of the corner that turns the wrong way.
        index: usize,
    },
}

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Negative { what, value } => write!(f, "{what} is negative: {value}"),
            Self::NotFinite { what, value } => write!(f, "{what} is not finite: {value}"),
            Self::TooWide { what, value, limit } => write!(f, "{what} is too wide for a convex shape: {value} rad, the limit is {limit}"),
            Self::NoDirection { what } => write!(f, "{what} has no direction: it is zero or not finite"),
            Self::PointNotFinite { index } => write!(f, "point {index} is not finite"),
            Self::NoPoints => write!(f, "no points were given"),
            Self::NoShapes => write!(f, "no shapes were given"),
            Self::PoseNotFinite => write!(f, "the pose is not finite, or its rotation is zero"),
            Self::Unbounded { what } => write!(f, "a half-space cannot be part of a {what}"),
            Self::TooManyPoints { given, limit } => write!(f, "{given} points are too many, the limit is {limit}"),
            Self::VertexLimitTooSmall { given, least } => write!(f, "a limit of {given} vertices is too small, the least is {least}"),
            Self::Concave { index } => write!(f, "the polygon is not convex at point {index}"),
        }
    }
}

impl core::error::Error for ShapeError {}
