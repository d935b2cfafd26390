//! All shapes of a dimension as one type, which a collider stores.

use core::fmt;
use std::sync::Arc;

use clinch_support::{Support, SupportMap, Vector, VertexId};
use glam::{DVec2, DVec3, Vec2, Vec3};

use crate::ball::Ball;
use crate::capsule::Capsule;
use crate::circular_segment::CircularSegment;
use crate::convex::{Convex, Core};
use crate::cuboid::Cuboid;
use crate::custom::Custom;
use crate::ellipsoid::Ellipsoid;
use crate::forward::forward;
use crate::half_ellipse::HalfEllipse;
use crate::half_space::HalfSpace;
use crate::hull::Hull;
use crate::hull_of::HullOf;
use crate::point::Point;
use crate::polygon::Polygon;
use crate::posed::Posed;
use crate::rounded::Rounded;
use crate::scaled::Scaled;
use crate::sector::Sector;
use crate::segment::Segment;
use crate::solids_of_revolution::{Cone, Cylinder, Frustum};
use crate::sum::Sum;
use crate::tapered_capsule::TaperedCapsule;
use crate::triangle::Triangle;

/// A vector type with the enum of the shapes of its dimension. There are two enums, because a
/// single generic one would allow a 2D hull.
pub trait ShapeSpace: Vector {
    /// [`Shape2`] or [`Shape3`].
    type Shape: Convex<Self> + Clone + fmt::Debug + PartialEq + Send + Sync + 'static;

    /// The name of a shape's variant, such as `"Cuboid"`.
    fn kind(shape: &Self::Shape) -> &'static str;

    /// A point at the origin: the least shape, where there must be one.
    fn point() -> Self::Shape;
}

macro_rules! shape_space {
    ($($vector:ty: $shape:ident),+) => {$(
        impl ShapeSpace for $vector {
            type Shape = $shape<$vector>;

            fn kind(shape: &Self::Shape) -> &'static str {
                shape.kind()
            }

            fn point() -> Self::Shape {
                $shape::Point(Point::origin())
            }
        }
    )+};
}

shape_space!(Vec2: Shape2, DVec2: Shape2, Vec3: Shape3, DVec3: Shape3);

/// The argument itself. Dereferencing the result copies the core.
#[inline(always)]
fn same<'c, 's, V: Vector>(core: &'c Core<'s, V>) -> &'c Core<'s, V> {
    core
}

