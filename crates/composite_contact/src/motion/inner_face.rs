//! Hits of the faces between parts side by side, which no contact has.
//!
//! * With [`InitialOverlap::IgnoreSeparating`](clinch_contact::InitialOverlap) a body slides over
//!   the parts that it is at when it starts. It overlaps them, if only by rounding, so it hits the
//!   next of a row of flush parts at the side that the one before hides.
//! * Such a hit is passed by the rule of the contacts (`cover.rs`): all its deepest points are in
//!   parts that the body slides over, and which extend beyond them. So are parts that it passes.
//! * And only if the part does not rise above the plane of a contact at the start, nor above those
//!   that hide it. The body does not move against the normal of this plane. So, along it, it never
//!   is deeper in a part that it passes than in the one that it started at.
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

/// Whether the part of a contact does not rise above the plane of any contact at the start.
pub(crate) fn is_below_start<V: Space, C: Composite<V> + ?Sized, B: Convex<V>>(
    start: &StartContacts<V::Wide>,
    cover: &Cover<'_, V, C, B>,
    contact: &KeptContact<V>,
) -> bool {
    start.planes.iter().any(|&plane| cover.is_below(contact, plane).is_some())
}

/// Whether the body passes the part of a hit: adds it to those that it slides over.
pub(crate) fn passes<V: Space, C: Composite<V> + ?Sized, B: Convex<V>>(
    start: &mut StartContacts<V::Wide>,
    pair: &Pair<V, &C, B>,
    motion: V::Wide,
    answer: &CompositeCast<V>,
    scratch: &mut CompositeScratch<V>,
) -> bool {
    let (CastOutcome::Hit(impact), Some(id)) = (&answer.cast.outcome, answer.sub_shapes[0]) else { return false };
    if start.passed.is_empty() {
        return false;
    }
    let &Impact { normal, separation: distance, point_a, point_b, .. } = impact;
    let body: &dyn Convex<V> = &pair.b;
    let pose = Pose::new(pair.b_in_a.rotation, pair.b_in_a.translation + motion * impact.time);
    let at_hit = Pair { a: pair.a, b: body, b_in_a: pose };
    // Points that touch may be apart by rounding.
    let within = distance.max(0.0) + ANGLE * body.radius_about_center().widen();
    let settings = Settings::with_margin(V::Scalar::narrow_up(within));
    let query = PartQuery::new(&at_hit, &settings);
    let cover = Cover::new(&query, &at_hit);
    if with_part(&at_hit, id, |part| snap(pair.a, part, normal).has_cone) != Some(false) {
        return false;
    }
    let separation = Separation { normal, distance, lower: distance, upper: distance, point_a, point_b };
    let hit = KeptContact::new(id, separation, true);
    let CompositeScratch { convex, near_ids, deepest_points: points, covering, .. } = scratch;
    let work = &mut CoverWork { convex, near_ids, points, covering };
    let is_inner = start.planes.iter().any(|&plane| cover.is_hidden(&hit, plane, &start.passed, work));
    if is_inner {
        start.add_passed(id);
    }
    is_inner
}
