//! What the check needs of a chapter: its links and its snippets.

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag};

/// A chapter as far as the check reads it.
#[derive(Debug, Default)]
pub(crate) struct Chapter {
    /// The destinations of links and images, as written.
    pub(crate) links: Vec<String>,
    /// The number of blocks of Rust that are compiled and run.
    pub(crate) snippets: usize,
}

impl Chapter {
    pub(crate) fn parse(text: &str) -> Self {
        let mut chapter = Self::default();
        for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
            match event {
                Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => chapter.links.push(dest_url.to_string()),
                Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(language))) if &*language == "rust" => chapter.snippets += 1,
                _ => {}
            }
        }
        chapter
    }
}

/// The file that a link leads to; `None` for an address with a scheme, and for a place in the same
/// file.
pub(crate) fn linked_file(link: &str) -> Option<&str> {
    if link.contains("://") || link.starts_with("mailto:") || link.starts_with('#') {
        return None;
    }
    link.split('#').next()
}

#[cfg(test)]
mod tests {
    use super::{Chapter, linked_file};

    #[test]
    fn links_and_snippets_are_those_outside_of_code() {
        let chapter = Chapter::parse("[a](b.md#c) ![d](e.svg)\n\n```rust\n[no](link)\n```\n\n```text\n```\n\n```rust,ignore\n```\n");
        assert_eq!(chapter.links, ["b.md#c", "e.svg"]);
        assert_eq!(chapter.snippets, 1);
    }

    #[test]
    fn addresses_and_anchors_lead_to_no_file() {
        assert_eq!(linked_file("b.md#c"), Some("b.md"));
        assert_eq!([linked_file("https://x.org"), linked_file("#c"), linked_file("mailto:a@b.c")], [None; 3]);
    }
}
