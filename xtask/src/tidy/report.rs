//! The findings of the rules, printed in the order of their paths: all findings of a file together.

/// The findings so far.
#[derive(Default)]
pub(crate) struct Report {
    errors: Vec<Finding>,
    pending: Vec<Finding>,
}

/// A place that breaks a rule. The text says what is wrong and what to do.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Finding {
    pub(crate) path: String,
    pub(crate) line: usize,
    pub(crate) text: String,
}

impl Report {
    /// Adds an error: it fails the run.
    pub(crate) fn error(&mut self, path: &str, line: usize, text: impl Into<String>) {
        self.add(Finding { path: path.to_owned(), line, text: text.into() });
    }

    /// Adds an error.
    pub(crate) fn add(&mut self, finding: Finding) {
        self.errors.push(finding);
    }

    /// Adds a finding that `xtask/tidy.toml` allows for now.
    pub(crate) fn pending(&mut self, finding: Finding) {
        self.pending.push(finding);
    }

    /// Prints the errors, and before them the pending findings below `pending` if that is given.
    /// Returns how many there are of both.
    pub(crate) fn print(mut self, pending: Option<&str>) -> Count {
        self.pending.sort();
        self.errors.sort();
        let shown = |finding: &&Finding| pending.is_some_and(|place| finding.path.starts_with(place));
        for Finding { path, line, text } in self.pending.iter().filter(shown) {
            println!("{path}:{line}: pending: {text}");
        }
        for Finding { path, line, text } in &self.errors {
            println!("{path}:{line}: {text}");
        }
        Count { errors: self.errors.len(), pending: self.pending.len() }
    }
}

/// How many findings there were.
pub(crate) struct Count {
    pub(crate) errors: usize,
    pub(crate) pending: usize,
}
