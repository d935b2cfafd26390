//! The height field as a composite shape.

use clinch_shapes::{Aabb, Triangle};
use clinch_support::Vector;
use glam::DVec3;

use crate::composite::{Composite, SubShapeVisitor};
use crate::height_field::field::HeightField;
use crate::normal_cone::NormalCone;
use crate::query::{continues, feature_key, normal_cone, surface_triangle};
use crate::sides::Sides;
use crate::sub_shape::{Feature, FeatureKey, SubShapeId};
use crate::surface::Surface;
use crate::surface_triangle::SurfaceTriangle;

/// Its parts are [`Triangle`]s.
impl<V: Vector<Wide = DVec3>> Composite<V> for HeightField<V> {
    fn sides(&self) -> Sides {
        self.sides()
    }

    fn bounds(&self) -> Aabb<DVec3> {
        self.bounds()
    }

    fn near(&self, bounds: &Aabb<DVec3>, found: &mut Vec<SubShapeId>) {
        self.near(bounds, |triangle| found.push(triangle));
    }

    fn sub_shape(&self, id: SubShapeId, visit: &mut SubShapeVisitor<'_, V>) {
        // The constructor has checked that all vertices are finite, which is all that is refused.
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

    fn continues(&self, id: SubShapeId, feature: Feature) -> bool {
        self.is_there(id.0) && continues(self, id.0, feature)
    }

    fn contains(&self, point: DVec3) -> bool {
        self.contains(point)
    }

    fn way_out(&self, inside: DVec3) -> Option<(SubShapeId, DVec3)> {
        // Most points are above the field, which costs less to see.
        let nearest = if self.contains(inside) { self.project(inside) } else { None };
        nearest.map(|nearest| (nearest.sub_shape, nearest.point))
    }
}
