//! A point and a box: the cores of a sphere and of a box. The nearest point of the box is the point
//! clamped to the box's extents.
//!
//! * For a point inside, the nearest face gives the normal and the depth. Faces that are equally
//!   near but for rounding are chosen by rule: last tick's normal, then the lower face.
//! * Next to the surface, where the distance is rounding, the vector to the point is no normal; the
//!   face's is used.
//!
//! In the box's own frame and `f64`. Ericson, "Real-Time Collision Detection" (2005), 5.1.3.

use clinch_gjk::Start;
use clinch_shapes::{Convex, Core};
use clinch_support::{Frame, Pose, Rotation, Vector};

use crate::answer::{Bounds, Relation};
use crate::clip::Space;
use crate::memory::Memory;
use crate::pair::Pair;
use crate::pairs::ClosedForm;
use crate::pairs::sphere_sphere::sphere_radius;
use crate::pairs::squares;
use crate::problem::Cores;
use crate::query::Query;
use crate::radii::Radii;
use crate::scratch::Scratch;
use crate::tolerance::{CLOSED_FORM_NOISE, SAME_NORMAL};

/// Origins whose squared distance exceeds this many times the sum of the squared radii are farther
/// apart than the sum of the radii, by a tenth. Larger: more pairs need the rotation. Smaller than
/// 2: shapes that touch are reported as apart.
const FAR: f64 = 2.5;

/// Faces whose distances differ by less than this, relative to the size of the pair, are equally
/// near. Larger: depths are too large by as much. Smaller: rounding chooses the face.
const TIE: f64 = 64.0 * f64::EPSILON;

/// A point and a box, each in its own frame.
pub(crate) struct PointBox<V: Vector> {
    point: V::Wide,
    half: V::Wide,
    /// The point is A's core, the box B's.
    point_is_a: bool,
    b_in_a: Pose<V::Wide>,
}

impl<V: Space> ClosedForm<V> for PointBox<V> {
    /// `None` if neither core is a point and the other a box.
    #[inline(always)]
    fn of(_: &Query<'_, V>, cores: &Cores<'_, V>, _: &mut Scratch<V>) -> Option<Self> {
        let (point, half, point_is_a) = match (cores.a, cores.b) {
            (a, Core::Box(block)) => (a.point()?, block.half().widen(), true),
            (Core::Box(block), b) => (b.point()?, block.half().widen(), false),
            _ => return None,
        };
        Some(Self { point, half, point_is_a, b_in_a: *cores.b_in_a })
    }

    // Inlined so that the few numbers stay in registers.
    #[inline(always)]
    fn relation(&self, query: &Query<'_, V>, memory: &mut Memory<V>) -> Relation<V> {
        let Self { point, half, point_is_a, b_in_a } = *self;
        let (frame, last) = (Frame::<V>::new(&b_in_a), query.last_normal.widen());
        let size = self.size();
        let radii = query.radii;
        let nearest = if point_is_a {
            PointInBox { point: frame.to_b(point), half, size }.nearest(|| -frame.direction_in_b(last))
        } else {
            PointInBox { point: frame.to_a(point), half, size }.nearest(|| last)
        };
        let normal = if point_is_a { -frame.direction_in_a(nearest.normal) } else { nearest.normal };
        // A coordinate that is not finite may reach the normal or the size only.
        if !(normal.is_finite() && size.is_finite()) {
            return Relation::Undefined;
        }
        let bounds = Bounds::of(nearest.distance, CLOSED_FORM_NOISE * size, radii);
        memory.start = Start::along(V::narrow(normal));
        if let Some(relation) = bounds.without_points(query, normal) {
            return relation;
        }
        let points = if point_is_a {
            [point + normal * radii.a, nearest.on_box + nearest.normal * radii.b]
        } else {
            [nearest.on_box + normal * radii.a, point - frame.direction_in_b(normal) * radii.b]
        };
        bounds.near(normal, points)
    }
}

impl<V: Space> PointBox<V> {
    /// A sphere about its origin, and a box; `None` for other pairs.
    #[inline]
    pub(crate) fn of_sphere<A: Convex<V>, B: Convex<V>>(pair: &Pair<V, A, B>) -> Option<Self> {
        let sphere_first = sphere_radius(&pair.a).is_some();
        let Core::Box(block) = (if sphere_first { pair.b.core() } else { pair.a.core() }) else { return None };
        (sphere_first || sphere_radius(&pair.b).is_some()).then(|| Self {
            point: V::Wide::ZERO,
            half: block.half().widen(),
            point_is_a: sphere_first,
            b_in_a: pair.b_in_a,
        })
    }

