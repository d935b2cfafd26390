//! The two nearest corners of polygons that are apart, where no corner is over a side.
//!
//! All pairs of corners are compared: for eight and eight, these are fewer instructions than those
//! of a search. The proof is not the comparison but the support value along the line between the
//! two.

use core::array::from_fn;

use clinch_shapes::SmallPolygon;

use super::lanes::{Lanes, least, place_of_least};
use crate::pairs::squares;
use crate::tolerance::noise;

/// The unit normal from A to B, the two corners, and their distance, if the support value along the
/// normal proves them. All in one frame. `best_side` is the support value of the best side.
pub(super) fn nearest_corners([a, b]: [&SmallPolygon; 2], size: f64, best_side: f64) -> Option<([f64; 2], [[f64; 2]; 2], f64)> {
    let (squared, [on_a, on_b]) = nearest_of_all(a, b);
    if !squares::keeps_digits(squared) {
        return None;
    }
    let length = squared.sqrt();
    let normal = [on_b[0] - on_a[0], on_b[1] - on_a[1]].map(|x| x * length.recip());
    let height = -least(&a.heights(normal.map(|x| -x))) - least(&b.heights(normal));
    // At least as good as the best side, or rounding has chosen the normal. The length has more
    // digits than the support value; the two must agree to half of the noise of a bound.
    let proves = height <= best_side && (length + height).abs() <= 0.5 * noise(size);
    proves.then_some((normal, [on_a, on_b], length))
}

/// The least squared distance of two corners, and the corners.
fn nearest_of_all(a: &SmallPolygon, b: &SmallPolygon) -> (f64, [[f64; 2]; 2]) {
    // Of each corner of A, the nearest of B.
    let (mut least, mut nearest): (Lanes, Lanes) = ([f64::INFINITY; SmallPolygon::MOST], [0.0; SmallPolygon::MOST]);
    for number in 0..b.count() {
        let squared = a.squared_distances(b.corner(number));
        // A number with a fraction fits into the lanes of the others.
        nearest = from_fn(|i| if squared[i] < least[i] { number as f64 } else { nearest[i] });
        least = from_fn(|i| if squared[i] < least[i] { squared[i] } else { least[i] });
    }
    let place = place_of_least(&least);
    (least[place], [a.corner(place), b.corner(nearest[place] as usize)])
}
