//! All composite shapes of a dimension as one type, which a collider stores.

use std::sync::Arc;

use clinch_shapes::{Aabb, Moments, ShapeSpace};
use clinch_support::Vector;
use glam::{DVec2, DVec3, Vec2, Vec3};

use crate::chain::Chain;
use crate::composite::{Composite, SubShapeVisitor};
use crate::compound::Compound;
use crate::height_field::HeightField;
use crate::height_field2::HeightField2;
use crate::mesh::TriMesh;
use crate::normal_cone::NormalCone;
use crate::part_search::PartSearch;
use crate::sides::Sides;
use crate::sub_shape::{Feature, FeatureKey, SubShapeId};
use crate::surface_triangle::SurfaceTriangle;
use crate::voxels::Voxels;

/// A vector type with the enum of the composite shapes of its dimension.
pub trait CompositeSpace: ShapeSpace {
    /// [`CompositeShape2`] or [`CompositeShape3`].
    type CompositeShape: Composite<Self> + Clone + PartialEq + 'static;

    /// The name of a composite shape's variant, such as `"TriMesh"`.
    fn composite_kind(shape: &Self::CompositeShape) -> &'static str;
}

macro_rules! composite_space {
    ($($vector:ty: $shape:ident),+) => {$(
        impl CompositeSpace for $vector {
            type CompositeShape = $shape<$vector>;

            fn composite_kind(shape: &Self::CompositeShape) -> &'static str {
                shape.kind()
            }
        }
    )+};
}

composite_space!(Vec2: CompositeShape2, DVec2: CompositeShape2, Vec3: CompositeShape3, DVec3: CompositeShape3);

/// A user's own composite shape: see [`Composite`]. Two are equal if they are the same object.
#[derive(Clone, Debug)]
pub struct CustomComposite<V>(Arc<dyn Composite<V>>);

impl<V: Vector> CustomComposite<V> {
    /// Wraps a shape. Allocates once; clones share it.
    pub fn new(shape: impl Composite<V> + 'static) -> Self {
        Self(Arc::new(shape))
    }
}

impl<V: Vector> Composite<V> for CustomComposite<V> {
    fn sides(&self) -> Sides {
        self.0.sides()
    }

    fn bounds(&self) -> Aabb<V::Wide> {
        self.0.bounds()
    }

    fn near(&self, bounds: &Aabb<V::Wide>, found: &mut Vec<SubShapeId>) {
        self.0.near(bounds, found);
    }

    fn sub_shape(&self, id: SubShapeId, visit: &mut SubShapeVisitor<'_, V>) {
        self.0.sub_shape(id, visit);
    }

    fn surface_triangle(&self, id: SubShapeId) -> Option<SurfaceTriangle<V::Wide>> {
        self.0.surface_triangle(id)
    }

    fn surface_corners(&self, id: SubShapeId) -> Option<[V::Wide; 3]> {
        self.0.surface_corners(id)
    }

    fn normal_cone(&self, id: SubShapeId, feature: Feature, front: bool) -> NormalCone<V::Wide> {
        self.0.normal_cone(id, feature, front)
    }

    fn feature_key(&self, id: SubShapeId, feature: Feature) -> Option<FeatureKey> {
        self.0.feature_key(id, feature)
    }

    fn continues(&self, id: SubShapeId, feature: Feature) -> bool {
        self.0.continues(id, feature)
    }

    fn overlaps_itself(&self) -> bool {
        self.0.overlaps_itself()
    }

    fn way_out(&self, inside: V::Wide) -> Option<(SubShapeId, V::Wide)> {
        self.0.way_out(inside)
    }

    fn contains(&self, point: V::Wide) -> bool {
        self.0.contains(point)
    }

    fn moments(&self) -> Option<Moments<V::Wide>> {
        self.0.moments()
    }

    fn traverse(&self, limit: f64, search: &mut dyn PartSearch<V::Wide>) {
        self.0.traverse(limit, search);
    }
}

impl<V> PartialEq for CustomComposite<V> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// Always an error: the form of a user's own shape is unknown.
#[cfg(feature = "serde")]
impl<V: Vector> serde::Serialize for CustomComposite<V> {
    fn serialize<Z: serde::Serializer>(&self, _: Z) -> Result<Z::Ok, Z::Error> {
        Err(serde::ser::Error::custom("a custom composite shape cannot be serialised"))
    }
}

