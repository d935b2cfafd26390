//! Contacts of parts whose normal cone is not known, and which other parts cover.
//!
//! * The deepest points of a contact are where its part would be touched first. The contact is
//!   dropped only with a certificate: each of these points is in another part, which extends beyond
//!   it along the normal, and which is at least as deep but for rounding. Where cores are apart
//!   this is the rule of the normal cones: the other part has points nearer to the body, so it is
//!   strictly nearer.
//! * From each dropped contact a chain of parts that are as deep leads to one that is kept, so at
//!   least one is. That is true of any parts, whatever they overlap: geometry makes the rule
//!   effective, the order makes it safe.
//! * A point in a concave corner is in the floor and in the wall. The wall does not cover it if the
//!   floor goes on beside the wall; and vice versa (`is_exposed`).
//! * Contacts with the normal of an inner face get another one first, and a few are dropped there
//!   for other reasons: see `inner_normals.rs`.

use clinch_composite::{Composite, SubShapeId};
use clinch_contact::{ContactPoint, FacingFeature, Pair, Scratch, Space, contact_points_along};
use clinch_shapes::{Aabb, Convex};
use clinch_support::{Scalar, Vector};

use crate::body::Body;
use crate::boxes::largest_coordinate;
use crate::growth::TOUCHING;
use crate::manifolds::kept_contact::KeptContact;
use crate::part::{Part, with_part};
use crate::parts::find_contacts::list_near_ids;
use crate::parts::part_query::PartQuery;
use crate::scratch::CompositeScratch;
use crate::tolerance::ANGLE;

/// How far from a part a point may be to be in it, relative to the bounding radius of the body and
/// besides rounding. Larger: a step of this height is not seen. Smaller: flush parts at rounded
/// poses are not flush.
const COVERED: f64 = 1.0 / (1 << 20) as f64;

/// Rounding errors of points and poses in the scalar of the caller, and of nearest points in `f64`,
/// relative to the coordinates. Larger: far from the origin, larger steps are not seen. Smaller:
/// parts far from the origin are not flush.
const ROUNDING: f64 = 8.0;

/// A hit whose normal differs from that of the plane by at most this is from above. Larger: hits at
/// slanted edges are passed unchecked. Smaller: the normal of a search is off by rounding, so a
/// level body stops at the top of the next part.
const LEVEL: f64 = 64.0 * ANGLE;

/// A point beside a part is as many tolerances away from it. A face goes on there if the normal of
/// the contact is its own to within the reciprocal, which is 1°, for a point at the border of the
/// other part; deeper in it, to within less. Smaller: the part goes on also at an edge. Larger:
/// narrow faces beside a part do not count.
const NEXT_TO: f64 = 64.0;

/// Up to this many contacts each is tested against all others: with more, only against those whose
/// parts are near its own. Larger: many tiles below one body cost a test for any two of them.
/// Smaller: a search for the parts near one costs more than it saves.
const COMPARED_WITH_ALL: usize = 16;

/// Marks the contacts in `scratch.kept`, the deepest first, that other parts cover, and corrects
/// those with the normal of an inner face.
pub(crate) fn drop_covered<V: Space, C: Composite<V> + ?Sized, B: Convex<V>>(
    query: &PartQuery<'_, V, C>,
    pair: &Pair<V, &C, B>,
    scratch: &mut CompositeScratch<V>,
) {
    // A half-space has the same normal from all parts.
    if !query.body.is_half_space && scratch.kept.iter().any(|contact| contact.is_candidate) {
        Cover::new(query, pair).drop_covered(scratch);
    }
}

/// The parts that cover the deepest points of the contact with this index in `scratch.kept`, after
/// [`drop_covered`]: in ascending order.
pub(crate) fn covering_parts<V: Space, C: Composite<V> + ?Sized, B: Convex<V>>(
    query: &PartQuery<'_, V, C>,
    pair: &Pair<V, &C, B>,
    index: usize,
    scratch: &mut CompositeScratch<V>,
) -> Vec<SubShapeId> {
    let CompositeScratch { convex, facing, kept, near_ids, deepest_points, covering, .. } = scratch;
    let cover = Cover::new(query, pair);
    let work = &mut CoverWork { convex, facing, near_ids, points: deepest_points, covering };
    let shallowest = kept[index].separation.distance + cover.rounding(kept[index].point);
    let is_covered = cover.are_covered(kept, index, |other, _| other < index, work)
        || cover.are_covered(kept, index, |_, by| !by.is_covered && by.separation.distance <= shallowest, work);
    let mut parts: Vec<SubShapeId> = Vec::new();
    if is_covered {
        parts.extend(work.covering.iter().map(|&by| kept[by].id));
    } else if !cover.is_in_other_parts(&kept[index], kept, |id| parts.push(id), work) {
        // Dropped because its normal was inner, before those of others were corrected.
        parts.clear();
    }
    parts.sort_unstable();
    parts.dedup();
    parts
}

