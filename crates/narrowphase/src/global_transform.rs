//! bevy's `GlobalTransform` as a placement: its pose counts, its scale does not.
//!
//! * The matrix is turned into a rotation here, in `f64`, and not by glam, whose `f32` results
//!   depend on whether the target fuses multiplications and additions.
//! * Where more than one rotation fits the matrix, bevy's convention decides, so that what is drawn
//!   and what collides are rotated alike.

use bevy_transform::components::GlobalTransform;
use clinch_support::{Pose, Rotation2};
use glam::{DQuat, DVec2, DVec3, Vec2, Vec3};

use crate::placement::Placed;

/// In 3D. Translation and rotation count, scale does not: shapes keep their sizes. Wrap a shape in
/// [`Scaled`](clinch_shapes::Scaled) to scale it.
///
/// * A mirroring matrix (an odd number of negative scales) has the rotation that
///   [`GlobalTransform::rotation`] returns: the x axis counts as the mirrored one.
/// * A shearing matrix (a rotated child of a parent with a non-uniform scale) keeps its x axis and
///   the plane of x and y.
/// * A scale of zero along x or y leaves no rotation: the pairs of such a collider have no contact
///   and are [undefined](crate::Contact::is_undefined).
///
/// The rotation is as exact as an `f32` matrix, about 1e-7 radians, and so is the translation: its
/// resolution gets coarser with the distance from the origin. Relative poses are computed in `f64`.
///
/// bevy computes `GlobalTransform` in `PostUpdate`. A stage in another schedule reads the values of
/// the last frame, and the identity of an entity that was spawned since: such a collider is at the
/// origin of the world for a tick, and may touch what is there. Unless the systems of
/// `TransformSystems::Propagate` also run before
/// [`NarrowphaseSystems::SyncColliders`](crate::NarrowphaseSystems), spawn colliders with the
/// `GlobalTransform` that they will have.
impl Placed<Vec3> for GlobalTransform {
    fn pose_in(&self, frame: &Self) -> Pose<DVec3> {
        pose(self).relative_to(&pose(frame))
    }
}

/// In 2D: the plane of x and y, with rotations about z. The rules of 3D for scales and shears
/// apply; the z translation, a tilt out of the plane and a scale along z are ignored.
impl Placed<Vec2> for GlobalTransform {
    fn pose_in(&self, frame: &Self) -> Pose<DVec2> {
        pose_in_plane(self).relative_to(&pose_in_plane(frame))
    }
}

fn pose(transform: &GlobalTransform) -> Pose<DVec3> {
    let [x, y, z, translation] = columns(transform);
    let mirrored = x.cross(y).dot(z) < 0.0;
    let x = (if mirrored { -x } else { x }).normalize();
    let y = (y - x * x.dot(y)).normalize();
    // A quaternion of length zero makes the pose undefined.
    let rotation =
        if x.is_finite() && y.is_finite() { DQuat::from_rotation_axes(x, y, x.cross(y)) } else { DQuat::from_xyzw(0.0, 0.0, 0.0, 0.0) };
    Pose::new(rotation, translation)
}

fn pose_in_plane(transform: &GlobalTransform) -> Pose<DVec2> {
    let [x, y, _, translation] = columns(transform).map(|column| DVec2::new(column.x, column.y));
    let area = x.perp_dot(y);
    let x = if area < 0.0 { -x } else { x };
    // A rotation of length zero makes the pose undefined.
    let rotation = if area != 0.0 && area.is_finite() { Rotation2 { cos: x.x, sin: x.y } } else { Rotation2 { cos: 0.0, sin: 0.0 } };
    Pose::new(rotation, translation)
}

/// The axes and the translation, converted exactly.
fn columns(transform: &GlobalTransform) -> [DVec3; 4] {
    transform.affine().to_cols_array_2d().map(|column| DVec3::from_array(column.map(f64::from)))
}
