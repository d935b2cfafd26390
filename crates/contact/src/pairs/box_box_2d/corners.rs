//! Two nearest corners: for rectangles that are apart where no corner is over a side.
//!
//! * The nearest point of one rectangle to a corner of the other is that corner clamped to its
//!   extents, and vice versa. Points that these alternating projections do not change are the
//!   nearest of both sets, which are convex (Cheney and Goldstein, 1959). A corner does not change
//!   by a bit.
//! * The proof is not the fixed point but the support value along the line between the two.

use super::rectangles::{Rectangles, SIDES};
use super::relative::Side;
use crate::clip::Space;
use crate::pairs::sides_2d::{Heights, NearestCorners, Witness, array};
use crate::pairs::squares;
use crate::tolerance::noise;

/// Most projections each way. Larger: pairs that do not converge are given up later. Smaller: pairs
/// are searched whose deepest corner is not the nearest.
const PROJECTIONS: usize = 4;

/// The nearest corners, if the support value along the line between them proves that.
pub(super) fn nearest<V: Space>(rectangles: &Rectangles<V>, heights: &Heights<SIDES>) -> Option<NearestCorners> {
    let Rectangles { b_in_a, a_in_b, frame, size } = rectangles;
    let number = heights.first();
    let side = Side::of(number);
    let mut on_b = if number < 4 {
        b_in_a.deepest_below(side)
    } else {
        clamp_to_rectangle(a_in_b.transformed(a_in_b.deepest_below(side)), a_in_b.own)
    };
    for _ in 0..PROJECTIONS {
        let in_a = b_in_a.transformed(on_b);
        let on_a = clamp_to_rectangle(in_a, b_in_a.own);
        let nearest = clamp_to_rectangle(a_in_b.transformed(on_a), a_in_b.own);
        if nearest != on_b {
            on_b = nearest;
            continue;
        }
        let between = [in_a[0] - on_a[0], in_a[1] - on_a[1]];
        let squared = between[0] * between[0] + between[1] * between[1];
        if !squares::keeps_digits(squared) {
            return None;
        }
        let length = squared.sqrt();
        let normal = between.map(|x| x * length.recip());
        let extent = |half: [f64; 2], normal: [f64; 2]| half[0] * normal[0].abs() + half[1] * normal[1].abs();
        let center = array(frame.translation());
        let height =
            extent(b_in_a.own, normal) + extent(a_in_b.own, b_in_a.rotated_back(normal)) - (normal[0] * center[0] + normal[1] * center[1]);
        // At least as good as the best side, or rounding has chosen the normal. The length has more
        // digits than the support value, which proves it to half of the noise that a bound allows
        // for.
        let proves = height <= heights.least && (length + height).abs() <= 0.5 * noise(*size);
        return proves.then_some(NearestCorners { normal, witness: Witness { on_a, on_b, gap: length } });
    }
    None
}

/// The nearest point of a rectangle.
#[inline]
fn clamp_to_rectangle([x, y]: [f64; 2], [half_x, half_y]: [f64; 2]) -> [f64; 2] {
    [clamp(x, half_x), clamp(y, half_y)]
}

/// The nearest number in [−`half`, `half`]. An end for NaN, which is the place on a side that has
/// no extent along the other's tangent; `point_box.rs` keeps a NaN.
#[inline]
pub(super) fn clamp(x: f64, half: f64) -> f64 {
    let x = if x < half { x } else { half };
    if x > -half { x } else { -half }
}
