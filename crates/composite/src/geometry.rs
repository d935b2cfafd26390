//! Convex and composite shapes as the argument of one function.

use core::fmt;

use clinch_shapes::{Convex, ShapeSpace};
use clinch_support::{Support, SupportMap, Vector};
use glam::{DVec2, DVec3, Vec2, Vec3};

use crate::chain::Chain;
use crate::collider_shape::ColliderShape;
use crate::composite::Composite;
use crate::composite_shape::{CompositeShape2, CompositeShape3};
use crate::compound::Compound;
use crate::height_field::HeightField;
use crate::height_field2::HeightField2;
use crate::mesh::TriMesh;
use crate::voxels::Voxels;

/// A shape that is convex or composite.
///
/// Every [`Convex`] shape implements it, and queries of it stay generic over its type: to match on
/// [`geometry`](Self::geometry) costs nothing, because the compiler knows the variant. Composite
/// shapes are `dyn`. A user's own composite shape is passed as `&dyn Composite`, or implements this
/// trait as [`TriMesh`] does.
///
/// ```
/// use clinch_composite::{Composite, Geometry, GeometryRef, TriMesh};
/// use clinch_shapes::Ball;
/// use glam::Vec3;
///
/// fn kind(shape: &(impl Geometry<Vec3> + ?Sized)) -> &'static str {
///     match shape.geometry() {
///         GeometryRef::Convex(_) => "convex",
///         GeometryRef::Composite(_) => "composite",
///     }
/// }
///
/// let mesh = TriMesh::new(vec![Vec3::ZERO, Vec3::X, Vec3::Y], vec![[0, 1, 2]])?;
/// assert_eq!(kind(&Ball::<Vec3>::new(1.0)?), "convex");
/// assert_eq!(kind(&mesh), "composite");
/// assert_eq!(kind(&mesh as &dyn Composite<Vec3>), "composite");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Geometry<V: Vector> {
    /// The type of the shape if it is convex, else [`NotConvex`].
    type Convex: Convex<V>;

    /// The shape as what it is.
    fn geometry(&self) -> GeometryRef<'_, V, Self::Convex>;
}

/// A convex or a composite shape: see [`Geometry`].
pub enum GeometryRef<'s, V: Vector, C> {
    /// A convex shape.
    Convex(&'s C),
    /// A composite shape.
    Composite(&'s dyn Composite<V>),
}

impl<V: Vector, C> Clone for GeometryRef<'_, V, C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<V: Vector, C> Copy for GeometryRef<'_, V, C> {}

impl<V: Vector, C: fmt::Debug> fmt::Debug for GeometryRef<'_, V, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Convex(shape) => f.debug_tuple("Convex").field(shape).finish(),
            Self::Composite(shape) => f.debug_tuple("Composite").field(shape).finish(),
        }
    }
}

/// The convex type of a composite shape. It has no values.
#[derive(Clone, Copy, Debug)]
pub enum NotConvex {}

impl<V: Vector> SupportMap<V> for NotConvex {
    fn support(&self, _: V) -> Support<V> {
        match *self {}
    }
}

impl<V: Vector> Convex<V> for NotConvex {}

impl<V: Vector, S: Convex<V>> Geometry<V> for S {
    type Convex = Self;

    #[inline(always)]
    fn geometry(&self) -> GeometryRef<'_, V, Self> {
        GeometryRef::Convex(self)
    }
}

/// `Geometry` of composite shapes, for each vector type. For all at once it would overlap the
/// implementation of convex shapes: the compiler does not know that there are no other vectors.
macro_rules! composite {
    ($($vector:ty => $($shape:ty),+;)+) => {$($(
        impl Geometry<$vector> for $shape {
            type Convex = NotConvex;

            #[inline(always)]
            fn geometry(&self) -> GeometryRef<'_, $vector, NotConvex> {
                GeometryRef::Composite(self)
            }
        }
    )+)+};
}

composite! {
    Vec2 => dyn Composite<Vec2> + '_, Chain<Vec2>, HeightField2<Vec2>, Compound<Vec2>, CompositeShape2<Vec2>;
    DVec2 => dyn Composite<DVec2> + '_, Chain<DVec2>, HeightField2<DVec2>, Compound<DVec2>, CompositeShape2<DVec2>;
    Vec3 => dyn Composite<Vec3> + '_, TriMesh<Vec3>, HeightField<Vec3>, Compound<Vec3>, Voxels<Vec3>, CompositeShape3<Vec3>;
    DVec3 => dyn Composite<DVec3> + '_, TriMesh<DVec3>, HeightField<DVec3>, Compound<DVec3>, Voxels<DVec3>, CompositeShape3<DVec3>;
}

macro_rules! collider_shape {
    ($($vector:ty),+) => {$(
        impl Geometry<$vector> for ColliderShape<$vector> {
            type Convex = <$vector as ShapeSpace>::Shape;

            #[inline(always)]
            fn geometry(&self) -> GeometryRef<'_, $vector, <$vector as ShapeSpace>::Shape> {
                match self {
                    Self::Convex(shape) => GeometryRef::Convex(shape),
                    Self::Composite(shape) => GeometryRef::Composite(shape),
                }
            }
        }
    )+};
}

collider_shape!(Vec2, DVec2, Vec3, DVec3);
