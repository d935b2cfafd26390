//! clinch's manifold as parry writes one.
//!
//! * clinch names a point by one number of 64 bits: its halves are parry's two ids. Which point goes on from which is clinch's to say, by name or by place; what the
//!   solver knows of a point goes the same way.
//! * Points are written over those of the last step, in the vector that is there.

use clinch_contact::{ContactPoint, FeatureId, Manifold};
use glam::Vec3;
use rapier3d::parry::math::Pose;
use rapier3d::parry::query::{ContactManifold, TrackedContact};
use rapier3d::parry::shape::PackedFeatureId;

/// No manifold of clinch has more.
const POINTS: usize = 4;

/// The last step's manifold, as far as clinch asks: which features met, and where, so that points that are as good as others stay. Each carries its place among them,
/// counted from one: a point of the next step that goes on from it carries that on.
pub(crate) fn read<M, C>(manifold: &ContactManifold<M, C>, into: &mut Manifold<Vec3>) {
    into.clear();
    into.points.extend(manifold.points.iter().zip(1_u8..).map(|(point, number)| ContactPoint {
        on_a: point.local_p1,
        on_b: point.local_p2,
        separation: point.dist,
        feature: FeatureId(u64::from(point.fid1.0) << 32 | u64::from(point.fid2.0)),
        touching: false,
        kept: false,
        carried: [f32::from(number), 0.0, 0.0, 0.0],
    }));
}

/// Replaces the points, and carries over what the solver knows of those that they go on from.
pub(crate) fn write<M, C: Default + Copy>(found: &Manifold<Vec3>, b_in_a: &Pose, manifold: &mut ContactManifold<M, C>) {
    let known = |point: &ContactPoint<Vec3>| Some(manifold.points.get((point.carried[0] as usize).checked_sub(1)?)?.data);
    let mut data = [C::default(); POINTS];
    for (data, point) in data.iter_mut().zip(&found.points) {
        *data = known(point).unwrap_or_default();
    }
    manifold.local_n1 = found.normal;
    manifold.local_n2 = b_in_a.rotation.inverse() * -found.normal;
    manifold.points.clear();
    // Of half-spaces that overlap without end no depth is a number that a solver could use.
    let finite = found.points.iter().zip(data).filter(|(point, _)| point.separation.is_finite());
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
        write(&found(&[(1 << 32 | 7, 0.0), (7, 1.0), (FeatureId::WITNESS.0, 2.0)]), &Pose::IDENTITY, &mut manifold);
        for (number, point) in (10..).zip(&mut manifold.points) {
            point.data = number;
        }
        manifold
    }

    #[test]
    fn what_the_solver_knows_of_a_point_goes_where_the_point_goes() {
        let (mut manifold, mut again) = (known(), Manifold::new());
        assert_eq!((manifold.local_n1, manifold.local_n2), (Vec3::Z, -Vec3::Z));
        assert_eq!((manifold.points[0].local_p1, manifold.points[0].local_p2, manifold.points[0].dist), (Vec3::ZERO, Vec3::Y, -0.5));
        read(&manifold, &mut again);
        let features = [1 << 32 | 7, 7, FeatureId::WITNESS.0].map(FeatureId);
        assert_eq!(again.points.iter().map(|point| point.feature).collect::<Vec<_>>(), features);
        again.points.swap(0, 2);
        again.points[1] = point((8, 5.0));
        write(&again, &Pose::IDENTITY, &mut manifold);
        assert_eq!(manifold.points.iter().map(|point| point.data).collect::<Vec<_>>(), [12, 0, 10]);
    }

    #[test]
    fn a_depth_without_end_is_no_contact() {
        let endless = ContactPoint { separation: f32::NEG_INFINITY, ..point((1, 0.0)) };
        let mut manifold: ContactManifold<(), ()> = ContactManifold::new();
        let found = Manifold { normal: Vec3::Z, points: [endless, point((2, 1.0))].into_iter().collect() };
        write(&found, &Pose::IDENTITY, &mut manifold);
        assert_eq!(manifold.points.len(), 1);
    }
}
