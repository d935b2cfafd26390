//! What clinch's tests share: the pair-file format, an independent oracle, generators and grading. Not published.
//!
//! * [`pair_file`]: shapes, poses, queries and answers as plain parameters, read and written line by line.
//! * [`cloud`]: a list of points as a support map, and one text for tests of all four vector types.
//! * [`build`]: the program's shapes and poses, from those parameters.
//! * [`oracle`]: what is true of a pair, from the parameters alone.
//! * [`random`] and [`generate`]: the same pairs from the same seed, in every situation that has ever gone wrong.
//! * [`storm`]: pairs by the million, without the oracle.
//! * [`workload`]: what the benches measure.
//! * [`grade`](mod@grade): is an answer right?
//! * [`recording`]: what an engine did, tick by tick: the demo's input.
//! * [`fnv`]: one number for all the bits of an answer.
//! * [`machine`]: when and where something was measured.

pub mod pair_file;

pub mod cloud;

pub mod build;

pub mod oracle;

pub mod random;

pub mod generate;

pub mod storm;

pub mod workload;

pub mod grade;

pub mod recording;

pub mod fnv;

pub mod machine;
