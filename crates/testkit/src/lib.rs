//! What clinch's tests and tools share: the pair file format, an independent oracle, generators and
//! grading. Not published.
//!
//! * [`pair_file`]: shapes, poses, queries and answers as plain parameters, read and written line
//!   by line.
//! * [`cloud`]: a list of points as a support map, and what makes one test fit all four vector
//!   types.
//! * [`in_blocks`]: the same for searches in lanes.
//! * [`build`]: the program's shapes and poses from those parameters.
//! * [`oracle`]: the true answer for a pair, from the parameters alone.
//! * [`random`] and [`distributions`]: random numbers, and the distributions that the generators
//!   share.
//! * [`generate`]: shapes, pairs and casts from a seed.
//! * [`stress`]: pairs for the soak, drawn without the oracle.
//! * [`workload`]: pairs for the benches.
//! * [`grade`](mod@grade): compares an answer with the truth.
//! * [`recording`]: what an engine did, tick by tick. The demo replays it.
//! * [`fnv`]: a hash of every bit of an answer.
//! * [`machine`]: the date and the machine of a measurement.

pub mod pair_file;

pub mod cloud;
pub mod in_blocks;

pub mod build;

pub mod oracle;

pub mod random;

pub mod distributions;

pub mod generate;

pub mod stress;

pub mod workload;

pub mod grade;

pub mod recording;

pub mod fnv;

pub mod machine;
