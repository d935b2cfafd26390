//! The first touch of a moving body among those of all parts.
//!
//! * Parts are visited in the order in which the bounds of the body enter theirs, and those entered
//!   after the first touch are skipped. What else is visited changes no bit: the times of a part
//!   are at least that of its box.
//! * Several parts may be touched first: on a plane cut into triangles all of those below a face of
//!   the body. Hits that are equally early to rounding are candidates, and the one whose normal is
//!   in its normal cone is the answer; else the one with the least normal, point and id.

use core::cmp::Ordering;

use clinch_composite::{Composite, PartSearch, Region, SubShapeId};
use clinch_contact::{BackFaces, Cast, CastOutcome, Impact, Space};
use clinch_shapes::Aabb;
use clinch_support::{Vector, normalize_or_zero};

use crate::boxes::{ROUNDING, largest_coordinate};
use crate::motion::composite_cast::{CompositeCast, against};
use crate::motion::rotation_bound::RotationBound;
use crate::motion::snap::Snapped;
use crate::motion::swept_box::SweptBox;
use crate::order::lexicographic;
use crate::tolerance::ANGLE;

/// How far apart in rounding errors of their places two hits are equally early. Larger: the normal
/// may be that of a hit that is later by so much. Smaller: on a plane cut into triangles that of an
/// edge.
const EQUALLY_EARLY: f64 = 16.0;

/// The answer of one part, in the frame of the composite shape.
pub(crate) struct PartCast<V: Vector> {
    pub(crate) cast: Cast<V>,
    /// If it is a hit: its normal as that of the whole. `None` of a part that the body is at when
    /// it starts, if the whole is not touched there.
    pub(crate) snapped: Option<Snapped<V::Wide>>,
    pub(crate) bounds: Aabb<V::Wide>,
}

/// A hit of a part.
#[derive(Debug)]
pub(crate) struct PartHit<V: Vector> {
    id: SubShapeId,
    impact: Impact<V>,
    /// Its normal is in the normal cone of the feature that was hit.
    in_cone: bool,
}

/// What becomes of the parts that the body is at when it starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AtStart {
    /// The first one ends the search: the contact of the whole is the answer.
    Stop,
    /// They are hit at time 0. The whole has no contact there: the body is apart from it by
    /// rounding.
    Hit,
    /// They are hit at time 0 if the body approaches along their normal. All hits along whose
    /// normal it does not are ignored: it slides.
    IgnoreSeparating,
}

/// How a body moves, and which hits count.
pub(crate) struct Approach<W> {
    pub(crate) path: SweptBox<W>,
    /// The rotation of the composite shape.
    pub(crate) rotation: RotationBound<W>,
    /// The greatest speed of a point of the body relative to the composite shape.
    pub(crate) speed: f64,
    /// The error of a hit's place, besides rounding.
    pub(crate) error: f64,
    pub(crate) at_start: AtStart,
    /// Whether backs are hit. They are not if the settings say so, nor if the body is inside of a
    /// solid and leaves it.
    pub(crate) back_faces: BackFaces,
}

/// The end of a search.
pub(crate) enum FirstTouch<V: Vector> {
    /// The body is at a part when it starts.
    AtStart,
    /// Any other answer.
    Answer(CompositeCast<V>),
}

/// Finds the first touch. `of_part` casts at one part; `hits` is a buffer.
pub(crate) fn first_touch<V: Space, C: Composite<V> + ?Sized>(
    composite: &C,
    approach: Approach<V::Wide>,
    hits: &mut Vec<PartHit<V>>,
    of_part: impl FnMut(SubShapeId) -> Option<PartCast<V>>,
) -> FirstTouch<V> {
    hits.clear();
    // Below ∞, which is the bound of what is never met.
    let until = approach.path.until.min(f64::MAX);
    let mut search = Search {
        whole: composite.bounds(),
        approach,
        of_part,
        hits,
        time: f64::INFINITY,
        lower: f64::INFINITY,
        exhausted: f64::INFINITY,
        axis: None,
        proven: true,
        undefined: false,
        at_start: false,
        steps: 0,
        calls: 0,
    };
    composite.traverse(until, &mut search);
    search.end()
}

struct Search<'s, V: Vector, F> {
    whole: Aabb<V::Wide>,
    approach: Approach<V::Wide>,
    of_part: F,
    hits: &'s mut Vec<PartHit<V>>,
    /// That of the first hit.
    time: f64,
    /// Up to this time there is no hit.
    lower: f64,
    /// Up to this time the parts are free whose search ended early.
    exhausted: f64,
    /// Of the part without a hit that is entered first, its axis.
    axis: Option<(f64, V::Wide)>,
    proven: bool,
    undefined: bool,
    at_start: bool,
    steps: u32,
    calls: u32,
}

