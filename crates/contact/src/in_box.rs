//! A point and a box, the core of a ball and that of a block: the nearest point of the box is the point itself, held to the box's extents.
//!
//! * Inside, the nearest face is the way out. What is as near as another, but for rounding, is chosen by rule: last tick's normal, then the lower face.
//! * Next to the surface, where what is beyond the extents is rounding, the way there is no normal: the face's is.
//!
//! In the box's own frame and `f64`. Ericson, "Real-Time Collision Detection" (2005), 5.1.3.

use clinch_gjk::Start;
use clinch_shapes::{Convex, Core, Polytope};
use clinch_support::{Frame, Pose, Rotation, Vector};

use crate::clip::Clip;
use crate::measure::{Cores, Goal, Relation, Separation};
use crate::pair::{Memory, Pair};
use crate::radii::Radii;
use crate::sat::SAME;
use crate::settings::Settings;

/// Rounding of a point that was posed, and of what is computed of it here, relative to the size of the pair. Larger: bounds are farther apart than they need be. Smaller: they
/// do not hold.
const NOISE: f64 = 16.0 * f64::EPSILON;

/// Lengths that differ by more than this part of all that meets differ by more than what is given up for rounding. Larger: more pairs need a root. Smaller: yes or no is at odds with
/// how far apart.
const CLEAR: f64 = 64.0 * f64::EPSILON;

/// Origins whose distance, squared, is more than so many times the squares of what both reach are farther apart than these reach, by a tenth. Larger: more pairs are turned. Smaller than 2:
/// shapes that touch are said to be apart.
const FAR: f64 = 2.5;

/// Faces that are as near to within this, relative to the size of the pair, are equally near. Larger: depths are too large by as much. Smaller: rounding chooses the face.
const TIE: f64 = 64.0 * f64::EPSILON;

/// A point and a box, each in its own frame.
pub(crate) struct PointAtBox<V: Vector> {
    point: V::Wide,
    half: V::Wide,
    /// Without skins.
    radii: Radii,
    /// The point is A's, the box B's.
    of_a: bool,
}

