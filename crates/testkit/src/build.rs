//! The shapes and poses of the program from the parameters of a pair file.
//!
//! * The program's own constructors build the shapes, in the requested precision. If they refuse
//!   the parameters, their error is the answer.
//! * A shape that the program does not have is `unsupported`.

use core::fmt;

use clinch_shapes::{
    Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, Frustum, HalfEllipse, HalfSpace, Hull, HullOf, Point, Polygon, Posed, Rounded,
    Scaled, Sector, Segment, Shape2, Shape3, ShapeError, ShapeSpace, Sum, TaperedCapsule, Triangle,
};
use clinch_support::{Pose, Rotation, Rotation2, Vector};
use glam::{DQuat, DVec2, DVec3};

use crate::pair_file::{CapsuleAxis, Coords, ErrorKind, PoseSpec, ShapeSpec};

/// Why there is no shape.
#[derive(Clone, Debug, PartialEq)]
pub enum BuildError {
    /// The constructor refused it.
    Refused(ShapeError),
    /// The program does not have this shape, or not in this dimension.
    Unsupported(&'static str),
}

impl BuildError {
    /// The kind of error in an answer file.
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::Refused(_) => ErrorKind::Construct,
            Self::Unsupported(_) => ErrorKind::Unsupported,
        }
    }
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(error) => write!(f, "{error}"),
            Self::Unsupported(kind) => write!(f, "no shape `{kind}` in this dimension"),
        }
    }
}

impl From<ShapeError> for BuildError {
    fn from(error: ShapeError) -> Self {
        Self::Refused(error)
    }
}

/// A vector type whose shapes and poses can be built from the parameters of a pair file.
pub trait Build: ShapeSpace {
    /// The vector of these coordinates, rounded to this precision.
    fn vector(coords: &Coords) -> Self;

    /// The shape of these parameters, rounded to this precision.
    fn shape(spec: &ShapeSpec) -> Result<Self::Shape, BuildError>;

    /// The pose of these parameters, rounded to this precision.
    fn pose(spec: &PoseSpec) -> Pose<Self>;

    /// Coordinates for an answer file.
    fn coords(wide: Self::Wide) -> Coords;
}

fn points<V: Build>(points: &[Coords]) -> Vec<V> {
    points.iter().map(V::vector).collect()
}

fn capsule<V: Build>(axis: &CapsuleAxis, radius: V::Scalar, narrow: fn(f64) -> V::Scalar) -> Result<Capsule<V>, ShapeError> {
    match axis {
        CapsuleAxis::Upright { half_height } => Capsule::new(narrow(*half_height), radius),
        CapsuleAxis::Between { a, b } => Capsule::between(V::vector(a), V::vector(b), radius),
    }
}

