//! The nearest points of points and segments, in closed form.
//!
//! * Point and segment: the projection, clamped to the ends.
//! * Two segments at an angle: the nearest points of the lines, clamped to one segment, then to the
//!   other, then to the first again. If the segments are nearly parallel or almost meet, the
//!   nearest points are inside both, on the common normal of the lines, or one of them is an end:
//!   all five candidates are computed, and the nearest is taken.
//! * In 2D, segments that cross have no normal and are left to the search. For others an end is
//!   nearest.
//! * If a nearest point is inside a segment, the segment's direction is projected out of the vector
//!   between the points. At small distances the difference of two points has rounding along the
//!   segment, and a normal made of it is off by rounding over distance. If both are inside, only
//!   the component along the common normal is kept.
//! * Next to an end the vector is as short, and nothing can be projected out of it. There the gap
//!   along the normal is computed, and that along the common normal, before the normal is used.
//!
//! All in `f64`, in A's frame. After Ericson, "Real-Time Collision Detection" (2005), 5.1.

use clinch_shapes::Core;
use clinch_support::{Frame, Vector};

use crate::pairs::squares;
use crate::tolerance::CLEAR;

/// The core of a sphere or of a capsule.
#[derive(Clone, Copy, Debug)]
pub(crate) enum PointOrSegment<W> {
    Point(W),
    Segment([W; 2]),
}

impl<W: Vector<Scalar = f64>> PointOrSegment<W> {
    /// `None` for other cores.
    #[inline]
    pub(crate) fn of<V: Vector<Wide = W>>(core: &Core<'_, V>) -> Option<Self> {
        match *core {
            Core::Origin => Some(Self::Point(W::ZERO)),
            Core::Point(point) => Some(Self::Point(point)),
            Core::Segment(ends) => Some(Self::Segment(ends)),
            _ => None,
        }
    }

    /// An upper bound of the coordinates.
    #[inline]
    pub(crate) fn max_coordinate(&self) -> f64 {
        match self {
            Self::Point(point) => point.max_abs(),
            Self::Segment([start, end]) => start.max_abs() + end.max_abs(),
        }
    }

    /// Rotated about the origin.
    #[inline(always)]
    pub(crate) fn rotated(self, rotated: impl Fn(W) -> W) -> Self {
        match self {
            Self::Point(point) if point == W::ZERO => Self::Point(point),
            Self::Point(point) => Self::Point(rotated(point)),
            Self::Segment([start, end]) => Self::Segment([rotated(start), rotated(end)]),
        }
    }

    #[inline(always)]
    pub(crate) fn moved_by(self, by: W) -> Self {
        match self {
            Self::Point(point) => Self::Point(point + by),
            Self::Segment([start, end]) => Self::Segment([start + by, end + by]),
        }
    }

    #[inline(always)]
    pub(crate) fn in_a<V: Vector<Wide = W>>(self, frame: &Frame<V>) -> Self {
        match self {
            // Most spheres are centred on their origin; then nothing waits for the rotation.
            Self::Point(point) if point == W::ZERO => Self::Point(frame.translation()),
            Self::Point(point) => Self::Point(frame.to_a(point)),
            Self::Segment([start, end]) => Self::Segment([frame.to_a(start), frame.to_a(end)]),
        }
    }
}

/// The nearest points of A's and B's core, both in A's frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nearest<W> {
    pub(crate) a: W,
    pub(crate) b: W,
    /// From a to b.
    pub(crate) between: W,
}

impl<W: Vector<Scalar = f64>> Nearest<W> {
    #[inline]
    fn new(a: W, b: W) -> Self {
        Self { a, b, between: b - a }
    }

    /// Projects the direction of the segment that has `point` inside out of the vector between the
    /// points, twice.
    fn orthogonal_to(self, point: W, [start, end]: [W; 2], noise: f64) -> Self {
        let along = end - start;
        if point == start || point == end || self.is_clear(noise) {
            return self;
        }
        let project = |vector: W| vector - along * (vector.dot(along) / along.length_squared());
        self.replaced(project(project(self.between)), along.length() + point.length())
    }

