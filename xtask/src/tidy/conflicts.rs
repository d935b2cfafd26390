//! Rule: no file contains the markers of a merge conflict, which documents and data keep unnoticed.

use crate::tidy::report::Report;
use crate::tidy::tree::Tree;

/// How often a marker repeats its character.
const LENGTH: usize = 7;

pub(crate) fn check(tree: &Tree, report: &mut Report) {
    for file in tree.texts().chain(&tree.rest) {
        for (index, _) in file.text.lines().enumerate().filter(|(_, line)| is_marker(line)) {
            report.error(&file.path, index + 1, "a marker of a merge conflict; resolve the conflict and remove all of its markers");
        }
    }
}

/// Whether a line is what git writes around the two sides of a conflict, or of their common
/// ancestor: seven of one character, then a blank or the end. More of them underline a heading.
fn is_marker(line: &str) -> bool {
    ['<', '=', '>', '|'].into_iter().any(|character| {
        let rest = line.trim_start_matches(character);
        line.len() - rest.len() == LENGTH && (rest.is_empty() || rest.starts_with(char::is_whitespace))
    })
}
