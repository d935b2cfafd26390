//! A shape at a pose.

use clinch_mass::Moments;
use clinch_support::{Basis, Circle, Pose, Rotation, Scalar, Support, SupportMap, Vector, VertexId, normalize_or_zero};

use crate::aabb::Aabb;
use crate::bounding_ball::{BoundingBall, OUTWARD, bounding_radius_of};
use crate::check;
use crate::convex::{Convex, Core, PosedCore};
use crate::error::ShapeError;
use crate::face::Face;
use crate::map_bounds::{MapBounds, largest_coordinate, narrow_from_wide};

/// A shape that is rotated and translated: in its own frame it is the inner shape at a pose.
///
/// Vertices, edges, faces and the radius are those of the inner shape. Points are transformed in
/// `f64` and not rounded, so a query on a posed shape equals a query on the inner shape at the
/// composed pose.
///
/// ```
/// use clinch_shapes::{Ball, Convex, Core, Posed, ShapeError};
/// use clinch_support::Pose;
/// use glam::{DVec3, Vec3};
///
/// let aside = Posed::new(Ball::new(0.5)?, Pose::at(Vec3::new(0.0, 3.0, 0.0)))?;
/// assert_eq!(aside.core(), Core::Point(DVec3::new(0.0, 3.0, 0.0)));
/// assert!(Posed::new(Ball::new(0.5)?, Pose::at(Vec3::splat(f32::INFINITY))).is_err());
/// # Ok::<(), ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Posed<V: Vector, S> {
    inner: S,
    pose: Pose<V>,
    basis: V::Basis,
    bounds: MapBounds<V>,
}

/// The other fields follow from these.
impl<V: Vector, S: PartialEq> PartialEq for Posed<V, S> {
    fn eq(&self, other: &Self) -> bool {
        self.inner == other.inner && self.pose == other.pose
    }
}

/// The `f64` rounding of a transformed point, relative to its coordinates and the offset: γ₈ for
/// the basis, three products and sums. Twice, because the direction is rotated too.
const ROUNDING: f64 = 16.0 * f64::EPSILON;

impl<V: Vector, S: Convex<V>> Posed<V, S> {
    /// `inner` at `pose`. The rotation may have any length but zero. If that is far from 1, the
    /// rotation is multiplied by a power of two, which rounds nothing: the product of many such
    /// rotations would overflow or underflow.
    ///
    /// # Errors
    ///
    /// A pose with an infinite or NaN component, or with a rotation of length zero; a size that
    /// overflows.
    pub fn new(inner: S, pose: Pose<V>) -> Result<Self, ShapeError> {
        let pose = Pose { rotation: pose.rotation.near_unit(), ..pose };
        if !pose.is_finite() {
            return Err(ShapeError::PoseNotFinite);
        }
        let basis = pose.rotation.basis();
        let exact = basis.rotate(inner.center().widen()) + pose.translation.widen();
        let center = check::finite("center", V::narrow(exact))?;
        let rounding = ROUNDING * (largest_coordinate(&inner) + pose.translation.max_abs().widen());
        let radius_about_center =
            V::Scalar::narrow_up(inner.radius_about_center().widen() + ((exact - center.widen()).length() + rounding));
        // The radius of a half-space has no meaning.
        let half_space = matches!(inner.core(), Core::HalfSpace { .. });
        let radius_about_center =
            if half_space { radius_about_center } else { check::size("radius about the center", radius_about_center)? };
        let error = V::Scalar::narrow_up(inner.error().widen() + rounding);
        Ok(Self { inner, pose, basis, bounds: MapBounds { center, radius_about_center, error } })
    }

    /// The inner shape.
    pub fn inner(&self) -> &S {
        &self.inner
    }

    /// Its pose, with a rotation whose length is near 1: see [`new`](Self::new).
    pub fn pose(&self) -> &Pose<V> {
        &self.pose
    }