    /// Projects both directions out; each twice, because they are not orthogonal.
    #[cold]
    fn orthogonal_to_both(self, a: [W; 2], b: [W; 2], noise: f64) -> Self {
        let (on_a, on_b) = (self.a, self.b);
        self.orthogonal_to(on_a, a, noise).orthogonal_to(on_b, b, noise).orthogonal_to(on_a, a, noise).orthogonal_to(on_b, b, noise)
    }

    /// So long that its rounding makes no difference.
    fn is_clear(&self, noise: f64) -> bool {
        self.between.length_squared() > CLEAR * CLEAR * noise * noise
    }

    /// Replaces the vector between the points, unless that loses more than rounding. Then the point
    /// is an end, but for rounding, and the vector may well be along the segment.
    fn replaced(self, vector: W, size: f64) -> Self {
        let loss = self.between.length() - vector.length();
        if loss <= LOSS * f64::EPSILON * (size + self.between.length()) { Self { between: vector, ..self } } else { self }
    }
}

/// The nearest points of two cores, both given in A's frame, with coordinates off by `noise`;
/// `None` if segments in 2D cross.
#[inline(always)]
pub(crate) fn nearest<W: Vector<Scalar = f64>>(a: PointOrSegment<W>, b: PointOrSegment<W>, noise: f64) -> Option<Nearest<W>> {
    match (a, b) {
        (PointOrSegment::Point(a), PointOrSegment::Point(b)) => Some(Nearest::new(a, b)),
        (PointOrSegment::Point(a), PointOrSegment::Segment(ends)) => {
            let b = on_segment(a, ends);
            Some(Nearest::new(a, b).orthogonal_to(b, ends, noise))
        }
        (PointOrSegment::Segment(ends), PointOrSegment::Point(b)) => {
            let a = on_segment(b, ends);
            Some(Nearest::new(a, b).orthogonal_to(a, ends, noise))
        }
        (PointOrSegment::Segment(a), PointOrSegment::Segment(b)) => segments(a, b, noise),
    }
}

/// The loss of length that projecting may cause by rounding, in ε of the size of the points.
/// Larger: distances of segments that are parallel or collinear are too small by as much. Smaller:
/// normals of segments that almost touch are rounding.
const LOSS: f64 = 16.0;

/// Two cores that do not meet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Separated<W> {
    pub(crate) nearest: Nearest<W>,
    /// Of the cores, off by the noise of coordinates.
    pub(crate) distance: f64,
    /// Unit, from a to b. Along it the cores are as far apart as the distance.
    pub(crate) normal: W,
}

impl<W: Vector<Scalar = f64>> Separated<W> {
    /// Two cores in the axes of one frame, with coordinates off by `noise`. `None` if they meet, if
    /// no normal is proved, and for numbers that are not finite.
    #[inline(always)]
    pub(crate) fn of(a: PointOrSegment<W>, b: PointOrSegment<W>, noise: f64) -> Option<Self> {
        let nearest = nearest(a, b, noise)?;
        let distance = nearest.between.length();
        // Excludes NaN and overflow.
        if !(distance > noise && distance < f64::INFINITY) {
            return None;
        }
        let normal = normal(a, b, &nearest, distance, noise)?;
        Some(Self { nearest, distance, normal })
    }
}

/// The unit vector along which cores with these nearest points are as far apart as `distance`, to
/// within the noise of coordinates; `None` if none is proved.
#[inline]
fn normal<W: Vector<Scalar = f64>>(
    a: PointOrSegment<W>,
    b: PointOrSegment<W>,
    nearest: &Nearest<W>,
    distance: f64,
    noise: f64,
) -> Option<W> {
    let direct = nearest.between * distance.recip();
    if distance > CLEAR * noise { Some(direct) } else { proved_normal(a, b, direct, distance - noise) }
}

