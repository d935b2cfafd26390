//! Two shapes and where the second is, seen from the first.

use clinch_support::{Pose, Vector};

/// Two shapes and the pose of B in A's frame.
///
/// The shapes are held by value; `&S`, `Box<S>` and `Arc<S>` are shapes, too.
#[derive(Clone, Copy, Debug)]
pub struct Pair<V: Vector, A, B> {
    /// The shape in whose frame everything is computed.
    pub a: A,
    /// The other shape.
    pub b: B,
    /// Takes points of B's frame to A's frame. See [`Pose::relative_to`].
    pub b_in_a: Pose<V::Wide>,
}

impl<V: Vector, A, B> Pair<V, A, B> {
    /// A pair from two poses in one world.
    ///
    /// ```
    /// use clinch_contact::Pair;
    /// use clinch_shapes::{Ball, ShapeError};
    /// use clinch_support::Pose;
    /// use glam::{DVec3, Quat, Vec3};
    ///
    /// let ball = Ball::<Vec3>::new(0.5)?;
    /// let half_turn = Quat::from_xyzw(0.0, 1.0, 0.0, 0.0); // about y
    /// let pose_a = Pose::new(half_turn, Vec3::X);
    /// let pair = Pair::in_world(&ball, &pose_a, &ball, &Pose::at(Vec3::X * 3.0));
    /// assert_eq!(pair.b_in_a.translation, DVec3::X * -2.0); // as A sees it
    /// # Ok::<(), ShapeError>(())
    /// ```
    // Inlined so that the pose is stored once, where the caller keeps the pair.
    #[inline(always)]
    pub fn in_world(a: A, pose_a: &Pose<V>, b: B, pose_b: &Pose<V>) -> Self {
        Self { a, b, b_in_a: pose_b.relative_to(pose_a) }
    }
}
