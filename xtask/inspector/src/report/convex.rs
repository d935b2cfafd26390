//! The report of a contact or a distance of two convex shapes.

use clinch_testkit::pair_file::Coords;
use serde::Serialize;

use crate::report::shape::{Outline, ShapeReport};

/// A pair and everything that its query saw.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct PairReport {
    pub(crate) id: String,
    pub(crate) dim: usize,
    pub(crate) precision: &'static str,
    pub(crate) shapes: [ShapeReport; 2],
    pub(crate) answer: AnswerReport,
    pub(crate) manifold: ManifoldReport,
    /// `None` beside a half-space, which has no support mapping.
    pub(crate) search: Option<SearchReport>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct AnswerReport {
    /// `near` or `undefined`: at an infinite margin no pair is beyond it.
    pub(crate) relation: &'static str,
    pub(crate) touching: bool,
    pub(crate) distance: Option<f64>,
    pub(crate) lower: Option<f64>,
    pub(crate) upper: Option<f64>,
    pub(crate) normal: Option<Coords>,
    pub(crate) point_a: Option<Coords>,
    pub(crate) point_b: Option<Coords>,
    pub(crate) unfinished: bool,
    pub(crate) work: Work,
    pub(crate) path: Path,
}

/// The work of a query: the counters of the library.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Work {
    pub(crate) calls: u32,
    pub(crate) guess_calls: u32,
    pub(crate) expansions: u32,
    pub(crate) slow_steps: u32,
    pub(crate) facets: u32,
    pub(crate) edge_pairs: u32,
    /// Vertices in the query's own record.
    pub(crate) recorded: usize,
}

/// Which algorithm answered.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Path {
    /// The entry of the pair table.
    pub(crate) table: String,
    pub(crate) answered: &'static str,
    pub(crate) file: &'static str,
    pub(crate) why: String,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct ManifoldReport {
    /// The separation up to which there are points.
    pub(crate) margin: f64,
    /// The line names it; else it is a hundredth of the size of the pair.
    pub(crate) given: bool,
    pub(crate) normal: Option<Coords>,
    pub(crate) points: Vec<PointReport>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct PointReport {
    pub(crate) on_a: Coords,
    pub(crate) on_b: Coords,
    pub(crate) separation: f64,
    /// The two features that meet, or `witness`.
    pub(crate) feature: String,
    pub(crate) touching: bool,
}

/// GJK and EPA on the two cores.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct SearchReport {
    /// The sum of the radii: the swept shapes touch if A − B is as near to the origin.
    pub(crate) radii: f64,
    pub(crate) outline: Outline,
    pub(crate) size: f64,
    pub(crate) error: f64,
    pub(crate) gjk: GjkReport,
    pub(crate) epa: Option<EpaReport>,
    /// Every vertex that the steps name, those of the full searches first.
    pub(crate) record: Vec<VertexReport>,
    /// The number of vertices that the full search of GJK recorded, and that of both searches.
    pub(crate) recorded: [usize; 2],
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct VertexReport {
    pub(crate) point: Coords,
    pub(crate) a: Coords,
    pub(crate) b: Coords,
    pub(crate) id_a: Option<usize>,
    pub(crate) id_b: Option<usize>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct GjkReport {
    pub(crate) guess_calls: u32,
    pub(crate) iterations: u32,
    pub(crate) stop: String,
    pub(crate) outcome: &'static str,
    pub(crate) steps: Vec<GjkStep>,
    pub(crate) certificate: Certificate,
}

/// A proof, and whether the library's own check of it passes, without the search.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Certificate {
    pub(crate) what: String,
    pub(crate) verified: Option<bool>,
}

/// The state after a number of support calls.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct GjkStep {
    pub(crate) calls: u32,
    /// The vertices that this step recorded.
    pub(crate) added: Vec<usize>,
    /// The direction of the support call, if the vertex is farthest along it.
    pub(crate) toward: Option<Coords>,
    pub(crate) simplex: Vec<usize>,
    /// The point of the simplex nearest the origin.
    pub(crate) nearest: Option<Coords>,
    /// Bounds of the distance of the cores; no lower one before an axis separates them.
    pub(crate) lower: Option<f64>,
    pub(crate) upper: Option<f64>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct EpaReport {
    pub(crate) iterations: u32,
    pub(crate) stop: String,
    pub(crate) outcome: &'static str,
    /// Not every call has a step: long searches are shown in strides.
    pub(crate) strides: bool,
    pub(crate) steps: Vec<EpaStep>,
    pub(crate) certificate: Certificate,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct EpaStep {
    pub(crate) calls: u32,
    /// Corners that the polytope did not have before.
    pub(crate) added: Vec<usize>,
    pub(crate) facets: Vec<Vec<usize>>,
    /// The facet that is expanded next, and its distance from the origin.
    pub(crate) next: Option<usize>,
    pub(crate) offset: Option<f64>,
    /// The best answer so far.
    pub(crate) normal: Option<Coords>,
    pub(crate) depth: Option<f64>,
    pub(crate) lower: Option<f64>,
    pub(crate) upper: Option<f64>,
}
