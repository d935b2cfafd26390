//! Clips a polygon of three or four corners against a face of a box, in the box's frame. The points
//! and their features are those of the general clipping (`space.rs`), but for rounding.
//!
//! * The polygon is projected along the contact normal onto the plane of the face. There the face
//!   is |u| ≤ half_u, |v| ≤ half_v: its sides need no planes. The gap, from the face to the
//!   plane of the polygon along the normal, is linear in u and v.
//! * The corners of the overlap are the corners of the face below the polygon, the corners of the
//!   polygon above the face, and the crossings of their sides: each side of the polygon is clipped
//!   by the slabs between opposite sides of the face. Above and below are along the normal.
//! * Where rounding or its tolerance could change one of these, the general clipping decides: if a
//!   corner is on a side, if the polygon has a corner whose two sides lie within the tolerance of
//!   one line, if either is a needle, and if the polygon is steep, nearly parallel to the normal.

use clinch_shapes::{Corner, Cuboid, STEEP_FACE};
use clinch_support::{Scalar, Vector, cross};

use crate::clip::space::GAP_SLACK;
use crate::clip::{INSIDE, tag};
use crate::manifold::FeatureId;
use crate::pairs::box_box::{BoxFace, IdsOfA, IdsOfB};
use crate::pairs::point_box::clamp;

/// A corner nearer to a side than this part of the size of the smaller feature is left to the
/// general clipping. Its tolerance is [`INSIDE`]; distances on the face are up to √3 times those
/// across the normal, sizes up to √2, and of a needle-like quadrilateral the tolerances of
/// several sides add up. Larger: the general clipping runs more often. Smaller: points may differ
/// from those of the general clipping.
const AMBIGUOUS: f64 = 16.0 * INSIDE;

/// Rounding of the projected corners, relative to all coordinates. Larger: polygons that are far
/// larger than the box, or smaller, are left to the general clipping. Smaller: rounding decides
/// whether a corner is inside.
const ROUNDING: f64 = 64.0 * f64::EPSILON;

/// Polygons that are less steep than the limit by this part are surely projected by the general
/// clipping, too. Larger: more are left to it. Smaller: rounding decides.
const CLEARLY: f64 = 1e-9;

/// A polygon of another shape in front of a box, in the box's frame.
pub(crate) struct PolygonOnBox<'c, W> {
    half: W,
    face: BoxFace,
    /// Unit, from the box to the other shape.
    outward: W,
    corners: &'c [Corner<W>],
    /// Corners of the overlap with a larger gap are left out.
    most_gap: f64,
    box_is_a: bool,
}

impl<'c, W: Vector<Scalar = f64, Wide = W>> PolygonOnBox<'c, W> {
    /// A polygon that faces a box along `outward`, a unit vector from the box to the polygon. Both
    /// are in the box's frame. Corners of the overlap with a larger gap than `most_gap` may be left
    /// out.
    #[inline]
    pub(crate) fn new<V: Vector<Wide = W>>(block: &Cuboid<V>, outward: W, corners: &'c [Corner<W>], most_gap: f64, box_is_a: bool) -> Self {
        // In the scalar of the shapes, as `Cuboid::face` gets it.
        let face = BoxFace::toward(V::narrow(outward));
        Self { half: block.half().widen(), face, outward, corners, most_gap, box_is_a }
    }

    /// Adds the corners of the overlap: the points on the box and on the polygon, straight above
    /// each other along the normal. `false`, and nothing is added, if the general clipping must
    /// decide.
    pub(crate) fn clip(&self, add: &mut impl FnMut([W; 2], FeatureId)) -> bool {
        match *self.corners {
            [a, b, c] => self.clip_corners([a, b, c], add),
            [a, b, c, d] => self.clip_corners([a, b, c, d], add),
            _ => false,
        }
    }

