//! Rule: the files of a crate do not import each other in a circle.
//!
//! * An arrow leads from a file to the file that defines an item it names in a `use` declaration or
//!   a path; `modules.rs` resolves both. Code that only tests compile has no arrows.
//! * A parent module and its child are two files like any others: they are a circle if the child
//!   uses an item that the parent defines, and the parent's own code uses the child. `mod child;`
//!   and `pub use child::Item;` alone are no arrows, so a `lib.rs` or `mod.rs` may list its
//!   children.
//! * Of each group of files that all reach each other, the shortest circle is reported and the
//!   other files are named. The items that both ends use belong in a file below them.

use std::collections::{BTreeMap, VecDeque};

use crate::tidy::modules::{Arrows, Modules};
use crate::tidy::report::{Finding, Report};
use crate::tidy::tree::Tree;

pub(crate) fn check(tree: &Tree, report: &mut Report) {
    let mut findings = Vec::new();
    for (_, manifest) in tree.members() {
        let folder = manifest.strip_suffix("Cargo.toml").unwrap_or(&manifest);
        for root in ["lib.rs", "main.rs"] {
            let path = format!("{folder}src/{root}");
            if let Some(root) = tree.sources.iter().position(|source| source.path() == path) {
                let arrows = Modules::read(&tree.sources, root).arrows();
                findings.extend(groups(&arrows).iter().map(|group| finding(tree, &arrows, group)));
            }
        }
    }
    report.extend(findings);
}

/// The groups of two files or more in which each reaches each.
fn groups(arrows: &Arrows) -> Vec<Vec<usize>> {
    let reached: BTreeMap<usize, BTreeMap<usize, usize>> = arrows.keys().map(|from| (*from, reach(arrows, *from))).collect();
    let reaches = |from: usize, to: usize| reached.get(&from).is_some_and(|files| files.contains_key(&to));
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for from in arrows.keys().copied().filter(|from| reaches(*from, *from)) {
        match groups.iter_mut().find(|group| reaches(group[0], from) && reaches(from, group[0])) {
            Some(group) => group.push(from),
            None => groups.push(vec![from]),
        }
    }
    groups
}

/// The files that are reached from this one, each with the file before it on a shortest path. This
/// file is among them if it is on a circle.
fn reach(arrows: &Arrows, from: usize) -> BTreeMap<usize, usize> {
    let mut before = BTreeMap::new();
    let mut queue = VecDeque::from([from]);
    while let Some(file) = queue.pop_front() {
        for next in arrows.get(&file).into_iter().flat_map(BTreeMap::keys) {
            if !before.contains_key(next) {
                before.insert(*next, file);
                queue.push_back(*next);
            }
        }
    }
    before
}

/// The files along a shortest circle through this one, which is first and last.
fn circle(arrows: &Arrows, through: usize) -> Vec<usize> {
    let before = reach(arrows, through);
    let mut files = vec![through];
    while let Some(file) = files.last().and_then(|last| before.get(last)) {
        files.push(*file);
        if *file == through {
            break;
        }
    }
    files.reverse();
    files
}

fn finding(tree: &Tree, arrows: &Arrows, group: &[usize]) -> Finding {
    let files = group.iter().map(|file| circle(arrows, *file)).min_by_key(Vec::len).unwrap_or_default();
    let path = |file: usize| tree.sources[file].path();
    let mut text = "these files import each other in a circle; move what they share to a file below them".to_owned();
    for pair in files.windows(2) {
        let line = arrows[&pair[0]][&pair[1]];
        let evidence = tree.sources[pair[0]].file.text.lines().nth(line - 1).unwrap_or_default().trim();
        text += &format!("\n    {} → {}\n        {line}: {evidence}", path(pair[0]), path(pair[1]));
    }
    let others: Vec<&str> = group.iter().filter(|file| !files.contains(file)).map(|file| path(*file)).collect();
    if !others.is_empty() {
        text += &format!("\n    and in circles with these: {}", others.join(", "));
    }
    Finding { path: path(files[0]).to_owned(), line: arrows[&files[0]][&files[1]], text }
}
