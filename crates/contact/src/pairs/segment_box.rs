//! A segment and a box that are apart: the cores of a capsule and of a box. The point of the
//! segment nearest to the box is the zero of a derivative in one variable.
//!
//! * The squared distance of a point of the segment from the box is convex along the segment. Its
//!   derivative is piecewise linear, with breaks where the segment crosses the planes of the box's
//!   faces, at most six in 3D. The derivative at each break finds the interval with its zero, where
//!   it is linear.
//! * The lower bound is the gap along the normal.
//! * Cores that intersect, or are so near that the vector between the points is no reliable normal,
//!   are left to the general path.
//!
//! In the box's own frame and `f64`.

use clinch_gjk::Start;
use clinch_shapes::{Convex, Core};
use clinch_support::{Frame, Pose, Vector};

use crate::answer::{Bounds, Relation, Separation};
use crate::clip::Space;
use crate::features::{add_witness_if_missed, contact_point, margin_of_points, sort_points};
use crate::memory::Memory;
use crate::pair::Pair;
use crate::pairs::ClosedForm;
use crate::pairs::box_box::BoxFace;
use crate::pairs::point_box::{clamp, clamp_to_box};
use crate::pairs::segment_box_points::{SegmentOnBox, Shared};
use crate::pairs::squares;
use crate::problem::Cores;
use crate::query::Query;
use crate::radii::Radii;
use crate::scratch::Scratch;
use crate::tolerance::{CLEAR, CLOSED_FORM_NOISE};

/// A segment and a box that are apart.
pub(crate) struct SegmentBox<V: Vector> {
    frame: Frame<V>,
    /// A bound of the coordinates that meet.
    size: f64,
    /// The ends of the segment, in the box's frame.
    segment: [V::Wide; 2],
    /// The half extents of the box.
    half: V::Wide,
    apart: Apart<V::Wide>,
    /// Unit, from A to B, in A's frame.
    normal: V::Wide,
    segment_is_a: bool,
}

impl<V: Space> ClosedForm<V> for SegmentBox<V> {
    /// `None` if the cores are no segment and box, or if they meet.
    #[inline(always)]
    fn of(_: &Query<'_, V>, cores: &Cores<'_, V>, _: &mut Scratch<V>) -> Option<Self> {
        let (ends, half, segment_is_a) = segment_and_box(cores.a, cores.b)?;
        let (frame, size) = (Frame::<V>::new(cores.b_in_a), size(ends, half, cores.b_in_a));
        let segment = in_box(ends, &frame, segment_is_a);
        let apart = apart(segment, half, CLOSED_FORM_NOISE * size)?;
        let normal = if segment_is_a { -frame.direction_in_a(apart.outward) } else { apart.outward };
        Some(Self { frame, size, segment, half, apart, normal, segment_is_a })
    }

    #[inline(always)]
    fn relation(&self, query: &Query<'_, V>, memory: &mut Memory<V>) -> Relation<V> {
        let &Self { frame, size, apart: Apart { on_segment, on_box, outward, distance }, normal, segment_is_a, .. } = self;
        let radii = query.radii;
        memory.start = Start::along(V::narrow(normal));
        let bounds = Bounds::of(distance, CLOSED_FORM_NOISE * size, radii);
        if let Some(relation) = bounds.without_points(query, normal) {
            return relation;
        }
        let points = if segment_is_a {
            [frame.to_a(on_segment - outward * radii.a), on_box + outward * radii.b]
        } else {
            [on_box + outward * radii.a, frame.to_b(on_segment - outward * radii.b)]
        };
        bounds.near(normal, points)
    }

