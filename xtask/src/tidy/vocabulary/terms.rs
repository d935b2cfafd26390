//! The words that are refused, each with the standard term.

/// Words that are refused for the same reason.
pub(crate) struct Term {
    /// Words or phrases in lower case, every form of each.
    pub(crate) words: &'static [&'static str],
    /// What to write.
    pub(crate) instead: &'static str,
    pub(crate) place: In,
    /// Phrases that begin with one of `words` and are allowed.
    pub(crate) but_not: &'static [&'static str],
    /// The folder in which the word is refused; empty for all.
    pub(crate) below: &'static str,
}

/// Where a word is refused.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum In {
    /// In prose and as a part of names.
    Everything,
    /// In comments, documents and strings.
    Prose,
    /// As a name of one word: elsewhere they have another sense.
    WholeNames,
}

const fn term(words: &'static [&'static str], instead: &'static str) -> Term {
    Term { words, instead, place: In::Everything, but_not: &[], below: "" }
}

impl Term {
    const fn only(self, place: In) -> Self {
        Self { place, ..self }
    }

    const fn but_not(self, but_not: &'static [&'static str]) -> Self {
        Self { but_not, ..self }
    }

    const fn below(self, below: &'static str) -> Self {
        Self { below, ..self }
    }
}

pub(crate) const TERMS: &[Term] = &[
    // Shapes and geometry.
    term(&["lathe", "lathes"], "solid of revolution"),
    term(&["rod", "rods"], "segment, or capsule"),
    term(&["lie", "lies"], "configuration, or the name of the result").only(In::WholeNames),
    term(&["held"], "cached, or clamped").only(In::WholeNames),
    term(&["crease", "creases"], "ridge"),
    term(&["bottom", "bottoms"], "local minimum").below("crates/epa/src/"),
    term(&["slide", "slides"], "descent").below("crates/epa/"),
    term(&["bend", "bends", "bent"], "Newton's method").below("crates/gjk/"),
    term(&["lean"], "fast").below("crates/gjk/"),
    term(&["thorough"], "robust").below("crates/gjk/"),
    // Algorithms.
    term(&["short way", "short ways"], "fast path, or specialised pair algorithm"),
    term(&["general way"], "general path"),
    term(&["recall", "recalls", "recalled", "recalling"], "recycle, or reuse"),
    term(&["hand on", "hands on", "handed on", "handing on"], "fall back to, or leave to").only(In::Prose),
    term(&["by its numbers", "by their numbers"], "inlined, or by value").only(In::Prose),
    term(&["foretell", "foretells", "foretold"], "predict: an unpredictable branch"),
    // The stage.
    term(&["roll call", "roll calls"], "sync"),
    term(&["seat", "seats"], "filter data, or slot"),
    term(&["lent"], "thread-local scratch").only(In::WholeNames),
    // The workspace.
    term(&["door", "doors"], "module, or API"),
    term(&["the house", "this house", "our house"], "workspace").only(In::Prose),
    term(&["rooms"], "crates, or modules"),
    term(&["crew", "crews"], "worker threads"),
    term(&["dice"], "random generator"),
    // Persons for code.
    term(&["told", "tell", "tells", "telling"], "report, compute, decide or distinguish").but_not(&[
        "tell apart",
        "told apart",
        "telling apart",
    ]),
    term(&["nobody", "somebody", "anybody", "everybody"], "the subject: the caller, the collider, the function"),
    term(&["someone", "anyone", "everyone"], "the subject: the caller, the collider, the function"),
    term(&["whoever", "whomever", "whom"], "the subject: the caller, the collider, the function"),
    term(&["who asks", "who ask", "who asked", "who looks", "who look"], "the caller, or the code that reads it").only(In::Prose),
    term(&["he", "him", "his", "she"], "the user, the caller or their").only(In::Prose),
];
