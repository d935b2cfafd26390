//! Questions about one shape, answered in world space.

use clinch_contact::{Relation, Scratch, Space, contains as holds, project as nearest};
use clinch_shapes::Convex;
use clinch_support::{Pose, Scalar, Vector};

use crate::answer::{in_world, nowhere};

/// Where the surface of a shape lies nearest to a point, in world space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Projection<V: Vector> {
    /// The signed distance of the point from the surface: negative inside. NaN if the question was.
    pub distance: V::Scalar,
    /// The true signed distance is at least this.
    pub lower: V::Scalar,
    /// The true signed distance is at most this.
    pub upper: V::Scalar,
    /// The nearest point of the surface.
    pub point: V,
    /// Unit, outward.
    pub normal: V,
    /// The search ended before its bounds met; they hold, but are wide.
    pub unfinished: bool,
}

impl<V: Vector> Projection<V> {
    /// The point is inside or on the surface, or cannot be proved not to be: sets are closed.
    pub fn is_inside(&self) -> bool {
        self.lower <= V::Scalar::ZERO
    }

    /// The question could not be answered: a number is not finite.
    pub fn is_undefined(&self) -> bool {
        self.distance.widen().is_nan()
    }
}

/// A point of the world in the frame of a shape: subtracted first.
pub(crate) fn seen_from<V: Vector>(pose: &Pose<V::Wide>, point: V::Wide) -> V::Wide {
    Pose::<V::Wide>::at(point).relative_to(pose).translation
}

pub(crate) fn contains<V: Space>(shape: &impl Convex<V>, pose: &Pose<V>, point: V) -> bool {
    holds(shape, seen_from::<V>(&pose.widen(), point.widen()), &mut Scratch::new())
}

pub(crate) fn project<V: Space>(shape: &impl Convex<V>, pose: &Pose<V>, point: V) -> Projection<V> {
    let measured = nearest(shape, seen_from::<V>(&pose.widen(), point.widen()), &mut Scratch::new());
    let answer = match measured.relation {
        Relation::Near(near) => in_world(&measured, &near, &pose.widen(), &Pose::<V::Wide>::at(point.widen())),
        Relation::Beyond { .. } | Relation::Undefined => nowhere(&measured),
    };
    Projection {
        distance: answer.distance,
        lower: answer.lower,
        upper: answer.upper,
        point: answer.point_a,
        normal: answer.normal,
        unfinished: answer.unfinished,
    }
}
