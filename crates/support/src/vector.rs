//! The vectors the core computes in.

use core::fmt::Debug;
use core::ops::{Add, Mul, Neg, Sub};

use glam::{DVec2, DVec3, Vec2, Vec3};

use crate::rotation::{Basis, Rotation};
use crate::scalar::Scalar;

mod sealed {
    pub trait Sealed {}
    impl Sealed for glam::Vec2 {}
    impl Sealed for glam::Vec3 {}
    impl Sealed for glam::DVec2 {}
    impl Sealed for glam::DVec3 {}
}

/// A glam vector the core computes in: [`Vec2`], [`Vec3`], [`DVec2`] or [`DVec3`].
///
/// Users never name this trait: the doors (`clinch::d2`, `clinch::d3`) speak of plain vectors. It is what lets GJK, EPA and the stage
/// be written once.
pub trait Vector:
    sealed::Sealed
    + Copy
    + Debug
    + Default
    + PartialEq
    + Add<Output = Self>
    + Sub<Output = Self>
    + Neg<Output = Self>
    + Mul<Self::Scalar, Output = Self>
    + Send
    + Sync
    + 'static
{
    /// The type of a component.
    type Scalar: Scalar;
    /// The `f64` vector of the same dimension, in which differences, simplices and relative poses live.
    type Wide: Vector<Scalar = f64, Wide = Self::Wide, Basis = Self::Basis>;
    /// How a user writes a rotation: cosine and sine in 2D, a quaternion in 3D.
    type Rotation: Rotation<Wide = <Self::Wide as Vector>::Rotation, Basis = Self::Basis>;
    /// An orthonormal basis in `f64`: how a rotation is applied to many points.
    type Basis: Basis<Self::Wide>;

    /// 2 or 3.
    const DIM: usize;
    /// The origin.
    const ZERO: Self;

    /// The vector of these components.
    fn from_fn(component: impl FnMut(usize) -> Self::Scalar) -> Self;

    /// Component `axis`; the last one for an axis beyond the dimension.
    fn get(self, axis: usize) -> Self::Scalar;

    /// The dot product, summed from the first component to the last.
    fn dot(self, other: Self) -> Self::Scalar;

    /// The same vector in `f64`. Exact.
    fn widen(self) -> Self::Wide;

    /// The nearest vector of this type.
    fn narrow(wide: Self::Wide) -> Self;

    /// The largest |component|; NaN if any is.
    fn max_abs(self) -> Self::Scalar;

    /// The unit vector along `axis`.
    fn unit(axis: usize) -> Self {
        Self::from_fn(|i| if i == axis { Self::Scalar::ONE } else { Self::Scalar::ZERO })
    }

    /// |v|².
    fn length_squared(self) -> Self::Scalar {
        self.dot(self)
    }

    /// |v|.
    fn length(self) -> Self::Scalar {
        self.dot(self).sqrt()
    }

    /// The sum of the |components|: no less than |v|, and it needs no root.
    fn sum_abs(self) -> Self::Scalar {
        (0..Self::DIM).fold(Self::Scalar::ZERO, |sum, axis| sum + self.get(axis).abs())
    }

    /// No component is infinite or NaN.
    fn is_finite(self) -> bool {
        (0..Self::DIM).all(|axis| self.get(axis).is_finite())
    }
}

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
                let mut largest: $scalar = 0.0;
                $(
                    let size = self.$field.abs();
                    // Nothing compares greater than a NaN, so that once seen it stays.
                    largest = if size > largest || size.is_nan() { size } else { largest };
                )+
                largest
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

vector!(Vec2, f32, DVec2, crate::Rotation2<f32>, crate::Basis2, 2, [0 x, 1 y]);
vector!(Vec3, f32, DVec3, glam::Quat, crate::Basis3, 3, [0 x, 1 y, 2 z]);
vector!(DVec2, f64, DVec2, crate::Rotation2<f64>, crate::Basis2, 2, [0 x, 1 y]);
vector!(DVec3, f64, DVec3, glam::DQuat, crate::Basis3, 3, [0 x, 1 y, 2 z]);

#[cfg(test)]
mod tests {
    use super::Vector;
    use glam::{DVec3, Vec2, Vec3};

    #[test]
    fn widening_is_exact_and_narrowing_rounds_to_nearest() {
        let v = Vec3::new(0.1, -3.0e-39, 1.0e30);
        assert_eq!(Vec3::narrow(v.widen()), v);
        assert_eq!(Vec3::narrow(DVec3::new(1.0 + 1e-12, 0.0, 0.0)), Vec3::X);
    }

    #[test]
    fn largest_component_keeps_nan_wherever_it_stands() {
        assert_eq!(Vec3::new(1.0, -5.0, 2.0).max_abs(), 5.0);
        for v in [Vec2::new(f32::NAN, 1.0), Vec2::new(1.0, f32::NAN)] {
            assert!(v.max_abs().is_nan());
        }
    }
}
