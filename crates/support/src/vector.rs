//! The vector types that the algorithms are generic over.
//!
//! One source serves 2D and 3D, `f32` and `f64`. [`Vector::Wide`] is the `f64` vector of the same
//! dimension, in which everything between input and answer is computed.

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

/// A glam vector: [`Vec2`](glam::Vec2), [`Vec3`](glam::Vec3), [`DVec2`](glam::DVec2) or
/// [`DVec3`](glam::DVec3). Sealed.
///
/// Users need not name this trait: the modules `clinch::d2` and `clinch::d3` use plain vectors.
/// GJK, EPA and the stage are generic over it.
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
    /// The `f64` vector of the same dimension, in which differences, simplices and relative poses
    /// are computed.
    type Wide: Vector<Scalar = f64, Wide = Self::Wide, Basis = Self::Basis>;
    /// The rotation type of the same scalar: cosine and sine in 2D, a quaternion in 3D.
    type Rotation: Rotation<Wide = <Self::Wide as Vector>::Rotation, Basis = Self::Basis>;
    /// An orthonormal basis in `f64`, with which a rotation is applied to many points.
    type Basis: Basis<Self::Wide>;

    /// 2 or 3.
    const DIM: usize;
    /// The origin.
    const ZERO: Self;

    /// The vector whose components `component` gives, from the first to the last.
    fn from_fn(component: impl FnMut(usize) -> Self::Scalar) -> Self;

    /// The component `axis`. An axis beyond the dimension gives the last component.
    fn get(self, axis: usize) -> Self::Scalar;

    /// The dot product, summed from the first component to the last, without fused multiply-add.
    fn dot(self, other: Self) -> Self::Scalar;

    /// The same vector in `f64`. Exact.
    fn widen(self) -> Self::Wide;

    /// The nearest vector of this type.
    fn narrow(wide: Self::Wide) -> Self;

    /// The largest |component|; NaN if any component is.
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

    /// The sum of the |components|: an upper bound of |v| without a square root.
    fn sum_abs(self) -> Self::Scalar {
        (0..Self::DIM).fold(Self::Scalar::ZERO, |sum, axis| sum + self.get(axis).abs())
    }

    /// Whether no component is infinite or NaN.
    fn is_finite(self) -> bool {
        (0..Self::DIM).all(|axis| self.get(axis).is_finite())
    }
}
