//! Two shapes and where the second is, seen from the first.

use clinch_shapes::{Convex, Core};
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
    pub fn in_world(a: A, pose_a: &Pose<V>, b: B, pose_b: &Pose<V>) -> Self {
        Self { a, b, b_in_a: pose_b.relative_to(pose_a) }
    }
}

/// The cores of A and B, each in its own frame. Every pair algorithm starts from these.
#[derive(Clone, Copy)]
pub(crate) struct Cores<'c, V: Vector> {
    pub(crate) a: Core<'c, V>,
    pub(crate) b: Core<'c, V>,
    pub(crate) b_in_a: &'c Pose<V::Wide>,
}

impl<'c, V: Vector> Cores<'c, V> {
    #[inline]
    pub(crate) fn of<A: Convex<V>, B: Convex<V>>(pair: &'c Pair<V, A, B>) -> Self {
        Self { a: pair.a.core(), b: pair.b.core(), b_in_a: &pair.b_in_a }
    }
}
