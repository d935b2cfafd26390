//! Cross products of differences in twice the precision of `f64`.
//!
//! The normal of a face of length 1 and width h is a difference of products near 1 that leaves h.
//! In plain `f64` its error is 1e-16/h, and the far end of the face is off its plane by as much. A
//! double-double is the unevaluated sum of two `f64`. Sums and products are Dekker's (*A
//! floating-point technique for extending the available precision*, 1971) without fused operations,
//! so every target gives the same bits.

use core::ops::{Add, Mul, Sub};

use glam::DVec3;

#[derive(Clone, Copy)]
struct Twofold {
    high: f64,
    low: f64,
}

impl Twofold {
    const ZERO: Self = Self { high: 0.0, low: 0.0 };

    /// a + b, exactly.
    fn sum(a: f64, b: f64) -> Self {
        let high = a + b;
        let from_b = high - a;
        Self { high, low: (a - (high - from_b)) + (b - from_b) }
    }

    /// a · b, exactly.
    fn product(a: f64, b: f64) -> Self {
        let high = a * b;
        let ((a1, a2), (b1, b2)) = (halves(a), halves(b));
        Self { high, low: a2 * b2 - (((high - a1 * b1) - a2 * b1) - a1 * b2) }
    }
}

/// The upper and the lower 26 bits, exactly.
fn halves(x: f64) -> (f64, f64) {
    const SPLITTER: f64 = (1_u64 << 27) as f64 + 1.0;
    let shifted = SPLITTER * x;
    let upper = shifted - (shifted - x);
    (upper, x - upper)
}

impl Add for Twofold {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let sum = Self::sum(self.high, other.high);
        let tail = Self::sum(self.low, other.low);
        let sum = Self::sum(sum.high, sum.low + tail.high);
        Self::sum(sum.high, sum.low + tail.low)
    }
}

impl Sub for Twofold {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self + Self { high: -other.high, low: -other.low }
    }
}

impl Mul for Twofold {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        let product = Self::product(self.high, other.high);
        Self::sum(product.high, product.low + (self.high * other.low + self.low * other.high))
    }
}

/// Twice the area vector of a polygon by Newell's method, as a fan about the first corner, rounded
/// once at the end. Zero without corners.
///
/// ```
/// use clinch_hull::newell_normal;
/// use glam::DVec3;
///
/// let square = [DVec3::ZERO, DVec3::X, DVec3::new(1.0, 1.0, 0.0), DVec3::Y];
/// assert_eq!(newell_normal(square.into_iter()), 2.0 * DVec3::Z);
/// ```
pub fn newell_normal(mut corners: impl Iterator<Item = DVec3>) -> DVec3 {
    let Some(origin) = corners.next() else { return DVec3::ZERO };
    let spokes = corners.map(|corner| [0, 1, 2].map(|axis| Twofold::sum(corner[axis], -origin[axis])));
    let mut sum = [Twofold::ZERO; 3];
    let mut before = [Twofold::ZERO; 3];
    for spoke in spokes {
        for (axis, total) in sum.iter_mut().enumerate() {
            let (i, j) = ((axis + 1) % 3, (axis + 2) % 3);
            *total = *total + (before[i] * spoke[j] - before[j] * spoke[i]);
        }
        before = spoke;
    }
    DVec3::from_array(sum.map(|total| total.high))
}

#[cfg(test)]
mod tests {
    use super::newell_normal;
    use glam::DVec3;

    #[test]
    fn the_normal_of_a_sliver_is_good_to_the_last_digit() {
        // Nearly collinear. All coordinates are integers times 2⁻⁶⁰, of sizes so different that
        // their differences are not exact in `f64`.
        let unit = f64::from_bits((1023 - 60) << 52);
        let (a, b) = (DVec3::new(1e-3 / 3.0, 2e-4 / 3.0, 7e-5 / 3.0), DVec3::new(0.9, -0.4, 0.2));
        let [a, b] = [a, b].map(|p| (p / unit).round() * unit);
        let c = ((a + b) * 0.5 / unit).round() * unit + DVec3::new(1e-13, 0.0, -1e-13);
        let c = (c / unit).round() * unit;
        let normal = newell_normal([a, b, c].into_iter());
        // In integers.
        let [a, b, c] = [a, b, c].map(|p| p.to_array().map(|x| (x / unit) as i128));
        let (u, v) = ([0, 1, 2].map(|i| b[i] - a[i]), [0, 1, 2].map(|i| c[i] - a[i]));
        for axis in 0..3 {
            let (i, j) = ((axis + 1) % 3, (axis + 2) % 3);
            let exact = (u[i] * v[j] - u[j] * v[i]) as f64 * unit * unit;
            assert!(exact != 0.0 && (normal[axis] - exact).abs() <= f64::EPSILON * exact.abs(), "{axis}: {} {exact}", normal[axis]);
        }
    }
}
