//! Distinguishes failures of the registry from failures of our crates.

use anyhow::bail;

use crate::check::outcome::Outcome;

/// Messages of cargo about the registry, the network or a mirror.
const ERRORS: &[&str] = &[
    "failed to query",
    "failed to download",
    "failed to fetch",
    "failed to update",
    "Unable to update registry",
    "Could not resolve host",
    "network failure",
    "crates-io is replaced with",
    "no matching package named `clinch",
    "--offline was specified",
    "you're using offline mode",
];

/// The first line of cargo's output with a failure of the registry.
pub(crate) fn error(stderr: &str) -> Option<&str> {
    stderr.lines().find(|line| ERRORS.iter().any(|error| line.contains(error))).map(str::trim)
}

/// The outcome of a command of cargo that needs the registry. `failure` says what is wrong if it is
/// not the registry.
pub(crate) fn outcome((passed, stderr): (bool, String), failure: &str) -> anyhow::Result<Outcome> {
    match error(&stderr) {
        _ if passed => Ok(Outcome::Passed),
        Some(error) => Ok(Outcome::Skipped(error.to_owned())),
        None => bail!("{failure}"),
    }
}

#[cfg(test)]
mod tests {
    use super::error;

    #[test]
    fn no_network_is_an_error_of_the_registry_and_a_type_error_is_not() {
        let unreachable = "error: failed to get `glam` as a dependency\n\nCaused by:\n  failed to download from `https://index`\n";
        assert_eq!(error(unreachable), Some("failed to download from `https://index`"));
        let offline = "error: no matching package named `bevy_ecs` found\nAs a reminder, you're using offline mode (--offline)";
        assert!(error(offline).is_some());
        let two_versions = "error[E0308]: mismatched types\n  expected `Vec3`, found `Vec3`\nerror: could not compile `fresh`";
        assert_eq!(error(two_versions), None);
        assert_eq!(error("error: failed to select a version for `glam`."), None);
    }
}
