//! Rays against surfaces, and their answers.

use glam::DVec3;

use crate::sub_shape::{Feature, SubShapeId};

/// Which sides of triangles or segments a ray hits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Faces {
    /// Those from where the corners are counter-clockwise; of a segment its right side.
    Front,
    /// Those from where they are clockwise; of a segment its left side.
    Back,
    /// Both.
    #[default]
    Both,
}

/// A ray in the frame of a surface, in 3D or, as `SurfaceRay<DVec2>`, in 2D.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SurfaceRay<W = DVec3> {
    /// Its origin.
    pub origin: W,
    /// Its direction, per unit of time; of any length.
    pub direction: W,
    /// The time at which it ends, included. May be infinite; negative or NaN counts as 0.
    pub max_time: f64,
    /// The sides of triangles or segments that it hits.
    pub faces: Faces,
}

/// Where a ray hits a surface. In 2D its triangles are segments.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SurfaceHit<W = DVec3> {
    /// The time of the hit.
    pub time: f64,
    /// Before this time the ray meets no triangle, of the sides that it hits: proved. At most
    /// `time`.
    pub lower: f64,
    /// The point, on the triangle.
    pub point: W,
    /// The unit normal of the triangle, from its front, whichever side is hit. Zero for a needle
    /// whose area underflows relative to the size of the surface.
    pub normal: W,
    /// Whether the front is hit.
    pub front: bool,
    /// The triangle; if several are hit at the same time, the one with the least index.
    pub sub_shape: SubShapeId,
    /// The feature that is hit.
    pub feature: Feature,
    /// The barycentric coordinates of the point: of corner 0, 1 and 2. A segment has no corner 2:
    /// its last is 0.
    pub barycentrics: [f64; 3],
}

/// The answer for a ray.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SurfaceRayOutcome<W = DVec3> {
    /// The first hit.
    Hit(SurfaceHit<W>),
    /// No triangle is hit until the ray ends.
    Miss {
        /// Whether this is proved. If not, the ray passes a triangle within the rounding error.
        proven: bool,
    },
    /// A number of the ray is not finite, or its direction is zero.
    Undefined,
}
