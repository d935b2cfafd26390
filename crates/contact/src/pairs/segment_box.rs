//! A segment and a box that are apart, the cores of a capsule and of a block: where on the segment the box is nearest is a root of one variable.
//!
//! * The squared distance of a point of the segment from the box is convex along it, and its slope runs in straight pieces between the places where the segment crosses the planes
//!   of the box's faces, of which there are six at most. So the piece that crosses zero is found by looking at these, and the root in it is a division.
//! * What the normal proves is the lower bound: how far the segment is beyond the box along it.
//! * Cores that meet, or all but meet so that the way between them is no good normal, go the general way.
//!
//! In the box's own frame and `f64`.

use clinch_gjk::Start;
use clinch_shapes::Core;
use clinch_support::{Frame, Vector};

use crate::answer::{Bounds, Relation};
use crate::clip::Space;
use crate::features::Scene;
use crate::memory::Memory;
use crate::pairs::ClosedForm;
use crate::pairs::point_box::{clamp, clamp_to_box};
use crate::problem::Cores;
use crate::query::Query;
use crate::scratch::Scratch;
use crate::tolerance::CLEAR;

/// Rounding of points that were posed, and of what is computed of them here, relative to the size of the pair. Larger: bounds are farther apart than they need be. Smaller:
/// they do not hold.
const NOISE: f64 = 16.0 * f64::EPSILON;

/// A segment and a box that are apart.
pub(crate) struct SegmentBox<V: Vector> {
    frame: Frame<V>,
    /// A bound of the coordinates that meet.
    size: f64,
    apart: Apart<V::Wide>,
    /// Unit, from A to B, in A's frame.
    normal: V::Wide,
    segment_is_a: bool,
}

impl<V: Space> ClosedForm<V> for SegmentBox<V> {
    /// `None` if the cores are no segment and box, or if they meet.
    #[inline(always)]
    fn of(_: &Query<'_, V>, cores: &Cores<'_, V>, _: &mut Scratch<V>) -> Option<Self> {
        let (ends, half, segment_is_a) = match (cores.a, cores.b) {
            (&Core::Segment(ends), Core::Box(block)) => (ends, block.half().widen(), true),
            (Core::Box(block), &Core::Segment(ends)) => (ends, block.half().widen(), false),
            _ => return None,
        };
        let frame = Frame::<V>::new(cores.b_in_a);
        let size = V::DIM as f64 * (ends[0].max_abs() + ends[1].max_abs() + half.max_abs() + cores.b_in_a.translation.max_abs());
        let segment = ends.map(|end| if segment_is_a { frame.to_b(end) } else { frame.to_a(end) });
        let apart = apart(segment, half, NOISE * size)?;
        let normal = if segment_is_a { -frame.direction_in_a(apart.outward) } else { apart.outward };
        Some(Self { frame, size, apart, normal, segment_is_a })
    }

    #[inline(always)]
    fn relation(&self, query: &Query<'_, V>, memory: &mut Memory<V>) -> Relation<V> {
        let &Self { frame, size, apart: Apart { on_segment, foot, outward, distance }, normal, segment_is_a } = self;
        let radii = query.radii;
        memory.start = Start::along(V::narrow(normal));
        let bounds = Bounds::of(distance, NOISE * size, radii);
        if let Some(relation) = bounds.without_points(query, normal) {
            return relation;
        }
        let points = if segment_is_a {
            [frame.to_a(on_segment - outward * radii.a), foot + outward * radii.b]
        } else {
            [foot + outward * radii.a, frame.to_b(on_segment - outward * radii.b)]
        };
        bounds.near(normal, points)
    }

    fn scene(&self) -> Option<Scene<'_, V>> {
        Some(Scene { frame: &self.frame, size: self.size })
    }
}

/// A segment and a box about the origin that are apart.
pub(crate) struct Apart<W> {
    pub(crate) on_segment: W,
    /// On the box.
    pub(crate) foot: W,
    /// Unit, from the box to the segment.
    pub(crate) outward: W,
    /// Proved along it, but for the noise.
    pub(crate) distance: f64,
}

