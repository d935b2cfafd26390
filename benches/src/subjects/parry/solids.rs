//! The shapes and poses of parry3d.

use clinch_testkit::pair_file::{CapsuleAxis, Coords, PoseSpec, ShapeSpec};
use parry3d::math::{Pose, Rotation, Vector};
use parry3d::shape::{Ball, Capsule, Cone, ConvexPolyhedron, Cuboid, Cylinder, Shape, Triangle};

/// `None` if parry does not have the shape, or refuses it.
pub(crate) fn shape(spec: &ShapeSpec) -> Option<Box<dyn Shape>> {
    Some(match spec {
        ShapeSpec::Sphere { radius } => Box::new(Ball::new(*radius as f32)),
        ShapeSpec::Capsule { axis: CapsuleAxis::Upright { half_height }, radius } => {
            Box::new(Capsule::new_y(*half_height as f32, *radius as f32))
        }
        ShapeSpec::Box { half } => Box::new(Cuboid::new(vector(half))),
        ShapeSpec::Cylinder { half_height, radius } => Box::new(Cylinder::new(*half_height as f32, *radius as f32)),
        ShapeSpec::Cone { half_height, radius } => Box::new(Cone::new(*half_height as f32, *radius as f32)),
        ShapeSpec::Triangle { a, b, c } => Box::new(Triangle::new(vector(a), vector(b), vector(c))),
        ShapeSpec::Hull { points } => {
            let points: Vec<Vector> = points.iter().map(vector).collect();
            Box::new(ConvexPolyhedron::from_convex_hull(&points)?)
        }
        _ => return None,
    })
}

pub(crate) fn pose(spec: &PoseSpec) -> Pose {
    let at = spec.translation().as_vec3();
    Pose::from_parts(at, Rotation::from_array(spec.quaternion().map(|x| x as f32)))
}

pub(super) fn vector(coords: &Coords) -> Vector {
    coords.to_vec3().as_vec3()
}

/// The sine of half the angle between two poses.
pub(super) fn half_sine(one: &Pose, other: &Pose) -> f32 {
    let between = other.rotation * one.rotation.inverse();
    between.xyz().length()
}
