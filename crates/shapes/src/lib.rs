//! The nouns: validated convex shapes, their support maps, faces and bounds.
//!
//! * A shape is a core swept by a radius: [`Ball`] (a point), [`Capsule`] (a segment), [`Cuboid`], [`Hull`] in 3D, [`Polygon`] in 2D.
//! * Constructors refuse sizes that are negative, infinite or NaN, and say which. They are all that can fail. Zero sizes are legal.
//! * [`Convex`] is what contacts need of a shape beyond its support mapping; everything in it has a default.
//! * [`Shape2`] and [`Shape3`] hold any shape of their dimension, custom ones included.

mod check;
mod error;

mod aabb;
mod face;

mod convex;

mod ball;
mod capsule;
mod cuboid;

mod exact;
mod outline;
mod points;

mod lanes;

mod climb;

mod cooking;

mod hull;
mod ring;

mod polygon;

mod shape;

pub use aabb::Aabb;
pub use ball::Ball;
pub use capsule::Capsule;
pub use convex::{Convex, Core};
pub use cooking::{Cooked, Cooking};
pub use cuboid::Cuboid;
pub use error::ShapeError;
pub use face::{Corner, EdgeId, Face, FaceId, STEEP_EDGE, STEEP_FACE};
pub use hull::{HalfEdge, HalfEdgeId, Hull, HullCorner, HullDefect, HullEdge, HullFace};
pub use polygon::Polygon;
pub use shape::{Custom, Shape2, Shape3, Shaped};
