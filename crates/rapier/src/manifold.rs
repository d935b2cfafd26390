//! Conversion of clinch's manifolds from and to parry's.
//!
//! * The feature id of a point has 64 bits; its halves are parry's two ids. clinch matches the
//!   points of two steps, by feature id or by position, and the solver's data follow the match.
//! * The points of the last step are overwritten in place.
//! * Of a shape of parts, each manifold takes the data of the one that its first point was in. A
//!   single one takes those of a single one, as of convex shapes: rapier keeps there whether a body
//!   goes through a one-way platform.

use clinch_composite::SubShapeId;
use clinch_composite_contact::CompositeManifold;
use clinch_contact::{ContactPoint, FeatureId, Manifold};
use glam::Vec3;
use rapier3d::parry::math::Pose;
use rapier3d::parry::query::{ContactManifold, TrackedContact};
use rapier3d::parry::shape::PackedFeatureId;

/// The largest number of points in a manifold of clinch.
const MAX_POINTS: usize = 4;

/// Reads what clinch needs of the last step's manifold: the feature ids and positions of its
/// points. The user data of each point is its number, counted from 1. clinch copies it to the
/// matching point of the next step.
pub(crate) fn read<M, C>(manifold: &ContactManifold<M, C>, into: &mut Manifold<Vec3>) {
    into.clear();
    into.points.extend(manifold.points.iter().zip(1_u8..).map(|(point, number)| ContactPoint {
        on_a: point.local_p1,
        on_b: point.local_p2,
        separation: point.dist,
        feature: FeatureId(u64::from(point.fid1.0) << 32 | u64::from(point.fid2.0)),
        touching: false,
        persisted: false,
        user_data: [f32::from(number), 0.0, 0.0, 0.0],
    }));
}

/// Replaces the points. The solver's data of each point are those of the point that it matches.
pub(crate) fn write<M, C: Default + Copy>(found: &Manifold<Vec3>, b_in_a: &Pose, manifold: &mut ContactManifold<M, C>) {
    let data_of = |point: &ContactPoint<Vec3>| Some(manifold.points.get((point.user_data[0] as usize).checked_sub(1)?)?.data);
    let mut data = [C::default(); MAX_POINTS];
    for (data, point) in data.iter_mut().zip(&found.points) {
        *data = data_of(point).unwrap_or_default();
    }
    manifold.local_n1 = found.normal;
    manifold.local_n2 = b_in_a.rotation.inverse() * -found.normal;
    manifold.points.clear();
    // Half-spaces can overlap by an infinite depth, which a solver cannot use.
    let finite = found.points.iter().zip(data).filter(|(point, _)| point.separation.is_finite());
    manifold.points.extend(finite.map(|(point, data)| TrackedContact { data, ..contact(point) }));
}

/// Reads the last step's manifolds of a pair whose shape of parts is A, which is parry's second
/// shape if `flipped`. The user data of each point are the numbers of its manifold and of itself.
/// `part` is the number of B's part, if it has parts.
pub(crate) fn read_all<M, C>(
    manifolds: &[ContactManifold<M, C>],
    flipped: bool,
    part: impl Fn(&ContactManifold<M, C>) -> Option<SubShapeId>,
    into: &mut Vec<CompositeManifold<Vec3>>,
) {
    into.clear();
    for (manifold, number) in manifolds.iter().zip(1_u16..) {
        let mut read_points = Manifold::new();
        read(manifold, &mut read_points);
        read_points.normal = if flipped { manifold.local_n2 } else { manifold.local_n1 };
        for point in &mut read_points.points {
            if flipped {
                (point.on_a, point.on_b) = (point.on_b, point.on_a);
            }
            point.user_data[1] = f32::from(number);
        }
        into.push(CompositeManifold { manifold: read_points, sub_shapes: [None, part(manifold)] });
    }
}

