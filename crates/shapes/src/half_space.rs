//! The half-space, in 2D a half-plane: everything on one side of a plane.

use clinch_support::{Basis, Pose, Rotation, Scalar, Support, SupportMap, Vector, VertexId, normalize_or_zero};

use crate::aabb::Aabb;
use crate::bounding_ball::BoundingBall;
use crate::convex::{Convex, Core};
use crate::error::ShapeError;

/// All points x with `normal`·x ≤ `offset`. 2D and 3D.
///
/// It has no farthest points. As a support map it is therefore one point, that of its plane nearest the origin; queries answer half-spaces in closed form
/// and never ask.
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

/// How far the square of a normal's length may be from 1, in ε of the scalar, for it to be one that was made here: 1 for rounding it, in `f64` as much again for
/// each step on the way. Larger, and a normal that somebody wrote by hand would be believed; smaller, and reading changes the last bit of some.
#[cfg(feature = "serde")]
const UNIT: f64 = 8.0;

impl<V: Vector> HalfSpace<V> {
    /// The half-space below the plane `normal`·x = `offset`. The normal points out of the solid and has any length; `offset` is in units of that length,
    /// so that both may be multiplied by the same number.
    ///
    /// # Errors
    ///
    /// A normal without direction (zero, infinite, NaN); an offset that is infinite or NaN, also once it is divided by the normal's length.
    pub fn new(normal: V, offset: V::Scalar) -> Result<Self, ShapeError> {
        let wide = normal.widen();
        let direction = normalize_or_zero(wide);
        if direction == V::Wide::ZERO {
            return Err(ShapeError::NoDirection { what: "normal" });
        }
        // The length along the unit normal: its square cannot overflow.
        let distance = offset.widen() / wide.dot(direction);
        let offset = V::Scalar::narrow(distance);
        if !offset.is_finite() {
            return Err(ShapeError::NotFinite { what: "offset", value: distance });
        }
        Ok(Self { normal: V::narrow(direction), offset })
    }

    /// The half-space that gave this normal and offset away: as [`new`](Self::new), but a normal that is of length 1 up to rounding stays as it is. Made to
    /// one again, it might be rounded to another one.
    #[cfg(feature = "serde")]
    pub(crate) fn again(normal: V, offset: V::Scalar) -> Result<Self, ShapeError> {
        let excess = normal.widen().length_squared() - 1.0;
        let is_unit = excess.abs() <= UNIT * V::Scalar::EPSILON.widen();
        if is_unit && offset.is_finite() { Ok(Self { normal, offset }) } else { Self::new(normal, offset) }
    }

    /// Out of the solid, of length 1 up to rounding.
    pub fn normal(&self) -> V {
        self.normal
    }

    /// The signed distance of the plane from the origin, along the normal.
    pub fn offset(&self) -> V::Scalar {
        self.offset
    }

    /// The point of the plane nearest the origin.
    fn foot(&self) -> V {
        self.normal * self.offset
    }
}

impl<V: Vector> SupportMap<V> for HalfSpace<V> {
    #[inline]
    fn support(&self, _: V) -> Support<V> {
        Support { point: self.foot(), id: Some(VertexId::new(0)) }
    }

    #[inline]
    fn vertex(&self, id: VertexId) -> Option<V> {
        (id.index() == 0).then(|| self.foot())
    }

    #[inline]
    fn center(&self) -> V {
        self.foot()
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

    /// Infinite; to one side finite if the plane lies across an axis, exactly. NaN of a pose that is not finite.
    fn bounds(&self, pose: &Pose<V::Wide>) -> Aabb<V::Wide> {
        let normal = pose.rotation.basis().rotate(self.normal.widen());
        let at = pose.translation.widen();
        let mut bounds = Aabb { min: V::Wide::from_fn(|_| f64::NEG_INFINITY), max: V::Wide::from_fn(|_| f64::INFINITY) };
        if !(normal.is_finite() && at.is_finite()) {
            let nowhere = V::Wide::from_fn(|_| f64::NAN);
            return Aabb { min: nowhere, max: nowhere };
        }
        for axis in 0..V::DIM {
            if (0..V::DIM).all(|other| other == axis || normal.get(other) == 0.0) {
                // The normal's own rounding is part of the shape: its plane is where the offset says.
                let reach = self.offset.widen() / normal.get(axis);
                let slack = 8.0 * f64::EPSILON * (at.get(axis).abs() + reach.abs());
                let end = at.get(axis) + reach;
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

    /// On its border: a half-space has no length of its own that could tell how far inside.
    fn interior(&self) -> V {
        self.foot()
    }

    /// Infinite.
    fn bounding_ball(&self) -> BoundingBall<V::Wide> {
        BoundingBall::around(self.foot().widen(), f64::INFINITY)
    }
}
