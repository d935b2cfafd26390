//! Conversions from and to bevy's primitives: the feature `bevy_shape`.
//!
//! * [`ToShape`] converts a primitive to the shape that is the same set in the same frame. In both
//!   libraries the axis of capsules and solids of revolution is y, and they are centered at half
//!   height. bevy's extrusions are along z.
//! * [`ToPrimitive`] converts a shape to a primitive of the same kind. An ellipsoid of equal radii
//!   is not converted to a sphere.
//! * bevy's infinite planes become half-spaces whose normal points out of the solid, and its
//!   `HalfSpace` has its normal reversed, as bevy's points into the solid. Its `Plane3d`, which is
//!   finite, becomes a box of thickness 0.
//! * A `CircularSector` is a convex shape if its angle is at most half a turn, a `Polygon` if it is
//!   convex.
//! * [`ToComposite`] converts primitives that are not convex to shapes made of convex parts:
//!   `Torus` and `Extrusion<Annulus>` to a solid mesh, `Annulus` to a compound, `Polyline2d` and
//!   `Arc2d` to a chain with two sides, and any `Polygon` and `CircularSector` to a solid chain.
//! * There is no conversion for infinite lines, `Ring`, `Polyline3d`, and extrusions of other
//!   concave shapes.
//! * bevy's primitives are in `f32`, and so are the shapes.
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
//! assert_eq!(sphere.unwrap_err().to_string(), "a cone is not bevy's Sphere");
//! assert!(CircularSector::from_degrees(1.0, 270.0).to_shape().is_err()); // not convex
//! # Ok::<(), clinch::shapes::ShapeError>(())
//! ```

use core::fmt;

use crate::shapes::ShapeError;

mod extrusions;
mod primitives_2d;
mod primitives_3d;

mod to_composite;

mod circle_points;

mod composite_2d;
mod composite_3d;

pub use to_composite::{Resolution, ToComposite, ToCompositeError};

/// A primitive of bevy that can be converted to a shape.
pub trait ToShape {
    /// The type of the shape.
    type Shape;

    /// The shape that is the same set in the same frame.
    ///
    /// # Errors
    ///
    /// The shape's constructor refuses a size or a point: it is negative, infinite or NaN, or the
    /// points are not convex.
    fn to_shape(&self) -> Result<Self::Shape, ShapeError>;
}

/// A shape that may be a primitive of bevy.
pub trait ToPrimitive<P> {
    /// The primitive that is the same set in the same frame.
    ///
    /// # Errors
    ///
    /// The shape is of another kind; the error names it.
    fn to_primitive(&self) -> Result<P, NotPrimitive>;
}

/// A shape is not of the requested primitive's kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotPrimitive {
    /// A description of the shape.
    pub shape: &'static str,
    /// The name of the requested primitive in bevy.
    pub wanted: &'static str,
}

impl fmt::Display for NotPrimitive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is not bevy's {}", self.shape, self.wanted)
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

/// Implements `ToPrimitive` for one variant of a shape each; the expression may still fail.
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

/// Twice a half length, or `otherwise` if that overflows.
fn whole(half: f32, otherwise: &'static str) -> Result<f32, &'static str> {
    Some(2.0 * half).filter(|whole| whole.is_finite()).ok_or(otherwise)
}

use {to_primitive, to_shape};
