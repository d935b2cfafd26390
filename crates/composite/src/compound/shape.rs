//! The compound.

use std::sync::Arc;

use clinch_bvh::{Builder, Bvh, Layout};
use clinch_mass::Moments;
use clinch_shapes::{Aabb, Convex, ShapeSpace};
use clinch_support::{Pose, Vector};

use crate::compound::error::CompoundError;

/// The largest number of parts. Larger: ids would fit, but a compound of so many parts is a mesh or
/// voxels. Smaller: no memory is saved.
const MOST_PARTS: usize = 1 << 24;

/// More: less memory, and queries visit more parts whose boxes they do not touch.
const LEAF_SIZE: u32 = 2;

/// Bounded convex shapes at poses, as one solid, in 2D or 3D and `f32` or `f64`.
///
/// The parts may overlap. Part `i` has the id `i`. Cloning is cheap: clones share the parts.
///
/// ```
/// use clinch_composite::{Compound, CompoundError};
/// use clinch_shapes::{Ball, Cuboid, HalfSpace, Shape3};
/// use clinch_support::Pose;
/// use glam::{DVec3, Vec3};
///
/// // A hammer.
/// let handle = Shape3::from(Cuboid::new(Vec3::new(0.5, 0.05, 0.05))?);
/// let head = Shape3::from(Cuboid::new(Vec3::new(0.1, 0.25, 0.1))?);
/// let mut hammer =
///     Compound::new(vec![(Pose::IDENTITY, handle.clone()), (Pose::at(Vec3::X * 0.5), head)])?;
/// assert!((hammer.bounds().max.y - 0.25).abs() < 1e-12);
///
/// // The head comes off.
/// hammer.edit(|parts| parts.truncate(1))?;
/// assert_eq!(hammer.parts(), [(Pose::IDENTITY, handle)]);
/// // What is refused changes nothing.
/// let ground = Shape3::from(HalfSpace::new(Vec3::Y, 0.0)?);
/// assert_eq!(
///     hammer.edit(|parts| parts.push((Pose::IDENTITY, ground))),
///     Err(CompoundError::Unbounded { part: 1 })
/// );
/// assert_eq!(hammer.parts().len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Compound<V: ShapeSpace> {
    data: Arc<Data<V>>,
}

#[derive(Debug)]
struct Data<V: ShapeSpace> {
    parts: Vec<(Pose<V>, V::Shape)>,
    bounds_of_parts: Vec<Aabb<V::Wide>>,
    bounds: Aabb<V::Wide>,
    tree: Bvh<V::Wide>,
}

impl<V: ShapeSpace> Compound<V> {
    /// The compound of these shapes, each at its pose in the frame of the compound. O(n log n).
    ///
    /// # Errors
    ///
    /// No parts, too many, or the first part that has no finite pose or bounds.
    pub fn new(parts: Vec<(Pose<V>, V::Shape)>) -> Result<Self, CompoundError> {
        if parts.len() > MOST_PARTS {
            return Err(CompoundError::TooManyParts { given: parts.len(), limit: MOST_PARTS });
        }
        let bounds_of = |(part, (pose, shape)): (usize, &(Pose<V>, V::Shape))| {
            if !pose.is_finite() {
                return Err(CompoundError::PoseNotFinite { part });
            }
            let bounds = shape.bounds(&pose.widen());
            let valid = bounds.min.is_finite() && bounds.max.is_finite() && shape.bounding_ball().radius.is_finite();
            if valid { Ok(bounds) } else { Err(CompoundError::Unbounded { part }) }
        };
        let bounds_of_parts = parts.iter().enumerate().map(bounds_of).collect::<Result<Vec<_>, _>>()?;
        let bounds = Aabb::of_points(bounds_of_parts.iter().flat_map(|bounds| [bounds.min, bounds.max])).ok_or(CompoundError::NoParts)?;
        let mut tree = Bvh::new();
        let layout = Layout { leaf_size: LEAF_SIZE, leave_out_far: true };
        Builder::new().build(&mut tree, &layout, parts.len(), |part| bounds_of_parts[part]);
        tree.shrink_to_fit();
        Ok(Self { data: Arc::new(Data { parts, bounds_of_parts, bounds, tree }) })
    }

