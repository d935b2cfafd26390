//! The 2D primitives.

use bevy_math::Dir2;
use bevy_shape::{
    Capsule2d, Circle, CircularSector, CircularSegment, ConvexPolygon, Ellipse, Plane2d, Polygon, Rectangle, RegularPolygon, Rhombus,
    Segment2d, Triangle2d,
};
use glam::Vec2;

use super::{NotPrimitive, ToPrimitive, ToShape, to_primitive, to_shape};
use crate::d2::{self, Shape};
use crate::shapes::ShapeError;

to_shape! {
    Circle as d2::Circle = |circle| d2::Circle::new(circle.radius);
    Ellipse as d2::Ellipse = |ellipse| d2::Ellipse::new(ellipse.half_size);
    Rectangle as d2::Rectangle = |rectangle| d2::Rectangle::new(rectangle.half_size);
    Capsule2d as d2::Capsule = |capsule| d2::Capsule::new(capsule.half_length, capsule.radius);
    Segment2d as d2::Segment = |segment| d2::Segment::new(segment.vertices[0], segment.vertices[1]);
    Triangle2d as d2::Triangle = |triangle| d2::Triangle::new(triangle.vertices[0], triangle.vertices[1], triangle.vertices[2]);
    CircularSector as d2::Sector = |sector| d2::Sector::new(sector.arc.radius, sector.arc.half_angle);
    CircularSegment as d2::CircularSegment = |segment| d2::CircularSegment::new(segment.arc.radius, segment.arc.half_angle);
    RegularPolygon as d2::Polygon = |polygon| d2::Polygon::regular(polygon.sides as usize, polygon.circumcircle.radius);
    ConvexPolygon as d2::Polygon = |polygon| d2::Polygon::new(polygon.vertices());
    Polygon as d2::Polygon = |polygon| d2::Polygon::new(&polygon.vertices);
    Rhombus as d2::Polygon = |rhombus| {
        // Validated by `Rectangle`: negative diagonals would give the same vertices.
        let half = d2::Rectangle::new(rhombus.half_diagonals)?.half();
        d2::Polygon::new(&rhombus_vertices(half))
    };
    Plane2d as d2::HalfPlane = |plane| d2::HalfPlane::new(*plane.normal, 0.0);
}

/// Counter-clockwise from +x.
fn rhombus_vertices(half_diagonals: Vec2) -> [Vec2; 4] {
    let (across, up) = (Vec2::X * half_diagonals.x, Vec2::Y * half_diagonals.y);
    [across, up, -across, -up]
}

fn kind(shape: &Shape) -> &'static str {
    match shape {
        Shape::Point(_) => "a point",
        Shape::Segment(_) => "a segment",
        Shape::Triangle(_) => "a triangle",
        Shape::Circle(_) => "a circle",
        Shape::Capsule(_) => "a capsule",
        Shape::TaperedCapsule(_) => "a tapered capsule",
        Shape::Rectangle(_) => "a rectangle",
        Shape::Ellipse(_) => "an ellipse",
        Shape::HalfEllipse(_) => "a half-ellipse",
        Shape::Sector(_) => "a sector",
        Shape::CircularSegment(_) => "a circular segment",
        Shape::HalfPlane(_) => "a half-plane",
        Shape::Polygon(_) => "a polygon",
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
    Circle(circle) => Circle = Ok(Circle::new(circle.radius())),
    Ellipse(ellipse) => Ellipse = Ok(Ellipse { half_size: ellipse.radii() }),
    Rectangle(rectangle) => Rectangle = Ok(Rectangle { half_size: rectangle.half() }),
    Capsule(capsule) => Capsule2d = {
        let [below, above] = capsule.ends();
        let half_length = above.y.abs();
        let is_centered = above == -below && above == Vec2::Y * above.y;
        if is_centered { Ok(Capsule2d { radius: capsule.radius(), half_length }) } else { Err("a capsule that is not on the y axis and centered at the origin") }
    },
    Segment(segment) => Segment2d = Ok(Segment2d { vertices: segment.ends() }),
    Triangle(triangle) => Triangle2d = Ok(Triangle2d { vertices: triangle.corners() }),
    Sector(sector) => CircularSector = Ok(CircularSector::new(sector.radius(), sector.half_angle())),
    CircularSegment(segment) => CircularSegment = Ok(CircularSegment::new(segment.radius(), segment.half_angle())),
    Polygon(polygon) => RegularPolygon = regular(polygon).ok_or("a polygon that is not regular, or is rotated"),
    // The constructor of `Polygon` has checked it, with exact signs.
    Polygon(polygon) => ConvexPolygon = Ok(ConvexPolygon::new_unchecked(polygon.vertices().iter().copied())),
    Polygon(polygon) => Polygon = Ok(Polygon::new(polygon.vertices().iter().copied())),
    Polygon(polygon) => Rhombus = match polygon.vertices() {
        &[right, up, left, down] if [right, up, left, down] == rhombus_vertices(Vec2::new(right.x, up.y)) && right.x >= 0.0 && up.y >= 0.0 => {
            Ok(Rhombus { half_diagonals: Vec2::new(right.x, up.y) })
        }
        _ => Err("a polygon that does not have four vertices on the axes, counter-clockwise from +x"),
    },
    HalfPlane(half_plane) => Plane2d = match half_plane.offset() {
        0.0 => Ok(Plane2d { normal: Dir2::new_unchecked(half_plane.normal()) }),
        _ => Err("a half-plane whose line does not contain the origin"),
    },
}

/// The regular polygon that has exactly these vertices.
fn regular(polygon: &d2::Polygon) -> Option<RegularPolygon> {
    let (corners, top) = (polygon.vertices(), polygon.vertices().first()?);
    let sides = u32::try_from(corners.len()).ok().filter(|&sides| sides > 2)?;
    let same = d2::Polygon::regular(corners.len(), top.y).is_ok_and(|regular| regular == *polygon);
    same.then_some(RegularPolygon { circumcircle: Circle::new(top.y), sides })
}
