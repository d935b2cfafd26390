//! The words every other crate speaks: what a support mapping is, the Minkowski difference of two of them, and the
//! record of what a query saw.
//!
//! * [`Vector`] and [`Scalar`]: one text for 2D and 3D, `f32` and `f64`.
//! * [`Pose`], [`Rotation`], [`Basis`]: where a shape is; the relative pose of a pair is always formed in `f64`.
//! * [`Frame`]: that relative pose, laid out to move many points.
//! * [`Sweep`]: a pose that moves and turns through a step.
//! * [`SupportMap`]: a convex set, known only by its farthest point along a direction.
//! * [`Difference`]: A − B in A's frame, all that GJK and EPA ever ask.
//! * [`Vertex`] and [`Record`]: every point of A − B that a query looked at, with the support points of *each* shape.
//!
//! Nothing here knows a concrete shape, an entity, time or velocity.

#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable))]

mod scalar;
mod vector;

mod rotation;

mod pose;

mod frame;
mod sweep;

mod circle;
mod support_map;

mod difference;
mod record;

#[cfg(feature = "serde")]
mod written;

pub use circle::{Circle, Features};
pub use difference::Difference;
pub use frame::Frame;
pub use pose::Pose;
pub use record::{Record, Vertex, VertexIndex};
pub use rotation::{Basis, Basis2, Basis3, Rotation, Rotation2};
pub use scalar::Scalar;
pub use support_map::{Support, SupportMap, VertexId};
pub use sweep::{Sweep, Turns};
pub use vector::Vector;
