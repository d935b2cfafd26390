//! Rays, points and overlaps of one collider at a pose.

use clinch_composite::{ColliderShape, Composite as _};
use clinch_composite_contact::{CompositeRelation, collide_composites, contains, overlap, project, ray_cast};
use clinch_contact::{
    CastOutcome, Memory, Pair, Ray, Relation, Settings, contains as contains_convex, overlap as overlap_convex, project as project_convex,
    ray_cast as ray_cast_convex,
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
        let (Some(a), Some(b)) = (self.shape_scaled(), other.shape_scaled()) else { return false };
        let (frame_a, frame_b, settings) = (self.frame(pose), other.frame(pose_of_other), Settings::default());
        let (b_in_a, a_in_b) = (frame_b.relative_to(&frame_a), frame_a.relative_to(&frame_b));
        V::with_scratch(|scratch| match (a, b) {
            (ColliderShape::Convex(a), ColliderShape::Convex(b)) => {
                overlap_convex(&Pair { a, b, b_in_a }, &settings, &mut Memory::new(), scratch.convex()).touching
            }
            (ColliderShape::Composite(a), ColliderShape::Convex(b)) => overlap(&Pair { a, b, b_in_a }, &settings, scratch),
            (ColliderShape::Convex(a), ColliderShape::Composite(b)) => overlap(&Pair { a: b, b: a, b_in_a: a_in_b }, &settings, scratch),
            (ColliderShape::Composite(a), ColliderShape::Composite(b)) => {
                let relation = collide_composites(&Pair { a, b, b_in_a }, &settings, scratch, &mut Vec::new());
                let inside = |outer: &V::CompositeShape, inner: &V::CompositeShape, pose: &Pose<V::Wide>| {
                    outer.contains(pose.point(inner.bounds().center()))
                };
                Some(matches!(relation, CompositeRelation::Near { .. }) || inside(a, b, &b_in_a) || inside(b, a, &a_in_b))
            }
        }) == Some(true)
    }
}
