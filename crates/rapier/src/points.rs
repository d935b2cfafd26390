//! clinch's manifold as parry writes one.
//!
//! * A solver finds the impulse of a point again by its two ids. clinch names a point by one number of 64 bits: its halves are the two ids, so that two points are
//!   taken for the same exactly where clinch says so.
//! * Points are written over those of the last step, in the vector that is there.

use clinch_contact::{ContactPoint, FeatureId, Manifold};
use glam::Vec3;
use rapier3d::parry::math::Pose;
use rapier3d::parry::query::{ContactManifold, TrackedContact};
use rapier3d::parry::shape::PackedFeatureId;

/// No manifold of clinch has more.
const POINTS: usize = 4;

/// Replaces the points, and carries over what the solver knows of those that have been there before.
pub(crate) fn write<M, C: Default + Copy>(found: &Manifold<Vec3>, b_in_a: &Pose, manifold: &mut ContactManifold<M, C>) {
    let mut carried = [C::default(); POINTS];
    for (data, point) in carried.iter_mut().zip(&found.points) {
        let ids = ids(point.feature);
        if let Some(old) = manifold.points.iter().find(|old| (old.fid1, old.fid2) == ids) {
            *data = old.data;
        }
    }
    manifold.local_n1 = found.normal;
    manifold.local_n2 = b_in_a.rotation.inverse() * -found.normal;
    manifold.points.clear();
    // Of half-spaces that overlap without end no depth is a number that a solver could use.
    let finite = found.points.iter().zip(carried).filter(|(point, _)| point.separation.is_finite());
    manifold.points.extend(finite.map(|(point, data)| TrackedContact { data, ..contact(point) }));
}

fn contact<C: Default + Copy>(point: &ContactPoint<Vec3>) -> TrackedContact<C> {
    let (fid1, fid2) = ids(point.feature);
    TrackedContact::new(point.on_a, point.on_b, fid1, fid2, point.separation)
}

fn ids(feature: FeatureId) -> (PackedFeatureId, PackedFeatureId) {
    (PackedFeatureId((feature.0 >> 32) as u32), PackedFeatureId(feature.0 as u32))
}

#[cfg(test)]
mod tests {
    use super::{FeatureId, Manifold, Vec3, write};
    use clinch_contact::ContactPoint;
    use rapier3d::parry::math::Pose;
    use rapier3d::parry::query::ContactManifold;

    fn point(feature: u64) -> ContactPoint<Vec3> {
        let feature = FeatureId(feature);
        ContactPoint { on_a: Vec3::X, on_b: Vec3::Y, separation: -0.5, feature, touching: true, kept: false }
    }

    #[test]
    fn what_the_solver_knows_of_a_point_follows_its_feature() {
        let mut found = Manifold { normal: Vec3::Z, points: [1 << 32 | 7, 7, FeatureId::WITNESS.0].into_iter().map(point).collect() };
        let mut manifold: ContactManifold<(), u32> = ContactManifold::new();
        write(&found, &Pose::IDENTITY, &mut manifold);
        assert_eq!((manifold.local_n1, manifold.local_n2), (Vec3::Z, -Vec3::Z));
        assert_eq!((manifold.points[0].local_p1, manifold.points[0].local_p2, manifold.points[0].dist), (Vec3::X, Vec3::Y, -0.5));
        for (number, point) in (10..).zip(&mut manifold.points) {
            point.data = number;
        }
        found.points = [FeatureId::WITNESS.0, 8, 1 << 32 | 7].into_iter().map(point).collect();
        write(&found, &Pose::IDENTITY, &mut manifold);
        assert_eq!(manifold.points.iter().map(|point| point.data).collect::<Vec<_>>(), [12, 0, 10]);
    }

    #[test]
    fn a_depth_without_end_is_no_contact() {
        let endless = ContactPoint { separation: f32::NEG_INFINITY, ..point(1) };
        let mut manifold: ContactManifold<(), ()> = ContactManifold::new();
        write(&Manifold { normal: Vec3::Z, points: [endless, point(2)].into_iter().collect() }, &Pose::IDENTITY, &mut manifold);
        assert_eq!(manifold.points.len(), 1);
    }
}
