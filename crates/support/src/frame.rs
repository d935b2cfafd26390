//! The relative pose of a pair, prepared to be applied many times.

use crate::pose::Pose;
use crate::rotation::{Basis, Rotation};
use crate::vector::Vector;

/// Transforms points and directions between the frames of A and B, in `f64`. It is a relative pose
/// whose rotation is stored as a basis.
///
/// ```
/// use clinch_support::{Frame, Pose};
/// use glam::{DVec3, Vec3};
///
/// let above = Frame::<Vec3>::new(&Pose::at(DVec3::new(0.0, 2.0, 0.0)));
/// assert_eq!(above.to_a(DVec3::X), DVec3::new(1.0, 2.0, 0.0));
/// assert_eq!(above.direction_in_a(DVec3::X), DVec3::X);
/// ```
#[derive(Debug)]
pub struct Frame<V: Vector> {
    basis: V::Basis,
    translation: V::Wide,
}

impl<V: Vector> Clone for Frame<V> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<V: Vector> Copy for Frame<V> {}

impl<V: Vector> Frame<V> {
    /// The frame of B, from its pose in A's frame. A NaN in the pose makes every transformed point
    /// NaN.
    #[inline]
    pub fn new(b_in_a: &Pose<V::Wide>) -> Self {
        Self { basis: b_in_a.rotation.basis(), translation: b_in_a.translation }
    }

    /// B's origin, in A's frame.
    #[inline]
    pub fn translation(&self) -> V::Wide {
        self.translation
    }

    /// The image of a coordinate axis of B.
    #[inline]
    pub fn axis_in_a(&self, axis: usize) -> V::Wide {
        self.basis.axis(axis)
    }

    /// The same frame, translated by `motion` in A's frame.
    #[inline]
    #[must_use]
    pub fn moved_by(&self, motion: V::Wide) -> Self {
        Self { basis: self.basis, translation: self.translation + motion }
    }

    /// The same frame, with its origin at another place of A's frame.
    #[inline]
    pub(crate) fn moved_to(&self, translation: V::Wide) -> Self {
        Self { basis: self.basis, translation }
    }

    /// A point given in B's frame, in A's frame.
    #[inline]
    pub fn to_a(&self, b: V::Wide) -> V::Wide {
        self.basis.rotate(b) + self.translation
    }

    /// A point given in A's frame, in B's frame.
    #[inline]
    pub fn to_b(&self, a: V::Wide) -> V::Wide {
        self.basis.unrotate(a - self.translation)
    }

    /// A direction given in A's frame, in B's frame.
    #[inline]
    pub fn direction_in_b(&self, a: V::Wide) -> V::Wide {
        self.basis.unrotate(a)
    }

    /// A direction given in B's frame, in A's frame.
    #[inline]
    pub fn direction_in_a(&self, b: V::Wide) -> V::Wide {
        self.basis.rotate(b)
    }
}
