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
    /// A point of a list has an infinite or NaN coordinate.
    PointNotFinite {
        /// Its place in the list.
        index: usize,
    },
    /// A list of points is empty.
    NoPoints,
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
            Self::PointNotFinite { index } => write!(f, "point {index} is not finite"),
            Self::NoPoints => write!(f, "no points were given"),
            Self::TooManyPoints { given, limit } => write!(f, "{given} points were given, the limit is {limit}"),
            Self::BudgetTooSmall { given, least } => write!(f, "a budget of {given} vertices is too small, the least is {least}"),
            Self::Concave { index } => write!(f, "the polygon is not convex at point {index}"),
        }
    }
}

impl core::error::Error for ShapeError {}
