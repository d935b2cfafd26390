//! Rule: a file has at most 500 lines. A longer one usually has two subjects.
//!
//! clippy limits functions: `too_many_lines`, with the threshold of `clippy.toml`.

use crate::tidy::report::Report;
use crate::tidy::tree::Tree;

const FILE_LINES: usize = 500;

pub(crate) fn check(tree: &Tree, report: &mut Report) {
    for source in &tree.sources {
        let lines = source.file.text.lines().count();
        if lines > FILE_LINES {
            let text = format!("{lines} lines, at most {FILE_LINES}; split it by subject");
            report.error(source.path(), FILE_LINES + 1, text);
        }
    }
}