/// Buffers.
pub(crate) struct CoverWork<'w, V: Space> {
    pub(crate) convex: &'w mut Scratch<V>,
    /// The feature of the body for the last normal.
    pub(crate) facing: &'w mut FacingFeature<V>,
    pub(crate) near_ids: &'w mut Vec<SubShapeId>,
    pub(crate) points: &'w mut Vec<V::Wide>,
    /// The indices of the contacts that cover the points.
    pub(crate) covering: &'w mut Vec<usize>,
}

/// Which contacts cover which.
pub(crate) struct Cover<'c, V: Space, C: ?Sized, B> {
    pub(crate) query: &'c PartQuery<'c, V, C>,
    pub(crate) pair: &'c Pair<V, &'c C, B>,
    /// [`COMPARED_WITH_ALL`]; tests have other numbers.
    compared_with_all: usize,
}

impl<'c, V: Space, C: Composite<V> + ?Sized, B: Convex<V>> Cover<'c, V, C, B> {
    pub(crate) fn new(query: &'c PartQuery<'c, V, C>, pair: &'c Pair<V, &'c C, B>) -> Self {
        Self { query, pair, compared_with_all: COMPARED_WITH_ALL }
    }

    fn drop_covered(&self, scratch: &mut CompositeScratch<V>) {
        let CompositeScratch { convex, facing, kept, near_ids, deepest_points, covering, corrected, .. } = scratch;
        let work = &mut CoverWork { convex, facing, near_ids, points: deepest_points, covering };
        self.correct_inner_normals(kept, corrected, work);
        self.drop_less_deep(kept, work);
        self.drop_equally_deep(kept, work);
    }

    /// Whether the face that a contact has its normal from is an inner one: all deepest points are
    /// in other parts, which extend beyond them.
    pub(crate) fn is_inner(&self, contact: &KeptContact<V>, kept: &[KeptContact<V>], work: &mut CoverWork<'_, V>) -> bool {
        self.is_in_other_parts(contact, kept, |_| (), work)
    }

    /// Whether all deepest points are in other parts, which extend beyond them. Calls `found` with
    /// one part for each point, also if a later point is in none. A part with a contact does not
    /// count where the part of this one is exposed.
    fn is_in_other_parts(
        &self,
        of: &KeptContact<V>,
        kept: &[KeptContact<V>],
        mut found: impl FnMut(SubShapeId),
        work: &mut CoverWork<'_, V>,
    ) -> bool {
        let covers = |id: SubShapeId, point: V::Wide, scratch: &mut Scratch<V>| {
            let is_exposed = |by: &KeptContact<V>, scratch: &mut Scratch<V>| by.id == id && self.is_exposed(by, of, point, scratch);
            let covers = self.covers(id, of, point, scratch) && !kept.iter().any(|by| is_exposed(by, scratch));
            if covers {
                found(id);
            }
            covers
        };
        self.are_in_parts(of, covers, work)
    }

    /// Whether each of the deepest points of a contact is in another part for which `covers` holds.
    fn are_in_parts(
        &self,
        of: &KeptContact<V>,
        mut covers: impl FnMut(SubShapeId, V::Wide, &mut Scratch<V>) -> bool,
        work: &mut CoverWork<'_, V>,
    ) -> bool {
        let CoverWork { convex, facing, near_ids, points, .. } = work;
        self.deepest_points(of, (facing, convex), points);
        points.iter().all(|&point| {
            let within = self.tolerance(point) + self.query.body.skin_a;
            list_near_ids(self.pair.a, &Aabb::around(point, V::Wide::from_fn(|_| within)), near_ids);
            near_ids.iter().any(|&id| id != of.id && covers(id, point, convex))
        })
    }

    /// The height of a contact's part along the normal of a plane, if it does not rise above the
    /// plane.
    pub(crate) fn is_below(&self, contact: &KeptContact<V>, (normal, height): (V::Wide, f64)) -> Option<f64> {
        let top = self.top(contact.id, normal)?;
        (top <= height + self.tolerance(contact.point)).then_some(top)
    }

