//! Two of parry's shapes and a relative pose, asked about.

use clinch_contact::{Measured, Memory, Relation, Separation, Settings, collide, measure};
use clinch_support::Pose;
use glam::Vec3;
use rapier3d::parry::math::Pose as ParryPose;
use rapier3d::parry::query::ContactManifold;

use crate::lent::{Lent, lend};
use crate::points;
use crate::view::View;

/// Two convex shapes, and where the second is as seen from the first.
pub(crate) struct Pair<'p, 's> {
    pub(crate) a: &'p View<'s>,
    pub(crate) b: &'p View<'s>,
    pub(crate) b_in_a: &'p ParryPose,
}

impl<'p, 's> Pair<'p, 's> {
    fn ours(&self) -> clinch_contact::Pair<'p, Vec3, View<'s>, View<'s>> {
        clinch_contact::Pair { a: self.a, b: self.b, b_in_a: Pose::<Vec3>::new(self.b_in_a.rotation, self.b_in_a.translation).widen() }
    }

    /// Their manifold, of points apart by up to `margin`.
    pub(crate) fn manifold<M, C: Default + Copy>(&self, margin: f32, into: &mut ContactManifold<M, C>) {
        lend(|Lent { scratch, manifold }| {
            points::read(into, manifold);
            collide(&self.ours(), &Settings::with_margin(margin), &mut Memory::new(), scratch, manifold);
            points::write(manifold, self.b_in_a, into);
        });
    }

    /// Their signed distance, if it is at most `margin`.
    pub(crate) fn separation(&self, margin: f32) -> Option<Separation<Vec3>> {
        let Measured { relation, .. } =
            lend(|lent| measure(&self.ours(), &Settings::with_margin(margin), &mut Memory::new(), &mut lent.scratch));
        match relation {
            Relation::Near(separation) => Some(separation),
            Relation::Beyond { .. } | Relation::Undefined => None,
        }
    }
}
