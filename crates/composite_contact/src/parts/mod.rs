//! The contact of each part near a body: whether there is one, and whether it is a contact of the
//! whole shape.
//!
//! In the order in which a pair passes through them:
//!
//! 1. [`find_contacts`] lists the parts near the body, from the pair's [`triangle_cache`] if it has
//!    one, and decides about each of them.
//! 2. [`middle_region`] leaves out triangles that are too far from the middle of the body.
//! 3. [`face_contact`] keeps the contact with the normal of the face, if the body first touches the
//!    plane there. Most triangles are kept or beyond the margin by now; the others are undecided.
//! 4. [`border`] compares each undecided triangle with its neighbours, which mostly prove that its
//!    border has no contact.
//! 5. [`searched_contact`] searches the rest, by the distance of the cores ([`core_distance`]) or
//!    by growth, and tests the normal against the cones. [`parallel_feature`] is for bodies with an
//!    edge or a face parallel to the triangle.
//! 6. [`fallback`] keeps the nearest contact where the cones wrongly refuse its normal, also beside
//!    others; [`way_out`] keeps that by which a body leaves a solid.

pub(crate) mod part_contact;

pub(crate) mod found_parts;
pub(crate) mod known_neighbors;

pub(crate) mod part_query;

pub(crate) mod middle_region;

pub(crate) mod core_distance;
pub(crate) mod face_contact;
pub(crate) mod triangle_cache;

pub(crate) mod searched_contact;

pub(crate) mod parallel_feature;

pub(crate) mod border;
pub(crate) mod fallback;
pub(crate) mod way_out;

pub(crate) mod find_contacts;
