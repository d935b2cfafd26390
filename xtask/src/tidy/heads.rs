//! Rule: a file begins with a `//!` head of at least one full sentence that explains it.

use crate::tidy::report::Report;
use crate::tidy::tree::Tree;

pub(crate) fn check(tree: &Tree, report: &mut Report) {
    for source in tree.sources.iter().filter(|source| has_head(source.path())) {
        let head: Vec<&str> = source.file.text.lines().map_while(|line| line.strip_prefix("//!")).map(str::trim).collect();
        if head.is_empty() {
            report.error(source.path(), 1, "no head; begin the file with `//!` and its purpose");
        } else if !is_sentence(&head) {
            report.error(source.path(), 1, "the head is no sentence; write the file's purpose, and end with a full stop");
        }
    }
}

/// Shipped code, tools and benches. Tests explain themselves by their names.
fn has_head(path: &str) -> bool {
    let below = |top: &str| path.starts_with(top);
    (below("crates/") || below("xtask/")) && path.contains("/src/") || below("benches/")
}

/// Whether the first paragraph has words and an end.
fn is_sentence(head: &[&str]) -> bool {
    let paragraph: Vec<&str> = head.iter().copied().take_while(|line| !line.is_empty()).collect();
    let paragraph = paragraph.join(" ");
    paragraph.split_whitespace().count() >= 2 && paragraph.contains(['.', ':', '?', '!'])
}
