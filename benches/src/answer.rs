//! What a library said of a pair, in one form for all of them.

/// An answer, as far as it can be right or wrong. Lengths are `f64`, whatever they were computed in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Answer {
    /// They share a point, or do not.
    Touch(bool),
    /// How far apart the two witness points are; 0 of shapes that overlap.
    Distance(f64),
    /// The signed distance, of a manifold that of its deepest point; `None` for no contact within the margin.
    Contact(Option<f64>),
    /// When they meet.
    Impact(Option<f64>),
}
