//! Clips a polygon of three or four corners against a face of a box, in the box's frame. The result
//! is that of `space.rs` for two polygons.
//!
//! * Projected onto the face along the normal, the box's sides are at its half extents: no side of
//!   the face and no corner is computed. The gap is linear over the polygon.
//! * The corners of the overlap are the corners of the face under the polygon, the corners of the
//!   polygon over the face, and the crossings of their sides: each side of the polygon is clipped
//!   by the slabs between opposite sides of the face.
//! * Where rounding could decide whether one of these exists, as for a corner on a side, two
//!   polygons are clipped. So they are if a face is a needle, or steep to the normal.

use clinch_shapes::{Corner, Cuboid, STEEP_FACE};
use clinch_support::{Scalar, Vector, cross};

use crate::clip::space::GAP_SLACK;
use crate::clip::{INSIDE, tag};
use crate::manifold::FeatureId;
use crate::pairs::box_box::{BoxFace, IdsOfA};

/// A corner nearer to a side than this many times the tolerance of [`INSIDE`] is ambiguous: lengths
/// on the face may be longer than across the normal. Larger: more faces are clipped as polygons.
/// Smaller: other points than there, or none.
const AMBIGUOUS: f64 = 4.0 * INSIDE;

/// A polygon of another shape in front of a box, in the box's frame.
pub(crate) struct PolygonOnBox<'c, W> {
    half: W,
    /// Unit, from the box to the other shape.
    outward: W,
    /// The same in the scalar of the shapes, by which a box chooses its face.
    chooses: W,
    corners: &'c [Corner<W>],
    most_gap: f64,
    box_is_a: bool,
}

/// A point projected onto the box's face along the normal: its coordinates there, and the gap.
#[derive(Clone, Copy)]
struct Projected {
    u: f64,
    v: f64,
    gap: f64,
}

impl<'c, W: Vector<Scalar = f64, Wide = W>> PolygonOnBox<'c, W> {
    /// A polygon that faces a box along `outward`, a unit vector from the box to the polygon. Both
    /// are in the box's frame. Corners with a larger gap than `most_gap` may be left out.
    #[inline]
    pub(crate) fn new<V: Vector<Wide = W>>(block: &Cuboid<V>, outward: W, corners: &'c [Corner<W>], most_gap: f64, box_is_a: bool) -> Self {
        Self { half: block.half().widen(), outward, chooses: V::narrow(outward).widen(), corners, most_gap, box_is_a }
    }

    /// Adds the corners of the overlap: the points on the box and on the polygon, straight above
    /// each other along the normal. `false`, and nothing is added, if two polygons must be clipped.
    pub(crate) fn clip(&self, add: &mut impl FnMut([W; 2], FeatureId)) -> bool {
        match *self.corners {
            [a, b, c] => self.clip_corners([a, b, c], add),
            [a, b, c, d] => self.clip_corners([a, b, c, d], add),
            _ => false,
        }
    }

    #[inline(always)]
    fn clip_corners<const N: usize>(&self, corners: [Corner<W>; N], add: &mut impl FnMut([W; 2], FeatureId)) -> bool {
        let Some(overlap) = Overlap::new(self, corners.map(|corner| corner.point)) else { return false };
        let Some(under) = overlap.corners_under_polygon() else { return false };
        let most_gap = self.most_gap + GAP_SLACK * (self.half.sum_abs() + overlap.extent + self.most_gap.abs());
        let mut add_at = |at: Projected, feature: FeatureId| {
            if !(at.gap > most_gap) {
                let on_box = overlap.on_box(at);
                add([on_box, on_box + self.outward * at.gap], feature);
            }
        };
        let ids = IdsOfA::of(overlap.face);
        let box_edge = |side: usize| if self.box_is_a { ids.edges[side] } else { tag::of_b(ids.edges[side]) };
        for (corner, [positive_u, positive_v]) in SIGNS.into_iter().enumerate() {
            if under[corner] {
                let sides = [usize::from(!positive_u), 2 + usize::from(!positive_v)].map(box_edge);
                add_at(overlap.corner_of_face([positive_u, positive_v]), FeatureId::meeting(sides[0], sides[1]));
            }
        }
        let polygon_edge = |place: usize| {
            let edge = corners[place].edge;
            if self.box_is_a { tag::edge_of_b(edge) } else { tag::edge_of_a(edge) }
        };
        for place in 0..N {
            let (from, to) = (overlap.polygon[place], overlap.polygon[(place + 1) % N]);
            let Some([begin, end]) = part_over_face([from.u, from.v], [to.u, to.v], overlap.half) else { continue };
            let edge = polygon_edge(place);
            let before = || polygon_edge((place + N - 1) % N);
            add_at(from.toward(to, begin.0), FeatureId::meeting(begin.1.map_or_else(before, box_edge), edge));
            if let (fraction, Some(side)) = end {
                add_at(from.toward(to, fraction), FeatureId::meeting(box_edge(side), edge));
            }
        }
        true
    }
}

