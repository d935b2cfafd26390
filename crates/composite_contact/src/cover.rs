//! Contacts of parts whose normal cone is not known, and which other parts cover.
//!
//! * The deepest points of a contact are where its part would be touched first. The contact is
//!   dropped only with a certificate: each of these points is in another part, which the normal
//!   leans into, and which is at least as deep. Where cores are apart this is the rule of the
//!   normal cones: the other part has points nearer to the body, so it is strictly nearer.
//! * The deepest contact of all is never dropped, and from each dropped one a chain of deeper parts
//!   leads to one that is kept. That is true of any parts, whatever they overlap: geometry makes
//!   the rule effective, the order makes it safe.
//! * A point in a concave corner is in the floor and in the wall. It covers neither of them if the
//!   part goes on beside the other one, under the body.
//! * Of parts that are equally deep but for rounding, one may be covered by another that is not
//!   deeper, and which then stays.
//! * Of a part that the body overlaps more down than sideways, the least depth is sideways, and the
//!   next part covers it. Such a contact first gets the normal with which the part is touched by
//!   the body as it grows from its middle (`growth.rs`), if that is not covered.

use clinch_composite::{Composite, SubShapeId};
use clinch_contact::{Memory, Pair, Relation, Scratch, Settings, Space, contact_points_along, distance};
use clinch_shapes::{Convex, Point};
use clinch_support::{Pose, Scalar, Vector};

use crate::growth::{Growth, TOUCHING, grow_to_part};
use crate::kept::{Kept, sort};
use crate::part::{Part, with_part};
use crate::part_contact::PartQuery;
use crate::scratch::CompositeScratch;
use crate::tolerance::ANGLE;

/// How far from a part a point may be to be in it, relative to the reach of the body. Larger: a
/// step of this height is not seen. Smaller: flush parts at rounded poses are not flush.
const COVERED: f64 = 1.0 / (1 << 20) as f64;

/// Rounding errors of points and poses in the scalar of the caller, relative to the coordinates.
/// Larger: smaller steps are seen near the origin than far away. Smaller: parts far from the origin
/// are not flush.
const ROUNDING: f64 = 8.0;

/// A place beside a part is as many tolerances away from it. A face goes on there if the normal of
/// the contact is its own to within the reciprocal, which is 1°. Smaller: the part goes on also at
/// an edge. Larger: narrow faces beside a part do not count.
const BESIDE: f64 = 64.0;

/// Marks the contacts in `scratch.kept`, the deepest first, that other parts cover, and corrects
/// those with a wrong normal.
pub(crate) fn drop_covered<V: Space, C: Composite<V> + ?Sized, B: Convex<V>>(
    query: &PartQuery<'_, V, C>,
    pair: &Pair<V, &C, B>,
    scratch: &mut CompositeScratch<V>,
) {
    let CompositeScratch { convex, kept, places, covers, .. } = scratch;
    // A half-space has the same normal from all parts.
    if query.body.is_half_space || kept.len() < 2 {
        return;
    }
    let cover = Cover { query, pair };
    let work = &mut Work { convex, places, covers };
    if cover.turn_inner(kept, work) {
        sort(kept);
    }
    cover.drop_less_deep(kept, work);
    cover.drop_equally_deep(kept, work);
}

/// The parts that cover the deepest points of the contact with this index in `scratch.kept`, after
/// [`drop_covered`]: in ascending order.
pub(crate) fn coverers<V: Space, C: Composite<V> + ?Sized, B: Convex<V>>(
    query: &PartQuery<'_, V, C>,
    pair: &Pair<V, &C, B>,
    index: usize,
    scratch: &mut CompositeScratch<V>,
) -> Vec<SubShapeId> {
    let CompositeScratch { convex, kept, places, covers, .. } = scratch;
    let cover = Cover { query, pair };
    let work = &mut Work { convex, places, covers };
    let level = kept[index].separation.distance + cover.rounding(kept[index].place);
    let is_covered = cover.are_covered(kept, index, |other, _| other < index, work)
        || cover.are_covered(kept, index, |_, by| !by.is_covered && by.separation.distance <= level, work);
    if !is_covered {
        return Vec::new();
    }
    let of = &kept[index];
    let covering = |&place: &V::Wide| {
        let covers = |&&other: &&usize| cover.covers_place(&kept[other], of, place, work.convex);
        work.covers.iter().find(covers).map(|&other| kept[other].id)
    };
    let mut parts: Vec<SubShapeId> = work.places.iter().filter_map(covering).collect();
    parts.sort_unstable();
    parts.dedup();
    parts
}

