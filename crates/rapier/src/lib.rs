//! clinch as the narrowphase of rapier3d: one line in a program that has a world already.
//!
//! ```
//! use clinch_rapier::Clinch;
//! use rapier3d::prelude::{NarrowPhase, PhysicsWorld, RigidBodyBuilder, ColliderBuilder, Vector};
//!
//! let mut world = PhysicsWorld::new();
//! let clinch = Clinch::new();
//! world.narrow_phase = NarrowPhase::with_query_dispatcher(clinch.clone()); // the line
//!
//! world.insert_collider(ColliderBuilder::cuboid(5.0, 0.5, 5.0).translation(Vector::Y * -0.5), None);
//! let (ball, _) = world.insert(RigidBodyBuilder::dynamic().translation(Vector::Y), ColliderBuilder::ball(0.5));
//! for _ in 0..120 {
//!     world.step();
//! }
//! assert!((world.bodies[ball].translation().y - 0.5).abs() < 0.01); // it came to rest on the box
//! let counts = clinch.counts();
//! assert!(counts.answered > 0 && counts.delegated == 0);
//! ```
//!
//! # What is answered by whom
//!
//! * **Every pair of convex shapes** by clinch: balls, boxes, capsules, segments, triangles, cylinders, cones, convex polyhedra, half-spaces, what of these is
//!   rounded, and any [`Shape`] of your own that has but a [support map][Shape::as_support_map], for which parry has no manifolds at all. Asked are manifolds,
//!   [`intersection_test`] (sensors), [`distance`], [`contact`] and [`closest_points`].
//! * **Compounds** are taken apart by parry, and their convex parts come back to clinch.
//! * **Meshes, height fields, polylines and voxels** are parry's, their triangles included: it corrects normals at inner edges, which only makes sense together
//!   with the manifold it corrects.
//! * **Casts**, of convex shapes too, are parry's: its options and statuses have no counterpart.
//!
//! [`Clinch::counts`] tells how many pairs went where.
//!
//! # What a solver gets
//!
//! Up to four points per manifold of a pair as near as rapier's prediction distance: those that are farther apart, too, for rapier keeps what comes nearer. Each bears the name of the features that meet there in
//! [`fid1` and `fid2`][TrackedContact] together: the same from step to step while the same features meet, so that impulses are carried over. Taken alone, neither
//! names a feature of a parry shape.
//!
//! clinch's memory of a pair (where the last search ended) is not kept: parry's workspace would have room for it, but rapier takes a pair with a
//! workspace for a compound and rebuilds its solver graph, and a snapshot with one cannot be read. A search from nothing costs some steps more, and changes no
//! answer. Nothing is allocated per pair after warm-up: each thread has one scratch.
//!
//! [`Shape`]: rapier3d::parry::shape::Shape
//! [Shape::as_support_map]: rapier3d::parry::shape::Shape::as_support_map
//! [TrackedContact]: rapier3d::parry::query::TrackedContact
//! [`intersection_test`]: rapier3d::parry::query::QueryDispatcher::intersection_test
//! [`distance`]: rapier3d::parry::query::QueryDispatcher::distance
//! [`contact`]: rapier3d::parry::query::QueryDispatcher::contact
//! [`closest_points`]: rapier3d::parry::query::QueryDispatcher::closest_points

#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable))]

mod by_support;
mod polyhedron;
mod view;

mod lent;
mod pair;
mod points;

mod counts;
mod dispatcher;

pub use counts::Counts;
pub use dispatcher::Clinch;
