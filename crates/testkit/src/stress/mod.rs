//! Pairs for the soak: millions of random pairs, placed without the oracle. Many nearly touch, have
//! parallel features, are thin or degenerate, or are far from the world's origin.
//!
//! * [`generate::pair`](crate::generate::pair) places B by the oracle, which costs far more than
//!   the answer under test. Here the caller measures the distance by any method. An error of that
//!   method changes only which distance is reached.
//! * One step is enough for shapes that are apart. If their distance is d along the normal n, B
//!   moved by −(d − g)·n is at distance g ≥ 0, because the closest points stay the closest. For
//!   g < 0 the depth is at most −g: it may be less along another normal.
//! * A pair has its own random stream, which depends on the [`Stream`] and its index, and labels
//!   that say how it was drawn ([`Labels`]).
//! * Large hulls cost more to build than to query. Each block of [`BLOCK`] pairs shares four of
//!   them ([`HullPool`]).

mod labels;

mod pool;
mod shapes;

mod place;

mod draft;

pub use draft::{Draft, draft};
pub use labels::{Aspect, Labels, Location, Placed, Stream};
pub use place::DistanceFn;
pub use pool::{BLOCK, HullPool, hull_pool};
