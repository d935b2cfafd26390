//! Extrusions: what is flat at z = 0, as far to the front as to the back.

use bevy_shape::{Capsule2d, Circle, ConvexPolygon, Ellipse, Extrusion, Polygon, Rectangle, RegularPolygon, Rhombus, Triangle2d};
use glam::{Quat, Vec2, Vec3};

use super::{ToShape, to_shape};
use crate::d2;
use crate::d3::{self, Pose};
use crate::shapes::ShapeError;

/// A quarter turn from y to z: from our axis of revolution to that of an extrusion. Of no particular length, and so exact.
const UP_TO_FRONT: Quat = Quat::from_xyzw(1.0, 0.0, 0.0, 1.0);

to_shape! {
    Extrusion<Rectangle> as d3::Cuboid = |prism| d3::Cuboid::new(prism.base_shape.half_size.extend(prism.half_depth));
    Extrusion<Circle> as d3::Posed = |prism| upright(&prism.base_shape, prism.half_depth, Vec2::ZERO);
    Extrusion<Ellipse> as d3::Posed = |prism| {
        // Checked as what they are, for factors of a scale may be negative.
        let radii = d2::Ellipse::new(prism.base_shape.half_size)?.radii();
        let oval = d3::Scaled::new(d3::Cylinder::new(prism.half_depth, 1.0)?.into(), Vec3::new(radii.x, 1.0, radii.y))?;
        d3::Posed::new(oval.into(), Pose::new(UP_TO_FRONT, Vec3::ZERO))
    };
    Extrusion<Capsule2d> as d3::HullOf = |prism| {
        let Capsule2d { radius, half_length } = prism.base_shape;
        let [below, above] = d2::Capsule::new(half_length, radius)?.ends();
        let end = |at| upright(&Circle::new(radius), prism.half_depth, at);
        d3::HullOf::new(vec![end(below)?.into(), end(above)?.into()])
    };
    Extrusion<Triangle2d> as d3::Hull = |prism| between(&prism.base_shape.to_shape()?.corners(), prism.half_depth);
    Extrusion<RegularPolygon> as d3::Hull = |prism| between(prism.base_shape.to_shape()?.vertices(), prism.half_depth);
    Extrusion<Rhombus> as d3::Hull = |prism| between(prism.base_shape.to_shape()?.vertices(), prism.half_depth);
    Extrusion<ConvexPolygon> as d3::Hull = |prism| between(prism.base_shape.to_shape()?.vertices(), prism.half_depth);
    Extrusion<Polygon> as d3::Hull = |prism| between(prism.base_shape.to_shape()?.vertices(), prism.half_depth);
}

/// The cylinder over a circle about a point.
fn upright(base: &Circle, half_depth: f32, at: Vec2) -> Result<d3::Posed, ShapeError> {
    d3::Posed::new(d3::Cylinder::new(half_depth, base.radius)?.into(), Pose::new(UP_TO_FRONT, at.extend(0.0)))
}

/// The hull of corners at the back and at the front.
fn between(corners: &[Vec2], half_depth: f32) -> Result<d3::Hull, ShapeError> {
    // Checked as what it is, for a negative depth would make the same points.
    let half_depth = d3::Cylinder::new(half_depth, 0.0)?.half_height();
    let ends = [-half_depth, half_depth].into_iter().flat_map(|z| corners.iter().map(move |corner| corner.extend(z)));
    d3::Hull::new(&ends.collect::<Vec<_>>())
}
