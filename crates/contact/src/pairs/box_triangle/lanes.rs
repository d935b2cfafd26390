//! Where a box and a triangle are nearest each other, in `f32` lanes.
//!
//! * Two convex sets that are apart are nearest at a side or a corner of the triangle, or at its
//!   face and a corner of the box.
//! * Lane i is for the triangle's side i. The squared distance of a side's point from the box is
//!   convex along the side, and its derivative is piecewise linear, with breaks where the side
//!   enters or leaves the slab between two faces of the box. The derivative at all six breaks finds
//!   the interval with its zero, and the zero in it, for all sides at once and without a branch.
//! * The guess is proved in `f64`, and no answer depends on it. Only IEEE sums, products, quotients
//!   and comparisons are used: the same bits on every target.

use glam::Vec4;

/// A side that runs less than this along an axis, of a pair of size 1 to 2, is taken to run this
/// far. Larger: the zero is off. Smaller: the square of the run underflows.
const LEAST_RUN: f32 = 1e-18;

/// Squared distances below this, of a pair of size 1 to 2, are mostly rounding. Larger: pairs that
/// are nearly touching are left to the separating axes. Smaller: the proof fails, for the same
/// result.
const LEAST_SQUARED: f32 = 1e-11;

/// The feature of the triangle nearest to the box.
pub(super) enum Nearest {
    /// The side from this corner to the next one, and the part of it before the nearest point: 0
    /// and 1 are the corners.
    Side { first: usize, place: f32 },
    /// A point inside of the triangle, above the corner of the box with these signs.
    Face { corner: [f32; 3] },
}

/// One coordinate of the triangle's sides, and of the box.
struct Axis {
    from: Vec4,
    along: Vec4,
    half: Vec4,
    /// The part of each side before the slab between the two faces of the box, and before the end
    /// of the slab.
    enter: Vec4,
    leave: Vec4,
    /// The squared length of the side along the axis.
    weight: Vec4,
}

impl Axis {
    #[inline(always)]
    fn new(half: f32, [p, q, r]: [f32; 3]) -> Self {
        // The last lane repeats the first.
        let (from, half) = (Vec4::new(p, q, r, p), Vec4::splat(half));
        let along = Vec4::new(q, r, p, q) - from;
        let least = Vec4::splat(LEAST_RUN);
        let run = Vec4::select(along.abs().cmplt(least), least, along);
        let parts = Vec4::ONE / run;
        let (low, high) = ((Vec4::ZERO - half - from) * parts, (half - from) * parts);
        Self { from, along, half, enter: low.min(high), leave: low.max(high), weight: run * run }
    }

    /// The part nearest to `place` at which the side is in the slab.
    #[inline(always)]
    fn in_slab(&self, place: Vec4) -> Vec4 {
        place.max(self.enter).min(self.leave)
    }

    /// Half the derivative of the squared distance from the slab.
    #[inline(always)]
    fn slope(&self, place: Vec4) -> Vec4 {
        self.weight * (place - self.in_slab(place))
    }

    #[inline(always)]
    fn squared_distance(&self, place: Vec4) -> Vec4 {
        let point = self.from + self.along * place;
        let beyond = point - point.max(Vec4::ZERO - self.half).min(self.half);
        beyond * beyond
    }
}

/// The features of a triangle and a box about the origin of size 1 to 2. `None` if they meet, or
/// nearly do.
#[inline(always)]
pub(super) fn nearest(half: [f32; 3], [p, q, r]: [[f32; 3]; 3]) -> Option<Nearest> {
    let axis = |i: usize| Axis::new(half[i], [p[i], q[i], r[i]]);
    let (x, y, z) = (axis(0), axis(1), axis(2));
    let slope = |place: Vec4| x.slope(place) + y.slope(place) + z.slope(place);
    let (mut low, mut high) = (Vec4::ZERO, Vec4::ONE);
    for place in [Vec4::ZERO, Vec4::ONE, x.enter, x.leave, y.enter, y.leave, z.enter, z.leave] {
        let place = place.max(Vec4::ZERO).min(Vec4::ONE);
        let rises = slope(place).cmpgt(Vec4::ZERO);
        high = high.min(Vec4::select(rises, place, Vec4::ONE));
        low = low.max(Vec4::select(rises, Vec4::ZERO, place));
    }
    // There is no break between the two: beyond which faces the side is can be asked in the middle.
    let middle = (low + high) * Vec4::splat(0.5);
    let terms = |axis: &Axis| {
        let foot = axis.in_slab(middle);
        let weight = Vec4::select(foot.cmpne(middle), axis.weight, Vec4::ZERO);
        (weight * foot, weight)
    };
    let ((x_sum, x_weight), (y_sum, y_weight), (z_sum, z_weight)) = (terms(&x), terms(&y), terms(&z));
    let weight = x_weight + y_weight + z_weight;
    // Without weight this piece is in the box, and every point of it is as near.
    let zero = Vec4::select(weight.cmpgt(Vec4::ZERO), (x_sum + y_sum + z_sum) / weight, middle);
    let place = zero.max(low).min(high);
    let squared = x.squared_distance(place) + y.squared_distance(place) + z.squared_distance(place);
    let [of_p, of_q, of_r, _] = squared.to_array();
    // Selects: which is the least is unpredictable.
    let (first, least) = if of_q < of_p { (1, of_q) } else { (0, of_p) };
    let (first, least) = if of_r < least { (2, of_r) } else { (first, least) };
    if !(least > LEAST_SQUARED) {
        return None;
    }
    let [ex, ey, ez] = [0, 1, 2].map(|i| q[i] - p[i]);
    let [fx, fy, fz] = [0, 1, 2].map(|i| r[i] - p[i]);
    let normal = [ey * fz - ez * fy, ez * fx - ex * fz, ex * fy - ey * fx];
    let offset = normal[0] * p[0] + normal[1] * p[1] + normal[2] * p[2];
    let extent = normal[0].abs() * half[0] + normal[1].abs() * half[1] + normal[2].abs() * half[2];
    if offset.abs() > extent {
        // The corner of the box nearest to the plane, seen from each corner of the triangle.
        let to = |axis: &Axis, i: usize| Vec4::splat(half[i].copysign(normal[i] * offset)) - axis.from;
        let (to_x, to_y, to_z) = (to(&x, 0), to(&y, 1), to(&z, 2));
        let turn = (y.along * to_z - z.along * to_y) * Vec4::splat(normal[0])
            + (z.along * to_x - x.along * to_z) * Vec4::splat(normal[1])
            + (x.along * to_y - y.along * to_x) * Vec4::splat(normal[2]);
        if turn.cmpgt(Vec4::ZERO).all() {
            return Some(Nearest::Face { corner: [0, 1, 2].map(|i| normal[i] * offset) });
        }
    }
    // Of two zeros the maximum may give either, by the target. Adding 0 clears the sign.
    Some(Nearest::Side { first, place: place.to_array()[first] + 0.0 })
}
