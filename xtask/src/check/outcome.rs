//! The outcome of a step that did not fail. A failure is an error.

/// How a step ended.
pub(crate) enum Outcome {
    Passed,
    /// Not possible on this machine, with the reason.
    Skipped(String),
}
