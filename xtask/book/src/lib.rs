//! The book in `docs/book`: its snippets, its figures, and what keeps both true.
//!
//! * [`chapters`]: every snippet of every chapter is a doctest of this crate.
//! * [`figures`]: every figure is drawn from the answers of real queries, by functions that give
//!   the same text on every machine.
//! * [`check`](mod@check): draws the figures again and compares; and whether the chapters, the
//!   table of contents and the links belong together. `cargo xtask book --check`, and a test.

// The stage is compiled there.
use clinch_instances as _;

pub mod chapters;
pub mod check;
pub mod figures;
mod markdown;
mod plane;
mod sheet;
