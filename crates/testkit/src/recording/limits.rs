//! The limits of a recording.
//!
//! A file is untrusted: a few bytes of deflated zeros can claim a million bodies. Each count is
//! compared with its limit before anything is allocated for it. Writer and reader use the same
//! limits, so that everything that can be written can be read.

use super::error::RecordingError;

/// The length of a file: some forty times that of `scenes/pile.clinch`.
pub(super) const FILE_BYTES: u64 = 1 << 26;
/// The length of a payload after inflation.
pub(super) const PAYLOAD_BYTES: u64 = 1 << 26;
/// Bodies. Their square must not overflow in the number of a pair; 65,536 are far more than a scene
/// has.
pub(super) const BODIES: u64 = 1 << 16;
/// Ticks: eighteen minutes at 60 ticks per second.
pub(super) const TICKS: u64 = 1 << 16;
/// Points of all hulls, heights of all fields, and vertices and triangles of all meshes together:
/// 12 MB.
pub(super) const POINTS: u64 = 1 << 20;
/// Bodies times ticks: four million poses take 120 MB of memory, and 240 MB more while they are
/// read.
pub(super) const POSES: u64 = 1 << 22;
/// Touching pairs, summed over the ticks: 130 MB of memory. A pair that persists takes no byte of
/// the file, so the length of the file is no limit for them.
pub(super) const TOUCHING: u64 = 1 << 24;

/// `count`, if it is within `limit`.
pub(super) fn within(count: u64, limit: u64, what: &'static str) -> Result<usize, RecordingError> {
    if count > limit { Err(RecordingError::TooLarge { what }) } else { Ok(count as usize) }
}