/// Working memory.
struct Work<'w, V: Space> {
    convex: &'w mut Scratch<V>,
    places: &'w mut Vec<V::Wide>,
    /// The indices of the contacts that cover the places.
    covers: &'w mut Vec<usize>,
}

struct Cover<'c, V: Space, C: ?Sized, B> {
    query: &'c PartQuery<'c, V, C>,
    pair: &'c Pair<V, &'c C, B>,
}

impl<V: Space, C: Composite<V> + ?Sized, B: Convex<V>> Cover<'_, V, C, B> {
    /// Gives contacts of overlapping cores that any parts cover the normal of the growing body.
    /// Whether there are such.
    fn turn_inner(&self, kept: &mut [Kept<V>], work: &mut Work<'_, V>) -> bool {
        let mut turned = false;
        for next in 0..kept.len() {
            let cores_overlap = kept[next].separation.distance + self.query.body.radii() <= TOUCHING * self.query.body.reach;
            if !cores_overlap || !is_open(&kept[next]) || !self.are_covered(kept, next, |_, _| true, work) {
                continue;
            }
            let grown = with_part(self.pair, kept[next].id, |part| {
                let Growth { normal, point, .. } = grow_to_part(part, &self.query.body, work.convex)?;
                Some((self.query.body.above_plane(&self.pair.b, normal, part.supporting_plane(normal, point)), point))
            });
            let Some((separation, place)) = grown.flatten() else { continue };
            let before = kept[next];
            kept[next] = Kept { separation, place, ..before };
            if self.are_covered(kept, next, |_, _| true, work) {
                kept[next] = before;
            } else {
                turned = true;
            }
        }
        turned
    }

    /// Drops contacts that deeper parts cover.
    fn drop_less_deep(&self, kept: &mut [Kept<V>], work: &mut Work<'_, V>) {
        for next in 1..kept.len() {
            let covered = is_open(&kept[next]) && self.are_covered(kept, next, |other, _| other < next, work);
            kept[next].is_covered |= covered;
        }
    }

    /// Drops contacts that parts cover which are equally deep but for rounding.
    fn drop_equally_deep(&self, kept: &mut [Kept<V>], work: &mut Work<'_, V>) {
        for next in 0..kept.len() {
            let Kept { separation, place, .. } = &kept[next];
            let level = separation.distance + self.rounding(*place);
            // Of two that cover each other one stays: a dropped contact is no certificate.
            let may_cover = |_: usize, by: &Kept<V>| !by.is_covered && by.separation.distance <= level;
            if is_open(&kept[next]) && self.are_covered(kept, next, may_cover, work) {
                kept[next].is_covered = true;
                work.covers.iter().for_each(|&by| kept[by].is_certificate = true);
            }
        }
    }

    /// Whether parts cover all deepest points of a contact: those that `may_cover` allows, by
    /// index.
    fn are_covered(&self, kept: &[Kept<V>], index: usize, may_cover: impl Fn(usize, &Kept<V>) -> bool, work: &mut Work<'_, V>) -> bool {
        let of = &kept[index];
        // Most parts share the plane of their contacts, which no normal leans into.
        let leans = |by: &Kept<V>| with_part(self.pair, by.id, |part| self.leans_into(part, of, of.place)) == Some(true);
        work.covers.clear();
        work.covers.extend((0..kept.len()).filter(|&other| other != index && may_cover(other, &kept[other]) && leans(&kept[other])));
        if work.covers.is_empty() {
            return false;
        }
        self.deepest_points(of, work.convex, work.places);
        work.places.iter().all(|&place| work.covers.iter().any(|&other| self.covers_place(&kept[other], of, place, work.convex)))
    }

    /// Whether a part covers one of the deepest points of a contact.
    fn covers_place(&self, by: &Kept<V>, of: &Kept<V>, place: V::Wide, scratch: &mut Scratch<V>) -> bool {
        self.covers(by, of, place, scratch) && !self.is_exposed(by, of, place, scratch)
    }

    /// Writes the points of a contact's part that are deepest in the body, or nearest to it.
    fn deepest_points(&self, of: &Kept<V>, scratch: &mut Scratch<V>, places: &mut Vec<V::Wide>) {
        let Kept { separation, .. } = of;
        let level = separation.distance + ANGLE * self.query.body.reach;
        places.clear();
        with_part(self.pair, of.id, |part| {
            if !part.is_half_space() {
                contact_points_along(&part.pair, part.direction_in_part(separation.normal), self.query.settings, scratch);
                let deepest = scratch.points().iter().filter(|point| point.separation.widen() <= level);
                places.extend(deepest.map(|point| part.point(point.on_a.widen())));
            }
        });
        if places.is_empty() {
            places.push(of.place);
        }
    }

    /// Whether the normal of a contact leans into a part at a place.
    fn leans_into(&self, part: &Part<'_, V>, of: &Kept<V>, place: V::Wide) -> bool {
        let normal = of.separation.normal;
        let rounding = self.rounding(place) + self.rounding(part.point(V::Wide::ZERO));
        !part.is_half_space() && part.top(normal) + self.query.body.skin_a - normal.dot(place) > rounding
    }

    /// Whether a place is in a part that the normal of the contact leans into.
    fn covers(&self, by: &Kept<V>, of: &Kept<V>, place: V::Wide, scratch: &mut Scratch<V>) -> bool {
        let skin = self.query.body.skin_a;
        let covers = with_part(self.pair, by.id, |part| {
            self.leans_into(part, of, place)
                && self.is_within(part.pair.a, part.point_in_part(place), [self.tolerance(place), skin], scratch)
        });
        covers == Some(true)
    }

    /// Whether the part of a contact, next to a place of it, is beside the part that covers the
    /// place, and still below the body.
    fn is_exposed(&self, by: &Kept<V>, of: &Kept<V>, place: V::Wide, scratch: &mut Scratch<V>) -> bool {
        let (normal, away) = (of.separation.normal, by.separation.normal);
        let across = away - normal * normal.dot(away);
        let tolerance = self.tolerance(place);
        let Some(top) = with_part(self.pair, by.id, |part| part.top(away) + self.query.body.skin_a) else { return false };
        // Along `across` by `step`, the height along `away` grows by the square of its length.
        let step = (top - away.dot(place) + BESIDE * tolerance) / across.length_squared();
        let way = step * across.length();
        if !(way <= self.query.body.reach) {
            return false;
        }
        let beside = place + across * step;
        let on_part = with_part(self.pair, of.id, |part| {
            self.is_within(part.pair.a, part.point_in_part(beside), [tolerance, self.query.body.skin_a], scratch)
        });
        let skin_b = self.query.body.radius - self.pair.b.radius_wide();
        let in_body = self.query.body.frame.to_b(beside);
        on_part == Some(true) && self.is_within(&self.pair.b, in_body, [of.separation.distance.max(0.0) + 2.0 * way, skin_b], scratch)
    }

    /// Whether a point of a shape's frame is within a distance of the shape with its skin.
    fn is_within(&self, shape: &dyn Convex<V>, point: V::Wide, [distance_of, skin]: [f64; 2], scratch: &mut Scratch<V>) -> bool {
        let Ok(origin) = Point::new(V::ZERO) else { return false };
        let settings = Settings {
            margin: V::Scalar::narrow_up(distance_of + skin),
            skin_a: V::Scalar::ZERO,
            skin_b: V::Scalar::ZERO,
            ..*self.query.settings
        };
        let origin: &dyn Convex<V> = &origin;
        let pair = Pair { a: shape, b: origin, b_in_a: Pose::at(point) };
        matches!(distance(&pair, &settings, &mut Memory::new(), scratch).relation, Relation::Near(_))
    }

    /// By how much a place may be off because points and poses are rounded.
    fn tolerance(&self, place: V::Wide) -> f64 {
        COVERED * self.query.body.reach + self.rounding(place)
    }

    fn rounding(&self, place: V::Wide) -> f64 {
        ROUNDING * V::Scalar::EPSILON.widen() * (place.max_abs() + self.query.body.reach)
    }
}

/// Whether other parts may cover a contact, and it is not decided yet.
fn is_open<V: Vector>(kept: &Kept<V>) -> bool {
    kept.is_candidate && !kept.is_covered && !kept.is_certificate
}
