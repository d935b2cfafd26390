//! The question *how far apart?* — GJK on the cores of two convex shapes, in 2D and 3D, `f32` and `f64`.
//!
//! * [`distance`] answers with witness points, a normal and two bounds, or with the simplex that holds the origin.
//! * [`intersects`] answers yes or no, and stops as soon as either is proved.
//! * [`cast`](fn@cast) answers when they come near, B moving along a line, and proves that nothing happened before.
//! * [`Start`] carries the last answer's vertices into the next query.
//!
//! Nothing here knows a shape: a query sees a [`Difference`](clinch_support::Difference) and leaves every vertex it looked at in the caller's
//! [`Record`](clinch_support::Record), where EPA and the manifold find it.

mod limits;
mod outcome;
mod start;

mod answer;
mod distance;

mod advancing_simplex;
mod cast;
mod cast_outcome;
mod entry;
mod verify;

mod affine_hull;
mod nearest_on_simplex;
mod newton;
mod portal;
mod portal2;
mod portal3;
mod sub_distance;
mod sub_distance2;
mod sub_distance3;

#[cfg(feature = "serde")]
mod serde_impls;

pub use affine_hull::{Affine, nearest_on_affine_hull};
pub use cast::cast;
pub use cast_outcome::{Arrival, Cast, CastLimits, CastOutcome};
pub use distance::{distance, intersects};
pub use limits::Limits;
pub use nearest_on_simplex::{Nearest, nearest_on_simplex};
pub use newton::{Bent, bend};
pub use outcome::{Answer, Outcome, Separation, Simplex, Stop, Touch};
pub use portal::{Corner, Passage, Surface};
pub use start::Start;
pub use sub_distance::{Algebra, Measure, Step};
pub use verify::{is_apart, is_overlap};
