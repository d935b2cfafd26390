//! What the benches measure: pairs of one kind, so near to each other as was asked, the same from the same seed on every machine.
//!
//! * A [`Workload`] is shapes and tracks; a track is two of the shapes and where they are, frame by frame. A pair that stands still is a track of one frame, a cast has a
//!   motion besides.
//! * [`still`](fn@still) places pairs in a [`Proximity`], [`coherent`](fn@coherent) lets them hover around touching, [`casts`](fn@casts) shoots them at each other, [`pile`](fn@pile) takes them
//!   from a recording.
//! * Pairs are placed by a signed distance that the caller brings, a [`Gauge`]: the oracle's is right and slow, the program's own is fast. Whoever uses the second shows with the
//!   first that the pairs are where they should be.
//! * All parameters are `f32` numbers, so that every library is given the same ones.

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

/// Shapes, and where pairs of them are.
#[derive(Clone, Debug, PartialEq)]
pub struct Workload {
    /// 2 or 3.
    pub dim: usize,
    /// The shapes.
    pub shapes: Vec<ShapeSpec>,
    /// The pairs. All have as many frames.
    pub tracks: Vec<Track>,
}

/// A pair and what becomes of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Track {
    /// Which shape is A.
    pub a: usize,
    /// Which shape is B.
    pub b: usize,
    /// Where A and B are.
    pub frames: Vec<[PoseSpec; 2]>,
    /// How B moves in a cast, per unit of time.
    pub motion: Option<Coords>,
}

impl Workload {
    /// A track at a frame as a query of a pair file: what the oracle is asked.
    pub fn query(&self, track: usize, frame: usize) -> Query {
        let Track { a, b, frames, motion } = &self.tracks[track];
        let [pose_a, pose_b] = frames[frame];
        let query = Query::contact("", self.dim, (self.shapes[*a].clone(), pose_a), (self.shapes[*b].clone(), pose_b));
        match motion {
            None => query,
            Some(motion) => Query { kind: QueryKind::ShapeCast, vel_b: Some(*motion), ..query },
        }
    }

    /// How many frames each track has.
    pub fn frames(&self) -> usize {
        self.tracks.first().map_or(0, |track| track.frames.len())
    }
}
