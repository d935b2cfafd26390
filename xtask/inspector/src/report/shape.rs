//! The shapes of a report, and their outlines.

use clinch_testkit::pair_file::{Coords, ShapeSpec};
use serde::Serialize;

/// A convex set: points, and loops of indices into them, counter-clockwise from outside. In 2D one
/// loop.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct Outline {
    pub(crate) points: Vec<Coords>,
    pub(crate) faces: Vec<Vec<usize>>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct ShapeReport {
    pub(crate) spec: ShapeSpec,
    /// The kind of its core, by which the algorithm is chosen. Of a composite shape its own kind.
    pub(crate) core: String,
    pub(crate) radius: f64,
    pub(crate) pose: PoseReport,
    /// The swept shape, in its own frame. Empty if it is composite.
    pub(crate) outline: Outline,
    /// The core, if it is swept by a radius.
    pub(crate) core_outline: Option<Outline>,
    /// In the world: least and greatest coordinates.
    pub(crate) bounds: Option<[Coords; 2]>,
    /// The normal and the offset of a half-space, in its own frame.
    pub(crate) half_space: Option<(Coords, f64)>,
    /// The parts of a composite shape.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) parts: Vec<PartReport>,
    /// Its other parts, which are too many to be drawn.
    #[serde(skip_serializing_if = "is_none")]
    pub(crate) hidden: usize,
}

fn is_none(count: &usize) -> bool {
    *count == 0
}

/// A convex part of a composite shape.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct PartReport {
    /// The index in the line of the triangle, segment, cell or part that it comes from.
    pub(crate) index: Option<u32>,
    /// In the frame of the composite shape.
    pub(crate) outline: Outline,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct PoseReport {
    /// The images of the coordinate axes.
    pub(crate) axes: Vec<Coords>,
    pub(crate) t: Coords,
}