macro_rules! composite_shape {
    (
        $(#[$attribute:meta])*
        $name:ident over $wide:ty { $($(#[$variant_attribute:meta])* $variant:ident($shape:ty)),+ $(,)? }
    ) => {
        #[derive(Clone, Debug, PartialEq)]
        #[non_exhaustive]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        $(#[$attribute])*
        pub enum $name<V: ShapeSpace<Wide = $wide>> {
            $($(#[$variant_attribute])* $variant($shape)),+
        }

        impl<V: ShapeSpace<Wide = $wide>> $name<V> {
            /// The name of the variant, such as `"TriMesh"`; `"Custom"` for a user's own shape.
            pub fn kind(&self) -> &'static str {
                match self { $(Self::$variant(_) => stringify!($variant)),+ }
            }

            /// The shape in the variant. Its functions are called once per query or part, so the
            /// calls through a pointer cost little.
            fn shape(&self) -> &dyn Composite<V> {
                match self { $(Self::$variant(shape) => shape),+ }
            }
        }

        impl<V: ShapeSpace<Wide = $wide>> Composite<V> for $name<V> {
            fn sides(&self) -> Sides {
                self.shape().sides()
            }

            fn bounds(&self) -> Aabb<$wide> {
                self.shape().bounds()
            }

            fn near(&self, bounds: &Aabb<$wide>, found: &mut Vec<SubShapeId>) {
                self.shape().near(bounds, found);
            }

            fn sub_shape(&self, id: SubShapeId, visit: &mut SubShapeVisitor<'_, V>) {
                self.shape().sub_shape(id, visit);
            }

            fn surface_triangle(&self, id: SubShapeId) -> Option<SurfaceTriangle<$wide>> {
                self.shape().surface_triangle(id)
            }

            fn surface_corners(&self, id: SubShapeId) -> Option<[$wide; 3]> {
                self.shape().surface_corners(id)
            }

            fn normal_cone(&self, id: SubShapeId, feature: Feature, front: bool) -> NormalCone<$wide> {
                self.shape().normal_cone(id, feature, front)
            }

            fn feature_key(&self, id: SubShapeId, feature: Feature) -> Option<FeatureKey> {
                self.shape().feature_key(id, feature)
            }

            fn continues(&self, id: SubShapeId, feature: Feature) -> bool {
                self.shape().continues(id, feature)
            }

            fn overlaps_itself(&self) -> bool {
                self.shape().overlaps_itself()
            }

            fn way_out(&self, inside: $wide) -> Option<(SubShapeId, $wide)> {
                self.shape().way_out(inside)
            }

            fn contains(&self, point: $wide) -> bool {
                self.shape().contains(point)
            }

            fn moments(&self) -> Option<Moments<$wide>> {
                self.shape().moments()
            }

            fn traverse(&self, limit: f64, search: &mut dyn PartSearch<$wide>) {
                self.shape().traverse(limit, search);
            }
        }

        $(impl<V: ShapeSpace<Wide = $wide>> From<$shape> for $name<V> {
            fn from(shape: $shape) -> Self {
                Self::$variant(shape)
            }
        })+
    };
}

composite_shape! {
    /// A composite shape in 3D. Cheap to clone: the data are shared.
    #[cfg_attr(feature = "serde", serde(rename_all = "snake_case", bound(
        serialize = "V: ShapeSpace<Wide = DVec3, Shape: serde::Serialize, Scalar: serde::Serialize, Rotation: serde::Serialize> + serde::Serialize",
        deserialize = "V: ShapeSpace<Wide = DVec3, Shape: serde::Deserialize<'de>, Scalar: serde::Deserialize<'de>, Rotation: serde::Deserialize<'de>> + serde::Deserialize<'de>"
    )))]
    CompositeShape3 over DVec3 {
        /// A surface or solid of triangles.
        TriMesh(TriMesh<V>),
        /// Terrain.
        HeightField(HeightField<V>),
        /// Convex shapes at poses.
        Compound(Compound<V>),
        /// Filled cells of a grid.
        Voxels(Voxels<V>),
        /// A user's own shape.
        #[cfg_attr(feature = "serde", serde(skip_deserializing))]
        Custom(CustomComposite<V>),
    }
}

composite_shape! {
    /// A composite shape in 2D. Cheap to clone: the data are shared.
    #[cfg_attr(feature = "serde", serde(rename_all = "snake_case", bound(
        serialize = "V: ShapeSpace<Wide = DVec2, Shape: serde::Serialize, Scalar: serde::Serialize, Rotation: serde::Serialize> + serde::Serialize",
        deserialize = "V: ShapeSpace<Wide = DVec2, Shape: serde::Deserialize<'de>, Scalar: serde::Deserialize<'de>, Rotation: serde::Deserialize<'de>> + serde::Deserialize<'de>"
    )))]
    CompositeShape2 over DVec2 {
        /// A polyline or a solid of segments.
        Chain(Chain<V>),
        /// Terrain.
        HeightField(HeightField2<V>),
        /// Convex shapes at poses.
        Compound(Compound<V>),
        /// A user's own shape.
        #[cfg_attr(feature = "serde", serde(skip_deserializing))]
        Custom(CustomComposite<V>),
    }
}
