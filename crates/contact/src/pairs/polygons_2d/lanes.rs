//! Minima of arrays of eight, without branches.

use core::array::from_fn;

use clinch_shapes::SmallPolygon;

/// One number for each corner, or for each side.
pub(super) type Lanes = [f64; SmallPolygon::MOST];

/// The least of some numbers. In halves: a chain of three comparisons, not of seven.
#[inline]
pub(super) fn least(numbers: &Lanes) -> f64 {
    let halves = lesser::<4>(from_fn(|i| numbers[i]), from_fn(|i| numbers[i + 4]));
    let [first, second] = lesser::<2>(from_fn(|i| halves[i]), from_fn(|i| halves[i + 2]));
    if first < second { first } else { second }
}

/// The lesser of each two.
#[inline]
pub(super) fn lesser<const COUNT: usize>(one: [f64; COUNT], other: [f64; COUNT]) -> [f64; COUNT] {
    from_fn(|i| if one[i] < other[i] { one[i] } else { other[i] })
}

/// The place of the least of some numbers; of equals the first.
#[inline]
pub(super) fn place_of_least(numbers: &Lanes) -> usize {
    let (mut place, mut least) = (0, f64::INFINITY);
    for (index, &number) in numbers.iter().enumerate() {
        let less = number < least;
        place = if less { index } else { place };
        least = if less { number } else { least };
    }
    place
}
