//! Whether the facade compiles for WebAssembly.

use crate::check::machine::has_library;
use crate::check::outcome::Outcome;
use crate::check::workspace::Workspace;

/// That of programs in a browser.
const TARGET: &str = "wasm32-unknown-unknown";

/// Checks the facade with these arguments about features.
pub(crate) fn wasm(workspace: &Workspace, features: &[&str]) -> anyhow::Result<Outcome> {
    if !has_library(TARGET) {
        return Ok(Outcome::Skipped(format!("no standard library for {TARGET}; rustup target add {TARGET}")));
    }
    workspace.cargo(&[&["check", "--package", "clinch", "--target", TARGET], features].concat())?;
    Ok(Outcome::Passed)
}
