//! Random composite shapes and bodies, and what must be true of their contacts.
//!
//! * Every kind of composite shape, of sizes from 1e-6 to 1e6, with each of its sides, some of them
//!   mirrored or stretched instances; and every kind of body, or another composite shape. Bodies
//!   are apart, touch, overlap, or are inside of solids.
//! * The answers are compared with those of the oracle by brute force over all parts
//!   ([`PartsTruth`](clinch_testkit::oracle::PartsTruth)): the distance, the overlap, that what
//!   touches has a point, and that contacts of bodies that are apart are the local minima of the
//!   distance.
//! * They are also compared with one another: parts in another order, answers with a past, recycled
//!   answers, casts, and the pair exchanged.
//! * A pair depends on the plan's seed and precision and on its index alone.

mod plan;
mod tally;

mod drawn;
mod space;

mod shapes;

mod place;

mod block;

mod case;

mod casts;
mod composites;
mod memory;
mod minima;
mod order;

mod examine;

mod workers;

pub use plan::Plan;
pub use shapes::Kind;
pub use tally::{Faults, Row, Tally};
pub use workers::{Soaked, only, soak};
