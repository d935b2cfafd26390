//! Rule: a line that is a comment is at most 100 columns wide, indentation included.
//!
//! * rustfmt wraps: `cargo +nightly fmt -- --config wrap_comments=true,comment_width=100`. The
//!   options are unstable, so this rule checks the result. rustfmt measures plain comments in
//!   functions without their indentation: wrap those by hand, or with a smaller `comment_width`.
//! * Lines that cannot be wrapped may be wider: rows of tables, addresses of links, single words,
//!   and code in documentation.

use crate::tidy::report::{Finding, Report};
use crate::tidy::source::Source;
use crate::tidy::tree::Tree;

const COLUMNS: usize = 100;

pub(crate) fn check(tree: &Tree, report: &mut Report) {
    let mut findings = Vec::new();
    for source in &tree.sources {
        for (line, columns) in wide_lines(source) {
            let text = format!("a comment of {columns} columns, at most {COLUMNS}; wrap it, as docs/contributing.md shows");
            findings.push(Finding { path: source.path().to_owned(), line, text });
        }
    }
    report.extend(findings);
}

/// The lines that are too wide, each with its width.
fn wide_lines(source: &Source) -> Vec<(usize, usize)> {
    let mut wide = Vec::new();
    let mut in_code = false;
    let mut last = 0;
    for comment in source.comments.iter().filter(|comment| comment.stands_alone) {
        // A fence without an end ends with its comment.
        in_code &= comment.line == last + 1;
        last = comment.line;
        let text = comment.text.trim_start_matches(['/', '!']).trim();
        let is_fence = text.starts_with("```");
        in_code ^= is_fence;
        let columns = comment.column + comment.text.chars().count();
        if columns > COLUMNS && !in_code && !is_fence && can_be_wrapped(text) {
            wide.push((comment.line, columns));
        }
    }
    wide
}

fn can_be_wrapped(text: &str) -> bool {
    let is_row = text.starts_with('|');
    let is_address = text.starts_with('[') && text.contains("]: ");
    let is_word = !text.trim_start_matches(['*', '-', ' ']).contains(' ');
    !(is_row || is_address || is_word)
}

#[cfg(test)]
mod tests {
    use super::wide_lines;
    use crate::tidy::source::Source;
    use crate::tidy::text::Text;

    fn lines(text: &str) -> Vec<usize> {
        let file = Text { path: "crates/a/src/a.rs".to_owned(), text: text.to_owned() };
        wide_lines(&Source::parse(file).unwrap()).into_iter().map(|(line, _)| line).collect()
    }

    #[test]
    fn rows_addresses_words_and_code_may_be_wide() {
        let wide = "x".repeat(97);
        let row = format!("| a | {wide} |");
        let text = format!("/// {row}\n/// ```\n/// let {wide} = 1;\n/// ```\n/// * {wide}\n/// [`a`]: https://{wide} b\nfn a() {{}}\n");
        assert_eq!(lines(&text), [0; 0]);
        assert_eq!(lines(&text.replace("///", "//")), [0; 0]);
        assert_eq!(lines(&text.replace("| ", "a ").replace("```", "")), [1, 3]);
    }

    #[test]
    fn indentation_counts_and_comments_behind_code_may_be_wide() {
        let fits = format!("// {} b", "x".repeat(95));
        assert_eq!(lines(&fits), [0; 0]);
        assert_eq!(lines(&format!("fn a() {{\n    {fits}\n    b(); {fits}\n}}")), [2]);
        let text = format!("const A: &str = \"\n{fits} b\n\";");
        assert_eq!(lines(&text), [0; 0], "the inside of a string is no comment");
    }
}
