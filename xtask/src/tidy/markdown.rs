//! The links and anchors of a document.

use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd};

/// A link's destination as written, and its line.
pub(crate) struct Link {
    pub(crate) to: String,
    pub(crate) line: usize,
}

/// The events of a document, each with its line.
pub(crate) fn events(text: &str) -> impl Iterator<Item = (Event<'_>, usize)> {
    let mut line = 1;
    let mut seen = 0;
    Parser::new_ext(text, Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES).into_offset_iter().map(move |(event, range)| {
        // Only an end tag starts before the event in front of it: at the start of its element. It
        // keeps the line that was reached.
        if range.start > seen {
            line += text[seen..range.start].matches('\n').count();
            seen = range.start;
        }
        (event, line)
    })
}

/// All links and images, those in HTML too. Inside of code they are text.
pub(crate) fn links(text: &str) -> Vec<Link> {
    let mut links = Vec::new();
    for (event, line) in events(text) {
        match event {
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => links.push(Link { to: dest_url.to_string(), line }),
            Event::Html(html) | Event::InlineHtml(html) => {
                links.extend(attributes(&html, &["href", "src"]).into_iter().map(|to| Link { to, line }));
            }
            _ => {}
        }
    }
    links
}

/// The anchors that a link into this document may name: its headings as GitHub spells them, and the
/// ids in its HTML.
pub(crate) fn anchors(text: &str) -> Vec<String> {
    let mut anchors: Vec<String> = Vec::new();
    let mut heading: Option<String> = None;
    for (event, _) in events(text) {
        match event {
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::End(TagEnd::Heading(_)) => {
                let slug = slug(&heading.take().unwrap_or_default());
                let same = anchors.iter().filter(|anchor| anchor_without_number(anchor) == slug).count();
                anchors.push(if same == 0 { slug } else { format!("{slug}-{same}") });
            }
            Event::Text(part) | Event::Code(part) => append(&mut heading, &part),
            Event::Html(html) | Event::InlineHtml(html) => {
                anchors.extend(attributes(&html, &["id", "name"]));
            }
            _ => {}
        }
    }
    anchors
}

fn append(heading: &mut Option<String>, part: &CowStr<'_>) {
    if let Some(heading) = heading {
        heading.push_str(part);
    }
}

/// The heading in lower case, with hyphens for blanks and without punctuation.
fn slug(heading: &str) -> String {
    let kept = heading.trim().chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

/// The anchor without the `-1`, `-2` … that GitHub appends to later headings of the same name.
fn anchor_without_number(anchor: &str) -> &str {
    match anchor.rsplit_once('-') {
        Some((name, number)) if !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => anchor,
    }
}

/// The values of these attributes in a piece of HTML, if in double quotes.
fn attributes(html: &str, names: &[&str]) -> Vec<String> {
    let mut values = Vec::new();
    for name in names {
        let start = format!(" {name}=\"");
        values.extend(html.split(&start).skip(1).filter_map(|rest| rest.split('"').next()).map(str::to_owned));
    }
    values
}

#[cfg(test)]
mod tests {
    use super::{anchors, links};

    #[test]
    fn links_have_their_lines_and_code_has_none() {
        let text = "# A\n\n[b](c.md)\n`[no](link)`\n\n```\n[no](link)\n```\n\n* x\n* ![d](e.svg)\n\n<img src=\"f.svg\">\n";
        let found: Vec<_> = links(text).into_iter().map(|link| (link.to, link.line)).collect();
        assert_eq!(found, [("c.md".to_owned(), 3), ("e.svg".to_owned(), 11), ("f.svg".to_owned(), 13)]);
    }

    #[test]
    fn anchors_are_spelled_as_github_does() {
        let text = "# One tick, one `direction`\n## What's new?\n## Same\n## Same\n<a id=\"here\"></a>\n";
        assert_eq!(anchors(text), ["one-tick-one-direction", "whats-new", "same", "same-1", "here"]);
    }
}
