//! The question *how deep?* — EPA on the cores of two convex shapes, in 2D and 3D, `f32` and `f64`.
//!
//! * [`depth`] grows the simplex that GJK ended with, by the vertices in the same record, until the face nearest the origin is one of A − B.
//! * The answer is the smallest translation that parts the shapes, between a lower bound (the nearest face) and an upper one (the support value
//!   along its normal).
//! * A flat difference (coplanar triangles, crossing segments, two points) has depth 0 and a normal. It is an answer, not a failure.

#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable))]

mod bottom;
mod crease;
mod depth;
mod penetration;
mod verify;

mod seed;
mod slide;
mod witness;

mod polytope;
mod polytope2;
mod polytope3;

pub use depth::{Limits, depth};
pub use penetration::{Depth, Penetration, Stop};
pub use polytope::{Broken, Expand, Expanding, Facet, FacetId, Polytope};
pub use polytope2::Loop;
pub use polytope3::Surface;