/// Replaces the manifolds of a pair whose shape of parts is A, as [`read_all`] has read them.
/// `numbers` are parry's numbers of the parts.
pub(crate) fn write_all<M: Default, C: Default + Copy>(
    found: &[CompositeManifold<Vec3>],
    b_in_a: &Pose,
    flipped: bool,
    numbers: impl Fn([Option<SubShapeId>; 2]) -> [u32; 2],
    manifolds: &mut Vec<ContactManifold<M, C>>,
) {
    let mut last = core::mem::take(manifolds);
    let place = |point: &ContactPoint<Vec3>, which: usize| (point.user_data[which] as usize).checked_sub(1);
    let data_of = |last: &[ContactManifold<M, C>], point| Some(last.get(place(point, 1)?)?.points.get(place(point, 0)?)?.data);
    let finite = |point: &&ContactPoint<Vec3>| point.separation.is_finite();
    let data: Vec<C> = found
        .iter()
        .flat_map(|found| found.manifold.points.iter().filter(finite).map(|point| data_of(&last, point).unwrap_or_default()))
        .collect();
    let mut data = data.into_iter();
    let single = (found.len() == 1 && last.len() == 1).then_some(0);
    for CompositeManifold { manifold: found, sub_shapes } in found {
        let source = found.points.iter().find_map(|point| place(point, 1));
        let source = source.or(single).and_then(|source| last.get_mut(source));
        let mut manifold = ContactManifold::new();
        if let Some(source) = source {
            manifold.data = core::mem::take(&mut source.data);
            manifold.points = core::mem::take(&mut source.points);
        }
        let other = b_in_a.rotation.inverse() * -found.normal;
        (manifold.local_n1, manifold.local_n2) = if flipped { (other, found.normal) } else { (found.normal, other) };
        let [part_a, part_b] = numbers(*sub_shapes);
        (manifold.subshape1, manifold.subshape2) = if flipped { (part_b, part_a) } else { (part_a, part_b) };
        manifold.points.clear();
        manifold.points.extend(found.points.iter().filter(finite).zip(&mut data).map(|(point, data)| {
            let mut contact = TrackedContact { data, ..contact(point) };
            if flipped {
                (contact.local_p1, contact.local_p2) = (contact.local_p2, contact.local_p1);
            }
            contact
        }));
        manifolds.push(manifold);
    }
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

    /// A point with this feature id and x coordinate.
    fn point((feature, x): (u64, f32)) -> ContactPoint<Vec3> {
        let feature = FeatureId(feature);
        ContactPoint {
            on_a: Vec3::X * x,
            on_b: Vec3::Y + Vec3::X * x,
            separation: -0.5,
            feature,
            touching: true,
            persisted: false,
            user_data: [0.0; 4],
        }
    }

    fn found(points: &[(u64, f32)]) -> Manifold<Vec3> {
        Manifold { normal: Vec3::Z, points: points.iter().copied().map(point).collect() }
    }

    /// Three points with solver data.
    fn with_data() -> ContactManifold<(), u32> {
        let mut manifold = ContactManifold::new();
        write(&found(&[(1 << 32 | 7, 0.0), (7, 1.0), (FeatureId::WITNESS.0, 2.0)]), &Pose::IDENTITY, &mut manifold);
        for (number, point) in (10..).zip(&mut manifold.points) {
            point.data = number;
        }
        manifold
    }

    #[test]
    fn solver_data_follow_their_point() {
        let (mut manifold, mut again) = (with_data(), Manifold::new());
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
    fn points_of_infinite_depth_are_dropped() {
        let infinite = ContactPoint { separation: f32::NEG_INFINITY, ..point((1, 0.0)) };
        let mut manifold: ContactManifold<(), ()> = ContactManifold::new();
        let found = Manifold { normal: Vec3::Z, points: [infinite, point((2, 1.0))].into_iter().collect() };
        write(&found, &Pose::IDENTITY, &mut manifold);
        assert_eq!(manifold.points.len(), 1);
    }
}
