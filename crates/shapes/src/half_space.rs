//! The half-space, in 2D a half-plane: all points on one side of a plane.

use clinch_support::{Basis, Pose, Rotation, Scalar, Support, SupportMap, Vector, VertexId, normalize_or_zero};

use crate::aabb::Aabb;
use crate::bounding_ball::BoundingBall;
use crate::convex::{Convex, Core};
use crate::error::ShapeError;

/// All points x with `normal`·x ≤ `offset`. 2D and 3D.
///
/// It has no farthest points. Its support map is that of one point, the one of its plane nearest to
/// the origin. Queries have closed forms for half-spaces and do not use it.
///
/// ```
/// use clinch_shapes::{HalfSpace, ShapeError};
/// use glam::Vec3;
///
/// let ground = HalfSpace::new(Vec3::new(0.0, 2.0, 0.0), 3.0)?; // 2y ≤ 3
/// assert_eq!((ground.normal(), ground.offset()), (Vec3::Y, 1.5));
/// assert_eq!(HalfSpace::new(Vec3::ZERO, 0.0), Err(ShapeError::NoDirection { what: "normal" }));
/// # Ok::<(), ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfSpace<V: Vector> {
    normal: V,
    offset: V::Scalar,
}

/// The deviation of a normal's squared length from 1, in ε of the scalar, up to which a
/// deserialised normal is taken as it is: 1 for rounding it, and as much for each step in `f64`.
/// Larger: a normal written by hand would not be normalised. Smaller: deserialising changes the
/// last bit of some.
#[cfg(feature = "serde")]
const UNIT_TOLERANCE: f64 = 8.0;

impl<V: Vector> HalfSpace<V> {
    /// The half-space below the plane `normal`·x = `offset`. The normal is outward and has any
    /// length; `offset` is in units of that length, so that multiplying both by a number changes
    /// nothing.
    ///
    /// # Errors
    ///
    /// A normal that is zero, infinite or NaN; an offset that is infinite or NaN, also after it is
    /// divided by the length of the normal.
    pub fn new(normal: V, offset: V::Scalar) -> Result<Self, ShapeError> {
        let wide = normal.widen();
        let direction = normalize_or_zero(wide);
        if direction == V::Wide::ZERO {
            return Err(ShapeError::NoDirection { what: "normal" });
        }
        // The length of the normal, without its square, which could overflow.
        let distance = offset.widen() / wide.dot(direction);
        let offset = V::Scalar::narrow(distance);
        if !offset.is_finite() {
            return Err(ShapeError::NotFinite { what: "offset", value: distance });
        }
        Ok(Self { normal: V::narrow(direction), offset })
    }

    /// The half-space with this normal and offset: like [`new`](Self::new), but a normal of length
    /// 1 up to rounding is not normalised again, which could round it to another one.
    #[cfg(feature = "serde")]
    pub(crate) fn from_unit_normal(normal: V, offset: V::Scalar) -> Result<Self, ShapeError> {
        let excess = normal.widen().length_squared() - 1.0;
        let is_unit = excess.abs() <= UNIT_TOLERANCE * V::Scalar::EPSILON.widen();
        if is_unit && offset.is_finite() { Ok(Self { normal, offset }) } else { Self::new(normal, offset) }
    }

    /// The outward normal, of length 1 up to rounding.
    pub fn normal(&self) -> V {
        self.normal
    }

    /// The signed distance of the plane from the origin, along the normal.
    pub fn offset(&self) -> V::Scalar {
        self.offset
    }

    /// The point of the plane nearest to the origin.
    fn nearest_to_origin(&self) -> V {
        self.normal * self.offset
    }
}

impl<V: Vector> SupportMap<V> for HalfSpace<V> {
    #[inline]
    fn support(&self, _: V) -> Support<V> {
        Support { point: self.nearest_to_origin(), id: Some(VertexId::new(0)) }
    }

    #[inline]
    fn vertex(&self, id: VertexId) -> Option<V> {
        (id.index() == 0).then(|| self.nearest_to_origin())
    }

    #[inline]
    fn center(&self) -> V {
        self.nearest_to_origin()
    }

    #[inline]
    fn radius_about_center(&self) -> V::Scalar {
        V::Scalar::ZERO
    }
}

impl<V: Vector> Convex<V> for HalfSpace<V> {
    #[inline]
    fn core(&self) -> Core<'_, V> {
        Core::HalfSpace { normal: self.normal.widen(), offset: self.offset.widen() }
    }

    /// Infinite, except towards the solid's outside if the plane is exactly perpendicular to an
    /// axis. NaN if the pose is not finite.
    fn bounds(&self, pose: &Pose<V::Wide>) -> Aabb<V::Wide> {
        let normal = pose.rotation.basis().rotate(self.normal.widen());
        let at = pose.translation.widen();
        let mut bounds = Aabb { min: V::Wide::from_fn(|_| f64::NEG_INFINITY), max: V::Wide::from_fn(|_| f64::INFINITY) };
        if !(normal.is_finite() && at.is_finite()) {
            let nan = V::Wide::from_fn(|_| f64::NAN);
            return Aabb { min: nan, max: nan };
        }
        for axis in 0..V::DIM {
            if (0..V::DIM).all(|other| other == axis || normal.get(other) == 0.0) {
                // The rounding of the normal is part of the shape: the offset gives its plane.
                let height = self.offset.widen() / normal.get(axis);
                let slack = 8.0 * f64::EPSILON * (at.get(axis).abs() + height.abs());
                let end = at.get(axis) + height;
                let along = |i: usize, otherwise: f64, end: f64| if i == axis { end } else { otherwise };
                if normal.get(axis) > 0.0 {
                    bounds.max = V::Wide::from_fn(|i| along(i, f64::INFINITY, end + slack));
                } else {
                    bounds.min = V::Wide::from_fn(|i| along(i, f64::NEG_INFINITY, end - slack));
                }
            }
        }
        bounds
    }

    /// A point of the plane. A half-space has no length that could give a depth below it.
    fn interior(&self) -> V {
        self.nearest_to_origin()
    }

    /// Infinite.
    fn bounding_ball(&self) -> BoundingBall<V::Wide> {
        BoundingBall::around(self.nearest_to_origin().widen(), f64::INFINITY)
    }
}
