//! The book is what the code says; and the check finds what is not.

use std::path::Path;

use clinch_book::check::{CHAPTERS_FOLDER, FIGURES_FOLDER, check};
use clinch_book::figures::FIGURES;

fn workspace() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

#[test]
fn the_figures_are_those_of_the_code_and_links_lead_to_files() {
    let findings = check(workspace()).unwrap();
    assert!(findings.is_empty(), "{}", findings.join("\n"));
}

#[test]
fn figures_are_small_and_have_distinct_names() {
    for (place, figure) in FIGURES.iter().enumerate() {
        let svg = (figure.draw)().unwrap();
        assert!(svg.len() <= 30 * 1024, "{}: {} bytes", figure.name, svg.len());
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{}", figure.name);
        assert!(FIGURES[..place].iter().all(|other| other.name != figure.name), "{}", figure.name);
    }
}

/// A book of one chapter in a folder of its own, with everything wrong that the check knows.
#[test]
fn the_check_finds_what_is_wrong() {
    let root = tempfile::tempdir().unwrap();
    let write = |path: &str, text: &str| {
        let path = root.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    let first = FIGURES[0].name;
    write(&format!("{CHAPTERS_FOLDER}/SUMMARY.md"), "# Summary\n");
    write(&format!("{CHAPTERS_FOLDER}/one.md"), "# One\n\n[dead](nothing.md)\n");
    write(&format!("{FIGURES_FOLDER}/{first}.svg"), "<svg>\n");
    write(&format!("{FIGURES_FOLDER}/stray.svg"), "<svg/>\n");
    write("xtask/book/src/chapters.rs", "");
    let findings = check(root.path()).unwrap().join("\n");
    for part in [
        "one.md: the link `nothing.md` is dead",
        "one.md: no snippet",
        "one.md: its snippets are not run",
        "one.md: not in SUMMARY.md",
        "figures/stray.svg: no function draws it",
        &format!("figures/{first}.svg: no chapter shows it"),
        &format!("figures/{first}.svg:1: differs"),
        "there is no such file",
    ] {
        assert!(findings.contains(part), "{part}: {findings}");
    }
}
