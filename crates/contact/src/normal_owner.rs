//! Which of two shapes the normal of a contact turns with.
//!
//! In the frame of the shape that owns the face, the normal of a contact on it is constant while
//! the pair moves. So a recycled normal is kept in that frame; the error of the separation is then
//! zero for corners on the face. Normals of two edges, of a corner or of a curved surface are kept
//! in A's frame; their error is of second order in the motion.

use clinch_shapes::{Convex, CoreKind, Face};
use clinch_support::{Basis, Pose, Rotation, Vector};

use crate::clip::Space;
use crate::pair::Pair;

/// The largest sine of the angle between a contact normal and the normal of a face that owns it.
/// Larger: the normal of two edges that are nearly level with a face turns with it. Smaller:
/// normals that are rounded to `f32` are of no face.
const LEVEL: f64 = 2e-5;

/// The shape whose face has the normal of a contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub(crate) enum NormalOwner {
    /// Not computed yet: it takes a face query, and most contacts are not recycled.
    Unknown,
    /// A, or neither; or the contact was made with [`Recycling::Proved`](crate::Recycling::Proved),
    /// which keeps normals in A's frame.
    AOrNeither,
    /// B and not A.
    B,
}

impl NormalOwner {
    /// The owner of a contact's normal, which is in A's frame, with B in A's frame at that time.
    // Once per contact that is recycled.
    #[inline(never)]
    pub(crate) fn of<V: Space, A: Convex<V>, B: Convex<V>>(pair: &Pair<V, A, B>, then: &Pose<V::Wide>, normal: V) -> Self {
        if has_face_along(&pair.a, normal) {
            return Self::AOrNeither;
        }
        let in_b = then.rotation.basis().unrotate(-normal.widen());
        if has_face_along(&pair.b, V::narrow(in_b)) { Self::B } else { Self::AOrNeither }
    }
}

/// Whether a shape has a face whose outward normal is this one.
fn has_face_along<V: Space, S: Convex<V>>(shape: &S, normal: V) -> bool {
    if shape.core().kind() == CoreKind::HalfSpace {
        return true;
    }
    let mut face = Face::new();
    shape.face(normal, &mut face);
    let normal = normal.widen();
    let Some(first) = face.corners.first().map(|corner| corner.point.widen()) else { return false };
    face.corners.len() >= V::DIM
        && face.corners.iter().all(|corner| {
            let edge = corner.point.widen() - first;
            edge.dot(normal).abs() <= LEVEL * edge.length()
        })
}
