//! Shapes in files: written as what their constructors ask for, and read through the constructors.
//!
//! * A shape is a map of the arguments of a constructor, by their names: `{"radius": 0.5}`. So a size that the constructor refuses is refused in a file, in
//!   the constructor's words. Names that are not asked for are refused, too: a misspelt one is not to be missed.
//! * What a constructor works out (centers, bounds, bases) is worked out again. A hull cannot be: its faces depend on points that were dropped. See
//!   `hull/written.rs`.
//! * [`Shape2`](crate::Shape2) and [`Shape3`](crate::Shape3) are maps of one entry, the kind of shape: `{"ball": {"radius": 0.5}}`. Custom shapes are not ours
//!   to write.
//! * No shape is looked at before its kind is known, so that every number is parsed in its own precision: a detour through `f64` would round `f32` twice.

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

/// A shape as the arguments of a constructor: their names, their types when read, and where they are found when written.
macro_rules! written {
    (
        $name:literal, $type:ident<V $(: $wide:ty)? $(, $part:ident)*>, $new:expr,
        |$shape:ident| { $($argument:ident: $read:ty = $get:expr),+ $(,)? }
    ) => {
        // The arguments' names are also those of their types.
        #[allow(non_camel_case_types)]
        const _: () = {
            // Each field has a type of its own, so that one struct borrows what it writes and owns what it reads.
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

written!("point", Point<V>, Point::new, |point| { at: V = point.at() });

written!("segment", Segment<V>, Segment::new, |segment| { a: V = segment.ends()[0], b: V = segment.ends()[1] });

written!("triangle", Triangle<V>, Triangle::new, |triangle| {
    a: V = triangle.corners()[0],
    b: V = triangle.corners()[1],
    c: V = triangle.corners()[2],
});

written!("ball", Ball<V>, Ball::new, |ball| { radius: V::Scalar = ball.radius() });

written!("capsule", Capsule<V>, Capsule::between, |capsule| {
    a: V = capsule.ends()[0],
    b: V = capsule.ends()[1],
    radius: V::Scalar = capsule.radius(),
});

written!("tapered capsule", TaperedCapsule<V>, TaperedCapsule::new, |capsule| {
    half_height: V::Scalar = capsule.half_height(),
    bottom: V::Scalar = capsule.bottom(),
    top: V::Scalar = capsule.top(),
});

written!("cuboid", Cuboid<V>, Cuboid::new, |cuboid| { half: V = cuboid.half() });

written!("ellipsoid", Ellipsoid<V>, Ellipsoid::new, |ellipsoid| { radii: V = ellipsoid.radii() });

written!("half-space", HalfSpace<V>, HalfSpace::again, |space| { normal: V = space.normal(), offset: V::Scalar = space.offset() });

written!("cylinder", Cylinder<V: DVec3>, Cylinder::new, |cylinder| {
    half_height: V::Scalar = cylinder.half_height(),
    radius: V::Scalar = cylinder.radius(),
});

written!("cone", Cone<V: DVec3>, Cone::new, |cone| { half_height: V::Scalar = cone.half_height(), radius: V::Scalar = cone.radius() });

written!("frustum", Frustum<V: DVec3>, Frustum::new, |frustum| {
    half_height: V::Scalar = frustum.half_height(),
    bottom: V::Scalar = frustum.bottom(),
    top: V::Scalar = frustum.top(),
});

written!("half-ellipse", HalfEllipse<V: DVec2>, HalfEllipse::new, |ellipse| { radii: V = ellipse.radii() });

written!("sector", Sector<V: DVec2>, Sector::new, |sector| { radius: V::Scalar = sector.radius(), half_angle: V::Scalar = sector.half_angle() });

written!("circular-segment", CircularSegment<V: DVec2>, CircularSegment::new, |segment| {
    radius: V::Scalar = segment.radius(),
    half_angle: V::Scalar = segment.half_angle(),
});

written!("polygon", Polygon<V: DVec2>, |corners: Vec<V>| Polygon::new(&corners), |polygon| { corners: Vec<V> = polygon.vertices() });

written!("rounded shape", Rounded<V, S>, Rounded::new, |rounded| { inner: S = rounded.inner(), radius: V::Scalar = rounded.swept_by() });

written!("posed shape", Posed<V, S>, Posed::new, |posed| { inner: S = posed.inner(), pose: Pose<V> = posed.pose() });

written!("scaled shape", Scaled<V, S>, Scaled::new, |scaled| { inner: S = scaled.inner(), scale: V = scaled.scale() });

written!("sum", Sum<V, A, B>, Sum::new, |sum| { a: A = sum.terms().0, b: B = sum.terms().1 });

written!("hull of shapes", HullOf<V, S>, HullOf::new, |hull| { shapes: Vec<S> = hull.shapes() });

/// Never: what it is only its author knows.
impl<V: Vector> Serialize for Custom<V> {
    fn serialize<Z: Serializer>(&self, _: Z) -> Result<Z::Ok, Z::Error> {
        Err(Z::Error::custom("a custom shape cannot be serialised"))
    }
}
