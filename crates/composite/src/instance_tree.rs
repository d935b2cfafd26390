//! The tree of shared data, in the frame of an instance that is scaled.

use clinch_bvh::{Bvh, Visitor};
use clinch_shapes::Aabb;
use clinch_support::{Scalar, Vector};

/// A tree whose boxes are multiplied by a factor per axis.
pub(crate) struct InstanceTree<'t, V: Vector> {
    tree: &'t Bvh<V::Wide>,
    scale: V,
    is_scaled: bool,
}

impl<'t, V: Vector> InstanceTree<'t, V> {
    pub(crate) fn new(tree: &'t Bvh<V::Wide>, scale: V) -> Self {
        let is_scaled = (0..V::DIM).any(|axis| scale.get(axis) != V::Scalar::ONE);
        Self { tree, scale, is_scaled }
    }

    /// Visits items as [`Bvh::traverse`] does, with boxes in the frame of the instance.
    pub(crate) fn traverse(&self, limit: f64, visitor: &mut impl Visitor<V::Wide>) {
        if self.is_scaled {
            self.tree.traverse(limit, &mut InInstance { tree: self, visitor });
        } else {
            self.tree.traverse(limit, visitor);
        }
    }

    /// Calls `found` once for each item whose box may have a point in common with `bounds`.
    pub(crate) fn overlaps(&self, bounds: &Aabb<V::Wide>, found: impl FnMut(u32)) {
        if self.is_scaled {
            self.traverse(0.0, &mut Overlaps { bounds, found });
        } else {
            self.tree.overlaps(bounds, found);
        }
    }

    /// A box of the tree in the frame of the instance. It contains each point that the tree's box
    /// contains, because rounding is monotone.
    pub(crate) fn scale_box(&self, bounds: &Aabb<V::Wide>) -> Aabb<V::Wide> {
        if !self.is_scaled {
            return *bounds;
        }
        let scaled = |corner: V::Wide| {
            let at = V::Wide::from_fn(|axis| corner.get(axis) * self.scale.get(axis).widen());
            V::narrow(at).widen()
        };
        let [one, other] = [bounds.min, bounds.max].map(scaled);
        Aabb {
            min: V::Wide::from_fn(|axis| one.get(axis).min(other.get(axis))),
            max: V::Wide::from_fn(|axis| one.get(axis).max(other.get(axis))),
        }
    }
}

struct InInstance<'i, 't, V: Vector, I> {
    tree: &'i InstanceTree<'t, V>,
    visitor: &'i mut I,
}

impl<V: Vector, I: Visitor<V::Wide>> Visitor<V::Wide> for InInstance<'_, '_, V, I> {
    fn bound(&mut self, bounds: &Aabb<V::Wide>) -> f64 {
        self.visitor.bound(&self.tree.scale_box(bounds))
    }

    fn visit(&mut self, item: u32, limit: f64) -> Option<f64> {
        self.visitor.visit(item, limit)
    }
}

struct Overlaps<'b, W, F> {
    bounds: &'b Aabb<W>,
    found: F,
}

impl<W: Vector<Scalar = f64>, F: FnMut(u32)> Visitor<W> for Overlaps<'_, W, F> {
    fn bound(&mut self, bounds: &Aabb<W>) -> f64 {
        if bounds.intersects(self.bounds) { 0.0 } else { f64::INFINITY }
    }

    fn visit(&mut self, item: u32, limit: f64) -> Option<f64> {
        (self.found)(item);
        Some(limit)
    }
}
