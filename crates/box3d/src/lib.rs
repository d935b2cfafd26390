//! The few calls of Box3D that the benches need, made safe: shapes, the distance of two, their manifold, a cast.
//!
//! * Everything is in A's frame, by B's pose as seen from A, as Box3D has it. [`Pose::relative_to`] is `b3InvMulWorldTransforms`, which is inline C and so has
//!   no symbol to call.
//! * `unsafe` is here and nowhere else: each block is one call, and says why it may be made.

mod pose;
mod shape;

mod distance;
mod manifold;

pub use distance::{Distance, DistanceCache, cast, distance};
pub use manifold::{Manifold, ManifoldCache, Point, collide, goes_first};
pub use pose::Pose;
pub use shape::{MOST_WITH_MANIFOLDS, Shape};
