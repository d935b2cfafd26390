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
    radius_about_center: V::Scalar,
}

impl<V: Vector> Segment<V> {
    /// The segment from `a` to `b`.
    ///
    /// # Errors
    ///
    /// A coordinate that is infinite or NaN. The radius about the center of a segment that is
    /// nearly as long as numbers are may be infinite: the parts of a chain are all that a chain
    /// accepts.
    pub fn new(a: V, b: V) -> Result<Self, ShapeError> {
        let ends = [check::point(0, a)?, check::point(1, b)?];
        Ok(Self { ends, bounding_radius: stored_bounding_radius_of(&ends), radius_about_center: radius_about_center_of(&ends) })
    }

    /// The segment on the y axis from −`half_height` to +`half_height`. The caller has checked
    /// the size; the radius about the center may have overflowed.
    pub(crate) fn upright(half_height: V::Scalar) -> Self {
        let up = V::unit(1) * half_height;
        let ends = [-up, up];
        Self { ends, bounding_radius: stored_bounding_radius_of(&[up]), radius_about_center: radius_about_center_of(&ends) }
    }

    /// The ends.
    pub fn ends(&self) -> [V; 2] {
        self.ends
    }

    fn along(&self) -> V::Wide {
        self.ends[1].widen() - self.ends[0].widen()
    }
}

#[inline]
fn center_of<V: Vector>(ends: &[V; 2]) -> V {
    let half = V::Scalar::narrow(0.5);
    ends[0] * half + ends[1] * half
}

/// The sum of |coordinates| of half the segment, which is an upper bound of half its length, unless
/// an end is farther than that from the center: the center is rounded. Infinite only if that
/// distance is.
fn radius_about_center_of<V: Vector>(ends: &[V; 2]) -> V::Scalar {
    let half = V::Scalar::narrow(0.5);
    let sum = (ends[1] * half - ends[0] * half).sum_abs();
    let half_length = sum + sum * V::Scalar::EPSILON;
    let center = center_of(ends).widen();
    let farthest = ends.iter().fold(0.0, |farthest: f64, end| farthest.max(length_of(end.widen() - center)));
    if half_length.is_finite() && half_length.widen() >= farthest {
        half_length
    } else {
        V::Scalar::narrow_up(farthest * (1.0 + 4.0 * f64::EPSILON))
    }
}

/// The length of a vector, whose square may overflow or underflow.
fn length_of<W: Vector<Scalar = f64>>(vector: W) -> f64 {
    let largest = vector.max_abs();
    if largest > 0.0 { W::from_fn(|axis| vector.get(axis) / largest).length() * largest } else { 0.0 }
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
        center_of(&self.ends)
    }

    #[inline]
    fn radius_about_center(&self) -> V::Scalar {
        self.radius_about_center
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
