//! User-defined shapes, which have only parry's support map.

use clinch_shapes::Convex;
use clinch_support::{Support, SupportMap};
use glam::Vec3;

/// A borrowed support map. Its faces are sampled around a direction, and its points have no vertex
/// ids.
#[derive(Clone, Copy)]
pub(crate) struct SupportMapShape<'s>(pub(crate) &'s dyn rapier3d::parry::shape::SupportMap);

impl SupportMap<Vec3> for SupportMapShape<'_> {
    fn support(&self, direction: Vec3) -> Support<Vec3> {
        Support { point: self.0.local_support_point(direction), id: None }
    }
}

impl Convex<Vec3> for SupportMapShape<'_> {}
