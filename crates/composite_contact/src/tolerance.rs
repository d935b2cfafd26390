//! The tolerances of directions and of planes.

/// A direction within this angle of a normal cone is in it, and a feature that is perpendicular to
/// a direction to within this angle is perpendicular. Larger: contacts whose normal is off by as
/// much are kept. Smaller: the rounding of `f32` vertices makes ridges of flat edges, and the
/// contacts on both sides of such an edge may be dropped.
pub(crate) const ANGLE: f64 = 1.0 / (1 << 20) as f64;

/// Planes of parts differ by less than this part of the body's radius if they are the
/// same. Larger: a body on a step gets points of the ground beside it. Smaller: on ground with
/// bumps below this size, a body has fewer points.
pub(crate) const SAME_PLANE: f64 = 1e-3;
