//! Rule: `docs/architecture.md` agrees with the workspace.
//!
//! * Its table of crates has a row for every crate of `layers.rs`: the directory in the first
//!   column, the crates directly below in the last.
//! * Every path in a table exists.
//! * Each invariant says `kept by`, and names the test or rule in backticks or as a link. Unchecked
//!   lists go stale.

use pulldown_cmark::{Event, Tag, TagEnd};

use crate::tidy::layers::{ROWS, Row, row};
use crate::tidy::markdown::events;
use crate::tidy::report::Report;
use crate::tidy::tree::Tree;

const DOCUMENT: &str = "docs/architecture.md";

/// The code spans of a table's row, cell by cell.
struct TableRow {
    line: usize,
    cells: Vec<Vec<String>>,
}

/// A list item below the heading, as text. Code spans keep their backticks and links their
/// brackets.
struct Item {
    line: usize,
    text: String,
}

pub(crate) fn check(tree: &Tree, report: &mut Report) {
    let Some(document) = tree.documents.iter().find(|document| document.path == DOCUMENT) else {
        report.error(DOCUMENT, 1, "does not exist; newcomers begin with it");
        return;
    };
    check_table(tree, &rows(&document.text), report);
    check_invariants(tree, &invariants(&document.text), report);
}

fn check_table(tree: &Tree, rows: &[TableRow], report: &mut Report) {
    for row in rows {
        for path in row.cells.iter().flatten().filter(|code| code.contains('/') && !tree.has(code)) {
            report.error(DOCUMENT, row.line, format!("the table names `{path}`, which does not exist"));
        }
    }
    let is_member = |this: &&Row| tree.members().any(|(package, _)| package.name.as_str() == this.name);
    for this in ROWS.iter().filter(is_member) {
        let names = |row: &&TableRow| row.cells.first().is_some_and(|cell| cell.iter().any(|code| code == this.path));
        match rows.iter().find(names) {
            None => report.error(DOCUMENT, 1, format!("`{}` has no row in the table of crates; add one", this.path)),
            Some(row) => {
                let shown: Vec<&str> = row.cells.last().into_iter().flatten().map(String::as_str).collect();
                let below: Vec<&str> = this.below.iter().filter_map(|name| directory(name)).collect();
                if shown != below {
                    let text =
                        format!("`{}` is above [{}] here and above [{}] in layers.rs", this.path, shown.join(", "), below.join(", "));
                    report.error(DOCUMENT, row.line, text);
                }
            }
        }
    }
}

fn check_invariants(tree: &Tree, items: &[Item], report: &mut Report) {
    if items.is_empty() {
        report.error(DOCUMENT, 1, "has no section `## Invariants` with a list");
    }
    for item in items {
        let kept = item.text.split_once("kept by").map_or("", |(_, kept)| kept);
        if !kept.contains(['`', '[']) {
            report.error(
                DOCUMENT,
                item.line,
                "an invariant without a test; end it with `kept by` and the test or rule, in backticks or as a link",
            );
        }
        // Every second part is between backticks.
        for keeper in kept.split('`').skip(1).step_by(2).filter(|code| code.contains('/') && !exists(tree, code)) {
            report.error(DOCUMENT, item.line, format!("the invariant is kept by `{keeper}`, which does not exist"));
        }
    }
}

/// `path/to/file` or `path/to/file.rs::name_of_a_test`.
fn exists(tree: &Tree, keeper: &str) -> bool {
    let Some((path, test)) = keeper.split_once("::") else { return tree.has(keeper) };
    let function = format!("fn {test}(");
    tree.sources.iter().any(|source| source.path() == path && source.file.text.contains(&function))
}

/// The last part of a crate's path, as in the table's last column.
fn directory(name: &str) -> Option<&'static str> {
    row(name)?.path.rsplit('/').next()
}

fn rows(text: &str) -> Vec<TableRow> {
    let mut rows: Vec<TableRow> = Vec::new();
    let mut in_table = false;
    for (event, line) in events(text) {
        match event {
            Event::Start(Tag::Table(_)) => in_table = true,
            Event::End(TagEnd::Table) => in_table = false,
            Event::Start(Tag::TableHead | Tag::TableRow) => rows.push(TableRow { line, cells: Vec::new() }),
            Event::Start(Tag::TableCell) => rows.last_mut().into_iter().for_each(|row| row.cells.push(Vec::new())),
            Event::Code(code) if in_table => {
                if let Some(cell) = rows.last_mut().and_then(|row| row.cells.last_mut()) {
                    cell.push(code.to_string());
                }
            }
            _ => {}
        }
    }
    rows
}

fn invariants(text: &str) -> Vec<Item> {
    let mut items: Vec<Item> = Vec::new();
    let (mut heading, mut here, mut depth) = (None, false, 0);
    for (event, line) in events(text) {
        match event {
            Event::Start(Tag::Heading { level, .. }) => heading = Some((level, String::new())),
            Event::End(TagEnd::Heading(_)) => {
                here = heading.take().is_some_and(|(level, name)| level == pulldown_cmark::HeadingLevel::H2 && name == "Invariants");
            }
            Event::Text(part) if heading.is_some() => heading.iter_mut().for_each(|(_, name)| name.push_str(&part)),
            Event::Start(Tag::Item) if here => {
                depth += 1;
                if depth == 1 {
                    items.push(Item { line, text: String::new() });
                }
            }
            Event::End(TagEnd::Item) if here => depth -= 1,
            event if depth > 0 => items.last_mut().into_iter().for_each(|item| item.text.push_str(&written(&event))),
            _ => {}
        }
    }
    items
}

/// The event as Markdown, as far as `check_invariants` reads it.
fn written(event: &Event<'_>) -> String {
    match event {
        Event::Text(text) => text.to_string(),
        Event::Code(code) => format!("`{code}`"),
        Event::Start(Tag::Link { .. }) => "[".to_owned(),
        Event::SoftBreak | Event::HardBreak => " ".to_owned(),
        _ => String::new(),
    }
}
