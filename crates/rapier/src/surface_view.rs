//! A surface of clinch over the mesh or height field of parry that it was made from.
//!
//! Each query compares the flags, and the triangles near the body with parry's, so that a mesh that
//! was changed in place, or another at the same address, is seen. The other triangles cannot change
//! the answer.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use clinch_composite::{Composite, Feature, FeatureKey, NormalCone, Sides, SubShapeId, SubShapeVisitor};
use clinch_shapes::Aabb;
use clinch_support::Pose;
use glam::{DVec3, Vec3};
use rapier3d::parry::shape as parry;

use crate::parts::{Parts, to_parry};
use crate::surface::{FieldKind, FieldSurface, Live, MeshSurface, Surface};

pub(crate) struct SurfaceView<'s> {
    live: Live<'s>,
    pub(crate) surface: Arc<Surface>,
    changed: AtomicBool,
}

impl<'s> SurfaceView<'s> {
    pub(crate) fn new(live: Live<'s>, surface: Arc<Surface>) -> Self {
        // Of a body inside of a solid no triangle is near, and none is compared.
        let changed = AtomicBool::new(!surface.has_flags_of(live));
        Self { live, surface, changed }
    }

    /// Whether a query has found that the shape is another than the surface was made from: then its
    /// answer is void.
    pub(crate) fn has_changed(&self) -> bool {
        self.changed.load(Relaxed)
    }

    /// Whether the shape is a surface, with neighbours of its triangles.
    pub(crate) fn is_known(&self) -> bool {
        self.composite().is_some()
    }

    /// parry's number of a part.
    pub(crate) fn number(&self, id: SubShapeId) -> u32 {
        let source = |mesh: &MeshSurface| mesh.sources.get(id.index()).copied().unwrap_or(0);
        match &*self.surface {
            Surface::Mesh(mesh) | Surface::Field(FieldSurface { kind: FieldKind::Mesh(mesh), .. }) => source(mesh),
            Surface::Field(FieldSurface { kind: FieldKind::Field(field), .. }) => {
                let (rows, columns) = (field.rows() - 1, field.columns() - 1);
                let (cell, half) = (id.0 / 2, id.0 % 2);
                (cell % columns) * rows + cell / columns + half * rows * columns
            }
            Surface::None => id.0,
        }
    }

    pub(crate) fn parts(&self) -> Parts<'s> {
        match self.live {
            Live::Mesh(mesh) => Parts::Mesh(mesh),
            Live::Field(field) => Parts::Field(field),
        }
    }

    fn composite(&self) -> Option<&dyn Composite<Vec3>> {
        match &*self.surface {
            Surface::Mesh(mesh) | Surface::Field(FieldSurface { kind: FieldKind::Mesh(mesh), .. }) => Some(&mesh.mesh),
            Surface::Field(FieldSurface { kind: FieldKind::Field(field), .. }) => Some(field),
            Surface::None => None,
        }
    }

    /// The place of the surface's frame: a field of parry has its origin in the middle, one of
    /// clinch in a corner.
    fn offset(&self) -> DVec3 {
        match (&*self.surface, self.live) {
            (Surface::Field(FieldSurface { kind: FieldKind::Field(field), .. }), Live::Field(_)) => {
                let extent = field.scale().as_dvec3() * DVec3::new(f64::from(field.columns() - 1), 0.0, f64::from(field.rows() - 1));
                extent * -0.5
            }
            _ => DVec3::ZERO,
        }
    }

    fn near_of_mesh(&self, mesh: &parry::TriMesh, surface: &MeshSurface, bounds: &Aabb<DVec3>, found: &mut Vec<SubShapeId>) {
        let bounds = to_parry(bounds);
        for triangle in mesh.bvh().intersect_aabb(&bounds).filter(|&id| (id as usize) < mesh.num_triangles()) {
            if !surface.is_same(mesh, triangle) {
                self.changed.store(true, Relaxed);
                return;
            }
            found.extend(surface.pieces(triangle).map(SubShapeId));
        }
    }

    /// Compares the cells under a box, in parry's frame.
    fn check_cells(&self, field: &parry::HeightField, surface: &FieldSurface, bounds: &Aabb<DVec3>) {
        let range = |low: f64, high: f64, width: f32, count: usize| {
            let at = |x: f64| ((x / f64::from(width).abs()) + 0.5 * count as f64).floor().clamp(-1.0, count as f64) as isize;
            (at(low) - 1).max(0) as usize..((at(high) + 2).max(0) as usize).min(count)
        };
        let rows = range(bounds.min.z, bounds.max.z, field.cell_height(), field.nrows());
        for column in range(bounds.min.x, bounds.max.x, field.cell_width(), field.ncols()) {
            if rows.clone().any(|row| !surface.is_same(field, row, column)) {
                self.changed.store(true, Relaxed);
                return;
            }
        }
    }
}

impl core::fmt::Debug for SurfaceView<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.surface.fmt(f)
    }
}

impl Composite<Vec3> for SurfaceView<'_> {
    fn sides(&self) -> Sides {
        self.composite().map_or(Sides::Two, Composite::sides)
    }

    /// Those of parry's shape: what was changed in place may have left the bounds of the surface,
    /// and would not be compared.
    fn bounds(&self) -> Aabb<DVec3> {
        self.parts().bounds()
    }

    fn near(&self, bounds: &Aabb<DVec3>, found: &mut Vec<SubShapeId>) {
        let first = found.len();
        match (&*self.surface, self.live) {
            (Surface::Mesh(surface), Live::Mesh(mesh)) => self.near_of_mesh(mesh, surface, bounds, found),
            (Surface::Field(surface), Live::Field(field)) => {
                self.check_cells(field, surface, bounds);
                if let Some(composite) = self.composite().filter(|_| !self.has_changed()) {
                    composite.near(&Aabb { min: bounds.min - self.offset(), max: bounds.max - self.offset() }, found);
                }
            }
            _ => self.parts().near(bounds, found),
        }
        found[first..].sort_unstable();
    }

    fn sub_shape(&self, id: SubShapeId, visit: &mut SubShapeVisitor<'_, Vec3>) {
        let Some(composite) = self.composite() else { return self.parts().sub_shape(id, visit) };
        let offset = self.offset();
        let pose = (offset != DVec3::ZERO).then(|| Pose::at(offset));
        composite.sub_shape(id, &mut |shape, _| visit(shape, pose.as_ref()));
    }

    fn normal_cone(&self, id: SubShapeId, feature: Feature, front: bool) -> NormalCone<DVec3> {
        self.composite().map_or(NormalCone::Unknown, |composite| composite.normal_cone(id, feature, front))
    }

    fn feature_key(&self, id: SubShapeId, feature: Feature) -> Option<FeatureKey> {
        self.composite().and_then(|composite| composite.feature_key(id, feature))
    }

    fn continues(&self, id: SubShapeId, feature: Feature) -> bool {
        self.composite().is_some_and(|composite| composite.continues(id, feature))
    }

    fn overlaps_itself(&self) -> bool {
        self.composite().is_some_and(Composite::<Vec3>::overlaps_itself)
    }

    fn way_out(&self, inside: DVec3) -> Option<(SubShapeId, DVec3)> {
        let (id, place) = self.composite()?.way_out(inside - self.offset())?;
        Some((id, place + self.offset()))
    }

    fn contains(&self, point: DVec3) -> bool {
        self.composite().is_some_and(|composite| composite.contains(point - self.offset()))
    }
}
