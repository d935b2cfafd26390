//! How large a recording may be.
//!
//! A file is untrusted: a few bytes of deflated zeros can claim a million bodies. Each count is held against its bound before anything is
//! allocated for it, and writer and reader use the same bounds, so that whatever can be written can be read.

use super::error::RecordingError;

/// A file is at most this long: some forty times the recording the project keeps.
pub(super) const FILE_BYTES: u64 = 1 << 26;
/// And this long when inflated.
pub(super) const PAYLOAD_BYTES: u64 = 1 << 26;
/// The square of the bodies must not overflow where pairs are counted; 65,536 of them are far beyond one scene.
pub(super) const BODIES: u64 = 1 << 16;
/// Eighteen minutes at 60 ticks a second.
pub(super) const TICKS: u64 = 1 << 16;
/// Points of all hulls together: 12 MB of them.
pub(super) const POINTS: u64 = 1 << 20;
/// Bodies times ticks: four million poses take 120 MB in memory, and as much twice over while they are read.
pub(super) const POSES: u64 = 1 << 22;
/// Touching pairs, summed over the ticks: 130 MB in memory. A pair that stays costs no byte of the file, so the file's length bounds nothing.
pub(super) const TOUCHING: u64 = 1 << 24;

/// `count`, if it is within `limit`.
pub(super) fn within(count: u64, limit: u64, what: &'static str) -> Result<usize, RecordingError> {
    if count > limit { Err(RecordingError::TooLarge { what }) } else { Ok(count as usize) }
}
