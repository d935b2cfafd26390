//! Comments and words.

use crate::fixture::Fixture;
use crate::{SHAPES_LIB, broken, passes, reported};

#[test]
fn a_comment_is_wrapped() {
    let wide = format!("/// Prose {}may", "word ".repeat(20));
    broken(SHAPES_LIB, "/// Prose may", &wide, 3, "a comment of 163 columns, at most 100");
    let wide = format!("    // {}\n    let panic", "word ".repeat(20));
    broken(SHAPES_LIB, "    let panic", &wide, 5, "a comment of 106 columns");
}

/// In two parts, for the rule reads this file as well.
fn word(parts: [&str; 2]) -> String {
    parts.concat()
}

#[test]
fn a_private_word_is_refused_wherever_it_stands() {
    let refused = word(["la", "the"]);
    let text = format!("`{refused}`: write solid of revolution");
    let capital = refused.replacen('l', "L", 1);
    for code in [
        format!("// The {refused} at hand."),
        format!("/// A {capital}: it turns."),
        format!("const A: &str = \"a {refused}\";"),
        format!("const B: &str = \"\\n{refused}\";"),
        format!("struct Big{capital};"),
        format!("fn is_{refused}(x: u8) {{}}"),
        format!("const {}_AT: u8 = 1;", refused.to_uppercase()),
        format!("use crate::{refused};"),
        format!("fn g() {{ x({refused}::Y) }} // y"),
    ] {
        broken(SHAPES_LIB, "#[cfg(feature", &format!("{code}\n#[cfg(feature"), 9, &text);
    }
    broken("README.md", "See", &format!("The {refused}.\n\nSee"), 3, &text);
    let fixture = Fixture::new();
    fixture.write(&format!("crates/shapes/src/big_{refused}.rs"), "//! A file.\n");
    reported(&fixture, &format!("crates/shapes/src/big_{refused}.rs:1"), &text);
}

#[test]
fn a_phrase_is_refused_across_lines_but_not_across_sentences() {
    let (first, second) = ("roll", word(["ca", "ll"]));
    let text = format!("`{first} {second}`: write sync");
    let code = format!("/// The {first}\n/// {second} of all.\n");
    broken(SHAPES_LIB, "#[cfg(feature", &format!("{code}#[cfg(feature"), 9, &text);
    broken(SHAPES_LIB, "#[cfg(feature", &format!("fn {first}_{second}() {{}}\n#[cfg(feature"), 9, &text);
    let fixture = Fixture::new();
    let sentences = format!("/// Balls {first}. {}\n/// them so.\n", second.replacen('c', "C", 1));
    let apart = format!("/// {first}\nfn g() {{}}\n/// {second}\n");
    fixture.edit(SHAPES_LIB, "#[cfg(feature", &format!("{sentences}{apart}#[cfg(feature"));
    passes(&fixture);
}

#[test]
fn a_word_with_a_good_sense_is_refused_in_its_private_one_alone() {
    let verb = word(["l", "ie"]);
    for code in [format!("struct {};", verb.replacen('l', "L", 1)), format!("fn {verb}() {{}}")] {
        broken(SHAPES_LIB, "#[cfg(feature", &format!("{code}\n#[cfg(feature"), 9, &format!("`{verb}`: write"));
    }
    let epa_only = word(["bot", "tom"]);
    let fixture = Fixture::new();
    let good = format!("/// They {verb} apart; {} them apart. {epa_only}\nfn shapes_that_{verb}() {{}}\n", word(["te", "ll"]));
    fixture.edit(SHAPES_LIB, "#[cfg(feature", &format!("{good}#[cfg(feature"));
    reported(&fixture, "crates/shapes/src/lib.rs:9", "write report");
    let fixture = Fixture::new();
    fixture.edit(SHAPES_LIB, "#[cfg(feature", &format!("{}#[cfg(feature", good.replace(" them apart", " apart")));
    passes(&fixture);
}
