//! Items whose boxes overlap a box: in whole numbers.

use clinch_shapes::Aabb;
use glam::DVec3;

use crate::eight::grid::STEPS;
use crate::eight::node::{Below, Node, WIDTH};
use crate::eight::space::Space;
use crate::eight::tree::Bvh8;

/// The box of a query in steps of the grid.
#[derive(Clone, Copy)]
struct Query {
    low: [i32; 3],
    high: [i32; 3],
}

impl Query {
    fn new(space: &Space, bounds: &Aabb<DVec3>) -> Self {
        let (one, other) = (space.enter(bounds.min), space.enter(bounds.max));
        // Beyond the grid all is the same. Rounded down, which of the lower bound is outward, too.
        let down = |x: f64| (x.clamp(-1.0, f64::from(STEPS + 1)) + 2.0) as i32 - 2;
        Self { low: (one.min(other) - space.pad).to_array().map(down), high: (one.max(other) + space.pad).to_array().map(down) }
    }

    /// One bit in each byte whose child overlaps the box.
    #[inline]
    fn overlaps(&self, node: &Node) -> u64 {
        let (mut low, mut high) = ([0; 3], [0; 3]);
        for axis in 0..3 {
            let (corner, exponent) = node.corner(axis);
            let corner = corner as i32;
            let from = -((corner - self.low[axis]) >> exponent);
            let to = (self.high[axis] - corner) >> exponent;
            if to < 0 || from > 255 {
                return 0;
            }
            (low[axis], high[axis]) = (from.max(0) as u8, to.min(255) as u8);
        }
        let overlaps = |axis: usize, child: usize| (node.low[axis][child] <= high[axis]) & (node.high[axis][child] >= low[axis]);
        let found = core::array::from_fn(|child| u8::from(overlaps(0, child) & overlaps(1, child) & overlaps(2, child)));
        u64::from_le_bytes(found) & (u64::MAX >> (8 * (WIDTH - node.children())))
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
