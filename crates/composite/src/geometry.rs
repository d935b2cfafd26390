//! Convex and composite shapes as the argument of one function.

use clinch_shapes::Convex;
use clinch_support::Vector;
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
/// Every [`Convex`] shape implements it, and queries of it stay generic over its type. Composite
/// shapes are `dyn`. A user's own composite shape is passed as `&dyn Composite`, or implements this
/// trait as [`TriMesh`] does.
///
/// What a shape is, it says by the method of the visitor that it calls. So the code for composite
/// shapes is compiled only where there are composite shapes, and that for convex ones as if there
/// were no others.
///
/// ```
/// use clinch_composite::{Composite, Geometry, GeometryVisitor, TriMesh};
/// use clinch_shapes::{Ball, Convex};
/// use glam::Vec3;
///
/// struct Kind;
///
/// impl GeometryVisitor<Vec3> for Kind {
///     type Output = &'static str;
///
///     fn convex<S: Convex<Vec3>>(self, _: &S) -> &'static str {
///         "convex"
///     }
///
///     fn composite(self, _: &dyn Composite<Vec3>) -> &'static str {
///         "composite"
///     }
/// }
///
/// let mesh = TriMesh::new(vec![Vec3::ZERO, Vec3::X, Vec3::Y], vec![[0, 1, 2]])?;
/// assert_eq!(Ball::<Vec3>::new(1.0)?.visit(Kind), "convex");
/// assert_eq!(mesh.visit(Kind), "composite");
/// assert_eq!((&mesh as &dyn Composite<Vec3>).visit(Kind), "composite");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Geometry<V: Vector> {
    /// Calls the method of `visitor` for the kind of this shape.
    fn visit<Q: GeometryVisitor<V>>(&self, visitor: Q) -> Q::Output;
}

/// What is computed of a convex and of a composite shape: see [`Geometry`].
pub trait GeometryVisitor<V: Vector> {
    /// The result.
    type Output;

    /// For a convex shape.
    fn convex<S: Convex<V>>(self, shape: &S) -> Self::Output;

    /// For a composite shape.
    fn composite(self, shape: &dyn Composite<V>) -> Self::Output;
}

impl<V: Vector, S: Convex<V>> Geometry<V> for S {
    #[inline(always)]
    fn visit<Q: GeometryVisitor<V>>(&self, visitor: Q) -> Q::Output {
        visitor.convex(self)
    }
}

/// `Geometry` of composite shapes, for each vector type. For all at once it would overlap the
/// implementation of convex shapes: the compiler does not know that there are no other vectors.
macro_rules! composite {
    ($($vector:ty => $($shape:ty),+;)+) => {$($(
        impl Geometry<$vector> for $shape {
            #[inline(always)]
            fn visit<Q: GeometryVisitor<$vector>>(&self, visitor: Q) -> Q::Output {
                visitor.composite(self)
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
            #[inline(always)]
            fn visit<Q: GeometryVisitor<$vector>>(&self, visitor: Q) -> Q::Output {
                match self {
                    Self::Convex(shape) => visitor.convex(shape),
                    Self::Composite(shape) => visitor.composite(shape),
                }
            }
        }
    )+};
}

collider_shape!(Vec2, DVec2, Vec3, DVec3);
