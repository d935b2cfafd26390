//! Two spheres about the origins of their frames (circles in 2D).
//!
//! * The distance is that of the origins less the radii. It is the cheapest of all pairs, and
//!   tested before any other.
//! * The rotation matters only for the witness point in B's frame, and not at all for an answer in
//!   world space. Whether the spheres touch is decided by squares, without a root.
//! * The cast is the root of a quadratic. B's origin is split into b along the motion and h across
//!   it; with R = radii + target, the impact is at w = √((R − h)(R + h)) before the nearest place.
//!   The way there, −b − w, cancels near the start; (d − R)(d + R) / (w − b), with d the distance
//!   at the start, is equal and does not.
//! * Concentric spheres have no normal of their own, and casts that graze are decided by rounding.
//!   The general path answers both.

use clinch_shapes::{Convex, Core};
use clinch_support::{Frame, Pose, Rotation, Vector};

use crate::answer::{Bounds, Decision, Relation};
use crate::bounding_spheres;
use crate::cast::impact::{CastOutcome, Impact};
use crate::cast::line::Line;
use crate::cast::settings::CastSettings;
use crate::clip::Space;
use crate::pair::Pair;
use crate::query::{Goal, Query};
use crate::radii::Radii;
use crate::settings::Settings;
use crate::world_answer::WorldRelation;

/// Rounding error of a relative pose, relative to its translation. Larger: looser bounds. Smaller:
/// the bounds do not hold.
const NOISE: f64 = 16.0 * f64::EPSILON;

/// Squares that differ by more than this part are squares of lengths that differ by more than all
/// rounding. Larger: more pairs need a root. Smaller: yes or no contradicts the distance.
const CLEAR: f64 = 64.0 * f64::EPSILON;

/// Rounding error of a cast, relative to the largest length. Larger: more casts that graze are left
/// to the search. Smaller: `lower` is no bound, and rounding decides a graze.
const CAST_NOISE: f64 = 64.0 * f64::EPSILON;

/// Two spheres whose distance is in the range of squares.
pub(crate) struct SphereSphere<V: Vector> {
    /// Without skins.
    radii: Radii,
    /// From A's centre to B's.
    between: V::Wide,
    /// Its squared length.
    squared: f64,
}

impl<V: Space> SphereSphere<V> {
    /// `None` for all other pairs.
    #[inline(always)]
    pub(crate) fn of<A: Convex<V>, B: Convex<V>>(pair: &Pair<V, A, B>) -> Option<Self> {
        let radii = Radii { a: sphere_radius(&pair.a)?, b: sphere_radius(&pair.b)? };
        Self::between(radii, pair.b_in_a.translation, is_rotation(pair.b_in_a.rotation))
    }

    /// In the axes of the world, from the poses of both. `None` for all other pairs.
    #[inline(always)]
    pub(crate) fn in_world<P, A, B>((a, b): (&A, &B), [pose_a, pose_b]: [&Pose<P>; 2]) -> Option<Self>
    where
        P: Vector<Wide = V::Wide>,
        A: Convex<V>,
        B: Convex<V>,
    {
        let radii = Radii { a: sphere_radius(a)?, b: sphere_radius(b)? };
        let rotations = is_rotation(pose_a.rotation) & is_rotation(pose_b.rotation);
        Self::between(radii, pose_b.translation.widen() - pose_a.translation.widen(), rotations)
    }

    #[inline(always)]
    fn between(radii: Radii, between: V::Wide, rotations: bool) -> Option<Self> {
        let squared = between.length_squared();
        // Not NaN, and the square in range.
        let in_range = squared > f64::MIN_POSITIVE / f64::EPSILON && squared < f64::INFINITY;
        (in_range && rotations).then_some(Self { radii, between, squared })
    }

    /// Whether they touch, if the squares decide it.
    #[inline(always)]
    pub(crate) fn touching(&self, skins: Radii) -> Option<bool> {
        let sum = self.radii.plus(skins).sum();
        let squared_sum = sum * sum;
        // Radii near the end of the range.
        if !(squared_sum < f64::INFINITY) {
            return None;
        }
        if self.squared > squared_sum * (1.0 + CLEAR) {
            return Some(false);
        }
        (self.squared < squared_sum * (1.0 - CLEAR)).then_some(true)
    }

    /// The answer to a query, and whether to store it: spheres far apart are answered as all
    /// shapes are whose bounding spheres are.
    // Inlined so that the few numbers stay in registers.
    #[inline(always)]
    pub(crate) fn relation(&self, b_in_a: &Pose<V::Wide>, query: &Query<'_, V>) -> (Relation<V>, bool) {
        let radii = query.radii;
        let length = self.squared.sqrt();
        let normal = self.between * length.recip();
        let far = self.at_least(length, query);
        if far > query.margin {
            return (Relation::Beyond { axis: normal, at_least: far }, false);
        }
        let bounds = Bounds::of(length, NOISE * length, radii);
        if let Some(relation) = bounds.without_points(query, normal) {
            return (relation, true);
        }
        let point_b = Frame::<V>::new(b_in_a).direction_in_b(normal) * -radii.b;
        (bounds.near(normal, [normal * radii.a, point_b]), true)
    }

