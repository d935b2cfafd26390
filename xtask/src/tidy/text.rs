//! A file as text.

/// A text file and its path from the root, with `/` on every system.
pub(crate) struct Text {
    pub(crate) path: String,
    pub(crate) text: String,
}

/// The first line of `text`, counted from 1, that satisfies `found`; 1 if none does.
pub(crate) fn line_where(text: &str, found: impl FnMut(&str) -> bool) -> usize {
    text.lines().position(found).map_or(1, |index| index + 1)
}
