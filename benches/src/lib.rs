//! What clinch costs beside other libraries: the same pairs, in the same process, by turns, with the errors of each.
//!
//! * [`rows`] lists what is measured: a kind of [`work`] on some pairs. The pairs are testkit's (`clinch_testkit::workload`), [`data`] makes them and asks the oracle
//!   what is true of some.
//! * [`subjects`] are the libraries. Each builds its shapes and becomes a [`runner::Runner`], which is asked; how right it is tell the [`errors`].
//! * [`stage`] runs many pairs through the whole stage.
//! * [`measure`](mod@measure) is the clock of the program `clinch-bench` (`cargo xtask bench`), which writes
//!   the [`report`], holds the rows against the [`targets`] and [compares](compare) runs. The suites in `benches/benches` give the same runners to criterion.

pub mod work;

pub mod rows;

pub mod gauge;

pub mod data;

pub mod answer;
pub mod runner;

pub mod subjects;

pub mod errors;

pub mod measure;

pub mod stage;

pub mod run;

pub mod stage_targets;
pub mod targets;

pub mod compare;

pub mod chart;
pub mod report;
