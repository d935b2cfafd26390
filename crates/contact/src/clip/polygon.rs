//! A convex polygon in the plane that features are projected onto, and the parts of it that clipping
//! need not look at.
//!
//! * Round caps have 32 corners. Of two caps that are tilted against each other most are farther
//!   apart than the margin, and of no use to a solver.
//! * The gap between two planes is linear. So the corners where it is larger than the limit are on
//!   one side of a line, and what is left without them is a convex polygon that has every point
//!   within the limit.

use glam::DVec2;

/// Polygons with more corners are looked through before they are clipped. Larger: long polygons are
/// clipped at corners that are then dropped. Smaller: the look costs more than clipping triangles
/// and quadrilaterals.
const FEW: usize = 4;

/// A corner, and the tag of the edge that leaves it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PolygonVertex {
    pub(super) at: DVec2,
    pub(super) edge: u32,
}

/// One side of a line: the points whose product with `outward` is more than `limit`.
#[derive(Clone, Copy)]
pub(super) struct Beyond {
    pub(super) outward: DVec2,
    pub(super) limit: f64,
}

impl Beyond {
    #[inline(always)]
    fn has(self, at: DVec2) -> bool {
        at.x * self.outward.x + at.y * self.outward.y > self.limit
    }
}

/// A polygon in a buffer that keeps its length: to fill it takes longer than to clip two corners.
#[derive(Clone, Debug, Default)]
pub(super) struct Polygon {
    buffer: Vec<PolygonVertex>,
    pub(super) count: usize,
}

impl Polygon {
    pub(super) fn vertices(&self) -> &[PolygonVertex] {
        &self.buffer[..self.count]
    }

    /// Room for so many vertices, which are to be written.
    pub(super) fn room(&mut self, count: usize) -> &mut [PolygonVertex] {
        if self.buffer.len() < count {
            self.buffer.resize(count, PolygonVertex::default());
        }
        &mut self.buffer[..count]
    }

    /// Whether clipping it takes longer than looking through it.
    #[inline]
    pub(super) fn is_long(&self) -> bool {
        self.count > FEW
    }

    /// Leaves out corners beyond a line whose two neighbours are beyond it, too. The edge that takes
    /// their place is beyond the line from end to end, so the polygon loses nothing on this side.
    /// Without corners if all are beyond.
    pub(super) fn leave_out(&mut self, beyond: Beyond) {
        let vertices = &mut self.buffer[..self.count];
        let (Some(&first), Some(&last)) = (vertices.first(), vertices.last()) else { return };
        let (mut last_was, mut this_is) = (beyond.has(last.at), beyond.has(first.at));
        let (mut this, mut kept) = (first, 0);
        for place in 1..=vertices.len() {
            let next = if place < vertices.len() { vertices[place] } else { first };
            let next_is = beyond.has(next.at);
            // Written and then counted or not: a branch would be unpredictable.
            vertices[kept] = this;
            kept += usize::from(!(last_was & this_is & next_is));
            (last_was, this_is, this) = (this_is, next_is, next);
        }
        self.count = kept;
    }

    /// A circle around all corners: center and radius.
    pub(super) fn circle_around(&self) -> Option<(DVec2, f64)> {
        let [first, others @ ..] = self.vertices() else { return None };
        let (least, most) = others.iter().fold((first.at, first.at), |(least, most), vertex| (least.min(vertex.at), most.max(vertex.at)));
        let center = (least + most) * 0.5;
        let squared = self.vertices().iter().map(|vertex| (vertex.at - center).length_squared());
        Some((center, squared.fold(0.0, f64::max).sqrt()))
    }
}

#[cfg(test)]
mod tests {
    use super::{Beyond, Polygon, PolygonVertex};
    use crate::clip::space::Buffers;
    use crate::clip::{Clipped, WideSpace};
    use clinch_shapes::{Convex, Corner, Cylinder, Face, Segment};
    use clinch_support::Vector;
    use clinch_testkit::random::Random;
    use glam::{DMat3, DQuat, DVec2, DVec3};

    fn octagon() -> Polygon {
        let corners = [(2, -1), (2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2)];
        let mut polygon = Polygon::default();
        for (place, (vertex, (x, y))) in polygon.room(8).iter_mut().zip(corners).enumerate() {
            *vertex = PolygonVertex { at: DVec2::new(f64::from(x), f64::from(y)), edge: place as u32 };
        }
        polygon.count = 8;
        polygon
    }

