//! The cross product of the generic vector.

use crate::vector::Vector;

/// a × b, in 3D. Each component is a difference of two products, without fused multiply-add. In 2D
/// there is no cross product, and the result has no meaning.
///
/// ```
/// use clinch_support::cross;
/// use glam::DVec3;
///
/// assert_eq!(cross(DVec3::X, DVec3::Y), DVec3::Z);
/// ```
#[inline(always)]
pub fn cross<W: Vector>(a: W, b: W) -> W {
    W::from_fn(|i| a.get((i + 1) % 3) * b.get((i + 2) % 3) - a.get((i + 2) % 3) * b.get((i + 1) % 3))
}
