//! bevy's primitives as shapes, and back: the feature `bevy_shape`.
//!
//! * [`ToShape`] makes a shape of a primitive. It is the same set in the same frame: bevy's solids of revolution are about the y axis and centred at half height, as
//!   ours are, and its capsules lie along it; its extrusions go along z.
//! * [`ToPrimitive`] tells which primitive a shape is. It goes by the kind: an ellipsoid of equal radii is not taken for a sphere.
//! * bevy's planes bound half-spaces here, the normal pointing out of the solid; its `Plane3d`, which ends, is a plate. Its `HalfSpace` has the normal inside.
//! * What is not convex has no conversion: `Torus`, `Annulus`, `Ring`, `Arc2d` and polylines; nor have lines, which no shape is, and `CircularSegment`. A
//!   `CircularSector` has one up to half a turn, a `Polygon` if it is convex.
//! * bevy's numbers are `f32`, and so are the shapes.
//!
//! ```
//! use bevy_shape::{Capsule3d, Cone, CircularSector, Sphere};
//! use clinch::d3;
//! use clinch::primitives::{ToPrimitive, ToShape};
//!
//! let capsule = Capsule3d::new(0.25, 2.0); // radius, and length of the segment
//! assert_eq!(capsule.to_shape(), d3::Capsule::new(1.0, 0.25));
//!
//! let shape: d3::Shape = Cone::new(0.5, 3.0).to_shape()?.into();
//! assert_eq!(shape.to_primitive(), Ok(Cone::new(0.5, 3.0)));
//!
//! let sphere: Result<Sphere, _> = shape.to_primitive();
//! assert_eq!(sphere.unwrap_err().to_string(), "a cone is no Sphere");
//! assert!(CircularSector::from_degrees(1.0, 270.0).to_shape().is_err()); // not convex
//! # Ok::<(), clinch::shapes::ShapeError>(())
//! ```

use core::fmt;

use crate::shapes::ShapeError;

mod plane;

mod prisms;
mod space;

/// A primitive of bevy's that is a shape.
pub trait ToShape {
    /// What it is here.
    type Shape;

    /// The shape: the same set in the same frame.
    ///
    /// # Errors
    ///
    /// Sizes and points that the shape's constructor refuses: what is negative, infinite, NaN, or not convex.
    fn to_shape(&self) -> Result<Self::Shape, ShapeError>;
}

/// A shape that may be a primitive of bevy's.
pub trait ToPrimitive<P> {
    /// The primitive that it is.
    ///
    /// # Errors
    ///
    /// It is another one, or none: the error says what it is.
    fn to_primitive(&self) -> Result<P, NotPrimitive>;
}

/// A shape is not the primitive that was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotPrimitive {
    /// What the shape is, in words.
    pub shape: &'static str,
    /// The primitive that was asked for, by its name in bevy.
    pub wanted: &'static str,
}

impl fmt::Display for NotPrimitive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is no {}", self.shape, self.wanted)
    }
}

impl core::error::Error for NotPrimitive {}

macro_rules! to_shape {
    ($($primitive:ty as $shape:ty = |$this:ident| $made:expr;)+) => {
        $(impl ToShape for $primitive {
            type Shape = $shape;

            fn to_shape(&self) -> Result<$shape, ShapeError> {
                let $this = self;
                $made
            }
        })+
    };
}

/// A shape as a primitive of this name: by its variant, and by what may be missing even so.
macro_rules! to_primitive {
    ($shape:ident described by $kind:ident: $($variant:ident($inner:ident) => $primitive:ident = $found:expr),+ $(,)?) => {
        $(impl ToPrimitive<bevy_shape::$primitive> for $shape {
            fn to_primitive(&self) -> Result<bevy_shape::$primitive, NotPrimitive> {
                let found: Result<_, &'static str> = if let $shape::$variant($inner) = self { $found } else { Err($kind(self)) };
                found.map_err(|shape| NotPrimitive { shape, wanted: stringify!($primitive) })
            }
        })+
    };
}

/// A whole length of a half; not of one so large that the whole is beyond the range.
fn whole(half: f32, otherwise: &'static str) -> Result<f32, &'static str> {
    Some(2.0 * half).filter(|whole| whole.is_finite()).ok_or(otherwise)
}

use {to_primitive, to_shape};
