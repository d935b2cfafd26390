//! One Rust file, as text, as syntax, as words and as comments.
//!
//! * *Words* are the file's tokens in order, brackets included. Documentation and literals are one
//!   opaque word each, so that a rule about identifiers does not read prose. Unlike syntax, words
//!   include the inside of macros.
//! * *Shipped* words leave out items that only tests compile: those under `#[cfg(test)]` or
//!   `#[test]`, up to the closing brace or semicolon.
//! * *Comments*, documentation among them, are the text between the tokens.

use std::ops::Range;

use proc_macro2::{Delimiter, Group, Punct, TokenStream, TokenTree};

use crate::tidy::text::Text;

/// A parsed file.
pub(crate) struct Source {
    pub(crate) file: Text,
    pub(crate) syntax: syn::File,
    /// The lines of all comments, in order.
    pub(crate) comments: Vec<Comment>,
    tokens: TokenStream,
}

/// An identifier, a character of punctuation, a bracket, or `"` for a literal of any kind.
pub(crate) struct Word {
    pub(crate) text: String,
    pub(crate) line: usize,
}

/// One line of a comment.
pub(crate) struct Comment {
    pub(crate) line: usize,
    /// The columns before it.
    pub(crate) column: usize,
    /// With its slashes.
    pub(crate) text: String,
    /// Whether no code stands before it in its line.
    pub(crate) stands_alone: bool,
}

impl Source {
    pub(crate) fn parse(file: Text) -> syn::Result<Self> {
        let tokens: TokenStream = syn::parse_str(&file.text)?;
        let syntax = syn::parse2(tokens.clone())?;
        let comments = comments(&file.text, tokens.clone());
        Ok(Self { file, syntax, comments, tokens })
    }

    pub(crate) fn path(&self) -> &str {
        &self.file.path
    }

    /// Every word of the file.
    pub(crate) fn words(&self) -> Vec<Word> {
        let mut words = Vec::new();
        flatten(self.tokens.clone(), true, &mut words);
        words
    }

    /// The literals as they are written, each with its line.
    pub(crate) fn literals(&self) -> Vec<Word> {
        let mut literals = Vec::new();
        collect_literals(self.tokens.clone(), &self.file.text, &mut literals);
        literals
    }

    /// The words without tests. A file of tests has none.
    pub(crate) fn shipped_words(&self) -> Vec<Word> {
        let mut words = Vec::new();
        let tests_alone = self.path().ends_with("/tests.rs") || self.path().contains("/tests/");
        if !tests_alone {
            flatten(self.tokens.clone(), false, &mut words);
        }
        words
    }
}

fn flatten(tokens: TokenStream, with_tests: bool, words: &mut Vec<Word>) {
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let line = token.span().start().line;
        match token {
            TokenTree::Punct(hash) if hash.as_char() == '#' && !with_tests && tokens.peek().is_some_and(is_for_tests) => {
                skip_item(&mut tokens);
            }
            TokenTree::Punct(punct) => words.push(Word { text: punct.as_char().to_string(), line }),
            TokenTree::Ident(ident) => words.push(Word { text: ident.to_string(), line }),
            TokenTree::Literal(_) => words.push(Word { text: "\"".to_owned(), line }),
            TokenTree::Group(group) => {
                let (open, close) = brackets(&group);
                words.push(Word { text: open.to_owned(), line });
                flatten(group.stream(), with_tests, words);
                words.push(Word { text: close.to_owned(), line: group.span_close().start().line });
            }
        }
    }
}

/// The lines of all comments: what stands between the tokens.
fn comments(text: &str, tokens: TokenStream) -> Vec<Comment> {
    let mut spans = Vec::new();
    collect_spans(tokens, text, &mut spans);
    spans.push(text.len()..text.len());
    let (mut comments, mut line, mut at) = (Vec::new(), 1, 0);
    for token in spans {
        for (index, part) in text[at..token.start].split('\n').enumerate() {
            line += usize::from(index > 0);
            at += usize::from(index > 0);
            let comment = part.trim_start();
            if !comment.is_empty() {
                let start = at + part.len() - comment.len();
                let before = text[..start].rsplit('\n').next().unwrap_or_default();
                let (column, stands_alone) = (before.chars().count(), before.trim().is_empty());
                comments.push(Comment { line, column, text: comment.trim_end().to_owned(), stands_alone });
            }
            at += part.len();
        }
        line += text[token.clone()].matches('\n').count();
        at = token.end;
    }
    comments
}