/// The signs of the corners of a face along its two axes, in order around it.
const SIGNS: [[bool; 2]; 4] = [[false, false], [true, false], [true, true], [false, true]];

/// A polygon of `N` corners that is projected onto a face of a box.
struct Overlap<const N: usize> {
    face: BoxFace,
    /// The height of the face along its axis.
    top: f64,
    /// The half extents of the face along its two axes.
    half: [f64; 2],
    polygon: [Projected; N],
    /// By how much the gap grows along each of them.
    slope: [f64; 2],
    /// 1 if the polygon is counter-clockwise in the two axes, else −1.
    turn: f64,
    /// The largest distance of its corners from the first along an axis.
    extent: f64,
    slack: f64,
}

impl<const N: usize> Overlap<N> {
    /// `None` if the polygon or the face is a needle, or the polygon is steep to the normal.
    #[inline(always)]
    fn new<W: Vector<Scalar = f64>>(of: &PolygonOnBox<'_, W>, corners: [W; N]) -> Option<Self> {
        let &PolygonOnBox { half, outward, chooses, .. } = of;
        let size = |axis: usize| chooses.get(axis).abs();
        let axis = (1..3).fold(0, |up, axis| if size(axis) > size(up) { axis } else { up });
        let face = BoxFace { axis, sign: if chooses.get(axis) > 0.0 { 1.0 } else { -1.0 } };
        let [u, v] = face.tangents();
        let (top, half) = (face.sign * half.get(axis), [half.get(u), half.get(v)]);
        // Twice the area: of a quadrilateral by its diagonals.
        let from_first = |place: usize| corners[place] - corners[0];
        let area = if N == 4 { cross(from_first(2), corners[3] - corners[1]) } else { cross(from_first(1), from_first(2)) };
        let along = area.dot(outward);
        let is_steep = !(along * along > STEEP_FACE * STEEP_FACE * area.length_squared());
        let per_gap = outward.get(axis).recip();
        let mut polygon = [Projected { u: 0.0, v: 0.0, gap: 0.0 }; N];
        let (mut squared_size, mut extent) = (0.0, 0.0);
        for (place, corner) in corners.into_iter().enumerate() {
            let gap = (corner.get(axis) - top) * per_gap;
            polygon[place] = Projected { u: corner.get(u) - gap * outward.get(u), v: corner.get(v) - gap * outward.get(v), gap };
            let (offset_u, offset_v) = (polygon[place].u - polygon[0].u, polygon[place].v - polygon[0].v);
            extent = greater(offset_u.abs(), greater(offset_v.abs(), extent));
            squared_size = greater(from_first(place).length_squared(), squared_size);
        }
        let (length, width) = if half[0] > half[1] { (half[0], half[1]) } else { (half[1], half[0]) };
        let slack = AMBIGUOUS * if extent < 2.0 * length { extent } else { 2.0 * length };
        let is_needle = !(area.max_abs() > INSIDE * squared_size) || !(width > slack);
        let slope = [u, v].map(|axis| -area.get(axis) / along);
        let turn = if along * outward.get(axis) < 0.0 { -1.0 } else { 1.0 };
        (!is_steep && !is_needle).then_some(Self { face, top, half, polygon, slope, turn, extent, slack })
    }

