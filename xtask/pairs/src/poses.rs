//! The world poses of the shapes of a query.

use clinch::support::{Pose, Vector};
use clinch_testkit::build::Build;
use clinch_testkit::pair_file::{ErrorKind, PoseSpec, Query};

use crate::refusal::Refusal;

/// The world poses of A and B.
pub struct Poses<V: Vector> {
    /// That of A.
    pub a: Pose<V::Wide>,
    /// That of B.
    pub b: Pose<V::Wide>,
}

impl<V: Vector> Poses<V> {
    /// B's pose in A's frame.
    pub fn b_in_a(&self) -> Pose<V::Wide> {
        self.b.relative_to(&self.a)
    }

    /// The poses after moving for a time.
    pub fn after(&self, motions: [V::Wide; 2], time: f64) -> Self {
        let there = |pose: &Pose<V::Wide>, motion: V::Wide| Pose::new(pose.rotation, pose.translation + motion * time);
        Self { a: there(&self.a, motions[0]), b: there(&self.b, motions[1]) }
    }
}

/// The poses of a query of two shapes.
pub fn poses<V: Vector>(query: &Query) -> Result<Poses<V>, Refusal>
where
    V::Wide: Build,
{
    Ok(Poses { a: pose::<V>("a", &query.pose_a)?, b: pose::<V>("b", &query.pose_b)? })
}

/// The pose of these parameters.
pub fn pose<V: Vector>(name: &str, spec: &PoseSpec) -> Result<Pose<V::Wide>, Refusal>
where
    V::Wide: Build,
{
    let pose = V::Wide::pose(spec);
    let finite = pose.is_finite();
    finite.then_some(pose).ok_or_else(|| (ErrorKind::Construct, format!("pose_{name} is not finite, or its rotation is zero")))
}
