//! bevy's `GlobalTransform` as a place: a pose is all that is taken of its matrix.
//!
//! * The columns of the matrix are made a rotation here, in `f64`, and not by glam, whose `f32` answers are fused where the target can.
//! * Which rotation is said by convention where there is more than one: bevy's own, so that what is drawn and what collides are turned alike.

use bevy_transform::components::GlobalTransform;
use clinch_support::{Pose, Rotation2};
use glam::{DQuat, DVec2, DVec3, Vec2, Vec3};

use crate::placement::Placed;

/// In space. Translation and rotation count. A scale does not: shapes keep their sizes, and one that is to grow is wrapped in
/// [`Scaled`](clinch_shapes::Scaled).
///
/// * Mirrored, that is with an odd number of negative scales, it is turned as [`GlobalTransform::rotation`] says: x is taken for the axis that is mirrored.
/// * Sheared, as a turned child of an unevenly scaled parent is, it keeps its x axis and the plane of x and y.
/// * Of a scale of zero along x or y no rotation is left: the pair has no contact and is [undefined](crate::Contact::is_undefined).
///
/// The rotation is as exact as an `f32` matrix is, about 1e-7 radians, and so is a collider's place: far from the origin as coarse as its translation. What
/// lies between two of them is computed in `f64`.
///
/// bevy computes it in `PostUpdate`. A stage that runs elsewhere sees the places of the frame before, unless `TransformSystems::Propagate`'s systems also run
/// before [`NarrowphaseSystems::Enroll`](crate::NarrowphaseSystems).
impl Placed<Vec3> for GlobalTransform {
    fn pose_in(&self, frame: &Self) -> Pose<DVec3> {
        pose(self).relative_to(&pose(frame))
    }
}

/// In the plane of x and y, turned about z. What is said of scales and shears in space is so here; z, what is tilted out of the plane and a scale along z are
/// not looked at.
impl Placed<Vec2> for GlobalTransform {
    fn pose_in(&self, frame: &Self) -> Pose<DVec2> {
        pose_in_plane(self).relative_to(&pose_in_plane(frame))
    }
}

fn pose(place: &GlobalTransform) -> Pose<DVec3> {
    let [x, y, z, translation] = columns(place);
    let mirrored = x.cross(y).dot(z) < 0.0;
    let x = (if mirrored { -x } else { x }).normalize();
    let y = (y - x * x.dot(y)).normalize();
    // A rotation of length zero is none.
    let turn =
        if x.is_finite() && y.is_finite() { DQuat::from_rotation_axes(x, y, x.cross(y)) } else { DQuat::from_xyzw(0.0, 0.0, 0.0, 0.0) };
    Pose::new(turn, translation)
}

fn pose_in_plane(place: &GlobalTransform) -> Pose<DVec2> {
    let [x, y, _, translation] = columns(place).map(|column| DVec2::new(column.x, column.y));
    let x = if x.perp_dot(y) < 0.0 { -x } else { x };
    Pose::new(Rotation2 { cos: x.x, sin: x.y }, translation)
}

/// The axes and the translation, exactly.
fn columns(place: &GlobalTransform) -> [DVec3; 4] {
    place.affine().to_cols_array_2d().map(|column| DVec3::from_array(column.map(f64::from)))
}
