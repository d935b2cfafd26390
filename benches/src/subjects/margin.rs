//! The margin of the measured queries.

/// The speculative margin of all libraries that have one: the margin built into Box3D.
pub const MARGIN: f32 = 0.02;
