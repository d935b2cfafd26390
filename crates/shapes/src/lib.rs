//! The nouns: validated convex shapes, their support maps, faces and bounds.
//!
//! * A shape is a core swept by a radius. In both dimensions: [`Point`], [`Segment`], [`Triangle`], [`Ball`], [`Capsule`], [`TaperedCapsule`], [`Cuboid`],
//!   [`Ellipsoid`], [`HalfSpace`]; in 3D [`Cylinder`], [`Cone`], [`Frustum`], [`Hull`]; in 2D [`Polygon`], [`HalfEllipse`], [`Sector`], [`CircularSegment`].
//! * Curved ones compute in `f64`, whatever their scalar: see [`SupportMap::support_wide`](clinch_support::SupportMap::support_wide).
//! * Shapes are made of shapes: [`Rounded`], [`Posed`], [`Scaled`], [`Sum`], [`HullOf`], of each other too. What they ask of each other is in `f64`, so that
//!   no level rounds what the last one found; a query goes down through all levels by recursion, some hundred bytes of stack for each, a
//!   few thousand for a face of a sum or hull.
//! * Constructors refuse sizes that are negative, infinite or NaN, and say which. They are all that can fail. Zero sizes are legal.
//! * [`Convex`] is what contacts need of a shape beyond its support mapping; everything in it has a default.
//! * [`Moments`] are what mass and inertia are made of.
//! * [`Shape2`] and [`Shape3`] hold any shape of their dimension, custom ones included.
//! * With the feature `serde` all but custom shapes can be written, as what their constructors ask for, and read, through their constructors.

#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable))]

mod check;
mod error;

mod aabb;
mod bounding_ball;
mod face;

mod direction;
mod feature;
mod points;
mod sampled_face;

mod cuboid;
mod facets;
mod rim;
mod triangle;

mod revolution;

mod convex;

mod forward;
mod pointers;

mod point;
mod segment;

mod ball;
mod capsule;
mod tapered_capsule;

mod half_space;

mod ellipsoid;
mod half_ellipse;
mod sector;

mod solids_of_revolution;

mod hill_climb;
mod lanes;
mod vertices;

mod cooking;

mod hull;
mod polygon;

mod map_bounds;
mod posed;
mod rounded;
mod scaled;

mod circular_segment;
mod composite_face;
mod hull_of;
mod sum;

mod custom;
mod shape;

#[cfg(feature = "serde")]
mod serde_impls;

pub use aabb::Aabb;
pub use ball::Ball;
pub use bounding_ball::BoundingBall;
pub use capsule::Capsule;
pub use circular_segment::CircularSegment;
pub use clinch_mass::{Moments, Principal};
pub use convex::{Convex, Core, CoreKind, PosedCore};
pub use cooking::{Cooked, Cooking};
pub use cuboid::Cuboid;
pub use custom::Custom;
pub use ellipsoid::Ellipsoid;
pub use error::ShapeError;
pub use face::{Corner, EdgeId, Face, FaceId, STEEP_EDGE, STEEP_FACE};
pub use facets::{Facets, Plane, Ridge, normal_of_triangle};
pub use half_ellipse::HalfEllipse;
pub use half_space::HalfSpace;
pub use hull::{HalfEdge, HalfEdgeId, Hull, HullCorner, HullDefect, HullEdge, HullFace};
pub use hull_of::HullOf;
pub use point::Point;
pub use polygon::Polygon;
pub use posed::Posed;
pub use revolution::Revolution;
pub use rounded::Rounded;
pub use scaled::Scaled;
pub use sector::Sector;
pub use segment::Segment;
pub use shape::{Shape2, Shape3, ShapeSpace};
pub use solids_of_revolution::{Cone, Cylinder, Frustum};
pub use sum::Sum;
pub use tapered_capsule::TaperedCapsule;
pub use triangle::Triangle;