macro_rules! shape {
    (
        $(#[$attribute:meta])*
        $name:ident over $wide:ty { $($(#[$variant_attribute:meta])* $variant:ident($shape:ty)),+ $(,)? }
        with simple cores { $($simple:ident),+ }
        and vertices { $($polytope:ident),+ }
    ) => {
        #[derive(Clone, Debug, PartialEq)]
        #[non_exhaustive]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        $(#[$attribute])*
        pub enum $name<V: Vector<Wide = $wide>> {
            $($(#[$variant_attribute])* $variant($shape)),+
        }

        impl<V: Vector<Wide = $wide>> $name<V> {
            /// The name of the variant, such as `"Cuboid"`; `"Custom"` for a user's own shape.
            pub fn kind(&self) -> &'static str {
                match self { $(Self::$variant(_) => stringify!($variant)),+ }
            }

            /// The core of a shape whose core is expensive to compute or behind a pointer.
            #[inline(never)]
            fn computed_core(&self) -> Core<'_, V> {
                match self { $(Self::$variant(shape) => shape.core()),+ }
            }

            #[inline(never)]
            fn forwarded_support(&self, direction: V::Wide) -> Support<V::Wide> {
                match self { $(Self::$variant(shape) => shape.support_wide(direction)),+ }
            }

            #[inline(never)]
            fn forwarded_support_hinted(&self, direction: V::Wide, hint: VertexId) -> Support<V::Wide> {
                match self { $(Self::$variant(shape) => shape.support_hinted(direction, hint)),+ }
            }

            #[inline(never)]
            fn forwarded_vertex(&self, id: VertexId) -> Option<V::Wide> {
                match self { $(Self::$variant(shape) => shape.vertex_wide(id)),+ }
            }
        }

        // The points of polytopes are inlined, with the calls out of line in other functions. So
        // they stay in registers: a point that a call writes by component and the caller reads by
        // pairs stalls on store forwarding, and a search reads some in each step.
        impl<V: Vector<Wide = $wide>> SupportMap<V> for $name<V> {
            #[inline(always)]
            fn support_wide(&self, direction: V::Wide) -> Support<V::Wide> {
                match self {
                    $(Self::$polytope(shape) => shape.support_wide(direction),)+
                    _ => self.forwarded_support(direction),
                }
            }

            #[inline(always)]
            fn support_hinted(&self, direction: V::Wide, hint: VertexId) -> Support<V::Wide> {
                match self {
                    $(Self::$polytope(shape) => shape.support_hinted(direction, hint),)+
                    _ => self.forwarded_support_hinted(direction, hint),
                }
            }

            #[inline(always)]
            fn vertex_wide(&self, id: VertexId) -> Option<V::Wide> {
                match self {
                    $(Self::$polytope(shape) => shape.vertex_wide(id),)+
                    _ => self.forwarded_vertex(id),
                }
            }

            forward!(SupportMap<V> without points in f64, self => any of ($($variant)+));
        }

        impl<V: Vector<Wide = $wide>> Convex<V> for $name<V> {
            // Inlined, with the calls out of line in another function. So the cores of simple
            // shapes stay in registers, and data that the caller does not use is not computed.
            #[inline(always)]
            fn core(&self) -> Core<'_, V> {
                match self {
                    $(Self::$simple(shape) => shape.core(),)+
                    // Copied, because memory that a call writes to stays in memory for all arms.
                    _ => *same(&self.computed_core()),
                }
            }

            forward!(Convex<V> without core, self => any of ($($variant)+));
        }

        $(impl<V: Vector<Wide = $wide>> From<$shape> for $name<V> {
            fn from(shape: $shape) -> Self {
                Self::$variant(shape)
            }
        })+
    };
}

shape! {
    /// A convex shape in 3D. Cheap to clone: hulls, wrappers and custom shapes are shared.
    #[cfg_attr(feature = "serde", serde(rename_all = "snake_case", bound(
        serialize = "V: Vector<Wide = DVec3, Scalar: serde::Serialize, Rotation: serde::Serialize> + serde::Serialize",
        deserialize = "V: Vector<Wide = DVec3, Scalar: serde::Deserialize<'de>, Rotation: serde::Deserialize<'de>> + serde::Deserialize<'de>"
    )))]
    Shape3 over DVec3 {
        /// A point.
        Point(Point<V>),
        /// A segment.
        Segment(Segment<V>),
        /// A triangle.
        Triangle(Triangle<V>),
        /// A ball.
        Ball(Ball<V>),
        /// A capsule.
        Capsule(Capsule<V>),
        /// The hull of two balls.
        TaperedCapsule(TaperedCapsule<V>),
        /// A box.
        Cuboid(Cuboid<V>),
        /// A cylinder.
        Cylinder(Cylinder<V>),
        /// A cone.
        Cone(Cone<V>),
        /// A conical frustum.
        Frustum(Frustum<V>),
        /// An ellipsoid.
        Ellipsoid(Ellipsoid<V>),
        /// A half-space.
        HalfSpace(HalfSpace<V>),
        /// A convex hull.
        Hull(Arc<Hull<V>>),
        /// A shape swept by a radius.
        Rounded(Arc<Rounded<V, Shape3<V>>>),
        /// A shape at a pose.
        Posed(Arc<Posed<V, Shape3<V>>>),
        /// A shape scaled along the axes.
        Scaled(Arc<Scaled<V, Shape3<V>>>),
        /// The Minkowski sum of two shapes.
        Sum(Arc<Sum<V, Shape3<V>, Shape3<V>>>),
        /// The convex hull of several shapes.
        HullOf(Arc<HullOf<V, Shape3<V>>>),
        /// A user's own shape.
        #[cfg_attr(feature = "serde", serde(skip_deserializing))]
        Custom(Custom<V>),
    }
    with simple cores { Point, Segment, Triangle, Ball, Capsule, Cuboid, Cylinder, Cone, Frustum, HalfSpace, Hull }
    and vertices { Triangle, Cuboid, Hull }
}

