//! Pairs that move a little from frame to frame and stay near touching, as bodies in a pile do.
//!
//! * In each frame B rotates by half a degree to two degrees about some axis and moves by 5 mm to 1
//!   cm. Of a few such moves, the first one that leaves the pair within 2 cm of touching is taken,
//!   or else the one that leaves it nearest to touching.
//! * The first move of each frame keeps the last axis, so that bodies roll and do not tremble.

use core::f64::consts::PI;
use core::ops::Range;

use glam::{DQuat, DVec3};

use crate::pair_file::{PoseSpec, RotationSpec};
use crate::random::Random;
use crate::workload::gauge::{Gauge, PlacedPair};
use crate::workload::kind::DIGITS;
use crate::workload::place::{anywhere, moved, put};
use crate::workload::{Kind, Track, Workload};

/// Frames of a sequence.
const FRAMES: usize = 120;
/// How far from touching a pair should stay.
pub const HOVER: f64 = 0.02;
/// Moves that are tried for a frame. Fewer: long boxes that are placed askew drift away.
const MOVES: usize = 24;
/// The angle by which B rotates in a frame, in radians.
pub const TURNS: Range<f64> = PI / 360.0..PI / 90.0;
/// The distance by which B moves in a frame.
pub const LENGTHS: Range<f64> = 0.005..0.01;

/// `count` sequences of 120 frames; fewer if `G` has no answer for a pair.
pub fn coherent<G: Gauge>(kind: &Kind, seed: u64, count: usize) -> Workload {
    let random = &mut Random::of(seed, 0);
    let shapes = kind.shapes(random);
    let mut tracks = Vec::with_capacity(count);
    if let Some(gauge) = G::of(&shapes, kind.dim) {
        for track in 0..count {
            let random = &mut Random::of(seed, 1 + track as u64);
            tracks.extend(sequence(&gauge, kind, random));
        }
    }
    Workload { dim: kind.dim, shapes, tracks }
}

fn sequence(gauge: &impl Gauge, kind: &Kind, random: &mut Random) -> Option<Track> {
    let shapes = kind.two(random);
    let start = PlacedPair { shapes, poses: [anywhere(kind.dim, random), anywhere(kind.dim, random)] };
    let mut placed = put(gauge, kind.dim, &start, random.direction(kind.dim), [0.0, HOVER])?;
    let mut axis = turning(kind.dim, random);
    let mut frames = vec![placed.poses];
    while frames.len() < FRAMES {
        let mut best = (f64::INFINITY, placed, axis);
        for attempt in 0..MOVES {
            let about = if attempt == 0 { axis } else { turning(kind.dim, random) };
            let next = PlacedPair { poses: [placed.poses[0], step(&placed.poses[1], about, kind.dim, random)], ..placed };
            let off = gauge.signed(&next).abs();
            if off < best.0 {
                best = (off, next, about);
            }
            if off <= HOVER {
                break;
            }
        }
        (_, placed, axis) = best;
        frames.push(placed.poses);
    }
    Some(Track { a: shapes[0], b: shapes[1], frames, motion: None })
}

/// An axis of rotation; in 2D plus or minus z.
fn turning(dim: usize, random: &mut Random) -> DVec3 {
    if dim == 2 { DVec3::Z * random.sign() } else { random.direction(3) }
}

fn step(pose: &PoseSpec, axis: DVec3, dim: usize, random: &mut Random) -> PoseSpec {
    let (sin, cos) = libm::sincos(0.5 * random.range(TURNS.start, TURNS.end));
    let turn = [axis.x * sin, axis.y * sin, axis.z * sin, cos];
    let [x, y, z, w] = after(turn, pose.quaternion());
    let rotation = if dim == 2 {
        RotationSpec::CosSin(DIGITS.round(w * w - z * z), DIGITS.round(2.0 * w * z))
    } else {
        DIGITS.quaternion([x, y, z, w])
    };
    let to = pose.translation() + random.direction(dim) * random.range(LENGTHS.start, LENGTHS.end);
    moved(&PoseSpec { rotation, ..*pose }, to, dim)
}

/// The product of two quaternions: first `first`, then `then`.
fn after(then: [f64; 4], first: [f64; 4]) -> [f64; 4] {
    let [u, v] = [then, first].map(|[x, y, z, _]| DVec3::new(x, y, z));
    let axis = v * then[3] + u * first[3] + u.cross(v);
    DQuat::from_xyzw(axis.x, axis.y, axis.z, then[3] * first[3] - u.dot(v)).to_array()
}
