//! What an engine did, tick by tick, in a file that is small enough to keep beside the source.
//!
//! * A recording has bodies, each a shape by its plain parameters, and for each tick the pose of
//!   every body and the touching pairs. It has no velocities and no contacts: the only claim about
//!   the answer is *these two touch*.
//! * Poses are on a lattice (`lattice`). The writer rounds them to integers, which the reader turns
//!   into the same bits on every machine. A pose from a recording or from
//!   [`RecordedPose::quantised`] is stored without change.
//! * Each coordinate of each body is a series over time, of which only the differences to a
//!   prediction are stored (`motion`). A body at rest needs almost no bytes.
//! * Touching pairs are stored as those that started and those that ended (`touching`).
//! * Everything is deflated and sealed with a length and a CRC-32 (`seal`), so that a truncated,
//!   damaged or foreign file is a specific error. Every count is checked against a limit before it
//!   is used: no input makes the reader panic or allocate too much.

mod format;

mod error;
mod limits;

mod types;

mod lattice;

mod bytes;
mod motion;
mod shapes;
mod touching;

mod payload;
mod seal;

mod file;
mod spec;

#[cfg(test)]
mod tests;

pub use error::RecordingError;
pub use types::{BodyShape, RecordedPose, Recording, Tick};
