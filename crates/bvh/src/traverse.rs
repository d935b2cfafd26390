//! Traverses the tree from near boxes to far ones.

use clinch_shapes::Aabb;
use clinch_support::Vector;
use smallvec::{SmallVec, smallvec};

use crate::bvh::Bvh;

/// What [`Bvh::traverse`] calls.
pub trait Visitor<W> {
    /// A lower bound of the distance to anything inside a box, or ∞ to skip it. The bound of a box
    /// that contains another must not be the larger.
    fn bound(&mut self, bounds: &Aabb<W>) -> f64;

    /// Visits an item. Returns the distance beyond which the rest can be skipped, `limit` if it has
    /// not changed, or `None` to stop. The box of the item itself may be beyond `limit`.
    fn visit(&mut self, item: u32, limit: f64) -> Option<f64>;

    /// The same for items that are near each other, in any order.
    #[inline]
    fn visit_several(&mut self, items: &[u32], limit: f64) -> Option<f64> {
        items.iter().try_fold(limit, |limit, &item| self.visit(item, limit))
    }
}

impl<W: Vector<Scalar = f64>> Bvh<W> {
    /// Visits items, near ones first as far as the boxes in the tree show, those outside of the
    /// tree before all others.
    ///
    /// `limit` is the distance beyond which items can be skipped at first. Every item whose box has
    /// a bound within the last limit is visited.
    pub fn traverse(&self, mut limit: f64, visitor: &mut impl Visitor<W>) {
        for &item in &self.outside {
            let Some(nearer) = visitor.visit(item, limit) else { return };
            limit = nearer;
        }
        let Some(root) = self.nodes.first() else { return };
        let mut stack: SmallVec<[(f64, u32); 64]> = smallvec![(visitor.bound(&self.frame.to_world(&root.bounds)), 0)];
        while let Some((near, node)) = stack.pop() {
            if !(near <= limit) {
                continue;
            }
            let node = &self.nodes[node as usize];
            if node.is_leaf() {
                for &item in self.leaf_items(node) {
                    let Some(nearer) = visitor.visit(item, limit) else { return };
                    limit = nearer;
                }
            } else {
                let [one, other] = [node.first, node.first + 1]
                    .map(|child| (visitor.bound(&self.frame.to_world(&self.nodes[child as usize].bounds)), child));
                // The nearer child goes on top of the stack. `extend` is slower than two pushes.
                let (nearer, farther) = if one.0 < other.0 { (one, other) } else { (other, one) };
                stack.push(farther);
                stack.push(nearer);
            }
        }
    }
}
