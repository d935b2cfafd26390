//! Queries of one shape and a point, in world space.

use clinch_composite::{Composite, SubShapeId};
use clinch_composite_contact::CompositeScratch;
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

pub(crate) fn contains_point<V: Space>(shape: &impl Convex<V>, pose: &Pose<V>, point: V, scratch: &mut Scratch<V>) -> bool {
    contains(shape, to_local::<V>(&pose.widen(), point.widen()), scratch)
}

pub(crate) fn parts_contain_point<V: Space>(shape: &dyn Composite<V>, pose: &Pose<V>, point: V, scratch: &mut CompositeScratch<V>) -> bool {
    clinch_composite_contact::contains(shape, to_local::<V>(&pose.widen(), point.widen()), scratch)
}

pub(crate) fn project_point<V: Space>(shape: &impl Convex<V>, pose: &Pose<V>, point: V, scratch: &mut Scratch<V>) -> PointProjection<V> {
    let measured = project(shape, to_local::<V>(&pose.widen(), point.widen()), scratch);
    let answer = match measured.relation {
        Relation::Near(near) => Answer::new(&measured, &near, &pose.widen(), &Pose::<V::Wide>::at(point.widen())),
        Relation::Beyond { .. } | Relation::Undefined => Answer::undefined(&measured),
    };
    projection(&answer)
}

pub(crate) fn project_on_parts<V: Space>(
    shape: &dyn Composite<V>,
    pose: &Pose<V>,
    point: V,
    scratch: &mut CompositeScratch<V>,
) -> PointProjection<V> {
    let relation = clinch_composite_contact::project(shape, to_local::<V>(&pose.widen(), point.widen()), scratch);
    let answer = Answer::of_parts(&relation, &pose.widen(), &Pose::<V::Wide>::at(point.widen()));
    // A shape without parts is beyond any distance.
    projection(&answer.unwrap_or_else(Answer::undefined_of_parts))
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