/// The bytes of each token that is not documentation; of a group the brackets.
fn collect_spans(tokens: TokenStream, text: &str, found: &mut Vec<Range<usize>>) {
    let mut tokens = tokens.into_iter();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Punct(hash) if is_documentation(&hash, text) => skip_attribute(&mut tokens),
            TokenTree::Group(group) => {
                found.push(group.span_open().byte_range());
                collect_spans(group.stream(), text, found);
                found.push(group.span_close().byte_range());
            }
            other => found.push(other.span().byte_range()),
        }
    }
}

fn collect_literals(tokens: TokenStream, text: &str, found: &mut Vec<Word>) {
    let mut tokens = tokens.into_iter();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Punct(hash) if is_documentation(&hash, text) => skip_attribute(&mut tokens),
            TokenTree::Group(group) => collect_literals(group.stream(), text, found),
            TokenTree::Literal(literal) => found.push(Word { text: literal.to_string(), line: literal.span().start().line }),
            _ => {}
        }
    }
}

/// Whether an attribute begins here that is written as a documentation comment.
fn is_documentation(hash: &Punct, text: &str) -> bool {
    hash.as_char() == '#' && !text[hash.span().byte_range()].starts_with('#')
}

/// Skips the rest of an attribute: its `!`, if it has one, and its brackets.
fn skip_attribute(tokens: &mut impl Iterator<Item = TokenTree>) {
    tokens.find(|token| matches!(token, TokenTree::Group(_)));
}

/// Skips an item: its other attributes, its signature, and its body or semicolon.
fn skip_item(tokens: &mut impl Iterator<Item = TokenTree>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => return,
            TokenTree::Punct(punct) if punct.as_char() == ';' => return,
            _ => {}
        }
    }
}

/// Whether this is `[test]`, `[cfg(test)]` or `[cfg(all(test, …))]`. Items under `not(test)` and
/// `any(test, …)` are shipped.
fn is_for_tests(attribute: &TokenTree) -> bool {
    let TokenTree::Group(group) = attribute else { return false };
    let text: String = group.stream().to_string().split_whitespace().collect();
    text == "test" || text == "cfg(test)" || text.starts_with("cfg(all(test,")
}

fn brackets(group: &Group) -> (&'static str, &'static str) {
    match group.delimiter() {
        Delimiter::Parenthesis => ("(", ")"),
        Delimiter::Brace => ("{", "}"),
        Delimiter::Bracket => ("[", "]"),
        Delimiter::None => ("", ""),
    }
}

#[cfg(test)]
mod tests {
    use super::{Source, Text};

    fn shipped(text: &str) -> Vec<String> {
        let file = Text { path: "crates/a/src/a.rs".to_owned(), text: text.to_owned() };
        Source::parse(file).unwrap().shipped_words().into_iter().map(|word| word.text).collect()
    }

    #[test]
    fn comments_and_literals_hold_no_words() {
        assert_eq!(shipped("/// x.unwrap()\nconst A: &str = \"unwrap\"; // unwrap").join(" "), "# [ doc = \" ] const A : & str = \" ;");
    }

    #[test]
    fn only_the_item_under_cfg_test_is_left_out() {
        assert_eq!(shipped("#[cfg(test)] #[path = \"x\"] mod tests { fn a() {} } mod b;").join(" "), "mod b ;");
        assert_eq!(shipped("#[cfg(test)] use a::b; mod b;").join(" "), "mod b ;");
        assert!(shipped("#[cfg(not(test))] mod b;").contains(&"b".to_owned()));
        assert!(shipped("#[cfg(any(test, unix))] mod b;").contains(&"b".to_owned()));
    }
}