    #[inline(always)]
    fn clip_corners<const N: usize>(&self, corners: [Corner<W>; N], add: &mut impl FnMut([W; 2], FeatureId)) -> bool {
        let Some(polygon) = PolygonOverFace::new(self, corners.map(|corner| corner.point)) else { return false };
        let Some(below) = polygon.corners_of_face_below() else { return false };
        let most_gap = self.most_gap + GAP_SLACK * (polygon.reach + self.most_gap.abs());
        let mut add_at = |at: [f64; 2], feature: FeatureId| {
            let gap = polygon.gap(at);
            if !(gap > most_gap) {
                let on_box = polygon.on_box(at);
                add([on_box, on_box + self.outward * gap], feature);
            }
        };
        let (ids, ids_of_b) = (IdsOfA::of(self.face), IdsOfB::of(self.face));
        let corner_ids = if self.box_is_a { &ids.corners } else { &ids_of_b.corners };
        let box_edge = |side: usize| if self.box_is_a { ids.edges[side] } else { tag::of_b(ids.edges[side]) };
        for (corner, positive) in SIGNS.into_iter().enumerate() {
            if below[corner] {
                add_at([0, 1].map(|axis| polygon.half[axis].signed(positive[axis])), corner_ids[corner]);
            }
        }
        let polygon_edge = |place: usize| {
            let edge = corners[place].edge;
            if self.box_is_a { tag::edge_of_b(edge) } else { tag::edge_of_a(edge) }
        };
        for place in 0..N {
            let ends @ [from, to] = [polygon.corners[place], polygon.corners[(place + 1) % N]];
            let Some([begin, end]) = part_above_face(ends, polygon.half) else { continue };
            let edge = polygon_edge(place);
            // Clamped: a crossing of a long side would be off the face by rounding.
            let at = |fraction: f64| [0, 1].map(|axis| clamp(from[axis] + (to[axis] - from[axis]) * fraction, polygon.half[axis]));
            let before = || polygon_edge((place + N - 1) % N);
            add_at(at(begin.0), FeatureId::meeting(begin.1.map_or_else(before, box_edge), edge));
            // If it ends at a corner of the polygon, the next side adds that point.
            if let (fraction, Some(side)) = end {
                add_at(at(fraction), FeatureId::meeting(box_edge(side), edge));
            }
        }
        true
    }
}

/// The signs of the corners of a face along its two axes, in order around it.
const SIGNS: [[bool; 2]; 4] = [[false, false], [true, false], [true, true], [false, true]];

/// A polygon of `N` corners that is projected onto a face of a box along the normal.
struct PolygonOverFace<const N: usize> {
    face: BoxFace,
    /// The coordinate of the face along its axis.
    top: f64,
    /// The half extents of the face along its two axes, u and v.
    half: [f64; 2],
    /// The corners of the polygon in u and v.
    corners: [[f64; 2]; N],
    /// The gap at the first of them.
    gap_at_first: f64,
    /// The gradient of the gap along u and v.
    slope: [f64; 2],
    /// 1 if the polygon is counter-clockwise in u and v, else −1.
    turn: f64,
    /// The sum of the largest coordinates.
    reach: f64,
    /// A corner this near to a side is ambiguous.
    slack: f64,
}

