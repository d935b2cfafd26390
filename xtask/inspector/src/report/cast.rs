//! The report of a cast.

use clinch_testkit::pair_file::{CastAnswer, Coords};
use serde::Serialize;

use crate::report::convex::{Certificate, Path, VertexReport};
use crate::report::shape::{Outline, ShapeReport};

/// Two moving shapes, or a shape and a ray, and what happens to them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct CastReport {
    pub(crate) id: String,
    pub(crate) dim: usize,
    pub(crate) precision: &'static str,
    /// At the start. That of a ray is its point.
    pub(crate) shapes: [ShapeReport; 2],
    pub(crate) ray: bool,
    /// Of A and of B in the world, per unit of time.
    pub(crate) velocities: [Coords; 2],
    /// `None` without a limit.
    pub(crate) max_time: Option<f64>,
    pub(crate) target_distance: f64,
    /// The line that `cargo xtask query` prints.
    pub(crate) line: CastAnswer,
    pub(crate) end: CastEnd,
    pub(crate) path: Path,
    /// The start, the bounds that the steps prove, and the end.
    pub(crate) states: Vec<CastState>,
    /// `None` beside a half-space, and of composite shapes.
    pub(crate) search: Option<CastSearchReport>,
}

/// The rest of the library's answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct CastEnd {
    /// Up to this time the shapes are proved to be farther apart than the target, if they hit.
    pub(crate) lower: Option<f64>,
    pub(crate) at_start: bool,
    /// The signed distance at the hit.
    pub(crate) separation: Option<f64>,
    /// The axis of a miss, from A to B, in the world, and whether it proves the miss with the
    /// errors of the support mappings.
    pub(crate) axis: Option<Coords>,
    pub(crate) proven: Option<bool>,
    pub(crate) steps: u32,
    pub(crate) calls: u32,
}

/// The shapes at a time.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct CastState {
    /// `start`, `bound`, `hit` or `miss`.
    pub(crate) what: &'static str,
    /// The limit of steps of the cast whose answer is this time, and its support calls.
    pub(crate) limit: Option<u32>,
    pub(crate) calls: Option<u32>,
    pub(crate) time: f64,
    /// The origins of both frames in the world.
    pub(crate) at: [Coords; 2],
    /// How far B has moved beside A, in A's frame: the place of the origin in A − B of the start.
    pub(crate) moved: Coords,
    /// The signed distance there, the unit normal and the witness points: of the hit if it is one,
    /// else of a query of the distance.
    pub(crate) distance: Option<f64>,
    pub(crate) normal: Option<Coords>,
    pub(crate) point_a: Option<Coords>,
    pub(crate) point_b: Option<Coords>,
    /// The record of the cast with this limit: the vertices of its portal, or of its last query of
    /// the distance, as vertices of A − B at the start.
    pub(crate) record: Vec<VertexReport>,
}

/// The cast of the two cores.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct CastSearchReport {
    /// The sum of the radii, and with it the target distance: the distance of the cores that counts
    /// as a hit.
    pub(crate) radii: f64,
    pub(crate) target: f64,
    /// A − B at the start.
    pub(crate) outline: Outline,
    /// The motion per unit of time, in A's frame.
    pub(crate) motion: Coords,
    pub(crate) outcome: &'static str,
    pub(crate) steps: u32,
    pub(crate) calls: u32,
    pub(crate) certificate: Certificate,
}