    /// Whether a contact does not stop a body that slides along a plane. Its part must not rise
    /// above the plane. Then it is touched from above, to within [`LEVEL`]; or all its deepest
    /// points are in parts of a list, in ascending order, which extend beyond them and are as high
    /// as its part.
    pub(crate) fn is_hidden(
        &self,
        contact: &KeptContact<V>,
        plane: (V::Wide, f64),
        by: &[SubShapeId],
        work: &mut CoverWork<'_, V>,
    ) -> bool {
        let Some(top) = self.is_below(contact, plane) else { return false };
        if (contact.separation.normal - plane.0).length() <= LEVEL {
            return true;
        }
        let is_as_high = |id| self.top(id, plane.0).is_some_and(|other| other >= top - self.tolerance(contact.point));
        let covers = |id: SubShapeId, point: V::Wide, scratch: &mut Scratch<V>| {
            by.binary_search(&id).is_ok() && is_as_high(id) && self.covers(id, contact, point, scratch)
        };
        self.are_in_parts(contact, covers, work)
    }

    /// The height of a part along a normal. `None` for half-spaces.
    fn top(&self, id: SubShapeId, normal: V::Wide) -> Option<f64> {
        with_part(self.pair, id, |part| (!part.is_half_space()).then(|| part.top(normal))).flatten()
    }

    /// Drops contacts that deeper parts cover. Nothing is deeper than the first one.
    fn drop_less_deep(&self, kept: &mut [KeptContact<V>], work: &mut CoverWork<'_, V>) {
        for next in 1..kept.len() {
            if is_undecided(&kept[next]) && self.are_covered(kept, next, |other, _| other < next, work) {
                kept[next].is_covered = true;
            }
        }
    }

    /// Drops contacts that parts cover which are equally deep but for rounding.
    fn drop_equally_deep(&self, kept: &mut [KeptContact<V>], work: &mut CoverWork<'_, V>) {
        for next in 0..kept.len() {
            let KeptContact { separation, point, .. } = &kept[next];
            let shallowest = separation.distance + self.rounding(*point);
            // Of two that cover each other one stays: a dropped contact is no certificate.
            let may_cover = |_: usize, by: &KeptContact<V>| !by.is_covered && by.separation.distance <= shallowest;
            if is_undecided(&kept[next]) && self.are_covered(kept, next, may_cover, work) {
                kept[next].is_covered = true;
                work.covering.iter().for_each(|&by| kept[by].is_certificate = true);
            }
        }
    }

    /// Whether parts cover all deepest points of a contact: those that `may_cover` allows, by
    /// index. If so, `work.covering` has those that do.
    fn are_covered(
        &self,
        kept: &[KeptContact<V>],
        index: usize,
        may_cover: impl Fn(usize, &KeptContact<V>) -> bool,
        work: &mut CoverWork<'_, V>,
    ) -> bool {
        let of = &kept[index];
        let CoverWork { convex, facing, near_ids, points, covering } = work;
        let is_listed = kept.len() > self.compared_with_all;
        if is_listed {
            self.list_near_part(of, near_ids);
        }
        let is_near = |by: &KeptContact<V>| !is_listed || near_ids.binary_search(&by.id).is_ok();
        // Most parts end in the plane of the contact.
        let extends = |by: &KeptContact<V>| with_part(self.pair, by.id, |part| self.extends_beyond(part, of, of.point)) == Some(true);
        let counts = |&other: &usize| {
            let by = &kept[other];
            other != index && may_cover(other, by) && is_near(by) && extends(by)
        };
        covering.clear();
        covering.extend((0..kept.len()).filter(counts));
        if covering.is_empty() {
            return false;
        }
        self.deepest_points(of, (facing, convex), points);
        // So many, the first ones, are known to cover a point.
        let mut used = 0;
        for &point in points.iter() {
            let covers = |&other: &usize| self.covers_point(&kept[other], of, point, convex);
            let Some(place) = covering.iter().position(covers) else { return false };
            if place >= used {
                covering.swap(used, place);
                used += 1;
            }
        }
        covering.truncate(used);
        true
    }

    /// Lists the parts that may contain a point of the part of a contact, itself among them.
    fn list_near_part(&self, of: &KeptContact<V>, near_ids: &mut Vec<SubShapeId>) {
        let bounds = with_part(self.pair, of.id, |part| {
            let bounds = part.bounds();
            let farthest = V::Wide::from_fn(|_| largest_coordinate(&bounds));
            // Both parts are grown by the skin.
            bounds.grown(self.tolerance(farthest) + 2.0 * self.query.body.skin_a)
        });
        near_ids.clear();
        if let Some(bounds) = bounds {
            list_near_ids(self.pair.a, &bounds, near_ids);
        }
    }

