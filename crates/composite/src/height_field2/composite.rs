//! The height field in 2D as a composite shape.

use clinch_shapes::{Aabb, Segment};
use clinch_support::Vector;
use glam::DVec2;

use crate::composite::{Composite, SubShapeVisitor};
use crate::height_field2::field::HeightField2;
use crate::normal_cone::NormalCone;
use crate::planar::{continues, feature_key, normal_cone};
use crate::sides::Sides;
use crate::sub_shape::{Feature, FeatureKey, SubShapeId};

/// Its parts are [`Segment`]s, whose ends are [`Feature::Vertex`] and whose inside is
/// [`Feature::Face`].
impl<V: Vector<Wide = DVec2>> Composite<V> for HeightField2<V> {
    fn sides(&self) -> Sides {
        self.sides()
    }

    fn bounds(&self) -> Aabb<DVec2> {
        self.bounds()
    }

    fn near(&self, bounds: &Aabb<DVec2>, found: &mut Vec<SubShapeId>) {
        self.near(bounds, |segment| found.push(segment));
    }

    fn sub_shape(&self, id: SubShapeId, visit: &mut SubShapeVisitor<'_, V>) {
        // The constructor has checked that all points are finite, which is all that is refused.
        if let Some([a, b]) = self.ends(id)
            && let Ok(segment) = Segment::new(a, b)
        {
            visit(&segment, None);
        }
    }

    fn normal_cone(&self, id: SubShapeId, feature: Feature, front: bool) -> NormalCone<DVec2> {
        if self.is_there(id.0) { normal_cone(self, id.0, feature, front) } else { NormalCone::Unknown }
    }

    fn feature_key(&self, id: SubShapeId, feature: Feature) -> Option<FeatureKey> {
        self.is_there(id.0).then(|| feature_key(self, id.0, feature)).flatten()
    }

    fn continues(&self, id: SubShapeId, feature: Feature) -> bool {
        self.is_there(id.0) && continues(self, id.0, feature)
    }

    fn way_out(&self, inside: DVec2) -> Option<(SubShapeId, DVec2)> {
        self.project(inside).filter(|nearest| nearest.inside).map(|nearest| (nearest.sub_shape, nearest.point))
    }

    fn contains(&self, point: DVec2) -> bool {
        self.contains(point)
    }
}