    #[inline]
    fn transform(&self, point: V::Wide) -> V::Wide {
        self.basis.rotate(point) + self.pose.translation.widen()
    }
}

impl<V: Vector, S: Convex<V>> SupportMap<V> for Posed<V, S> {
    narrow_from_wide!(V);

    #[inline]
    fn support_wide(&self, direction: V::Wide) -> Support<V::Wide> {
        let Support { point, id } = self.inner.support_wide(self.basis.unrotate(direction));
        Support { point: self.transform(point), id }
    }

    #[inline]
    fn support_hinted(&self, direction: V::Wide, hint: VertexId) -> Support<V::Wide> {
        let Support { point, id } = self.inner.support_hinted(self.basis.unrotate(direction), hint);
        Support { point: self.transform(point), id }
    }

    #[inline]
    fn vertex_wide(&self, id: VertexId) -> Option<V::Wide> {
        self.inner.vertex_wide(id).map(|point| self.transform(point))
    }

    fn circle(&self, point: V::Wide) -> Option<Circle<V::Wide>> {
        let inner = self.inner.circle(self.basis.unrotate(point - self.pose.translation.widen()))?;
        Some(Circle { middle: self.transform(inner.middle), axis: self.basis.rotate(inner.axis), radius: inner.radius })
    }
}

impl<V: Vector, S: Convex<V>> Convex<V> for Posed<V, S> {
    #[inline]
    fn radius(&self) -> V::Scalar {
        self.inner.radius()
    }

    #[inline]
    fn radius_wide(&self) -> f64 {
        self.inner.radius_wide()
    }

    fn core(&self) -> Core<'_, V> {
        match self.inner.core() {
            Core::Origin => Core::at(self.transform(V::Wide::ZERO)),
            Core::Point(point) => Core::at(self.transform(point)),
            Core::Segment(ends) => Core::Segment(ends.map(|end| self.transform(end))),
            Core::HalfSpace { normal, offset } => {
                let normal = self.basis.rotate(normal);
                Core::HalfSpace { normal, offset: offset + normal.dot(self.pose.translation.widen()) }
            }
            Core::Posed(PosedCore { inner, pose }) => Core::Posed(PosedCore { inner, pose: self.pose.widen().after(&pose) }),
            Core::Triangle(_) | Core::Box(_) | Core::Revolution(_) | Core::Polytope(_) => {
                Core::Posed(PosedCore { inner: &self.inner, pose: self.pose.widen() })
            }
            Core::Other => Core::Other,
        }
    }

    /// The face of the inner shape, transformed and rounded once.
    fn face(&self, direction: V, face: &mut Face<V>) {
        self.inner.face(V::narrow(self.basis.unrotate(normalize_or_zero(direction.widen()))), face);
        for corner in &mut face.corners {
            corner.point = V::narrow(self.transform(corner.point.widen()));
        }
    }

    fn bounds(&self, pose: &Pose<V::Wide>) -> Aabb<V::Wide> {
        let bounds = self.inner.bounds(&pose.after(&self.pose.widen()));
        // The rounding of composing the poses.
        let size = largest_coordinate(self) + self.radius_wide();
        bounds.grown(ROUNDING * (size + pose.translation.max_abs().widen() + self.pose.translation.max_abs().widen()))
    }

    fn interior(&self) -> V {
        V::narrow(self.transform(self.inner.interior().widen()))
    }

    fn bounding_ball(&self) -> BoundingBall<V::Wide> {
        self.inner.bounding_ball().moved(&self.pose.widen())
    }

    #[inline]
    fn bounding_radius(&self) -> f64 {
        (self.inner.bounding_radius() + bounding_radius_of(&[self.pose.translation])) * OUTWARD
    }

    fn swept_moments(&self, by: f64) -> Option<Moments<V::Wide>> {
        Some(self.inner.swept_moments(by)?.moved(&self.pose.widen()))
    }
}