    /// Changes the parts, adds or removes some, and builds the tree anew: for bodies that break or
    /// grow. Clones are not changed. O(n log n).
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new); the compound is unchanged then.
    pub fn edit(&mut self, change: impl FnOnce(&mut Vec<(Pose<V>, V::Shape)>)) -> Result<(), CompoundError> {
        let mut parts = self.data.parts.clone();
        change(&mut parts);
        *self = Self::new(parts)?;
        Ok(())
    }

    /// The parts with their poses.
    pub fn parts(&self) -> &[(Pose<V>, V::Shape)] {
        &self.data.parts
    }

    /// The AABB of all parts.
    pub fn bounds(&self) -> Aabb<V::Wide> {
        self.data.bounds
    }

    /// The AABB of each part.
    pub fn bounds_of_parts(&self) -> &[Aabb<V::Wide>] {
        &self.data.bounds_of_parts
    }

    /// The tree of the parts' AABBs. Its items are the indices of the parts.
    pub fn tree(&self) -> &Bvh<V::Wide> {
        &self.data.tree
    }

    /// Volume, centroid and second moments: the sum of the parts'. What several parts share counts
    /// as often. If no part has a volume, each of them counts as much. `None` if a number
    /// overflows. Computed anew by each call: for the creation of a body.
    pub fn moments(&self) -> Option<Moments<V::Wide>> {
        let of_parts = self.data.parts.iter().map(|(pose, shape)| Some(shape.moments()?.moved(&pose.widen())));
        let of_parts = of_parts.collect::<Option<Vec<_>>>()?;
        let sum = of_parts.iter().copied().reduce(|sum, moments| sum + moments)?;
        // The sum of two without volume is their mean: of more it depends on the order.
        if sum.volume() == 0.0 { Moments::even_mean(&of_parts)?.finite() } else { sum.finite() }
    }
}

/// Equal if all parts and poses are, in the same order.
impl<V: ShapeSpace> PartialEq for Compound<V> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.data, &other.data) || self.parts() == other.parts()
    }
}

#[cfg(test)]
mod tests {
    use super::{Compound, MOST_PARTS};
    use crate::composite::Composite;
    use crate::compound::error::CompoundError;
    use crate::sub_shape::SubShapeId;
    use clinch_shapes::{Aabb, Ball, Convex, Cuboid, Custom, HalfSpace, Point, Posed, Shape2, Shape3};
    use clinch_support::{Pose, Support, SupportMap};
    use clinch_testkit::random::Random;
    use glam::{DQuat, DVec3, Vec2, Vec3};
    use std::sync::Arc;

    fn boxes(count: usize, seed: u64) -> Vec<(Pose<DVec3>, Shape3<DVec3>)> {
        let random = &mut Random::new(seed);
        let part = |_| {
            let half = DVec3::new(random.range(0.0, 0.5), random.range(0.1, 0.3), random.range(0.1, 0.8));
            let pose = Pose::new(DQuat::from_array(random.quaternion()), random.in_ball(3) * 4.0);
            (pose, Cuboid::new(half).unwrap().into())
        };
        (0..count).map(part).collect()
    }

    /// A user's shape that has no end.
    struct Endless;

    impl SupportMap<Vec3> for Endless {
        fn support(&self, direction: Vec3) -> Support<Vec3> {
            Support { point: direction * f32::INFINITY, id: None }
        }

        fn radius_about_center(&self) -> f32 {
            f32::INFINITY
        }
    }

    impl Convex<Vec3> for Endless {}

    #[test]
    fn what_is_no_bounded_part_is_refused_by_its_index() {
        let ball: Shape3<Vec3> = Ball::new(1.0).unwrap().into();
        let ground = HalfSpace::new(Vec3::Y, 0.0).unwrap();
        let refused = |pose: Pose<Vec3>, shape: Shape3<Vec3>| Compound::new(vec![(Pose::IDENTITY, ball.clone()), (pose, shape)]).err();
        assert_eq!(Compound::<Vec3>::new(Vec::new()).err(), Some(CompoundError::NoParts));
        assert_eq!(refused(Pose::at(Vec3::NAN), ball.clone()), Some(CompoundError::PoseNotFinite { part: 1 }));
        assert_eq!(
            refused(Pose::new(glam::Quat::from_xyzw(0.0, 0.0, 0.0, 0.0), Vec3::X), ball.clone()),
            Some(CompoundError::PoseNotFinite { part: 1 })
        );
        let unbounded = Some(CompoundError::Unbounded { part: 1 });
        assert_eq!(refused(Pose::IDENTITY, ground.into()), unbounded);
        assert_eq!(refused(Pose::IDENTITY, Arc::new(Posed::new(Shape3::from(ground), Pose::at(Vec3::X)).unwrap()).into()), unbounded);
        assert_eq!(refused(Pose::IDENTITY, Custom::new(Endless).into()), unbounded);
        let beyond = Compound::<DVec3>::new(vec![(Pose::at(DVec3::MAX), Ball::new(f64::MAX).unwrap().into())]);
        assert_eq!(beyond.err(), Some(CompoundError::Unbounded { part: 0 }));
        let many: Vec<(Pose<Vec2>, Shape2<Vec2>)> = vec![(Pose::IDENTITY, Ball::new(1.0).unwrap().into()); MOST_PARTS + 1];
        assert_eq!(Compound::new(many).err(), Some(CompoundError::TooManyParts { given: MOST_PARTS + 1, limit: MOST_PARTS }));
    }