    #[inline]
    fn write_points(&self, query: &Query<'_, V>, separation: &Separation<V>, scratch: &mut Scratch<V>) -> bool {
        if V::DIM != 3 {
            return false;
        }
        let &Self { frame, size, segment, half, apart: Apart { outward, .. }, normal, segment_is_a } = self;
        let face = BoxFace::toward(V::narrow(if segment_is_a { frame.direction_in_b(-normal) } else { normal }));
        let facing = SegmentOnBox { ends: segment, half, outward, face, box_is_a: !segment_is_a };
        let Some(shared) = facing.shared() else { return false };
        let (radii, margin) = (query.radii, margin_of_points(query, separation));
        let points = &mut scratch.points;
        points.clear();
        for Shared { on_segment, on_box, feature } in shared.into_iter().flatten() {
            let gap = (on_segment - on_box).dot(outward) - radii.sum();
            if gap <= margin {
                let on = if segment_is_a {
                    [frame.to_a(on_segment - outward * radii.a), on_box + outward * radii.b]
                } else {
                    [on_box + outward * radii.a, frame.to_b(on_segment - outward * radii.b)]
                };
                points.push(contact_point(separation, on, gap, feature));
            }
        }
        add_witness_if_missed(separation, query.settings, size, points);
        sort_points(points);
        true
    }

    fn to_clip(&self) -> Option<(Frame<V>, f64)> {
        Some((self.frame, self.size))
    }
}

/// The ends of the segment in the box's frame.
// One by one, as all pairs of points on this way: an array's `map` is not always inlined, and
// passes points through memory.
#[inline(always)]
fn in_box<V: Space>([start, end]: [V::Wide; 2], frame: &Frame<V>, segment_is_a: bool) -> [V::Wide; 2] {
    if segment_is_a { [frame.to_b(start), frame.to_b(end)] } else { [frame.to_a(start), frame.to_a(end)] }
}

/// Whether they touch, if the squares decide it.
#[inline]
pub(crate) fn touching<V: Space, A: Convex<V>, B: Convex<V>>(pair: &Pair<V, A, B>, radii: Radii, memory: &mut Memory<V>) -> Option<bool> {
    let (ends, half, segment_is_a) = segment_and_box(&pair.a.core(), &pair.b.core())?;
    let (frame, size) = (Frame::<V>::new(&pair.b_in_a), size(ends, half, &pair.b_in_a));
    let segment = in_box(ends, &frame, segment_is_a);
    let (on_segment, on_box) = nearest(segment, half);
    let outward = on_segment - on_box;
    let squared = outward.length_squared();
    let touching = squares::touching(squared, radii, size)?;
    if touching {
        memory.invalidate();
    } else if gap(segment, half, outward) >= squared - CLOSED_FORM_NOISE * size * outward.max_abs() {
        memory.set_axis(if segment_is_a { -frame.direction_in_a(outward) } else { outward });
    } else {
        return None;
    }
    Some(touching)
}

/// The cores, and whether the segment is A's.
#[inline(always)]
fn segment_and_box<V: Vector>(a: &Core<'_, V>, b: &Core<'_, V>) -> Option<([V::Wide; 2], V::Wide, bool)> {
    match (a, b) {
        (&Core::Segment(ends), Core::Box(block)) => Some((ends, block.half().widen(), true)),
        (Core::Box(block), &Core::Segment(ends)) => Some((ends, block.half().widen(), false)),
        _ => None,
    }
}

/// A bound of the coordinates that meet.
#[inline(always)]
fn size<W: Vector<Scalar = f64>>(ends: [W; 2], half: W, b_in_a: &Pose<W>) -> f64 {
    W::DIM as f64 * (ends[0].max_abs() + ends[1].max_abs() + half.max_abs() + b_in_a.translation.max_abs())
}

/// The gap along `outward`, times the length of `outward`: the segment's least height less the
/// box's greatest.
#[inline(always)]
fn gap<W: Vector<Scalar = f64>>(segment: [W; 2], half: W, outward: W) -> f64 {
    let heights = segment.map(|end| end.dot(outward));
    let top = (0..W::DIM).fold(0.0, |sum, axis| sum + (half.get(axis) * outward.get(axis)).abs());
    (if heights[0] < heights[1] { heights[0] } else { heights[1] }) - top
}

/// The nearest points of a segment and a box about the origin that are apart.
pub(crate) struct Apart<W> {
    pub(crate) on_segment: W,
    /// The point on the box.
    pub(crate) on_box: W,
    /// Unit, from the box to the segment.
    pub(crate) outward: W,
    /// Proved along `outward`, but for the noise.
    pub(crate) distance: f64,
}

