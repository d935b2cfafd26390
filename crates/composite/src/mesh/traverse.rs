//! Traverses the tree of a mesh in the frame of an instance.

use clinch_bvh::Visitor;
use clinch_shapes::Aabb;
use clinch_support::Vector;
use glam::DVec3;

use crate::mesh::tri_mesh::TriMesh;
use crate::part_search::PartSearch;
use crate::sub_shape::SubShapeId;

/// Visits triangles as [`clinch_bvh::Bvh::traverse`] does, with boxes in the frame of the instance.
pub(crate) fn traverse<V: Vector<Wide = DVec3>>(mesh: &TriMesh<V>, limit: f64, visitor: &mut impl Visitor<DVec3>) {
    if mesh.is_scaled() {
        mesh.data().tree.traverse(limit, &mut InInstance { mesh, visitor });
    } else {
        mesh.data().tree.traverse(limit, visitor);
    }
}

/// Calls `found` once for each triangle whose box may have a point in common with `bounds`.
pub(crate) fn overlaps<V: Vector<Wide = DVec3>>(mesh: &TriMesh<V>, bounds: &Aabb<DVec3>, found: impl FnMut(u32)) {
    if mesh.is_scaled() {
        traverse(mesh, 0.0, &mut Overlaps { bounds, found });
    } else {
        mesh.data().tree.overlaps(bounds, found);
    }
}

/// Visits the triangles within the distance of a search.
pub(crate) fn search_parts<V: Vector<Wide = DVec3>>(mesh: &TriMesh<V>, limit: f64, search: &mut dyn PartSearch<DVec3>) {
    traverse(mesh, limit, &mut Parts { mesh, search });
}

struct Parts<'m, V: Vector<Wide = DVec3>> {
    mesh: &'m TriMesh<V>,
    search: &'m mut dyn PartSearch<DVec3>,
}

impl<V: Vector<Wide = DVec3>> Visitor<DVec3> for Parts<'_, V> {
    fn bound(&mut self, bounds: &Aabb<DVec3>) -> f64 {
        self.search.bound(bounds)
    }

    fn visit(&mut self, item: u32, limit: f64) -> Option<f64> {
        // A leaf of the tree holds several triangles.
        let is_near = Aabb::of_points(self.mesh.wide_corners(item)).is_some_and(|own| self.search.bound(&own) <= limit);
        if is_near { self.search.visit(SubShapeId(item), limit) } else { Some(limit) }
    }
}

struct InInstance<'m, V: Vector<Wide = DVec3>, I> {
    mesh: &'m TriMesh<V>,
    visitor: &'m mut I,
}

impl<V: Vector<Wide = DVec3>, I: Visitor<DVec3>> Visitor<DVec3> for InInstance<'_, V, I> {
    fn bound(&mut self, bounds: &Aabb<DVec3>) -> f64 {
        self.visitor.bound(&self.mesh.scale_box(bounds))
    }

    fn visit(&mut self, item: u32, limit: f64) -> Option<f64> {
        self.visitor.visit(item, limit)
    }
}

struct Overlaps<'b, F> {
    bounds: &'b Aabb<DVec3>,
    found: F,
}

impl<F: FnMut(u32)> Visitor<DVec3> for Overlaps<'_, F> {
    fn bound(&mut self, bounds: &Aabb<DVec3>) -> f64 {
        if bounds.intersects(self.bounds) { 0.0 } else { f64::INFINITY }
    }

    fn visit(&mut self, item: u32, limit: f64) -> Option<f64> {
        (self.found)(item);
        Some(limit)
    }
}
