//! The shape of a collider: convex, or made of convex parts.

use clinch_shapes::{
    Aabb, Ball, Capsule, CircularSegment, Cone, Convex, Cuboid, Custom, Cylinder, Ellipsoid, Frustum, HalfEllipse, HalfSpace, Hull, HullOf,
    Moments, Point, Polygon, Posed, Rounded, Scaled, Sector, Segment, Shape2, Shape3, Sum, TaperedCapsule, Triangle,
};
use clinch_support::Pose;
use glam::{DVec2, DVec3};
use std::sync::Arc;

use crate::chain::Chain;
use crate::composite::Composite;
use crate::composite_shape::{CompositeShape2, CompositeShape3, CompositeSpace, CustomComposite};
use crate::compound::Compound;
use crate::height_field::HeightField;
use crate::height_field2::HeightField2;
use crate::mesh::TriMesh;
use crate::posed_bounds::posed_bounds;
use crate::voxels::Voxels;

/// The shape of a collider. Made from any shape with `into()`.
///
/// ```
/// use clinch_composite::{ColliderShape, TriMesh};
/// use clinch_shapes::Ball;
/// use glam::Vec3;
///
/// let ball: ColliderShape<Vec3> = Ball::new(0.5)?.into();
/// let floor: ColliderShape<Vec3> =
///     TriMesh::new(vec![Vec3::ZERO, Vec3::X, Vec3::Y], vec![[0, 1, 2]])?.into();
/// assert_eq!([ball.kind(), floor.kind()], ["Ball", "TriMesh"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(
        rename_all = "snake_case",
        bound(
            serialize = "V::Shape: serde::Serialize, V::CompositeShape: serde::Serialize",
            deserialize = "V::Shape: serde::Deserialize<'de>, V::CompositeShape: serde::Deserialize<'de>"
        )
    )
)]
pub enum ColliderShape<V: CompositeSpace> {
    /// A convex shape.
    Convex(V::Shape),
    /// A shape made of convex parts.
    Composite(V::CompositeShape),
}

impl<V: CompositeSpace> ColliderShape<V> {
    /// The name of the variant of [`Shape2`], [`Shape3`], [`CompositeShape2`] or
    /// [`CompositeShape3`], such as `"Cuboid"`.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Convex(shape) => V::kind(shape),
            Self::Composite(shape) => V::composite_kind(shape),
        }
    }

    /// The convex shape, if it is one.
    pub fn as_convex(&self) -> Option<&V::Shape> {
        match self {
            Self::Convex(shape) => Some(shape),
            Self::Composite(_) => None,
        }
    }

    /// The composite shape, if it is one.
    pub fn as_composite(&self) -> Option<&V::CompositeShape> {
        match self {
            Self::Convex(_) => None,
            Self::Composite(shape) => Some(shape),
        }
    }

    /// The volume (2D: area), centroid and second moments of the shape, in its own frame and `f64`:
    /// mass and inertia at any density.
    ///
    /// | shape | answer |
    /// |---|---|
    /// | convex | [`Convex::moments`]; `None` for a half-space |
    /// | a solid mesh or chain, voxels | those of the inside |
    /// | a compound | the sum of the parts'; what several parts share counts as often |
    /// | any other mesh or chain | `None`: it has no inside |
    /// | a height field | `None`: its inside has no lower end, and that of a hollow one is empty |
    /// | a user's own | its own [`Convex::moments`] or [`Composite::moments`] |
    ///
    /// A flat convex shape has the volume 0 and a centroid, and so has a compound of such: the mean
    /// of its parts'. `None` also if a number overflows. A body of a shape without an answer needs
    /// a mass that the caller chooses; bodies of surfaces are mostly static. For the creation of a
    /// body: the moments of compounds and voxels are summed anew by each call, and those of shapes
    /// without a closed form are sampled.
    ///
    /// ```
    /// use clinch_composite::{ColliderShape, HeightField, Voxels};
    /// use clinch_shapes::Cuboid;
    /// use glam::{DVec3, Vec3};
    ///
    /// let block: ColliderShape<Vec3> = Cuboid::new(Vec3::ONE)?.into();
    /// let bar: ColliderShape<Vec3> = Voxels::new(Vec3::ONE, [[0, 0, 0], [1, 0, 0]])?.into();
    /// let terrain: ColliderShape<Vec3> = HeightField::new(2, 2, vec![0.0; 4], Vec3::ONE)?.into();
    /// let volume = |shape: &ColliderShape<Vec3>| shape.moments().map(|moments| moments.volume());
    /// assert_eq!([&block, &bar, &terrain].map(volume), [Some(8.0), Some(2.0), None]);
    /// assert_eq!(bar.moments().ok_or("solid")?.centroid(), DVec3::new(1.0, 0.5, 0.5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn moments(&self) -> Option<Moments<V::Wide>> {
        match self {
            Self::Convex(shape) => shape.moments(),
            Self::Composite(shape) => shape.moments(),
        }
    }

    /// An AABB of the shape at a pose; unbounded for a half-space, NaN for a pose that is not
    /// finite.
    pub fn bounds(&self, pose: &Pose<V::Wide>) -> Aabb<V::Wide> {
        match self {
            Self::Convex(shape) => shape.bounds(pose),
            Self::Composite(shape) => posed_bounds(&shape.bounds(), pose),
        }
    }
}

macro_rules! from_convex {
    ($($(in $wide:ty:)? $shape:ty),+ $(,)?) => {$(
        impl<V: CompositeSpace<$(Wide = $wide,)? Shape: From<$shape>>> From<$shape> for ColliderShape<V> {
            fn from(shape: $shape) -> Self {
                Self::Convex(shape.into())
            }
        }
    )+};
}

from_convex! {
    Point<V>, Segment<V>, Triangle<V>, Ball<V>, Capsule<V>, TaperedCapsule<V>, Cuboid<V>, Ellipsoid<V>, HalfSpace<V>, Custom<V>,
    Rounded<V, V::Shape>, Posed<V, V::Shape>, Scaled<V, V::Shape>, Sum<V, V::Shape, V::Shape>, HullOf<V, V::Shape>,
    Arc<Rounded<V, V::Shape>>, Arc<Posed<V, V::Shape>>, Arc<Scaled<V, V::Shape>>, Arc<Sum<V, V::Shape, V::Shape>>, Arc<HullOf<V, V::Shape>>,
    in DVec2: HalfEllipse<V>, in DVec2: Sector<V>, in DVec2: CircularSegment<V>, in DVec2: Polygon<V>, in DVec2: Arc<Polygon<V>>,
    in DVec2: Shape2<V>,
    in DVec3: Cylinder<V>, in DVec3: Cone<V>, in DVec3: Frustum<V>, in DVec3: Hull<V>, in DVec3: Arc<Hull<V>>, in DVec3: Shape3<V>,
}

macro_rules! from_composite {
    ($($(in $wide:ty:)? $shape:ty),+ $(,)?) => {$(
        impl<V: CompositeSpace<$(Wide = $wide,)? CompositeShape: From<$shape>>> From<$shape> for ColliderShape<V> {
            fn from(shape: $shape) -> Self {
                Self::Composite(shape.into())
            }
        }
    )+};
}

from_composite! {
    CustomComposite<V>, Compound<V>,
    in DVec2: Chain<V>, in DVec2: HeightField2<V>, in DVec2: CompositeShape2<V>,
    in DVec3: TriMesh<V>, in DVec3: HeightField<V>, in DVec3: Voxels<V>, in DVec3: CompositeShape3<V>,
}
