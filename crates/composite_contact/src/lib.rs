//! Contacts of shapes made of convex parts with a convex body, such that no body catches on an
//! inner edge.
//!
//! * [`collide`] writes one manifold per normal, the deepest first; [`measure`] is the separation
//!   and where it is.
//! * One rule decides: the contact of a part is kept if and only if its normal is in the [normal
//!   cone](clinch_composite::NormalCone) of the feature that it is at, given the neighbours of the
//!   part. What is dropped has a strictly nearer neighbour through that feature, so the nearest
//!   contact is never dropped. The rule looks at one part and the places of its neighbours: it has
//!   no list of features already touched, no angle below which an edge counts as flat, and no order
//!   of parts.
//! * Of parts whose normal cone is not known, such as those of a
//!   [`Compound`](clinch_composite::Compound), a contact is dropped only with a certificate: at
//!   each of its points a deeper part covers it. So a body slides over flush boxes.
//! * The contacts kept are the local minima of the distance to the whole shape. On a plane, cut
//!   into triangles anyhow, that is one, with the normal of the plane.
//! * A body that overlaps a triangle is first shrunk about its middle until it only touches it. A
//!   body whose middle is behind a triangle of a surface with one side is not touched by it. From
//!   inside of a solid a body leaves by the nearest place of the surface.
//! * [`explain`](fn@explain) lists the contacts of the parts, and why each is kept or dropped.
//! * [`overlap`](fn@overlap), [`distance`](fn@distance) and [`separation`](fn@separation) are the
//!   queries without a manifold; [`cast`](fn@cast), [`time_of_impact`](fn@time_of_impact) and
//!   [`ray_cast`] those of motions, [`contains`] and [`project`] those of points. They treat the
//!   shape as a set of points, and visit no part beyond the nearest or the first.
//! * [`ColliderPair`] has all of these queries for the shapes of two colliders, each convex or
//!   composite, in one place; the stage uses it. [`overlap_composites`], [`distance_composites`],
//!   [`separation_composites`], [`cast_composites`] and [`time_of_impact_composites`] are those of
//!   two composite shapes.
//!
//! The parts are found with [`Composite::near`](clinch_composite::Composite::near) and
//! [`Composite::traverse`](clinch_composite::Composite::traverse), and their contacts are computed
//! by [`clinch_contact`].
//!
//! # The way of one pair
//!
//! What [`collide`] calls, in this order:
//!
//! 1. `collide.rs` makes a `PartQuery` of the pair (`parts/part_query.rs`, `body.rs`).
//! 2. `parts/find_contacts.rs` finds the contact of each part near the body:
//!    * the parts come from the cache of the pair (`parts/triangle_cache.rs`) or from the shape;
//!      those too far from the middle of the body are left out (`parts/middle_region.rs`);
//!    * each is compared with the body along the normal of its face (`parts/face_contact.rs`),
//!      which mostly gives its contact or proves that it is beyond the margin; a part that is no
//!      facet, or whose cones are not known, has the contact of two convex shapes: a candidate;
//!    * the neighbours of the others decide which borders are searched (`parts/border.rs`), and the
//!      search (`parts/searched_contact.rs`, with `parts/core_distance.rs` or `growth`) tests the
//!      normal against the cones (`triangle/cone_test.rs`);
//!    * at last, contacts are kept whose normals the cones refuse by rounding
//!      (`parts/fallback.rs`), and that by which a body leaves a solid (`parts/way_out.rs`).
//! 3. `manifolds/kept_contact.rs` lists the contacts kept, the deepest first, and
//!    `manifolds/cover.rs` drops those that other parts cover.
//! 4. `manifolds/write_manifolds.rs` makes a manifold for each normal; its points are those of
//!    `manifolds/manifold_points.rs`, and of edges that are level with an edge of the body those of
//!    `manifolds/level_edges.rs`. Where the body leaves a solid, `manifolds/triangles_below.rs`
//!    first adds the triangles that are beyond its bounds. The deepest point of an overlap at a
//!    border is placed where the features of both meet (`manifolds/shared_point.rs`).
//!
//! Of two composite shapes, `two_composites.rs` goes this way with each part of the smaller one as
//! the body, and if none touches, with parts of the larger one inside of it (`enclosed_parts.rs`).
//! The queries about distances visit the parts by `near_first.rs`, and those about motions are in
//! `motion`.
//!
//! # Words
//!
//! * The *middle* of a body is an interior point of its core
//!   ([`interior`](clinch_shapes::Convex::interior)). The body *grows* from it: it is scaled about
//!   it, from a point to its full size (`growth`).
//! * *Facet*: a triangle in 3D, a segment in 2D. Its *border* are its edges and vertices.
//! * The cones *refuse* a normal that is outside of them.
//! * A contact is *kept* if it is one of the whole shape, and *dropped* if not. A *candidate* is
//!   kept unless other parts *cover* it.

// On docs.rs, whose compiler is a nightly, each item names the feature that it needs.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable))]

mod collider_space;
mod not_negative;
mod order;
mod relation;
mod tolerance;

mod body;
mod boxes;
mod part;

mod triangle;

mod growth;

mod parts;

mod manifolds;

mod near_first;
mod nearest_part;

mod motion;

mod memory;
mod part_pair_contact;
mod scratch;

mod collide;
mod corners_at_faces;
mod distance;
mod enclosed_parts;
mod facet_of_b;
mod overlap;
mod part_of_b;
mod part_with_inside;
mod recycling;
mod two_composites;
mod ways_out;

mod separation;

mod point;

mod part_verdict;

mod explain;
mod swap;

mod composites;

mod collider_memory;
mod collider_motion;
mod collider_pair;

#[cfg(test)]
mod search_all;

pub use collide::{collide, measure};
pub use collider_memory::ColliderMemory;
pub use collider_pair::{ColliderMeasured, ColliderPair};
pub use collider_space::ColliderSpace;
pub use composites::motion::{cast_composites, time_of_impact_composites};
pub use composites::nearness::{distance_composites, overlap_composites, separation_composites};
pub use distance::{CompositeDistance, distance};
pub use explain::{explain, explain_composites};
pub use memory::{CompositeMemory, MovingBody};
pub use motion::cast::cast;
pub use motion::composite_cast::CompositeCast;
pub use motion::posed_part::PosedPart;
pub use motion::ray::ray_cast;
pub use motion::time_of_impact::time_of_impact;
pub use near_first::near_first;
pub use overlap::overlap;
pub use part_verdict::{PartVerdict, Verdict};
pub use point::{contains, project};
pub use recycling::recycle;
pub use relation::{CompositeManifold, CompositeRelation};
pub use scratch::CompositeScratch;
pub use separation::separation;
pub use two_composites::collide_composites;