    fn edges(polygon: &Polygon) -> Vec<u32> {
        polygon.vertices().iter().map(|vertex| vertex.edge).collect()
    }

    #[test]
    fn a_corner_beyond_stays_if_a_neighbour_is_not() {
        let mut polygon = octagon();
        polygon.leave_out(Beyond { outward: DVec2::NEG_X, limit: -1.5 });
        assert_eq!(edges(&polygon), [0, 1, 2, 7]);

        let mut polygon = octagon();
        polygon.leave_out(Beyond { outward: DVec2::X, limit: -1.5 });
        assert_eq!(edges(&polygon), [3, 4, 5, 6]);

        let mut polygon = octagon();
        polygon.leave_out(Beyond { outward: DVec2::X, limit: 1.5 });
        assert_eq!(edges(&polygon).len(), 8);
    }

    #[test]
    fn nothing_stays_of_a_polygon_beyond_and_all_of_one_with_nan() {
        let mut polygon = octagon();
        polygon.leave_out(Beyond { outward: DVec2::X, limit: -3.0 });
        assert_eq!(polygon.count, 0);

        let mut polygon = octagon();
        polygon.leave_out(Beyond { outward: DVec2::X, limit: f64::NAN });
        assert_eq!(polygon.count, 8);
    }

    #[test]
    fn the_circle_touches_the_corners() {
        assert_eq!(octagon().circle_around(), Some((DVec2::ZERO, 5.0_f64.sqrt())));
    }

    /// A cap of a cylinder, or in a third of all cases a segment, turned by up to `tilt` and moved.
    fn feature(random: &mut Random, tilt: f64, up: DVec3) -> Vec<Corner<DVec3>> {
        let turn = DQuat::from_array(random.quaternion()).lerp(DQuat::IDENTITY, 1.0 - tilt).normalize();
        let at = random.in_ball(3) * 0.5;
        let mut face = Face::default();
        if random.chance(0.3) {
            let [from, to] = [random.direction(3), random.direction(3)].map(|end| end * DVec3::new(1.0, 0.1, 1.0));
            Segment::new(from, to).unwrap().face(up, &mut face);
        } else {
            Cylinder::<DVec3>::new(0.5, random.range(0.5, 1.5)).unwrap().face(up, &mut face);
        }
        face.corners.iter().map(|&corner| Corner { point: DMat3::from_quat(turn) * corner.point + at, ..corner }).collect()
    }

    fn clip(features: [&[Corner<DVec3>]; 2], most_gap: f64, buffers: &mut Buffers) -> Vec<Clipped<DVec3>> {
        let mut clipped = Vec::new();
        DVec3::clip(DVec3::Y, features, most_gap, buffers, &mut clipped);
        clipped.sort_by_key(|point| point.feature);
        clipped
    }

    #[test]
    fn what_is_left_out_changes_no_point_within_the_limit() {
        let (mut random, mut buffers) = (Random::new(11), Buffers::default());
        let (mut left, mut dropped) = (0, 0);
        for _ in 0..4_000 {
            let tilt = random.power(-3.0, 0.0);
            let [a, b] = [DVec3::Y, DVec3::NEG_Y].map(|up| feature(&mut random, tilt, up));
            let all = clip([&a, &b], f64::INFINITY, &mut buffers);
            let gap = |point: &Clipped<DVec3>| point.on_b.y - point.on_a.y;
            let least = all.iter().map(gap).fold(f64::INFINITY, f64::min);
            let most_gap = least + random.power(-3.0, 0.0);
            let within = clip([&a, &b], most_gap, &mut buffers);
            // Those at the limit may be in either.
            let surely = |point: &&Clipped<DVec3>| gap(point) < most_gap - 1e-4;
            let expected: Vec<_> = all.iter().filter(surely).collect();
            let got: Vec<_> = within.iter().filter(surely).collect();
            assert_eq!(expected.len(), got.len(), "{a:?} {b:?} {most_gap}");
            for (expected, got) in expected.into_iter().zip(got) {
                assert_eq!(expected.feature, got.feature);
                assert!(Vector::max_abs(expected.on_a - got.on_a) < 1e-12 && Vector::max_abs(expected.on_b - got.on_b) < 1e-12);
                left += 1;
            }
            dropped += all.len() - within.len();
        }
        assert!(left > 8_000 && dropped > 8_000, "{left} {dropped}");
    }
}
