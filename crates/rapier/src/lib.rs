//! clinch as the narrowphase of rapier3d 0.36, with one line in a program that has a rapier world.
//! The program must have the same version of rapier3d: others have other types.
//!
//! ```toml
//! rapier3d = "0.36"
//! clinch-rapier = "0.1" # until the first release a path or a git dependency
//! ```
//!
//! ```
//! use clinch_rapier::Clinch;
//! use rapier3d::prelude::{NarrowPhase, PhysicsWorld, RigidBodyBuilder, ColliderBuilder, Vector};
//!
//! let mut world = PhysicsWorld::new();
//! let clinch = Clinch::new();
//! world.narrow_phase = NarrowPhase::with_query_dispatcher(clinch.clone()); // the one line
//!
//! world.insert_collider(ColliderBuilder::cuboid(5.0, 0.5, 5.0).translation(Vector::Y * -0.5), None);
//! let (ball, _) = world.insert(RigidBodyBuilder::dynamic().translation(Vector::Y), ColliderBuilder::ball(0.5));
//! for _ in 0..120 {
//!     world.step();
//! }
//! assert!((world.bodies[ball].translation().y - 0.5).abs() < 0.01); // it rests on the box
//! let counts = clinch.counts();
//! assert!(counts.answered > 0 && counts.delegated == 0);
//! ```
//!
//! # Which pairs clinch answers
//!
//! * **Pairs of convex shapes** are answered by clinch: balls, boxes, capsules, segments,
//!   triangles, cylinders, cones, convex polyhedra, half-spaces, their rounded versions, and
//!   user-defined [`Shape`]s with a [support map][Shape::as_support_map], for which parry has no
//!   manifolds. The queries are manifolds, [`intersection_test`] (for sensors), [`distance`],
//!   [`contact`] and [`closest_points`].
//! * **Meshes and height fields** become surfaces of clinch at the first query. Bodies do not catch
//!   on inner edges, with or without parry's flags. A mesh is two-sided. It is a solid if it is
//!   closed, its volume is positive, and it is flagged as oriented or as having internal edges
//!   fixed on one side. A height field is two-sided. With parry's flag against inner edges its
//!   border is open: another field may go on there, and bodies do not catch on it. It is not if one
//!   triangle of a cell is removed without the other.
//! * A mesh that is **edited in place** is seen by the bodies near what has moved. An oriented mesh
//!   that is a solid keeps its old inside for the others: give the collider another shape instead.
//! * **Compounds, polylines and voxels** are answered by their parts, each as it is. A compound
//!   with a part that is not convex is left to parry.
//! * **Two shapes of parts**: two meshes or fields touch as those of clinch do. Else the parts of
//!   one touch the other, which is the surface if one is, or has the larger bounds.
//! * **Meshes of soft bodies** are left to parry: rapier moves their vertices at each step.
//! * **Casts** are left to parry for all shapes: its options and statuses have no equivalent here.
//!
//! [`Clinch::counts`] has the number of pairs for each case.
//!
//! # Manifolds
//!
//! A pair within rapier's prediction distance has a manifold of up to four points. The manifold
//! includes points that are farther apart, because rapier uses them when they come nearer.
//! [`fid1` and `fid2`][TrackedContact] together are the feature id of a point. It is the same from
//! step to step while the same features meet, so impulses are carried over. Neither alone is a
//! feature of a parry shape.
//!
//! A shape of parts has one manifold for each normal. `subshape1` and `subshape2` are the parts
//! that are deepest in each other; points and normals are in the frames of the whole shapes.
//!
//! clinch's memory of a convex pair, which warm-starts a search, is not kept. It could be stored in
//! parry's workspace, but rapier rebuilds its solver graph after each update of a pair with a
//! workspace. A cold start takes some more steps and changes no answer. A pair with a shape of
//! parts has a workspace, as it has with parry: the number of its manifolds changes, so the graph
//! must be rebuilt.
//!
//! [`Shape`]: rapier3d::parry::shape::Shape
//! [Shape::as_support_map]: rapier3d::parry::shape::Shape::as_support_map
//! [TrackedContact]: rapier3d::parry::query::TrackedContact
//! [`intersection_test`]: rapier3d::parry::query::QueryDispatcher::intersection_test
//! [`distance`]: rapier3d::parry::query::QueryDispatcher::distance
//! [`contact`]: rapier3d::parry::query::QueryDispatcher::contact
//! [`closest_points`]: rapier3d::parry::query::QueryDispatcher::closest_points

#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable))]

mod polyhedron;
mod support_map_shape;
mod view;

mod parts;
mod surface;
mod surface_cache;
mod surface_view;

mod operand;

mod composite_pair;
mod manifold;
mod pair;
mod pair_workspace;
mod scratch;

mod counts;
mod dispatcher;

pub use counts::Counts;
pub use dispatcher::Clinch;