    /// Which corners of the face are under the polygon, in the order of [`SIGNS`]. `None` if a
    /// corner of one is on a side of the other.
    #[inline(always)]
    fn corners_under_polygon(&self) -> Option<[bool; 4]> {
        let &Self { half: [half_u, half_v], slack, turn, .. } = self;
        let (mut under, mut is_clear) = ([true; 4], true);
        for place in 0..N {
            let (from, to) = (self.polygon[place], self.polygon[(place + 1) % N]);
            let (side_u, side_v) = ((to.u - from.u) * turn, (to.v - from.v) * turn);
            let squared_slack = slack * slack * (side_u * side_u + side_v * side_v);
            // How deep each corner is inside of this side, in units of the length of the side.
            let (middle, by_u, by_v) = (side_v * from.u - side_u * from.v, side_v * half_u, side_u * half_v);
            let depths = [middle + by_u - by_v, middle - by_u - by_v, middle - by_u + by_v, middle + by_u + by_v];
            for (corner, depth) in depths.into_iter().enumerate() {
                is_clear &= depth * depth > squared_slack;
                under[corner] &= depth > 0.0;
            }
            is_clear &= ((from.u.abs() - half_u).abs() > slack) & ((from.v.abs() - half_v).abs() > slack);
        }
        is_clear.then_some(under)
    }

    /// A corner of the face, and the gap there.
    #[inline(always)]
    fn corner_of_face(&self, positive: [bool; 2]) -> Projected {
        let (first, u, v) = (self.polygon[0], self.half[0].signed(positive[0]), self.half[1].signed(positive[1]));
        Projected { u, v, gap: first.gap + self.slope[0] * (u - first.u) + self.slope[1] * (v - first.v) }
    }

    /// The point of the face, in the box's frame.
    #[inline(always)]
    fn on_box<W: Vector<Scalar = f64>>(&self, at: Projected) -> W {
        // Indexed: a branch on the axis would be mispredicted two times in three.
        let from_face = [self.top, at.u, at.v];
        W::from_fn(|axis| from_face[(axis + 3 - self.face.axis) % 3])
    }
}

impl Projected {
    /// The point at a fraction of the way to another.
    #[inline(always)]
    fn toward(self, to: Self, fraction: f64) -> Self {
        let part = |from: f64, to: f64| from + (to - from) * fraction;
        Self { u: part(self.u, to.u), v: part(self.v, to.v), gap: part(self.gap, to.gap) }
    }
}

/// The part of a side of the polygon that is over the face: where it begins and ends, as fractions
/// of the way, and the side of the box that it crosses there, of +u, −u, +v and −v. `None` if no
/// part is.
#[inline(always)]
fn part_over_face(from: [f64; 2], to: [f64; 2], half: [f64; 2]) -> Option<[(f64, Option<usize>); 2]> {
    let (mut begin, mut end) = ((0.0, None), (1.0, None));
    for axis in 0..2 {
        let per_length = (to[axis] - from[axis]).recip();
        let [to_positive, to_negative] = [half[axis], -half[axis]].map(|line| (line - from[axis]) * per_length);
        let from_positive = to_positive < to_negative;
        let (enters, leaves) = if from_positive { (to_positive, to_negative) } else { (to_negative, to_positive) };
        if enters > begin.0 {
            begin = (enters, Some(2 * axis + usize::from(!from_positive)));
        }
        if leaves < end.0 {
            end = (leaves, Some(2 * axis + usize::from(from_positive)));
        }
    }
    (begin.0 < end.0).then_some([begin, end])
}

#[inline(always)]
fn greater(one: f64, other: f64) -> f64 {
    if one > other { one } else { other }
}

#[cfg(test)]
mod tests {
    use clinch_shapes::{Convex, Corner, Cuboid, EdgeId, Face};
    use clinch_support::VertexId;
    use clinch_testkit::random::Random;
    use glam::{DQuat, DVec3};

    use super::PolygonOnBox;
    use crate::clip::{Clipped, WideSpace};

    /// The corners of a triangle or a quadrilateral in the plane of x and y, in order around it.
    fn polygon(random: &mut Random, count: usize) -> Vec<Corner<DVec3>> {
        let (from, turn) = (random.range(0.0, 1.0), if random.below(2) == 0 { 1.0 } else { -1.0 });
        let corner = |place: usize| {
            let part = (place as f64 + from + random.range(-0.3, 0.3)) / count as f64;
            let (sin, cos) = libm::sincos(turn * part * core::f64::consts::TAU);
            Corner { point: DVec3::new(cos, 0.6 * sin, 0.0), vertex: VertexId::new(place), edge: EdgeId(place as u32) }
        };
        (0..count).map(corner).collect()
    }