impl<const N: usize> PolygonOverFace<N> {
    /// `None` if the polygon or the face is a needle, or the polygon is steep. NaN fails each test.
    #[inline(always)]
    fn new<W: Vector<Scalar = f64, Wide = W>>(of: &PolygonOnBox<'_, W>, points: [W; N]) -> Option<Self> {
        let &PolygonOnBox { face, outward, .. } = of;
        let [u, v] = face.tangents();
        let (top, half) = (face.sign * of.half.get(face.axis), [of.half.get(u), of.half.get(v)]);
        // The area vector, twice as long as the area: of a quadrilateral the cross product of its
        // diagonals.
        let from_first = |place: usize| points[place] - points[0];
        let area = if N == 4 { cross(from_first(2), points[3] - points[1]) } else { cross(from_first(1), from_first(2)) };
        let area_along = area.dot(outward);
        let is_projected = area_along * area_along > STEEP_FACE * STEEP_FACE * (1.0 + CLEARLY) * area.length_squared();
        let gap_per_height = outward.get(face.axis).recip();
        let (mut corners, mut gap_at_first) = ([[0.0; 2]; N], 0.0);
        let (mut squared_size, mut extent) = (0.0, 0.0);
        for (place, point) in points.into_iter().enumerate() {
            let gap = (point.get(face.axis) - top) * gap_per_height;
            corners[place] = [u, v].map(|axis| point.get(axis) - gap * outward.get(axis));
            gap_at_first = if place == 0 { gap } else { gap_at_first };
            let offset = [0, 1].map(|axis| (corners[place][axis] - corners[0][axis]).abs());
            extent = larger(offset[0], larger(offset[1], extent));
            squared_size = larger(from_first(place).length_squared(), squared_size);
        }
        let (length, width) = if half[0] > half[1] { (half[0], half[1]) } else { (half[1], half[0]) };
        let is_wide = area.length_squared() > AMBIGUOUS * AMBIGUOUS * squared_size * squared_size && width > AMBIGUOUS * length;
        let reach = half[0] + half[1] + extent + corners[0][0].abs() + corners[0][1].abs() + gap_at_first.abs();
        let slack = AMBIGUOUS * if extent < 2.0 * length { extent } else { 2.0 * length } + ROUNDING * reach;
        let slope = [u, v].map(|axis| -area.get(axis) / area_along);
        let turn = if area_along * outward.get(face.axis) < 0.0 { -1.0 } else { 1.0 };
        (is_projected && is_wide).then_some(Self { face, top, half, corners, gap_at_first, slope, turn, reach, slack })
    }

    /// Which corners of the face are below the polygon, in the order of [`SIGNS`]. `None` if a
    /// corner of either is within the slack of the line of a side of the other, or if two sides of
    /// the polygon are nearly one where they meet.
    #[inline(always)]
    fn corners_of_face_below(&self) -> Option<[bool; 4]> {
        let &Self { half: [half_u, half_v], slack, turn, .. } = self;
        let side = |place: usize| {
            let (from, to) = (self.corners[place % N], self.corners[(place + 1) % N]);
            [(to[0] - from[0]) * turn, (to[1] - from[1]) * turn]
        };
        let squared_length = |[u, v]: [f64; 2]| u * u + v * v;
        let squared_slack = slack * slack;
        let (mut below, mut is_clear) = ([true; 4], true);
        for place in 0..N {
            let ([u, v], [side_u, side_v], before) = (self.corners[place], side(place), side(place + N - 1));
            let squared = squared_length([side_u, side_v]);
            // The distance of each corner of the face from the side, positive inside, times the
            // length of the side.
            let (of_center, by_u, by_v) = (side_v * u - side_u * v, side_v * half_u, side_u * half_v);
            let depths = [of_center + by_u - by_v, of_center - by_u - by_v, of_center - by_u + by_v, of_center + by_u + by_v];
            for (corner, depth) in depths.into_iter().enumerate() {
                is_clear &= depth * depth > squared_slack * squared;
                below[corner] &= depth > 0.0;
            }
            let (beside_u, beside_v) = ((u.abs() - half_u).abs(), (v.abs() - half_v).abs());
            let beside = if beside_u < beside_v { beside_u } else { beside_v };
            is_clear &= beside > slack;
            // The far end of each of the two sides that meet here is clear of the line of the
            // other. So are they as far from here as the nearest side of the face. The bend is the
            // product of their lengths and the sine of their angle.
            let (bend, squared_before) = ((before[0] * side_v - before[1] * side_u) * turn, squared_length(before));
            let squared_bend = bend * bend;
            is_clear &= (bend > 0.0) & (squared_bend > squared_slack * squared) & (squared_bend > squared_slack * squared_before);
            is_clear &= squared_bend * beside * beside > squared_slack * squared * squared_before;
        }
        is_clear.then_some(below)
    }

    /// The gap at a point of the face.
    #[inline(always)]
    fn gap(&self, [u, v]: [f64; 2]) -> f64 {
        let [first_u, first_v] = self.corners[0];
        self.gap_at_first + self.slope[0] * (u - first_u) + self.slope[1] * (v - first_v)
    }

    /// The point of the face, in the box's frame.
    #[inline(always)]
    fn on_box<W: Vector<Scalar = f64>>(&self, [u, v]: [f64; 2]) -> W {
        // Indexed: a branch on the axis would be mispredicted two times in three.
        let from_face = [self.top, u, v];
        W::from_fn(|axis| from_face[(axis + 3 - self.face.axis) % 3])
    }
}