    /// Whether a sphere about its origin touches the box, if the squares decide it.
    #[inline]
    pub(crate) fn touching(&self, radii: Radii, memory: &mut Memory<V>) -> Option<bool> {
        let b_in_a = &self.b_in_a;
        if b_in_a.rotation.has_basis() && far_apart(b_in_a.translation.length_squared(), self.half, radii.sum()) {
            memory.set_axis(b_in_a.translation);
            return Some(false);
        }
        let frame = Frame::<V>::new(b_in_a);
        let point = if self.point_is_a { frame.to_b(self.point) } else { frame.to_a(self.point) };
        let (half, size) = (self.half, self.size());
        let outward = PointInBox { point, half, size }.outward();
        let touching = squares::touching(outward.length_squared(), radii, size)?;
        if touching {
            memory.invalidate();
        } else {
            memory.set_axis(if self.point_is_a { -frame.direction_in_a(outward) } else { outward });
        }
        Some(touching)
    }

    /// A bound of the coordinates that meet.
    #[inline]
    fn size(&self) -> f64 {
        self.point.sum_abs() + self.half.sum_abs() + V::DIM as f64 * self.b_in_a.translation.max_abs()
    }
}

/// A point and a box about the origin of its frame.
pub(crate) struct PointInBox<W> {
    pub(crate) point: W,
    pub(crate) half: W,
    /// A bound of the coordinates that meet.
    pub(crate) size: f64,
}

/// The nearest point of a box to a point.
pub(crate) struct NearestOnBox<W> {
    /// Unit, outward.
    pub(crate) normal: W,
    /// It is that of a face: the point is inside, or outside by no more than rounding.
    pub(crate) is_of_face: bool,
    /// Negative inside.
    pub(crate) distance: f64,
    /// The point on the box.
    pub(crate) on_box: W,
}

impl<W: Vector<Scalar = f64>> PointInBox<W> {
    /// Of faces that are equally near, that of the outward direction `last` is taken.
    #[inline(always)]
    pub(crate) fn nearest(&self, last: impl FnOnce() -> W) -> NearestOnBox<W> {
        let &Self { point, half, size } = self;
        let clamped = clamp_to_box(point, half);
        let offset = point - clamped;
        let distance = offset.length();
        if distance > CLOSED_FORM_NOISE * size {
            return NearestOnBox { normal: offset * distance.recip(), is_of_face: false, distance, on_box: clamped };
        }
        let height = |axis: usize, sign: f64| sign * point.get(axis) - half.get(axis);
        let faces = || (0..W::DIM).flat_map(|axis| [(axis, -1.0), (axis, 1.0)]);
        let highest =
            faces().fold(f64::NEG_INFINITY, |most, (axis, sign)| if height(axis, sign) > most { height(axis, sign) } else { most });
        let ties = || faces().filter(|&(axis, sign)| height(axis, sign) >= highest - TIE * size);
        let last = last();
        let near = SAME_NORMAL * last.length();
        let (axis, sign) = ties().find(|&(axis, sign)| sign * last.get(axis) > near).or_else(|| ties().next()).unwrap_or((0, 1.0));
        let on_box = W::from_fn(|other| if other == axis { sign * half.get(axis) } else { clamped.get(other) });
        // The chosen face may be farther than the nearest by a tie; its distance would be too small
        // by as much.
        NearestOnBox { normal: W::unit(axis) * sign, is_of_face: true, distance: highest, on_box }
    }

    /// From the nearest point of the box to the point: zero inside.
    #[inline(always)]
    pub(crate) fn outward(&self) -> W {
        self.point - clamp_to_box(self.point, self.half)
    }
}

/// A sphere of any radius and a box of these half extents are apart, by the squared distance of
/// their origins. `sum` is that of all radii. Most candidates of a broadphase are.
#[inline(always)]
pub(crate) fn far_apart<W: Vector<Scalar = f64>>(squared: f64, half: W, sum: f64) -> bool {
    // Twice the sum of two squares is at least the square of the sum, and this leaves room for all
    // rounding.
    squares::keeps_digits(squared) && squared > FAR * (half.length_squared() + sum * sum)
}

/// The nearest point of the box.
#[inline]
pub(crate) fn clamp_to_box<W: Vector<Scalar = f64>>(point: W, half: W) -> W {
    W::from_fn(|axis| clamp(point.get(axis), half.get(axis)))
}

/// The nearest number in [−`most`, `most`]. Two selects: which side of a face a point is on is
/// unpredictable, so a branch would cost more.
#[inline]
pub(crate) fn clamp(x: f64, most: f64) -> f64 {
    let below = if x > most { most } else { x };
    if below < -most { -most } else { below }
}
