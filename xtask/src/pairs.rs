//! Pair files: `query` answers them, `grade` compares the answers with what a file expects.

mod refusal;

mod poses;

mod world;

mod surfaces;

mod collider;

mod composite_pair;

mod composite_answer;

pub(crate) mod answer;

pub(crate) mod grade;
pub(crate) mod query;
