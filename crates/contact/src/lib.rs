//! Contact manifolds, distances and casts of two convex shapes at a relative pose.
//!
//! * [`measure`]: the signed distance of two swept shapes, with a normal, witness points and
//!   bounds. Closed forms for spheres, capsules, boxes, triangles and half-spaces; for other pairs
//!   the facet that answered last, for hulls a guessed one, vertices and edges against boxes,
//!   cylinders, cones and frustums, and the separating axis test for polytopes of few faces;
//!   otherwise GJK and, where the cores overlap, EPA on the same record.
//! * [`distance`]: the same for shapes that are apart, without the depth of an overlap.
//! * [`overlap`](fn@overlap): whether two shapes touch, for less.
//! * [`collide`]: the manifold. The features that face each other along the normal are clipped
//!   against each other, reduced to four points (two in 2D) and matched with last tick's.
//! * [`cast`](fn@cast): when B, moving along a line, comes near A.
//! * [`time_of_impact`](fn@time_of_impact): when two shapes that translate and rotate come near
//!   each other.
//! * [`separation_along`], [`contact_points_along`]: the separation and the points along a given
//!   normal, for shapes made of convex parts.
//! * [`contains`], [`project`], [`ray_cast`]: a point or a ray and one shape.
//! * [`PlacedPair`]: the queries of two shapes at two world poses, with answers in world space.
//!   Shapes that are far apart, and manifolds of spheres, take a quarter to two thirds less time.
//!
//! Geometry only: no entities, time, velocities or friction.

// On docs.rs, whose compiler is a nightly, each item names the feature that it needs.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable))]

mod clip;
mod manifold;
mod pair;
mod radii;
mod settings;
mod tolerance;

mod answer;
mod memory;
mod problem;
mod query;
mod scratch;
mod sizes;
mod world_answer;

mod along;
mod facing_feature;
mod features;
mod features_of_a;
mod reduce;
mod round_edges;
mod sink;
mod track;
mod write_manifold;

mod bounding_spheres;
mod dispatch;
mod general;
mod normal_owner;
mod pair_table;
mod pairs;
mod posed;
mod recycling;
mod touching;

mod collide;
mod measure;
mod overlap;
mod placed_pair;

mod cast;
mod point;
mod time_of_impact;

#[cfg(feature = "serde")]
mod serde_impls;

pub use along::{contact_points_along, separation_along};
pub use answer::{Measured, Relation, Separation};
pub use cast::impact::{Cast, CastOutcome, Impact, InitialOverlap};
pub use cast::linear::cast;
pub use cast::settings::{BackFaces, CastSettings};
pub use cast::world::{WorldCast, WorldCastOutcome, WorldImpact};
pub use clip::{Clipped, Space, WideSpace};
pub use collide::collide;
pub use facing_feature::FacingFeature;
pub use features::witness;
pub use features_of_a::FeaturesOfA;
pub use manifold::{ContactPoint, FeatureId, Manifold};
pub use measure::{distance, measure};
pub use memory::Memory;
pub use overlap::{Overlap, overlap};
pub use pair::Pair;
pub use pair_table::Algorithm;
pub use placed_pair::PlacedPair;
pub use point::{Ray, contains, project, ray_cast};
pub use scratch::{Counters, Scratch};
pub use settings::{Recycling, Settings};
pub use time_of_impact::{MovingShape, TimeOfImpactSettings, time_of_impact};
pub use world_answer::{WorldMeasured, WorldRelation, WorldSeparation};
pub use write_manifold::replace_points;
