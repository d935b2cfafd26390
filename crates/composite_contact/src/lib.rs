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
//! * [`explain`](fn@explain) lists the contacts of the parts, and of each that is dropped who
//!   covers it.
//! * [`overlap`](fn@overlap), [`distance`](fn@distance) and [`separation`](fn@separation) are the
//!   queries without a manifold; [`cast`](fn@cast), [`time_of_impact`](fn@time_of_impact) and
//!   [`ray_cast`] those of motions, [`contains`] and [`project`] those of points. They treat the
//!   shape as a set of points, and visit no part beyond the nearest or the first.
//!
//! The parts are found with [`Composite::near`](clinch_composite::Composite::near) and
//! [`Composite::traverse`](clinch_composite::Composite::traverse), and their contacts are computed
//! by [`clinch_contact`].

// On docs.rs, whose compiler is a nightly, each item names the feature that it needs.
#![cfg_attr(docsrs, feature(doc_cfg))]
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
