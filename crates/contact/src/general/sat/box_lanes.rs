//! The fifteen axes of two boxes at once, in `f32` lanes.
//!
//! * Lengths are scaled by a power of two to a size near 1. So no square leaves the range, and a
//!   pair scaled by 2^k has the same lanes.
//! * The lanes name the axis that is probably the best. They *prove* only that an axis is no
//!   candidate: its support value exceeds the cutoff by more than [`NOISE`], which bounds the
//!   rounding of both.
//! * Roots and divisions are avoided where they decide: a support value and the cutoff are compared
//!   by their squares, with their signs.
//! * Only IEEE sums, products, quotients and comparisons are used: the same bits on every target.

use clinch_support::{Vector, exponent_of};
use glam::{BVec3A, Mat3A, Vec3A, Vec3Swizzles};

use super::two_boxes::{Boxes, NEXT};

/// Rounding error in `f32` of a support value whose terms sum to less than 2. A term is a product
/// of a length, of which the half sides may be rounded to `f32`, and of a rounded component of the
/// basis: 3 roundings of ε/2. It is added in at most 5 sums, and the cutoff has 1. That is 9·ε;
/// the rest is room. Larger: more second candidates. Smaller: one may be missed.
const NOISE: f32 = 32.0 * f32::EPSILON;

/// Rounding error of the squares that are compared, relative to them; 8·ε, and room. Larger and
/// smaller: as [`NOISE`].
const SQUARE_NOISE: f32 = 64.0 * f32::EPSILON;

/// Edges whose cross product has a smaller square are not named as the best, because in `f32` their
/// support value is mostly error. Larger: more pairs whose best axis is that of two edges are
/// listed. Smaller: rounding picks a wrong axis and the pair is listed. No answer depends on it.
const NEARLY_PARALLEL: f32 = 1e-5;

/// Sizes beyond 2^±this have no lanes. Larger: the scale factor may be subnormal or infinite.
const EXPONENTS: i32 = 1000;

/// An axis of two boxes: A's faces are 0 to 2, B's 3 to 5, and the edge i of A with the edge k of B
/// is 6 + 3k + i.
pub(super) const AXES: usize = 15;

/// The support values of A − B along the fifteen axes, scaled. Lane i of the first is for the
/// face i of A, lane k of the second for the face k of B, lane i of the others for the edge i of A
/// with one edge of B.
pub(super) struct BoxLanes {
    faces: [Vec3A; 2],
    /// The support value times the length of the cross product.
    edges: [Vec3A; 3],
    /// The squared length of the cross product.
    squared: [Vec3A; 3],
    scale: f64,
}

impl BoxLanes {
    /// `None` if the size is out of range or not finite.
    #[inline(always)]
    pub(super) fn of<W: Vector<Scalar = f64>>(boxes: &Boxes<W>) -> Option<Self> {
        let Boxes { a, b, .. } = boxes;
        let between = [boxes.between.get(0), boxes.between.get(1), boxes.between.get(2)];
        let size = a[0] + a[1] + a[2] + (b[0] + b[1] + b[2]) + (between[0].abs() + between[1].abs() + between[2].abs());
        let exponent = exponent_of(size);
        if !(-EXPONENTS..=EXPONENTS).contains(&exponent) {
            return None;
        }
        let scale = f64::from_bits(((1023 - exponent) as u64) << 52);
        let lengths = |of: [f64; 3]| Vec3A::new((of[0] * scale) as f32, (of[1] * scale) as f32, (of[2] * scale) as f32);
        let (a, b, between) = (lengths(*a), lengths(*b), lengths(between));
        let axis = |k: usize| Vec3A::new(boxes.axes[k].get(0) as f32, boxes.axes[k].get(1) as f32, boxes.axes[k].get(2) as f32);
        let axes = [axis(0), axis(1), axis(2)];
        let absolute = [axes[0].abs(), axes[1].abs(), axes[2].abs()];
        let (b_x, b_y, b_z) = (Vec3A::splat(b.x), Vec3A::splat(b.y), Vec3A::splat(b.z));
        let face_a = a + absolute[0] * b_x + absolute[1] * b_y + absolute[2] * b_z - between.abs();
        // The rows of the basis: lane k is for B's k-th axis.
        let rows = Mat3A::from_cols(axes[0], axes[1], axes[2]).transpose();
        let offset = rows.x_axis * between.x + rows.y_axis * between.y + rows.z_axis * between.z;
        let face_b = b + rows.x_axis.abs() * a.x + rows.y_axis.abs() * a.y + rows.z_axis.abs() * a.z - offset.abs();
        let (a_u, a_v, between_u, between_v) = (a.yzx(), a.zxy(), between.yzx(), between.zxy());
        let half_b = [b_x, b_y, b_z];
        // Lane i is for A's i-th edge: u and v are the axes after it.
        let edge = |k: usize| {
            let [x, y] = NEXT[k];
            let (along_u, along_v) = (axes[k].yzx(), axes[k].zxy());
            let extent_a = a_u * along_v.abs() + a_v * along_u.abs();
            // The components of B's other axes are those of the cross products but for rounding.
            let extent_b = absolute[y] * half_b[x] + absolute[x] * half_b[y];
            let height = extent_a + extent_b - (between_v * along_u - between_u * along_v).abs();
            (height, along_u * along_u + along_v * along_v)
        };
        let ((edge_x, squared_x), (edge_y, squared_y), (edge_z, squared_z)) = (edge(0), edge(1), edge(2));
        Some(Self { faces: [face_a, face_b], edges: [edge_x, edge_y, edge_z], squared: [squared_x, squared_y, squared_z], scale })
    }

