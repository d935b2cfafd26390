//! The segment.

use clinch_support::{Pose, Scalar, Support, SupportMap, Vector, VertexId};

use crate::aabb::Aabb;
use crate::bounding_ball::{BoundingBall, stored_bounding_radius_of};
use crate::check;
use crate::convex::{Convex, Core};
use crate::direction::f64_error;
use crate::error::ShapeError;
use crate::face::{Corner, EdgeId, Face, STEEP_EDGE};
use crate::points::bounds;

/// A segment between two points, which may coincide. 2D and 3D.
///
/// Its ends are vertices 0 and 1, and it is edge 0.
///
/// ```
/// use clinch_shapes::{Segment, ShapeError};
/// use clinch_support::SupportMap;
/// use glam::Vec2;
///
/// let rail = Segment::new(Vec2::ZERO, Vec2::new(4.0, 1.0))?;
/// assert_eq!(rail.support(Vec2::X).point, Vec2::new(4.0, 1.0));
/// # Ok::<(), ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment<V: Vector> {
    ends: [V; 2],
    bounding_radius: V::Scalar,
}

impl<V: Vector> Segment<V> {
    /// The segment from `a` to `b`.
    ///
    /// # Errors
    ///
    /// A coordinate that is infinite or NaN.
    pub fn new(a: V, b: V) -> Result<Self, ShapeError> {
        let ends = [check::point(0, a)?, check::point(1, b)?];
        Ok(Self { ends, bounding_radius: stored_bounding_radius_of(&ends) })
    }

    /// The segment on the y axis from −`half_height` to +`half_height`. The caller has checked the
    /// size.
    pub(crate) fn upright(half_height: V::Scalar) -> Self {
        let up = V::unit(1) * half_height;
        Self { ends: [-up, up], bounding_radius: stored_bounding_radius_of(&[up]) }
    }

    /// The ends.
    pub fn ends(&self) -> [V; 2] {
        self.ends
    }

    fn along(&self) -> V::Wide {
        self.ends[1].widen() - self.ends[0].widen()
    }
}

impl<V: Vector> SupportMap<V> for Segment<V> {
    #[inline]
    fn support(&self, direction: V) -> Support<V> {
        let end = usize::from(self.along().dot(direction.widen()) > 0.0);
        Support { point: self.ends[end], id: Some(VertexId::new(end)) }
    }

    #[inline]
    fn support_wide(&self, direction: V::Wide) -> Support<V::Wide> {
        let end = usize::from(self.along().dot(direction) > 0.0);
        Support { point: self.ends[end].widen(), id: Some(VertexId::new(end)) }
    }

    #[inline]
    fn vertex(&self, id: VertexId) -> Option<V> {
        self.ends.get(id.index()).copied()
    }

    #[inline]
    fn center(&self) -> V {
        let half = V::Scalar::narrow(0.5);
        self.ends[0] * half + self.ends[1] * half
    }

    #[inline]
    fn radius_about_center(&self) -> V::Scalar {
        // The sum of |coordinates| is an upper bound of the length, without a square root.
        let half = (self.ends[1] - self.ends[0]) * V::Scalar::narrow(0.5);
        let sum = half.sum_abs();
        sum + sum * V::Scalar::EPSILON
    }

    #[inline]
    fn error(&self) -> V::Scalar {
        f64_error::<V>(self.radius_about_center())
    }
}

impl<V: Vector> Convex<V> for Segment<V> {
    #[inline]
    fn core(&self) -> Core<'_, V> {
        Core::Segment(self.ends.map(V::widen))
    }

    /// The segment; if that is steep, its upper end.
    fn face(&self, direction: V, face: &mut Face<V>) {
        let (along, direction) = (self.along(), direction.widen());
        let rise = along.dot(direction);
        let limit = STEEP_EDGE * STEEP_EDGE * along.length_squared() * direction.length_squared();
        if rise * rise < limit {
            face.set_edge(EdgeId(0), [0, 1].map(|i| Corner { point: self.ends[i], vertex: VertexId::new(i), edge: EdgeId(0) }));
        } else {
            let end = usize::from(rise > 0.0);
            face.set_vertex(self.ends[end], VertexId::new(end));
        }
    }

    /// Exact except for `f64` rounding, which is added.
    fn bounds(&self, pose: &Pose<V::Wide>) -> Aabb<V::Wide> {
        bounds(&self.ends, pose)
    }

    /// The smallest ball, rounded outward.
    fn bounding_ball(&self) -> BoundingBall<V::Wide> {
        let [a, b] = self.ends.map(V::widen);
        let center = a * 0.5 + b * 0.5;
        let rounding = f64::EPSILON * center.max_abs() * V::DIM as f64;
        BoundingBall::around(center, (b * 0.5 - a * 0.5).length() + rounding)
    }

    #[inline]
    fn bounding_radius(&self) -> f64 {
        self.bounding_radius.widen()
    }
}
