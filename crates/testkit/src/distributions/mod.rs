//! The distributions of shapes, sizes and poses that the generators share.
//!
//! They draw from a [`Random`](crate::random::Random) or from the numbers of the caller:
//!
//! | generator | what it draws | what depends on its seeds |
//! |---|---|---|
//! | [`generate`](crate::generate) | shapes, pairs and casts | tests, `scenes/hashes.txt` |
//! | [`stress`](crate::stress) | millions of pairs, for the soak | tests, `scenes/hashes.txt` |
//! | [`workload`](crate::workload) | pairs for the benchmarks | `docs/benchmarks.md` |
//! | `clinch-record` | the bodies of a pile | `scenes/pile.clinch` |
//! | `clinch-probe` | pairs from the bytes of a fuzzer | `xtask/probe/fuzz/corpus` |
//!
//! A generator decides which distribution it draws from, in which order and how often. This order
//! must stay: another order would change the pairs of every committed seed.

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
