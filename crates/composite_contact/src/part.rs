//! A part of a composite shape and a body.

use clinch_composite::{Composite, SubShapeId};
use clinch_contact::{Memory, Pair, Relation, Scratch, Separation, Settings, Space, distance};
use clinch_shapes::{Aabb, Convex, Core, Point};
use clinch_support::{Frame, Pose, Scalar, Vector};

use crate::body::PlaneHeight;

/// A part and the body. Contacts are computed in the part's frame and reported in that of the
/// composite shape.
pub(crate) struct Part<'p, V: Vector> {
    pub(crate) id: SubShapeId,
    /// The part is A. Both are behind pointers, so that the queries of two convex shapes are
    /// compiled once for parts and bodies of all kinds: a pair of types costs as much time as all
    /// of this crate.
    pub(crate) pair: Pair<V, &'p dyn Convex<V>, &'p dyn Convex<V>>,
    /// The part's frame in that of the composite shape; `None` if it is the same.
    frame: Option<Frame<V>>,
    pose: Option<Pose<V::Wide>>,
}

impl<'p, V: Space> Part<'p, V> {
    fn new(
        id: SubShapeId,
        shape: &'p dyn Convex<V>,
        pose: Option<&Pose<V::Wide>>,
        body: &'p dyn Convex<V>,
        body_in_composite: &Pose<V::Wide>,
    ) -> Self {
        let b_in_a = pose.map_or(*body_in_composite, |pose| body_in_composite.relative_to(pose));
        Self { id, pair: Pair { a: shape, b: body, b_in_a }, frame: pose.map(Frame::new), pose: pose.copied() }
    }

    /// An AABB of the part, in the frame of the composite shape.
    pub(crate) fn bounds(&self) -> Aabb<V::Wide> {
        self.pair.a.bounds(&self.pose.unwrap_or(Pose::IDENTITY))
    }

    /// The part's frame in that of the composite shape; `None` if it is the same.
    pub(crate) fn frame(&self) -> Option<&Frame<V>> {
        self.frame.as_ref()
    }

    pub(crate) fn point(&self, in_part: V::Wide) -> V::Wide {
        self.frame.map_or(in_part, |frame| frame.to_a(in_part))
    }

    pub(crate) fn point_in_part(&self, point: V::Wide) -> V::Wide {
        self.frame.map_or(point, |frame| frame.to_b(point))
    }

    /// The greatest height of the part along a unit direction of the composite shape's frame. Not
    /// for half-spaces.
    pub(crate) fn top(&self, direction: V::Wide) -> f64 {
        direction.dot(self.farthest_of_core(direction)) + self.pair.a.radius_wide()
    }

    /// The point of the part that is farthest along a unit direction of the composite shape's
    /// frame. Not for half-spaces.
    pub(crate) fn farthest(&self, direction: V::Wide) -> V::Wide {
        self.farthest_of_core(direction) + direction * self.pair.a.radius_wide()
    }

    fn farthest_of_core(&self, direction: V::Wide) -> V::Wide {
        self.point(self.pair.a.support_wide(self.direction_in_part(direction)).point)
    }

    /// The plane that is perpendicular to a unit direction and supports the part; `point` is one of
    /// its points.
    pub(crate) fn supporting_plane(&self, direction: V::Wide, point: V::Wide) -> PlaneHeight {
        let max_abs = point.max_abs() + self.pair.a.bounding_radius() + self.point(V::Wide::ZERO).max_abs();
        PlaneHeight { height: self.top(direction), max_abs }
    }

    pub(crate) fn is_half_space(&self) -> bool {
        matches!(self.pair.a.core(), Core::HalfSpace { .. })
    }

    pub(crate) fn direction(&self, in_part: V::Wide) -> V::Wide {
        self.frame.map_or(in_part, |frame| frame.direction_in_a(in_part))
    }

    pub(crate) fn direction_in_part(&self, direction: V::Wide) -> V::Wide {
        self.frame.map_or(direction, |frame| frame.direction_in_b(direction))
    }

    /// The distance of a point from the part without its skin, if it is within `within`. Point and
    /// answer are in the frame of the composite shape.
    pub(crate) fn distance_of_point(&self, point: V::Wide, within: f64, scratch: &mut Scratch<V>) -> Option<Separation<V>> {
        let origin: &dyn Convex<V> = &Point::new(V::ZERO).ok()?;
        let pair = Pair { a: self.pair.a, b: origin, b_in_a: Pose::at(self.point_in_part(point)) };
        match distance(&pair, &Settings::with_margin(V::Scalar::narrow_up(within)), &mut Memory::new(), scratch).relation {
            Relation::Near(near) => Some(self.separation(near)),
            _ => None,
        }
    }

    pub(crate) fn separation(&self, in_part: Separation<V>) -> Separation<V> {
        Separation { normal: self.direction(in_part.normal), point_a: self.point(in_part.point_a), ..in_part }
    }
}

/// Calls `visit` with a part and the body. `None` if there is no such part.
pub(crate) fn with_part<V: Space, C: Composite<V> + ?Sized, B: Convex<V>, R>(
    pair: &Pair<V, &C, B>,
    id: SubShapeId,
    visit: impl FnOnce(&Part<'_, V>) -> R,
) -> Option<R> {
    let (mut visit, mut answer) = (Some(visit), None);
    pair.a.sub_shape(id, &mut |shape, pose| {
        // A user's shape might call it twice.
        if let Some(visit) = visit.take() {
            answer = Some(visit(&Part::new(id, shape, pose, &pair.b, &pair.b_in_a)));
        }
    });
    answer
}