    /// The same for spheres about these points of the world.
    #[inline(always)]
    pub(crate) fn world_relation(&self, [at_a, at_b]: [V::Wide; 2], query: &Query<'_, V>) -> WorldRelation<V> {
        let radii = query.radii;
        let length = self.squared.sqrt();
        let far = self.at_least(length, query);
        if far > query.margin {
            return WorldRelation::Beyond { at_least: far };
        }
        let bounds = Bounds::of(length, NOISE * length, radii);
        let around = bounds.distance_and_bounds();
        match bounds.decide(query) {
            Decision::Undefined => WorldRelation::Undefined,
            Decision::Beyond => WorldRelation::Beyond { at_least: around[1] },
            Decision::Overlapping => WorldRelation::near([around[2], around[1], around[2]], [V::Wide::ZERO; 3]),
            Decision::NeedsPoints => {
                let normal = self.between * length.recip();
                WorldRelation::near(around, [normal, at_a + normal * radii.a, at_b - normal * radii.b])
            }
        }
    }

    /// A lower bound of the distance: as that of bounding spheres, so that all shapes are beyond
    /// the margin at the same distance.
    #[inline(always)]
    fn at_least(&self, length: f64, query: &Query<'_, V>) -> f64 {
        bounding_spheres::at_least(length, self.radii.sum() + Radii::skins(query.settings).sum())
    }

    /// The query of spheres, which have no warm start.
    #[inline(always)]
    pub(crate) fn query<'q>(&self, settings: &'q Settings<V::Scalar>, goal: Goal) -> Query<'q, V> {
        Query { goal, radii: self.radii.with_skins(settings), margin: settings.margin(), last_normal: V::ZERO, settings }
    }

    /// What happens when B moves by `motion` per unit of the parameter.
    #[inline(always)]
    pub(crate) fn cast(&self, b_in_a: &Pose<V::Wide>, motion: V::Wide, settings: &CastSettings) -> Option<CastOutcome<V>> {
        let radii = self.radii;
        let (at, reach) = (self.between, radii.sum() + settings.target_distance);
        let Line { direction, speed } = Line::of(motion)?;
        // Squares of lengths and their products keep their digits.
        let in_range = self.squared > f64::MIN_POSITIVE / (f64::EPSILON * f64::EPSILON) && reach * reach < f64::INFINITY;
        if !in_range {
            return None;
        }
        let distance = self.squared.sqrt();
        let slack = CAST_NOISE * (distance + reach);
        let above = distance - reach;
        let along = at.dot(direction);
        // From far away the part across is short, and rounding leaves some motion in it: clean it
        // twice.
        let across = at - direction * along;
        let across = across - direction * across.dot(direction);
        let nearest = across.length();
        if !(above > slack) {
            return None;
        }
        if nearest > reach + slack {
            return Some(CastOutcome::Miss { axis: across * nearest.recip(), proven: true });
        }
        if along > slack {
            return Some(CastOutcome::Miss { axis: at * distance.recip(), proven: true });
        }
        if !(nearest < reach - slack && along < -slack) {
            return None;
        }
        let before = ((reach - nearest) * (reach + nearest)).sqrt();
        let time = above * (distance + reach) / ((before - along) * speed);
        // The earliest impact that rounding allows: as near as it could be, as fast, with the least
        // offset.
        let (wide, straight) = (reach + slack, if nearest > slack { nearest - slack } else { 0.0 });
        let soonest = ((wide - straight) * (wide + straight)).sqrt() + slack - along;
        let lower = (above - slack) * (distance + reach) / (soonest * speed) * (1.0 - CAST_NOISE);
        if !(time <= settings.max_time * (1.0 + 4.0 * f64::EPSILON)) {
            // The direction to where the motion ends: there they are still apart, and were more so
            // along it before.
            let there = at + direction * (settings.max_time * speed);
            return Some(CastOutcome::Miss { axis: there * there.length().recip(), proven: lower > settings.max_time });
        }
        let touching = across - direction * before;
        let normal = touching * touching.length().recip();
        let time = if time > settings.max_time { settings.max_time } else { time };
        Some(CastOutcome::Hit(Impact {
            time,
            lower: if lower < time { lower } else { time },
            at_start: false,
            separation: settings.target_distance,
            normal,
            point_a: normal * radii.a,
            point_b: Frame::<V>::new(b_in_a).direction_in_b(normal) * -radii.b,
        }))
    }
}

/// Whether a rotation has a length that is finite and not zero.
#[inline(always)]
fn is_rotation(rotation: impl Rotation) -> bool {
    let squared = rotation.length_squared();
    squared > 0.0 && squared < f64::INFINITY
}

/// The radius of a sphere about its origin; `None` for other shapes.
// One shape at a time, core and radius at once: nothing is stored, and the kind of shape is looked
// up once.
#[inline(always)]
pub(crate) fn sphere_radius<V: Space>(shape: &impl Convex<V>) -> Option<f64> {
    match shape.core() {
        Core::Origin => Some(shape.radius_wide()),
        _ => None,
    }
}
