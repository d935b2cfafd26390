//! Each rule of tidy is broken in a small workspace, and must be reported at the right place.

mod fixture;

mod circles;
mod prose;

use fixture::Fixture;

/// Tidy fails, and reports this at this place.
#[track_caller]
fn reported(fixture: &Fixture, place: &str, text: &str) {
    let (passed, output) = fixture.tidy();
    assert!(!passed, "tidy passes:\n{output}");
    let found = output.lines().any(|line| line.starts_with(&format!("{place}: ")) && line.contains(text));
    assert!(found, "not reported at {place}: {text:?}\n{output}");
}

/// Tidy finds nothing.
#[track_caller]
fn passes(fixture: &Fixture) {
    let (passed, output) = fixture.tidy();
    assert!(passed, "{output}");
}

/// With `from` replaced by `to` in one file, tidy reports `text` at `line` of it and nothing else.
#[track_caller]
fn broken(path: &str, from: &str, to: &str, line: usize, text: &str) {
    let fixture = Fixture::new();
    fixture.edit(path, from, to);
    reported(&fixture, &format!("{path}:{line}"), text);
    let (_, output) = fixture.tidy();
    assert!(output.contains("tidy: 1 errors"), "more than the one error:\n{output}");
}

const GJK: &str = "crates/gjk/Cargo.toml";
const SHAPES_LIB: &str = "crates/shapes/src/lib.rs";
const ARCHITECTURE: &str = "docs/architecture.md";

#[test]
fn the_unbroken_workspace_passes() {
    passes(&Fixture::new());
}

#[test]
fn gjk_must_not_use_shapes() {
    let more = "clinch-support.workspace = true\nclinch-shapes.workspace = true";
    broken(GJK, "clinch-support.workspace = true", more, 16, "`clinch-gjk` must not use `clinch-shapes`");
}

#[test]
fn shapes_must_not_use_gjk() {
    let path = "crates/shapes/Cargo.toml";
    let more = "clinch-mass.workspace = true\nclinch-gjk = { workspace = true, optional = true }";
    broken(path, "clinch-mass.workspace = true", more, 16, "`clinch-shapes` must not use `clinch-gjk`");
}

#[test]
fn a_renamed_dependency_is_seen_through() {
    let more = "clinch-support.workspace = true\nwords = { package = \"clinch-shapes\", path = \"../shapes\" }";
    broken(GJK, "clinch-support.workspace = true", more, 16, "`clinch-gjk` must not use `clinch-shapes`");
}

#[test]
fn tests_may_use_testkit_but_no_crate_of_the_same_layer() {
    let more = "clinch-testkit.workspace = true\nclinch-shapes.workspace = true";
    broken(GJK, "clinch-testkit.workspace = true", more, 19, "the tests of `clinch-gjk` must not use `clinch-shapes`");
}

#[test]
fn testkit_is_for_tests_alone() {
    let fixture = Fixture::new();
    fixture.edit(GJK, "[dependencies]", "[dependencies]\nclinch-testkit.workspace = true");
    reported(&fixture, "crates/gjk/Cargo.toml:15", "`clinch-gjk` must not use `clinch-testkit`");
}

#[test]
fn bevy_stays_in_the_stage_and_above() {
    broken(GJK, "[dependencies]", "[dependencies]\nbevy_ecs.workspace = true", 15, "must not use `bevy_ecs`");
    broken(GJK, "[dev-dependencies]", "[dev-dependencies]\nbevy_ecs.workspace = true", 18, "must not use `bevy_ecs`");
}

#[test]
fn an_outside_crate_needs_a_reason() {
    let more = "glam.workspace = true\nrand.workspace = true";
    broken(
        "crates/support/Cargo.toml",
        "glam.workspace = true",
        more,
        16,
        "the outside crate `rand` is not in the row of `clinch-support`",
    );
}

#[test]
fn a_new_crate_needs_a_row() {
    let fixture = Fixture::new();
    fixture.edit("crates/testkit/Cargo.toml", "name = \"clinch-testkit\"", "name = \"clinch-fluids\"");
    reported(&fixture, "crates/testkit/Cargo.toml:1", "`clinch-fluids` has no row");
}

#[test]
fn unsafe_is_forbidden_in_the_workspace_and_every_member_inherits_that() {
    broken("Cargo.toml", "\"forbid\"", "\"deny\"", 1, "`unsafe_code` must be \"forbid\"");
    broken(GJK, "[lints]\nworkspace = true\n", "", 1, "does not inherit the workspace's lints");
}

