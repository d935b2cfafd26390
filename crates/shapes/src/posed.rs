//! A shape moved within another frame.

use clinch_mass::Moments;
use clinch_support::{Basis, Circle, Pose, Rotation, Scalar, Support, SupportMap, Vector, VertexId, normalize_or_zero};

use crate::aabb::Aabb;
use crate::bounding_ball::{BoundingBall, OUTWARD, bounding_radius_of};
use crate::convex::{Convex, Core, PosedCore};
use crate::error::ShapeError;
use crate::face::Face;
use crate::map_bounds::{MapBounds, wide_map};

/// A shape rotated and moved: it is to its own frame what the inner shape is to the pose's.
///
/// Vertices keep their ids, faces and edges theirs, and the radius stays what it is. Points are moved in `f64` and never rounded on the way: asking
/// about a posed shape is asking about the inner one at the pose of both.
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

/// The basis follows from the pose, and the rest from both.
impl<V: Vector, S: PartialEq> PartialEq for Posed<V, S> {
    fn eq(&self, other: &Self) -> bool {
        self.inner == other.inner && self.pose == other.pose
    }
}

/// Rounding in `f64` of a point that was turned and moved, relative to its coordinates and the offset: γ₈ for the basis, three products and sums; twice,
/// for the direction was turned too.
const TURNED: f64 = 16.0 * f64::EPSILON;

impl<V: Vector, S: Convex<V>> Posed<V, S> {
    /// `inner` at `pose`. The rotation need not be of unit length.
    ///
    /// # Errors
    ///
    /// A pose with an infinite or NaN component, or with a rotation of length zero.
    pub fn new(inner: S, pose: Pose<V>) -> Result<Self, ShapeError> {
        if !pose.is_finite() {
            return Err(ShapeError::PoseNotFinite);
        }
        let basis = pose.rotation.basis();
        let exact = basis.rotate(inner.center().widen()) + pose.translation.widen();
        let center = V::narrow(exact);
        let reach = inner.radius_about_center().widen() + inner.center().max_abs().widen();
        let rounding = TURNED * (reach + pose.translation.max_abs().widen());
        let extent = V::Scalar::narrow_up(inner.radius_about_center().widen() + ((exact - center.widen()).length() + rounding));
        let error = V::Scalar::narrow_up(inner.error().widen() + rounding);
        Ok(Self { inner, pose, basis, bounds: MapBounds { center, extent, error } })
    }

    /// The shape that is moved.
    pub fn inner(&self) -> &S {
        &self.inner
    }

    /// Where it is moved to.
    pub fn pose(&self) -> &Pose<V> {
        &self.pose
    }

    #[inline]
    fn moved(&self, point: V::Wide) -> V::Wide {
        self.basis.rotate(point) + self.pose.translation.widen()
    }
}

impl<V: Vector, S: Convex<V>> SupportMap<V> for Posed<V, S> {
    wide_map!(V);

    #[inline]
    fn support_wide(&self, direction: V::Wide) -> Support<V::Wide> {
        let Support { point, id } = self.inner.support_wide(self.basis.unrotate(direction));
        Support { point: self.moved(point), id }
    }

    #[inline]
    fn support_hinted(&self, direction: V::Wide, hint: VertexId) -> Support<V::Wide> {
        let Support { point, id } = self.inner.support_hinted(self.basis.unrotate(direction), hint);
        Support { point: self.moved(point), id }
    }

    #[inline]
    fn vertex_wide(&self, id: VertexId) -> Option<V::Wide> {
        self.inner.vertex_wide(id).map(|point| self.moved(point))
    }

    fn circle(&self, point: V::Wide) -> Option<Circle<V::Wide>> {
        let inner = self.inner.circle(self.basis.unrotate(point - self.pose.translation.widen()))?;
        Some(Circle { middle: self.moved(inner.middle), axis: self.basis.rotate(inner.axis), radius: inner.radius })
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
            Core::Point(point) => Core::Point(self.moved(point)),
            Core::Segment(ends) => Core::Segment(ends.map(|end| self.moved(end))),
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

    /// The inner shape's, moved; rounded once.
    fn face(&self, direction: V, face: &mut Face<V>) {
        self.inner.face(V::narrow(self.basis.unrotate(normalize_or_zero(direction.widen()))), face);
        for corner in &mut face.corners {
            corner.point = V::narrow(self.moved(corner.point.widen()));
        }
    }

    fn bounds(&self, pose: &Pose<V::Wide>) -> Aabb<V::Wide> {
        let bounds = self.inner.bounds(&pose.after(&self.pose.widen()));
        // What composing the poses has rounded.
        let reach = self.radius_about_center().widen() + self.center().max_abs().widen() + self.radius_wide();
        bounds.grown(TURNED * (reach + pose.translation.max_abs().widen() + self.pose.translation.max_abs().widen()))
    }

    fn interior(&self) -> V {
        V::narrow(self.moved(self.inner.interior().widen()))
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
