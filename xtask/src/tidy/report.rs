//! What the rules found.
//!
//! Reported in the order of the paths, not of the rules: whoever repairs a file wants all of its lines together.

/// What was found so far.
#[derive(Default)]
pub(crate) struct Report {
    errors: Vec<Finding>,
    warnings: Vec<Finding>,
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Finding {
    path: String,
    line: usize,
    text: String,
}

impl Report {
    /// Something that fails the run. `text` says what is wrong and what to do.
    pub(crate) fn error(&mut self, path: &str, line: usize, text: impl Into<String>) {
        self.errors.push(Finding { path: path.to_owned(), line, text: text.into() });
    }

    /// Something to look at.
    pub(crate) fn warning(&mut self, path: &str, line: usize, text: impl Into<String>) {
        self.warnings.push(Finding { path: path.to_owned(), line, text: text.into() });
    }

    /// Prints everything, the errors last, and returns how many errors there are.
    pub(crate) fn print(mut self) -> usize {
        self.warnings.sort();
        self.errors.sort();
        for Finding { path, line, text } in &self.warnings {
            println!("{path}:{line}: warning: {text}");
        }
        for Finding { path, line, text } in &self.errors {
            println!("{path}:{line}: {text}");
        }
        self.errors.len()
    }
}
