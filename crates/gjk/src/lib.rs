//! The question *how far apart?* — GJK on the cores of two convex shapes, in 2D and 3D, `f32` and `f64`.
//!
//! * [`distance`] answers with witness points, a normal and two bounds, or with the simplex that holds the origin.
//! * [`intersects`] answers yes or no, and stops as soon as either is proved.
//! * [`cast`](fn@cast) answers when they come near, B moving along a line, and proves that nothing happened before.
//! * [`Start`] carries the last answer's vertices into the next query.
//!
//! Nothing here knows a shape: a query sees a [`Difference`](clinch_support::Difference) and leaves every vertex it looked at in the caller's
//! [`Record`](clinch_support::Record), where EPA and the manifold find it.

#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable))]

mod limits;
mod outcome;
mod start;

mod answer;
mod distance;

mod approach;
mod arrival;
mod cast;
mod entry;
mod verify;

mod affine;
mod algebra;
mod bend;
mod lean2;
mod lean3;
mod portal;
mod portal2;
mod portal3;
mod thorough;

#[cfg(feature = "serde")]
mod written;

pub use affine::{Affine, nearest_on_affine_hull};
pub use algebra::{Algebra, Measure, Step};
pub use arrival::{Arrival, Cast, CastLimits, CastOutcome};
pub use bend::{Bent, bend};
pub use cast::cast;
pub use distance::{distance, intersects};
pub use limits::Limits;
pub use outcome::{Answer, Outcome, Separation, Simplex, Stop, Touch};
pub use portal::{Corner, Passage, Surface};
pub use start::Start;
pub use thorough::{Nearest, nearest_on_simplex};
pub use verify::{is_apart, is_overlap};
