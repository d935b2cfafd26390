//! The findings of the rules, printed in the order of their paths: all findings of a file together.

/// The findings so far.
#[derive(Default)]
pub(crate) struct Report {
    errors: Vec<Finding>,
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
        self.errors.push(Finding { path: path.to_owned(), line, text: text.into() });
    }

    /// Adds errors.
    pub(crate) fn extend(&mut self, findings: impl IntoIterator<Item = Finding>) {
        self.errors.extend(findings);
    }

    /// Prints the errors and returns how many there are.
    pub(crate) fn print(mut self) -> usize {
        self.errors.sort();
        for Finding { path, line, text } in &self.errors {
            println!("{path}:{line}: {text}");
        }
        self.errors.len()
    }
}
