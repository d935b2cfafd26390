//! Mass properties: volume, centroid, and how the mass lies about the centroid.
//!
//! * [`Moments`] of a solid of even density are its volume, its centroid and the covariance of a point picked at random; mass and inertia follow from these.
//! * Solids in closed form: [`rounded_box`], [`capsule`], [`ellipsoid`], [`polyhedron`], and what a [`Profile`] makes when it turns about an axis; in 2D
//!   [`swept_polygon`], [`sector`], [`hull_of_circles`].
//! * Of shapes known by their support mapping only, [`sampled`].

#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable))]

mod moments;
mod principal;

mod pieces;
mod planar;
mod revolution;

mod sampled;

pub use moments::Moments;
pub use pieces::{capsule, ellipsoid, polyhedron, rounded_box};
pub use planar::{hull_of_circles, sector, swept_polygon};
pub use principal::Principal;
pub use revolution::Profile;
pub use sampled::sampled;
