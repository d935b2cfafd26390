//! Settings of a cast.

use crate::cast::impact::InitialOverlap;

/// Settings of a cast.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CastSettings {
    /// The distance that counts as a hit. A length, in the caller's unit. Negative or NaN counts as
    /// 0: the shapes touch.
    pub target_distance: f64,
    /// The parameter at which the motion ends, included. May be infinite; negative or NaN counts as
    /// 0.
    pub max_time: f64,
    /// The answer for shapes that are within the target at the start.
    pub initial_overlap: InitialOverlap,
    /// Whether surfaces with one side are hit from behind.
    pub back_faces: BackFaces,
}

/// Whether a cast or a ray hits a surface with one side from behind.
///
/// Such are meshes and chains with contacts in front of their parts only, as terrain, and platforms
/// that are jumped through from below. Convex shapes, solids and surfaces with two sides have no
/// back, and are hit from everywhere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BackFaces {
    /// It is a hit, as at any set of points.
    #[default]
    Hit,
    /// It is none: the motion goes on behind the surface, as a body without contacts does. Of
    /// shapes that are within the target at the start, only contacts in front count.
    Ignore,
}

impl Default for CastSettings {
    /// Until the shapes touch, at any distance, from either side of a surface.
    fn default() -> Self {
        let (initial_overlap, back_faces) = (InitialOverlap::Report, BackFaces::Hit);
        Self { target_distance: 0.0, max_time: f64::INFINITY, initial_overlap, back_faces }
    }
}

impl CastSettings {
    /// With 0 in place of lengths and times that are negative or NaN.
    #[inline(always)]
    pub(crate) fn not_negative(&self) -> Self {
        let positive = |x: f64| if x > 0.0 { x } else { 0.0 };
        Self { target_distance: positive(self.target_distance), max_time: positive(self.max_time), ..*self }
    }
}