/// The normal of cores so near to each other that the vector between the points may be rounding:
/// one along which they are as far apart as `least`.
#[cold]
fn proved_normal<W: Vector<Scalar = f64>>(a: PointOrSegment<W>, b: PointOrSegment<W>, direct: W, least: f64) -> Option<W> {
    let proved = |normal: W| gap(a, b, normal) >= least;
    if proved(direct) {
        return Some(direct);
    }
    let (PointOrSegment::Segment(u), PointOrSegment::Segment(w)) = (a, b) else { return None };
    let common = common_normal(u[1] - u[0], w[1] - w[0]);
    let away = if common.dot(direct) < 0.0 { -common } else { common };
    let unit = away * away.length().recip();
    proved(unit).then_some(unit)
}

/// How far B is beyond A along a direction.
fn gap<W: Vector<Scalar = f64>>(a: PointOrSegment<W>, b: PointOrSegment<W>, direction: W) -> f64 {
    let heights = |core: PointOrSegment<W>| match core {
        PointOrSegment::Point(point) => [point.dot(direction); 2],
        PointOrSegment::Segment(ends) => ends.map(|end| end.dot(direction)),
    };
    let ([a, c], [b, d]) = (heights(a), heights(b));
    (if b < d { b } else { d }) - (if a > c { a } else { c })
}

/// u × w in 3D; zero in 2D, where it is not used.
fn common_normal<W: Vector<Scalar = f64>>(u: W, w: W) -> W {
    let cross = |i: usize, j: usize| u.get(i) * w.get(j) - u.get(j) * w.get(i);
    if W::DIM == 3 { W::from_fn(|axis| cross((axis + 1) % 3, (axis + 2) % 3)) } else { W::ZERO }
}

#[inline(always)]
fn on_segment<W: Vector<Scalar = f64>>(point: W, [start, end]: [W; 2]) -> W {
    let along = end - start;
    let (projection, squared) = ((point - start).dot(along), along.length_squared());
    // Selects, because a branch would be unpredictable.
    let between = start + along * if projection > 0.0 { projection / squared } else { 0.0 };
    let beyond = (projection > 0.0) & (projection >= squared);
    W::from_fn(|axis| if beyond { end.get(axis) } else { between.get(axis) })
}

#[inline(always)]
fn segments<W: Vector<Scalar = f64>>(a: [W; 2], b: [W; 2], noise: f64) -> Option<Nearest<W>> {
    let (u, w, r) = (a[1] - a[0], b[1] - b[0], b[0] - a[0]);
    // In 2D most segments that are near each other are parallel.
    if W::DIM == 3
        && let Some(nearest) = at_an_angle(a, b, [u, w, r], noise)
    {
        return Some(nearest);
    }
    let mut best = Nearest::new(a[0], on_segment(a[0], b));
    let mut offer = |next: Nearest<W>| {
        if next.between.length_squared() < best.between.length_squared() {
            best = next;
        }
    };
    offer(Nearest::new(a[1], on_segment(a[1], b)));
    offer(Nearest::new(on_segment(b[0], a), b[0]));
    offer(Nearest::new(on_segment(b[1], a), b[1]));
    if W::DIM == 2 {
        // For segments that do not cross, an end is nearest.
        let cross = |p: W, q: W| p.get(0) * q.get(1) - p.get(1) * q.get(0);
        let same_side = |along: W, to: [W; 2]| (cross(along, to[0]) > 0.0) == (cross(along, to[1]) > 0.0);
        if !same_side(u, [r, b[1] - a[0]]) && !same_side(w, [-r, a[1] - b[0]]) {
            return None;
        }
    } else {
        // Projected along A, the second line is `r + w·t` without the components along u. Their
        // lengths are divided directly; a determinant of products would lose twice as many digits.
        let uu = u.length_squared();
        let across = |v: W| v - u * (u.dot(v) / uu);
        let (w_across, r_across) = (across(w), across(r));
        let t = -w_across.dot(r_across) / w_across.length_squared();
        if (0.0..=1.0).contains(&t) {
            let on_b = b[0] + w * t;
            offer(Nearest::new(on_segment(on_b, a), on_b));
            let inside = |point: W, [start, end]: [W; 2]| point != start && point != end;
            if best.b == on_b && inside(best.a, a) && inside(on_b, b) {
                // One direction is orthogonal to both. The component along it is kept, however
                // short it is.
                let common = common_normal(u, across(w_across));
                let common_vector = common * (best.between.dot(common) / common.length_squared());
                // For parallel segments that direction is noise, and nearly all of the vector may
                // be orthogonal to it.
                let replaced = best.replaced(common_vector, u.length() + w.length() + best.a.length());
                if replaced.between == common_vector {
                    return Some(replaced);
                }
            }
        }
    }
    Some(if best.is_clear(noise) { best } else { best.orthogonal_to_both(a, b, noise) })
}

