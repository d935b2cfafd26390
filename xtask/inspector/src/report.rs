//! The report of a query, as the page reads it.
//!
//! Points of A and of A − B are in A's frame, points of B in B's own, as in the record. The page
//! moves them with the poses that are in the report. Points of answers and of manifolds are in the
//! world.

mod cast;
mod contacts;
mod convex;
mod shape;

use serde::Serialize;

use crate::input::Refusal;

pub(crate) use cast::{CastEnd, CastReport, CastSearchReport, CastState};
pub(crate) use contacts::{ContactsReport, PartsManifoldReport, VerdictReport};
pub(crate) use convex::{
    AnswerReport, Certificate, EpaReport, EpaStep, GjkReport, GjkStep, ManifoldReport, PairReport, Path, PointReport, SearchReport,
    VertexReport, Work,
};
pub(crate) use shape::{Outline, PartReport, PoseReport, ShapeReport};

/// What is shown of one line, as JSON.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Report(pub(crate) Shown);

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum Shown {
    /// The line has no query that can be shown.
    Refused { error: Refusal },
    /// Two convex shapes: a contact or a distance.
    Pair(Box<PairReport>),
    /// A cast of any shapes.
    Cast(Box<CastReport>),
    /// Composite shapes: a contact or a distance.
    Contacts(Box<ContactsReport>),
}
