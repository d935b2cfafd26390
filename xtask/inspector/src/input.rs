//! The input: the options, and the line of a pair file.

use clinch_testkit::pair_file::{ErrorKind, Query};
use serde::Serialize;

/// How the pair is inspected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Shapes in `f64`; else in `f32`, as `cargo xtask query` answers without `--f64`.
    pub f64: bool,
    /// GJK starts from the guess in `f32`, as in a query. Else every step is taken in `f64`.
    pub guess: bool,
}

impl Options {
    /// The options of a command line. What is not an option is ignored.
    pub fn from_arguments(arguments: impl Iterator<Item = String>) -> Self {
        arguments.fold(Self::default(), |options, argument| match argument.as_str() {
            "--f64" => Self { f64: true, ..options },
            "--guess" => Self { guess: true, ..options },
            _ => options,
        })
    }
}

/// Why there is no report of a pair.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Refusal {
    /// `parse`, `construct` or `unsupported`, as in answer files.
    pub(crate) kind: String,
    pub(crate) what: String,
    /// The line of the input and the column in it, from 1, if the text itself is wrong.
    pub(crate) line: Option<usize>,
    pub(crate) column: Option<usize>,
}

impl Refusal {
    pub(crate) fn new(kind: ErrorKind, what: impl Into<String>) -> Self {
        Self { kind: kind.to_string(), what: what.into(), line: None, column: None }
    }
}

/// The first line of the text that is not empty.
pub(crate) fn read(text: &str) -> Result<Query, Refusal> {
    let Some((number, line)) = text.lines().enumerate().find(|(_, line)| !line.trim().is_empty()) else {
        return Err(Refusal::new(ErrorKind::Parse, "there is no line"));
    };
    serde_json::from_str(line).map_err(|error| damaged(number + 1, line, &error))
}

impl From<(ErrorKind, String)> for Refusal {
    fn from((kind, what): (ErrorKind, String)) -> Self {
        Self::new(kind, what)
    }
}

/// serde_json names the place at the end of its message, too; it is said once.
fn damaged(number: usize, line: &str, error: &serde_json::Error) -> Refusal {
    let what = error.to_string();
    let what = what.rsplit_once(" at line ").map_or(what.as_str(), |(what, _)| what).to_owned();
    let kind = if what.starts_with("unknown variant") { ErrorKind::Unsupported } else { ErrorKind::Parse };
    // The column counts bytes; a reader counts characters.
    let column = line.bytes().take(error.column()).filter(|byte| byte & 0xC0 != 0x80).count();
    Refusal { kind: kind.to_string(), what, line: Some(number), column: Some(if column > 0 { column } else { 1 }) }
}
