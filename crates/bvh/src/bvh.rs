//! The tree.

use clinch_shapes::Aabb;
use clinch_support::Vector;

use crate::node::Node;
use crate::tree_frame::TreeFrame;

/// A tree of axis-aligned boxes, of items that the caller numbers from 0.
///
/// Boxes that a [`Layout`](crate::Layout) leaves out of the tree are listed, and every query visits
/// them. An item with a NaN bound is in neither and is never found.
///
/// ```
/// use clinch_bvh::{Builder, Bvh, Layout};
/// use clinch_shapes::Aabb;
/// use glam::DVec3;
///
/// let boxes: Vec<_> = (0..100).map(|i| Aabb::around(DVec3::X * f64::from(i), DVec3::splat(0.25))).collect();
/// let mut tree = Bvh::new();
/// Builder::new().build(&mut tree, &Layout::default(), boxes.len(), |i| boxes[i]);
///
/// let (query, mut found) = (Aabb::around(DVec3::X * 7.5, DVec3::splat(0.5)), Vec::new());
/// tree.overlaps(&query, |item| {
///     if boxes[item as usize].intersects(&query) {
///         found.push(item);
///     }
/// });
/// found.sort();
/// assert_eq!(found, [7, 8]);
/// ```
#[derive(Clone, Debug)]
pub struct Bvh<W> {
    pub(crate) frame: TreeFrame<W>,
    /// The root first, and the children of a node side by side after it. Empty without items.
    pub(crate) nodes: Vec<Node>,
    /// The items of the leaves.
    pub(crate) items: Vec<u32>,
    pub(crate) outside: Vec<u32>,
    pub(crate) undefined: usize,
}

impl<W: Vector<Scalar = f64>> Bvh<W> {
    /// A tree without items.
    pub fn new() -> Self {
        Self { frame: TreeFrame::new(), nodes: Vec::new(), items: Vec::new(), outside: Vec::new(), undefined: 0 }
    }

    /// The items that are not in the tree, because a bound of theirs is infinite or very far away.
    pub fn outside(&self) -> &[u32] {
        &self.outside
    }

    /// The items in the tree, in its order: those near each other in space are near each other
    /// here.
    pub fn items(&self) -> &[u32] {
        &self.items
    }

    /// The number of items with a NaN bound.
    pub fn undefined(&self) -> usize {
        self.undefined
    }

    /// A box that contains all items of the tree; `None` without any.
    pub fn bounds(&self) -> Option<Aabb<W>> {
        self.nodes.first().map(|root| self.frame.to_world(&root.bounds))
    }

    /// The memory of the tree in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(self.nodes.as_slice()) + size_of_val(self.items.as_slice()) + size_of_val(self.outside.as_slice())
    }

    /// Gives back memory that building has left over. For a tree that stays as it is.
    pub fn shrink_to_fit(&mut self) {
        self.nodes.shrink_to_fit();
        self.items.shrink_to_fit();
        self.outside.shrink_to_fit();
    }

    /// The items of a leaf.
    #[inline]
    pub(crate) fn leaf_items(&self, leaf: &Node) -> &[u32] {
        &self.items[leaf.first as usize..(leaf.first + leaf.count) as usize]
    }
}

impl<W: Vector<Scalar = f64>> Default for Bvh<W> {
    fn default() -> Self {
        Self::new()
    }
}
