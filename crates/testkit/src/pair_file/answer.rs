//! One line of an answer file.

use core::fmt;

use serde::{Deserialize, Serialize};

use crate::pair_file::coords::Coords;

/// Any line of an answer file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum AnswerLine {
    /// The query cannot be read, or a shape cannot be built.
    Error(ErrorAnswer),
    /// The answer to a `shape_cast` or `ray_cast`.
    Cast(CastAnswer),
    /// The answer to a `contact` or `distance`.
    Contact(Answer),
}

impl AnswerLine {
    /// The name of the query.
    pub fn id(&self) -> Option<&str> {
        match self {
            Self::Error(error) => error.id.as_deref(),
            Self::Cast(cast) => Some(&cast.id),
            Self::Contact(answer) => Some(&answer.id),
        }
    }
}

/// The answer to a `contact` or `distance` query. Points and normal are in the world.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// The query's name.
    pub id: String,
    /// The closed sets share a point.
    pub intersects: bool,
    /// The distance; 0 if they overlap.
    pub distance: f64,
    /// The depth, only if they overlap.
    #[serde(default)]
    pub depth: Option<f64>,
    /// The unit normal from A to B.
    #[serde(default)]
    pub normal: Option<Coords>,
    /// The point on A: closest if they are apart, deepest if they overlap.
    #[serde(default)]
    pub point_a: Option<Coords>,
    /// The point on B.
    #[serde(default)]
    pub point_b: Option<Coords>,
    /// The proved lower bound of the signed distance.
    #[serde(default)]
    pub lower: Option<f64>,
    /// The proved upper bound of the signed distance.
    #[serde(default)]
    pub upper: Option<f64>,
    /// Why the query stopped.
    #[serde(default)]
    pub status: String,
    /// The number of iterations.
    #[serde(default)]
    pub iterations: u32,
    /// The manifold, if a prediction was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub manifold: Option<Manifold>,
    /// All manifolds of a composite shape, if a prediction was given; `manifold` is the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub manifolds: Option<Vec<PartsManifold>>,
    /// The parts of a composite A and B that the separation is measured between: the indices in the
    /// file of triangles, segments, cells or parts.
    #[serde(default, skip_serializing_if = "no_parts")]
    pub parts: [Option<u32>; 2],
    /// What was changed to build the shapes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

fn no_parts(parts: &[Option<u32>; 2]) -> bool {
    *parts == [None; 2]
}

/// A contact manifold.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifold {
    /// The unit normal from A to B, in the world.
    pub n: Coords,
    /// The points on A and on B, and the separation, negative if they overlap.
    pub points: Vec<(Coords, Coords, f64)>,
}

/// A manifold of a composite shape.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PartsManifold {
    /// The parts of A and B that are deepest in each other.
    pub parts: [Option<u32>; 2],
    /// The contact.
    #[serde(flatten)]
    pub manifold: Manifold,
}

/// The answer to a cast.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CastAnswer {
    /// The query's name.
    pub id: String,
    /// The shapes meet.
    pub hit: bool,
    /// The time of the hit.
    #[serde(default)]
    pub toi: Option<f64>,
    /// The unit normal from A to B, in the world.
    #[serde(default)]
    pub normal: Option<Coords>,
    /// The point on A at that time.
    #[serde(default)]
    pub point_a: Option<Coords>,
    /// The point on B at that time.
    #[serde(default)]
    pub point_b: Option<Coords>,
    /// The parts of a composite A and B that meet.
    #[serde(default, skip_serializing_if = "no_parts")]
    pub parts: [Option<u32>; 2],
    /// What was changed to build the shapes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// Why a line has no answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ErrorAnswer {
    /// The name of the query, if it could be found.
    pub id: Option<String>,
    /// `kind: what is wrong`.
    pub error: String,
}

impl ErrorAnswer {
    /// The error line for the query `id`.
    pub fn new(id: Option<String>, kind: ErrorKind, what: impl fmt::Display) -> Self {
        Self { id, error: format!("{kind}: {what}") }
    }

    /// The same error with the number of the line that it is on.
    #[must_use]
    pub fn on_line(self, line: usize) -> Self {
        let error = self.error.split_once(": ").map_or_else(|| self.error.clone(), |(kind, what)| format!("{kind}: line {line}: {what}"));
        Self { error, ..self }
    }
}

/// The kinds of error answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// The line is not a query.
    Parse,
    /// A shape or pose cannot be built from its parameters.
    Construct,
    /// A shape or query that is not supported.
    Unsupported,
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Parse => "parse",
            Self::Construct => "construct",
            Self::Unsupported => "unsupported",
        })
    }
}
