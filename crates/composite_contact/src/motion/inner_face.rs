//! Hits at inner faces: sides of parts that the parts beside them hide.
//!
//! * With [`InitialOverlap::IgnoreSeparating`](clinch_contact::InitialOverlap) a body slides over
//!   the parts that it is at when it starts. It overlaps them, if only by rounding, so it hits the
//!   next of a row of flush parts at the side that the one before hides.
//! * Such a hit is passed if parts that the body slides over cover all its deepest points, as for
//!   contacts (`cover.rs`). A part that was passed counts as one that the body slides over.
//! * The hit part must also not rise above the plane of a contact at the start, nor above the parts
//!   that hide it. The body moves against the normal of this plane by no more than the tolerance of
//!   an angle. So, along it, it is never deeper in a part that it passes than it was at the start,
//!   but for that tolerance.
//! * Only hits of parts whose normal cones are not known are passed: the cones of all others decide
//!   about their hits.

use clinch_composite::Composite;
use clinch_contact::{CastOutcome, Impact, Pair, Separation, Settings, Space};
use clinch_shapes::Convex;
use clinch_support::{Pose, Scalar};

use crate::manifolds::cover::{Cover, CoverWork};
use crate::manifolds::kept_contact::KeptContact;
use crate::motion::composite_cast::CompositeCast;
use crate::motion::snap::snap;
use crate::motion::start_contacts::StartContacts;
use crate::part::with_part;
use crate::parts::part_query::PartQuery;
use crate::scratch::CompositeScratch;
use crate::tolerance::ANGLE;

/// Whether the part of a contact stays below the plane of at least one contact at the start.
pub(crate) fn is_below_start<V: Space, C: Composite<V> + ?Sized, B: Convex<V>>(
    start: &StartContacts<V::Wide>,
    cover: &Cover<'_, V, C, B>,
    contact: &KeptContact<V>,
) -> bool {
    start.planes.iter().any(|&plane| cover.is_below(contact, plane).is_some())
}

/// Whether the body passes the part of a hit: then it is added to those that the body slides over.
/// Each costs one search more.
pub(crate) fn passes<V: Space, C: Composite<V> + ?Sized, B: Convex<V>>(
    start: &mut StartContacts<V::Wide>,
    pair: &Pair<V, &C, B>,
    motion: V::Wide,
    answer: &CompositeCast<V>,
    scratch: &mut CompositeScratch<V>,
) -> bool {
    let (CastOutcome::Hit(impact), Some(id)) = (&answer.cast.outcome, answer.sub_shapes[0]) else { return false };
    // The body slides over nothing, so nothing hides the hit.
    if start.passed.is_empty() {
        return false;
    }
    let &Impact { normal, separation: distance, point_a, point_b, .. } = impact;
    let body: &dyn Convex<V> = &pair.b;
    let pose = Pose::new(pair.b_in_a.rotation, pair.b_in_a.translation + motion * impact.time);
    let at_hit = Pair { a: pair.a, b: body, b_in_a: pose };
    // Points that touch may be apart by rounding.
    let within = distance.max(0.0) + ANGLE * (body.radius_about_center().widen() + body.radius_wide());
    let settings = Settings::with_margin(V::Scalar::narrow_up(within));
    let query = PartQuery::new(&at_hit, &settings);
    let cover = Cover::new(&query, &at_hit);
    if with_part(&at_hit, id, |part| snap(pair.a, part, normal).has_cone) != Some(false) {
        return false;
    }
    let separation = Separation { normal, distance, lower: distance, upper: distance, point_a, point_b };
    let hit = KeptContact::new(id, separation, true);
    let CompositeScratch { convex, facing, near_ids, deepest_points: points, covering, .. } = scratch;
    // The body was elsewhere.
    facing.clear();
    let work = &mut CoverWork { convex, facing, near_ids, points, covering };
    let is_inner = start.planes.iter().any(|&plane| cover.is_hidden(&hit, plane, &start.passed, work));
    if is_inner {
        start.add_passed(id);
    }
    is_inner
}
