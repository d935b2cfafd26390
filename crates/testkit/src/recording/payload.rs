//! The payload: counts, shapes, motion and touching pairs, in this order.

use super::bytes::{Cursor, put_unsigned};
use super::error::RecordingError;
use super::lattice::LatticePose;
use super::types::{Recording, Tick};
use super::{limits, motion, shapes, touching};

/// The recording as bytes.
pub(super) fn encode(recording: &Recording) -> Result<Vec<u8>, RecordingError> {
    let Recording { seconds_per_tick, bodies, ticks } = recording;
    if !(*seconds_per_tick > 0.0 && seconds_per_tick.is_finite()) {
        return RecordingError::inconsistent("its time step is not a positive number");
    }
    limits::within(bodies.len() as u64, limits::BODIES, "bodies")?;
    limits::within(ticks.len() as u64, limits::TICKS, "ticks")?;
    limits::within(bodies.len() as u64 * ticks.len() as u64, limits::POSES, "poses")?;
    let mut out = Vec::new();
    out.extend(seconds_per_tick.to_bits().to_le_bytes());
    put_unsigned(&mut out, bodies.len() as u64);
    put_unsigned(&mut out, ticks.len() as u64);
    shapes::encode(bodies, &mut out)?;
    motion::encode(&paths(recording)?, &mut out);
    touching::encode(bodies.len(), ticks.iter().map(|tick| tick.touching.as_slice()), &mut out)?;
    Ok(out)
}

/// The poses on the lattice, body by body.
fn paths(recording: &Recording) -> Result<Vec<Vec<LatticePose>>, RecordingError> {
    if recording.ticks.iter().any(|tick| tick.poses.len() != recording.bodies.len()) {
        return RecordingError::inconsistent("the number of poses in a tick is not that of the bodies");
    }
    let path = |body: usize| recording.ticks.iter().map(|tick| LatticePose::nearest(&tick.poses[body])).collect::<Option<Vec<_>>>();
    match (0..recording.bodies.len()).map(path).collect() {
        Some(paths) => Ok(paths),
        None => RecordingError::inconsistent("a pose is not finite, has a zero rotation, or is beyond 256 m"),
    }
}

/// The recording of these bytes. Any bytes are allowed.
pub(super) fn decode(payload: &[u8]) -> Result<Recording, RecordingError> {
    let mut from = Cursor::new(payload);
    let seconds_per_tick = f64::from_bits(u64::from_le_bytes(from.array()?));
    if !(seconds_per_tick > 0.0 && seconds_per_tick.is_finite()) {
        return RecordingError::damaged("its time step is not a positive number");
    }
    let bodies = limits::within(from.unsigned()?, limits::BODIES, "bodies")?;
    let ticks = limits::within(from.unsigned()?, limits::TICKS, "ticks")?;
    let poses = limits::within(bodies as u64 * ticks as u64, limits::POSES, "poses")?;
    // Nothing is allocated for counts that need more bytes than are left.
    let least = bodies as u64 * shapes::SHORTEST + (poses * motion::STREAMS) as u64 + ticks as u64 * touching::SHORTEST;
    if least > from.left() {
        return RecordingError::damaged("its contents end too early");
    }
    let bodies = shapes::decode(bodies, &mut from)?;
    let paths = motion::decode(bodies.len(), ticks, &mut from)?;
    let touching = touching::decode(bodies.len(), ticks, &mut from)?;
    if from.left() > 0 {
        return RecordingError::damaged("its contents go on past their end");
    }
    let tick = |(tick, touching): (usize, _)| Tick { poses: paths.iter().map(|path| path[tick].pose()).collect(), touching };
    Ok(Recording { seconds_per_tick, bodies, ticks: touching.into_iter().enumerate().map(tick).collect() })
}
