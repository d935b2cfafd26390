//! Rule: a crate depends only on what its row of `layers.rs` names.
//!
//! The dependencies are those of `cargo metadata`: optional, renamed and target-specific ones too.

use cargo_metadata::{Dependency, DependencyKind, Package};

use crate::tidy::layers::{IN_TESTS, MAY_USE_BEVY, ROWS, Row, TOOLS, row};
use crate::tidy::report::Report;
use crate::tidy::text::line_where;
use crate::tidy::tree::{Tree, is_published};

const TABLE: &str = "xtask/src/tidy/layers.rs";

pub(crate) fn check(tree: &Tree, report: &mut Report) {
    for (package, manifest) in tree.members() {
        let name = package.name.as_str();
        match row(name) {
            Some(row) => check_row(tree, package, row, &manifest, report),
            None if TOOLS.contains(&name) && !is_published(package) => {}
            None if TOOLS.contains(&name) => report.error(&manifest, 1, format!("`{name}` is a tool; set `publish = false`")),
            None => report.error(&manifest, 1, format!("`{name}` has no row in {TABLE}; add one with what it may use")),
        }
    }
}

fn check_row(tree: &Tree, package: &Package, row: &Row, manifest: &str, report: &mut Report) {
    for dependency in &package.dependencies {
        if let Some(text) = objection(row, dependency) {
            let key = dependency.rename.as_deref().unwrap_or(&dependency.name);
            let line = line_where(tree.manifest(manifest), |line| is_key(line, key));
            report.error(manifest, line, text);
        }
    }
}

/// Why the crate may not have this dependency; `None` if it may.
fn objection(row: &Row, dependency: &Dependency) -> Option<String> {
    let (from, to) = (row.name, dependency.name.as_str());
    if to.starts_with("bevy_") && !MAY_USE_BEVY.contains(&from) {
        return Some(format!("`{from}` must not use `{to}`: only {} may use bevy", MAY_USE_BEVY.join(", ")));
    }
    let in_tests = dependency.kind == DependencyKind::Development && IN_TESTS.iter().any(|(name, _)| *name == to);
    if in_tests || row.may_use(to) || row.is_above(to) {
        return None;
    }
    let ours = ROWS.iter().any(|row| row.name == to) || TOOLS.contains(&to);
    Some(match (ours, dependency.kind) {
        (true, DependencyKind::Development) => {
            format!("the tests of `{from}` must not use `{to}`; use clinch-testkit, or move the test to a crate above")
        }
        (true, _) => format!("`{from}` must not use `{to}`; it is above [{}] ({TABLE})", row.below.join(", ")),
        (false, _) => format!("the outside crate `{to}` is not in the row of `{from}`; remove it, or add it with a reason to {TABLE}"),
    })
}

/// `key = …`, `key.workspace = …` or `[dependencies.key]`.
fn is_key(line: &str, key: &str) -> bool {
    let line = line.trim();
    let rest = line.strip_prefix(key).unwrap_or("?");
    rest.starts_with(['.', ' ', '=']) || line.ends_with(&format!(".{key}]"))
}
