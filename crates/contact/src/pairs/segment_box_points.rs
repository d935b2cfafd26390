//! The contact points of a segment on a face of a box, in the box's frame.
//!
//! * As of an edge clipped by a polygon (`clip/space.rs`), with the same features, and with the
//!   same points but for rounding. A segment that is nearly steep to the normal, one along a side
//!   of the face that may touch the box there, and a box that is almost flat across the normal are
//!   left to that.
//! * The segment is projected onto the face along the normal. In the box's frame the sides of the
//!   face are at the half extents: no plane, no side and no corner is computed.

use clinch_shapes::{Cuboid, EdgeId, STEEP_EDGE};
use clinch_support::{Scalar, Vector, VertexId};

use crate::clip::{INSIDE, PARALLEL, tag};
use crate::manifold::FeatureId;
use crate::pairs::box_box::BoxFace;
use crate::pairs::point_box::clamp;

/// A face at least this wide, relative to its length, is clipped as a polygon whatever the normal
/// is. Larger: more boxes are left to the general clipping. Smaller: a face that is a needle there
/// is a polygon here.
const WIDE: f64 = 4.0 * INSIDE;

/// Segments steeper than the limit by more than this part have no points but the nearest. Larger:
/// more are left to the general clipping. Smaller: rounding of the normal to `f32` decides here
/// other than there.
const CLEARLY: f64 = 1e-5;

/// A segment and a box in 3D that face each other, both in the box's frame.
pub(super) struct SegmentOnBox<W> {
    pub(super) ends: [W; 2],
    pub(super) half: W,
    /// Unit, from the box to the segment.
    pub(super) outward: W,
    /// The face of the box that the segment is in front of.
    pub(super) face: BoxFace,
    pub(super) box_is_a: bool,
}

/// An end of what a segment and a face share, in the box's frame: straight above each other along
/// the normal, but for the tolerance of the sides.
pub(super) struct Shared<W> {
    pub(super) on_segment: W,
    pub(super) on_box: W,
    pub(super) feature: FeatureId,
}

/// A place on the segment where its projection enters or leaves the face.
#[derive(Clone, Copy)]
struct Crossing {
    fraction: f64,
    tag: u32,
}

/// What of a projected segment is over a face.
enum OnFace {
    Nothing,
    Between([Crossing; 2]),
    /// It is nearly parallel to a side, and is partly beyond it or seen along a normal that is not
    /// that of the face: it may touch the box on that side.
    BesideSide,
}

impl<W: Vector<Scalar = f64, Wide = W>> SegmentOnBox<W> {
    /// The ends of what the segment and the face share: none, or two. `None` if the general
    /// clipping must decide.
    #[inline]
    pub(super) fn shared(&self) -> Option<[Option<Shared<W>>; 2]> {
        let &Self { ends: [start, end], half, outward, face, .. } = self;
        let (up, [u, v]) = (face.axis, face.tangents());
        let (half_u, half_v) = (half.get(u), half.get(v));
        let (length, width) = if half_u > half_v { (half_u, half_v) } else { (half_v, half_u) };
        if !(width > WIDE * length) {
            return None;
        }
        let along = end - start;
        let (rise, limit) = (along.dot(outward), STEEP_EDGE * STEEP_EDGE * along.length_squared());
        if rise * rise > limit * (1.0 + CLEARLY) {
            return Some([None, None]);
        }
        if !(rise * rise < limit * (1.0 - CLEARLY)) {
            return None;
        }
        // Projected onto the plane of the face.
        let top = face.sign * half.get(up);
        let per_height = outward.get(up).recip();
        let projected = |point: W| {
            let height = (point.get(up) - top) * per_height;
            [point.get(u) - outward.get(u) * height, point.get(v) - outward.get(v) * height]
        };
        let projected = [projected(start), projected(end)];
        let [enter, leave] = match self.clip(projected, [up, u, v], length) {
            OnFace::Nothing => return Some([None, None]),
            OnFace::Between(ends) => ends,
            OnFace::BesideSide => return None,
        };
        let edge = if self.box_is_a { tag::edge_of_b(EdgeId(0)) } else { tag::edge_of_a(EdgeId(0)) };
        let shared = |Crossing { fraction, tag }: Crossing| {
            let at = |place: usize, half: f64| clamp(projected[0][place] + (projected[1][place] - projected[0][place]) * fraction, half);
            let (at_u, at_v) = (at(0, half_u), at(1, half_v));
            let on_box = W::from_fn(|axis| {
                if axis == up {
                    top
                } else if axis == u {
                    at_u
                } else {
                    at_v
                }
            });
            Some(Shared { on_segment: start + along * fraction, on_box, feature: FeatureId::meeting(edge, tag) })
        };
        // A segment that leaves where it enters shares a point.
        Some([shared(enter), if enter.fraction < leave.fraction { shared(leave) } else { None }])
    }

