//! The implementation of [`Vector`] for glam's four types.

use glam::{DQuat, DVec2, DVec3, Quat, Vec2, Vec3};

use crate::rotation2::{Basis2, Rotation2};
use crate::rotation3::Basis3;
use crate::scalar::Scalar;
use crate::vector::Vector;

macro_rules! vector {
    ($vector:ty, $scalar:ty, $wide:ty, $rotation:ty, $basis:ty, $dim:literal, [$($axis:literal $field:ident),+]) => {
        impl Vector for $vector {
            type Scalar = $scalar;
            type Wide = $wide;
            type Rotation = $rotation;
            type Basis = $basis;

            const DIM: usize = $dim;
            const ZERO: Self = <$vector>::ZERO;

            #[inline]
            fn from_fn(mut component: impl FnMut(usize) -> $scalar) -> Self {
                <$vector>::new($(component($axis)),+)
            }

            #[inline]
            fn get(self, axis: usize) -> $scalar {
                self.to_array()[axis.min($dim - 1)]
            }

            #[inline]
            fn dot(self, other: Self) -> $scalar {
                <$vector>::dot(self, other)
            }

            #[inline]
            fn max_abs(self) -> $scalar {
                // A comparison per component is one instruction, but drops NaN; the sum is NaN if
                // any component is, and else finite or infinite.
                let (mut largest, mut sum): ($scalar, $scalar) = (0.0, 0.0);
                $(
                    let size = self.$field.abs();
                    largest = if size > largest { size } else { largest };
                    sum += size;
                )+
                if sum.is_nan() { sum } else { largest }
            }

            #[inline]
            fn widen(self) -> $wide {
                <$wide>::new($(self.$field.widen()),+)
            }

            #[inline]
            fn narrow(wide: $wide) -> Self {
                <$vector>::new($(<$scalar>::narrow(wide.$field)),+)
            }
        }
    };
}

vector!(Vec2, f32, DVec2, Rotation2<f32>, Basis2, 2, [0 x, 1 y]);
vector!(Vec3, f32, DVec3, Quat, Basis3, 3, [0 x, 1 y, 2 z]);
vector!(DVec2, f64, DVec2, Rotation2<f64>, Basis2, 2, [0 x, 1 y]);
vector!(DVec3, f64, DVec3, DQuat, Basis3, 3, [0 x, 1 y, 2 z]);

#[cfg(test)]
mod tests {
    use crate::vector::Vector;
    use glam::{DVec3, Vec2, Vec3};

    #[test]
    fn widening_is_exact_and_narrowing_rounds_to_nearest() {
        let v = Vec3::new(0.1, -3.0e-39, 1.0e30);
        assert_eq!(Vec3::narrow(v.widen()), v);
        assert_eq!(Vec3::narrow(DVec3::new(1.0 + 1e-12, 0.0, 0.0)), Vec3::X);
    }

    #[test]
    fn the_largest_component_is_nan_if_any_is() {
        assert_eq!(Vec3::new(1.0, -5.0, 2.0).max_abs(), 5.0);
        for v in [Vec2::new(f32::NAN, 1.0), Vec2::new(1.0, f32::NAN)] {
            assert!(v.max_abs().is_nan());
        }
    }
}
