//! The compound as a composite shape.

use clinch_shapes::{Aabb, Moments, ShapeSpace};

use crate::composite::{Composite, SubShapeVisitor};
use crate::compound::shape::Compound;
use crate::part_search::{InTree, PartSearch};
use crate::sides::Sides;
use crate::sub_shape::SubShapeId;

/// Nothing is known of the neighbours of a part: its normal cones are
/// [`Unknown`](crate::NormalCone::Unknown).
impl<V: ShapeSpace> Composite<V> for Compound<V> {
    fn sides(&self) -> Sides {
        Sides::Solid
    }

    fn bounds(&self) -> Aabb<V::Wide> {
        self.bounds()
    }

    fn near(&self, bounds: &Aabb<V::Wide>, found: &mut Vec<SubShapeId>) {
        let first = found.len();
        self.tree().overlaps(bounds, |part| {
            if self.bounds_of_parts()[part as usize].intersects(bounds) {
                found.push(SubShapeId(part));
            }
        });
        found[first..].sort_unstable();
    }

    fn sub_shape(&self, id: SubShapeId, visit: &mut SubShapeVisitor<'_, V>) {
        if let Some((pose, shape)) = self.parts().get(id.index()) {
            visit(shape, Some(&pose.widen()));
        }
    }

    fn moments(&self) -> Option<Moments<V::Wide>> {
        Self::moments(self)
    }

    fn traverse(&self, limit: f64, search: &mut dyn PartSearch<V::Wide>) {
        let bounds_of = |part| self.bounds_of_parts().get(part as usize).copied();
        self.tree().traverse(limit, &mut InTree { bounds_of, search });
    }
}
