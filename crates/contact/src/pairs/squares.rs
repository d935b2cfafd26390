//! Squared lengths: whether they keep their digits, and the overlap test without a square root:
//! whether cores swept by their radii share a point, from the squared distance of the cores.

use crate::radii::Radii;

/// The distance and the sum of the radii are compared if they differ by more than this part of the
/// size of the pair and the radii, which is more than the rounding of a distance. Larger: more
/// pairs need a square root. Smaller: `overlap` contradicts `measure`.
const CLEAR: f64 = 64.0 * f64::EPSILON;

/// Smaller squares have lost digits to underflow. Larger: pairs of very small shapes take longer.
/// Smaller: roots of such squares are wrong.
pub(crate) const SMALLEST: f64 = f64::MIN_POSITIVE / f64::EPSILON;

/// Whether a square has neither lost digits to underflow nor overflowed. False for NaN.
#[inline(always)]
pub(crate) fn keeps_digits(squared: f64) -> bool {
    squared > SMALLEST && squared < f64::INFINITY
}

/// Whether two cores touch when swept by the radii. `size` bounds the coordinates of both. `None`
/// where rounding could decide.
#[inline(always)]
pub(crate) fn touching(squared: f64, radii: Radii, size: f64) -> Option<bool> {
    let sum = radii.sum();
    let undecided = CLEAR * (sum + size);
    let (most, least) = (sum + undecided, sum - undecided);
    // The squares must keep their digits and be finite.
    let apart = squared > most * most && most * most > SMALLEST && squared < f64::INFINITY;
    let touching = squared < least * least && least * least > SMALLEST && least > 0.0;
    (apart || touching).then_some(touching)
}
