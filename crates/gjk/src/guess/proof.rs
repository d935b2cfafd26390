//! The proofs of a guess, in `f64`.
//!
//! * The vertices that the guess names are evaluated in `f64`, from their coordinates relative to
//!   the centres. These were rounded to `f32`, which is part of the errors below.
//! * Apart: the gap along one axis is a lower bound of the distance, wherever the axis comes from.
//!   Another vertex may be farther than the one that the guess found, by what scans in `f32` can
//!   miss; that is subtracted. So a proof takes no support call in `f64`.
//! * Overlapping: the origin is inside of each side of the tetrahedron, by more than the errors.

use clinch_support::{Difference, SupportMap, Vector, VertexBlock, cross};

use super::lane_difference::Ids;
use super::outcome::Proof;
use super::search::Found;
use crate::sub_distance::GjkSpace;

/// By how much, relative to the radii and per unit length of the direction, the farthest vertex in
/// `f32` may be less far than another one, with u = ε/2. Of both vertices: u for the coordinates
/// relative to the centre, γ₃ = 3u for the products, and 7u for the direction in B's frame, which
/// is off by u per component of the axes, γ₃ for the products, and √3 of both for three components.
/// That is 22u = 11ε; the others are for products that underflow, which is less than 2⁻¹⁰⁰ of the
/// radii, and for radii that are rounded to the nearest number. Larger: small gaps are left to the
/// search. Smaller: the bound does not hold.
const SCAN_ERROR: f64 = 16.0 * f32::EPSILON as f64;

/// By how much a vertex may be off, relative to the radii: twice the u of coordinates relative to a
/// centre. Larger: shallow overlaps are left to the search. Smaller: the bound does not hold.
const VERTEX_ERROR: f64 = f32::EPSILON as f64;

/// A − B as a proof evaluates it.
pub(super) struct Evaluator<'p, 's, A: ?Sized, B: ?Sized, V: Vector> {
    pub(super) difference: &'p Difference<'s, A, B, V>,
    pub(super) blocks: [&'p [VertexBlock]; 2],
}

impl<V, A, B> Evaluator<'_, '_, A, B, V>
where
    V: GjkSpace,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    /// The unit axis against v and the gap along it, if one that is greater than `within` is
    /// proved. The guess found this vertex to be the farthest along the axis.
    pub(super) fn proved_gap(&self, v: [f32; 3], farthest: Ids, within: f64) -> Option<(V::Wide, f64)> {
        let difference = self.difference;
        let v = widen::<V::Wide>(v);
        let axis = -v * v.length().recip();
        let errors = difference.error() + SCAN_ERROR * difference.radii_about_centers();
        let at_least = -axis.dot(self.vertex(farthest)) - errors;
        (at_least > within).then_some((axis, at_least))
    }

    /// The depth of the origin in the guessed tetrahedron, if it is greater than the errors.
    pub(super) fn proved_depth(&self, found: &Found) -> Option<Proof<V::Wide>> {
        let difference = self.difference;
        // Not by `map`, which is not inlined here: its points are stored and loaded again.
        let [first, second, third, newest] = found.simplex;
        let depth = depth_in_tetrahedron([self.vertex(first), self.vertex(second), self.vertex(third), self.vertex(newest)])?;
        // Each corner may be off, and the tetrahedron ends earlier by no more than that.
        let depth = depth - VERTEX_ERROR * difference.radii_about_centers();
        (depth > difference.error() + ROUNDING * difference.size()).then_some(Proof::Overlapping { depth })
    }

    /// A vertex of A − B, in A's frame.
    #[inline(always)]
    fn vertex(&self, ids: Ids) -> V::Wide {
        let [a, b] = ids.vertices(self.blocks);
        widen::<V::Wide>(a) - (self.difference.direction_in_a(widen(b)) + self.difference.between_centers())
    }
}

#[inline(always)]
fn widen<W: Vector<Scalar = f64>>([x, y, z]: [f32; 3]) -> W {
    W::from_fn(|axis| match axis {
        0 => f64::from(x),
        1 => f64::from(y),
        _ => f64::from(z),
    })
}

/// Rounding error of a vertex or of an offset, relative to the size: some sums of a dozen terms.
/// Larger: shallow overlaps are left to the search. Smaller: the bound does not hold.
const ROUNDING: f64 = 64.0 * f64::EPSILON;

/// The distance of the origin from the planes of a tetrahedron's sides, rounded down, if the origin
/// is inside by more than rounding. `None` where rounding could decide.
///
/// The normal of the side without p points out of the tetrahedron where the other three point into
/// it, and into it where they point out. So the offsets of the three are taken with the other sign,
/// and if all four are of one sign, the origin is inside.
fn depth_in_tetrahedron<W: Vector<Scalar = f64>>([p, q, r, s]: [W; 4]) -> Option<f64> {
    // Edges are no longer than twice the distance of the farthest corner, which bounds the rounding
    // of the offsets: 20ε of its cube for the sides at p and 72ε for the last one. The other 120ε
    // are for normals of slivers, which are too short by at most 36ε of its square.
    let longer = |one: f64, other: f64| if one > other { one } else { other };
    let farthest = longer(longer(p.sum_abs(), q.sum_abs()), longer(r.sum_abs(), s.sum_abs()));
    let rounding = 3.0 * ROUNDING * farthest * farthest * farthest;
    let (to_q, to_r, to_s) = (q - p, r - p, s - p);
    let (without_q, without_r, without_s) = (cross(to_r, to_s), cross(to_s, to_q), cross(to_q, to_r));
    // (r − q) × (s − q), which is the sum.
    let without_p = without_q + without_r + without_s;
    let offset = without_p.dot(q);
    let sign = if offset < 0.0 { -1.0 } else { 1.0 };
    let height = |offset: f64, normal: W| {
        let offset = sign * offset - rounding;
        // Squared, so that one root is enough. −1 where the origin is not inside, and for NaN.
        if offset > 0.0 { offset * offset / normal.length_squared() } else { -1.0 }
    };
    let heights = [
        height(offset, without_p),
        height(-without_q.dot(p), without_q),
        height(-without_r.dot(p), without_r),
        height(-without_s.dot(p), without_s),
    ];
    let shorter = |one: f64, other: f64| if one < other { one } else { other };
    let least = shorter(shorter(heights[0], heights[1]), shorter(heights[2], heights[3]));
    // A square out of range is 0, infinite or NaN.
    (least > f64::MIN_POSITIVE / f64::EPSILON && least < f64::INFINITY).then(|| least.sqrt() * (1.0 - 4.0 * f64::EPSILON))
}
