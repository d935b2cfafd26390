//! The nouns: validated convex shapes, their support maps, faces and bounds.
//!
//! * A shape is a core swept by a radius. In both dimensions: [`Point`], [`Segment`], [`Triangle`], [`Ball`], [`Capsule`], [`TaperedCapsule`], [`Cuboid`],
//!   [`Ellipsoid`], [`HalfSpace`]; in 3D [`Cylinder`], [`Cone`], [`Frustum`], [`Hull`]; in 2D [`Polygon`], [`HalfEllipse`], [`Sector`].
//! * Curved ones compute in `f64`, whatever their scalar: see [`SupportMap::support_wide`](clinch_support::SupportMap::support_wide).
//! * Constructors refuse sizes that are negative, infinite or NaN, and say which. They are all that can fail. Zero sizes are legal.
//! * [`Convex`] is what contacts need of a shape beyond its support mapping; everything in it has a default.
//! * [`Shape2`] and [`Shape3`] hold any shape of their dimension, custom ones included.

mod check;
mod error;

mod aabb;
mod face;

mod convex;

mod exact;
mod outline;
mod points;

mod direction;
mod rim;

mod point;
mod segment;

mod ball;
mod capsule;
mod tapered_capsule;

mod cuboid;
mod triangle;

mod half_space;

mod ellipsoid;
mod half_ellipse;
mod sector;

mod lathe;
mod round;

mod hull;
mod ring;

mod polygon;

mod shape;

pub use aabb::Aabb;
pub use ball::Ball;
pub use capsule::Capsule;
pub use convex::{Convex, Core};
pub use cuboid::Cuboid;
pub use ellipsoid::Ellipsoid;
pub use error::ShapeError;
pub use face::{Corner, EdgeId, Face, FaceId, STEEP_EDGE, STEEP_FACE};
pub use half_ellipse::HalfEllipse;
pub use half_space::HalfSpace;
pub use hull::{Hull, HullCorner, HullEdge, HullFace};
pub use point::Point;
pub use polygon::Polygon;
pub use round::{Cone, Cylinder, Frustum};
pub use sector::Sector;
pub use segment::Segment;
pub use shape::{Custom, Shape2, Shape3, Shaped};
pub use tapered_capsule::TaperedCapsule;
pub use triangle::Triangle;
