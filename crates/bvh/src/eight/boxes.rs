//! Items whose boxes overlap a box: in whole numbers.

use clinch_shapes::Aabb;
use glam::DVec3;

use crate::eight::grid::STEPS;
use crate::eight::node::{Below, Node, WIDTH};
use crate::eight::space::Space;
use crate::eight::tree::Bvh8;

/// The highest bit of each byte.
const HIGHEST: u64 = u64::from_le_bytes([0x80; 8]);

/// The box of a query in steps of the grid.
#[derive(Clone, Copy)]
struct Query {
    low: [i32; 3],
    high: [i32; 3],
}

/// The extent of a query along an axis, in steps of a node.
#[derive(Clone, Copy)]
struct Extent {
    /// All of the node is beyond it. Then the bounds are undefined.
    is_apart: bool,
    low: u8,
    high: u8,
}

impl Query {
    fn new(space: &Space, bounds: &Aabb<DVec3>) -> Self {
        let (one, other) = (space.enter(bounds.min), space.enter(bounds.max));
        // Beyond the grid all is the same. Rounded down, which of the lower bound is outward, too.
        let down = |x: f64| (x.clamp(-1.0, f64::from(STEPS + 1)) + 2.0) as i32 - 2;
        Self { low: (one.min(other) - space.pad).to_array().map(down), high: (one.max(other) + space.pad).to_array().map(down) }
    }

    /// The extent of the box along an axis, as a node counts.
    #[inline]
    fn along(&self, node: &Node, axis: usize) -> Extent {
        let (corner, exponent) = node.corner(axis);
        let corner = corner as i32;
        let from = -((corner - self.low[axis]) >> exponent);
        let to = (self.high[axis] - corner) >> exponent;
        Extent { is_apart: to < 0 || from > 255, low: from.max(0) as u8, high: to.min(255) as u8 }
    }

    /// The highest bit of each byte whose child overlaps the box.
    #[inline]
    fn overlaps(&self, node: &Node) -> u64 {
        let [x, y, z] = [self.along(node, 0), self.along(node, 1), self.along(node, 2)];
        if x.is_apart | y.is_apart | z.is_apart {
            return 0;
        }
        // In registers: bytes that are written one by one and read together stall on store
        // forwarding.
        let (low, high) = ([x.low, y.low, z.low], [x.high, y.high, z.high]);
        // By how much a child is beyond the box, cut off at zero: one instruction for all children.
        // Comparisons of single bytes are not made side by side.
        let beyond =
            |axis: usize, child: usize| node.low[axis][child].saturating_sub(high[axis]) | low[axis].saturating_sub(node.high[axis][child]);
        let apart = u64::from_le_bytes(core::array::from_fn(|child| beyond(0, child) | beyond(1, child) | beyond(2, child)));
        // The highest bit of each byte that is zero: no sum carries into the next byte.
        let overlapping = !(((apart & !HIGHEST) + !HIGHEST) | apart) & HIGHEST;
        overlapping & (u64::MAX >> (8 * (WIDTH - node.children())))
    }
}

impl Bvh8 {
    /// Calls `found` once for each item whose box may have a point in common with `bounds`: for all
    /// that do, and for some near them. In no particular order. The box must not be NaN.
    pub fn overlaps(&self, space: Option<&Space>, bounds: &Aabb<DVec3>, mut found: impl FnMut(u32)) {
        match space {
            Some(space) => self.overlaps_below(0, &Query::new(space, bounds), &mut found),
            None => self.all().for_each(found),
        }
    }

    fn overlaps_below(&self, node: usize, query: &Query, found: &mut impl FnMut(u32)) {
        let Some(node) = self.nodes.get(node) else { return };
        let mut overlapping = query.overlaps(node);
        while overlapping != 0 {
            let child = (overlapping.trailing_zeros() / 8) as usize;
            overlapping &= overlapping - 1;
            match node.below() {
                Below::Nodes { first, .. } => self.overlaps_below(first + child, query, found),
                Below::Items { first, count } => self.leaf_items(first, count, child).for_each(&mut *found),
            }
        }
    }
}
