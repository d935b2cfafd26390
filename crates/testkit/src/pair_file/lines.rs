//! Reading and writing, line by line.
//!
//! * A damaged line is a value with its line number and, if it can be found, its id. Reading
//!   continues with the next line.
//! * Empty lines are skipped. Lines are bytes until they are parsed: invalid UTF-8 damages only its
//!   own line.

use core::fmt;
use std::io::{self, BufRead, Write};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::pair_file::answer::{AnswerLine, ErrorAnswer, ErrorKind};
use crate::pair_file::query::Query;

/// A line that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damaged {
    /// The number of the line, from 1.
    pub line: usize,
    /// The query's name, if it could be found.
    pub id: Option<String>,
    /// `Parse`, or `Unsupported` for an unknown type of shape.
    pub kind: ErrorKind,
    /// What is wrong.
    pub what: String,
}

impl Damaged {
    /// The error line of an answer file.
    pub fn answer(&self) -> ErrorAnswer {
        ErrorAnswer::new(self.id.clone(), self.kind, format_args!("line {}: {}", self.line, self.what))
    }
}

impl fmt::Display for Damaged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: line {}", self.kind, self.line)?;
        if let Some(id) = &self.id {
            write!(f, " ({id})")?;
        }
        write!(f, ": {}", self.what)
    }
}

impl std::error::Error for Damaged {}

/// The queries of a pair file, one item per non-empty line, in order.
///
/// ```
/// use clinch_testkit::pair_file::read_queries;
///
/// let file = r#"{"id":"first","dim":2,"query":"contact","a":{"type":"circle","radius":1},"b":{"type":"point","p":[3,0]}}
/// {"id":"second","dim":2,"#;
/// let lines: Vec<_> = read_queries(file.as_bytes()).collect();
/// assert_eq!(lines[0].as_ref().unwrap().id, "first");
/// assert_eq!(lines[1].as_ref().unwrap_err().id.as_deref(), Some("second"));
/// ```
pub fn read_queries(reader: impl BufRead) -> impl Iterator<Item = Result<Query, Damaged>> {
    numbered_queries(reader).map(|(_, line)| line)
}

/// As [`read_queries`], each with the number of its line, from 1.
pub fn numbered_queries(reader: impl BufRead) -> impl Iterator<Item = (usize, Result<Query, Damaged>)> {
    read(reader)
}

/// The lines of an answer file, one item per non-empty line, in order.
pub fn read_answers(reader: impl BufRead) -> impl Iterator<Item = Result<AnswerLine, Damaged>> {
    read(reader).map(|(_, line)| line)
}

/// Writes one line: a [`Query`], an [`AnswerLine`] or one of its variants.
pub fn write_line(mut writer: impl Write, line: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut writer, line)?;
    writer.write_all(b"\n")
}

fn read<T: DeserializeOwned>(mut reader: impl BufRead) -> impl Iterator<Item = (usize, Result<T, Damaged>)> {
    let (mut number, mut over) = (0, false);
    core::iter::from_fn(move || {
        while !over {
            let mut bytes = Vec::new();
            number += 1;
            match reader.read_until(b'\n', &mut bytes) {
                Ok(0) => over = true,
                Ok(_) if bytes.trim_ascii().is_empty() => {}
                Ok(_) => return Some((number, serde_json::from_slice(&bytes).map_err(|error| damaged(number, &bytes, &error)))),
                Err(error) => {
                    // The stream is broken: nothing after this is certainly a line.
                    over = true;
                    let broken = Damaged { line: number, id: None, kind: ErrorKind::Parse, what: error.to_string() };
                    return Some((number, Err(broken)));
                }
            }
        }
        None
    })
}

fn damaged(line: usize, bytes: &[u8], error: &serde_json::Error) -> Damaged {
    let what = error.to_string();
    let kind = if what.starts_with("unknown variant") { ErrorKind::Unsupported } else { ErrorKind::Parse };
    Damaged { line, id: id_of(bytes), kind, what }
}

/// The id of a line that is not a query: from the JSON if it is valid, else from the text after
/// `"id":`.
fn id_of(bytes: &[u8]) -> Option<String> {
    if let Ok(value) = serde_json::from_slice::<serde_json::Value>(bytes) {
        return value.get("id").and_then(|id| id.as_str().map(str::to_owned));
    }
    let text = String::from_utf8_lossy(bytes);
    let after = text.split_once("\"id\"")?.1.trim_start().strip_prefix(':')?.trim_start().strip_prefix('"')?;
    // The string ends at the first quote that is not escaped. The parser resolves the escapes.
    let end = (0..after.len()).find(|&i| after.as_bytes()[i] == b'"' && !escaped(after, i))?;
    serde_json::from_str(&format!("\"{}\"", &after[..end])).ok()
}

fn escaped(text: &str, at: usize) -> bool {
    text.as_bytes()[..at].iter().rev().take_while(|&&byte| byte == b'\\').count() % 2 == 1
}