/// The part of a side of the polygon that is above the face: where it begins and ends, as fractions
/// of the side, and which side of the face it crosses there, 0 to 3 for +u, −u, +v, −v, or
/// `None` at a corner of the polygon. `None` if no part is.
#[inline(always)]
fn part_above_face([from, to]: [[f64; 2]; 2], half: [f64; 2]) -> Option<[(f64, Option<usize>); 2]> {
    let (mut begin, mut end) = ((0.0, None), (1.0, None));
    for axis in 0..2 {
        // Along the other axis both are infinite: of opposite signs inside, equal outside. No
        // corner is on the line of a side, so that none is NaN.
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

/// A plain comparison ignores a NaN in `one`, for fewer instructions than `f64::max`.
#[inline(always)]
fn larger(one: f64, other: f64) -> f64 {
    if one > other { one } else { other }
}

#[cfg(test)]
mod tests {
    use clinch_shapes::{Convex, Corner, Cuboid, EdgeId, Face};
    use clinch_support::VertexId;
    use clinch_testkit::random::Random;
    use glam::{DQuat, DVec3};

    use super::PolygonOnBox;
    use crate::clip::{Clipped, Limits, WideSpace};

    fn corner(place: usize, point: DVec3) -> Corner<DVec3> {
        Corner { point, vertex: VertexId::new(place), edge: EdgeId(place as u32) }
    }

    /// The corners of a triangle or a quadrilateral in the plane of x and y, in order around it.
    fn polygon(random: &mut Random, count: usize) -> Vec<Corner<DVec3>> {
        let (from, turn) = (random.range(0.0, 1.0), if random.below(2) == 0 { 1.0 } else { -1.0 });
        let point = |place: usize| {
            let part = (place as f64 + from + random.range(-0.3, 0.3)) / count as f64;
            let (sin, cos) = libm::sincos(turn * part * core::f64::consts::TAU);
            corner(place, DVec3::new(cos, 0.6 * sin, 0.0))
        };
        (0..count).map(point).collect()
    }

    /// What the general clipping gives, in the order of the features.
    fn general(block: &Cuboid<DVec3>, on_box: &PolygonOnBox<'_, DVec3>) -> Vec<Clipped<DVec3>> {
        let mut face = Face::new();
        block.face(on_box.outward, &mut face);
        let (of_box, corners): (&[_], _) = (&face.corners, on_box.corners);
        let (normal, features) = if on_box.box_is_a { (on_box.outward, [of_box, corners]) } else { (-on_box.outward, [corners, of_box]) };
        let (mut clipped, mut buffers) = (Vec::new(), Default::default());
        DVec3::clip(normal, features, Limits::of_gap(on_box.most_gap), &mut buffers, &mut clipped);
        clipped.sort_by_key(|point| point.feature);
        clipped
    }

    /// Checks the points and the features, to within a part of a size. Returns how many there are;
    /// `None` if they are left to the general clipping.
    fn check(half: DVec3, on_box: &PolygonOnBox<'_, DVec3>, tolerance: f64, what: &str) -> Option<usize> {
        let mut found = Vec::new();
        let is_decided = on_box.clip(&mut |[of_box, of_polygon], feature| {
            let (on_a, on_b) = if on_box.box_is_a { (of_box, of_polygon) } else { (of_polygon, of_box) };
            found.push(Clipped { on_a, on_b, feature });
        });
        if !is_decided {
            assert!(found.is_empty());
            return None;
        }
        found.sort_by_key(|point| point.feature);
        let expected = general(&Cuboid::new(half).unwrap(), on_box);
        let context = || format!("{what}, {half} {} {:?}: {found:#?} instead of {expected:#?}", on_box.outward, on_box.corners);
        assert_eq!(found.len(), expected.len(), "{}", context());
        for (found, expected) in found.iter().zip(&expected) {
            assert_eq!(found.feature, expected.feature, "{}", context());
            assert!(
                (found.on_a - expected.on_a).length() < tolerance && (found.on_b - expected.on_b).length() < tolerance,
                "{}",
                context()
            );
        }
        Some(found.len())
    }

    #[test]
    fn points_and_features_are_those_of_the_general_clipping() {
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
            let on_box = PolygonOnBox::new(&Cuboid::new(half).unwrap(), outward, &corners, most_gap, round % 2 == 0);
            if let Some(count) = check(half, &on_box, 1e-12 * scale, &format!("round {round}")) {
                decided += 1;
                points[count] += 1;
            }
        }
        assert!(decided > 15_000 && points[..7].iter().all(|&count| count > 200), "{decided} {points:?}");
    }

    /// Slivers, sharp tips at a side, straight corners, short sides, thin boxes, polygons that are
    /// far larger or smaller than the box, bent quadrilaterals, and steep ones.
    #[test]
    fn hostile_polygons_have_the_points_of_the_general_clipping_or_are_left_to_it() {
        let random = &mut Random::new(65);
        let (mut decided, mut refused) = ([0; 8], [0; 8]);
        for round in 0..40_000 {
            let kind = round % 8;
            let mut half = DVec3::from_array([0; 3].map(|_| random.range(0.3, 1.0)));
            let mut outward = (DVec3::Z + random.direction(3) * random.pick(&[0.0, 0.3])).normalize();
            let count = 3 + random.below(2);
            let mut points: Vec<DVec3> = polygon(random, count).iter().map(|corner| corner.point).collect();
            let tiny = random.power(-10.0, -2.0);
            let at = random.in_ball(3) * DVec3::new(1.0, 1.0, 0.0);
            match kind {
                0 => points.iter_mut().for_each(|point| point.y *= tiny),
                1 => {
                    points = vec![
                        DVec3::new(-2.0, tiny, 0.0),
                        DVec3::new(-2.0, -tiny, 0.0),
                        DVec3::X * (half.x - at.x - random.power(-9.0, 0.0)),
                    ];
                }
                2 => points = vec![points[0], (points[0] + points[1]) * 0.5 + points[1] * tiny, points[1], points[2]],
                3 => points = vec![points[0], points[1], points[2], points[2] + random.direction(3) * tiny],
                4 => half[random.below(3)] = tiny,
                5 => {
                    let factor = random.pick(&[1e-9, 1e-6, 1e3, 1e6, 1e9]);
                    points.iter_mut().for_each(|point| *point *= factor);
                }
                6 => points.iter_mut().for_each(|point| point.z += random.range(-0.1, 0.1)),
                _ => outward = DQuat::from_axis_angle(random.direction(3) * DVec3::new(1.0, 1.0, 0.0), 1.3).mul_vec3(DVec3::Z).normalize(),
            }
            let size = points.iter().fold(1.0, |size: f64, point| size.max(point.length()));
            let corners: Vec<_> = points.iter().enumerate().map(|(place, &point)| corner(place, point + at + DVec3::Z * half.z)).collect();
            let Ok(block) = Cuboid::new(half) else { continue };
            let on_box = PolygonOnBox::new(&block, outward, &corners, f64::INFINITY, round / 8 % 2 == 0);
            let is_decided = check(half, &on_box, 1e-8 * size, &format!("round {round}, kind {kind}")).is_some();
            *(if is_decided { &mut decided[kind] } else { &mut refused[kind] }) += 1;
        }
        assert!(decided.iter().chain(&refused[..5]).all(|&count| count > 100), "{decided:?} {refused:?}");
    }

    #[test]
    fn a_corner_on_a_side_is_left_to_the_general_clipping() {
        for x in [1.0, 1.0 + 1e-8, 1.0 - 1e-8] {
            let points = [DVec3::new(0.0, 0.0, 1.0), DVec3::new(x, 0.3, 1.0), DVec3::new(0.2, 0.5, 1.0)];
            let corners = [0, 1, 2].map(|place| corner(place, points[place]));
            let block = Cuboid::new(DVec3::ONE).unwrap();
            let on_box = PolygonOnBox::new(&block, DVec3::Z, &corners, f64::INFINITY, true);
            assert!(!on_box.clip(&mut |_, _| panic!("{x}")));
        }
    }
}
