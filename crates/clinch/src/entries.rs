//! Choose your entry: the ways into clinch, from the least to the most. This module has no items.
//!
//! | your program has | entry | state that it keeps | builds bevy_ecs |
//! |---|---|---|---|
//! | two shapes | [`d3`](crate::d3), [`d2`](crate::d2) | none | no |
//! | two shapes in each tick | [`ColliderPair`], [`contact::collide`] | a memory | no |
//! | bodies and pairs of its own | [`ContactTable`] | the table | yes, with `clinch-narrowphase` |
//! | a bevy_ecs world | [`d3::install`](crate::d3::install()) | resources of the world | yes |
//! | rapier or avian | `clinch-rapier`, `clinch-avian` | the engine's | rapier no, avian yes |
//!
//! All compute contacts with the same algorithms; the adapters leave to their engine what clinch
//! does not support. Each example below is in 3D and `f32`; the modules [`d2`](crate::d2),
//! [`d2::f64`](mod@crate::d2::f64) and [`d3::f64`](mod@crate::d3::f64) have the same functions, and
//! the shapes of their dimension.
//!
//! # Two shapes
//!
//! Shapes, two poses, an answer in world space. For tools, editors and tests, and for a game that
//! needs some queries. `default-features = false` builds no bevy_ecs.
//!
//! | query | answer |
//! |---|---|
//! | [`intersects`] | whether they touch; the cheapest |
//! | [`distance`], [`signed_distance`] | a number |
//! | [`contact`], [`closest_points`], [`penetration`] | points, normal and proved bounds |
//! | [`manifold`], [`manifolds`] | what a solver needs |
//! | [`cast_shape`], [`time_of_impact`] | when they meet |
//! | [`cast_ray`], [`project_point`], [`contains_point`] | of one shape |
//!
//! ```
//! use clinch::d3::{Ball, Cuboid, Pose, contact, intersects};
//! use glam::Vec3;
//!
//! let (ball, block) = (Ball::new(0.5)?, Cuboid::new(Vec3::ONE)?);
//! let (above, origin) = (Pose::at(Vec3::Y * 2.0), Pose::IDENTITY);
//! assert!(!intersects(&block, &origin, &ball, &above));
//! let answer = contact(&block, &origin, &ball, &above);
//! assert_eq!((answer.distance, answer.normal), (0.5, Vec3::Y));
//! assert_eq!((answer.point_a, answer.point_b), (Vec3::Y, Vec3::Y * 1.5));
//! # Ok::<(), clinch::shapes::ShapeError>(())
//! ```
//!
//! # Two shapes in each tick
//!
//! A pair that is queried in each tick keeps a memory: the last answer makes the next one cheaper,
//! and contact points persist. A [`ColliderPair`] takes the shapes of two colliders, whichever of
//! them is convex or composite, and has all queries; those of motions need no memory. The stage
//! computes its contacts with it.
//!
//! ```
//! use clinch::contact::Settings;
//! use clinch::d3::{
//!     Ball, ColliderMemory, ColliderPair, ColliderShape, CompositeScratch, Pose, Voxels,
//! };
//! use glam::Vec3;
//!
//! let floor: ColliderShape = Voxels::new(Vec3::ONE, [[0, 0, 0], [1, 0, 0]])?.into();
//! let ball: ColliderShape = Ball::new(0.5)?.into();
//! let (mut memory, mut manifolds) = (ColliderMemory::new(), Vec::new()); // one each per pair
//! let mut scratch = CompositeScratch::new(); // one per thread
//! for tick in 0..3 {
//!     let above = Pose::at(Vec3::new(0.75 + 0.125 * tick as f32, 1.25, 0.5));
//!     let pair = ColliderPair::in_world(&ball, &above, &floor, &Pose::IDENTITY);
//!     pair.collide(&Settings::default(), &mut memory, &mut scratch, &mut manifolds);
//!     let manifold = &mut manifolds[0].manifold;
//!     assert_eq!((manifold.normal, manifold.separation()), (-Vec3::Y, -0.25));
//!     assert_eq!(manifold.points[0].user_data[0], tick as f32); // it persists
//!     manifold.points[0].user_data[0] += 1.0;
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`contact::collide`] is the query of two convex shapes of any types, and
//! [`composite_contact::collide`](crate::composite_contact::collide()) that of a composite shape
//! and a convex one: less to compile, for a program that knows what its shapes are.
//!
//! # A table of pairs
//!
//! For an engine that is not built on an ECS; the crate is `clinch-narrowphase`. The
//! [`ContactTable`] has a row for each candidate pair, with its memory and its contact, and reports
//! which pairs began and ceased to touch. Bodies are known by
//! keys: an index, a handle. A tick is four calls.
//!
//! ```
//! # #[cfg(feature = "ecs")] {
//! use clinch::contact::Settings;
//! use clinch::d3::{Ball, ColliderShape, Cuboid, Placement, Workers};
//! use clinch::narrowphase::{Attributes, Candidates, ColliderInput, ContactTable, Placements};
//! use glam::Vec3;
//!
//! let floor: ColliderShape = Cuboid::new(Vec3::ONE)?.into();
//! let ball: ColliderShape = Ball::new(0.5)?.into();
//! let bodies = [(floor, Placement::default()), (ball, Placement::at(Vec3::Y * 1.25))];
//!
//! let (mut table, mut placements) = (ContactTable::<usize, Vec3>::new(), Placements::new());
//! let mut sync = table.sync_colliders(&mut placements);
//! for (key, (shape, placement)) in bodies.iter().enumerate() {
//!     let attributes = Attributes { is_static: key == 0, ..Attributes::default() };
//!     let placement = *placement;
//!     sync.insert(key, ColliderInput { shape, shape_changed: false, placement, attributes });
//! }
//! drop(sync);
//! table.update_pairs(Candidates::All(&mut vec![(0, 1)])); // from any broadphase
//! table.update_contacts(&placements, &(), &Settings::default(), &mut Workers::with_threads(1));
//! assert_eq!(table.publish().started.len(), 1);
//! let row = table.row(0, 1).ok_or("a candidate pair")?;
//! assert_eq!((row.manifold().normal, row.manifold().separation()), (Vec3::Y, -0.25));
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The stage in a bevy_ecs world
//!
//! [`install`](crate::d3::install()) adds systems that make the four calls, and a broadphase.
//! Shapes are components, contacts are read by a system parameter, and events are messages. With
//! bevy_app, enable the feature `bevy_app` and add the plugins
//! `broadphase::BroadphasePlugin::<Vec3, Placement>` and `narrowphase::ecs::NarrowphasePlugin` of
//! the same types.
//!
//! ```
//! # #[cfg(feature = "ecs")] {
//! use bevy_ecs::prelude::*;
//! use clinch::NarrowphaseSystems;
//! use clinch::d3::{Ball, Collider, Contacts, Cuboid, Placement, install};
//! use glam::Vec3;
//!
//! #[derive(Resource, Default)]
//! struct Depths(Vec<f32>);
//!
//! fn solve(contacts: Contacts, mut depths: ResMut<Depths>) {
//!     for contact in contacts.touching() {
//!         depths.0.extend(contact.points().map(|(_, point)| -point.separation));
//!     }
//! }
//!
//! let (mut world, mut schedule) = (World::new(), Schedule::default());
//! install(&mut world, &mut schedule);
//! world.init_resource::<Depths>();
//! schedule.add_systems(solve.after(NarrowphaseSystems::Publish));
//! world.spawn((Collider::new(Cuboid::new(Vec3::ONE)?), Placement::default()));
//! world.spawn((Collider::new(Ball::new(0.5)?), Placement::at(Vec3::Y * 1.25)));
//! schedule.run(&mut world); // one tick
//! assert_eq!(world.resource::<Depths>().0, [0.25]);
//! # }
//! # Ok::<(), clinch::shapes::ShapeError>(())
//! ```
//!
//! [`SpatialQuery`](crate::SpatialQuery) queries all colliders of the world.
//!
//! # An engine's adapter
//!
//! An engine keeps its bodies, broadphase and solver, and has its contacts from clinch. The first
//! page of each crate has a world that runs.
//!
//! * [`clinch-rapier`](https://docs.rs/clinch-rapier) for rapier3d: `world.narrow_phase =
//!   NarrowPhase::with_query_dispatcher(Clinch::new())`.
//! * [`clinch-avian`](https://docs.rs/clinch-avian) for avian3d and avian2d: `ClinchPlugins` in
//!   place of `PhysicsPlugins`, and its `Collider`.
//! * For another engine, implement [`Convex`](crate::shapes::Convex) for its shapes or convert them
//!   to clinch's, and call [`ColliderPair::collide`](crate::d3::ColliderPair), or
//!   [`contact::collide`] for convex shapes, where the engine computes the manifolds of a pair.
//!
//! [`contact::collide`]: crate::contact::collide()
//! [`ColliderPair`]: crate::d3::ColliderPair
//! [`ContactTable`]: crate::narrowphase::ContactTable
//! [`intersects`]: crate::d3::intersects()
//! [`distance`]: crate::d3::distance()
//! [`signed_distance`]: crate::d3::signed_distance()
//! [`contact`]: crate::d3::contact()
//! [`closest_points`]: crate::d3::closest_points()
//! [`penetration`]: crate::d3::penetration()
//! [`manifold`]: crate::d3::manifold()
//! [`manifolds`]: crate::d3::manifolds()
//! [`cast_shape`]: crate::d3::cast_shape()
//! [`time_of_impact`]: crate::d3::time_of_impact()
//! [`cast_ray`]: crate::d3::cast_ray()
//! [`project_point`]: crate::d3::project_point()
//! [`contains_point`]: crate::d3::contains_point()
