//! A circle in space.

/// All points of a plane at one distance from its middle: a rim, in the frame of its shape.
///
/// What a search must know to tell how a farthest point moves when the direction turns. In the plane it is a pair of points, and nobody asks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Circle<W> {
    /// Its middle.
    pub middle: W,
    /// Across its plane, of length 1.
    pub axis: W,
    /// The distance of its points from the middle.
    pub radius: f64,
}
