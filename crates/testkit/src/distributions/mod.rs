//! The distributions from which all random shapes, sizes and poses of the workspace are drawn.
//!
//! Each is a small function of a [`Random`](crate::random::Random). The generators compose them:
//!
//! | generator | what it draws | the sequence is recorded in |
//! |---|---|---|
//! | [`generate`](crate::generate) | pairs with the oracle's answer | seeds of tests, `scenes/hashes.txt` |
//! | [`stress`](crate::stress) | millions of pairs, for the soak | seeds of tests, `scenes/hashes.txt` |
//! | [`workload`](crate::workload) | pairs for the benchmarks | `docs/benchmarks.md` |
//! | `clinch-record` | the bodies of a pile | `scenes/pile.clinch` |
//! | `clinch-probe` | pairs from the bytes of a fuzzer | `xtask/probe/fuzz/corpus` |
//!
//! A generator decides which distribution is drawn, in which order and how often. This order stays
//! as it is, because recorded seeds depend on it.

mod digits;
mod kind;
mod placement;
mod points;
mod rotations;
mod shapes;

pub use digits::Digits;
pub use kind::Kind;
pub use placement::{Alignment, Proximity};
pub(crate) use placement::{Line, Placement, Ranges, Target};
pub use points::{Scatter, near_segment, on_ellipse, on_segment, spread_on_sphere};
pub use rotations::{nearly, product, right_angles};
pub use shapes::{frustum_of_polygon, prism, sized};
