//! Rule: what ships does not panic on purpose.
//!
//! Only shape constructors can fail, and they return a `Result`; a query is total. So the short ways to a panic stay out of the published
//! crates; tests may take them. Indexing and `assert!` are left to judgement: the one is how arenas are read, the other states an invariant.

use crate::tidy::report::Report;
use crate::tidy::source::Word;
use crate::tidy::tree::Tree;
use crate::tidy::walls::ROOMS;

const METHODS: &[&str] = &["unwrap", "expect", "unwrap_err", "expect_err", "unwrap_unchecked"];
const MACROS: &[&str] = &["panic", "unreachable", "todo", "unimplemented"];

pub(crate) fn check(tree: &Tree, report: &mut Report) {
    for source in tree.sources.iter().filter(|source| ships(source.path())) {
        let words = source.shipped_words();
        for place in 0..words.len() {
            if let Some(name) = panics_at(&words, place) {
                let text = format!("`{name}` in code that ships; make it a variant or a status of the answer, or move it to a test");
                report.error(source.path(), words[place].line, text);
            }
        }
    }
}

fn ships(path: &str) -> bool {
    ROOMS.iter().any(|room| room.name != "clinch-testkit" && path.starts_with(&format!("{}/src/", room.path)))
}

/// `.unwrap`, `Option::unwrap`, `panic!(`: the method or macro at this place, if it is one.
fn panics_at(words: &[Word], place: usize) -> Option<String> {
    let text = |index: usize| words.get(index).map_or("", |word| word.text.as_str());
    let name = text(place);
    let called = place > 0 && [".", ":"].contains(&text(place - 1));
    let invoked = text(place + 1) == "!" && ["(", "[", "{"].contains(&text(place + 2));
    if METHODS.contains(&name) && called { Some(name.to_owned()) } else { (MACROS.contains(&name) && invoked).then(|| format!("{name}!")) }
}
