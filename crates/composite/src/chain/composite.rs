//! The chain as a composite shape.

use clinch_shapes::{Aabb, Moments, Segment};
use clinch_support::Vector;
use glam::DVec2;

use crate::chain::instance::Chain;
use crate::composite::{Composite, SubShapeVisitor};
use crate::normal_cone::NormalCone;
use crate::part_search::{InTree, PartSearch};
use crate::planar::{continues, feature_key, normal_cone};
use crate::sides::Sides;
use crate::sub_shape::{Feature, FeatureKey, SubShapeId};

/// Its parts are [`Segment`]s, whose ends are [`Feature::Vertex`] and whose inside is
/// [`Feature::Face`].
impl<V: Vector<Wide = DVec2>> Composite<V> for Chain<V> {
    fn sides(&self) -> Sides {
        self.sides()
    }

    fn bounds(&self) -> Aabb<DVec2> {
        self.bounds()
    }

    fn near(&self, bounds: &Aabb<DVec2>, found: &mut Vec<SubShapeId>) {
        let first = found.len();
        self.tree().overlaps(bounds, |segment| {
            // A leaf of the tree holds several segments.
            if Aabb::of_points(self.wide_ends(segment)).is_some_and(|own| own.intersects(bounds)) {
                found.push(SubShapeId(segment));
            }
        });
        found[first..].sort_unstable();
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
        if self.has(id) { normal_cone(self, id.0, feature, front) } else { NormalCone::Unknown }
    }

    fn feature_key(&self, id: SubShapeId, feature: Feature) -> Option<FeatureKey> {
        self.has(id).then(|| feature_key(self, id.0, feature)).flatten()
    }

    fn continues(&self, id: SubShapeId, feature: Feature) -> bool {
        self.has(id) && continues(self, id.0, feature)
    }

    fn way_out(&self, inside: DVec2) -> Option<(SubShapeId, DVec2)> {
        self.project(inside).filter(|nearest| nearest.inside).map(|nearest| (nearest.sub_shape, nearest.point))
    }

    fn contains(&self, point: DVec2) -> bool {
        self.contains(point)
    }

    fn moments(&self) -> Option<Moments<DVec2>> {
        Self::moments(self)
    }

    fn traverse(&self, limit: f64, search: &mut dyn PartSearch<DVec2>) {
        let bounds_of = |segment| Aabb::of_points(self.wide_ends(segment));
        self.tree().traverse(limit, &mut InTree { bounds_of, search });
    }
}
