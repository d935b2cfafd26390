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
//!   [`Compound`](clinch_composite::Compound), a contact is dropped only with a certificate: at each
//!   of its points a deeper part covers it. So a body slides over flush boxes.
//! * The contacts kept are the local minima of the distance to the whole shape. On a plane, cut
//!   into triangles anyhow, that is one, with the normal of the plane.
//! * A body that overlaps a triangle is first shrunk about its middle until it only touches it. A
//!   body whose middle is behind a triangle of a surface with one side is not touched by it. From
//!   inside of a solid a body leaves by the nearest place of the surface.
//! * [`ray_cast`], [`project`] and [`contains`] are queries about a
//!   [`Compound`](clinch_composite::Compound) alone. Meshes and height fields have them as methods.
//!
//! The parts are found with [`Composite::near`](clinch_composite::Composite::near), and their
//! contacts are computed by [`clinch_contact`].

#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable))]

mod relation;

mod body;
mod part;
mod scaled_core;

mod facing_triangle;

mod growth;

mod part_contact;

mod kept;

mod scratch;

mod near_parts;

mod cover;

mod contact_name;

mod cluster;

mod collide;

mod compound_point;

pub use collide::{collide, measure};
pub use compound_point::{CompoundCast, contains, project, ray_cast};
pub use relation::{CompositeManifold, CompositeRelation};
pub use scratch::CompositeScratch;
