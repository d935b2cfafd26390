//! Queries of one shape and a point, in world space.

use clinch_composite::{Composite, GeometryVisitor, SubShapeId};
use clinch_composite_contact::{self as parts, CompositeScratch};
use clinch_contact::{Relation, Scratch, Space, contains, project};
use clinch_shapes::Convex;
use clinch_support::{Pose, Scalar, Vector};

use crate::answer::Answer;

/// The point of a shape's surface that is nearest to a query point, in world space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointProjection<V: Vector> {
    /// The signed distance of the query point from the surface: negative inside. NaN if the answer
    /// is undefined.
    pub distance: V::Scalar,
    /// The true signed distance is at least this.
    pub lower: V::Scalar,
    /// The true signed distance is at most this.
    pub upper: V::Scalar,
    /// The nearest point of the surface.
    pub point: V,
    /// The outward unit normal of the surface at `point`.
    pub normal: V,
    /// The search stopped at a limit before its bounds converged. The bounds are valid but wide.
    pub unfinished: bool,
    /// The part that has the nearest point; `None` of a convex shape.
    pub sub_shape: Option<SubShapeId>,
}

impl<V: Vector> PointProjection<V> {
    /// Whether the query point is inside or on the surface, or is not proved to be outside. Shapes
    /// are closed sets.
    pub fn is_inside(&self) -> bool {
        self.lower <= V::Scalar::ZERO
    }

    /// Whether the query has no answer: a number is not finite.
    pub fn is_undefined(&self) -> bool {
        self.distance.widen().is_nan()
    }
}

/// A world point in a shape's frame. Subtracts before it rotates.
pub(crate) fn to_local<V: Vector>(pose: &Pose<V::Wide>, point: V::Wide) -> V::Wide {
    Pose::<V::Wide>::at(point).relative_to(pose).translation
}

/// Whether a point is in a shape.
pub(crate) struct ContainsPoint<'q, V: Vector> {
    pub(crate) pose: &'q Pose<V>,
    pub(crate) point: V,
}

impl<V: Space> GeometryVisitor<V> for ContainsPoint<'_, V> {
    type Output = bool;

    fn convex<S: Convex<V>>(self, shape: &S) -> bool {
        contains(shape, to_local::<V>(&self.pose.widen(), self.point.widen()), &mut Scratch::new())
    }

    fn composite(self, shape: &dyn Composite<V>) -> bool {
        parts::contains(shape, to_local::<V>(&self.pose.widen(), self.point.widen()), &mut CompositeScratch::new())
    }
}

/// The nearest point of a shape's surface.
pub(crate) struct ProjectPoint<'q, V: Vector> {
    pub(crate) pose: &'q Pose<V>,
    pub(crate) point: V,
}

impl<V: Space> GeometryVisitor<V> for ProjectPoint<'_, V> {
    type Output = PointProjection<V>;

    fn convex<S: Convex<V>>(self, shape: &S) -> PointProjection<V> {
        let (pose, point) = (self.pose.widen(), self.point.widen());
        let measured = project(shape, to_local::<V>(&pose, point), &mut Scratch::new());
        let answer = match measured.relation {
            Relation::Near(near) => Answer::new(&measured, &near, &pose, &Pose::<V::Wide>::at(point)),
            Relation::Beyond { .. } | Relation::Undefined => {
                Answer { support_calls: measured.calls, unfinished: measured.unfinished, ..Answer::undefined() }
            }
        };
        projection(&answer)
    }

    fn composite(self, shape: &dyn Composite<V>) -> PointProjection<V> {
        let (pose, point) = (self.pose.widen(), self.point.widen());
        let relation = parts::project(shape, to_local::<V>(&pose, point), &mut CompositeScratch::new());
        let answer = Answer::of_parts(&relation, &pose, &Pose::<V::Wide>::at(point));
        // A shape without parts is beyond any distance.
        projection(&answer.unwrap_or_else(Answer::undefined))
    }
}

fn projection<V: Vector>(answer: &Answer<V>) -> PointProjection<V> {
    PointProjection {
        distance: answer.distance,
        lower: answer.lower,
        upper: answer.upper,
        point: answer.point_a,
        normal: answer.normal,
        unfinished: answer.unfinished,
        sub_shape: answer.sub_shapes[0],
    }
}