/// How far a segment is from a box about the origin, where coordinates are off by `noise`. `None` if they meet, or all but meet so that the way is no good normal.
#[inline]
pub(crate) fn apart<W: Vector<Scalar = f64>>(segment: [W; 2], half: W, noise: f64) -> Option<Apart<W>> {
    let (on_segment, foot) = nearest(segment, half);
    let way = on_segment - foot;
    let distance = way.length();
    if !(distance > CLEAR * noise && distance < f64::INFINITY) {
        return None;
    }
    let outward = way * distance.recip();
    // How far the segment is beyond the box along the way: no more than how far apart they are.
    let heights = segment.map(|end| end.dot(outward));
    let top = (0..W::DIM).fold(0.0, |sum, axis| sum + (half.get(axis) * outward.get(axis)).abs());
    let proved = (if heights[0] < heights[1] { heights[0] } else { heights[1] }) - top;
    (proved >= distance - noise).then_some(Apart { on_segment, foot, outward, distance })
}

/// The point of a segment that is nearest to a box about the origin, and the point of the box that is nearest to it. Of many that are as near the first.
#[inline]
fn nearest<W: Vector<Scalar = f64>>([start, end]: [W; 2], half: W) -> (W, W) {
    let along = end - start;
    let at = |part: f64| start + along * part;
    // Half of what the squared distance gains along the segment.
    let slope = |part: f64| {
        let point = at(part);
        (point - clamp_to_box(point, half)).dot(along)
    };
    let found = |point: W| (point, clamp_to_box(point, half));
    if !(slope(0.0) < 0.0) {
        return found(start);
    }
    if !(slope(1.0) > 0.0) {
        return found(end);
    }
    let (mut low, mut high) = (0.0, 1.0);
    for axis in 0..W::DIM {
        for side in [-half.get(axis), half.get(axis)] {
            // Infinite, or NaN, of a segment that runs along the face.
            let crossing = (side - start.get(axis)) / along.get(axis);
            if low < crossing && crossing < high {
                *(if slope(crossing) > 0.0 { &mut high } else { &mut low }) = crossing;
            }
        }
    }
    // Between the two it is beyond the same faces all along.
    let middle = at(0.5 * (low + high));
    let (mut sum, mut whole) = (0.0, 0.0);
    for axis in 0..W::DIM {
        let side = clamp(middle.get(axis), half.get(axis));
        let run = if side != middle.get(axis) { along.get(axis) } else { 0.0 };
        sum += run * (side - start.get(axis));
        whole += run * run;
    }
    let root = sum / whole;
    // NaN of a segment that enters the box: anywhere in it will do.
    found(at(if root > high {
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

    /// No point of the segment is nearer: by looking at a thousand, and closely at those about the best.
    fn check<W: Vector<Scalar = f64, Wide = W>>(seed: u64) {
        let mut random = Random::new(seed);
        for _ in 0..2000 {
            let half = W::from_fn(|_| random.pick(&[0.0, 0.3, 1.0]));
            let mut end = || {
                let at = random.in_ball(W::DIM);
                W::from_fn(|axis| random.pick(&[2.0 * at[axis], half.get(axis), -half.get(axis), 0.0]))
            };
            let ends = [end(), end()];
            let (on_segment, foot) = nearest(ends, half);
            assert!((0..W::DIM).all(|axis| foot.get(axis).abs() <= half.get(axis)), "{ends:?} {half:?}");
            let apart = |part: f64| {
                let point = ends[0] + (ends[1] - ends[0]) * part;
                let beyond = W::from_fn(|axis| (point.get(axis).abs() - half.get(axis)).max(0.0));
                beyond.length()
            };
            let best = (0..=1000).map(|part| f64::from(part) / 1000.0).map(apart).fold(f64::INFINITY, f64::min);
            assert!((on_segment - foot).length() <= best + 1e-14, "{ends:?} {half:?}: {on_segment:?} {foot:?}, not {best}");
        }
    }

    #[test]
    fn no_point_of_the_segment_is_nearer_to_the_box() {
        check::<DVec3>(1);
        check::<DVec2>(2);
    }
}