#[test]
fn a_published_crate_has_what_a_registry_requires() {
    broken(GJK, "license = \"MIT\"\n", "", 1, "has no license");
    broken(GJK, "description = \"gjk\"\n", "", 1, "has no description");
    broken(GJK, "[\"physics\"]", "[]", 1, "needs 1 to 5 keywords");
    broken(GJK, "[\"science\"]", "[]", 1, "needs 1 to 5 categories");
    broken(GJK, "README.md", "LIESMICH.md", 1, "has no readme");
    broken(GJK, "all-features = true", "all-features = false", 1, "has documentation without its features on docs.rs");
}

#[test]
fn no_entity_and_no_velocity_below_the_stage() {
    broken(SHAPES_LIB, "pub fn f(x", "use bevy_ecs as _;\npub fn f(x", 4, "`bevy_ecs` must not be used below the ECS stage");
    broken(SHAPES_LIB, "pub fn f(x", "pub struct Entity;\npub fn f(x", 4, "`Entity` must not be used below the ECS stage");
    broken(SHAPES_LIB, "impl Serialize", "macro_rules! m { () => { velocity } }\nimpl Serialize", 10, "`velocity` must not be used");
}

#[test]
fn the_oracle_may_not_import_what_it_judges() {
    for name in ["clinch_support", "clinch_shapes", "clinch_gjk", "clinch_epa", "clinch_contact"] {
        let text = format!("the oracle must not use `{name}`");
        broken("crates/testkit/src/oracle/cube.rs", "use glam", &format!("use {name} as x;\nuse glam"), 3, &text);
    }
}

#[test]
fn no_feature_changes_a_type() {
    let cfg = "#[cfg(all(unix, feature = \"x\"))]";
    for (item, text) in [
        (format!("{cfg} struct A;"), "a struct"),
        (format!("struct A {{ {cfg} a: u8 }}"), "a field"),
        (format!("struct A({cfg} u8);"), "a field"),
        (format!("enum A {{ {cfg} B }}"), "a variant"),
        (format!("mod m {{ {cfg} type A = u8; }}"), "a type alias"),
        (format!("trait A {{ {cfg} fn a(); }}"), "an item of a trait"),
        ("#[cfg(not(feature = \"x\"))] union A { a: u8 }".to_owned(), "a union"),
    ] {
        broken(SHAPES_LIB, "#[cfg(feature", &format!("{item}\n#[cfg(feature"), 9, &format!("a cargo feature changes {text}"));
    }
}

#[test]
fn a_published_library_lets_clippy_refuse_panics() {
    broken(SHAPES_LIB, "clippy::panic, ", "", 1, "does not refuse panics; add `#![cfg_attr(not(test), warn(clippy::unwrap_used");
    broken(SHAPES_LIB, "#![cfg_attr(not(test)", "#![cfg_attr(unix", 1, "does not refuse panics");
    let fixture = Fixture::new();
    fixture.edit("crates/testkit/src/lib.rs", "clippy::panic, ", "");
    passes(&fixture);
}

#[test]
fn a_file_needs_a_head_that_is_a_sentence() {
    broken(SHAPES_LIB, "//! What a file may hold.\n", "", 1, "no head");
    broken(SHAPES_LIB, "//! What a file may hold.", "//! placeholder", 1, "the head is no sentence");
}

#[test]
fn the_markers_of_a_merge_conflict_are_refused_in_any_file() {
    // Not as they are written by git, for the rule reads this file as well.
    let marker = |character: &str, label: &str| character.repeat(7) + label;
    let text = "a marker of a merge conflict";
    for line in [marker("<", " HEAD"), marker("|", " 1a2b3c4"), marker("=", ""), marker(">", " theirs"), marker(">", "")] {
        broken("README.md", "# clinch\n", &format!("# clinch\n\nOurs.\n\n{line}\n"), 5, text);
        broken(SHAPES_LIB, "pub fn f(x", &format!("/*\n{line}\n*/\npub fn f(x"), 5, text);
        let fixture = Fixture::new();
        fixture.write("scenes/hashes.txt", &format!("one\n{line}\n"));
        reported(&fixture, "scenes/hashes.txt:2", text);
        let fixture = Fixture::new();
        fixture.edit(SHAPES_LIB, "pub fn f(x", &format!("{line}\npub fn f(x"));
        reported(&fixture, &format!("{SHAPES_LIB}:4"), text);
    }
    let fixture = Fixture::new();
    fixture.write("docs/longer.md", &format!("# Title\n\nA heading\n{}\n\n `{}`\n", "=".repeat(9), marker("<", " HEAD")));
    fixture.write("scenes/bytes", "<<<<<<<<\n");
    passes(&fixture);
}

