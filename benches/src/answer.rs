//! The answer of a library for a pair, in one form for all libraries.

/// The part of an answer that is checked. Lengths are `f64`, whatever they were computed in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Answer {
    /// Whether the shapes share a point.
    Touch(bool),
    /// The distance of the two witness points; 0 if the shapes overlap.
    Distance(f64),
    /// The signed distance, for a manifold that of its deepest point; `None` if there is no contact
    /// within the margin.
    Contact(Option<f64>),
    /// The time of impact.
    Impact(Option<f64>),
}
