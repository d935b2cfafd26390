//! The size of a measurement of surfaces.

/// How many queries are measured, and how many of them are checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Amount {
    /// Bodies on a surface, each in a place of its own.
    pub tracks: usize,
    /// The frames of each. More: nothing changes but the time of a pass.
    pub frames: usize,
    /// Rays, and points.
    pub rays: usize,
    /// Answers that are checked.
    pub checked: usize,
}

impl Amount {
    /// For numbers to be published.
    pub const FULL: Self = Self { tracks: 64, frames: 16, rays: 4096, checked: 64 };
    /// For a quick run.
    pub const QUICK: Self = Self { tracks: 16, frames: 16, rays: 512, checked: 8 };
}
