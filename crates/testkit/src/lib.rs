//! What clinch's tests share: the pair-file format, an independent oracle, generators and grading. Not published.
//!
//! * [`pair_file`]: shapes, poses, queries and answers as plain parameters, read and written line by line.
//! * [`oracle`]: what is true of a pair, from the parameters alone.

pub mod pair_file;

pub mod oracle;
