//! Closed forms: points and segments need no search.
//!
//! * Point and segment: the projection, clamped to the ends.
//! * Two segments at an angle: where the lines are nearest, clamped to one segment, to the other, and to the one again. Of segments that run nearly alike, or all but meet, the nearest points lie inside
//!   both, where the common normal meets the lines, or one of them is an end: all five candidates are computed and the nearest is taken.
//! * In the plane, segments that cross have no normal and are left to the search; of others an end is nearest.
//! * Where a nearest point lies inside a segment, the way to it is cleaned of the segment's direction. At small distances the difference of two points
//!   is rounding along the segment, and a normal made of it is off by rounding over distance. Inside both, it is the common normal's part that is kept.
//!
//! * Next to an end the way is as short and nothing cleans it, so the gap along a normal is computed, and the common normal tried, before it is believed.
//!
//! All in `f64`, in A's frame. After Ericson, "Real-Time Collision Detection" (2005), 5.1.

use clinch_shapes::Core;
use clinch_support::{Frame, Vector};

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
            Core::Point(point) => Some(Self::Point(point)),
            Core::Segment(ends) => Some(Self::Segment(ends)),
            _ => None,
        }
    }

    /// No coordinate is larger than this.
    #[inline]
    pub(crate) fn max_coordinate(&self) -> f64 {
        match self {
            Self::Point(point) => point.max_abs(),
            Self::Segment([start, end]) => start.max_abs() + end.max_abs(),
        }
    }

    /// Rotated about the origin.
    pub(crate) fn turned(self, turned: impl Fn(W) -> W) -> Self {
        match self {
            Self::Point(point) if point == W::ZERO => Self::Point(point),
            Self::Point(point) => Self::Point(turned(point)),
            Self::Segment(ends) => Self::Segment(ends.map(turned)),
        }
    }

    pub(crate) fn moved_by(self, by: W) -> Self {
        match self {
            Self::Point(point) => Self::Point(point + by),
            Self::Segment(ends) => Self::Segment(ends.map(|end| end + by)),
        }
    }

    #[inline(always)]
    pub(crate) fn in_a<V: Vector<Wide = W>>(self, frame: &Frame<V>) -> Self {
        match self {
            // Most spheres lie about their origin; then nothing waits for the rotation.
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

    /// Cleaned, twice, of the direction of a segment that holds one of the points inside.
    fn across(self, point: W, [start, end]: [W; 2], noise: f64) -> Self {
        let along = end - start;
        if point == start || point == end || self.is_clear(noise) {
            return self;
        }
        let clean = |way: W| way - along * (way.dot(along) / along.length_squared());
        self.cleaned(clean(clean(self.between)), along.length() + point.length())
    }

    /// Cleaned of both directions; twice round, for they are not orthogonal.
    #[cold]
    fn across_both(self, a: [W; 2], b: [W; 2], noise: f64) -> Self {
        let (on_a, on_b) = (self.a, self.b);
        self.across(on_a, a, noise).across(on_b, b, noise).across(on_a, a, noise).across(on_b, b, noise)
    }

    /// So long that what rounding leaves in it makes no difference.
    fn is_clear(&self, noise: f64) -> bool {
        self.between.length_squared() > CLEAR * CLEAR * noise * noise
    }

    /// With this for the way, unless more than rounding is lost by it: then the point is an end, but for rounding, and the way may well be along the segment.
    fn cleaned(self, way: W, size: f64) -> Self {
        let lost = self.between.length() - way.length();
        if lost <= LOST * f64::EPSILON * (size + self.between.length()) { Self { between: way, ..self } } else { self }
    }
}

/// The nearest points of two cores, both given in A's frame, where coordinates are off by `noise`; `None` if they are not points and segments.
#[inline(always)]
pub(crate) fn nearest<W: Vector<Scalar = f64>>(a: PointOrSegment<W>, b: PointOrSegment<W>, noise: f64) -> Option<Nearest<W>> {
    match (a, b) {
        (PointOrSegment::Point(a), PointOrSegment::Point(b)) => Some(Nearest::new(a, b)),
        (PointOrSegment::Point(a), PointOrSegment::Segment(ends)) => {
            let b = on_segment(a, ends);
            Some(Nearest::new(a, b).across(b, ends, noise))
        }
        (PointOrSegment::Segment(ends), PointOrSegment::Point(b)) => {
            let a = on_segment(b, ends);
            Some(Nearest::new(a, b).across(a, ends, noise))
        }
        (PointOrSegment::Segment(a), PointOrSegment::Segment(b)) => of_segments(a, b, noise),
    }
}

/// What a way may lose by being cleaned, in ε of the size of what it joins: the rounding of its ends. Larger: distances of segments that run alike, or lie one
/// behind the other, are too small by as much. Smaller: normals of segments that all but touch are rounding.
const LOST: f64 = 16.0;

/// The unit vector along which cores whose nearest points are this distance apart are as far apart, to within the noise of coordinates; `None` if it is not known.
#[inline]
pub(crate) fn normal<W: Vector<Scalar = f64>>(
    a: PointOrSegment<W>,
    b: PointOrSegment<W>,
    nearest: &Nearest<W>,
    distance: f64,
    noise: f64,
) -> Option<W> {
    let straight = nearest.between * distance.recip();
    if distance > CLEAR * noise { Some(straight) } else { proved_normal(a, b, straight, distance - noise) }
}

/// That of cores so near to each other that the way between them may be rounding: one along which they are as far apart as this.
#[cold]
fn proved_normal<W: Vector<Scalar = f64>>(a: PointOrSegment<W>, b: PointOrSegment<W>, straight: W, least: f64) -> Option<W> {
    let proved = |normal: W| gap(a, b, normal) >= least;
    if proved(straight) {
        return Some(straight);
    }
    let (PointOrSegment::Segment(u), PointOrSegment::Segment(w)) = (a, b) else { return None };
    let common = common_normal(u[1] - u[0], w[1] - w[0]);
    let away = if common.dot(straight) < 0.0 { -common } else { common };
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

/// u × w in space; in the plane, where it is not asked for, zero.
fn common_normal<W: Vector<Scalar = f64>>(u: W, w: W) -> W {
    let cross = |i: usize, j: usize| u.get(i) * w.get(j) - u.get(j) * w.get(i);
    if W::DIM == 3 { W::from_fn(|axis| cross((axis + 1) % 3, (axis + 2) % 3)) } else { W::ZERO }
}

#[inline(always)]
fn on_segment<W: Vector<Scalar = f64>>(point: W, [start, end]: [W; 2]) -> W {
    let along = end - start;
    let (part, whole) = ((point - start).dot(along), along.length_squared());
    // Selected, for which it is nobody can foretell.
    let between = start + along * if part > 0.0 { part / whole } else { 0.0 };
    let beyond = (part > 0.0) & (part >= whole);
    W::from_fn(|axis| if beyond { end.get(axis) } else { between.get(axis) })
}

#[inline(always)]
fn of_segments<W: Vector<Scalar = f64>>(a: [W; 2], b: [W; 2], noise: f64) -> Option<Nearest<W>> {
    let (u, w, r) = (a[1] - a[0], b[1] - b[0], b[0] - a[0]);
    // In the plane most that are near run alike.
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
        // Of segments that do not cross, an end is nearest.
        let cross = |p: W, q: W| p.get(0) * q.get(1) - p.get(1) * q.get(0);
        let parted = |along: W, to: [W; 2]| (cross(along, to[0]) > 0.0) == (cross(along, to[1]) > 0.0);
        if !parted(u, [r, b[1] - a[0]]) && !parted(w, [-r, a[1] - b[0]]) {
            return None;
        }
    } else {
        // Seen along A the second line is `r + w·t` without the parts along u. Their lengths themselves are divided, not a determinant of products: that
        // loses twice as many digits.
        let uu = u.length_squared();
        let across = |v: W| v - u * (u.dot(v) / uu);
        let (w_across, r_across) = (across(w), across(r));
        let t = -w_across.dot(r_across) / w_across.length_squared();
        if (0.0..=1.0).contains(&t) {
            let on_b = b[0] + w * t;
            offer(Nearest::new(on_segment(on_b, a), on_b));
            let inside = |point: W, [start, end]: [W; 2]| point != start && point != end;
            if best.b == on_b && inside(best.a, a) && inside(on_b, b) {
                // Across both there is one direction. What the way between has along it is the way, however short it is.
                let common = common_normal(u, across(w_across));
                let straight = common * (best.between.dot(common) / common.length_squared());
                // Of segments that run alike it is noise, and nearly all of the way may be across it.
                let cleaned = best.cleaned(straight, u.length() + w.length() + best.a.length());
                if cleaned.between == straight {
                    return Some(cleaned);
                }
            }
        }
    }
    Some(if best.is_clear(noise) { best } else { best.across_both(a, b, noise) })
}

/// Of segments at an angle, where what rounding leaves in the way makes no difference: where the lines are nearest, moved into the one segment, then into the other, then into the one again.
/// It is all clamped: whether they cross or an end is nearest nobody can foretell.
#[inline(always)]
fn at_an_angle<W: Vector<Scalar = f64>>(a: [W; 2], b: [W; 2], [u, w, r]: [W; 3], noise: f64) -> Option<Nearest<W>> {
    let (uu, ww, uw) = (u.length_squared(), w.length_squared(), u.dot(w));
    let (ur, wr) = (u.dot(r), w.dot(r));
    let sines = uu * ww - uw * uw;
    let least = ANGLE * uu * ww;
    // Products below have not all their digits, and some no reciprocal: they would be clamped to an end.
    let small = f64::MIN_POSITIVE / f64::EPSILON;
    if !(sines > if least > small { least } else { small }) {
        return None;
    }
    // Side by side, as one after the other they would be most of the time.
    let (per_sines, per_uu, per_ww) = (sines.recip(), uu.recip(), ww.recip());
    let s = within((ww * ur - uw * wr) * per_sines);
    let t = within((uw * s - wr) * per_ww);
    let s = within((uw * t + ur) * per_uu);
    let found = Nearest::new(place(a, u, s), place(b, w, t));
    found.is_clear(noise).then_some(found)
}

/// From 0 to 1.
#[inline(always)]
fn within(part: f64) -> f64 {
    let part = if part > 0.0 { part } else { 0.0 };
    if part < 1.0 { part } else { 1.0 }
}

/// That part of the way along a segment; all of it leads to the very end.
#[inline(always)]
fn place<W: Vector<Scalar = f64>>([start, end]: [W; 2], along: W, part: f64) -> W {
    let between = start + along * part;
    W::from_fn(|axis| if part >= 1.0 { end.get(axis) } else { between.get(axis) })
}

/// The square of the sine of the angle from which on lines have a place where they are nearest, to all digits but a few. Larger: ends are looked at for nothing. Smaller: points lie
/// as much beside the nearest as ε over this, and distances come out too large by the square.
const ANGLE: f64 = 1e-2;

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use super::{PointOrSegment, nearest};

    #[test]
    fn segments_too_small_for_products_of_four_lengths_are_as_far_apart() {
        // Askew, so that one wrong place leads to another.
        let (a, b) = ([DVec3::new(-1.0, 0.0, 0.0), DVec3::new(3.0, 0.0, 0.0)], [DVec3::new(-2.0, 0.5, -1.5), DVec3::new(1.5, 0.5, 1.0)]);
        for power in [0, -100, -200, -250, -257, -258, -260, -300] {
            let scale = libm::ldexp(1.0, power);
            let [a, b] = [a, b].map(|ends| PointOrSegment::Segment(ends.map(|end| end * scale)));
            let found = nearest(a, b, 1e-15 * scale).map(|nearest| nearest.between.length() / scale);
            assert!(found.is_some_and(|length| (length - 0.5).abs() < 1e-9), "2^{power}: {found:?}");
        }
    }
}
