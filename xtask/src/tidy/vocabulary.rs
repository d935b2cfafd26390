//! Rule: no private words where the field has a term.
//!
//! * `vocabulary/terms.rs` lists words that this workspace used in a sense of its own, each with
//!   the standard term. They are refused in comments, documents, strings, identifiers and paths.
//! * Identifiers are split at `_` and before capitals, prose at every character that is no letter.
//!   A phrase matches consecutive words, across lines but not across punctuation.

mod terms;

use std::collections::BTreeMap;

use terms::{In, TERMS, Term};

use crate::tidy::report::{Finding, Report};
use crate::tidy::source::{Source, Word};
use crate::tidy::text::Text;
use crate::tidy::tree::Tree;

const TABLE: &str = "xtask/src/tidy/vocabulary/terms.rs";

/// Ends a phrase.
const BREAK: &str = "";

pub(crate) fn check(tree: &Tree, report: &mut Report) {
    let mut findings = Vec::new();
    let terms = by_first_word();
    for source in tree.sources.iter().filter(|source| source.path() != TABLE) {
        let mut found = Found { path: source.path(), terms: &terms, findings: &mut findings };
        found.path_names();
        found.source(source);
    }
    for text in tree.documents.iter().chain(&tree.others) {
        let mut found = Found { path: &text.path, terms: &terms, findings: &mut findings };
        found.path_names();
        found.prose(&prose(text));
    }
    findings.sort();
    findings.dedup();
    report.extend(findings);
}

/// A word or phrase, and the term of which it is one.
type Phrase = (&'static str, &'static Term);

/// The phrases of the table by their first words.
fn by_first_word() -> BTreeMap<&'static str, Vec<Phrase>> {
    let mut phrases: BTreeMap<&str, Vec<Phrase>> = BTreeMap::new();
    for term in TERMS {
        for phrase in term.words {
            let first = phrase.split(' ').next().unwrap_or_default();
            phrases.entry(first).or_default().push((phrase, term));
        }
    }
    phrases
}

/// The findings in one file.
struct Found<'a> {
    path: &'a str,
    terms: &'a BTreeMap<&'static str, Vec<Phrase>>,
    findings: &'a mut Vec<Finding>,
}

impl Found<'_> {
    fn path_names(&mut self) {
        for name in self.path.split(['/', '.']) {
            self.name(&Word { text: name.to_owned(), line: 1 });
        }
    }

    fn source(&mut self, source: &Source) {
        for word in source.words().iter().filter(|word| word.text.starts_with(|c: char| c.is_alphabetic() || c == '_')) {
            self.name(word);
        }
        for literal in source.literals().iter().filter(|literal| literal.text.contains('"')) {
            let mut words = Vec::new();
            for (index, line) in literal.text.split('\n').enumerate() {
                split(&line.replace("\\n", " "), literal.line + index, &mut words);
            }
            self.prose(&words);
        }
        let mut words = Vec::new();
        let mut last = 0;
        for comment in &source.comments {
            if comment.line > last + 1 {
                words.push(Word { text: BREAK.to_owned(), line: comment.line });
            }
            last = comment.line;
            split(&comment.text, comment.line, &mut words);
        }
        self.prose(&words);
    }

    fn prose(&mut self, words: &[Word]) {
        self.each(words, |term| term.place != In::WholeNames);
    }

    fn name(&mut self, name: &Word) {
        let mut words = Vec::new();
        split(&name.text, name.line, &mut words);
        let whole = words.len();
        self.each(&words, |term| match term.place {
            In::Everything => true,
            In::Prose => false,
            In::WholeNames => whole == 1,
        });
    }

    /// Reports each of these terms in the words.
    fn each(&mut self, words: &[Word], is_meant: impl Fn(&Term) -> bool) {
        for (at, word) in words.iter().enumerate() {
            let phrases = self.terms.get(word.text.as_str()).map_or(&[][..], Vec::as_slice);
            for (phrase, term) in phrases.iter().filter(|(_, term)| self.path.starts_with(term.below) && is_meant(term)) {
                let here = &words[at..];
                if begins_with(here, phrase) && !term.but_not.iter().any(|other| begins_with(here, other)) {
                    let text = format!("`{phrase}`: write {} ({TABLE})", term.instead);
                    self.findings.push(Finding { path: self.path.to_owned(), line: word.line, text });
                }
            }
        }
    }
}

fn begins_with(words: &[Word], phrase: &str) -> bool {
    let mut words = words.iter();
    phrase.split(' ').all(|part| words.next().is_some_and(|word| word.text == part))
}

/// The words of a document; blank lines end phrases.
fn prose(text: &Text) -> Vec<Word> {
    let mut words = Vec::new();
    for (index, line) in text.text.lines().enumerate() {
        if line.trim().is_empty() {
            words.push(Word { text: BREAK.to_owned(), line: index + 1 });
        }
        split(line, index + 1, &mut words);
    }
    words
}

/// The words of one line in lower case. `HalfSpaces` are two.
fn split(text: &str, line: usize, words: &mut Vec<Word>) {
    let mut word = String::new();
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        if character.is_alphanumeric() {
            word.extend(character.to_lowercase());
        }
        let next = characters.peek().copied().unwrap_or(' ');
        let hump = !character.is_uppercase() && next.is_uppercase();
        if (hump || !next.is_alphanumeric()) && !word.is_empty() {
            words.push(Word { text: std::mem::take(&mut word), line });
        }
        if ".,;:!?()[]|\"".contains(character) {
            words.push(Word { text: BREAK.to_owned(), line });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn names_and_prose_become_the_same_words() {
        let words = |text: &str| {
            let mut words = Vec::new();
            split(text, 1, &mut words);
            words.into_iter().map(|word| word.text).collect::<Vec<_>>()
        };
        for text in ["half_space_at", "HalfSpaceAt", "HALF_SPACE_AT", "half-space at", "// `half` space at"] {
            assert_eq!(words(text), ["half", "space", "at"], "{text}");
        }
        assert_eq!(words("One. Two"), ["one", "", "two"]);
    }
}
