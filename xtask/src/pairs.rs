//! Pair files: `query` answers them, `grade` compares the answers with what a file expects.

mod composite_answer;

pub(crate) mod answer;

pub(crate) mod grade;
pub(crate) mod query;
