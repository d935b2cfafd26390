//! The nouns: validated convex shapes, their support maps, faces and bounds.

mod error;

mod aabb;
mod face;

mod convex;

pub use aabb::Aabb;
pub use convex::Convex;
pub use error::ShapeError;
pub use face::{Corner, EdgeId, Face, FaceId};
