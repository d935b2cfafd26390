//! **clinch** is the narrowphase stage of a physics engine: candidate pairs of shapes go in,
//! contact manifolds and contact events come out.
//!
//! * [`entries`] compares the ways into clinch, from a query of two shapes to an adapter for an
//!   engine, with an example of each.
//! * [`d3`] and [`d2`] are the 3D and the 2D API: shapes, queries and the stage in `f32`.
//!   [`d3::f64`] and [`d2::f64`] are the same in `f64`.
//! * What to import with `*`: [`prelude`] and one of [`d2`] and [`d3`], and not this root, which
//!   has some names that they have too. A program in both dimensions writes `d2::Pose` and
//!   `d3::Pose`.
//! * [`NarrowphaseSystems`] and [`BroadphaseSystems`] are the system sets of a tick, which is one
//!   run of the stage. [`Static`], [`Sleeping`], [`Sensor`], [`CollisionLayers`], [`ContactEvents`]
//!   and other components configure colliders of either dimension.
//! * [`SpatialQuery`] queries all colliders of a world: ray casts, shape casts, intersections,
//!   closest points.
//! * Every query of two shapes takes convex shapes and composite ones: [meshes](d3::TriMesh),
//!   [terrain](d3::HeightField), [voxels](d3::Voxels), [compounds](d3::Compound),
//!   [chains](d2::Chain), and a user's own.
//! * The crates below are re-exported: [`support`], [`hull`], [`mass`], [`shapes`], [`gjk`],
//!   [`epa`], [`contact`], [`composite`], [`composite_contact`], [`narrowphase`], [`broadphase`].
//!
//! ```
//! use clinch::d3::{Ball, Cuboid, Pose, contact};
//! use glam::Vec3;
//!
//! let (ball, block) = (Ball::new(0.5)?, Cuboid::new(Vec3::ONE)?);
//! let answer = contact(&ball, &Pose::at(Vec3::new(0.0, 1.25, 0.0)), &block, &Pose::IDENTITY);
//! assert!(answer.is_touching());
//! assert_eq!(answer.distance, -0.25); // they overlap by 0.25
//! assert_eq!(answer.normal, -Vec3::Y); // from the ball to the block
//! # Ok::<(), clinch::shapes::ShapeError>(())
//! ```
//!
//! # Features
//!
//! Only `ecs` is on by default.
//!
//! * `ecs`: the stage in bevy_ecs with its broadphase, and queries of a whole world. Without it
//!   clinch is shapes and queries of two shapes, and builds neither bevy_ecs nor what it needs.
//!   `clinch-narrowphase` alone has the contact table for other engines.
//! * `serde`: serialises shapes, poses, manifolds, settings, the memory of a pair and whole
//!   [snapshots](narrowphase::Snapshot). A shape is written as the arguments of its constructor and
//!   read through the constructor. Custom shapes cannot be serialised.
//!
//!   ```
//!   # #[cfg(feature = "serde")] {
//!   use clinch::d3::{Ball, Shape};
//!
//!   let ball = Shape::from(Ball::new(0.5)?);
//!   assert_eq!(serde_json::to_string(&ball)?, r#"{"ball":{"radius":0.5}}"#);
//!   assert_eq!(serde_json::from_str::<Shape>(r#"{"ball":{"radius":0.5}}"#)?, ball);
//!
//!   let wrong = serde_json::from_str::<Shape>(r#"{"ball":{"radius":-0.5}}"#);
//!   assert_eq!(wrong.unwrap_err().to_string(), "radius is negative: -0.5");
//!   # }
//!   # Ok::<(), Box<dyn std::error::Error>>(())
//!   ```
//!
//!   After a snapshot is read the stage gives the same bits again. Use a binary format for save
//!   games and networks: JSON has no infinite numbers, and a margin may be infinite.
//! * `bevy_shape`: conversions from and to bevy's primitives, see the module `primitives`.
//! * `bevy_mesh`: bevy's meshes as triangle meshes, see the module `meshes`. It builds bevy's
//!   assets, about 50 crates that a program which draws with bevy builds anyway, but neither its
//!   renderer nor `wgpu`.
//! * `bevy_app`: plugins for the stage and its broadphase.
//! * `bevy_transform`: bevy's `GlobalTransform` as the placement of colliders with `f32` shapes, in
//!   3D and 2D. Pass `GlobalTransform` as the placement type of the plugins, and of
//!   [`SpatialQuery`], [`DebugLines`](narrowphase::DebugLines) and
//!   [`Snapshot`](narrowphase::Snapshot), whose aliases in [`d3`] and [`d2`] are for
//!   [`Placement`](narrowphase::Placement). Its scale is ignored: to scale a shape, wrap it in
//!   [`shapes::Scaled`].
//! * `bevy_reflect`: registers the stage's components and settings in the world's type registry,
//!   under names such as `clinch_narrowphase::Static` and
//!   `clinch_narrowphase::ContactSkin<glam::Vec3>`. Shapes, poses and
//!   [`StageSettings`](narrowphase::StageSettings) are opaque; other types are reflected by field.
//! * `tracing`: spans with the target `clinch` and the level info, around each step of a tick and
//!   each chunk of rows: `sync colliders`, `find pairs`, `update pairs`, `update contacts`, `update
//!   rows`, `publish`, `send events`. Each has a field with the amount of work.

// On docs.rs, whose compiler is a nightly, each item names the feature that it needs.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable))]

#[cfg(feature = "ecs")]
pub use clinch_broadphase as broadphase;
pub use clinch_composite as composite;
pub use clinch_composite_contact as composite_contact;
pub use clinch_contact as contact;
pub use clinch_epa as epa;
pub use clinch_gjk as gjk;
pub use clinch_hull as hull;
pub use clinch_mass as mass;
#[cfg(feature = "ecs")]
pub use clinch_narrowphase as narrowphase;
pub use clinch_shapes as shapes;
pub use clinch_support as support;

#[cfg(feature = "ecs")]
pub use clinch_broadphase::BroadphaseSystems;
pub use clinch_contact::{BackFaces, InitialOverlap};
#[cfg(feature = "ecs")]
pub use clinch_narrowphase::{
    ColliderOf, Colliders, CollisionLayers, ContactEvents, DebugLineOptions, DebugPart, IgnoredContacts, NarrowphaseSystems, PairRules,
    Placed, Sensor, Sleeping, StableId, Static,
};

mod answer;
mod world_pair;

mod impact;
mod moments_of;
mod point;

mod query_scratch;

mod composite_pair;

mod pair_query;

mod pair_queries;

#[cfg(feature = "ecs")]
mod readme;

#[cfg(feature = "ecs")]
mod collider_query;
#[cfg(feature = "ecs")]
mod filter;
#[cfg(feature = "ecs")]
mod spatial_query;

mod api;
#[cfg(feature = "ecs")]
mod stage_api;

pub mod entries;

pub mod prelude;

pub mod d2;
pub mod d3;

#[cfg(feature = "bevy_shape")]
pub mod primitives;

#[cfg(feature = "bevy_mesh")]
pub mod meshes;

pub use answer::{Answer, Penetration};
#[cfg(feature = "ecs")]
pub use filter::SpatialQueryFilter;
pub use impact::{CastStatus, Impact, Motion, Ray};
pub use point::PointProjection;
#[cfg(feature = "ecs")]
pub use spatial_query::{Hit, Hits, SpatialQuery, SpatialView};
