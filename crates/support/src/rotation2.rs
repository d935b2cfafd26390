//! Rotations of the plane, by cosine and sine.

use glam::DVec2;

use crate::rotation::{Basis, NORMALIZING_FACTOR, Rotation, is_unit, sealed};
use crate::scalar::Scalar;
use crate::scaling::{exponent_to_unit, times_power_of_two};

/// If the squared length is 1 + e with |e| at most this, its reciprocal root is 1 − e/2 + 3e²/8
/// with an error of 5e³/16, less than 0.1 ε. So rotations in `f32`, and products of them, are
/// normalized without a root and a division. Larger: digits are lost. Smaller than 2⁻²²:
/// rotations in `f32` take the root, and closed forms in 2D take longer.
const NEARLY_UNIT: f64 = 1.0 / 262_144.0; // 2⁻¹⁸

impl<S> sealed::Sealed for Rotation2<S> {}

/// A rotation of the plane by its cosine and sine.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename = "rotation", deny_unknown_fields))]
pub struct Rotation2<S> {
    /// Cosine of the angle.
    pub cos: S,
    /// Sine of the angle.
    pub sin: S,
}

impl Rotation2<f32> {
    /// The counter-clockwise rotation by `angle` radians, with the same bits on every target.
    pub fn from_angle(angle: f32) -> Self {
        let (sin, cos) = libm::sincosf(angle);
        Self { cos, sin }
    }
}

impl Rotation2<f64> {
    /// The counter-clockwise rotation by `angle` radians, with the same bits on every target.
    pub fn from_angle(angle: f64) -> Self {
        let (sin, cos) = libm::sincos(angle);
        Self { cos, sin }
    }
}

impl<S: Scalar> Rotation for Rotation2<S> {
    type Wide = Rotation2<f64>;
    type Basis = Basis2;

    const IDENTITY: Self = Self { cos: S::ONE, sin: S::ZERO };

    #[inline]
    fn widen(self) -> Rotation2<f64> {
        Rotation2 { cos: self.cos.widen(), sin: self.sin.widen() }
    }

    #[inline]
    fn narrow(wide: Rotation2<f64>) -> Self {
        Self { cos: S::narrow(wide.cos), sin: S::narrow(wide.sin) }
    }

    #[inline]
    fn after(self, first: Self) -> Self {
        Self { cos: self.cos * first.cos - self.sin * first.sin, sin: self.sin * first.cos + self.cos * first.sin }
    }

    #[inline]
    fn inverse(self) -> Self {
        Self { cos: self.cos, sin: -self.sin }
    }

    #[inline]
    fn length_squared(self) -> f64 {
        let (cos, sin) = (self.cos.widen(), self.sin.widen());
        cos * cos + sin * sin
    }

    fn near_unit(self) -> Self {
        let Rotation2 { cos, sin } = self.widen();
        let exponent = exponent_to_unit(&[cos, sin], self.length_squared());
        if exponent == 0 {
            return self;
        }
        Self::narrow(Rotation2 { cos: times_power_of_two(cos, exponent), sin: times_power_of_two(sin, exponent) })
    }

    #[inline]
    fn turn_from(self, other: Self) -> Option<f64> {
        let (cos, sin) = (self.cos.widen() - other.cos.widen(), self.sin.widen() - other.sin.widen());
        (is_unit(self) && is_unit(other)).then(|| NORMALIZING_FACTOR * (cos * cos + sin * sin).sqrt())
    }

    #[inline]
    fn basis(self) -> Basis2 {
        let x = DVec2::new(self.cos.widen(), self.sin.widen());
        let squared = self.length_squared();
        let excess = squared - 1.0;
        if excess.abs() <= NEARLY_UNIT { Basis2 { x: x + x * (excess * (0.375 * excess - 0.5)) } } else { normalized(x, squared) }
    }
}

/// A vector of any length, and its square. NaN if the square is infinite or zero.
#[cold]
fn normalized(x: DVec2, squared: f64) -> Basis2 {
    Basis2 { x: x * ((1.0 + 0.0 * squared) / squared.sqrt()) }
}

/// The basis of a rotation of the plane. Its second axis is the first rotated by 90°.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Basis2 {
    x: DVec2,
}

impl Basis<DVec2> for Basis2 {
    #[inline]
    fn axis(&self, axis: usize) -> DVec2 {
        if axis == 0 { self.x } else { self.x.perp() }
    }

    #[inline]
    fn rotate(&self, local: DVec2) -> DVec2 {
        DVec2::new(self.x.x * local.x - self.x.y * local.y, self.x.y * local.x + self.x.x * local.y)
    }

    #[inline]
    fn unrotate(&self, outer: DVec2) -> DVec2 {
        DVec2::new(self.x.x * outer.x + self.x.y * outer.y, self.x.x * outer.y - self.x.y * outer.x)
    }
}

#[cfg(test)]
mod tests {
    use super::Rotation2;
    use crate::rotation::{Basis, Rotation};
    use glam::DVec2;

    fn near(a: DVec2, b: DVec2) {
        assert!((a - b).length() < 1e-14, "{a:?} is not {b:?}");
    }

    #[test]
    fn a_quarter_turn_takes_x_to_y() {
        near(Rotation2 { cos: 0.0, sin: 1.0 }.basis().rotate(DVec2::X), DVec2::Y);
    }

    #[test]
    fn composing_rotations_composes_their_bases() {
        let (p, q) = (Rotation2 { cos: 0.6, sin: 0.8 }, Rotation2 { cos: -0.8, sin: 0.6 });
        let v = DVec2::new(1.0, -2.0);
        near(p.after(q).basis().rotate(v), p.basis().rotate(q.basis().rotate(v)));
        near(p.inverse().basis().rotate(v), p.basis().unrotate(v));
    }

    #[test]
    fn a_basis_is_normalized_to_the_last_digits_whatever_the_length() {
        for excess in [0.0, 1e-15, 1e-9, 3.8e-6, 3.9e-6, 1e-3, 0.5, 1e6] {
            for length in [1.0 + 0.5 * excess, 1.0 / (1.0 + 0.5 * excess)] {
                let axis = Rotation2 { cos: 0.6 * length, sin: 0.8 * length }.basis().axis(0);
                let error = (axis - DVec2::new(0.6, 0.8)).abs().max_element();
                assert!(error <= 2.0 * f64::EPSILON, "{length}: {error:e}");
            }
        }
        for length in [0.0, f64::INFINITY, f64::NAN] {
            assert!(Rotation2 { cos: 0.6 * length, sin: 0.8 * length }.basis().axis(0).is_nan(), "{length}");
        }
    }

    #[test]
    fn turn_from_is_a_tight_bound_of_how_far_vectors_move() {
        for angle in [1e-9, 1e-3, 0.5, 2.0, 3.1] {
            let plane = |angle: f64| Rotation2::<f64>::from_angle(angle);
            let turn = plane(1.0 + angle).turn_from(plane(1.0)).expect("units");
            let moved = 2.0 * libm::sin(0.5 * angle);
            assert!((1.0..1.02).contains(&(turn / moved)), "{angle}: {turn}, {moved}");
        }
    }
}
