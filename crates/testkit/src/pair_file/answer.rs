//! One line of an answer file.

use core::fmt;

use serde::{Deserialize, Serialize};

use crate::pair_file::coords::Coords;

/// Any line of an answer file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum AnswerLine {
    /// The query was not understood or a shape could not be built.
    Error(ErrorAnswer),
    /// Of `shape_cast` and `ray_cast`.
    Cast(CastAnswer),
    /// Of `contact` and `distance`.
    Contact(Answer),
}

impl AnswerLine {
    /// Which query it answers.
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
    /// 0 when overlapping.
    pub distance: f64,
    /// Only when overlapping.
    #[serde(default)]
    pub depth: Option<f64>,
    /// Unit, from A to B.
    #[serde(default)]
    pub normal: Option<Coords>,
    /// On A: closest when apart, deepest when overlapping.
    #[serde(default)]
    pub point_a: Option<Coords>,
    /// On B.
    #[serde(default)]
    pub point_b: Option<Coords>,
    /// The signed distance is proved to be at least this.
    #[serde(default)]
    pub lower: Option<f64>,
    /// The signed distance is proved to be at most this.
    #[serde(default)]
    pub upper: Option<f64>,
    /// Why the query stopped.
    #[serde(default)]
    pub status: String,
    /// How long it took.
    #[serde(default)]
    pub iterations: u32,
    /// When a prediction was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub manifold: Option<Manifold>,
}

/// A contact manifold.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifold {
    /// Unit, world, from A to B.
    pub n: Coords,
    /// On A, on B, and the separation, negative when overlapping.
    pub points: Vec<(Coords, Coords, f64)>,
}

/// The answer to a cast.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CastAnswer {
    /// The query's name.
    pub id: String,
    /// They meet.
    pub hit: bool,
    /// When.
    #[serde(default)]
    pub toi: Option<f64>,
    /// Unit, world, from A to B.
    #[serde(default)]
    pub normal: Option<Coords>,
    /// On A, at that time.
    #[serde(default)]
    pub point_a: Option<Coords>,
    /// On B, at that time.
    #[serde(default)]
    pub point_b: Option<Coords>,
}

/// Why a line has no answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ErrorAnswer {
    /// The query's name, if it could be found.
    pub id: Option<String>,
    /// `kind: what is wrong`.
    pub error: String,
}

impl ErrorAnswer {
    /// The line that says what is wrong with the query `id`.
    pub fn new(id: Option<String>, kind: ErrorKind, what: impl fmt::Display) -> Self {
        Self { id, error: format!("{kind}: {what}") }
    }
}

/// The kinds of error answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// The line is not a query.
    Parse,
    /// A shape or pose cannot be built from its parameters.
    Construct,
    /// A shape or query that is not known here.
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
