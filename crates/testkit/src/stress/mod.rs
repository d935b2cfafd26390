//! Pairs for the soak: millions of pairs in every situation that has ever gone wrong, each drawn in
//! microseconds and without the oracle.
//!
//! * [`generate`](crate::generate) places B by the oracle, at a thousand times the cost of the
//!   answer under test. Here the caller measures the distance by any method. An error of that
//!   method changes only which distance is reached; the truth is computed afterwards and elsewhere.
//! * One step is enough. If B is apart by d along the normal n, then moved by −(d − g)·n it is
//!   apart by exactly g, because the closest points stay the closest.
//! * A pair has its own stream of a seed and labels that say how it was drawn ([`Labels`]). Its
//!   index is enough to draw it again.
//! * Large hulls cost more to build than to query. Each block of [`BLOCK`] pairs shares a few of
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
