//! The contacts of a pair of which at least one shape is composite.

use clinch_composite::{ColliderShape, Composite};
use clinch_composite_contact::{
    ColliderSpace, CompositeManifold, CompositeMemory, CompositeRelation, CompositeScratch, MovingBody, PartVerdict, collide,
    collide_composites, explain, explain_composites, measure, recycle,
};
use clinch_contact::{Pair, Settings};
use clinch_shapes::Convex;
use clinch_support::{Pose, Scalar, SupportMap, Vector};

use crate::composite_contacts::CompositeContacts;
use crate::row::Row;
use crate::row_result::RowResult;

/// Two shapes, at least one of them composite, and B's pose in A's frame.
pub(crate) struct CompositePair<'p, V: ColliderSpace> {
    pub(crate) a: &'p ColliderShape<V>,
    pub(crate) b: &'p ColliderShape<V>,
    pub(crate) b_in_a: Pose<V::Wide>,
}

impl<V: ColliderSpace> CompositePair<'_, V> {
    /// Computes the contacts of a row, or keeps those of an earlier tick.
    pub(crate) fn update<K>(
        &self,
        settings: &Settings<V::Scalar>,
        sensor: bool,
        row: &mut Row<K, V>,
        scratch: &mut CompositeScratch<V>,
    ) -> RowResult {
        row.manifold.clear();
        let CompositeContacts { memory, manifolds, .. } = &mut **row.composite.get_or_insert_with(|| Box::new(CompositeContacts::new()));
        if sensor {
            manifolds.clear();
            return RowResult::of_composite(&self.measure(settings, scratch));
        }
        if recycle(&self.b_in_a, settings, memory, manifolds).is_some() {
            return RowResult::of_recycled_composite(manifolds);
        }
        let relation = self.collide(settings, memory, scratch, manifolds);
        self.store(&relation, settings, memory);
        RowResult::of_composite(&relation)
    }
}

impl<V: ColliderSpace> CompositePair<'_, V> {
    fn collide(
        &self,
        settings: &Settings<V::Scalar>,
        memory: &mut CompositeMemory<V>,
        scratch: &mut CompositeScratch<V>,
        manifolds: &mut Vec<CompositeManifold<V>>,
    ) -> CompositeRelation<V> {
        match (self.a, self.b) {
            (ColliderShape::Composite(a), ColliderShape::Convex(b)) => {
                collide(&Pair { a, b, b_in_a: self.b_in_a }, settings, memory, scratch, manifolds)
            }
            (ColliderShape::Convex(a), ColliderShape::Composite(b)) => {
                let a_in_b = self.a_in_b();
                manifolds.iter_mut().for_each(|manifold| *manifold = manifold.swapped(&self.b_in_a));
                let relation = collide(&Pair { a: b, b: a, b_in_a: a_in_b }, &swapped(settings), memory, scratch, manifolds);
                manifolds.iter_mut().for_each(|manifold| *manifold = manifold.swapped(&a_in_b));
                relation.swapped(&a_in_b)
            }
            (ColliderShape::Composite(a), ColliderShape::Composite(b)) => {
                collide_composites(&Pair { a, b, b_in_a: self.b_in_a }, settings, scratch, manifolds)
            }
            // The caller has another function for it.
            (ColliderShape::Convex(_), ColliderShape::Convex(_)) => CompositeRelation::Undefined,
        }
    }

    fn measure(&self, settings: &Settings<V::Scalar>, scratch: &mut CompositeScratch<V>) -> CompositeRelation<V> {
        match (self.a, self.b) {
            (ColliderShape::Composite(a), ColliderShape::Convex(b)) => measure(&Pair { a, b, b_in_a: self.b_in_a }, settings, scratch),
            (ColliderShape::Convex(a), ColliderShape::Composite(b)) => {
                let a_in_b = self.a_in_b();
                measure(&Pair { a: b, b: a, b_in_a: a_in_b }, &swapped(settings), scratch).swapped(&a_in_b)
            }
            // As their manifolds are found; there is no cheaper query of the two.
            (ColliderShape::Composite(_), ColliderShape::Composite(_)) => {
                self.collide(settings, &mut CompositeMemory::new(), scratch, &mut Vec::new())
            }
            // The caller has another function for it.
            (ColliderShape::Convex(_), ColliderShape::Convex(_)) => CompositeRelation::Undefined,
        }
    }

    /// The contacts of the parts, and whether each is kept; none of two convex shapes.
    pub(crate) fn explain(&self, settings: &Settings<V::Scalar>, scratch: &mut CompositeScratch<V>) -> Vec<PartVerdict<V>> {
        match (self.a, self.b) {
            (ColliderShape::Composite(a), ColliderShape::Convex(b)) => explain(&Pair { a, b, b_in_a: self.b_in_a }, settings, scratch),
            (ColliderShape::Convex(a), ColliderShape::Composite(b)) => {
                let a_in_b = self.a_in_b();
                let verdicts = explain(&Pair { a: b, b: a, b_in_a: a_in_b }, &swapped(settings), scratch);
                verdicts.into_iter().map(|verdict| verdict.swapped(&a_in_b)).collect()
            }
            (ColliderShape::Composite(a), ColliderShape::Composite(b)) => {
                explain_composites(&Pair { a, b, b_in_a: self.b_in_a }, settings, scratch)
            }
            (ColliderShape::Convex(_), ColliderShape::Convex(_)) => Vec::new(),
        }
    }

    fn a_in_b(&self) -> Pose<V::Wide> {
        Pose::<V::Wide>::IDENTITY.relative_to(&self.b_in_a)
    }

    /// Remembers the relation. Of the two shapes the motion of the smaller one will be measured.
    fn store(&self, relation: &CompositeRelation<V>, settings: &Settings<V::Scalar>, memory: &mut CompositeMemory<V>) {
        let [a, b] = [(self.a, settings.skin_a), (self.b, settings.skin_b)].map(|(shape, skin)| {
            let skin = if skin > V::Scalar::ZERO { skin.widen() } else { 0.0 };
            (bounding_radius(shape) + skin, size(shape) + skin)
        });
        let is_b = b.0 <= a.0;
        let (radius, size) = if is_b { b } else { a };
        let body = MovingBody { is_b, radius: V::Scalar::narrow_up(radius), size: V::Scalar::narrow_down(size) };
        memory.store(&self.b_in_a, relation, body, settings);
    }
}

/// An upper bound of the distance of the shape's points from the origin of its frame.
fn bounding_radius<V: ColliderSpace>(shape: &ColliderShape<V>) -> f64 {
    match shape {
        ColliderShape::Convex(shape) => shape.bounding_radius(),
        ColliderShape::Composite(shape) => {
            let bounds = shape.bounds();
            let farthest = V::Wide::from_fn(|i| bounds.min.get(i).abs().max(bounds.max.get(i).abs()));
            farthest.length() * (1.0 + 4.0 * f64::EPSILON)
        }
    }
}

/// The radius about the center.
fn size<V: ColliderSpace>(shape: &ColliderShape<V>) -> f64 {
    match shape {
        ColliderShape::Convex(shape) => shape.radius_about_center().widen() + shape.radius_wide(),
        ColliderShape::Composite(shape) => {
            let bounds = shape.bounds();
            0.5 * (bounds.max - bounds.min).length()
        }
    }
}

/// The settings for the pair with its shapes exchanged.
fn swapped<S: Scalar>(settings: &Settings<S>) -> Settings<S> {
    Settings { skin_a: settings.skin_b, skin_b: settings.skin_a, ..*settings }
}
