//! What clinch's tests share: the pair-file format, an independent oracle, generators and grading. Not published.
//!
//! * [`pair_file`]: shapes, poses, queries and answers as plain parameters, read and written line by line.

pub mod pair_file;
