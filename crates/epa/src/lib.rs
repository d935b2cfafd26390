//! How deep do two convex shapes overlap? EPA on their cores, in 2D and 3D, `f32` and `f64`.
//!
//! * [`depth`](fn@depth) expands the simplex that GJK ended with, using the vertices in the same
//!   record, until the facet nearest the origin is one of A − B.
//! * The answer is the shortest translation that separates the shapes, between a lower bound (the
//!   distance of the nearest facet) and an upper bound (the support value along its normal).
//! * A flat difference (coplanar triangles, crossing segments, two points) has depth 0 and a
//!   normal. It is an answer and not a failure.
//!
//! # Terms
//!
//! * The *support function* h(n) is the largest n·w over all w in A − B. For overlapping shapes it
//!   is how far B has to move along the unit vector n. The depth is its least value.
//! * The *polytope* is the convex hull of the vertices found so far. It is inside A − B, so its
//!   facets are lower bounds.
//! * The *foot* is the point of the surface of A − B nearest the origin. Its weights in the
//!   vertices of a facet give the witness points.
//! * A *basin* is the set of normals from which descent leads to the same local minimum of h.
//! * A *ridge* is a line of normals at which h is not smooth.

// On docs.rs, whose compiler is a nightly, each item names the feature that it needs.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable))]

mod depth;
mod limits;
mod penetration;
mod verify;

mod search;
mod seed;

mod guess;
mod lane_surface;

mod descent;
mod local_minimum;
mod multi_start;
mod ridge;
mod witness;

mod polytope;
mod polytope2;
mod polytope3;

pub use depth::{depth, search};
pub use limits::Limits;
pub use penetration::{Depth, Penetration, Stop};
pub use polytope::{CornerPlane, EpaSpace, EpaVector, Facet, FacetId, InsertError, Polytope};
pub use polytope2::EdgeLoop;
pub use polytope3::TriangleSurface;
