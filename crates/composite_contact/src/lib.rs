//! Contacts of shapes made of convex parts with a convex body, such that no body catches on an
//! inner edge.
//!
//! * [`collide`] writes one manifold per normal, the deepest first; [`measure`] is the separation
//!   and where it is.
//! * One rule decides: the contact of a part is kept if and only if its normal is in the
//!   [normal cone](clinch_composite::NormalCone) of the feature that it is at, given the neighbours
//!   of the part. What is dropped has a strictly nearer neighbour through that feature, so the
//!   nearest contact is never dropped. The rule looks at one part and the places of its neighbours:
//!   it has no list of features already touched, no angle below which an edge counts as flat, and
//!   no order of parts.
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
//!
//! The parts are found with [`Composite::near`](clinch_composite::Composite::near) and
//! [`Composite::traverse`](clinch_composite::Composite::traverse), and their contacts are computed
//! by [`clinch_contact`].
//!
//! # The way of one pair
//!
//! What [`collide`] calls, in this order:
//!
//! 1. `collide.rs` makes a `PartQuery` of the pair (`part_contact.rs`, `body.rs`).
//! 2. `near_parts.rs` finds the contact of each part near the body:
//!    * the parts come from the cache of the pair (`near_list.rs`) or from the shape;
//!      those too far from the middle of the body are left out (`foot.rs`);
//!    * each is compared with the body along the normal of its face (`part_contact.rs`),
//!      which mostly gives its contact or proves that it is beyond the margin;
//!    * the neighbours of the others decide which borders are searched (`border.rs`), and
//!      the search (`part_contact.rs`, with `core_distance.rs` or `growth.rs`) tests
//!      the normal against the cones (`facing_facet.rs`);
//!    * where that leaves no contact, `nearest_dropped.rs` and `way_out.rs` keep one.
//! 3. `cluster.rs` lists the contacts kept, the deepest first, and
//!    `cover.rs` drops those that other parts cover.
//! 4. `cluster.rs` makes a manifold for each normal; its points are those of
//!    `manifold_points.rs`.
//!
//! Of two composite shapes, `two_composites.rs` goes this way with each part of B as the body. The
//! queries about distances visit the parts by `near_search.rs`, and those about motions by
//! `first_touch.rs`.
//!
//! # Words
//!
//! * The *middle* of a body is an interior point of its core
//!   ([`interior`](clinch_shapes::Convex::interior)). The body *grows* from it: it is scaled about
//!   it, from a point to its full size (`growth.rs`).
//! * *Facet*: a triangle in 3D, a segment in 2D. Its *border* are its edges and vertices.
//! * A contact is *kept* if it is one of the whole shape, and *dropped* if not. A *candidate* is
//!   kept unless other parts *cover* it.

#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable))]

mod collider_space;

mod relation;

mod tolerance;

mod body;
mod part;
mod scaled_core;

mod boxes;
mod facet;
mod surface_part;

mod facing_facet;

mod closed_growth;
mod growth;
mod segment_triangle;
mod unit_solid;

mod part_state;

mod found_parts;

mod foot;
mod part_contact;

mod core_distance;

mod near_list;

mod kept;
mod parts_contact;

mod lifted_corners;
mod same_normal;
mod scratch;

mod way_out;

mod border;
mod level;
mod nearest_dropped;

mod near_parts;

mod cover;

mod contact_name;

mod manifold_points;

mod cluster;

mod collide;
mod two_composites;

mod explain;
mod part_verdict;

mod memory;
mod recycling;

mod swap;

mod near_search;

mod nearest_part;

mod distance;
mod overlap;
mod separation;

mod composite_cast;
mod drift;
mod snap;
mod swept_box;

mod first_touch;

mod start;

mod cast;
mod posed_part;
mod ray;
mod time_of_impact;

mod point;

#[cfg(test)]
mod search_all;

pub use cast::cast;
pub use collide::{collide, measure};
pub use collider_space::ColliderSpace;
pub use composite_cast::CompositeCast;
pub use distance::{CompositeDistance, distance};
pub use explain::{explain, explain_composites};
pub use memory::{CompositeMemory, MovingBody};
pub use near_search::near_first;
pub use overlap::overlap;
pub use part_verdict::{PartVerdict, Verdict};
pub use point::{contains, project};
pub use posed_part::PosedPart;
pub use ray::ray_cast;
pub use recycling::recycle;
pub use relation::{CompositeManifold, CompositeRelation};
pub use scratch::CompositeScratch;
pub use separation::separation;
pub use time_of_impact::time_of_impact;
pub use two_composites::collide_composites;