    #[test]
    fn near_finds_all_parts_whose_box_meets_the_query_in_ascending_order() {
        for count in [1, 2, 3, 40, 200] {
            let compound = Compound::new(boxes(count, count as u64)).unwrap();
            for at in [DVec3::ZERO, DVec3::X, DVec3::new(-2.0, 1.0, 1.0), DVec3::splat(50.0)] {
                let query = Aabb::around(at, DVec3::splat(0.7));
                let (mut found, mut expected) = (vec![SubShapeId(7)], vec![SubShapeId(7)]);
                compound.near(&query, &mut found);
                let is_near = |(_, (pose, shape)): &(usize, &(Pose<DVec3>, Shape3<DVec3>))| shape.bounds(pose).intersects(&query);
                expected.extend(compound.parts().iter().enumerate().filter(is_near).map(|(part, _)| SubShapeId(part as u32)));
                assert_eq!(found, expected);
            }
        }
    }

    #[test]
    fn moments_are_the_sum_of_the_parts() {
        // A box cut into four.
        let quarter: Shape3<DVec3> = Cuboid::new(DVec3::new(0.5, 1.0, 0.25)).unwrap().into();
        let places = [DVec3::new(-0.5, 0.0, -0.25), DVec3::new(0.5, 0.0, -0.25), DVec3::new(-0.5, 0.0, 0.25), DVec3::new(0.5, 0.0, 0.25)];
        let compound = Compound::new(places.map(|place| (Pose::at(place), quarter.clone())).to_vec()).unwrap();
        let (whole, moments) = (Cuboid::new(DVec3::new(1.0, 1.0, 0.5)).unwrap().moments().unwrap(), compound.moments().unwrap());
        assert!((moments.volume() - whole.volume()).abs() <= 1e-15 && moments.centroid().abs_diff_eq(whole.centroid(), 1e-15));
        assert!(moments.inertia(1.0).abs_diff_eq(whole.inertia(1.0), 1e-14));
        let twice = Compound::<DVec3>::new(vec![(Pose::IDENTITY, quarter.clone()), (Pose::IDENTITY, quarter)]).unwrap();
        assert_eq!(twice.moments().unwrap().volume(), 2.0);
    }

    #[test]
    fn the_order_of_flat_parts_does_not_move_the_centroid() {
        let points = |places: [f64; 4]| {
            let part = |x: f64| (Pose::at(DVec3::X * x), Point::new(DVec3::ZERO).unwrap().into());
            Compound::new(places.map(part).to_vec()).unwrap().moments().unwrap()
        };
        for places in [[0.0, 0.0, 4.0, 8.0], [4.0, 0.0, 8.0, 0.0], [8.0, 4.0, 0.0, 0.0]] {
            let moments = points(places);
            assert!(moments.volume() == 0.0 && moments.centroid().abs_diff_eq(DVec3::X * 3.0, 1e-14));
            // The mean of 9, 9, 1 and 25.
            assert!((moments.covariance(0, 0) - 11.0).abs() < 1e-13 && moments.covariance(1, 1) == 0.0);
        }
        // Beside a volume they do not count, wherever they are in the list.
        let ball = || (Pose::at(DVec3::Y), Ball::new(1.0).unwrap().into());
        let point = || (Pose::at(DVec3::X * 7.0), Point::new(DVec3::ZERO).unwrap().into());
        for parts in [vec![ball(), point(), point()], vec![point(), point(), ball()]] {
            assert_eq!(Compound::new(parts).unwrap().moments().unwrap().centroid(), DVec3::Y);
        }
    }

    #[test]
    fn editing_changes_one_clone_and_equality_compares_parts() {
        let before = Compound::new(boxes(5, 1)).unwrap();
        let mut after = before.clone();
        assert_eq!(after, before);
        after.edit(|parts| parts.swap(0, 1)).unwrap();
        assert_ne!(after, before);
        after.edit(|parts| parts.swap(0, 1)).unwrap();
        assert_eq!(after, before);
        assert_eq!(after.edit(Vec::clear), Err(CompoundError::NoParts));
        assert_eq!(after.parts().len(), 5);
    }
}
