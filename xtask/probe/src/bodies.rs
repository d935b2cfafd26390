//! Convex bodies and poses in 3D from bytes, of sizes about 1, so that most are near a shape that
//! is drawn about the origin.

use clinch::composite::{CompositeShape3, CompositeSpace};
use clinch::composite_contact::ColliderSpace;
use clinch::shapes::{
    Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, HalfSpace, Hull, Rounded, Shape3, ShapeError, ShapeSpace, TaperedCapsule, Triangle,
};
use clinch::support::{Pose, Scalar, Vector};
use glam::{DQuat, DVec3, Vec3};

use crate::bytes::Bytes;

/// A vector type with the shapes of 3D.
pub(crate) trait Solid:
    ColliderSpace + ShapeSpace<Shape = Shape3<Self>> + CompositeSpace<CompositeShape = CompositeShape3<Self>> + Vector<Wide = DVec3>
{
}

impl Solid for Vec3 {}
impl Solid for DVec3 {}

/// A coordinate: mostly a multiple of 1/32 of at most 3, so that positions coincide.
pub(crate) fn coordinate(bytes: &mut Bytes<'_>) -> f64 {
    match bytes.byte() as i8 {
        byte @ -100..=100 => f64::from(byte) / 32.0,
        _ => bytes.number(),
    }
}

/// A length: mostly a multiple of 1/64 of at most 2.
pub(crate) fn length(bytes: &mut Bytes<'_>) -> f64 {
    match bytes.byte() {
        byte @ 0..=127 => (f64::from(byte) + 1.0) / 64.0,
        byte @ 128..=239 => (f64::from(byte - 128) + 1.0) / 128.0,
        _ => bytes.size(),
    }
}

/// A point.
pub(crate) fn point(bytes: &mut Bytes<'_>) -> DVec3 {
    DVec3::from_array(core::array::from_fn(|_| coordinate(bytes)))
}

/// A pose whose rotation is none, by a multiple of a quarter of a turn, or any, of any length.
pub(crate) fn pose(bytes: &mut Bytes<'_>) -> Pose<DVec3> {
    let parts: [f64; 4] = match bytes.below(4) {
        0 => [0.0, 0.0, 0.0, 1.0],
        1 => core::array::from_fn(|_| f64::from(bytes.byte() % 2)),
        2 => core::array::from_fn(|_| f64::from(bytes.byte() as i8) / 64.0),
        _ => core::array::from_fn(|_| bytes.number()),
    };
    let rotation = if parts == [0.0; 4] && !bytes.wild { DQuat::IDENTITY } else { DQuat::from_array(parts) };
    Pose::new(rotation, point(bytes))
}

/// A vector of the precision of `V`.
pub(crate) fn narrow<V: Vector<Wide = DVec3>>(points: &[DVec3]) -> Vec<V> {
    points.iter().map(|&point| V::narrow(point)).collect()
}

/// A body of any of a few kinds.
pub(crate) fn body<V: Solid>(bytes: &mut Bytes<'_>) -> Result<Shape3<V>, ShapeError> {
    let kind = bytes.below(12);
    let sizes: [f64; 3] = core::array::from_fn(|_| length(bytes));
    let [x, y, z] = sizes.map(V::Scalar::narrow);
    let half = V::narrow(DVec3::from_array(sizes));
    Ok(match kind {
        0 | 1 => Ball::new(x)?.into(),
        2 => Capsule::new(x, y)?.into(),
        3 | 4 => Cuboid::new(half)?.into(),
        5 => Cylinder::new(x, y)?.into(),
        6 => Cone::new(x, y)?.into(),
        7 => TaperedCapsule::new(x, y, z)?.into(),
        8 => Ellipsoid::new(half)?.into(),
        9 => Rounded::new(Shape3::from(Cuboid::new(half)?), y)?.into(),
        10 => {
            let cloud: Vec<DVec3> = (0..4 + bytes.below(8)).map(|_| point(bytes)).collect();
            Hull::new(&narrow::<V>(&cloud))?.into()
        }
        _ => match bytes.below(4) {
            0 => HalfSpace::new(V::narrow(point(bytes)), V::Scalar::ZERO)?.into(),
            _ => {
                let [a, b, c] = core::array::from_fn(|_| V::narrow(point(bytes)));
                Triangle::new(a, b, c)?.into()
            }
        },
    })
}
