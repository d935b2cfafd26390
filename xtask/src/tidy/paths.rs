//! Rule: no file contains an absolute path of one machine.

use crate::tidy::report::Report;
use crate::tidy::tree::Tree;

/// Directories at the root of a file system for the files of users.
const HOMES: &[&str] = &["home", "Users", "root", "work", "workspace"];

pub(crate) fn check(tree: &Tree, report: &mut Report) {
    for file in tree.texts() {
        for (index, line) in file.text.lines().enumerate() {
            if let Some(home) = HOMES.iter().find(|home| starts_at_root(line, home)) {
                let text = format!("`/{home}/…` is a path of one machine; write it relative to the workspace");
                report.error(&file.path, index + 1, text);
            }
        }
    }
}

/// Whether the line contains a path into `home` that is no part of a longer path or an address.
fn starts_at_root(line: &str, home: &str) -> bool {
    let path = format!("/{home}/");
    line.match_indices(&path).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + path.len()..].chars().next();
        before.is_none_or(|c| !(c.is_alphanumeric() || "._-/~}$)".contains(c))) && after.is_some_and(char::is_alphanumeric)
    })
}
