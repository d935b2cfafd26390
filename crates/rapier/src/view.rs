//! parry's shapes as clinch sees them: the parameters of the simple ones, the others borrowed.

use clinch_shapes::{Cone, Convex, Core, Cuboid, Cylinder, Face, HalfSpace, Point, Rounded, Segment, Triangle};
use clinch_support::{Circle, Support, SupportMap, VertexId};
use glam::{DVec3, Vec3};
use rapier3d::parry::shape::{self as parry, Shape, TypedShape};

use crate::by_support::BySupport;
use crate::polyhedron::Polyhedron;

/// A convex shape for the time of one question: what it is without its rounding, swept by that.
pub(crate) type View<'s> = Rounded<Vec3, Bare<'s>>;

/// What is swept.
#[derive(Clone, Copy)]
pub(crate) enum Bare<'s> {
    Point(Point<Vec3>),
    Segment(Segment<Vec3>),
    Triangle(Triangle<Vec3>),
    Cuboid(Cuboid<Vec3>),
    Cylinder(Cylinder<Vec3>),
    Cone(Cone<Vec3>),
    HalfSpace(HalfSpace<Vec3>),
    Polyhedron(Polyhedron<'s>),
    BySupport(BySupport<'s>),
}

/// A shape as clinch sees it. `None` of what is not convex, and of sizes that are no sizes (negative, NaN).
pub(crate) fn view(shape: &dyn Shape) -> Option<View<'_>> {
    let (bare, radius) = match shape.as_typed_shape() {
        TypedShape::Ball(ball) => (Bare::Point(Point::new(Vec3::ZERO).ok()?), ball.radius),
        TypedShape::Capsule(capsule) => (segment(&capsule.segment)?, capsule.radius),
        TypedShape::Segment(ends) => (segment(ends)?, 0.0),
        TypedShape::Triangle(corners) => (triangle(corners)?, 0.0),
        TypedShape::RoundTriangle(round) => (triangle(&round.inner_shape)?, round.border_radius),
        TypedShape::Cuboid(cuboid) => (Bare::Cuboid(Cuboid::new(cuboid.half_extents).ok()?), 0.0),
        TypedShape::RoundCuboid(round) => (Bare::Cuboid(Cuboid::new(round.inner_shape.half_extents).ok()?), round.border_radius),
        TypedShape::Cylinder(cylinder) => (drum(cylinder)?, 0.0),
        TypedShape::RoundCylinder(round) => (drum(&round.inner_shape)?, round.border_radius),
        TypedShape::Cone(cone) => (spike(cone)?, 0.0),
        TypedShape::RoundCone(round) => (spike(&round.inner_shape)?, round.border_radius),
        TypedShape::ConvexPolyhedron(hull) => (Bare::Polyhedron(Polyhedron::new(hull)?), 0.0),
        TypedShape::RoundConvexPolyhedron(round) => (Bare::Polyhedron(Polyhedron::new(&round.inner_shape)?), round.border_radius),
        TypedShape::HalfSpace(space) => (Bare::HalfSpace(HalfSpace::new(space.normal, 0.0).ok()?), 0.0),
        TypedShape::Custom(custom) => (Bare::BySupport(BySupport(custom.as_support_map()?)), 0.0),
        TypedShape::Voxels(_) | TypedShape::TriMesh(_) | TypedShape::Polyline(_) | TypedShape::HeightField(_) | TypedShape::Compound(_) => {
            return None;
        }
    };
    Rounded::new(bare, radius).ok()
}

fn segment<'s>(ends: &parry::Segment) -> Option<Bare<'s>> {
    Segment::new(ends.a, ends.b).ok().map(Bare::Segment)
}

fn triangle<'s>(corners: &parry::Triangle) -> Option<Bare<'s>> {
    Triangle::new(corners.a, corners.b, corners.c).ok().map(Bare::Triangle)
}

fn drum<'s>(cylinder: &parry::Cylinder) -> Option<Bare<'s>> {
    Cylinder::new(cylinder.half_height, cylinder.radius).ok().map(Bare::Cylinder)
}

fn spike<'s>(cone: &parry::Cone) -> Option<Bare<'s>> {
    Cone::new(cone.half_height, cone.radius).ok().map(Bare::Cone)
}

macro_rules! each {
    ($bare:expr, $shape:ident => $answer:expr) => {
        match $bare {
            Bare::Point($shape) => $answer,
            Bare::Segment($shape) => $answer,
            Bare::Triangle($shape) => $answer,
            Bare::Cuboid($shape) => $answer,
            Bare::Cylinder($shape) => $answer,
            Bare::Cone($shape) => $answer,
            Bare::HalfSpace($shape) => $answer,
            Bare::Polyhedron($shape) => $answer,
            Bare::BySupport($shape) => $answer,
        }
    };
}

impl SupportMap<Vec3> for Bare<'_> {
    #[inline]
    fn support(&self, direction: Vec3) -> Support<Vec3> {
        each!(self, shape => shape.support(direction))
    }

    #[inline]
    fn support_wide(&self, direction: DVec3) -> Support<DVec3> {
        each!(self, shape => shape.support_wide(direction))
    }

    #[inline]
    fn support_hinted(&self, direction: DVec3, hint: VertexId) -> Support<DVec3> {
        each!(self, shape => shape.support_hinted(direction, hint))
    }

    #[inline]
    fn vertex(&self, id: VertexId) -> Option<Vec3> {
        each!(self, shape => shape.vertex(id))
    }

    #[inline]
    fn vertex_wide(&self, id: VertexId) -> Option<DVec3> {
        each!(self, shape => shape.vertex_wide(id))
    }

    #[inline]
    fn circle(&self, point: DVec3) -> Option<Circle<DVec3>> {
        each!(self, shape => shape.circle(point))
    }

    #[inline]
    fn center(&self) -> Vec3 {
        each!(self, shape => shape.center())
    }

    #[inline]
    fn radius_about_center(&self) -> f32 {
        each!(self, shape => shape.radius_about_center())
    }

    #[inline]
    fn error(&self) -> f32 {
        each!(self, shape => shape.error())
    }
}

impl Convex<Vec3> for Bare<'_> {
    #[inline]
    fn core(&self) -> Core<'_, Vec3> {
        each!(self, shape => shape.core())
    }

    fn face(&self, direction: Vec3, face: &mut Face<Vec3>) {
        each!(self, shape => shape.face(direction, face));
    }
}