    /// Whether a part covers one of the deepest points of a contact.
    fn covers_point(&self, by: &KeptContact<V>, of: &KeptContact<V>, point: V::Wide, scratch: &mut Scratch<V>) -> bool {
        self.covers(by.id, of, point, scratch) && !self.is_exposed(by, of, point, scratch)
    }

    /// Writes the points of a contact's part that are deepest in the body, or nearest to it, to
    /// within the length that an [`ANGLE`] makes of the body: of an edge that is level with the
    /// body both ends. The contact's own point if its features share none of that depth.
    fn deepest_points(&self, of: &KeptContact<V>, (facing, scratch): (&mut FacingFeature<V>, &mut Scratch<V>), points: &mut Vec<V::Wide>) {
        let KeptContact { separation, .. } = of;
        let shallowest = separation.distance + ANGLE * self.query.body.radius_about_center;
        points.clear();
        with_part(self.pair, of.id, |part| {
            if part.is_half_space() {
                return;
            }
            let is_deep = |point: &&ContactPoint<V>| point.separation.widen() <= shallowest;
            contact_points_along(&part.pair, part.direction_in_part(separation.normal), self.query.settings, scratch);
            points.extend(scratch.points().iter().filter(is_deep).map(|point| part.point(point.on_a.widen())));
            if self.query.may_have_level_edges(points.iter().copied()) {
                self.query.clip_level_edge_of_part(part, separation, (facing, scratch));
                points.extend(scratch.points().iter().filter(is_deep).map(|point| point.on_a.widen()));
            }
        });
        if points.is_empty() {
            points.push(of.point);
        }
    }

    /// Whether a part extends beyond a point along the normal of a contact.
    fn extends_beyond(&self, part: &Part<'_, V>, of: &KeptContact<V>, point: V::Wide) -> bool {
        if part.is_half_space() {
            return false;
        }
        let normal = of.separation.normal;
        let beyond = part.farthest(normal) + normal * self.query.body.skin_a - point;
        // Far ends of a long part are where its rounded rotation takes them.
        let of_part = ROUNDING * V::Scalar::EPSILON.widen() * part.pair.a.bounding_radius();
        let rounding = self.rounding(point) + self.rounding(part.point(V::Wide::ZERO)) + of_part;
        normal.dot(beyond) > rounding + self.normal_rounding(of) * beyond.length()
    }

    /// By how much, as an angle, rounding may turn the normal of a contact: of cores that are apart
    /// it is the direction between their nearest points, in `f64`. A long part that is
    /// perpendicular to the normal rises along it by its length times this angle.
    fn normal_rounding(&self, of: &KeptContact<V>) -> f64 {
        let Body { radius_about_center: radius, .. } = self.query.body;
        let cores = of.separation.distance + self.query.body.radii();
        // Of cores that overlap it is that of a feature, which has no such error.
        if cores > TOUCHING * radius { ROUNDING * f64::EPSILON * (of.point.max_abs() + radius) / cores } else { 0.0 }
    }

    /// Whether a point is in a part that extends beyond it along the normal of the contact.
    fn covers(&self, by: SubShapeId, of: &KeptContact<V>, point: V::Wide, scratch: &mut Scratch<V>) -> bool {
        let covers = with_part(self.pair, by, |part| {
            self.extends_beyond(part, of, point) && self.is_within(part, point, self.tolerance(point), scratch)
        });
        covers == Some(true)
    }

    /// Whether the part of a contact goes on beside the part that covers one of its deepest points.
    /// There it is below the body: only as far as the size of the body counts.
    fn is_exposed(&self, by: &KeptContact<V>, of: &KeptContact<V>, point: V::Wide, scratch: &mut Scratch<V>) -> bool {
        if by.is_inner {
            return false;
        }
        let (normal, away) = (of.separation.normal, by.separation.normal);
        let across = away - normal * normal.dot(away);
        let tolerance = self.tolerance(point);
        let Some(top) = with_part(self.pair, by.id, |part| part.top(away) + self.query.body.skin_a) else { return false };
        // `across` times a factor rises by the factor times |across|² along `away`: enough to
        // leave the other part.
        let factor = (top - away.dot(point) + NEXT_TO * tolerance) / across.length_squared();
        let moved = factor * across.length();
        if !(moved <= self.query.body.radius_about_center) {
            return false;
        }
        let beside = point + across * factor;
        let on_part = |part: &Part<'_, V>| self.is_within(part, beside, tolerance, scratch);
        with_part(self.pair, of.id, on_part) == Some(true)
    }

