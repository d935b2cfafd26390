//! `xtask/tidy.toml`: what it allows, and that its lists only shrink.

use crate::fixture::Fixture;
use crate::{SHAPES_LIB, passes, reported};

const LISTS: &str = "xtask/tidy.toml";
const WIDE: &str = "import_circles = []\nwide_comments = [\n    \"crates/shapes\",\n]\n";
const PARAMETERS: &str = "[many_parameters]\n\"crates/shapes/src/lib.rs\" = 1\n";
const SIX: &str = "fn g(a: u8, b: u8, c: u8, d: u8, e: u8, f: u8) {}\n";

fn listed(lists: &str, code: &str) -> Fixture {
    let fixture = Fixture::new();
    fixture.write(LISTS, lists);
    fixture.edit(SHAPES_LIB, "#[cfg(test)]", &format!("{code}#[cfg(test)]"));
    fixture
}

#[test]
fn a_listed_place_may_break_its_rule_and_no_other() {
    let wide = format!("// {}\n", "word ".repeat(25));
    passes(&listed(WIDE, &wide));
    reported(&listed(&WIDE.replace("shapes", "gjk"), &wide), "crates/shapes/src/lib.rs:12", "a comment of 127 columns");
    reported(&listed(&WIDE.replace("shapes", "shape"), &wide), "crates/shapes/src/lib.rs:12", "a comment of 127 columns");
    reported(&listed(WIDE, SIX), "crates/shapes/src/lib.rs:12", "`g` has 6 parameters");
}

#[test]
fn a_listed_place_that_keeps_its_rule_leaves_the_list() {
    reported(&listed(WIDE, ""), "xtask/tidy.toml:3", "`crates/shapes` keeps the rule `wide_comments` now");
    let circles = "import_circles = [\"crates/gjk\"]\n";
    reported(&listed(circles, ""), "xtask/tidy.toml:1", "`crates/gjk` keeps the rule `import_circles` now");
}

#[test]
fn a_listed_number_is_the_number_found() {
    passes(&listed(PARAMETERS, SIX));
    let two = format!("{SIX}{}", SIX.replace('g', "h"));
    reported(&listed(PARAMETERS, &two), "crates/shapes/src/lib.rs:12", "`g` has 6 parameters");
    reported(&listed(PARAMETERS, &two), "crates/shapes/src/lib.rs:13", "`h` has 6 parameters");
    reported(&listed(PARAMETERS, ""), "xtask/tidy.toml:2", "breaks the rule `many_parameters` 0 times and not 1");
}

#[test]
fn a_list_of_no_rule_is_an_error() {
    reported(&listed("wide_coments = []\n", ""), "xtask/tidy.toml:1", "unknown field");
    reported(&listed("wide_comments = 1\n", ""), "xtask/tidy.toml:1", "invalid type");
}
