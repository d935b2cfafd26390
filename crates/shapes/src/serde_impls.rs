//! Serialisation of shapes: as the arguments of their constructors, deserialised by the
//! constructors.
//!
//! * A shape is a map of the arguments of a constructor by name: `{"radius": 0.5}`. So
//!   deserialising refuses what the constructor refuses, with the same message. Unknown names are
//!   refused, too, so that a misspelt one is noticed.
//! * Centers, bounds and bases are computed again. A hull is an exception, because its faces depend
//!   on points that were dropped. See `hull/serde_impls.rs`.
//! * [`Shape2`](crate::Shape2) and [`Shape3`](crate::Shape3) are maps of one entry, the variant:
//!   `{"ball": {"radius": 0.5}}`. Custom shapes cannot be serialised.
//! * The variant is known before its data is parsed, so each number is parsed in its own precision.
//!   A detour through `f64` would round `f32` twice.

use clinch_support::{Pose, Vector};
use glam::{DVec2, DVec3};
use serde::de::Error as _;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::ball::Ball;
use crate::capsule::Capsule;
use crate::circular_segment::CircularSegment;
use crate::convex::Convex;
use crate::cuboid::Cuboid;
use crate::custom::Custom;
use crate::ellipsoid::Ellipsoid;
use crate::half_ellipse::HalfEllipse;
use crate::half_space::HalfSpace;
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

/// Implements serialisation of a shape as the arguments of a constructor: the name of each, its
/// type when deserialised, and its value when serialised.
macro_rules! arguments {
    (
        $name:literal, $type:ident<V $(: $wide:ty)? $(, $part:ident)*>, $new:expr,
        |$shape:ident| { $($argument:ident: $read:ty = $get:expr),+ $(,)? }
    ) => {
        // The names of the arguments are also those of type parameters.
        #[allow(non_camel_case_types)]
        const _: () = {
            // Each field has a type parameter, so that one struct borrows what it serialises and
            // owns what it deserialises.
            #[derive(Serialize, Deserialize)]
            #[serde(rename = $name, deny_unknown_fields)]
            struct Arguments<$($argument),+> {
                $($argument: $argument),+
            }

            impl<V, $($part),*> Serialize for $type<V, $($part),*>
            where
                V: Vector<Scalar: Serialize, Rotation: Serialize> + Serialize,
                $(V: Vector<Wide = $wide>,)?
                $($part: Convex<V> + Serialize),*
            {
                fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
                    let $shape = self;
                    Arguments { $($argument: $get),+ }.serialize(serializer)
                }
            }

            impl<'de, V, $($part),*> Deserialize<'de> for $type<V, $($part),*>
            where
                V: Vector<Scalar: Deserialize<'de>, Rotation: Deserialize<'de>> + Deserialize<'de>,
                $(V: Vector<Wide = $wide>,)?
                $($part: Convex<V> + Deserialize<'de>),*
            {
                fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    let Arguments { $($argument),+ } = Arguments::<$($read),+>::deserialize(deserializer)?;
                    $new($($argument),+).map_err(D::Error::custom)
                }
            }
        };
    };
}

arguments!("point", Point<V>, Point::new, |point| { at: V = point.at() });

arguments!("segment", Segment<V>, Segment::new, |segment| { a: V = segment.ends()[0], b: V = segment.ends()[1] });

arguments!("triangle", Triangle<V>, Triangle::new, |triangle| {
    a: V = triangle.corners()[0],
    b: V = triangle.corners()[1],
    c: V = triangle.corners()[2],
});

arguments!("ball", Ball<V>, Ball::new, |ball| { radius: V::Scalar = ball.radius() });

arguments!("capsule", Capsule<V>, Capsule::between, |capsule| {
    a: V = capsule.ends()[0],
    b: V = capsule.ends()[1],
    radius: V::Scalar = capsule.radius(),
});

arguments!("tapered capsule", TaperedCapsule<V>, TaperedCapsule::new, |capsule| {
    half_height: V::Scalar = capsule.half_height(),
    bottom: V::Scalar = capsule.bottom(),
    top: V::Scalar = capsule.top(),
});

arguments!("cuboid", Cuboid<V>, Cuboid::new, |cuboid| { half: V = cuboid.half() });

arguments!("ellipsoid", Ellipsoid<V>, Ellipsoid::new, |ellipsoid| { radii: V = ellipsoid.radii() });

arguments!("half-space", HalfSpace<V>, HalfSpace::from_unit_normal, |space| { normal: V = space.normal(), offset: V::Scalar = space.offset() });

arguments!("cylinder", Cylinder<V: DVec3>, Cylinder::new, |cylinder| {
    half_height: V::Scalar = cylinder.half_height(),
    radius: V::Scalar = cylinder.radius(),
});

arguments!("cone", Cone<V: DVec3>, Cone::new, |cone| { half_height: V::Scalar = cone.half_height(), radius: V::Scalar = cone.radius() });

arguments!("frustum", Frustum<V: DVec3>, Frustum::new, |frustum| {
    half_height: V::Scalar = frustum.half_height(),
    bottom: V::Scalar = frustum.bottom(),
    top: V::Scalar = frustum.top(),
});

arguments!("half-ellipse", HalfEllipse<V: DVec2>, HalfEllipse::new, |ellipse| { radii: V = ellipse.radii() });

arguments!("sector", Sector<V: DVec2>, Sector::new, |sector| { radius: V::Scalar = sector.radius(), half_angle: V::Scalar = sector.half_angle() });

arguments!("circular segment", CircularSegment<V: DVec2>, CircularSegment::new, |segment| {
    radius: V::Scalar = segment.radius(),
    half_angle: V::Scalar = segment.half_angle(),
});

arguments!("polygon", Polygon<V: DVec2>, |corners: Vec<V>| Polygon::new(&corners), |polygon| { corners: Vec<V> = polygon.vertices() });

arguments!("rounded shape", Rounded<V, S>, Rounded::new, |rounded| { inner: S = rounded.inner(), radius: V::Scalar = rounded.added_radius() });

arguments!("posed shape", Posed<V, S>, Posed::new, |posed| { inner: S = posed.inner(), pose: Pose<V> = posed.pose() });

arguments!("scaled shape", Scaled<V, S>, Scaled::new, |scaled| { inner: S = scaled.inner(), scale: V = scaled.scale() });

arguments!("sum", Sum<V, A, B>, Sum::new, |sum| { a: A = sum.terms().0, b: B = sum.terms().1 });

arguments!("hull of shapes", HullOf<V, S>, HullOf::new, |hull| { shapes: Vec<S> = hull.shapes() });

/// Always an error: the form of a user's own shape is unknown.
impl<V: Vector> Serialize for Custom<V> {
    fn serialize<Z: Serializer>(&self, _: Z) -> Result<Z::Ok, Z::Error> {
        Err(Z::Error::custom("a custom shape cannot be serialised"))
    }
}
