//! How a step of the gate ends when nothing failed.

/// The outcome of a step that did not fail.
pub(crate) enum Outcome {
    Passed,
    /// Not possible on this machine, with the reason.
    Skipped(String),
}
