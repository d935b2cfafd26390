//! Rays, points and overlaps of one collider at a pose.

use clinch_composite::ColliderShape;
use clinch_composite_contact::{ColliderMemory, ColliderPair, CompositeRelation, contains, project, ray_cast};
use clinch_contact::{
    CastOutcome, CastSettings, Ray, Relation, Settings, contains as contains_convex, project as project_convex, ray_cast as ray_cast_convex,
};
use clinch_support::{Basis as _, Pose, Rotation as _, Scalar as _};

use crate::collider::Collider;
use crate::dimension::Dimension;

/// Where a ray hits: the distance in lengths of its direction, and the normal in world space.
pub(crate) struct RayHit<V> {
    pub(crate) distance: f32,
    pub(crate) normal: V,
}

/// The nearest point of a surface, in world space.
pub(crate) struct Nearest<W> {
    pub(crate) point: W,
    /// Negative inside.
    pub(crate) distance: f64,
}

/// Where a moving shape hits, in world space.
pub(crate) struct ShapeHit<W> {
    /// The way of the moving shape, in lengths of its direction.
    pub(crate) distance: f32,
    /// Outward, of the shape that is hit.
    pub(crate) normal: W,
    /// The nearest points, on the shape that is hit and on the moving one where it hits.
    pub(crate) on_this: W,
    pub(crate) on_other: W,
}

impl<V: Dimension> Collider<V> {
    /// Where a ray in world space first hits the collider at a pose.
    pub(crate) fn ray_at(&self, pose: &Pose<V::Wide>, ray: &Ray<V::Wide>) -> Option<RayHit<V>> {
        let (shape, frame) = (self.shape_scaled()?, self.frame(pose));
        let basis = frame.rotation.basis();
        let local = Ray { origin: basis.unrotate(ray.origin - frame.translation), direction: basis.unrotate(ray.direction), ..*ray };
        let cast = V::with_scratch(|scratch| match shape {
            ColliderShape::Convex(shape) => ray_cast_convex(shape, &local, scratch.convex()),
            ColliderShape::Composite(shape) => ray_cast(shape, &local, scratch).cast,
        });
        match cast.outcome {
            CastOutcome::Hit(hit) => Some(RayHit { distance: f32::narrow(hit.time), normal: V::narrow(basis.rotate(hit.normal)) }),
            _ => None,
        }
    }

    /// Whether a point in world space is in the collider at a pose.
    pub(crate) fn contains_at(&self, pose: &Pose<V::Wide>, point: V::Wide) -> bool {
        let frame = self.frame(pose);
        let local = frame.rotation.basis().unrotate(point - frame.translation);
        V::with_scratch(|scratch| match self.shape_scaled() {
            None => false,
            Some(ColliderShape::Convex(shape)) => contains_convex(shape, local, scratch.convex()),
            Some(ColliderShape::Composite(shape)) => contains(shape, local, scratch),
        })
    }

    /// The point of the collider's surface that is nearest to a point in world space.
    pub(crate) fn nearest_at(&self, pose: &Pose<V::Wide>, point: V::Wide) -> Option<Nearest<V::Wide>> {
        let (shape, frame) = (self.shape_scaled()?, self.frame(pose));
        let local = frame.rotation.basis().unrotate(point - frame.translation);
        let separation = V::with_scratch(|scratch| match shape {
            ColliderShape::Convex(shape) => match project_convex(shape, local, scratch.convex()).relation {
                Relation::Near(separation) => Some(separation),
                _ => None,
            },
            ColliderShape::Composite(shape) => match project(shape, local, scratch) {
                CompositeRelation::Near { separation, .. } => Some(separation),
                _ => None,
            },
        })?;
        Some(Nearest { point: frame.point(separation.point_a), distance: separation.distance })
    }

    /// Whether two colliders at poses touch.
    pub(crate) fn touches_at(&self, pose: &Pose<V::Wide>, other: &Self, pose_of_other: &Pose<V::Wide>) -> bool {
        let Some(pair) = self.pair_at(pose, other, pose_of_other) else { return false };
        V::with_scratch(|scratch| pair.overlap(&Settings::default(), &mut ColliderMemory::new(), scratch)) == Some(true)
    }

    /// Where another collider, moving along a direction from its pose, first comes as near to this
    /// one as the target.
    pub(crate) fn shape_hit_at(
        &self,
        pose: &Pose<V::Wide>,
        (other, pose_of_other): (&Self, &Pose<V::Wide>),
        direction: V::Wide,
        settings: &CastSettings,
    ) -> Option<ShapeHit<V::Wide>> {
        let pair = self.pair_at(pose, other, pose_of_other)?;
        let (frame, frame_of_other) = (self.frame(pose), other.frame(pose_of_other));
        let basis = frame.rotation.basis();
        let cast = V::with_scratch(|scratch| pair.cast(basis.unrotate(direction), settings, scratch)).cast;
        let CastOutcome::Hit(hit) = cast.outcome else { return None };
        Some(ShapeHit {
            // Not past the touch: a body that moves by it must not overlap by rounding.
            distance: f32::narrow_down(hit.time),
            normal: basis.rotate(hit.normal),
            on_this: frame.point(hit.point_a),
            on_other: frame_of_other.point(hit.point_b) + direction * hit.time,
        })
    }

    /// `None` if one of them is empty.
    fn pair_at<'c>(&'c self, pose: &Pose<V::Wide>, other: &'c Self, pose_of_other: &Pose<V::Wide>) -> Option<ColliderPair<'c, V>> {
        let b_in_a = other.frame(pose_of_other).relative_to(&self.frame(pose));
        Some(ColliderPair { a: self.shape_scaled()?, b: other.shape_scaled()?, b_in_a })
    }
}
