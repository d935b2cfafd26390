//! The shapes and poses of parry2d.

use clinch_testkit::pair_file::{CapsuleAxis, Coords, PoseSpec, ShapeSpec};
use parry2d::math::{Pose, Rotation, Vector};
use parry2d::shape::{Ball, Capsule, ConvexPolygon, Cuboid, Shape};

/// `None` if parry does not have the shape, or refuses it.
pub(super) fn shape(spec: &ShapeSpec) -> Option<Box<dyn Shape>> {
    Some(match spec {
        ShapeSpec::Circle { radius } => Box::new(Ball::new(*radius as f32)),
        ShapeSpec::Capsule { axis: CapsuleAxis::Upright { half_height }, radius } => {
            Box::new(Capsule::new_y(*half_height as f32, *radius as f32))
        }
        ShapeSpec::Box { half } => Box::new(Cuboid::new(vector(half))),
        ShapeSpec::Polygon { points } => Box::new(ConvexPolygon::from_convex_polyline(points.iter().map(vector).collect())?),
        _ => return None,
    })
}

pub(super) fn pose(spec: &PoseSpec) -> Pose {
    let [cos, sin] = spec.cos_sin();
    Pose::from_parts(vector(&Coords::of(spec.translation(), 2)), Rotation::from_cos_sin_unchecked(cos as f32, sin as f32))
}

pub(super) fn vector(coords: &Coords) -> Vector {
    coords.to_vec2().as_vec2()
}

/// The sine of half the angle between two poses.
pub(super) fn half_sine(one: &Pose, other: &Pose) -> f32 {
    let between = other.rotation * one.rotation.inverse();
    // By the sine: for small angles 1 − cosine is only rounding.
    between.sin().abs() / (2.0 * (1.0 + between.cos())).max(f32::MIN_POSITIVE).sqrt()
}
