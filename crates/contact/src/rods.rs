//! Points and segments, the cores of balls and capsules: no search, and for a ball no face.
//!
//! * The nearest points of the cores are closed forms ([`closed`](crate::closed)); where they meet, or all but meet so that no normal can be proved, `None` is the answer, and
//!   the pair goes the general way.
//! * A ball touches in one point. So do rods that cross; of rods that run alike the points are found as those of any two edges.

use clinch_shapes::{Convex, Core};
use clinch_support::{Frame, Rotation, Vector};

use crate::clip::Clip;
use crate::clip3::ALIKE;
use crate::closed::{self, Nearest};
use crate::collide::features;
use crate::measure::{Cores, Goal, Relation, Separation};
use crate::pair::{Pair, Scratch};
use crate::radii::Radii;
use crate::sat::cross;
use crate::settings::Settings;

/// Two rods that do not meet.
pub(crate) struct Lie<V: Vector> {
    frame: Frame<V>,
    /// Both in A's frame.
    cores: [Core<V::Wide>; 2],
    nearest: Nearest<V::Wide>,
    distance: f64,
    /// Of the distance.
    noise: f64,
    /// Unit, from A to B.
    normal: V::Wide,
}

impl<V: Clip> Lie<V> {
    /// `None` if they are no rods, or if it cannot be told.
    // What is computed here is used at once: handed over through memory it is waited for, as long as it takes to compute.
    #[inline(always)]
    pub(crate) fn of<A: ?Sized, B: ?Sized>(pair: &Pair<'_, V, A, B>, [a, b]: Cores<'_, V>) -> Option<Self> {
        let size = reach(a)? + reach(b)? + V::DIM as f64 * pair.b_in_a.translation.max_abs();
        let turned = pair.b_in_a.rotation.length_squared();
        if !(turned > 0.0 && turned < f64::INFINITY) {
            return None;
        }
        let frame = Frame::<V>::new(&pair.b_in_a);
        let (a, b) = (*a, moved(b, &frame));
        let noise = NOISE * size;
        let nearest = closed::nearest(a, b, noise)?;
        let distance = nearest.between.length();
        // Not of NaN, and not of what overflows.
        if !(distance > noise && distance < f64::INFINITY) {
            return None;
        }
        let normal = closed::normal(a, b, &nearest, distance, noise)?;
        Some(Self { frame, cores: [a, b], nearest, distance, noise, normal })
    }

    #[inline(always)]
    pub(crate) fn relation<A, B>(&self, pair: &Pair<'_, V, A, B>, settings: &Settings<V::Scalar>, goal: Goal) -> Relation<V>
    where
        A: Convex<V> + ?Sized,
        B: Convex<V> + ?Sized,
    {
        let (radii, margin) = (Radii::of(pair).with_skins(settings), settings.margin());
        let &Self { distance, normal, nearest, .. } = self;
        let slack = self.noise + radii.rounding(distance);
        let swept = distance - radii.sum();
        let (lower, upper) = (swept - slack, swept + slack);
        // Radii near the end of the range.
        if !swept.is_finite() {
            return Relation::Undefined;
        }
        if lower > margin {
            return Relation::Beyond { axis: normal, at_least: lower };
        }
        if goal == Goal::Gap && upper <= 0.0 {
            return Relation::Near(Separation { lower, ..Separation::at_most(upper) });
        }
        let (point_a, point_b) = (nearest.a + normal * radii.a, self.frame.to_b(nearest.b - normal * radii.b));
        Relation::Near(Separation { normal, distance: swept, lower, upper, point_a, point_b })
    }

    /// What the features that face each other have in common, in `scratch.points`.
    pub(crate) fn features<A, B>(
        &self,
        pair: &Pair<'_, V, A, B>,
        settings: &Settings<V::Scalar>,
        separation: &Separation<V>,
        scratch: &mut Scratch<V>,
    ) where
        A: Convex<V> + ?Sized,
        B: Convex<V> + ?Sized,
    {
        features(pair, (&self.frame, self.noise * (1.0 / NOISE)), settings, separation, scratch);
    }

    /// More than one point.
    #[inline]
    pub(crate) fn may_share_more(&self) -> bool {
        matches!(self.cores, [Core::Segment(a), Core::Segment(b)] if may_run_alike(a[1] - a[0], b[1] - b[0], self.normal))
    }
}

/// What moving B's points, their difference from A's and the closed form round by, relative to the coordinates that meet. Larger: bounds are farther apart than they need be.
/// Smaller: they do not hold.
const NOISE: f64 = 16.0 * f64::EPSILON;

/// Of rods that cross at an angle clipping would find nothing, seen along the normal. In the plane any two run alike, unless one points along it.
fn may_run_alike<W: Vector<Scalar = f64>>(u: W, w: W, normal: W) -> bool {
    let across = if W::DIM == 3 { cross(u, w).dot(normal) } else { 0.0 };
    // Their lengths as seen along the normal are no greater; a little more than what clipping says, so that it has the last word.
    let most = 1.01 * ALIKE;
    !(across * across > most * most * (u.length_squared() * w.length_squared()))
}

/// No coordinate of a core is larger; `None` if it is no rod.
#[inline]
pub(crate) fn reach<W: Vector<Scalar = f64>>(core: &Core<W>) -> Option<f64> {
    match core {
        Core::Point(point) => Some(point.max_abs()),
        Core::Segment([start, end]) => Some(start.max_abs() + end.max_abs()),
        Core::HalfSpace { .. } | Core::Other => None,
    }
}

/// A point or a segment.
pub(crate) fn is_rod<W: Vector>(core: &Core<W>) -> bool {
    matches!(core, Core::Point(_) | Core::Segment(_))
}

#[inline(always)]
fn moved<V: Vector>(core: &Core<V::Wide>, frame: &Frame<V>) -> Core<V::Wide> {
    match *core {
        // Most balls lie about their origin, and then nothing waits for the basis.
        Core::Point(point) if point == V::Wide::ZERO => Core::Point(frame.translation()),
        Core::Point(point) => Core::Point(frame.to_a(point)),
        Core::Segment([start, end]) => Core::Segment([frame.to_a(start), frame.to_a(end)]),
        Core::HalfSpace { .. } | Core::Other => Core::Other,
    }
}