impl<V: Clip> PointAtBox<V> {
    /// A ball and a box, which is told without a look at any core.
    #[inline]
    pub(crate) fn of_ball<A, B>(pair: &Pair<'_, V, A, B>) -> Option<Self>
    where
        A: Convex<V> + ?Sized,
        B: Convex<V> + ?Sized,
    {
        let (half, radii, of_a) = match (pair.a.ball(), pair.b.ball()) {
            (Some(a), None) => (half_of_box(pair.b)?, Radii { a, b: pair.b.radius_wide() }, true),
            (None, Some(b)) => (half_of_box(pair.a)?, Radii { a: pair.a.radius_wide(), b }, false),
            _ => return None,
        };
        Some(Self { point: V::Wide::ZERO, half, radii, of_a })
    }

    /// `None` if the core of one is no point or that of the other no box.
    pub(crate) fn of<A, B>(pair: &Pair<'_, V, A, B>, cores: Cores<'_, V>) -> Option<Self>
    where
        A: Convex<V> + ?Sized,
        B: Convex<V> + ?Sized,
    {
        let (point, half, of_a) = match cores {
            [&Core::Point(point), Core::Other] => (point, half_of_box(pair.b)?, true),
            [Core::Other, &Core::Point(point)] => (point, half_of_box(pair.a)?, false),
            _ => return None,
        };
        Some(Self { point, half, radii: Radii::of(pair), of_a })
    }

    /// Whether they touch, if that is clear without a root and without a normal.
    #[inline]
    pub(crate) fn touch(&self, b_in_a: &Pose<V::Wide>, settings: &Settings<V::Scalar>, memory: &mut Memory<V>) -> Option<bool> {
        let sum = self.radii.with_skins(settings).sum();
        // Most candidates are far apart: twice the sum of two squares is no less than the square of the sum, and this leaves room for all rounding.
        let (far, turned) = (b_in_a.translation.length_squared(), b_in_a.rotation.length_squared());
        let in_range = far > f64::MIN_POSITIVE / f64::EPSILON && far < f64::INFINITY && turned > 0.0 && turned < f64::INFINITY;
        if in_range && self.point == V::Wide::ZERO && far > FAR * (self.half.length_squared() + sum * sum) {
            memory.part(b_in_a.translation);
            return Some(false);
        }
        let frame = Frame::<V>::new(b_in_a);
        let point = if self.of_a { frame.to_b(self.point) } else { frame.to_a(self.point) };
        let way = point - held(point, self.half);
        let squared = way.length_squared();
        // More than all that is given up for rounding where the distance is computed.
        let unclear = CLEAR * (sum + self.size(b_in_a));
        let (most, least) = (sum + unclear, sum - unclear);
        // Squares that keep their digits; nothing that is not finite.
        if !(least > 0.0 && least * least > f64::MIN_POSITIVE / f64::EPSILON && squared < f64::INFINITY) {
            return None;
        }
        if squared > most * most {
            memory.part(if self.of_a { -frame.direction_in_a(way) } else { way });
            return Some(false);
        }
        if squared < least * least {
            memory.seen = None;
            return Some(true);
        }
        None
    }

    /// A bound of the coordinates that meet.
    #[inline]
    fn size(&self, b_in_a: &Pose<V::Wide>) -> f64 {
        self.point.sum_abs() + self.half.sum_abs() + V::DIM as f64 * b_in_a.translation.max_abs()
    }

    /// How they lie.
    // Its few numbers are used at once, and would be handed over through memory.
    #[inline(always)]
    pub(crate) fn relation(
        &self,
        b_in_a: &Pose<V::Wide>,
        settings: &Settings<V::Scalar>,
        goal: Goal,
        memory: &mut Memory<V>,
    ) -> Relation<V> {
        let &Self { point, half, of_a, .. } = self;
        let (frame, last) = (Frame::<V>::new(b_in_a), memory.start.direction.widen());
        let size = self.size(b_in_a);
        let radii = self.radii.with_skins(settings);
        let out = if of_a {
            way_out(frame.to_b(point), half, || -frame.direction_in_b(last), size)
        } else {
            way_out(frame.to_a(point), half, || last, size)
        };
        let normal = if of_a { -frame.direction_in_a(out.normal) } else { out.normal };
        let (distance, slack) = (out.distance - radii.sum(), NOISE * size + radii.rounding(out.distance));
        let (lower, upper) = (distance - slack, distance + slack);
        // Whatever is not finite has found its way into these: of a place in the bound alone, if it is next to the box along another axis.
        if !(normal.is_finite() && distance.is_finite() && slack.is_finite()) {
            return Relation::Undefined;
        }
        memory.start = Start::along(V::narrow(normal));
        if lower > settings.margin() {
            return Relation::Beyond { axis: normal, at_least: lower };
        }
        if goal == Goal::Gap && upper <= 0.0 {
            return Relation::Near(Separation { lower, ..Separation::at_most(upper) });
        }
        let (point_a, point_b) = if of_a {
            (point + normal * radii.a, out.foot + out.normal * radii.b)
        } else {
            (out.foot + normal * radii.a, point - frame.direction_in_b(normal) * radii.b)
        };
        Relation::Near(Separation { normal, distance, lower, upper, point_a, point_b })
    }
}

/// The half extents of the core of a shape, if it is a box.
#[inline]
pub(crate) fn half_of_box<V: Vector, S: Convex<V> + ?Sized>(shape: &S) -> Option<V::Wide> {
    match shape.polytope() {
        Polytope::Box(block) => Some(block.half().widen()),
        _ => None,
    }
}

/// From the box to the point.
struct Out<W> {
    /// Unit, outward.
    normal: W,
    /// Negative inside.
    distance: f64,
    /// On the box.
    foot: W,
}

/// The nearest point of the box.
#[inline]
pub(crate) fn held<W: Vector<Scalar = f64>>(point: W, half: W) -> W {
    W::from_fn(|axis| hold(point.get(axis), half.get(axis)))
}

/// Within so far of 0. By two selections, and no branch: on which side of a face a point is nobody can foretell.
#[inline]
pub(crate) fn hold(x: f64, most: f64) -> f64 {
    let below = if x > most { most } else { x };
    if below < -most { -most } else { below }
}

#[inline]
fn way_out<W: Vector<Scalar = f64>>(point: W, half: W, last: impl FnOnce() -> W, size: f64) -> Out<W> {
    let held = held(point, half);
    let way = point - held;
    let distance = way.length();
    if distance > NOISE * size {
        return Out { normal: way * distance.recip(), distance, foot: held };
    }
    let height = |axis: usize, sign: f64| sign * point.get(axis) - half.get(axis);
    let faces = || (0..W::DIM).flat_map(|axis| [(axis, -1.0), (axis, 1.0)]);
    let highest = faces().fold(f64::NEG_INFINITY, |most, (axis, sign)| if height(axis, sign) > most { height(axis, sign) } else { most });
    let ties = || faces().filter(|&(axis, sign)| height(axis, sign) >= highest - TIE * size);
    let last = last();
    let near = SAME * last.length();
    let (axis, sign) = ties().find(|&(axis, sign)| sign * last.get(axis) > near).or_else(|| ties().next()).unwrap_or((0, 1.0));
    let foot = W::from_fn(|other| if other == axis { sign * half.get(axis) } else { held.get(other) });
    // The face that was chosen may be farther than the nearest, by what is no difference: a distance that said so would be too small.
    Out { normal: W::unit(axis) * sign, distance: highest, foot }
}