macro_rules! build {
    (3, $vector:ty, $scalar:ty) => {
        impl Build for $vector {
            fn vector(coords: &Coords) -> Self {
                Self::narrow(coords.to_vec3())
            }

            fn shape(spec: &ShapeSpec) -> Result<Shape3<Self>, BuildError> {
                let narrow = |x: f64| x as $scalar;
                Ok(match spec {
                    ShapeSpec::Point { p } => Point::new(p.map_or(Self::ZERO, |p| Self::vector(&p)))?.into(),
                    ShapeSpec::Segment { a, b } => Segment::new(Self::vector(a), Self::vector(b))?.into(),
                    ShapeSpec::Triangle { a, b, c } => Triangle::new(Self::vector(a), Self::vector(b), Self::vector(c))?.into(),
                    ShapeSpec::Sphere { radius } => Ball::new(narrow(*radius))?.into(),
                    ShapeSpec::Capsule { axis, radius } => capsule::<Self>(axis, narrow(*radius), |x| x as $scalar)?.into(),
                    ShapeSpec::Box { half } => Cuboid::new(Self::vector(half))?.into(),
                    ShapeSpec::Cylinder { half_height, radius } => Cylinder::new(narrow(*half_height), narrow(*radius))?.into(),
                    ShapeSpec::Cone { half_height, radius } => Cone::new(narrow(*half_height), narrow(*radius))?.into(),
                    ShapeSpec::TaperedCapsule { half_height, bottom, top } => {
                        TaperedCapsule::new(narrow(*half_height), narrow(*bottom), narrow(*top))?.into()
                    }
                    ShapeSpec::Frustum { half_height, bottom, top } => {
                        Frustum::new(narrow(*half_height), narrow(*bottom), narrow(*top))?.into()
                    }
                    ShapeSpec::Ellipsoid { radii } => Ellipsoid::new(Self::vector(radii))?.into(),
                    ShapeSpec::Halfspace { normal, offset } => HalfSpace::new(Self::vector(normal), narrow(*offset))?.into(),
                    ShapeSpec::Hull { points: corners } => Hull::new(&points::<Self>(corners))?.into(),
                    ShapeSpec::Rounded { core, radius } => Rounded::new(Self::shape(core)?, narrow(*radius))?.into(),
                    ShapeSpec::Scaled { shape, scale } => Scaled::new(Self::shape(shape)?, Self::vector(scale))?.into(),
                    ShapeSpec::Posed { pose, shape } => Posed::new(Self::shape(shape)?, <Self as Build>::pose(pose))?.into(),
                    ShapeSpec::Sum { a, b } => Sum::new(Self::shape(a)?, Self::shape(b)?)?.into(),
                    ShapeSpec::HullOf { shapes } => HullOf::new(shapes.iter().map(Self::shape).collect::<Result<_, _>>()?)?.into(),
                    other => return Err(BuildError::Unsupported(other.kind())),
                })
            }

            fn pose(spec: &PoseSpec) -> Pose<Self> {
                let wide = Pose::<DVec3>::new(DQuat::from_array(spec.quaternion()), spec.translation());
                Pose::narrow(&wide)
            }

            fn coords(wide: DVec3) -> Coords {
                wide.into()
            }
        }
    };
    (2, $vector:ty, $scalar:ty) => {
        impl Build for $vector {
            fn vector(coords: &Coords) -> Self {
                Self::narrow(coords.to_vec2())
            }

            fn shape(spec: &ShapeSpec) -> Result<Shape2<Self>, BuildError> {
                let narrow = |x: f64| x as $scalar;
                // Corners in any other order are a set of points.
                let polygon = |corners: &[Coords]| {
                    let corners = points::<Self>(corners);
                    Polygon::new(&corners).or_else(|_| Polygon::hull_of(&corners))
                };
                Ok(match spec {
                    ShapeSpec::Point { p } => Point::new(p.map_or(Self::ZERO, |p| Self::vector(&p)))?.into(),
                    ShapeSpec::Segment { a, b } => Segment::new(Self::vector(a), Self::vector(b))?.into(),
                    ShapeSpec::Triangle { a, b, c } => Triangle::new(Self::vector(a), Self::vector(b), Self::vector(c))?.into(),
                    ShapeSpec::Circle { radius } => Ball::new(narrow(*radius))?.into(),
                    ShapeSpec::Capsule { axis, radius } => capsule::<Self>(axis, narrow(*radius), |x| x as $scalar)?.into(),
                    ShapeSpec::Box { half } => Cuboid::new(Self::vector(half))?.into(),
                    ShapeSpec::TaperedCapsule { half_height, bottom, top } => {
                        TaperedCapsule::new(narrow(*half_height), narrow(*bottom), narrow(*top))?.into()
                    }
                    ShapeSpec::HalfEllipse { radii } => HalfEllipse::new(Self::vector(radii))?.into(),
                    ShapeSpec::Sector { radius, half_angle } => Sector::new(narrow(*radius), narrow(*half_angle))?.into(),
                    ShapeSpec::RegularPolygon { count, radius } => Polygon::regular(*count as usize, narrow(*radius))?.into(),
                    ShapeSpec::Ellipse { radii } => Ellipsoid::new(Self::vector(radii))?.into(),
                    ShapeSpec::Halfspace { normal, offset } => HalfSpace::new(Self::vector(normal), narrow(*offset))?.into(),
                    ShapeSpec::Polygon { points } => polygon(points)?.into(),
                    ShapeSpec::Rounded { core, radius } => Rounded::new(Self::shape(core)?, narrow(*radius))?.into(),
                    ShapeSpec::Scaled { shape, scale } => Scaled::new(Self::shape(shape)?, Self::vector(scale))?.into(),
                    ShapeSpec::Posed { pose, shape } => Posed::new(Self::shape(shape)?, <Self as Build>::pose(pose))?.into(),
                    ShapeSpec::Sum { a, b } => Sum::new(Self::shape(a)?, Self::shape(b)?)?.into(),
                    ShapeSpec::HullOf { shapes } => HullOf::new(shapes.iter().map(Self::shape).collect::<Result<_, _>>()?)?.into(),
                    other => return Err(BuildError::Unsupported(other.kind())),
                })
            }

            fn pose(spec: &PoseSpec) -> Pose<Self> {
                let [cos, sin] = spec.cos_sin();
                let rotation = <Self as Vector>::Rotation::narrow(Rotation2 { cos, sin });
                Pose::new(rotation, Self::narrow(spec.translation().truncate()))
            }

            fn coords(wide: DVec2) -> Coords {
                wide.into()
            }
        }
    };
}

build!(3, glam::Vec3, f32);
build!(3, DVec3, f64);
build!(2, glam::Vec2, f32);
build!(2, DVec2, f64);
