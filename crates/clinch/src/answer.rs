//! The answers to queries of two shapes, in world space.

use clinch_composite::SubShapeId;
use clinch_composite_contact::CompositeRelation;
use clinch_contact::{Measured, Separation, Space, WorldMeasured, WorldSeparation};
use clinch_support::{Pose, Scalar, Vector};

/// The signed distance of two shapes, with its bounds, the normal and the witness points, in world
/// space.
///
/// The signed distance of composite shapes that are apart is their distance, with proved bounds. If
/// they touch or overlap it is the separation of their deepest contact along its normal, and
/// `lower` and `upper` are bounds of that: of the heights of two parts along one direction. Proved
/// is that the body must move at least so far along the normal to leave this part. The depth of the
/// whole is not bounded by it: other parts may have to be left too, and another direction may be
/// shorter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer<V: Vector> {
    /// The signed distance: negative if the shapes overlap. NaN if the answer is undefined.
    pub distance: V::Scalar,
    /// The true signed distance is at least this.
    pub lower: V::Scalar,
    /// The true signed distance is at most this.
    pub upper: V::Scalar,
    /// Unit vector from A to B, in world space: moving B along it separates the shapes.
    pub normal: V,
    /// The witness point on the surface of A: nearest to B, or deepest in B.
    pub point_a: V,
    /// The witness point on the surface of B: nearest to A, or deepest in A.
    pub point_b: V,
    /// Support calls made on A − B; 0 if a closed form answered, and for composite shapes.
    pub support_calls: u32,
    /// The search stopped at a limit before its bounds converged. The bounds are valid but wide.
    /// `false` for composite shapes.
    pub unfinished: bool,
    /// The parts of A and B that the answer is of; `None` of a convex shape.
    pub sub_shapes: [Option<SubShapeId>; 2],
}

impl<V: Vector> Answer<V> {
    /// Whether the shapes touch or overlap, or are not proved to be apart. Shapes are closed sets.
    pub fn is_touching(&self) -> bool {
        self.lower <= V::Scalar::ZERO
    }

    /// Whether the query has no answer: a pose or a support point is not finite. (−∞ is an answer:
    /// two half-spaces can overlap by an unbounded depth.)
    pub fn is_undefined(&self) -> bool {
        self.distance.widen().is_nan()
    }

    pub(crate) fn new(measured: &Measured<V>, near: &Separation<V>, pose_a: &Pose<V::Wide>, pose_b: &Pose<V::Wide>) -> Self
    where
        V: Space,
    {
        Self { support_calls: measured.calls, unfinished: measured.unfinished, ..Self::of_separation(near, pose_a, pose_b) }
    }

    /// The answer of a query in world space.
    pub(crate) fn in_world(near: &WorldSeparation<V>, measured: &WorldMeasured<V>) -> Self {
        let &WorldSeparation { distance, lower, upper, normal, point_a, point_b } = near;
        let (lower, upper) = (V::Scalar::narrow_down(lower), V::Scalar::narrow_up(upper));
        let (support_calls, unfinished) = (measured.calls, measured.unfinished);
        Self { distance, lower, upper, normal, point_a, point_b, support_calls, unfinished, ..Self::undefined() }
    }

    /// The queries of composite shapes do not count their support calls.
    fn of_separation(near: &Separation<V>, pose_a: &Pose<V::Wide>, pose_b: &Pose<V::Wide>) -> Self
    where
        V: Space,
    {
        Self {
            distance: V::Scalar::narrow(near.distance),
            lower: V::Scalar::narrow_down(near.lower),
            upper: V::Scalar::narrow_up(near.upper),
            normal: V::narrow(pose_a.vector(near.normal)),
            point_a: V::narrow(pose_a.point(near.point_a)),
            point_b: V::narrow(pose_b.point(near.point_b)),
            ..Self::undefined()
        }
    }

    /// NaN in every number but the counters.
    pub(crate) fn undefined() -> Self {
        let (nan, point) = (V::Scalar::narrow(f64::NAN), nan_vector());
        Self {
            distance: nan,
            lower: nan,
            upper: nan,
            normal: point,
            point_a: point,
            point_b: point,
            support_calls: 0,
            unfinished: false,
            sub_shapes: [None, None],
        }
    }

    /// The answer for composite shapes; `None` if they are farther apart than the margin.
    pub(crate) fn of_parts(relation: &CompositeRelation<V>, pose_a: &Pose<V::Wide>, pose_b: &Pose<V::Wide>) -> Option<Self>
    where
        V: Space,
    {
        match *relation {
            CompositeRelation::Beyond { .. } => None,
            CompositeRelation::Near { separation, sub_shapes } => {
                Some(Self { sub_shapes, ..Self::of_separation(&separation, pose_a, pose_b) })
            }
            CompositeRelation::Undefined => Some(Self::undefined()),
        }
    }

    /// The same answer with A and B exchanged. Exact, because it is in world space.
    pub(crate) fn swapped(self) -> Self {
        let [a, b] = self.sub_shapes;
        Self { normal: -self.normal, point_a: self.point_b, point_b: self.point_a, sub_shapes: [b, a], ..self }
    }
}

/// The penetration depth of two shapes that touch or overlap, in world space. Of composite shapes
/// it is that of two parts along their normal: see [`Answer`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Penetration<V: Vector> {
    /// The length of the smallest translation that separates the shapes: 0 if they touch to
    /// rounding, ∞ for two half-spaces that overlap by an unbounded depth. NaN if the answer is
    /// undefined.
    pub depth: V::Scalar,
    /// The true depth is at least this.
    pub lower: V::Scalar,
    /// The true depth is at most this: moving B by it along the normal separates the shapes.
    pub upper: V::Scalar,
    /// Unit vector from A to B: the direction in which B moves to separate the shapes.
    pub normal: V,
    /// The witness point on the surface of A: deepest in B.
    pub point_a: V,
    /// The witness point on the surface of B: deepest in A.
    pub point_b: V,
    /// The search stopped at a limit before its bounds converged. The bounds are valid but wide.
    pub unfinished: bool,
    /// The parts of A and B that the answer is of; `None` of a convex shape.
    pub sub_shapes: [Option<SubShapeId>; 2],
}

impl<V: Vector> Penetration<V> {
    /// Whether the query has no answer: a pose or a support point is not finite.
    pub fn is_undefined(&self) -> bool {
        self.depth.widen().is_nan()
    }

    /// `answer` is that of shapes that are not proved to be apart, or undefined.
    pub(crate) fn new(answer: &Answer<V>) -> Self {
        let &Answer { distance, lower, upper, normal, point_a, point_b, unfinished, sub_shapes, .. } = answer;
        // A positive separation is depth 0. NaN stays NaN.
        let depth = |separation: V::Scalar| if separation > V::Scalar::ZERO { V::Scalar::ZERO } else { V::Scalar::ZERO - separation };
        Self { depth: depth(distance), lower: depth(upper), upper: depth(lower), normal, point_a, point_b, unfinished, sub_shapes }
    }
}

pub(crate) fn nan_vector<V: Vector>() -> V {
    V::from_fn(|_| V::Scalar::narrow(f64::NAN))
}
