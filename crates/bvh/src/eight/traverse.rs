//! Traverses the tree for a visitor that bounds boxes by itself.

use clinch_shapes::Aabb;
use glam::DVec3;
use smallvec::{SmallVec, smallvec};

use crate::eight::node::Below;
use crate::eight::tree::Bvh8;
use crate::traverse::Visitor;

impl Bvh8 {
    /// Visits items, near ones first as far as the boxes in the tree show, as
    /// [`Bvh::traverse`](crate::Bvh::traverse) does.
    pub fn traverse(&self, mut limit: f64, visitor: &mut impl Visitor<DVec3>) {
        let mut stack: SmallVec<[(f64, u32, u8); 64]> = smallvec![(0.0, 0, u8::MAX)];
        while let Some((near, place, leaf)) = stack.pop() {
            let Some(node) = self.nodes.get(place as usize) else { continue };
            if !(near <= limit) {
                continue;
            }
            if let (Below::Items { first, count }, true) = (node.below(), leaf != u8::MAX) {
                for item in self.leaf_items(first, count, usize::from(leaf)) {
                    let Some(nearer) = visitor.visit(item, limit) else { return };
                    limit = nearer;
                }
                continue;
            }
            let begin = stack.len();
            for child in 0..node.children() {
                let bounds = node.child(child);
                let bound = visitor.bound(&Aabb { min: self.grid.leave(bounds.low), max: self.grid.leave(bounds.high) });
                if bound <= limit {
                    stack.push(match node.below() {
                        Below::Nodes { first, .. } => (bound, (first + child) as u32, u8::MAX),
                        Below::Items { .. } => (bound, place, child as u8),
                    });
                }
            }
            // The nearest on top. Stable, so that the order is the same everywhere.
            stack[begin..].sort_by(|(one, ..), (other, ..)| other.total_cmp(one));
        }
    }
}
