//! The capsule: a segment swept by a radius.

use clinch_support::{Basis, Pose, Rotation, Scalar, Support, SupportMap, Vector, VertexId};

use crate::aabb::Aabb;
use crate::bounding_ball::BoundingBall;
use crate::check;
use crate::convex::{Convex, Core};
use crate::error::ShapeError;
use crate::face::{Corner, EdgeId, Face, STEEP_EDGE};

/// All points within `radius` of a segment.
///
/// ```
/// use clinch_shapes::{Capsule, ShapeError};
/// use glam::Vec2;
///
/// let upright = Capsule::new(1.0, 0.25)?;
/// assert_eq!(upright, Capsule::between(Vec2::new(0.0, -1.0), Vec2::new(0.0, 1.0), 0.25)?);
/// # Ok::<(), ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capsule<V: Vector> {
    ends: [V; 2],
    radius: V::Scalar,
}

impl<V: Vector> Capsule<V> {
    /// A capsule along the y axis, its segment from −`half_height` to +`half_height`. Zero sizes are legal; negative, infinite and NaN
    /// ones are refused.
    pub fn new(half_height: V::Scalar, radius: V::Scalar) -> Result<Self, ShapeError> {
        let up = V::unit(1) * check::size("half_height", half_height)?;
        Ok(Self { ends: [-up, up], radius: check::size("radius", radius)? })
    }

    /// A capsule about the segment from `a` to `b`, which may be one point.
    pub fn between(a: V, b: V, radius: V::Scalar) -> Result<Self, ShapeError> {
        Ok(Self { ends: [check::point(0, a)?, check::point(1, b)?], radius: check::size("radius", radius)? })
    }

    /// The ends of the segment.
    pub fn ends(&self) -> [V; 2] {
        self.ends
    }

    /// The radius.
    pub fn radius(&self) -> V::Scalar {
        self.radius
    }
}

impl<V: Vector> SupportMap<V> for Capsule<V> {
    #[inline]
    fn support(&self, direction: V) -> Support<V> {
        let [a, b] = self.ends;
        let second = (b - a).dot(direction) > V::Scalar::ZERO;
        Support { point: if second { b } else { a }, id: Some(VertexId::new(usize::from(second))) }
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
    fn extent(&self) -> V::Scalar {
        // The sum of |coordinates| is a bound of the length, and needs no root.
        let half = (self.ends[1] - self.ends[0]) * V::Scalar::narrow(0.5);
        let sum = (0..V::DIM).fold(V::Scalar::ZERO, |sum, axis| sum + half.get(axis).abs());
        sum + sum * V::Scalar::EPSILON
    }
}

impl<V: Vector> Convex<V> for Capsule<V> {
    #[inline]
    fn radius(&self) -> V::Scalar {
        self.radius
    }

    #[inline]
    fn core(&self) -> Core<V> {
        Core::Segment(self.ends)
    }

    fn face(&self, direction: V, face: &mut Face<V>) {
        let along = (self.ends[1] - self.ends[0]).widen();
        let (rise, direction) = (along.dot(direction.widen()), direction.widen());
        let limit = STEEP_EDGE * STEEP_EDGE * along.length_squared() * direction.length_squared();
        if rise * rise < limit {
            face.set_edge(EdgeId(0), [0, 1].map(|i| Corner { point: self.ends[i], vertex: VertexId::new(i), edge: EdgeId(0) }));
        } else {
            let end = usize::from(rise > 0.0);
            face.set_vertex(self.ends[end], VertexId::new(end));
        }
    }

    fn bounds(&self, pose: &Pose<V::Wide>) -> Aabb<V::Wide> {
        let basis = pose.rotation.basis();
        let at = pose.translation.widen();
        let [a, b] = self.ends.map(|end| basis.rotate(end.widen()) + at);
        let (low, high) =
            (|i| if a.get(i) < b.get(i) { a.get(i) } else { b.get(i) }, |i| if a.get(i) < b.get(i) { b.get(i) } else { a.get(i) });
        let bounds = Aabb { min: V::Wide::from_fn(low), max: V::Wide::from_fn(high) };
        let size = a.max_abs() + b.max_abs() + at.max_abs() + self.radius.widen();
        bounds.grown(self.radius.widen() + 8.0 * f64::EPSILON * size)
    }

    /// The middle.
    fn interior(&self) -> V {
        self.center()
    }

    /// The smallest, but for rounding.
    fn bounding_ball(&self) -> BoundingBall<V::Wide> {
        let [a, b] = self.ends.map(V::widen);
        let center = a * 0.5 + b * 0.5;
        let rounding = f64::EPSILON * center.max_abs() * V::DIM as f64;
        BoundingBall::around(center, (b * 0.5 - a * 0.5).length() + rounding + self.radius.widen())
    }
}
