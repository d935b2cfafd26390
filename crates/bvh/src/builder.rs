//! Builds the tree.
//!
//! * PLOC makes a binary tree with one item per leaf.
//! * It is copied depth first into nodes of 32 bytes. A subtree of no more items than a leaf may
//!   have becomes a leaf on the way.

use clinch_shapes::Aabb;
use clinch_support::Vector;
use obvhs::bvh2::Bvh2;
use obvhs::ploc::{PlocBuilder, PlocSearchDistance, SortPrecision};

use crate::bvh::Bvh;
use crate::node::{Bounds, Node};
use crate::tree_frame::TreeFrame;

/// How a tree is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The largest number of items of a leaf; 0 counts as 1. A tree takes 4 bytes per item and 64
    /// per leaf, and its leaves are about two thirds full. More: less memory, and more items are
    /// visited that a box of their own would have excluded.
    pub leaf_size: u32,
    /// Whether boxes are left out of the tree that are 2^15 times as far from most others as these
    /// are from each other. They cost a visit in each query; in the tree they would make all
    /// searches longer.
    pub leave_out_far: bool,
}

impl Default for Layout {
    /// One item per leaf, and far boxes are left out: for the bodies of a world.
    fn default() -> Self {
        Self { leaf_size: 1, leave_out_far: true }
    }
}

/// Builds trees. Keeps its memory from call to call.
pub struct Builder {
    ploc: PlocBuilder,
    binary: Bvh2,
    /// The boxes of the tree, in its frame, and their items.
    boxes: Vec<obvhs::aabb::Aabb>,
    items: Vec<u32>,
    /// The number of items below each node of `binary`.
    counts: Vec<u32>,
    /// Nodes of `binary` with their places in the tree.
    stack: Vec<(u32, u32)>,
    numbers: Vec<f64>,
}

impl Builder {
    /// A builder without memory.
    pub fn new() -> Self {
        Self {
            ploc: PlocBuilder::new(),
            binary: Bvh2::default(),
            boxes: Vec::new(),
            items: Vec::new(),
            counts: Vec::new(),
            stack: Vec::new(),
            numbers: Vec::new(),
        }
    }

    /// Replaces the items of a tree by `count` items with these bounds. Items from 2^32 − 1 on are
    /// ignored. O(count log count); `bounds` is called two or three times per item.
    pub fn build<W: Vector<Scalar = f64>>(&mut self, tree: &mut Bvh<W>, layout: &Layout, count: usize, bounds: impl Fn(usize) -> Aabb<W>) {
        let count = count.min(u32::MAX as usize);
        tree.frame = if layout.leave_out_far {
            TreeFrame::around_most(count, &bounds, &mut self.numbers)
        } else {
            TreeFrame::around_all(count, &bounds)
        };
        tree.outside.clear();
        tree.undefined = 0;
        self.boxes.clear();
        self.items.clear();
        for item in 0..count {
            let bounds = bounds(item);
            if let Some(Bounds { min, max }) = tree.frame.to_tree(&bounds) {
                // cargo may choose another version of glam for obvhs than for clinch, so the code
                // does not name its vector types.
                self.boxes.push(obvhs::aabb::Aabb { min: min.into(), max: max.into() });
                self.items.push(item as u32);
            } else if bounds.min.max_abs().is_nan() || bounds.max.max_abs().is_nan() {
                tree.undefined += 1;
            } else {
                tree.outside.push(item as u32);
            }
        }
        let order = (0..self.boxes.len() as u32).collect();
        self.ploc.build_with_bvh(&mut self.binary, PlocSearchDistance::Low, &self.boxes, order, SortPrecision::U64, 0);
        self.count_items();
        self.copy_to(tree, layout.leaf_size.max(1));
    }

    /// The number of items below each node. Children come after their parents.
    fn count_items(&mut self) {
        self.counts.clear();
        self.counts.resize(self.binary.nodes.len(), 0);
        for (index, node) in self.binary.nodes.iter().enumerate().rev() {
            let first = node.first_index as usize;
            self.counts[index] = if node.is_leaf() { node.prim_count } else { self.counts[first] + self.counts[first + 1] };
        }
    }

    fn copy_to<W>(&mut self, tree: &mut Bvh<W>, leaf_size: u32) {
        let nodes = &self.binary.nodes;
        tree.nodes.clear();
        tree.items.clear();
        if nodes.is_empty() || self.boxes.is_empty() {
            return;
        }
        tree.nodes.push(Node::default());
        self.stack.clear();
        self.stack.push((0, 0));
        while let Some((from, to)) = self.stack.pop() {
            let source = &nodes[from as usize];
            let aabb = source.aabb();
            let bounds = Bounds { min: aabb.min.to_array(), max: aabb.max.to_array() };
            let count = self.counts[from as usize];
            tree.nodes[to as usize] = if source.is_leaf() || count <= leaf_size {
                let first = tree.items.len();
                // The items below, by the part of the stack above its present end.
                let end = self.stack.len();
                self.stack.push((from, 0));
                while self.stack.len() > end {
                    let Some((below, _)) = self.stack.pop() else { break };
                    let below = &nodes[below as usize];
                    let child = below.first_index;
                    if below.is_leaf() {
                        let slots = child as usize..(child + below.prim_count) as usize;
                        tree.items.extend(self.binary.primitive_indices[slots].iter().map(|&slot| self.items[slot as usize]));
                    } else {
                        self.stack.extend([(child + 1, 0), (child, 0)]);
                    }
                }
                tree.items[first..].sort_unstable();
                Node { bounds, first: first as u32, count }
            } else {
                let (child, first) = (source.first_index, tree.nodes.len() as u32);
                tree.nodes.extend([Node::default(); 2]);
                self.stack.extend([(child + 1, first + 1), (child, first)]);
                Node { bounds, first, count: 0 }
            };
        }
    }
}

impl Default for Builder {
    fn default() -> Self {
        Self::new()
    }
}
