//! The nouns: validated convex shapes, their support maps, faces and bounds.

mod error;

mod aabb;
mod face;

mod convex;

mod exact;
mod outline;
mod points;

mod hull;
mod ring;

mod polygon;

pub use aabb::Aabb;
pub use convex::Convex;
pub use error::ShapeError;
pub use face::{Corner, EdgeId, Face, FaceId};
pub use hull::{Hull, HullCorner, HullEdge, HullFace};
pub use polygon::Polygon;
