//! Rule: every relative link in a document points at a file, and every `#anchor` at a heading.
//!
//! A link out of the workspace is dead on other machines and is reported too. Addresses with a
//! scheme are not fetched. A document that a comment names in backticks, as in `docs/…`, must
//! exist.
//!
//! Link checkers such as lychee check the same and more, but are programs of their own that would
//! have to be installed, and take longer to compile than all of this tool.

use crate::tidy::markdown::{anchors, links};
use crate::tidy::report::Report;
use crate::tidy::text::Text;
use crate::tidy::tree::Tree;

pub(crate) fn check(tree: &Tree, report: &mut Report) {
    for document in &tree.documents {
        for link in links(&document.text) {
            if let Err(text) = check_link(tree, document, &link.to) {
                report.error(&document.path, link.line, text);
            }
        }
    }
    for source in &tree.sources {
        for (index, line) in source.file.text.lines().enumerate().filter(|(_, line)| line.trim_start().starts_with("//")) {
            for path in line.split('`').skip(1).step_by(2).filter(|code| is_document(code) && !tree.has(code)) {
                report.error(source.path(), index + 1, format!("the comment names `{path}`, which does not exist; repair the path"));
            }
        }
    }
}

fn check_link(tree: &Tree, document: &Text, to: &str) -> Result<(), String> {
    if to.contains("://") || to.starts_with("mailto:") {
        return Ok(());
    }
    let (file, anchor) = to.split_once('#').map_or((to, None), |(file, anchor)| (file, Some(anchor)));
    let target = if file.is_empty() { Some(document.path.clone()) } else { resolve(&document.path, file) };
    let target = target.ok_or_else(|| format!("the link `{to}` leaves the workspace; write its content here instead"))?;
    if !tree.has(&target) {
        return Err(format!("the link `{to}` is dead: there is no {target}; repair or remove it"));
    }
    let linked = tree.documents.iter().find(|other| other.path == target);
    match (anchor, linked) {
        (Some(anchor), Some(linked)) if !anchors(&linked.text).iter().any(|heading| heading == anchor) => {
            Err(format!("the link `{to}` is dead: {target} has no heading `#{anchor}`"))
        }
        _ => Ok(()),
    }
}

/// The path from the root to which `link` leads from the document at `path`; `None` if outside.
fn resolve(path: &str, link: &str) -> Option<String> {
    let mut parts: Vec<&str> = path.split('/').collect();
    parts.pop();
    for part in link.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            name => parts.push(name),
        }
    }
    Some(parts.join("/"))
}

/// Whether this is a path below `docs/`, without placeholders.
fn is_document(code: &str) -> bool {
    code.starts_with("docs/") && code.len() > 5 && !code.contains([' ', '…', '*', '<', '{'])
}
