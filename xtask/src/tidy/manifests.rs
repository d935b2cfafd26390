//! Rule: every manifest inherits the workspace's lints, which forbid `unsafe`; a published crate
//! has what a registry requires, and lets clippy refuse panics.
//!
//! The lints about panics are attributes of the published libraries, because lints of a manifest
//! apply to its tests and examples too.

use cargo_metadata::Package;
use toml::Table;

use crate::tidy::report::Report;
use crate::tidy::tree::{Tree, is_published};

/// The most that crates.io accepts.
const KEYWORDS: usize = 5;

/// Stands in every published library. `todo!` and `unimplemented!` are refused in the whole
/// workspace.
const REFUSES_PANICS: &str = "#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable))]";

pub(crate) fn check(tree: &Tree, report: &mut Report) {
    let unsafe_code = read(tree, "Cargo.toml").and_then(|root| {
        let lints = root.get("workspace")?.get("lints")?.get("rust")?.get("unsafe_code")?.clone();
        Some(lints.get("level").unwrap_or(&lints).as_str()?.to_owned())
    });
    if unsafe_code.as_deref() != Some("forbid") {
        report.error("Cargo.toml", 1, "`unsafe_code` must be \"forbid\" under [workspace.lints.rust]");
    }
    for (package, manifest) in tree.members() {
        let inherits = read(tree, &manifest).and_then(|table| table.get("lints")?.get("workspace")?.as_bool());
        if inherits != Some(true) {
            report.error(&manifest, 1, "does not inherit the workspace's lints, which forbid unsafe; add `[lints] workspace = true`");
        }
        if is_published(package) {
            check_published(tree, package, &manifest, report);
        }
    }
}

fn check_published(tree: &Tree, package: &Package, manifest: &str, report: &mut Report) {
    let mut require = |present: bool, text: &str| {
        if !present {
            report.error(manifest, 1, format!("`{}` is published and {text}", package.name));
        }
    };
    require(package.license.is_some(), "has no license; add `license.workspace = true`");
    require(package.description.is_some(), "has no description; add one sentence");
    require((1..=KEYWORDS).contains(&package.keywords.len()), "needs 1 to 5 keywords; add `keywords.workspace = true`");
    require((1..=KEYWORDS).contains(&package.categories.len()), "needs 1 to 5 categories; add `categories.workspace = true`");
    let readme = package.readme().is_some_and(|path| tree.has(path.as_str()));
    require(readme, "has no readme, or names one that does not exist; set `readme`");
    let documented = package.metadata["docs"]["rs"]["all-features"] == true;
    require(documented, "has documentation without its features on docs.rs; set `all-features = true` in [package.metadata.docs.rs]");
    let library = manifest.replace("Cargo.toml", "src/lib.rs");
    if let Some(source) = tree.sources.iter().find(|source| source.path() == library)
        && !source.file.text.lines().any(|line| line == REFUSES_PANICS)
    {
        report.error(&library, 1, format!("does not refuse panics; add `{REFUSES_PANICS}`"));
    }
}

fn read(tree: &Tree, path: &str) -> Option<Table> {
    tree.manifest(path).parse().ok()
}
