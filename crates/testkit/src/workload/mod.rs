//! The pairs that the benches measure: of one kind, at a given proximity, and the same for a seed
//! on every machine.
//!
//! * A [`Workload`] is shapes and tracks. A track is two of the shapes and their poses, frame by
//!   frame. A pair that does not move is a track of one frame. A cast also has a motion.
//! * [`still`](fn@still) places pairs in a [`Proximity`], [`coherent`](fn@coherent) moves them
//!   while they stay near touching, [`casts`](fn@casts) moves B towards A, and [`pile`](fn@pile)
//!   takes the pairs of a recording.
//! * Pairs are placed by the signed distance of a [`Gauge`]. The oracle's is accurate and slow, the
//!   program's own is fast. Tests check the placement by the program with the oracle.
//! * All parameters are `f32` numbers, so that every library reads the same ones.

mod kind;
mod proximity;

mod gauge;
mod place;

mod casts;
mod coherent;
mod pile;
mod still;

pub use casts::casts;
pub use coherent::{HOVER, LENGTHS, TURNS, coherent};
pub use gauge::{ByOracle, Gauge, PlacedPair};
pub use kind::{Form, Kind, PLANE, SPACE};
pub use pile::pile;
pub use proximity::Proximity;
pub use still::still;

use crate::pair_file::{Coords, PoseSpec, Query, QueryKind, ShapeSpec};

/// Shapes, and the poses of pairs of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Workload {
    /// 2 or 3.
    pub dim: usize,
    /// The shapes.
    pub shapes: Vec<ShapeSpec>,
    /// The pairs. All have the same number of frames.
    pub tracks: Vec<Track>,
}

/// A pair over time.
#[derive(Clone, Debug, PartialEq)]
pub struct Track {
    /// The index of A among the shapes.
    pub a: usize,
    /// The index of B among the shapes.
    pub b: usize,
    /// The poses of A and B in each frame.
    pub frames: Vec<[PoseSpec; 2]>,
    /// The motion of B in a cast, per unit of time.
    pub motion: Option<Coords>,
}

impl Workload {
    /// A track at a frame as a query of a pair file, for the oracle.
    pub fn query(&self, track: usize, frame: usize) -> Query {
        let Track { a, b, frames, motion } = &self.tracks[track];
        let [pose_a, pose_b] = frames[frame];
        let query = Query::contact(self.dim, (self.shapes[*a].clone(), pose_a), (self.shapes[*b].clone(), pose_b));
        match motion {
            None => query,
            Some(motion) => Query { kind: QueryKind::ShapeCast, vel_b: Some(*motion), ..query },
        }
    }

    /// The number of frames of each track.
    pub fn frames(&self) -> usize {
        self.tracks.first().map_or(0, |track| track.frames.len())
    }
}
