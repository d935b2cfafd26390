//! Whether the book is what the code says.
//!
//! * Each figure is drawn again and compared with its file, byte for byte.
//! * The table of contents lists every chapter, every chapter has a snippet that is run, every
//!   figure is used, and links lead to files. `cargo xtask tidy` also checks the headings that
//!   links name.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::figures::FIGURES;
use crate::markdown::{Chapter, linked_file};

/// Where the chapters are, from the root of the workspace.
pub const CHAPTERS_FOLDER: &str = "docs/book/src";
/// Where the figures are, from the root of the workspace.
pub const FIGURES_FOLDER: &str = "docs/book/src/figures";

const SUMMARY: &str = "SUMMARY.md";
const DOCTESTS: &str = "xtask/book/src/chapters.rs";

/// All that is wrong with the book of the workspace at `root`, one sentence each.
///
/// # Errors
/// A file cannot be read, or a figure's shapes are refused; the error names it.
pub fn check(root: &Path) -> anyhow::Result<Vec<String>> {
    let mut findings = Vec::new();
    let chapters = files(&root.join(CHAPTERS_FOLDER), "md")?;
    let doctests = read(&root.join(DOCTESTS))?;
    let mut linked = BTreeSet::new();
    for name in &chapters {
        let path = root.join(CHAPTERS_FOLDER).join(name);
        let chapter = Chapter::parse(&read(&path)?);
        for file in chapter.links.iter().filter_map(|link| linked_file(link)) {
            let target = path.with_file_name("").join(file);
            match target.canonicalize() {
                Ok(target) if name == SUMMARY => _ = linked.insert(target),
                Ok(target) if target.extension().is_some_and(|kind| kind == "svg") => _ = linked.insert(target),
                Ok(_) => {}
                Err(_) => findings.push(format!("{name}: the link `{file}` is dead")),
            }
        }
        if name != SUMMARY && chapter.snippets == 0 {
            findings.push(format!("{name}: no snippet is compiled and run; write one as ```rust"));
        }
        if name != SUMMARY && !doctests.contains(&format!("/{name}\"")) {
            findings.push(format!("{name}: its snippets are not run; add the chapter to {DOCTESTS}"));
        }
    }
    let is_linked = |folder: &str, name: &str| root.join(folder).join(name).canonicalize().is_ok_and(|path| linked.contains(&path));
    for name in chapters.iter().filter(|name| *name != SUMMARY && !is_linked(CHAPTERS_FOLDER, name)) {
        findings.push(format!("{name}: not in {SUMMARY}"));
    }
    for name in files(&root.join(FIGURES_FOLDER), "svg")? {
        if !FIGURES.iter().any(|figure| format!("{}.svg", figure.name) == name) {
            findings.push(format!("figures/{name}: no function draws it; remove the file, or add it to FIGURES"));
        } else if !is_linked(FIGURES_FOLDER, &name) {
            findings.push(format!("figures/{name}: no chapter shows it"));
        }
    }
    for figure in FIGURES {
        findings.extend(differs(root, figure.name, &(figure.draw)()?));
    }
    Ok(findings)
}

/// What is wrong with the file of a figure that was drawn as `svg`.
fn differs(root: &Path, name: &str, svg: &str) -> Option<String> {
    let again = "`cargo xtask book` draws it again";
    let Ok(file) = std::fs::read_to_string(root.join(FIGURES_FOLDER).join(format!("{name}.svg"))) else {
        return Some(format!("figures/{name}.svg: there is no such file; {again}"));
    };
    if file == svg {
        return None;
    }
    let line =
        file.lines().zip(svg.lines()).position(|(old, new)| old != new).map_or(file.lines().count().min(svg.lines().count()), |at| at);
    let of = |text: &str| text.lines().nth(line).unwrap_or("(the end)").chars().take(160).collect::<String>();
    Some(format!("figures/{name}.svg:{}: differs; {again}\n  file   {}\n  drawn  {}", line + 1, of(&file), of(svg)))
}

/// The names of the files of one kind in a folder, in order.
fn files(folder: &Path, kind: &str) -> anyhow::Result<Vec<String>> {
    let entries = folder.read_dir().with_context(|| format!("{} cannot be read", folder.display()))?;
    let paths = entries.map(|entry| Ok(entry?.path())).collect::<std::io::Result<Vec<PathBuf>>>()?;
    let of_kind = paths.iter().filter(|path| path.extension().is_some_and(|found| found == kind));
    let mut names: Vec<String> = of_kind.filter_map(|path| Some(path.file_name()?.to_string_lossy().into_owned())).collect();
    names.sort();
    Ok(names)
}

fn read(path: &Path) -> anyhow::Result<String> {
    std::fs::read_to_string(path).with_context(|| format!("{} cannot be read", path.display()))
}