    /// What clipping two polygons gives, in the order of the features.
    fn general(block: &Cuboid<DVec3>, on_box: &PolygonOnBox<'_, DVec3>) -> Vec<Clipped<DVec3>> {
        let mut face = Face::new();
        block.face(on_box.outward, &mut face);
        let (of_box, corners): (&[_], _) = (&face.corners, on_box.corners);
        let (normal, features) = if on_box.box_is_a { (on_box.outward, [of_box, corners]) } else { (-on_box.outward, [corners, of_box]) };
        let (mut clipped, mut buffers) = (Vec::new(), Default::default());
        DVec3::clip(normal, features, on_box.most_gap, &mut buffers, &mut clipped);
        clipped.sort_by_key(|point| point.feature);
        clipped
    }

    #[test]
    fn points_and_features_are_those_of_clipping_two_polygons() {
        let random = &mut Random::new(64);
        let (mut decided, mut points) = (0, [0; 10]);
        for round in 0..20_000 {
            let scale = if round % 5 == 0 { random.power(-30.0, 30.0) } else { 1.0 };
            let half = DVec3::from_array([0; 3].map(|_| random.range(0.3, 1.0))) * scale;
            let outward = random.direction(3);
            // Mostly near to the plane across the normal.
            let tilt = DQuat::from_axis_angle(random.direction(3), random.range(0.0, 1.0));
            let turn = tilt * DQuat::from_rotation_arc(DVec3::Z, outward) * DQuat::from_rotation_z(random.range(0.0, 6.0));
            let at = random.in_ball(3) * 1.2;
            let count = 3 + random.below(2);
            let mut corners = polygon(random, count);
            corners.iter_mut().for_each(|corner| corner.point = (turn * corner.point + at) * scale);
            let most_gap = random.pick(&[f64::INFINITY, 0.2 * scale, 0.0]);
            let block = Cuboid::new(half).unwrap();
            let on_box = PolygonOnBox::new(&block, outward, &corners, most_gap, round % 2 == 0);
            let mut found = Vec::new();
            let is_decided = on_box.clip(&mut |[on_box, on_polygon], feature| {
                let (on_a, on_b) = if round % 2 == 0 { (on_box, on_polygon) } else { (on_polygon, on_box) };
                found.push(Clipped { on_a, on_b, feature });
            });
            if !is_decided {
                assert!(found.is_empty());
                continue;
            }
            decided += 1;
            found.sort_by_key(|point| point.feature);
            let expected = general(&block, &on_box);
            points[found.len()] += 1;
            assert_eq!(found.len(), expected.len(), "round {round}: {corners:?} {found:?} {expected:?}");
            for (found, expected) in found.iter().zip(&expected) {
                assert_eq!(found.feature, expected.feature, "round {round}");
                let offsets = [found.on_a - expected.on_a, found.on_b - expected.on_b].map(|offset| offset.length() / scale);
                assert!(offsets[0] < 1e-12 && offsets[1] < 1e-12, "round {round}: {offsets:?}");
            }
        }
        assert!(decided > 15_000 && points[..7].iter().all(|&count| count > 200), "{decided} {points:?}");
    }

    #[test]
    fn a_corner_on_a_side_is_left_to_the_clipping_of_polygons() {
        let corner = |place: usize, x: f64, y: f64| Corner {
            point: DVec3::new(x, y, 1.0),
            vertex: VertexId::new(place),
            edge: EdgeId(place as u32),
        };
        for x in [1.0, 1.0 + 1e-8, 1.0 - 1e-8] {
            let corners = [corner(0, 0.0, 0.0), corner(1, x, 0.3), corner(2, 0.2, 0.5)];
            let block = Cuboid::new(DVec3::ONE).unwrap();
            let on_box = PolygonOnBox::new(&block, DVec3::Z, &corners, f64::INFINITY, true);
            assert!(!on_box.clip(&mut |_, _| panic!("{x}")));
        }
    }
}