/// The nearest points of segments at an angle, if they are far enough apart that rounding makes no
/// difference: the nearest points of the lines, moved into one segment, then into the other, then
/// into the first again. Everything is clamped without branches: whether they cross or an end is
/// nearest is unpredictable.
#[inline(always)]
fn at_an_angle<W: Vector<Scalar = f64>>(a: [W; 2], b: [W; 2], [u, w, r]: [W; 3], noise: f64) -> Option<Nearest<W>> {
    let (uu, ww, uw) = (u.length_squared(), w.length_squared(), u.dot(w));
    let (ur, wr) = (u.dot(r), w.dot(r));
    let squared_sine = uu * ww - uw * uw;
    let least = ANGLE * uu * ww;
    // Smaller products lose digits or have no reciprocal, and would be clamped to an end.
    if !(squared_sine > if least > squares::SMALLEST { least } else { squares::SMALLEST }) {
        return None;
    }
    // Computed together: one after the other they would take most of the time.
    let (per_squared_sine, per_uu, per_ww) = (squared_sine.recip(), uu.recip(), ww.recip());
    let s = clamp_fraction((ww * ur - uw * wr) * per_squared_sine);
    let t = clamp_fraction((uw * s - wr) * per_ww);
    let s = clamp_fraction((uw * t + ur) * per_uu);
    let found = Nearest::new(point_at(a, u, s), point_at(b, w, t));
    found.is_clear(noise).then_some(found)
}

/// Clamps to [0, 1].
#[inline(always)]
fn clamp_fraction(fraction: f64) -> f64 {
    let fraction = if fraction > 0.0 { fraction } else { 0.0 };
    if fraction < 1.0 { fraction } else { 1.0 }
}

/// The point at a fraction of a segment; at 1 exactly its end.
#[inline(always)]
fn point_at<W: Vector<Scalar = f64>>([start, end]: [W; 2], along: W, fraction: f64) -> W {
    let between = start + along * fraction;
    W::from_fn(|axis| if fraction >= 1.0 { end.get(axis) } else { between.get(axis) })
}

/// The least squared sine of the angle at which the nearest points of the lines have all digits but
/// a few. Larger: ends are tested for nothing. Smaller: points are beside the nearest by ε over
/// this, and distances are too large by its square.
const ANGLE: f64 = 1e-2;

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use super::{PointOrSegment, nearest};

    #[test]
    fn segments_too_small_for_products_of_four_lengths_keep_their_distance() {
        // Skewed, so that one wrong place leads to another.
        let (a, b) = ([DVec3::new(-1.0, 0.0, 0.0), DVec3::new(3.0, 0.0, 0.0)], [DVec3::new(-2.0, 0.5, -1.5), DVec3::new(1.5, 0.5, 1.0)]);
        for power in [0, -100, -200, -250, -257, -258, -260, -300] {
            let scale = libm::ldexp(1.0, power);
            let [a, b] = [a, b].map(|ends| PointOrSegment::Segment(ends.map(|end| end * scale)));
            let found = nearest(a, b, 1e-15 * scale).map(|nearest| nearest.between.length() / scale);
            assert!(found.is_some_and(|length| (length - 0.5).abs() < 1e-9), "2^{power}: {found:?}");
        }
    }
}
