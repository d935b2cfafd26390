//! The oracle, the generators, the pair files and the grading of the testkit. One program, because
//! linking fifteen takes longer than running them.

mod certificate;
mod concave;
mod grading;
mod grading_casts;
mod grading_unions;
mod mix;
mod mix_of_all;
mod oracle_agrees;
mod oracle_by_hand;
mod oracle_casts;
mod oracle_shapes;
mod pair_file;
mod pile;
mod regressions;
mod streams;
mod stress;
mod terrain;
mod workload;
