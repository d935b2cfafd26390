//! A shape of a query: convex, or made of parts.

use std::sync::Arc;

use clinch_composite::{Composite, SubShapeId};
use glam::Vec3;
use rapier3d::parry::shape::{Shape, TriMeshFlags, TypedShape};

use crate::parts::Parts;
use crate::surface::{Live, Surface, of_field, of_mesh};
use crate::surface_cache::{Key, SurfaceCache};
use crate::surface_view::SurfaceView;
use crate::view::{ShapeView, view};

pub(crate) enum Operand<'s> {
    Convex(ShapeView<'s>),
    Composite(CompositeView<'s>),
}

pub(crate) enum CompositeView<'s> {
    Surface(SurfaceView<'s>),
    Parts(Parts<'s>),
}

/// Where the surface of a shape comes from.
pub(crate) struct Source<'c> {
    pub(crate) cache: &'c SurfaceCache,
    /// The surface that the pair had at the last step.
    pub(crate) last: Option<Arc<Surface>>,
    /// The surface that does not fit the shape any more.
    pub(crate) changed: Option<Arc<Surface>>,
}

impl Source<'_> {
    /// The last surface is checked by the view as any other: its key need not be the same.
    fn get(self, key: Key, make: impl FnOnce() -> Surface) -> Arc<Surface> {
        self.last.unwrap_or_else(|| self.cache.get(key, self.changed.as_ref(), make))
    }
}

impl<'s> Operand<'s> {
    /// `None` if a size is negative or not finite, or a mesh belongs to a soft body.
    pub(crate) fn new(shape: &'s dyn Shape, source: Source<'_>) -> Option<Self> {
        let composite = match shape.as_typed_shape() {
            TypedShape::TriMesh(mesh) => {
                // rapier moves its vertices at each step, and needs a manifold per triangle.
                if mesh.flags().contains(TriMeshFlags::DEFORMABLE) {
                    return None;
                }
                let (vertices, indices) = (mesh.vertices(), mesh.indices());
                let key = [vertices.as_ptr() as usize, vertices.len(), indices.as_ptr() as usize, indices.len()];
                CompositeView::Surface(SurfaceView::new(Live::Mesh(mesh), source.get(key, || of_mesh(mesh))))
            }
            TypedShape::HeightField(field) => {
                let (heights, cells) = (field.heights().data(), field.cells_statuses().data());
                let key = [heights.as_ptr() as usize, field.nrows(), cells.as_ptr() as usize, field.ncols()];
                CompositeView::Surface(SurfaceView::new(Live::Field(field), source.get(key, || of_field(field))))
            }
            TypedShape::Compound(compound) => CompositeView::Parts(Parts::Compound(compound)),
            TypedShape::Polyline(line) => CompositeView::Parts(Parts::Polyline(line)),
            TypedShape::Voxels(voxels) => CompositeView::Parts(Parts::Voxels(voxels)),
            _ => return view(shape).map(Self::Convex),
        };
        (!composite.is_invalid()).then_some(Self::Composite(composite))
    }

    pub(crate) fn surface(&self) -> Option<&Arc<Surface>> {
        match self {
            Self::Composite(CompositeView::Surface(view)) => Some(&view.surface),
            _ => None,
        }
    }

    pub(crate) fn has_changed(&self) -> bool {
        matches!(self, Self::Composite(view) if view.has_changed())
    }
}

impl CompositeView<'_> {
    pub(crate) fn shape(&self) -> &dyn Composite<Vec3> {
        match self {
            Self::Surface(view) => view,
            Self::Parts(parts) => parts,
        }
    }

    /// See [`SurfaceView::has_changed`].
    pub(crate) fn has_changed(&self) -> bool {
        matches!(self, Self::Surface(view) if view.has_changed())
    }

    /// parry's number of a part.
    pub(crate) fn number(&self, id: SubShapeId) -> u32 {
        match self {
            Self::Surface(view) => view.number(id),
            Self::Parts(_) => id.0,
        }
    }

    /// Whether this shape is touched by the parts of the other, and not the other way round. A
    /// surface is: its triangles alone, as bodies, have no front and no neighbours. Else the shape
    /// with the larger bounds is, as of clinch's own shapes.
    pub(crate) fn is_touched_by_parts_of(&self, other: &Self) -> bool {
        if self.is_surface() != other.is_surface() {
            return self.is_surface();
        }
        let size = |view: &Self| (view.shape().bounds().max - view.shape().bounds().min).length();
        size(self) >= size(other)
    }

    /// Whether the shape is a surface, with neighbours of its triangles.
    pub(crate) fn is_surface(&self) -> bool {
        matches!(self, Self::Surface(view) if view.is_known())
    }

    fn is_invalid(&self) -> bool {
        matches!(self, Self::Parts(parts) if parts.is_invalid())
    }
}
