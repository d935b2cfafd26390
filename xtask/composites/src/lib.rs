//! The soak of composite shapes: draws random pairs and checks every answer. A fault is counted,
//! and its pair is stored as a line of a pair file.
//!
//! * Every kind of composite shape, of sizes from 1e-6 to 1e6, with each kind of `Sides`, some of
//!   them mirrored or stretched instances; and every kind of body but half-spaces, or another
//!   composite shape. Bodies are apart, touch, overlap, or are inside of solids.
//! * The answers are compared with those of the oracle by brute force over all parts
//!   ([`PartsTruth`](clinch_testkit::oracle::PartsTruth)): the distance, the overlap, that what
//!   touches has a point, and that contacts of bodies that are apart are the local minima of the
//!   distance.
//! * Answers must not change if the parts are in another order, if the memory is of earlier poses,
//!   or if A and B are exchanged. Recycled answers and casts are compared with the oracle. The
//!   index of a pair decides which of these is checked.
//! * A pair depends on the dimension, its index, and the plan's seed, precision and `round` alone.

use clinch_instances as _;

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
