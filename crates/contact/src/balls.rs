//! Two balls about the origins of their frames: the distance of the origins less the radii.
//!
//! * Asked before anything else but what is recalled, if that is wanted: it is the cheapest of all questions.
//! * How they are turned says nothing but where their points are in B's frame. Whether they touch is told by squares, and needs no root.
//! * Concentric balls, which have no normal of their own, go the general way.

use clinch_shapes::Convex;
use clinch_support::{Frame, Pose, Rotation, Vector};

use crate::clip::Clip;
use crate::far;
use crate::measure::{Goal, Relation, Separation};
use crate::pair::{Memory, Pair};
use crate::radii::Radii;
use crate::settings::Settings;

/// Rounding of a relative pose, relative to how far it leads. Larger: bounds are farther apart than they need be. Smaller: they do not hold.
const NOISE: f64 = 16.0 * f64::EPSILON;

/// Squares that differ by more than this part are those of lengths that differ by more than all that is given up for rounding. Larger: more pairs need a root. Smaller: yes or no is
/// at odds with how far apart.
const CLEAR: f64 = 64.0 * f64::EPSILON;

/// Two balls that are neither about one place nor out of the range of squares.
pub(crate) struct Balls<'p, V: Vector> {
    /// Without skins.
    radii: Radii,
    b_in_a: &'p Pose<V::Wide>,
    /// Of the way from A's origin to B's.
    squared: f64,
}

impl<'p, V: Clip> Balls<'p, V> {
    /// `None` of all other pairs.
    #[inline]
    pub(crate) fn of<A, B>(pair: &'p Pair<'_, V, A, B>) -> Option<Self>
    where
        A: Convex<V> + ?Sized,
        B: Convex<V> + ?Sized,
    {
        let radii = Radii { a: pair.a.ball()?, b: pair.b.ball()? };
        let (squared, turned) = (pair.b_in_a.translation.length_squared(), pair.b_in_a.rotation.length_squared());
        // Neither NaN, nor so near or so far that the square has left its range; and a rotation that is one.
        let in_range = squared > f64::MIN_POSITIVE / f64::EPSILON && squared < f64::INFINITY;
        (in_range && turned > 0.0 && turned < f64::INFINITY).then_some(Self { radii, b_in_a: &pair.b_in_a, squared })
    }

    /// Whether they touch, if that is clear without a root.
    #[inline]
    pub(crate) fn touch(&self, settings: &Settings<V::Scalar>, memory: &mut Memory<V>) -> Option<bool> {
        let sum = self.radii.with_skins(settings).sum();
        let most = sum * sum;
        // Radii near the end of the range.
        if !(most < f64::INFINITY) {
            return None;
        }
        if self.squared > most * (1.0 + CLEAR) {
            memory.part(self.b_in_a.translation);
            return Some(false);
        }
        if self.squared < most * (1.0 - CLEAR) {
            memory.seen = None;
            return Some(true);
        }
        None
    }

    /// How they lie; it is remembered, for a manifold or for less.
    // The few numbers it begins with would else be handed over through memory.
    #[inline(always)]
    pub(crate) fn relation<A, B>(
        &self,
        pair: &Pair<'_, V, A, B>,
        settings: &Settings<V::Scalar>,
        (goal, manifold): (Goal, bool),
        memory: &mut Memory<V>,
    ) -> Relation<V>
    where
        A: Convex<V> + ?Sized,
        B: Convex<V> + ?Sized,
    {
        let (radii, margin) = (self.radii.with_skins(settings), settings.margin());
        let length = self.squared.sqrt();
        let normal = self.b_in_a.translation * length.recip();
        let (distance, slack) = (length - radii.sum(), NOISE * length + radii.rounding(length));
        let (lower, upper) = (distance - slack, distance + slack);
        // What is far apart is told as of any other shapes.
        let far = far::at_least(length, self.radii.sum() + Radii::skins(settings).sum());
        if far > margin {
            memory.part(normal);
            return Relation::Beyond { axis: normal, at_least: far };
        }
        let relation = if lower > margin {
            Relation::Beyond { axis: normal, at_least: lower }
        } else if !distance.is_finite() {
            // Radii near the end of the range.
            Relation::Undefined
        } else if goal == Goal::Gap && upper <= 0.0 {
            Relation::Near(Separation { lower, ..Separation::at_most(upper) })
        } else {
            let point_b = Frame::<V>::new(self.b_in_a).direction_in_b(normal) * -radii.b;
            Relation::Near(Separation { normal, distance, lower, upper, point_a: normal * radii.a, point_b })
        };
        memory.note(pair, &relation, settings, manifold);
        relation
    }
}
