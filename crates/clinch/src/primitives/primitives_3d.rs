//! The 3D primitives.

use bevy_math::Dir3;
use bevy_shape::{
    Capsule3d, Cone, ConicalFrustum, Cuboid, Cylinder, HalfSpace, InfinitePlane3d, Plane3d, Segment3d, Sphere, Tetrahedron, Triangle3d,
};
use glam::{Quat, Vec3};

use super::{NotPrimitive, ToPrimitive, ToShape, to_primitive, to_shape, whole};
use crate::d3::{self, Pose, Shape};
use crate::shapes::ShapeError;

to_shape! {
    Sphere as d3::Ball = |sphere| d3::Ball::new(sphere.radius);
    Cuboid as d3::Cuboid = |cuboid| d3::Cuboid::new(cuboid.half_size);
    Cylinder as d3::Cylinder = |cylinder| d3::Cylinder::new(cylinder.half_height, cylinder.radius);
    Capsule3d as d3::Capsule = |capsule| d3::Capsule::new(capsule.half_length, capsule.radius);
    Cone as d3::Cone = |cone| d3::Cone::new(0.5 * cone.height, cone.radius);
    ConicalFrustum as d3::Frustum = |frustum| d3::Frustum::new(0.5 * frustum.height, frustum.radius_bottom, frustum.radius_top);
    Segment3d as d3::Segment = |segment| d3::Segment::new(segment.vertices[0], segment.vertices[1]);
    Triangle3d as d3::Triangle = |triangle| d3::Triangle::new(triangle.vertices[0], triangle.vertices[1], triangle.vertices[2]);
    Tetrahedron as d3::Hull = |tetrahedron| d3::Hull::new(&tetrahedron.vertices);
    InfinitePlane3d as d3::HalfSpace = |plane| d3::HalfSpace::new(*plane.normal, 0.0);
    // Subtracted from zero, because −0.0 is the negative of 0.0.
    HalfSpace as d3::HalfSpace = |half_space| d3::HalfSpace::new(Vec3::ZERO - half_space.normal_d().truncate(), half_space.d());
    Plane3d as d3::Posed = |plane| {
        let plate = d3::Cuboid::new(Vec3::new(plane.half_size.x, 0.0, plane.half_size.y))?;
        d3::Posed::new(plate.into(), Pose::new(from_y_to(*plane.normal), Vec3::ZERO))
    };
}

/// The shortest rotation from y to a unit vector, as bevy rotates its `Plane3d`. For −y, where it
/// is not unique, the rotation is about z.
fn from_y_to(normal: Vec3) -> Quat {
    let [x, y, z] = normal.to_array().map(f64::from);
    let across = x * x + z * z;
    // 1 + y, without cancellation near −y.
    let w = if y < 0.0 { across / (1.0 - y) } else { 1.0 + y };
    if w == 0.0 {
        return Quat::from_xyzw(0.0, 0.0, 1.0, 0.0);
    }
    let shorten = 1.0 / (across + w * w).sqrt();
    Quat::from_xyzw((z * shorten) as f32, 0.0, (-x * shorten) as f32, (w * shorten) as f32)
}

fn kind(shape: &Shape) -> &'static str {
    match shape {
        Shape::Point(_) => "a point",
        Shape::Segment(_) => "a segment",
        Shape::Triangle(_) => "a triangle",
        Shape::Ball(_) => "a ball",
        Shape::Capsule(_) => "a capsule",
        Shape::TaperedCapsule(_) => "a tapered capsule",
        Shape::Cuboid(_) => "a cuboid",
        Shape::Cylinder(_) => "a cylinder",
        Shape::Cone(_) => "a cone",
        Shape::Frustum(_) => "a frustum",
        Shape::Ellipsoid(_) => "an ellipsoid",
        Shape::HalfSpace(_) => "a half-space",
        Shape::Hull(_) => "a hull",
        Shape::Rounded(_) => "a rounded shape",
        Shape::Posed(_) => "a posed shape",
        Shape::Scaled(_) => "a scaled shape",
        Shape::Sum(_) => "a sum of shapes",
        Shape::HullOf(_) => "a hull of shapes",
        Shape::Custom(_) => "a custom shape",
        _ => "a shape of another kind",
    }
}

to_primitive! {
    Shape described by kind:
    Ball(ball) => Sphere = Ok(Sphere::new(ball.radius())),
    Cuboid(cuboid) => Cuboid = Ok(Cuboid { half_size: cuboid.half() }),
    Cylinder(cylinder) => Cylinder = Ok(Cylinder { radius: cylinder.radius(), half_height: cylinder.half_height() }),
    Capsule(capsule) => Capsule3d = {
        let [below, above] = capsule.ends();
        let half_length = above.y.abs();
        let is_centered = above == -below && above == Vec3::Y * above.y;
        if is_centered { Ok(Capsule3d { radius: capsule.radius(), half_length }) } else { Err("a capsule that is not on the y axis and centered at the origin") }
    },
    Cone(cone) => Cone = whole(cone.half_height(), "a cone whose height is too large for f32").map(|height| Cone { radius: cone.radius(), height }),
    Frustum(frustum) => ConicalFrustum = whole(frustum.half_height(), "a frustum whose height is too large for f32")
        .map(|height| ConicalFrustum { radius_top: frustum.top(), radius_bottom: frustum.bottom(), height }),
    Segment(segment) => Segment3d = Ok(Segment3d { vertices: segment.ends() }),
    Triangle(triangle) => Triangle3d = Ok(Triangle3d { vertices: triangle.corners() }),
    Hull(hull) => Tetrahedron = match hull.vertices() {
        &[a, b, c, d] if hull.faces().len() == 4 => Ok(Tetrahedron::new(a, b, c, d)),
        _ => Err("a hull that does not have four vertices and four faces"),
    },
    HalfSpace(half_space) => InfinitePlane3d = match half_space.offset() {
        0.0 => Ok(InfinitePlane3d { normal: Dir3::new_unchecked(half_space.normal()) }),
        _ => Err("a half-space whose plane does not contain the origin"),
    },
    HalfSpace(half_space) => HalfSpace = Ok(HalfSpace::new((-half_space.normal()).extend(half_space.offset()))),
}
