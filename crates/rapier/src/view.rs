//! parry's shapes as shapes of clinch: simple ones by their parameters, others borrowed.

use clinch_shapes::{Aabb, BoundingBall, Cone, Convex, Core, Cuboid, Cylinder, Face, HalfSpace, Point, Rounded, Segment, Triangle};
use clinch_support::{Circle, Pose, Support, SupportMap, VertexId};
use glam::{DVec3, Vec3};
use rapier3d::parry::shape::{self as parry, Shape, TypedShape};

use crate::polyhedron::Polyhedron;
use crate::support_map_shape::SupportMapShape;

/// A convex shape for one query: the inner shape swept by the rounding radius.
pub(crate) type ShapeView<'s> = Rounded<Vec3, InnerShape<'s>>;

/// A shape without its rounding radius.
#[derive(Clone, Copy)]
pub(crate) enum InnerShape<'s> {
    Point(Point<Vec3>),
    Segment(Segment<Vec3>),
    Triangle(Triangle<Vec3>),
    Cuboid(Cuboid<Vec3>),
    Cylinder(Cylinder<Vec3>),
    Cone(Cone<Vec3>),
    HalfSpace(HalfSpace<Vec3>),
    Polyhedron(Polyhedron<'s>),
    SupportMapShape(SupportMapShape<'s>),
}

/// Views a shape of parry. `None` if it is not convex, or if a size is negative or not finite.
pub(crate) fn view(shape: &dyn Shape) -> Option<ShapeView<'_>> {
    let (inner, radius) = match shape.as_typed_shape() {
        TypedShape::Ball(ball) => (InnerShape::Point(Point::new(Vec3::ZERO).ok()?), ball.radius),
        TypedShape::Capsule(capsule) => (inner_segment(&capsule.segment)?, capsule.radius),
        TypedShape::Segment(ends) => (inner_segment(ends)?, 0.0),
        TypedShape::Triangle(corners) => (inner_triangle(corners)?, 0.0),
        TypedShape::RoundTriangle(round) => (inner_triangle(&round.inner_shape)?, round.border_radius),
        TypedShape::Cuboid(cuboid) => (InnerShape::Cuboid(Cuboid::new(cuboid.half_extents).ok()?), 0.0),
        TypedShape::RoundCuboid(round) => (InnerShape::Cuboid(Cuboid::new(round.inner_shape.half_extents).ok()?), round.border_radius),
        TypedShape::Cylinder(cylinder) => (inner_cylinder(cylinder)?, 0.0),
        TypedShape::RoundCylinder(round) => (inner_cylinder(&round.inner_shape)?, round.border_radius),
        TypedShape::Cone(cone) => (inner_cone(cone)?, 0.0),
        TypedShape::RoundCone(round) => (inner_cone(&round.inner_shape)?, round.border_radius),
        TypedShape::ConvexPolyhedron(hull) => (InnerShape::Polyhedron(Polyhedron::new(hull)?), 0.0),
        TypedShape::RoundConvexPolyhedron(round) => (InnerShape::Polyhedron(Polyhedron::new(&round.inner_shape)?), round.border_radius),
        TypedShape::HalfSpace(space) => (InnerShape::HalfSpace(HalfSpace::new(space.normal, 0.0).ok()?), 0.0),
        TypedShape::Custom(custom) => (InnerShape::SupportMapShape(SupportMapShape(custom.as_support_map()?)), 0.0),
        TypedShape::Voxels(_) | TypedShape::TriMesh(_) | TypedShape::Polyline(_) | TypedShape::HeightField(_) | TypedShape::Compound(_) => {
            return None;
        }
    };
    Rounded::new(inner, radius).ok()
}

fn inner_segment<'s>(ends: &parry::Segment) -> Option<InnerShape<'s>> {
    Segment::new(ends.a, ends.b).ok().map(InnerShape::Segment)
}

fn inner_triangle<'s>(corners: &parry::Triangle) -> Option<InnerShape<'s>> {
    Triangle::new(corners.a, corners.b, corners.c).ok().map(InnerShape::Triangle)
}

fn inner_cylinder<'s>(cylinder: &parry::Cylinder) -> Option<InnerShape<'s>> {
    Cylinder::new(cylinder.half_height, cylinder.radius).ok().map(InnerShape::Cylinder)
}

fn inner_cone<'s>(cone: &parry::Cone) -> Option<InnerShape<'s>> {
    Cone::new(cone.half_height, cone.radius).ok().map(InnerShape::Cone)
}

macro_rules! for_inner {
    ($inner:expr, $shape:ident => $answer:expr) => {
        match $inner {
            InnerShape::Point($shape) => $answer,
            InnerShape::Segment($shape) => $answer,
            InnerShape::Triangle($shape) => $answer,
            InnerShape::Cuboid($shape) => $answer,
            InnerShape::Cylinder($shape) => $answer,
            InnerShape::Cone($shape) => $answer,
            InnerShape::HalfSpace($shape) => $answer,
            InnerShape::Polyhedron($shape) => $answer,
            InnerShape::SupportMapShape($shape) => $answer,
        }
    };
}

impl SupportMap<Vec3> for InnerShape<'_> {
    #[inline]
    fn support(&self, direction: Vec3) -> Support<Vec3> {
        for_inner!(self, shape => shape.support(direction))
    }

    #[inline]
    fn support_wide(&self, direction: DVec3) -> Support<DVec3> {
        for_inner!(self, shape => shape.support_wide(direction))
    }

    #[inline]
    fn support_hinted(&self, direction: DVec3, hint: VertexId) -> Support<DVec3> {
        for_inner!(self, shape => shape.support_hinted(direction, hint))
    }

    #[inline]
    fn vertex(&self, id: VertexId) -> Option<Vec3> {
        for_inner!(self, shape => shape.vertex(id))
    }

    #[inline]
    fn vertex_wide(&self, id: VertexId) -> Option<DVec3> {
        for_inner!(self, shape => shape.vertex_wide(id))
    }

    #[inline]
    fn circle(&self, point: DVec3) -> Option<Circle<DVec3>> {
        for_inner!(self, shape => shape.circle(point))
    }

    #[inline]
    fn center(&self) -> Vec3 {
        for_inner!(self, shape => shape.center())
    }

    #[inline]
    fn radius_about_center(&self) -> f32 {
        for_inner!(self, shape => shape.radius_about_center())
    }

    #[inline]
    fn error(&self) -> f32 {
        for_inner!(self, shape => shape.error())
    }
}

impl Convex<Vec3> for InnerShape<'_> {
    #[inline]
    fn core(&self) -> Core<'_, Vec3> {
        for_inner!(self, shape => shape.core())
    }

    fn face(&self, direction: Vec3, face: &mut Face<Vec3>) {
        for_inner!(self, shape => shape.face(direction, face));
    }

    fn bounds(&self, pose: &Pose<DVec3>) -> Aabb<DVec3> {
        for_inner!(self, shape => shape.bounds(pose))
    }

    fn interior(&self) -> Vec3 {
        for_inner!(self, shape => shape.interior())
    }

    fn bounding_ball(&self) -> BoundingBall<DVec3> {
        for_inner!(self, shape => shape.bounding_ball())
    }

    fn bounding_radius(&self) -> f64 {
        for_inner!(self, shape => shape.bounding_radius())
    }
}
