//! Validated convex shapes: their support maps, faces and bounds.
//!
//! * A shape is a core swept by a radius. In both dimensions: [`Point`], [`Segment`], [`Triangle`],
//!   [`Ball`], [`Capsule`], [`TaperedCapsule`], [`Cuboid`], [`Ellipsoid`], [`HalfSpace`]. In 3D:
//!   [`Cylinder`], [`Cone`], [`Frustum`], [`Hull`]. In 2D: [`Polygon`], [`HalfEllipse`],
//!   [`Sector`], [`CircularSegment`].
//! * Curved shapes compute in `f64` for either scalar: see
//!   [`SupportMap::support_wide`](clinch_support::SupportMap::support_wide).
//! * [`Rounded`], [`Posed`], [`Scaled`], [`Sum`] and [`HullOf`] make shapes of other shapes, each
//!   other included. They query these in `f64`, so no level rounds what another computed. A query
//!   recurses through all levels, with some hundred bytes of stack per level, and a few thousand
//!   for the face of a sum or hull.
//! * Constructors refuse sizes that are negative, infinite or NaN, and name the size. Nothing else
//!   can fail. Zero sizes are legal.
//! * [`Convex`] is what queries need of a shape besides its support mapping. All of its methods
//!   have defaults.
//! * [`Moments`] give mass and inertia.
//! * [`Shape2`] and [`Shape3`] hold any shape of their dimension, custom ones included.
//! * With the feature `serde`, all shapes but [`Custom`] ones are serialised as the arguments of
//!   their constructors, and deserialised by the constructors.

// On docs.rs, whose compiler is a nightly, each item names the feature that it needs.
#![cfg_attr(docsrs, feature(doc_cfg))]
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
mod small_polygon;
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

mod composite_face;

mod posed;
mod rounded;
mod scaled;

mod circular_segment;
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
pub use small_polygon::SmallPolygon;
pub use solids_of_revolution::{Cone, Cylinder, Frustum};
pub use sum::Sum;
pub use tapered_capsule::TaperedCapsule;
pub use triangle::{Triangle, triangle_normal};
