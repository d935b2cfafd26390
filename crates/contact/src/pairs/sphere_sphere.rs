//! Two spheres about the origins of their frames (circles in 2D).
//!
//! * The distance is that of the origins less the radii. It is the cheapest of all pairs, and
//!   tested before any other.
//! * The rotation matters only for the witness point in B's frame. Whether the spheres touch is
//!   decided by squares, without a root.
//! * The cast is the root of a quadratic. B's origin is split into b along the motion and h across
//!   it; with R = radii + target, the impact is at w = √((R − h)(R + h)) before the nearest place.
//!   The way there, −b − w, cancels near the start; (d − R)(d + R) / (w − b), with d the distance
//!   at the start, is equal and does not.
//! * Concentric spheres have no normal of their own, and casts that graze are decided by rounding.
//!   The general path answers both.

use clinch_shapes::{Convex, Core};
use clinch_support::{Frame, Pose, Rotation, Vector};

use crate::answer::{Bounds, Relation};
use crate::bounding_spheres;
use crate::cast::impact::{CastOutcome, Impact};
use crate::cast::line::Line;
use crate::cast::settings::CastSettings;
use crate::clip::Space;
use crate::memory::Memory;
use crate::pair::Pair;
use crate::query::Query;
use crate::radii::Radii;

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
pub(crate) struct SphereSphere<'p, V: Vector> {
    /// Without skins.
    radii: Radii,
    b_in_a: &'p Pose<V::Wide>,
    /// The squared distance of the origins.
    squared: f64,
}

impl<'p, V: Space> SphereSphere<'p, V> {
    /// `None` for all other pairs.
    #[inline(always)]
    pub(crate) fn of<A: Convex<V>, B: Convex<V>>(pair: &'p Pair<V, A, B>) -> Option<Self> {
        let radii = Radii { a: sphere_radius(&pair.a)?, b: sphere_radius(&pair.b)? };
        let (squared, turned) = (pair.b_in_a.translation.length_squared(), pair.b_in_a.rotation.length_squared());
        // Not NaN, the square in range, and a rotation of finite length.
        let in_range = squared > f64::MIN_POSITIVE / f64::EPSILON && squared < f64::INFINITY;
        (in_range && turned > 0.0 && turned < f64::INFINITY).then_some(Self { radii, b_in_a: &pair.b_in_a, squared })
    }

    /// Whether they touch, if the squares decide it.
    #[inline(always)]
    pub(crate) fn touching(&self, skins: Radii, memory: &mut Memory<V>) -> Option<bool> {
        let sum = self.radii.plus(skins).sum();
        let squared_sum = sum * sum;
        // Radii near the end of the range.
        if !(squared_sum < f64::INFINITY) {
            return None;
        }
        if self.squared > squared_sum * (1.0 + CLEAR) {
            memory.set_axis(self.b_in_a.translation);
            return Some(false);
        }
        if self.squared < squared_sum * (1.0 - CLEAR) {
            memory.invalidate();
            return Some(true);
        }
        None
    }

    /// The answer to a query, and whether to store it: spheres far apart are answered as all
    /// shapes are whose bounding spheres are.
    // Inlined so that the few numbers stay in registers.
    #[inline(always)]
    pub(crate) fn relation(&self, query: &Query<'_, V>) -> (Relation<V>, bool) {
        let radii = query.radii;
        let length = self.squared.sqrt();
        let normal = self.b_in_a.translation * length.recip();
        let far = bounding_spheres::at_least(length, self.radii.sum() + Radii::skins(query.settings).sum());
        if far > query.margin {
            return (Relation::Beyond { axis: normal, at_least: far }, false);
        }
        let bounds = Bounds::of(length, NOISE * length, radii);
        if let Some(relation) = bounds.without_points(query, normal) {
            return (relation, true);
        }
        let point_b = Frame::<V>::new(self.b_in_a).direction_in_b(normal) * -radii.b;
        (bounds.near(normal, [normal * radii.a, point_b]), true)
    }

    /// What happens when B moves by `motion` per unit of the parameter.
    #[inline(always)]
    pub(crate) fn cast(&self, motion: V::Wide, settings: &CastSettings) -> Option<CastOutcome<V>> {
        let radii = self.radii;
        let (at, reach) = (self.b_in_a.translation, radii.sum() + settings.target_distance);
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
            point_b: Frame::<V>::new(self.b_in_a).direction_in_b(normal) * -radii.b,
        }))
    }
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
