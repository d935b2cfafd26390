//! Why a shape could not be made.

use core::fmt;

/// What a constructor refuses, and where it stands. Only constructors can fail; queries are total.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum ShapeError {
    /// A size is negative.
    Negative {
        /// Which size, as the constructor's argument is called.
        what: &'static str,
        /// The value given.
        value: f64,
    },
    /// A size is infinite or NaN.
    NotFinite {
        /// Which size, as the constructor's argument is called.
        what: &'static str,
        /// The value given.
        value: f64,
    },
    /// An angle is so wide that the shape would not be convex.
    TooWide {
        /// Which angle, as the constructor's argument is called.
        what: &'static str,
        /// The value given, in radians.
        value: f64,
        /// The widest allowed, in radians.
        limit: f64,
    },
    /// A vector that only gives a direction is zero, infinite or NaN.
    NoDirection {
        /// Which vector, as the constructor's argument is called.
        what: &'static str,
    },
    /// A point of a list has an infinite or NaN coordinate.
    PointNotFinite {
        /// Its place in the list.
        index: usize,
    },
    /// A list of points is empty.
    NoPoints,
    /// A list of shapes is empty.
    NoShapes,
    /// A pose has a NaN or infinite component, or a rotation of length zero.
    PoseNotFinite,
    /// A half-space, in a shape that no half-space can be part of: their hull or sum, or its image, would be no half-space and has no farthest points.
    Unbounded {
        /// What was to be made of it.
        what: &'static str,
    },
    /// A list has more points than vertex ids can name.
    TooManyPoints {
        /// How many were given.
        given: usize,
        /// How many are allowed.
        limit: usize,
    },
    /// A budget of vertices is too small for a shape of the dimension.
    BudgetTooSmall {
        /// How many vertices were allowed.
        given: usize,
        /// How many are needed: 4 in space, 3 in the plane.
        least: usize,
    },
    /// The corners of a polygon, in the order given, do not go round a convex one.
    Concave {
        /// The place in the list of the corner that turns the wrong way.
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
            Self::Unbounded { what } => write!(f, "there is no {what} with this half-space"),
            Self::TooManyPoints { given, limit } => write!(f, "{given} points were given, the limit is {limit}"),
            Self::BudgetTooSmall { given, least } => write!(f, "a budget of {given} vertices is too small, the least is {least}"),
            Self::Concave { index } => write!(f, "the polygon is not convex at point {index}"),
        }
    }
}

impl core::error::Error for ShapeError {}
