//! A shape known by parry's support map alone: one of the user's own.

use clinch_shapes::Convex;
use clinch_support::{Support, SupportMap};
use glam::Vec3;

/// Borrows the map. Faces are found by asking it around a direction; points have no names.
#[derive(Clone, Copy)]
pub(crate) struct BySupport<'s>(pub(crate) &'s dyn rapier3d::parry::shape::SupportMap);

impl SupportMap<Vec3> for BySupport<'_> {
    fn support(&self, direction: Vec3) -> Support<Vec3> {
        Support { point: self.0.local_support_point(direction), id: None }
    }
}

impl Convex<Vec3> for BySupport<'_> {}
