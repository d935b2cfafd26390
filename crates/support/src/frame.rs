//! B's frame as seen from A's.

use crate::pose::Pose;
use crate::rotation::{Basis, Rotation};
use crate::vector::Vector;

/// Takes points and directions from B's frame to A's and back, in `f64`: a relative pose whose rotation is laid out to be applied many times.
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
    /// From the pose of B in A's frame. A NaN in it comes out of every point.
    #[inline]
    pub fn new(b_in_a: &Pose<V::Wide>) -> Self {
        Self { basis: b_in_a.rotation.basis(), translation: b_in_a.translation }
    }

    /// B's origin, in A's frame.
    #[inline]
    pub fn translation(&self) -> V::Wide {
        self.translation
    }

    /// Moved in A's frame.
    #[inline]
    #[must_use]
    pub fn moved_by(&self, motion: V::Wide) -> Self {
        Self { basis: self.basis, translation: self.translation + motion }
    }

    /// A point of B's frame, moved to A's.
    #[inline]
    pub fn to_a(&self, b: V::Wide) -> V::Wide {
        self.basis.rotate(b) + self.translation
    }

    /// A point of A's frame, moved to B's.
    #[inline]
    pub fn to_b(&self, a: V::Wide) -> V::Wide {
        self.basis.unrotate(a - self.translation)
    }

    /// A direction of A's frame, turned into B's.
    #[inline]
    pub fn direction_in_b(&self, a: V::Wide) -> V::Wide {
        self.basis.unrotate(a)
    }

    /// A direction of B's frame, turned into A's.
    #[inline]
    pub fn direction_in_a(&self, b: V::Wide) -> V::Wide {
        self.basis.rotate(b)
    }
}