shape! {
    /// A convex shape in 2D. Cheap to clone: polygons, wrappers and custom shapes are shared.
    #[cfg_attr(feature = "serde", serde(rename_all = "snake_case", bound(
        serialize = "V: Vector<Wide = DVec2, Scalar: serde::Serialize, Rotation: serde::Serialize> + serde::Serialize",
        deserialize = "V: Vector<Wide = DVec2, Scalar: serde::Deserialize<'de>, Rotation: serde::Deserialize<'de>> + serde::Deserialize<'de>"
    )))]
    Shape2 over DVec2 {
        /// A point.
        Point(Point<V>),
        /// A segment.
        Segment(Segment<V>),
        /// A triangle.
        Triangle(Triangle<V>),
        /// A circle.
        Circle(Ball<V>),
        /// A capsule.
        Capsule(Capsule<V>),
        /// The hull of two circles.
        TaperedCapsule(TaperedCapsule<V>),
        /// A rectangle.
        Rectangle(Cuboid<V>),
        /// An ellipse.
        Ellipse(Ellipsoid<V>),
        /// The upper half of an ellipse.
        HalfEllipse(HalfEllipse<V>),
        /// A circular sector.
        Sector(Sector<V>),
        /// The part of a disc beyond a chord.
        CircularSegment(CircularSegment<V>),
        /// A half-plane.
        HalfPlane(HalfSpace<V>),
        /// A convex polygon.
        Polygon(Arc<Polygon<V>>),
        /// A shape swept by a radius.
        Rounded(Arc<Rounded<V, Shape2<V>>>),
        /// A shape at a pose.
        Posed(Arc<Posed<V, Shape2<V>>>),
        /// A shape scaled along the axes.
        Scaled(Arc<Scaled<V, Shape2<V>>>),
        /// The Minkowski sum of two shapes.
        Sum(Arc<Sum<V, Shape2<V>, Shape2<V>>>),
        /// The convex hull of several shapes.
        HullOf(Arc<HullOf<V, Shape2<V>>>),
        /// A user's own shape.
        #[cfg_attr(feature = "serde", serde(skip_deserializing))]
        Custom(Custom<V>),
    }
    with simple cores { Point, Segment, Triangle, Circle, Capsule, Rectangle, HalfPlane, Polygon }
    and vertices { Triangle, Rectangle, Polygon }
}

macro_rules! shared {
    ($name:ident over $wide:ty: $($variant:ident($shape:ty)),+ $(,)?) => {
        $(impl<V: Vector<Wide = $wide>> From<$shape> for $name<V> {
            fn from(shape: $shape) -> Self {
                Self::$variant(Arc::new(shape))
            }
        })+
    };
}

shared! {
    Shape3 over DVec3:
    Rounded(Rounded<V, Shape3<V>>),
    Posed(Posed<V, Shape3<V>>),
    Scaled(Scaled<V, Shape3<V>>),
    Sum(Sum<V, Shape3<V>, Shape3<V>>),
    HullOf(HullOf<V, Shape3<V>>),
    Hull(Hull<V>),
}

shared! {
    Shape2 over DVec2:
    Rounded(Rounded<V, Shape2<V>>),
    Posed(Posed<V, Shape2<V>>),
    Scaled(Scaled<V, Shape2<V>>),
    Sum(Sum<V, Shape2<V>, Shape2<V>>),
    HullOf(HullOf<V, Shape2<V>>),
    Polygon(Polygon<V>),
}
