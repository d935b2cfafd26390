//! The report of the contacts of composite shapes.

use clinch_testkit::pair_file::{Answer, Coords};
use serde::Serialize;

use crate::report::convex::PointReport;
use crate::report::shape::ShapeReport;

/// Two shapes of which at least one is composite, and what became of the contacts of the parts.
/// Parts are named by their place in the report of their shape.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct ContactsReport {
    pub(crate) id: String,
    pub(crate) dim: usize,
    pub(crate) precision: &'static str,
    pub(crate) shapes: [ShapeReport; 2],
    /// The line that `cargo xtask query` prints, without manifolds. The bounds are those of the
    /// shapes as they are built.
    pub(crate) line: Answer,
    /// The separation up to which there are contacts.
    pub(crate) margin: f64,
    /// The line names it; else it is a hundredth of the size of the pair.
    pub(crate) given: bool,
    pub(crate) manifolds: Vec<PartsManifoldReport>,
    /// The contacts of the parts within the margin.
    pub(crate) verdicts: Vec<VerdictReport>,
}

/// A manifold, and the parts that are deepest in each other.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct PartsManifoldReport {
    pub(crate) parts: [Option<usize>; 2],
    pub(crate) normal: Coords,
    pub(crate) points: Vec<PointReport>,
}

/// The contact of a part, and whether it is one of the whole shape.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct VerdictReport {
    pub(crate) parts: [Option<usize>; 2],
    /// `kept`, `joined`, `outside_cone`, `covered`, `resolved`, `continued` or `behind`.
    pub(crate) verdict: &'static str,
    /// The feature of the part that the normal is outside the cone of: `face`, `edge` or `vertex`.
    pub(crate) feature: Option<&'static str>,
    /// The parts that are nearer, cover it or have its points; they belong to this shape.
    pub(crate) by: Vec<usize>,
    pub(crate) by_of: usize,
    pub(crate) distance: f64,
    pub(crate) normal: Coords,
    pub(crate) point_a: Coords,
    pub(crate) point_b: Coords,
}
