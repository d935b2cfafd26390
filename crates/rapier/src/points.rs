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

/// The last step's manifold, as far as clinch asks: which features met. So points that are as good as others stay.
pub(crate) fn read<M, C>(manifold: &ContactManifold<M, C>, into: &mut Manifold<Vec3>) {
    into.clear();
    into.points.extend(manifold.points.iter().map(|point| ContactPoint {
        on_a: point.local_p1,
        on_b: point.local_p2,
        separation: point.dist,
        feature: FeatureId(u64::from(point.fid1.0) << 32 | u64::from(point.fid2.0)),
        touching: false,
        kept: false,
        carried: [0.0; 4],
    }));
}

/// Replaces the points, and carries over what the solver knows of those that have been there before: by their features, or, where another feature has taken the
/// place of one, by the place. `near` is how far it may have moved.
pub(crate) fn write<M, C: Default + Copy>(found: &Manifold<Vec3>, b_in_a: &Pose, near: f32, manifold: &mut ContactManifold<M, C>) {
    let carried = carry(&found.points, &manifold.points, near);
    manifold.local_n1 = found.normal;
    manifold.local_n2 = b_in_a.rotation.inverse() * -found.normal;
    manifold.points.clear();
    // Of half-spaces that overlap without end no depth is a number that a solver could use.
    let finite = found.points.iter().zip(carried).filter(|(point, _)| point.separation.is_finite());
    manifold.points.extend(finite.map(|(point, data)| TrackedContact { data, ..contact(point) }));
}

/// What is known of each new point. A corner that slides over an edge is another feature from one step to the next, and back again if the body trembles: the
/// impulse that carried it is the same.
fn carry<C: Default + Copy>(found: &[ContactPoint<Vec3>], old: &[TrackedContact<C>], near: f32) -> [C; POINTS] {
    let mut carried = [C::default(); POINTS];
    let (mut known, mut taken) = ([false; POINTS], 0_u64);
    for (place, point) in found.iter().enumerate().take(POINTS) {
        let ids = ids(point.feature);
        if let Some(same) = old.iter().take(64).position(|old| (old.fid1, old.fid2) == ids) {
            (carried[place], known[place]) = (old[same].data, true);
            taken |= 1 << same;
        }
    }
    for (place, point) in found.iter().enumerate().take(POINTS).filter(|(place, _)| !known[*place]) {
        let moved = |old: &TrackedContact<C>| old.local_p1.distance_squared(point.on_a).max(old.local_p2.distance_squared(point.on_b));
        let left = old.iter().enumerate().take(64).filter(|(other, old)| taken >> other & 1 == 0 && moved(old) <= near * near);
        if let Some((nearest, data)) = left.min_by(|a, b| moved(a.1).total_cmp(&moved(b.1))).map(|(other, old)| (other, old.data)) {
            carried[place] = data;
            taken |= 1 << nearest;
        }
    }
    carried
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
    use super::{FeatureId, Manifold, Vec3, read, write};
    use clinch_contact::ContactPoint;
    use rapier3d::parry::math::Pose;
    use rapier3d::parry::query::ContactManifold;

    /// A point of this feature, at this place along x.
    fn point((feature, x): (u64, f32)) -> ContactPoint<Vec3> {
        let feature = FeatureId(feature);
        ContactPoint {
            on_a: Vec3::X * x,
            on_b: Vec3::Y + Vec3::X * x,
            separation: -0.5,
            feature,
            touching: true,
            kept: false,
            carried: [0.0; 4],
        }
    }

    fn found(points: &[(u64, f32)]) -> Manifold<Vec3> {
        Manifold { normal: Vec3::Z, points: points.iter().copied().map(point).collect() }
    }

    /// Three points, of which the solver knows something.
    fn known() -> ContactManifold<(), u32> {
        let mut manifold = ContactManifold::new();
        write(&found(&[(1 << 32 | 7, 0.0), (7, 1.0), (FeatureId::WITNESS.0, 2.0)]), &Pose::IDENTITY, 0.1, &mut manifold);
        for (number, point) in (10..).zip(&mut manifold.points) {
            point.data = number;
        }
        manifold
    }

    #[test]
    fn what_the_solver_knows_of_a_point_follows_its_feature() {
        let mut manifold = known();
        assert_eq!((manifold.local_n1, manifold.local_n2), (Vec3::Z, -Vec3::Z));
        assert_eq!((manifold.points[0].local_p1, manifold.points[0].local_p2, manifold.points[0].dist), (Vec3::ZERO, Vec3::Y, -0.5));
        write(&found(&[(FeatureId::WITNESS.0, 0.0), (8, 5.0), (1 << 32 | 7, 2.0)]), &Pose::IDENTITY, 0.1, &mut manifold);
        assert_eq!(manifold.points.iter().map(|point| point.data).collect::<Vec<_>>(), [12, 0, 10]);
    }

    #[test]
    fn a_new_feature_at_the_place_of_one_that_is_gone_takes_over_and_no_two_take_the_same() {
        let mut manifold = known();
        write(&found(&[(8, 1.04), (9, 1.02), (10, 1.3), (FeatureId::WITNESS.0, 1.0)]), &Pose::IDENTITY, 0.1, &mut manifold);
        assert_eq!(manifold.points.iter().map(|point| point.data).collect::<Vec<_>>(), [11, 0, 0, 12]);
    }

    #[test]
    fn what_was_written_is_read_again() {
        let mut again = Manifold::new();
        read(&known(), &mut again);
        let features = [1 << 32 | 7, 7, FeatureId::WITNESS.0].map(FeatureId);
        assert_eq!(again.points.iter().map(|point| point.feature).collect::<Vec<_>>(), features);
    }

    #[test]
    fn a_depth_without_end_is_no_contact() {
        let endless = ContactPoint { separation: f32::NEG_INFINITY, ..point((1, 0.0)) };
        let mut manifold: ContactManifold<(), ()> = ContactManifold::new();
        let found = Manifold { normal: Vec3::Z, points: [endless, point((2, 1.0))].into_iter().collect() };
        write(&found, &Pose::IDENTITY, 0.1, &mut manifold);
        assert_eq!(manifold.points.len(), 1);
    }
}
