//! The tree.

use clinch_shapes::Aabb;
use glam::DVec3;

use crate::eight::grid::Grid;
use crate::eight::node::{LEAF, Node};
use crate::eight::packed::Packed;

/// A tree of axis-aligned boxes in 3D, of items that the caller numbers from 0 and that do not
/// move.
///
/// It takes 2.5 bytes per item and the bits of its number. It does not store the boxes of items: it
/// is a filter, and what it finds the caller compares exactly.
///
/// ```
/// use clinch_bvh::{Bvh8, Rounding};
/// use clinch_shapes::Aabb;
/// use glam::DVec3;
///
/// let around = |x: f64| Aabb::around(DVec3::X * x, DVec3::splat(0.25));
/// let boxes: Vec<_> = (0..100).map(|i| around(f64::from(i))).collect();
/// let tree = Bvh8::new(boxes.len(), |i| boxes[i]);
/// let space = tree.space(DVec3::ONE, Rounding::NONE).ok_or("out of range")?;
///
/// let (query, mut found) = (Aabb::around(DVec3::X * 7.5, DVec3::splat(0.5)), Vec::new());
/// tree.overlaps(Some(&space), &query, |item| {
///     if boxes[item as usize].intersects(&query) {
///         found.push(item);
///     }
/// });
/// found.sort();
/// assert_eq!(found, [7, 8]);
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Debug)]
pub struct Bvh8 {
    pub(crate) grid: Grid,
    bounds: Option<Aabb<DVec3>>,
    /// The upper corner of the bounds on the grid.
    pub(crate) extent: DVec3,
    /// The root first. Empty without items.
    pub(crate) nodes: Vec<Node>,
    items: Packed,
    count: u32,
}

impl Bvh8 {
    pub(crate) fn of(grid: Grid, bounds: Option<Aabb<DVec3>>, nodes: Vec<Node>, items: &[u32]) -> Self {
        let count = items.len() as u32;
        let extent = bounds.map_or(DVec3::ZERO, |bounds| DVec3::from_array(grid.enter(&bounds).high.map(f64::from)));
        Self { grid, bounds, extent, nodes, items: Packed::new(items.iter().copied(), count.saturating_sub(1)), count }
    }

    /// The smallest box that contains all items; `None` without any.
    pub fn bounds(&self) -> Option<Aabb<DVec3>> {
        self.bounds
    }

    /// The memory of the tree in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(self.nodes.as_slice()) + self.items.bytes()
    }

    /// All items, in the order of the tree.
    pub(crate) fn all(&self) -> impl Iterator<Item = u32> {
        (0..self.count as usize).map(|place| self.items.get(place))
    }

    /// The items of a leaf of a node whose items begin at `first`.
    #[inline]
    pub(crate) fn leaf_items(&self, first: usize, count: usize, leaf: usize) -> impl Iterator<Item = u32> {
        (first + leaf * LEAF..first + count.min((leaf + 1) * LEAF)).map(|place| self.items.get(place))
    }
}
