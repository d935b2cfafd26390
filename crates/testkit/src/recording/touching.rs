//! The touching pairs in the payload: for each tick those that ended and those that started.
//!
//! * A pair (i, j) of n bodies is the number i · n + j. Sorted pairs are sorted numbers, and each
//!   is stored as its difference to the last.
//! * The reader checks that pairs are sorted, without duplicates, of existing bodies, and that a
//!   pair that ends was touching and one that starts was not.

use std::collections::BTreeSet;

use super::bytes::{Cursor, put_unsigned};
use super::error::RecordingError;
use super::limits;

/// The least number of bytes of a tick: none ended, none started.
pub(super) const SHORTEST: u64 = 2;

pub(super) fn encode<'t>(bodies: usize, ticks: impl Iterator<Item = &'t [(u32, u32)]>, out: &mut Vec<u8>) -> Result<(), RecordingError> {
    let mut total = 0;
    let mut last = BTreeSet::new();
    for touching in ticks {
        if !touching.iter().all(|&(i, j)| i < j && (j as usize) < bodies) || !touching.is_sorted_by(|a, b| a < b) {
            return RecordingError::inconsistent("the touching pairs are not sorted pairs of two of its bodies");
        }
        total += touching.len() as u64;
        limits::within(total, limits::TOUCHING, "touching pairs")?;
        let now: BTreeSet<u64> = touching.iter().map(|&(i, j)| u64::from(i) * bodies as u64 + u64::from(j)).collect();
        put_ascending(last.difference(&now), out);
        put_ascending(now.difference(&last), out);
        last = now;
    }
    Ok(())
}

pub(super) fn decode(bodies: usize, ticks: usize, from: &mut Cursor<'_>) -> Result<Vec<Vec<(u32, u32)>>, RecordingError> {
    let mut total = 0;
    let mut now = BTreeSet::new();
    let mut all = Vec::with_capacity(ticks);
    for _ in 0..ticks {
        for key in ascending(bodies, from)? {
            if !now.remove(&key) {
                return RecordingError::damaged("a pair ends that did not touch");
            }
        }
        for key in ascending(bodies, from)? {
            if !now.insert(key) {
                return RecordingError::damaged("a pair starts that touches already");
            }
        }
        total += now.len() as u64;
        limits::within(total, limits::TOUCHING, "touching pairs")?;
        all.push(now.iter().map(|&key| pair(key, bodies)).collect());
    }
    Ok(all)
}

fn put_ascending<'k>(keys: impl Iterator<Item = &'k u64>, out: &mut Vec<u8>) {
    let keys: Vec<u64> = keys.copied().collect();
    put_unsigned(out, keys.len() as u64);
    let mut last = 0;
    for key in keys {
        put_unsigned(out, key - last);
        last = key;
    }
}

/// Reads the numbers of pairs. Each must be greater than the last.
fn ascending(bodies: usize, from: &mut Cursor<'_>) -> Result<Vec<u64>, RecordingError> {
    let mut keys: Vec<u64> = Vec::new();
    for _ in 0..limits::within(from.unsigned()?, limits::TOUCHING, "touching pairs")? {
        let step = from.unsigned()?;
        let key = keys.last().copied().unwrap_or(0).saturating_add(step);
        let (i, j) = (key / bodies.max(1) as u64, key % bodies.max(1) as u64);
        if keys.last().is_some_and(|&last| key <= last) || i >= j || i >= bodies as u64 {
            return RecordingError::damaged("a touching pair is not a pair of its bodies");
        }
        keys.push(key);
    }
    Ok(keys)
}

/// The pair of a number. There are at most 2¹⁶ bodies, so both indices fit.
fn pair(key: u64, bodies: usize) -> (u32, u32) {
    ((key / bodies as u64) as u32, (key % bodies as u64) as u32)
}