#[test]
fn a_long_file_fails() {
    let long = "#[cfg(test)]".to_owned() + &"\n".repeat(500);
    broken(SHAPES_LIB, "#[cfg(test)]", &long, 501, "518 lines, at most 500");
}

#[test]
fn parameters_are_counted_with_the_members_of_tuples() {
    let text = |count| format!("`g` has {count} parameters");
    let six = "fn g(a: u8, b: u8, c: u8, d: u8, e: u8, f: u8) {}\n";
    let tuple = "fn g(a: u8, (b, c): (u8, u8), d: &(u8, (u8, u8))) {}\n";
    let method = "impl Vertex { fn g(&self, a: u8, b: u8, c: u8, d: u8, (e, f): (u8, u8)) {} }\n";
    let of_trait = "trait G { fn g(&self, a: u8, b: u8, c: u8, d: u8, (e, f): (u8, u8)); }\n";
    for code in [six, tuple, method, of_trait] {
        broken(SHAPES_LIB, "#[cfg(test)]", &format!("{code}#[cfg(test)]"), 12, &text(6));
    }
    let fixture = Fixture::new();
    let five = "impl Vertex { fn g(&self, a: u8, b: u8, c: u8, (d, e): (u8, u8)) {} }\n";
    let imposed = "impl Engine for Vertex { fn g(&self, a: u8, b: u8, c: u8, d: u8, e: u8, f: u8) {} }\n";
    fixture.edit(SHAPES_LIB, "#[cfg(test)]", &format!("{five}{imposed}#[cfg(test)]"));
    passes(&fixture);
}

#[test]
fn a_file_that_does_not_parse_is_reported() {
    broken(SHAPES_LIB, "pub fn f(x", "pub fn f f(x", 4, "does not parse as Rust");
}

#[test]
fn links_and_anchors_lead_somewhere() {
    broken("README.md", "architecture.md#invariants", "architektur.md", 3, "there is no docs/architektur.md");
    broken("README.md", "#invariants", "#wishes", 3, "docs/architecture.md has no heading `#wishes`");
    broken("README.md", "docs/architecture.md#invariants", "../other/README.md", 3, "leaves the workspace");
    broken("README.md", "See", "<img src=\"docs/gone.svg\">\n\nSee", 3, "there is no docs/gone.svg");
    broken(SHAPES_LIB, "/// Prose", "/// See `docs/gone.md`.\n/// Prose", 3, "the comment names `docs/gone.md`");
}

#[test]
fn the_table_of_crates_agrees_with_the_layers() {
    broken(ARCHITECTURE, "| `crates/gjk` | how far apart? | `support` |\n", "", 1, "`crates/gjk` has no row");
    broken(
        ARCHITECTURE,
        "| how far apart? | `support` |",
        "| how far apart? | `shapes` |",
        9,
        "is above [shapes] here and above [support]",
    );
    broken(ARCHITECTURE, "| words |", "| words, in `docs/gone.md` |", 5, "the table names `docs/gone.md`");
}

#[test]
fn an_invariant_names_its_test() {
    broken(ARCHITECTURE, "## Invariants", "### Invariants", 1, "has no section `## Invariants`");
    broken(ARCHITECTURE, " — kept by `crates/support/src/lib.rs::nothing`", "", 14, "an invariant without a test");
    broken(ARCHITECTURE, "`crates/support/src/lib.rs::nothing`", "good will", 14, "an invariant without a test");
    broken(
        ARCHITECTURE,
        "lib.rs::nothing",
        "lib.rs::something",
        14,
        "kept by `crates/support/src/lib.rs::something`, which does not exist",
    );
    broken(ARCHITECTURE, "support/src/lib.rs::nothing", "support/src/gone.rs", 14, "`crates/support/src/gone.rs`, which does not exist");
}

#[test]
fn the_architecture_must_be_written() {
    let fixture = Fixture::new();
    fixture.remove(ARCHITECTURE);
    reported(&fixture, "docs/architecture.md:1", "does not exist");
}

#[test]
fn no_path_of_a_machine() {
    let path = format!("//! What a file may hold, as /{}/me/clinch shows.", "home");
    broken(SHAPES_LIB, "//! What a file may hold.", &path, 1, "is a path of one machine");
}
