//! The bodies' ways through time: what a guess from the ticks before leaves over.
//!
//! * The guess is that a body goes on as it did: twice the last pose less the one before, in the lattice's whole steps. A sleeping body
//!   leaves zeros; a falling one leaves gravity, the same few steps each tick.
//! * The quaternion's guess is made of all four components, with the signs that make the newly dropped one positive. So a change of the
//!   dropped component, which turns all three numbers around, is guessed as well as any other tick.
//! * Seven streams follow each other (x, y, z, which is dropped, the other three), in each of them body after body and within a body
//!   tick after tick: deflate sees like beside like.

use super::bytes::{Cursor, put_signed};
use super::error::RecordingError;
use super::lattice::{LatticePose, remove};

/// Streams of a pose: how many bytes it takes at least.
pub(super) const STREAMS: usize = 7;
/// Where the dropped component stands among them.
const DROPPED: usize = 3;

/// Appends the ways of all bodies. `ways[body][tick]`.
pub(super) fn encode(ways: &[Vec<LatticePose>], out: &mut Vec<u8>) {
    let mut streams: [Vec<u8>; STREAMS] = Default::default();
    for way in ways {
        let mut past = Past::default();
        for pose in way {
            let guess = past.guess(pose.dropped);
            let mut put = |stream: usize, value: i32, guess: i64| put_signed(&mut streams[stream], i64::from(value) - guess);
            put(DROPPED, i32::from(pose.dropped), 0);
            for axis in 0..3 {
                put(axis, pose.translation[axis], guess.translation[axis]);
                put(DROPPED + 1 + axis, pose.rest[axis], guess.rest[axis]);
            }
            past.push(*pose);
        }
    }
    for stream in streams {
        out.extend(stream);
    }
}

/// Reads the ways of all bodies. The caller has made sure that the poses are not too many.
pub(super) fn decode(bodies: usize, ticks: usize, from: &mut Cursor<'_>) -> Result<Vec<Vec<LatticePose>>, RecordingError> {
    let mut streams: [Vec<i32>; STREAMS] = Default::default();
    for stream in &mut streams {
        stream.reserve_exact(bodies * ticks);
        for _ in 0..bodies * ticks {
            match i32::try_from(from.signed()?) {
                Ok(value) => stream.push(value),
                Err(_) => return RecordingError::damaged("a pose is out of range"),
            }
        }
    }
    (0..bodies).map(|body| way(&streams, body * ticks..(body + 1) * ticks)).collect()
}

/// Puts one body's way together again.
fn way(streams: &[Vec<i32>; STREAMS], places: std::ops::Range<usize>) -> Result<Vec<LatticePose>, RecordingError> {
    let mut past = Past::default();
    let mut way = Vec::with_capacity(places.len());
    for place in places {
        let left = |stream: usize| i64::from(streams[stream][place]);
        let pose = u8::try_from(left(DROPPED)).ok().and_then(|dropped| {
            let guess = past.guess(dropped);
            let translation = narrow([0, 1, 2].map(|axis| guess.translation[axis] + left(axis)))?;
            let rest = narrow([0, 1, 2].map(|axis| guess.rest[axis] + left(DROPPED + 1 + axis)))?;
            Some(LatticePose { translation, dropped, rest }).filter(LatticePose::is_valid)
        });
        let Some(pose) = pose else {
            return RecordingError::damaged("a pose is out of range");
        };
        past.push(pose);
        way.push(pose);
    }
    Ok(way)
}

fn narrow(wide: [i64; 3]) -> Option<[i32; 3]> {
    let [a, b, c] = wide.map(|value| i32::try_from(value).ok());
    Some([a?, b?, c?])
}

/// A body's last two poses.
#[derive(Default)]
struct Past {
    last: Option<LatticePose>,
    before: Option<LatticePose>,
}

/// Where a body is expected, in the lattice's steps.
struct Guess {
    translation: [i64; 3],
    rest: [i64; 3],
}

impl Past {
    fn push(&mut self, pose: LatticePose) {
        self.before = self.last.replace(pose);
    }

    fn guess(&self, dropped: u8) -> Guess {
        let Some(last) = self.last else {
            return Guess { translation: [0; 3], rest: [0; 3] };
        };
        let before = self.before.unwrap_or(last);
        let translation = onward(last.translation.map(i64::from), before.translation.map(i64::from));
        let last = last.quaternion().map(i64::from);
        let last = flipped(last, last[usize::from(dropped) % 4] < 0);
        let before = before.quaternion().map(i64::from);
        let before = flipped(before, (0..4).map(|i| before[i] * last[i]).sum::<i64>() < 0);
        Guess { translation, rest: remove(onward(last, before), dropped) }
    }
}

/// One more step of the same size.
fn onward<const N: usize>(last: [i64; N], before: [i64; N]) -> [i64; N] {
    std::array::from_fn(|i| 2 * last[i] - before[i])
}

fn flipped(q: [i64; 4], negative: bool) -> [i64; 4] {
    if negative { q.map(|component| -component) } else { q }
}
