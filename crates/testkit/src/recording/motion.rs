//! The poses of the bodies over time: the differences to a prediction from the ticks before.
//!
//! * The prediction is uniform motion: twice the last pose minus the one before, in whole steps of
//!   the lattice. The differences are zeros for a sleeping body, and the same few steps of gravity
//!   in each tick for a falling one.
//! * The quaternion is predicted from all four components, with the signs that make the dropped one
//!   positive. So the prediction is as good in a tick in which another component is dropped.
//! * Seven streams follow each other (x, y, z, the dropped component, the other three). Each has
//!   the bodies in order, and for each body the ticks in order, so that similar numbers are
//!   adjacent for deflate.

use super::bytes::{Cursor, put_signed};
use super::error::RecordingError;
use super::lattice::{LatticePose, remove};

/// The number of streams, and the least number of bytes of a pose.
pub(super) const STREAMS: usize = 7;
/// The index of the stream of the dropped component.
const DROPPED: usize = 3;

/// Appends the poses of all bodies, `paths[body][tick]`.
pub(super) fn encode(paths: &[Vec<LatticePose>], out: &mut Vec<u8>) {
    let mut streams: [Vec<u8>; STREAMS] = Default::default();
    for path in paths {
        let mut past = Past::default();
        for pose in path {
            let prediction = past.predict(pose.dropped);
            let mut put = |stream: usize, value: i32, predicted: i64| put_signed(&mut streams[stream], i64::from(value) - predicted);
            put(DROPPED, i32::from(pose.dropped), 0);
            for axis in 0..3 {
                put(axis, pose.translation[axis], prediction.translation[axis]);
                put(DROPPED + 1 + axis, pose.rest[axis], prediction.rest[axis]);
            }
            past.push(*pose);
        }
    }
    for stream in streams {
        out.extend(stream);
    }
}

/// Reads the poses of all bodies. The caller has checked their number.
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
    (0..bodies).map(|body| path(&streams, body * ticks..(body + 1) * ticks)).collect()
}

/// The poses of one body.
fn path(streams: &[Vec<i32>; STREAMS], places: std::ops::Range<usize>) -> Result<Vec<LatticePose>, RecordingError> {
    let mut past = Past::default();
    let mut path = Vec::with_capacity(places.len());
    for place in places {
        let difference = |stream: usize| i64::from(streams[stream][place]);
        let pose = u8::try_from(difference(DROPPED)).ok().and_then(|dropped| {
            let prediction = past.predict(dropped);
            let translation = narrow([0, 1, 2].map(|axis| prediction.translation[axis] + difference(axis)))?;
            let rest = narrow([0, 1, 2].map(|axis| prediction.rest[axis] + difference(DROPPED + 1 + axis)))?;
            Some(LatticePose { translation, dropped, rest }).filter(LatticePose::is_valid)
        });
        let Some(pose) = pose else {
            return RecordingError::damaged("a pose is out of range");
        };
        past.push(pose);
        path.push(pose);
    }
    Ok(path)
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

/// The predicted pose of a body, in steps of the lattice.
struct Prediction {
    translation: [i64; 3],
    rest: [i64; 3],
}

impl Past {
    fn push(&mut self, pose: LatticePose) {
        self.before = self.last.replace(pose);
    }

    fn predict(&self, dropped: u8) -> Prediction {
        let Some(last) = self.last else {
            return Prediction { translation: [0; 3], rest: [0; 3] };
        };
        let before = self.before.unwrap_or(last);
        let translation = onward(last.translation.map(i64::from), before.translation.map(i64::from));
        let last = last.quaternion().map(i64::from);
        let last = flipped(last, last[usize::from(dropped) % 4] < 0);
        let before = before.quaternion().map(i64::from);
        let before = flipped(before, (0..4).map(|i| before[i] * last[i]).sum::<i64>() < 0);
        Prediction { translation, rest: remove(onward(last, before), dropped) }
    }
}

/// The value after one more step of the same size.
fn onward<const N: usize>(last: [i64; N], before: [i64; N]) -> [i64; N] {
    std::array::from_fn(|i| 2 * last[i] - before[i])
}

fn flipped(q: [i64; 4], negative: bool) -> [i64; 4] {
    if negative { q.map(|component| -component) } else { q }
}
