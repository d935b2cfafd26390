//! Voxels as a composite shape.

use clinch_shapes::{Aabb, Moments, Triangle};
use clinch_support::Vector;
use glam::DVec3;

use crate::composite::{Composite, SubShapeVisitor};
use crate::normal_cone::NormalCone;
use crate::part_search::{InTree, PartSearch};
use crate::query::{feature_key, normal_cone, surface_triangle};
use crate::sides::Sides;
use crate::sub_shape::{Feature, FeatureKey, SubShapeId};
use crate::surface::Surface;
use crate::surface_triangle::SurfaceTriangle;
use crate::voxels::grid::Voxels;

/// Its parts are [`Triangle`]s.
impl<V: Vector<Wide = DVec3>> Composite<V> for Voxels<V> {
    fn sides(&self) -> Sides {
        Sides::Solid
    }

    fn bounds(&self) -> Aabb<DVec3> {
        self.bounds()
    }

    fn near(&self, bounds: &Aabb<DVec3>, found: &mut Vec<SubShapeId>) {
        let first = found.len();
        self.near(bounds, |triangle| found.push(triangle));
        found[first..].sort_unstable();
    }

    fn sub_shape(&self, id: SubShapeId, visit: &mut SubShapeVisitor<'_, V>) {
        // The corners of cells are finite, which is all that is refused.
        if let Some([a, b, c]) = self.corners(id)
            && let Ok(triangle) = Triangle::new(a, b, c)
        {
            visit(&triangle, None);
        }
    }

    fn surface_triangle(&self, id: SubShapeId) -> Option<SurfaceTriangle<DVec3>> {
        if self.is_there(id.0) { surface_triangle(self, id.0) } else { None }
    }

    fn surface_corners(&self, id: SubShapeId) -> Option<[DVec3; 3]> {
        self.is_there(id.0).then(|| self.corners_of(id.0))
    }

    fn normal_cone(&self, id: SubShapeId, feature: Feature, front: bool) -> NormalCone<DVec3> {
        if self.is_there(id.0) { normal_cone(self, id.0, feature, front) } else { NormalCone::Unknown }
    }

    fn feature_key(&self, id: SubShapeId, feature: Feature) -> Option<FeatureKey> {
        self.is_there(id.0).then(|| feature_key(self, id.0, feature)).flatten()
    }

    fn way_out(&self, inside: DVec3) -> Option<(SubShapeId, DVec3)> {
        self.project(inside).filter(|nearest| nearest.inside).map(|nearest| (nearest.sub_shape, nearest.point))
    }

    fn contains(&self, point: DVec3) -> bool {
        self.contains(point)
    }

    fn moments(&self) -> Option<Moments<DVec3>> {
        Self::moments(self)
    }

    fn traverse(&self, limit: f64, search: &mut dyn PartSearch<DVec3>) {
        let bounds_of = |triangle| Aabb::of_points(self.corners_of(triangle));
        self.traverse_triangles(limit, &mut InTree { bounds_of, search });
    }
}
