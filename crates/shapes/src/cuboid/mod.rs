//! The box, in 2D a rectangle.

mod convex;

use clinch_support::{Scalar, Support, SupportMap, Vector, VertexId};

use crate::bounding_ball::stored_bounding_radius_of;
use crate::check;
use crate::error::ShapeError;
use crate::face::EdgeId;

/// All points within `half` of the origin along each axis.
///
/// Vertex i has the sign + along every axis whose bit is set in i. An edge along axis k has the id 4k plus a bit for the sign of each of the
/// axes after k; the face towards −axis k has the id 2k, towards +axis k 2k + 1.
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
    reach: V::Scalar,
}

impl<V: Vector> Cuboid<V> {
    /// A box of these half extents. Zeros make plates, needles and points; negative, infinite and NaN ones are refused.
    pub fn new(half: V) -> Result<Self, ShapeError> {
        let half = check::sizes("half extent", half)?;
        Ok(Self { half, reach: stored_bounding_radius_of(&[half]) })
    }

    /// The half extents.
    pub fn half(&self) -> V {
        self.half
    }

    #[inline]
    fn corner(&self, index: usize) -> V {
        V::from_fn(|axis| self.half.get(axis).signed(index >> axis & 1 == 1))
    }

    /// The id of the edge along `axis` that this corner is an end of.
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
            // Equal and NaN go to the lower id.
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
    fn radius_about_center(&self) -> V::Scalar {
        // The sum is a bound of the half diagonal, and needs no root.
        (0..V::DIM).fold(V::Scalar::ZERO, |sum, axis| sum + self.half.get(axis))
    }

    /// None: a support point is chosen by the signs of the direction alone, and no rounding changes a sign.
    #[inline]
    fn error(&self) -> V::Scalar {
        V::Scalar::ZERO
    }
}
