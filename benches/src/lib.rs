//! The cost of clinch and of other libraries: the same pairs, in the same process, alternating,
//! with the errors of each.
//!
//! * [`rows`] lists what is measured: a kind of [`work`] on some pairs. The pairs are testkit's
//!   (`clinch_testkit::workload`); [`data`] makes them and computes the truth of some by the
//!   oracle.
//! * [`subjects`] are the libraries. Each builds its shapes and becomes a [`runner::Runner`];
//!   [`errors`] checks its answers.
//! * [`composite`] has the rows of surfaces of triangles, [`stage`] runs many pairs through the
//!   whole stage.
//! * [`measure`](mod@measure) is the clock of the program `clinch-bench` (`cargo xtask bench`),
//!   which writes the [`report`], compares the rows with the [`targets`] and with [earlier
//!   runs](compare). The suites in `benches/benches` use the same runners in criterion.

// The stage is compiled there.
use clinch_instances as _;

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

pub mod composite;
pub mod run;

pub mod stage_targets;
pub mod targets;

pub mod compare;

pub mod chart;
pub mod report;