    /// Whether a point is within a distance of a part with its skin.
    fn is_within(&self, part: &Part<'_, V>, point: V::Wide, within: f64, scratch: &mut Scratch<V>) -> bool {
        part.distance_of_point(point, within + self.query.body.skin_a, scratch).is_some()
    }

    /// By how much a point may be off because points and poses are rounded.
    fn tolerance(&self, point: V::Wide) -> f64 {
        COVERED * self.query.body.radius_about_center + self.rounding(point)
    }

    fn rounding(&self, point: V::Wide) -> f64 {
        ROUNDING * V::Scalar::EPSILON.widen() * (point.max_abs() + self.query.body.radius_about_center)
    }
}

/// Whether other parts may cover a contact, and it is not decided yet.
pub(crate) fn is_undecided<V: Vector>(kept: &KeptContact<V>) -> bool {
    kept.is_candidate && !kept.is_covered && !kept.is_certificate
}

#[cfg(test)]
mod tests {
    use clinch_composite::Compound;
    use clinch_contact::{Pair, Settings};
    use clinch_shapes::{Convex, Cuboid, Cylinder};
    use clinch_support::Pose;
    use clinch_testkit::random::Random;
    use glam::{DQuat, DVec3};

    use super::{COMPARED_WITH_ALL, Cover};
    use crate::manifolds::kept_contact::list_kept;
    use crate::parts::find_contacts::find_contacts;
    use crate::parts::part_query::PartQuery;
    use crate::parts::triangle_cache::TriangleCache;
    use crate::scratch::CompositeScratch;

    /// Flush tiles with steps, of which some overlap the next.
    fn tiles(random: &mut Random) -> Compound<DVec3> {
        let tile = |i: i32| {
            let half = DVec3::new(random.pick(&[0.5, 0.5, 0.6]), 0.5, 0.5);
            let center = DVec3::new(f64::from(i % 8) - 3.5, f64::from(i / 8) - 3.5, random.pick(&[-0.5, -0.5, -0.48, -0.3]));
            (Pose::at(center), Cuboid::new(half).unwrap().into())
        };
        Compound::new((0..64).map(tile).collect()).unwrap()
    }

    #[test]
    fn the_parts_near_a_contact_cover_it_as_all_parts_do() {
        let bodies: [&dyn Convex<DVec3>; 2] = [&Cuboid::new(DVec3::new(3.0, 2.0, 0.4)).unwrap(), &Cylinder::new(2.5, 0.4).unwrap()];
        let (mut covered, mut many) = (0, 0);
        for seed in 0..200 {
            let random = &mut Random::new(seed);
            let (tiles, body) = (tiles(random), random.pick(&bodies));
            let turn = DQuat::from_xyzw(random.range(-0.05, 0.05), random.range(-0.05, 0.05), 0.0, 1.0).normalize();
            let low = body.bounds(&Pose::new(turn, DVec3::ZERO)).min.z;
            let pair = Pair { a: &tiles, b: body, b_in_a: Pose::new(turn, DVec3::Z * (random.range(-0.5, 0.1) - low)) };
            let settings = Settings { skin_a: random.pick(&[0.0, 0.01]), ..Settings::with_margin(0.05) };
            let query = PartQuery::new(&pair, &settings);
            let mut drop = |compared_with_all: usize| {
                let scratch = &mut CompositeScratch::new();
                find_contacts(&query, &pair, &mut TriangleCache::new(), scratch).unwrap();
                list_kept(&scratch.contacts, &mut scratch.kept);
                many += usize::from(scratch.kept.len() > COMPARED_WITH_ALL);
                Cover { compared_with_all, ..Cover::new(&query, &pair) }.drop_covered(scratch);
                let what = scratch.kept.iter().map(|kept| (kept.id, kept.is_covered, kept.is_certificate, kept.separation.normal));
                what.collect::<Vec<_>>()
            };
            let with_all = drop(usize::MAX);
            assert_eq!(drop(0), with_all, "seed {seed}");
            covered += with_all.iter().filter(|(_, is_covered, ..)| *is_covered).count();
        }
        assert!(covered > 100 && many > 100, "{covered} {many}");
    }
}
