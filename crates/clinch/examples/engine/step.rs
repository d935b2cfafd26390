//! The duration of a tick. The same in 3D and 2D.

pub(crate) const TICKS_PER_SECOND: u32 = 60;

/// In seconds.
pub(crate) const STEP: f32 = 1.0 / TICKS_PER_SECOND as f32;