    /// The part of the projected segment over the face, whose longer side is twice `length`.
    #[inline]
    fn clip(&self, [from, to]: [[f64; 2]; 2], [up, u, v]: [usize; 3], length: f64) -> OnFace {
        let along = [to[0] - from[0], to[1] - from[1]];
        let [run_u, run_v] = [along[0].abs(), along[1].abs()];
        let run = if run_u > run_v { run_u } else { run_v };
        let slack = INSIDE * if run < 2.0 * length { run } else { 2.0 * length };
        // No square root: nearly parallel to one side, it is as long as its part along that.
        let most_across = PARALLEL * run;
        let end = |place| if self.box_is_a { tag::end_of_b(VertexId::new(place)) } else { tag::end_of_a(VertexId::new(place)) };
        let (mut enter, mut leave) = (Crossing { fraction: 0.0, tag: end(0) }, Crossing { fraction: 1.0, tag: end(1) });
        let base = usize::from(self.face.sign > 0.0) << up;
        for (place, (axis, other)) in [(u, v), (v, u)].into_iter().enumerate() {
            let half = self.half.get(axis);
            let is_parallel = along[place].abs() < most_across;
            if is_parallel && self.outward.get(axis).abs() > INSIDE {
                return OnFace::BesideSide;
            }
            for positive in [false, true] {
                let depth = |at: [f64; 2]| half - at[place].signed(positive);
                let (depth_from, depth_to) = (depth(from), depth(to));
                let (stays, stays_next) = (depth_from >= -slack, depth_to >= -slack);
                if stays && stays_next {
                    continue;
                }
                if is_parallel {
                    return OnFace::BesideSide;
                }
                if stays == stays_next {
                    return OnFace::Nothing;
                }
                let fraction = (depth_from / (depth_from - depth_to)).clamp(0.0, 1.0);
                let edge = Cuboid::<W>::edge(other, VertexId::new(base | usize::from(positive) << axis));
                let tag = if self.box_is_a { tag::edge_of_a(edge) } else { tag::edge_of_b(edge) };
                if stays && fraction < leave.fraction {
                    leave = Crossing { fraction, tag };
                } else if !stays && fraction > enter.fraction {
                    enter = Crossing { fraction, tag };
                }
            }
        }
        if enter.fraction <= leave.fraction { OnFace::Between([enter, leave]) } else { OnFace::Nothing }
    }
}

#[cfg(test)]
mod tests {
    use clinch_shapes::{Convex, Corner, Cuboid, EdgeId, Face};
    use clinch_support::VertexId;
    use clinch_testkit::random::Random;
    use glam::DVec3;

    use super::{SegmentOnBox, Shared};
    use crate::clip::{Clipped, Limits, WideSpace};
    use crate::pairs::box_box::BoxFace;

    /// What the general clipping gives: the points of the segment and of the box, and features.
    fn general(ends: [DVec3; 2], block: &Cuboid<DVec3>, outward: DVec3, box_is_a: bool) -> Vec<Shared<DVec3>> {
        let mut face = Face::new();
        block.face(outward, &mut face);
        let segment = [0, 1].map(|place| Corner { point: ends[place], vertex: VertexId::new(place), edge: EdgeId(0) });
        let (mut clipped, mut buffers) = (Vec::new(), Default::default());
        if box_is_a {
            DVec3::clip(outward, [&face.corners, &segment], Limits::of_gap(f64::INFINITY), &mut buffers, &mut clipped);
        } else {
            DVec3::clip(-outward, [&segment, &face.corners], Limits::of_gap(f64::INFINITY), &mut buffers, &mut clipped);
        }
        let shared = |Clipped { on_a, on_b, feature }: Clipped<DVec3>| {
            let [on_box, on_segment] = if box_is_a { [on_a, on_b] } else { [on_b, on_a] };
            Shared { on_segment, on_box, feature }
        };
        clipped.into_iter().map(shared).collect()
    }

    #[test]
    fn points_and_features_are_those_of_the_general_clipping() {
        let mut random = Random::new(3);
        let (mut none, mut two) = (0, 0);
        for round in 0..20_000 {
            let half = DVec3::from_array([0; 3].map(|_| random.range(0.2, 1.0)));
            let block = Cuboid::new(half).expect("sizes");
            // Mostly along a face, so that the segment is not steep.
            let outward = (random.direction(3) + DVec3::Y * random.pick(&[0.0, 3.0, -3.0])).normalize();
            let middle = random.in_ball(3) * 1.2;
            let along = random.direction(3).reject_from(outward) + outward * random.range(-0.1, 0.1);
            let ends = [middle - along, middle + along].map(|end| end + outward * 2.0);
            let on_box = SegmentOnBox { ends, half, outward, face: BoxFace::toward(outward), box_is_a: round % 2 == 0 };
            let Some(found) = on_box.shared() else { continue };
            let found: Vec<Shared<DVec3>> = found.into_iter().flatten().collect();
            let steep = along.dot(outward).abs() > 0.5 * along.length();
            let expected = if steep { Vec::new() } else { general(ends, &block, outward, round % 2 == 0) };
            assert_eq!(found.len(), expected.len(), "round {round}");
            for (found, expected) in found.iter().zip(&expected) {
                assert_eq!(found.feature, expected.feature, "round {round}");
                assert!(found.on_segment.distance(expected.on_segment) < 1e-12 && found.on_box.distance(expected.on_box) < 1e-12);
            }
            none += usize::from(found.is_empty());
            two += usize::from(found.len() == 2);
        }
        assert!(none > 1000 && two > 1000, "{none} {two}");
    }
}
