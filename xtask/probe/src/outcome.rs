//! What one input of a fuzz target showed.

use std::collections::BTreeSet;

use clinch::support::{Scalar, Vector};

/// The faults of one input, and which situations it had.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// The faults; none if all answers are right.
    pub wrong: Vec<String>,
    /// The situations, so that a test can assert that its inputs have all of them.
    pub seen: BTreeSet<&'static str>,
}

impl Outcome {
    /// Adds a fault if this is not right.
    pub(crate) fn unless(&mut self, right: bool, what: impl FnOnce() -> String) {
        if !right {
            self.wrong.push(what());
        }
    }

    /// Adds the input to the faults, if there are any.
    pub(crate) fn with_input(mut self, input: &impl core::fmt::Debug) -> Self {
        if !self.wrong.is_empty() {
            self.wrong.push(format!("input: {input:?}"));
        }
        self
    }
}

/// Whether this is a unit vector, in its precision. Near the ends of the range of a float, squares
/// have few digits.
pub(crate) fn is_unit<V: Vector>(normal: V, tame: bool) -> bool {
    let most = if tame { 16.0 * V::Scalar::EPSILON.widen() } else { 0.1 };
    (normal.widen().length() - 1.0).abs() <= most
}
