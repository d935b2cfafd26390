//! A polygon in the plane that features are projected onto, and the corners of it that clipping can
//! skip.
//!
//! * Round caps have 32 corners. Where two caps are tilted, the gap at most corners exceeds the
//!   limit, and a solver ignores points there.
//! * The gap between two planes is linear, so it exceeds the limit on one side of a line. The
//!   corners there are removed, except those next to a corner on the near side. What remains
//!   contains the whole part of a convex polygon that is within the limit.

use glam::DVec2;

/// Only polygons with more corners than this are searched for corners to remove, and get a bounding
/// circle. Larger: long faces are clipped at corners that are dropped anyway. Smaller: for
/// triangles and quadrilaterals the search costs more than it saves; and faces of up to eight
/// corners may be sampled from a support map, and then are not always convex.
const SHORT: usize = 8;

/// A corner, and the tag of the edge that leaves it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PolygonVertex {
    pub(super) at: DVec2,
    pub(super) edge: u32,
}

/// The far side of a line: the points whose dot product with `outward` is more than `limit`. NaN is
/// never in it.
#[derive(Clone, Copy)]
pub(super) struct FarSide {
    pub(super) outward: DVec2,
    pub(super) limit: f64,
}

impl FarSide {
    #[inline(always)]
    fn contains(self, at: DVec2) -> bool {
        at.x * self.outward.x + at.y * self.outward.y > self.limit
    }
}

/// A polygon in a buffer that is never shortened: refilling it costs more than clipping two
/// corners.
#[derive(Clone, Debug, Default)]
pub(super) struct Polygon {
    buffer: Vec<PolygonVertex>,
    pub(super) count: usize,
}

impl Polygon {
    pub(super) fn vertices(&self) -> &[PolygonVertex] {
        &self.buffer[..self.count]
    }

    /// That many vertices to overwrite. Does not change `count`.
    pub(super) fn room(&mut self, count: usize) -> &mut [PolygonVertex] {
        if self.buffer.len() < count {
            self.buffer.resize(count, PolygonVertex::default());
        }
        &mut self.buffer[..count]
    }

    /// Whether clipping it takes longer than searching it for corners to remove.
    #[inline]
    pub(super) fn is_long(&self) -> bool {
        self.count > SHORT
    }

    /// Removes each corner that is on the far side together with both of its neighbours. One edge,
    /// with the tag of the first that it replaces, joins the two corners that stay. It is on the
    /// far side throughout, so the rest of a convex polygon is unchanged. If every corner is on the
    /// far side, none is left.
    pub(super) fn remove_corners(&mut self, far: FarSide) {
        let vertices = &mut self.buffer[..self.count];
        let (Some(&first), Some(&last)) = (vertices.first(), vertices.last()) else { return };
        let (mut last_is_far, mut this_is_far) = (far.contains(last.at), far.contains(first.at));
        let (mut this, mut kept) = (first, 0);
        for place in 1..=vertices.len() {
            let next = if place < vertices.len() { vertices[place] } else { first };
            let next_is_far = far.contains(next.at);
            // Always written, counted only if kept: a branch would be unpredictable.
            vertices[kept] = this;
            kept += usize::from(!(last_is_far & this_is_far & next_is_far));
            (last_is_far, this_is_far, this) = (this_is_far, next_is_far, next);
        }
        self.count = kept;
    }

    /// A bounding circle, not the smallest: center and radius.
    pub(super) fn bounding_circle(&self) -> Option<(DVec2, f64)> {
        let [first, others @ ..] = self.vertices() else { return None };
        let (least, most) = others.iter().fold((first.at, first.at), |(least, most), vertex| (least.min(vertex.at), most.max(vertex.at)));
        let center = (least + most) * 0.5;
        let squared = self.vertices().iter().map(|vertex| (vertex.at - center).length_squared());
        Some((center, squared.fold(0.0, f64::max).sqrt()))
    }
}

#[cfg(test)]
mod tests {
    use super::{FarSide, Polygon, PolygonVertex};
    use crate::clip::space::Buffers;
    use crate::clip::{Clipped, Limits, WideSpace};
    use clinch_shapes::{Convex, Corner, Cylinder, EdgeId, Face, Segment};
    use clinch_support::{Vector, VertexId};
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

    fn edges_left(outward: DVec2, limit: f64) -> Vec<u32> {
        let mut polygon = octagon();
        polygon.remove_corners(FarSide { outward, limit });
        polygon.vertices().iter().map(|vertex| vertex.edge).collect()
    }

