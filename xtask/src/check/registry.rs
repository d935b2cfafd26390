//! Distinguishes errors of the registry from errors in our crates.

/// What cargo writes when the registry, the network or a mirror fails, and not our crates.
const TROUBLE: &[&str] = &[
    "failed to query",
    "failed to download",
    "failed to fetch",
    "failed to update",
    "Unable to update",
    "Could not resolve host",
    "network failure",
    "crates-io is replaced with",
    "no matching package named `clinch",
    "--offline was specified",
    "you're using offline mode",
];

/// The first line of cargo's output that blames the registry.
pub(crate) fn trouble(heard: &str) -> Option<&str> {
    heard.lines().find(|line| TROUBLE.iter().any(|trouble| line.contains(trouble))).map(str::trim)
}

#[cfg(test)]
mod tests {
    use super::trouble;

    #[test]
    fn no_network_is_trouble_and_an_error_in_a_crate_is_not() {
        let unreachable = "error: failed to get `glam` as a dependency\n\nCaused by:\n  failed to download from `https://index`\n";
        assert_eq!(trouble(unreachable), Some("failed to download from `https://index`"));
        let offline = "error: no matching package named `bevy_ecs` found\nAs a reminder, you're using offline mode (--offline)";
        assert!(trouble(offline).is_some());
        let two_versions = "error[E0308]: mismatched types\n  expected `Vec3`, found `Vec3`\nerror: could not compile `fresh`";
        assert_eq!(trouble(two_versions), None);
        assert_eq!(trouble("error: failed to select a version for `glam`."), None);
    }
}
