//! The height field as a composite shape.

use clinch_shapes::{Aabb, Triangle};
use clinch_support::Vector;
use glam::DVec3;

use crate::composite::{Composite, SubShapeVisitor};
use crate::height_field::field::HeightField;
use crate::normal_cone::NormalCone;
use crate::query::{feature_key, normal_cone, surface_triangle};
use crate::sides::{BoundaryEdges, Sides};
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
        // Without the triangles around a vertex, which the general function visits.
        self.boundary_edges() == BoundaryEdges::Open && self.is_there(id.0) && self.is_at_border(id.0, feature)
    }

    fn contains(&self, point: DVec3) -> bool {
        self.contains(point)
    }
}

#[cfg(test)]
mod tests {
    use crate::composite::Composite;
    use crate::height_field::cell::Cell;
    use crate::height_field::field::HeightField;
    use crate::query::continues;
    use crate::sub_shape::{Feature, SubShapeId};
    use glam::DVec3;

    #[test]
    fn the_surface_continues_where_the_triangles_around_say_so() {
        let heights = (0..30).map(|i| f64::from(i * i % 7)).collect();
        let field = HeightField::new(5, 6, heights, DVec3::ONE).unwrap();
        let field = field.with_cell(1, 3, Cell::Hole).and_then(|field| field.with_cell(2, 1, Cell::Anti)).unwrap();
        let features = || (0..3).flat_map(|i| [Feature::Edge(i), Feature::Vertex(i)]).chain([Feature::Face, Feature::Edge(3)]);
        let mut count = 0;
        for (triangle, feature) in (0..40).flat_map(|triangle| features().map(move |feature| (triangle, feature))) {
            let id = SubShapeId(triangle);
            let general = field.corners(id).is_some() && continues(&field, triangle, feature);
            assert_eq!(Composite::<DVec3>::continues(&field, id, feature), general, "{triangle} {feature:?}");
            count += usize::from(general);
        }
        assert!(count > 80 && count < 200, "{count}");
    }
}
