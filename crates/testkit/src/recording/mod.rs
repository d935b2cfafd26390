//! What an engine did, tick by tick, in a file small enough to keep beside the source.
//!
//! * A recording is bodies, each a shape by its plain parameters, and per tick each body's pose and the engine's list of touching pairs.
//!   Nothing else: no velocities, no contacts, no opinion about the answer beyond *these two touch*.
//! * Poses live on a lattice (`lattice`): what the writer rounds to integers, the reader turns back into the same bits on every machine.
//!   A pose that came out of a recording, or out of [`RecordedPose::quantised`], goes through a file unchanged.
//! * Each coordinate of each body is a series in time; only its deviation from a guess is stored (`motion`). A body at rest costs nothing.
//! * Touching pairs are stored as those that came and those that went (`touching`).
//! * All of it is deflated and sealed with a length and a CRC-32 (`seal`), so that a cut, flipped or foreign file is an error with a
//!   name. Behind the seal every count is still bounded before it is believed: no input makes the reader panic or hoard memory.

mod error;
mod limits;

mod lattice;

mod bytes;
mod motion;
mod shapes;
mod touching;

mod payload;
mod seal;

mod spec;

#[cfg(test)]
mod tests;

use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Write};
use std::path::Path;

pub use error::RecordingError;

/// A body's shape, about the origin of the body. Metres.
#[derive(Clone, Debug, PartialEq)]
pub enum BodyShape {
    /// A ball about the origin.
    Ball {
        /// Its radius.
        radius: f32,
    },
    /// A box about the origin, its faces square to the axes. Floors and walls are boxes too.
    Box {
        /// Half its size along x, y and z.
        half_extents: [f32; 3],
    },
    /// All points within `radius` of the segment from (0, −`half_height`, 0) to (0, `half_height`, 0).
    Capsule {
        /// Half the length of the segment.
        half_height: f32,
        /// The radius around it.
        radius: f32,
    },
    /// The convex hull of these points.
    Hull {
        /// The points; a recorder stores only corners of the hull, the format does not insist.
        points: Vec<[f32; 3]>,
    },
}

/// Where a body is: rotate about its origin, then translate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RecordedPose {
    /// The body's origin in the world, in metres.
    pub translation: [f32; 3],
    /// A quaternion x, y, z, w, of unit length but for the rounding of its components to `f32`.
    pub rotation: [f32; 4],
}

impl RecordedPose {
    /// The pose a file keeps for this one: at most 2⁻¹⁷ m away along each axis, and 2⁻¹⁸ in each of three components of the quaternion.
    /// Quantising twice changes nothing. `None` if a number is not finite, the rotation is zero or the body is 256 m from the origin.
    ///
    /// ```
    /// use clinch_testkit::recording::RecordedPose;
    ///
    /// let pose = RecordedPose { translation: [1.0, 0.1, -3.0], rotation: [0.0, 0.6, 0.0, 0.8] };
    /// let kept = pose.quantised().unwrap();
    /// assert_eq!(kept.translation, [1.0, 6554.0 / 65536.0, -3.0]);
    /// assert_eq!(kept.quantised(), Some(kept));
    /// ```
    pub fn quantised(&self) -> Option<Self> {
        Some(lattice::LatticePose::nearest(self)?.pose())
    }
}

/// One step of the engine.
#[derive(Clone, Debug, PartialEq)]
pub struct Tick {
    /// A pose per body, as the engine's collision detection saw it in this tick.
    pub poses: Vec<RecordedPose>,
    /// The pairs of bodies that touch or overlap at these poses: lower index first, sorted, none twice. Two static bodies are no pair.
    ///
    /// In the recording the project keeps, `scenes/pile.clinch`, this is what rapier's geometry (parry, in `f64`) says when it is asked
    /// afresh at these very poses, each pair with a proof; rapier's own manifolds lag behind the motion. Its page, `scenes/README.md`, has
    /// the figures.
    pub touching: Vec<(u32, u32)>,
}

/// Bodies and what became of them.
///
/// ```
/// use clinch_testkit::recording::{BodyShape, RecordedPose, Recording, Tick};
///
/// let at = |y| RecordedPose { translation: [0.0, y, 0.0], rotation: [0.0, 0.0, 0.0, 1.0] };
/// let recording = Recording {
///     seconds_per_tick: 1.0 / 60.0,
///     bodies: vec![BodyShape::Box { half_extents: [5.0, 1.0, 5.0] }, BodyShape::Ball { radius: 0.5 }],
///     ticks: vec![
///         Tick { poses: vec![at(-1.0), at(0.75)], touching: vec![] },
///         Tick { poses: vec![at(-1.0), at(0.5)], touching: vec![(0, 1)] },
///     ],
/// };
/// let mut file = Vec::new();
/// recording.write(&mut file).unwrap();
/// assert_eq!(Recording::read(file.as_slice()).unwrap(), recording);
/// assert!(Recording::read(&file[..file.len() - 1]).is_err());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Recording {
    /// The engine's time step, in seconds.
    pub seconds_per_tick: f64,
    /// The shape of each body. Bodies are named by their place here.
    pub bodies: Vec<BodyShape>,
    /// What happened, in order.
    pub ticks: Vec<Tick>,
}

impl Recording {
    /// Reads the file at `path`.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, RecordingError> {
        let path = path.as_ref();
        let file = File::open(path).map_err(|error| RecordingError::opening(path, error))?;
        Self::read(BufReader::new(file))
    }

    /// Reads a recording from its bytes. Whatever they are, this returns, and takes memory in proportion to a recording's limits at most.
    pub fn read(source: impl Read) -> Result<Self, RecordingError> {
        payload::decode(&seal::open(source)?)
    }

    /// Writes a file to `path`, replacing what is there.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), RecordingError> {
        let mut file = BufWriter::new(File::create(path)?);
        self.write(&mut file)?;
        Ok(file.flush()?)
    }

    /// Writes the file's bytes. Poses are quantised on the way, so what is read back is `self` exactly if its poses already were.
    pub fn write(&self, sink: impl Write) -> Result<(), RecordingError> {
        seal::close(&payload::encode(self)?, sink)
    }
}
