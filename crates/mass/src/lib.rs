//! Mass properties of shapes: volume, centroid and inertia.
//!
//! * [`Moments`] are the volume, the centroid and the covariance of a point that is uniformly
//!   distributed in the shape. With a density, mass and inertia follow from these.
//! * Closed forms in both dimensions: [`rounded_box`], [`capsule`], [`ellipsoid`]. In 3D:
//!   [`polyhedron`], and [`Profile`] for solids of revolution. In 2D: [`swept_polygon`],
//!   [`sector`], [`circular_segment`], [`hull_of_circles`].
//! * [`closed_surface`] is the solid inside of a mesh.
//! * [`sampled`] approximates a shape that is given by its support mapping only.

#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable))]

mod moments;
mod principal;

mod pieces;
mod planar;
mod revolution;

mod surface;

mod sampled;

pub use moments::Moments;
pub use pieces::{capsule, ellipsoid, polyhedron, rounded_box};
pub use planar::{circular_segment, hull_of_circles, sector, swept_polygon};
pub use principal::Principal;
pub use revolution::Profile;
pub use sampled::sampled;
pub use surface::{closed_outline, closed_surface};
