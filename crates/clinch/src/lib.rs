//! **clinch** is the narrowphase stage of a physics engine: candidate pairs of convex shapes in, contact manifolds and events out.
//!
//! * [`d3`] and [`d2`] are the doors: plain names for shapes, questions and the stage, in `f32`; [`d3::f64`] and [`d2::f64`] in `f64`.
//! * [`NarrowphaseSystems`] and [`BroadphaseSystems`] order your systems against the stage; [`Static`], [`Sleeping`], [`Sensor`], [`CollisionLayers`],
//!   [`ContactEvents`] and the like say more of a collider, in any dimension.
//! * [`SpatialQueries`] asks questions about a whole world: rays, casts, overlaps, the nearest.
//! * The rooms behind them are crates of their own, re-exported here: [`support`], [`shapes`], [`gjk`], [`epa`], [`contact`], [`narrowphase`], [`broadphase`].
//!
//! ```
//! use clinch::d3::{Ball, Cuboid, Pose, contact};
//! use glam::Vec3;
//!
//! let (ball, block) = (Ball::new(0.5)?, Cuboid::new(Vec3::ONE)?);
//! let answer = contact(&ball, &Pose::at(Vec3::new(0.0, 1.25, 0.0)), &block, &Pose::IDENTITY);
//! assert!(answer.is_touching());
//! assert_eq!(answer.distance, -0.25); // overlapping by a quarter
//! assert_eq!(answer.normal, -Vec3::Y); // from the ball to the block
//! # Ok::<(), clinch::shapes::ShapeError>(())
//! ```
//!
//! Features, none of which is on unless you ask for it:
//!
//! * `serde`: shapes and poses in files. A shape is what its constructor asks for, and is read through it; custom shapes cannot be written.
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
//!   Manifolds, settings, what a pair remembers and whole [snapshots](narrowphase::Snapshot), too: read again, they go on with the same bits. They may hold what
//!   JSON has no number for, such as an infinite margin; for save games and wires take a binary format.
//! * `bevy_shape`: bevy's primitives as shapes, and back; see the module `primitives`.
//! * `bevy_app`: plugins for the stage and its broadphase.
//! * `bevy_transform`: a collider may be where bevy's `GlobalTransform` says, `f32` in space and in the plane: write `GlobalTransform` where the plugins ask for a
//!   place. Translation and rotation count; a shape is scaled by wrapping it, see [`shapes::Scaled`].
//! * `bevy_reflect`: the stage registers its components and settings in the type registry of its world, by names such as `clinch_narrowphase::Static` and
//!   `clinch_narrowphase::ContactSkin<glam::Vec3>`. Shapes, poses and [`StageSettings`](narrowphase::StageSettings) are reflected as a whole, all else by field.
//! * `tracing`: spans of the target `clinch` and the level info around each step of a tick
//!   (`sync colliders`, `find pairs`, `update pairs`, `update contacts`, `publish`, `send events`) and
//!   around each chunk of rows (`update rows`), with the amount of work as a field.

#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable))]

pub use clinch_broadphase as broadphase;
pub use clinch_contact as contact;
pub use clinch_epa as epa;
pub use clinch_gjk as gjk;
pub use clinch_hull as hull;
pub use clinch_mass as mass;
pub use clinch_narrowphase as narrowphase;
pub use clinch_shapes as shapes;
pub use clinch_support as support;

pub use clinch_broadphase::BroadphaseSystems;
pub use clinch_contact::StartRule;
pub use clinch_narrowphase::{
    ColliderOf, Colliders, CollidingEntities, CollisionLayers, ContactEvents, DebugLineOptions, DebugPart, IgnoredContacts,
    NarrowphaseSystems, PairRules, Placed, Sensor, Sleeping, StableId, Static,
};

mod answer;
mod impact;
mod point;

mod filter;
mod obstacle;
mod spatial;

mod door;

pub mod d2;
pub mod d3;

#[cfg(feature = "bevy_shape")]
pub mod primitives;

pub use answer::{Answer, Penetration};
pub use filter::QueryFilter;
pub use impact::{Impact, Motion, Ray, Status};
pub use point::Projection;
pub use spatial::{Asked, Found, SpatialQueries, SpatialView};

/// The README's snippets, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
pub struct Readme;
