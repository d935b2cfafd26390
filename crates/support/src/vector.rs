//! The vectors the core computes in.

use core::fmt::Debug;
use core::ops::{Add, Mul, Neg, Sub};

use crate::rotation::{Basis, Rotation};
use crate::scalar::Scalar;

mod sealed {
    pub trait Sealed {}
    impl Sealed for glam::Vec2 {}
    impl Sealed for glam::Vec3 {}
    impl Sealed for glam::DVec2 {}
    impl Sealed for glam::DVec3 {}
}

/// A glam vector the core computes in: [`Vec2`](glam::Vec2), [`Vec3`](glam::Vec3), [`DVec2`](glam::DVec2) or [`DVec3`](glam::DVec3).
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