    #[test]
    fn a_far_corner_stays_if_a_neighbour_is_near() {
        assert_eq!(edges_left(DVec2::NEG_X, -1.5), [0, 1, 2, 7]);
        assert_eq!(edges_left(DVec2::X, -1.5), [3, 4, 5, 6]);
        assert_eq!(edges_left(DVec2::X, 1.5).len(), 8);
    }

    #[test]
    fn nothing_stays_of_a_far_polygon_and_all_of_one_with_nan() {
        assert!(edges_left(DVec2::X, -3.0).is_empty());
        assert_eq!(edges_left(DVec2::X, f64::NAN).len(), 8);
    }

    #[test]
    fn the_circle_touches_the_corners() {
        assert_eq!(octagon().bounding_circle(), Some((DVec2::ZERO, 5.0_f64.sqrt())));
    }

    /// A cap of a cylinder, an irregular polygon on an ellipse, or a segment, of about this size.
    /// It faces along `up` before a random rotation, of which it is turned by the fraction `turn`.
    fn feature(random: &mut Random, up: DVec3, turn: f64, size: f64) -> Vec<Corner<DVec3>> {
        let mut face = Face::default();
        match random.below(3) {
            0 => Cylinder::<DVec3>::new(0.5, random.range(0.5, 1.5)).unwrap().face(up, &mut face),
            1 => {
                let half_widths = DVec3::new(random.range(0.2, 1.0), 0.0, random.range(0.2, 1.0));
                let mut angles: Vec<DVec3> = (0..9 + random.below(6)).map(|_| random.direction(2)).collect();
                angles.sort_by(|one, other| libm::atan2(one.y, one.x).total_cmp(&libm::atan2(other.y, other.x)));
                let corner = |(place, angle): (usize, &DVec3)| {
                    // Counter-clockwise as seen from outside, where z is to the right of x.
                    let point = DVec3::new(angle.x, 0.0, -up.y * angle.y) * half_widths + up * 0.5;
                    Corner { point: point.as_vec3().as_dvec3(), vertex: VertexId::new(place), edge: EdgeId(place as u32) }
                };
                face.corners.extend(angles.iter().enumerate().map(corner));
            }
            _ => {
                let [from, to] = [random.direction(3), random.direction(3)].map(|end| end * DVec3::new(1.0, 0.1, 1.0));
                Segment::new(from, to).unwrap().face(up, &mut face);
            }
        }
        let turned = DMat3::from_quat(DQuat::IDENTITY.lerp(DQuat::from_array(random.quaternion()), turn).normalize());
        let at = random.in_ball(3) * 0.5;
        face.corners.iter().map(|&corner| Corner { point: turned * corner.point * size + at, ..corner }).collect()
    }

    fn clip(features: [&[Corner<DVec3>]; 2], most_gap: f64, buffers: &mut Buffers) -> Vec<Clipped<DVec3>> {
        let mut clipped = Vec::new();
        DVec3::clip(DVec3::Y, features, Limits::of_gap(most_gap), buffers, &mut clipped);
        clipped.sort_by_key(|point| point.feature);
        clipped
    }

    #[test]
    fn the_corners_removed_change_no_point_within_the_limit() {
        let (mut random, mut buffers) = (Random::new(11), Buffers::default());
        let (mut left, mut dropped) = (0, 0);
        for _ in 0..20_000 {
            let turn = if random.chance(0.1) { 0.0 } else { random.power(-3.0, 0.0) };
            let size = if random.chance(0.5) { 1.0 } else { random.power(-3.0, 0.0) };
            let a = feature(&mut random, DVec3::Y, turn, 1.0);
            let b = feature(&mut random, DVec3::NEG_Y, turn, size);
            let all = clip([&a, &b], f64::INFINITY, &mut buffers);
            let gap = |point: &Clipped<DVec3>| point.on_b.y - point.on_a.y;
            if all.is_empty() {
                continue;
            }
            // One of the points is at the limit.
            let most_gap = gap(&all[random.below(all.len())]) + 1e-9;
            let within = clip([&a, &b], most_gap, &mut buffers);
            let near = |points: &[Clipped<DVec3>]| points.iter().filter(|&point| gap(point) <= most_gap).copied().collect::<Vec<_>>();
            let (expected, got) = (near(&all), near(&within));
            assert_eq!(expected.len(), got.len(), "{a:?} {b:?} {most_gap}");
            for (expected, got) in expected.iter().zip(&got) {
                assert_eq!(expected.feature, got.feature);
                assert!(Vector::max_abs(expected.on_a - got.on_a) < 1e-11 && Vector::max_abs(expected.on_b - got.on_b) < 1e-11);
            }
            left += got.len();
            dropped += all.len() - within.len();
        }
        assert!(left > 20_000 && dropped > 20_000, "{left} {dropped}");
    }
}