    /// Whether the least support value of the faces is below a limit. `None` if it is too near to
    /// it.
    #[inline(always)]
    pub(super) fn faces_are_below(&self, limit: f64) -> Option<bool> {
        let least = f64::from(self.faces[0].min(self.faces[1]).min_element());
        let limit = limit * self.scale;
        let (below, above) = (least + f64::from(NOISE) < limit, least - f64::from(NOISE) > limit);
        (below | above).then_some(below)
    }

    /// The face that probably has the least support value. No index of an axis if no lane equals
    /// the least, as with NaN.
    #[inline(always)]
    pub(super) fn best_face(&self) -> u32 {
        let least = Vec3A::splat(self.faces[0].min(self.faces[1]).min_element());
        first(&[self.faces[0].cmpeq(least), self.faces[1].cmpeq(least)])
    }

    /// The axis that probably has the least support value. No index of an axis if no lane equals
    /// the least, as with NaN.
    #[inline(always)]
    pub(super) fn best(&self) -> u32 {
        // Squares with their signs, which need no root.
        let face = |place: usize| self.faces[place] * self.faces[place].abs();
        let edge = |k: usize| {
            let (height, squared) = (self.edges[k], self.squared[k]);
            let distinct = squared.cmpgt(Vec3A::splat(NEARLY_PARALLEL));
            Vec3A::select(distinct, height * height.abs() / squared, Vec3A::splat(f32::INFINITY))
        };
        let (a, b, x, y, z) = (face(0), face(1), edge(0), edge(1), edge(2));
        let least = Vec3A::splat(a.min(b).min(x.min(y)).min(z).min_element());
        first(&[a.cmpeq(least), b.cmpeq(least), x.cmpeq(least), y.cmpeq(least), z.cmpeq(least)])
    }

    /// The faces whose support value may be at most `cutoff`, as bits.
    #[inline(always)]
    pub(super) fn candidate_faces(&self, cutoff: f64) -> u32 {
        let cutoff = Vec3A::splat((cutoff * self.scale) as f32);
        // A NaN exceeds nothing, so it is a candidate.
        let exceeds = |heights: Vec3A| (heights - Vec3A::splat(NOISE)).cmpgt(cutoff).bitmask();
        !(exceeds(self.faces[0]) | exceeds(self.faces[1]) << 3) & 0b11_1111
    }

    /// The pairs of edges along whose axis the support value may be at most `cutoff`, as bits
    /// 3k + i.
    #[inline(always)]
    pub(super) fn candidate_edges(&self, cutoff: f64) -> u32 {
        let cutoff = (cutoff * self.scale) as f32;
        // The squares keep their signs, so that one comparison serves depths and gaps. Enlarged by
        // SQUARE_NOISE.
        let squared_cutoff = Vec3A::splat(cutoff * cutoff.abs() + SQUARE_NOISE * (cutoff * cutoff));
        let exceeds = |k: usize| {
            let (height, squared) = (self.edges[k] - Vec3A::splat(NOISE), self.squared[k]);
            // Squared form of height / √squared > cutoff. For nearly parallel edges the square
            // has few digits.
            let few_digits = height.cmplt(Vec3A::ZERO) & squared.cmplt(Vec3A::splat(f32::EPSILON));
            ((height * height.abs()).cmpgt(squared * squared_cutoff) & !few_digits).bitmask()
        };
        !(exceeds(0) | exceeds(1) << 3 | exceeds(2) << 6) & 0b1_1111_1111
    }

    /// All axes along which the support value may be at most `cutoff`, as bits.
    #[inline(always)]
    pub(super) fn candidates(&self, cutoff: f64) -> u32 {
        self.candidate_faces(cutoff) | self.candidate_edges(cutoff) << 6
    }
}

/// The index of the first lane that is set, three lanes after three.
#[inline(always)]
fn first(lanes: &[BVec3A]) -> u32 {
    lanes.iter().rev().fold(0, |bits, lanes| bits << 3 | lanes.bitmask()).trailing_zeros()
}
