//! Extrusions of 2D primitives along z, to either side of z = 0.

use bevy_shape::{Capsule2d, Circle, ConvexPolygon, Ellipse, Extrusion, Polygon, Rectangle, RegularPolygon, Rhombus, Triangle2d};
use glam::{Quat, Vec2, Vec3};

use super::{ToShape, to_shape};
use crate::d2;
use crate::d3::{self, Pose};
use crate::shapes::ShapeError;

/// A quarter turn from y, our axis of revolution, to z, the axis of an extrusion. Exact, because it
/// is not normalized.
const Y_TO_Z: Quat = Quat::from_xyzw(1.0, 0.0, 0.0, 1.0);

to_shape! {
    Extrusion<Rectangle> as d3::Cuboid = |extrusion| d3::Cuboid::new(extrusion.base_shape.half_size.extend(extrusion.half_depth));
    Extrusion<Circle> as d3::Posed = |extrusion| cylinder_along_z(&extrusion.base_shape, extrusion.half_depth, Vec2::ZERO);
    Extrusion<Ellipse> as d3::Posed = |extrusion| {
        // Validated by `Ellipse`: the factors of `Scaled` may be negative.
        let radii = d2::Ellipse::new(extrusion.base_shape.half_size)?.radii();
        let oval = d3::Scaled::new(d3::Cylinder::new(extrusion.half_depth, 1.0)?.into(), Vec3::new(radii.x, 1.0, radii.y))?;
        d3::Posed::new(oval.into(), Pose::new(Y_TO_Z, Vec3::ZERO))
    };
    Extrusion<Capsule2d> as d3::HullOf = |extrusion| {
        let Capsule2d { radius, half_length } = extrusion.base_shape;
        let [below, above] = d2::Capsule::new(half_length, radius)?.ends();
        let end = |at| cylinder_along_z(&Circle::new(radius), extrusion.half_depth, at);
        d3::HullOf::new(vec![end(below)?.into(), end(above)?.into()])
    };
    Extrusion<Triangle2d> as d3::Hull = |extrusion| prism(&extrusion.base_shape.to_shape()?.corners(), extrusion.half_depth);
    Extrusion<RegularPolygon> as d3::Hull = |extrusion| prism(extrusion.base_shape.to_shape()?.vertices(), extrusion.half_depth);
    Extrusion<Rhombus> as d3::Hull = |extrusion| prism(extrusion.base_shape.to_shape()?.vertices(), extrusion.half_depth);
    Extrusion<ConvexPolygon> as d3::Hull = |extrusion| prism(extrusion.base_shape.to_shape()?.vertices(), extrusion.half_depth);
    Extrusion<Polygon> as d3::Hull = |extrusion| prism(extrusion.base_shape.to_shape()?.vertices(), extrusion.half_depth);
}

/// The cylinder over a circle around a point.
fn cylinder_along_z(base: &Circle, half_depth: f32, at: Vec2) -> Result<d3::Posed, ShapeError> {
    d3::Posed::new(d3::Cylinder::new(half_depth, base.radius)?.into(), Pose::new(Y_TO_Z, at.extend(0.0)))
}

/// The hull of the points at both ends of an extrusion.
fn prism(corners: &[Vec2], half_depth: f32) -> Result<d3::Hull, ShapeError> {
    // Validated by `Cylinder`: a negative depth would give the same points.
    let half_depth = d3::Cylinder::new(half_depth, 0.0)?.half_height();
    let ends = [-half_depth, half_depth].into_iter().flat_map(|z| corners.iter().map(move |corner| corner.extend(z)));
    d3::Hull::new(&ends.collect::<Vec<_>>())
}
