//! Two of parry's shapes and a relative pose, asked about.

use clinch_contact::{Measured, Memory, Relation, Separation, Settings, collide, measure};
use clinch_support::Pose;
use glam::Vec3;
use rapier3d::parry::math::Pose as ParryPose;
use rapier3d::parry::query::ContactManifold;

use crate::lent::{Lent, lend};
use crate::points;
use crate::view::View;

/// A pair as near as the prediction distance shows its points out to so many times that. rapier leaves out those that are neither near nor coming nearer; and it keeps a
/// manifold while a pair moves by 2.5 prediction distances, in which time a corner that had no point would sink in. Falling dominoes of a metre overlapped by up to
/// 92 mm with 1, 66 with 2, 49 with 3.5, 40 with 10 and 39 with 100, which is parry's own: its manifolds have every point of the two features.
const REACH: f32 = 10.0;

/// Two convex shapes, and where the second is as seen from the first.
pub(crate) struct Pair<'p, 's> {
    pub(crate) a: &'p View<'s>,
    pub(crate) b: &'p View<'s>,
    pub(crate) b_in_a: &'p ParryPose,
}

impl<'p, 's> Pair<'p, 's> {
    fn ours(&self) -> clinch_contact::Pair<Vec3, &'p View<'s>, &'p View<'s>> {
        clinch_contact::Pair { a: self.a, b: self.b, b_in_a: Pose::<Vec3>::new(self.b_in_a.rotation, self.b_in_a.translation).widen() }
    }

    /// Their manifold, if they are as near as `margin`.
    pub(crate) fn manifold<M, C: Default + Copy>(&self, margin: f32, into: &mut ContactManifold<M, C>) {
        lend(|Lent { scratch, manifold }| {
            points::read(into, manifold);
            collide(&self.ours(), &Settings::with_margin(REACH * margin), &mut Memory::new(), scratch, manifold);
            if !manifold.points.iter().any(|point| point.separation <= margin) {
                manifold.clear();
            }
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
