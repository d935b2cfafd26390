//! Rule: a crate depends only on what its row of `walls.rs` names.
//!
//! From `cargo metadata`, so optional, renamed and target-specific dependencies are seen like any other.

use cargo_metadata::{Dependency, DependencyKind, Package};

use crate::tidy::report::Report;
use crate::tidy::text::line_where;
use crate::tidy::tree::{Tree, is_published};
use crate::tidy::walls::{FREE, IN_TESTS, KNOW_BEVY, ROOMS, Room, room};

const TABLE: &str = "xtask/src/tidy/walls.rs";

pub(crate) fn check(tree: &Tree, report: &mut Report) {
    for (package, manifest) in tree.members() {
        let name = package.name.as_str();
        match room(name) {
            Some(room) => check_room(tree, package, room, &manifest, report),
            None if FREE.contains(&name) && !is_published(package) => {}
            None if FREE.contains(&name) => {
                report.error(&manifest, 1, format!("`{name}` stands outside the walls; set `publish = false`"));
            }
            None => report.error(&manifest, 1, format!("`{name}` has no row in {TABLE}; add one and say what it may use")),
        }
    }
}

fn check_room(tree: &Tree, package: &Package, room: &Room, manifest: &str, report: &mut Report) {
    for dependency in &package.dependencies {
        if let Some(text) = objection(room, dependency) {
            let key = dependency.rename.as_deref().unwrap_or(&dependency.name);
            let line = line_where(tree.manifest(manifest), |line| is_key(line, key));
            report.error(manifest, line, text);
        }
    }
}

/// What speaks against this dependency, if anything does.
fn objection(room: &Room, dependency: &Dependency) -> Option<String> {
    let (from, to) = (room.name, dependency.name.as_str());
    if to.starts_with("bevy_") && !KNOW_BEVY.contains(&from) {
        return Some(format!("`{from}` must not know `{to}`: bevy is behind the door, in {}", KNOW_BEVY.join(", ")));
    }
    let in_tests = dependency.kind == DependencyKind::Development && IN_TESTS.iter().any(|(name, _)| *name == to);
    if in_tests || room.may_use(to) || room.stands_on(to) {
        return None;
    }
    let ours = ROOMS.iter().any(|room| room.name == to) || FREE.contains(&to);
    Some(match (ours, dependency.kind) {
        (true, DependencyKind::Development) => {
            format!("the tests of `{from}` must not know `{to}`; let clinch-testkit stand between, or move the test up")
        }
        (true, _) => format!("`{from}` must not know `{to}`; it stands on [{}] ({TABLE})", room.on.join(", ")),
        (false, _) => format!("the outside crate `{to}` is not in the row of `{from}`; do without, or add it with a reason to {TABLE}"),
    })
}

/// `key = …`, `key.workspace = …` or `[dependencies.key]`.
fn is_key(line: &str, key: &str) -> bool {
    let line = line.trim();
    let rest = line.strip_prefix(key).unwrap_or("?");
    rest.starts_with(['.', ' ', '=']) || line.ends_with(&format!(".{key}]"))
}
