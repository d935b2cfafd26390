//! The box, in 2D a rectangle.

mod convex;

use clinch_support::{Scalar, Support, SupportMap, Vector, VertexBlock, VertexId};

use crate::bounding_ball::stored_bounding_radius_of;
use crate::check;
use crate::error::ShapeError;
use crate::face::EdgeId;

/// An axis-aligned box about the origin, in 2D a rectangle.
///
/// Vertex i is on the positive side of every axis whose bit is set in i. An edge along axis k has
/// the id 4k plus one bit for the sign of each of the axes after k. The face towards −axis k has
/// the id 2k, towards +axis k 2k + 1.
///
/// ```
/// use clinch_shapes::{Cuboid, ShapeError};
/// use clinch_support::SupportMap;
/// use glam::Vec3;
///
/// let block = Cuboid::new(Vec3::new(1.0, 2.0, 3.0))?;
/// assert_eq!(block.support(Vec3::new(1.0, -1.0, 1.0)).point, Vec3::new(1.0, -2.0, 3.0));
/// assert!(Cuboid::new(Vec3::new(1.0, f32::NAN, 1.0)).is_err());
/// # Ok::<(), ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cuboid<V: Vector> {
    half: V,
    bounding_radius: V::Scalar,
}

impl<V: Vector> Cuboid<V> {
    /// A box with these half extents along the axes. Zeros make plates, segments and points.
    ///
    /// # Errors
    ///
    /// Half extents that are negative, infinite or NaN, or whose diagonal overflows.
    pub fn new(half: V) -> Result<Self, ShapeError> {
        let half = check::sizes("half extent", half)?;
        let cuboid = Self { half, bounding_radius: stored_bounding_radius_of(&[half]) };
        check::size("radius about the center", cuboid.radius_about_center())?;
        Ok(cuboid)
    }

    /// The half extents.
    pub fn half(&self) -> V {
        self.half
    }

    #[inline]
    fn corner(&self, index: usize) -> V {
        V::from_fn(|axis| self.half.get(axis).signed(index >> axis & 1 == 1))
    }

    /// The id of the edge along `axis` that ends at this corner.
    #[inline]
    pub fn edge(axis: usize, corner: VertexId) -> EdgeId {
        let bit = |step: usize| corner.index() >> ((axis + step) % V::DIM) & 1;
        let others = (1..V::DIM).fold(0, |bits, step| bits | bit(step) << (step - 1));
        EdgeId((4 * axis + others) as u32)
    }
}

impl<V: Vector> SupportMap<V> for Cuboid<V> {
    #[inline]
    fn support(&self, direction: V) -> Support<V> {
        let mut index = 0;
        let point = V::from_fn(|axis| {
            // Zero and NaN give the lower id.
            let positive = direction.get(axis) > V::Scalar::ZERO;
            index |= usize::from(positive) << axis;
            self.half.get(axis).signed(positive)
        });
        Support { point, id: Some(VertexId::new(index)) }
    }

    #[inline]
    fn vertex(&self, id: VertexId) -> Option<V> {
        (id.index() >> V::DIM == 0).then(|| self.corner(id.index()))
    }

    #[inline]
    fn vertex_blocks<'s>(&'s self, made: &'s mut Option<VertexBlock>) -> Option<&'s [VertexBlock]> {
        if !VertexBlock::are_of::<V>() {
            return None;
        }
        let half: [f32; 3] = core::array::from_fn(|axis| Scalar::narrow(self.half.get(axis).widen()));
        // The last eight lanes repeat the first eight.
        let block = VertexBlock::from_fn(|axis, lane| half[axis].signed(lane >> axis & 1 == 1));
        Some(core::slice::from_ref(made.insert(block)))
    }

    #[inline]
    fn radius_about_center(&self) -> V::Scalar {
        // The sum is an upper bound of the half diagonal, without a square root. It may overflow
        // where the half diagonal does not.
        let sum = (0..V::DIM).fold(V::Scalar::ZERO, |sum, axis| sum + self.half.get(axis));
        if sum < V::Scalar::INFINITY { sum } else { self.bounding_radius }
    }

    /// Zero: only the signs of the direction choose a support point, and rounding does not change a
    /// sign.
    #[inline]
    fn error(&self) -> V::Scalar {
        V::Scalar::ZERO
    }
}