/// The distance of a segment from a box about the origin, with coordinates off by `noise`. `None`
/// if they meet, or are so near that the vector between the points is no reliable normal.
#[inline]
pub(crate) fn apart<W: Vector<Scalar = f64>>(segment: [W; 2], half: W, noise: f64) -> Option<Apart<W>> {
    let (on_segment, on_box) = nearest(segment, half);
    let between = on_segment - on_box;
    let distance = between.length();
    if !(distance > CLEAR * noise && distance < f64::INFINITY) {
        return None;
    }
    let outward = between * distance.recip();
    // The gap along any unit vector is a lower bound of the distance. If it reaches the distance of
    // the two points, these are the nearest, but for the noise.
    (gap(segment, half, outward) >= distance - noise).then_some(Apart { on_segment, on_box, outward, distance })
}

/// The point of a segment nearest to a box about the origin, and the point of the box nearest to
/// it. The first of many that are equally near.
#[inline]
fn nearest<W: Vector<Scalar = f64>>([start, end]: [W; 2], half: W) -> (W, W) {
    let along = end - start;
    let at = |fraction: f64| start + along * fraction;
    // Half the derivative of the squared distance.
    let slope = |fraction: f64| {
        let point = at(fraction);
        (point - clamp_to_box(point, half)).dot(along)
    };
    let with_foot = |point: W| (point, clamp_to_box(point, half));
    if !(slope(0.0) < 0.0) {
        return with_foot(start);
    }
    if !(slope(1.0) > 0.0) {
        return with_foot(end);
    }
    let (mut low, mut high) = (0.0, 1.0);
    for axis in 0..W::DIM {
        for side in [-half.get(axis), half.get(axis)] {
            // Infinite or NaN for a segment parallel to the face.
            let crossing = (side - start.get(axis)) / along.get(axis);
            if low < crossing && crossing < high {
                *(if slope(crossing) > 0.0 { &mut high } else { &mut low }) = crossing;
            }
        }
    }
    // Between the two the segment is beyond the same faces.
    let middle = at(0.5 * (low + high));
    let (mut sum, mut squares) = (0.0, 0.0);
    for axis in 0..W::DIM {
        let side = clamp(middle.get(axis), half.get(axis));
        let run = if side != middle.get(axis) { along.get(axis) } else { 0.0 };
        sum += run * (side - start.get(axis));
        squares += run * run;
    }
    let root = sum / squares;
    // NaN for a segment that enters the box: any point inside is the answer.
    with_foot(at(if root > high {
        high
    } else if root > low {
        root
    } else {
        low
    }))
}

#[cfg(test)]
mod tests {
    use super::nearest;
    use clinch_support::Vector;
    use clinch_testkit::random::Random;
    use glam::{DVec2, DVec3};

    /// No point of the segment is nearer, by sampling a thousand.
    fn check<W: Vector<Scalar = f64, Wide = W>>(seed: u64) {
        let mut random = Random::new(seed);
        for _ in 0..2000 {
            let half = W::from_fn(|_| random.pick(&[0.0, 0.3, 1.0]));
            let mut end = || {
                let at = random.in_ball(W::DIM);
                W::from_fn(|axis| random.pick(&[2.0 * at[axis], half.get(axis), -half.get(axis), 0.0]))
            };
            let ends = [end(), end()];
            let (on_segment, on_box) = nearest(ends, half);
            assert!((0..W::DIM).all(|axis| on_box.get(axis).abs() <= half.get(axis)), "{ends:?} {half:?}");
            let apart = |fraction: f64| {
                let point = ends[0] + (ends[1] - ends[0]) * fraction;
                let beyond = W::from_fn(|axis| (point.get(axis).abs() - half.get(axis)).max(0.0));
                beyond.length()
            };
            let best = (0..=1000).map(|step| f64::from(step) / 1000.0).map(apart).fold(f64::INFINITY, f64::min);
            assert!((on_segment - on_box).length() <= best + 1e-14, "{ends:?} {half:?}: {on_segment:?} {on_box:?}, not {best}");
        }
    }

    #[test]
    fn no_point_of_the_segment_is_nearer_to_the_box() {
        check::<DVec3>(1);
        check::<DVec2>(2);
    }
}