impl<V: Space, F: FnMut(SubShapeId) -> Option<PartCast<V>>> PartSearch<V::Wide> for Search<'_, V, F> {
    fn bound(&mut self, bounds: &Aabb<V::Wide>) -> f64 {
        self.entry(bounds)
    }

    fn region(&self, step: u32) -> Option<Region<V::Wide>> {
        let grown = self.approach.rotation.grown(&self.whole)?;
        let piece = self.approach.path.piece(&grown, step);
        Some(Region { bounds: self.approach.rotation.grown(&piece.bounds)?, limit: piece.limit })
    }

    fn visit(&mut self, id: SubShapeId, limit: f64) -> Option<f64> {
        let Some(part) = (self.of_part)(id) else { return Some(limit) };
        self.steps = self.steps.saturating_add(part.cast.steps);
        self.calls = self.calls.saturating_add(part.cast.calls);
        let entry = self.entry(&part.bounds);
        match part.cast.outcome {
            CastOutcome::Hit(impact) if impact.at_start && self.approach.at_start == AtStart::Stop => {
                self.at_start = true;
                return None;
            }
            CastOutcome::Hit(impact) => self.add(id, &impact, part.snapped, entry),
            CastOutcome::Miss { axis, proven } => {
                self.proven &= proven;
                let earlier = |&(other, other_axis): &(f64, V::Wide)| {
                    entry.total_cmp(&other).then_with(|| lexicographic(axis, other_axis)) == Ordering::Less
                };
                if self.axis.as_ref().is_none_or(earlier) {
                    self.axis = Some((entry, axis));
                }
            }
            CastOutcome::Exhausted { lower } => self.exhausted = self.exhausted.min(lower.max(entry)),
            CastOutcome::Undefined => self.undefined = true,
        }
        let latest = self.latest();
        Some(if latest < limit { latest } else { limit })
    }
}

impl<V: Space, F> Search<'_, V, F> {
    /// A lower bound of the time at which the body enters a box; 0 if it is not known.
    fn entry(&self, bounds: &Aabb<V::Wide>) -> f64 {
        let Some(grown) = self.approach.rotation.grown(bounds) else { return 0.0 };
        let (entry, _) = self.approach.path.times(&grown);
        if entry > 0.0 { entry } else { 0.0 }
    }

    fn add(&mut self, id: SubShapeId, impact: &Impact<V>, snapped: Option<Snapped<V::Wide>>, entry: f64) {
        let Approach { path, at_start, back_faces, .. } = &self.approach;
        let Snapped { normal, in_cone, is_front, .. } = snapped.unwrap_or(Snapped::as_it_is(impact.normal));
        let slides = || snapped.is_none() || normal.dot(normalize_or_zero(path.motion)) >= -ANGLE;
        if *at_start == AtStart::IgnoreSeparating && slides() || *back_faces == BackFaces::Ignore && !is_front {
            self.proven = false;
            return;
        }
        let (time, lower) = (impact.time.max(entry), impact.lower.max(entry));
        let time = if time < self.approach.path.until { time } else { impact.time };
        self.time = self.time.min(time);
        self.lower = self.lower.min(lower);
        self.hits.push(PartHit { id, impact: Impact { time, lower, normal, ..*impact }, in_cone });
    }

    /// The time until which hits are equally early as the first.
    fn latest(&self) -> f64 {
        let Approach { path, speed, error, .. } = &self.approach;
        let places = largest_coordinate(&path.start) + speed * self.time;
        let later = (EQUALLY_EARLY * ROUNDING * places + 4.0 * error) / speed;
        if later > 0.0 { self.time + later } else { self.time }
    }

    fn end(self) -> FirstTouch<V> {
        let latest = self.latest();
        let answer = |outcome, sub_shape| {
            FirstTouch::Answer(CompositeCast {
                cast: Cast { outcome, steps: self.steps, calls: self.calls },
                sub_shapes: [sub_shape, None],
            })
        };
        if self.at_start {
            return FirstTouch::AtStart;
        }
        if self.undefined {
            return answer(CastOutcome::Undefined, None);
        }
        if self.exhausted <= self.time && self.exhausted < f64::INFINITY {
            return answer(CastOutcome::Exhausted { lower: self.lower.min(self.exhausted) }, None);
        }
        let candidates = self.hits.iter().filter(|hit| hit.impact.lower <= latest && hit.impact.time <= latest);
        if let Some(hit) = candidates.min_by(|one, other| one.compare(other)) {
            // At the start although bounds are apart, by rounding.
            let time = if hit.impact.at_start { 0.0 } else { self.time };
            return answer(CastOutcome::Hit(Impact { time, lower: self.lower.min(time), ..hit.impact }), Some(hit.id));
        }
        let axis = self.axis.map_or_else(|| against(self.approach.path.motion), |(_, axis)| axis);
        answer(CastOutcome::Miss { axis, proven: self.proven }, None)
    }
}

impl<V: Space> PartHit<V> {
    fn compare(&self, other: &Self) -> Ordering {
        let order = other.in_cone.cmp(&self.in_cone).then(self.impact.time.total_cmp(&other.impact.time));
        // At the start it is nearer to some parts, or deeper in them; later all are at the target.
        let at_start = self.impact.at_start && other.impact.at_start;
        let order = order.then_with(|| if at_start { self.impact.separation.total_cmp(&other.impact.separation) } else { Ordering::Equal });
        let order = order.then_with(|| lexicographic(self.impact.normal, other.impact.normal));
        let order = order.then_with(|| lexicographic(self.impact.point_a, other.impact.point_a));
        let order = order.then_with(|| lexicographic(self.impact.point_b, other.impact.point_b));
        order.then(self.impact.separation.total_cmp(&other.impact.separation)).then(self.id.cmp(&other.id))
    }
}
