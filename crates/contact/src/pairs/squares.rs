//! Yes or no by squares: whether swept cores touch, from the squared distance of the cores.

use crate::radii::Radii;

/// Lengths that differ by more than this part of all that meet differ by more than the rounding of
/// the distance. Larger: more pairs need a root. Smaller: yes or no contradicts the distance.
const CLEAR: f64 = 64.0 * f64::EPSILON;

/// Whether two cores touch when swept by the radii. `size` bounds the coordinates that meet. `None`
/// where rounding could decide.
#[inline(always)]
pub(crate) fn touching(squared: f64, radii: Radii, size: f64) -> Option<bool> {
    let sum = radii.sum();
    let undecided = CLEAR * (sum + size);
    let (most, least) = (sum + undecided, sum - undecided);
    // The squares must keep their digits and be finite.
    if !(least > 0.0 && least * least > f64::MIN_POSITIVE / f64::EPSILON && squared < f64::INFINITY) {
        return None;
    }
    let (apart, touching) = (squared > most * most, squared < least * least);
    (apart || touching).then_some(touching)
}
