//! Items whose boxes overlap a box, or each other.

use clinch_shapes::Aabb;
use clinch_support::Vector;

use crate::bvh::Bvh;
use crate::node::{Bounds, Node};

/// The nodes that wait on the stack: those of a deeper tree wait on the heap. Larger: it takes
/// longer to clear. Smaller: more queries allocate.
const STACK: usize = 64;

impl<W: Vector<Scalar = f64>> Bvh<W> {
    /// Calls `found` once for each item whose box may have a point in common with `bounds`: for all
    /// that do, and for some near them. In no particular order. A NaN bound finds only the items
    /// outside of the tree.
    pub fn overlaps(&self, bounds: &Aabb<W>, mut found: impl FnMut(u32)) {
        self.outside.iter().for_each(|&item| found(item));
        self.leaves_at(&self.frame.around(bounds), |leaf| self.leaf_items(leaf).iter().for_each(|&item| found(item)));
    }

    /// Calls `found` for each two items of the tree whose boxes may overlap, the lower first: once
    /// for all that do, and for some that are near each other. Items outside of the tree are not
    /// reported.
    pub fn pairs(&self, mut found: impl FnMut(u32, u32)) {
        for leaf in self.nodes.iter().filter(|node| node.is_leaf()) {
            self.leaves_at(&leaf.bounds, |other| {
                for &one in self.leaf_items(leaf) {
                    // Each pair is found from both sides and reported from one.
                    self.leaf_items(other).iter().filter(|&&other| one < other).for_each(|&other| found(one, other));
                }
            });
        }
    }

    fn leaves_at<'t>(&'t self, bounds: &Bounds, mut found: impl FnMut(&'t Node)) {
        let Some(root) = self.nodes.first() else { return };
        if !root.bounds.intersects(bounds) {
            return;
        }
        if root.is_leaf() {
            return found(root);
        }
        let (mut stack, mut depth) = ([0; STACK], 1);
        let mut more: Vec<u32> = Vec::new();
        stack[0] = root.first;
        while depth > 0 {
            depth -= 1;
            let first = stack[depth] as usize;
            for node in &self.nodes[first..first + 2] {
                if !node.bounds.intersects(bounds) {
                } else if node.is_leaf() {
                    found(node);
                } else if depth < STACK {
                    stack[depth] = node.first;
                    depth += 1;
                } else {
                    more.push(node.first);
                }
            }
            if depth == 0
                && let Some(last) = more.pop()
            {
                stack[0] = last;
                depth = 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Builder, Bvh, Layout};
    use clinch_shapes::Aabb;
    use glam::DVec3;
    use std::collections::BTreeSet;

    fn scattered(count: usize, scale: f64) -> Vec<Aabb<DVec3>> {
        let mut state = 1_u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1_u64 << 53) as f64
        };
        (0..count)
            .map(|_| Aabb::around(DVec3::new(next(), next(), next()) * (10.0 * scale), DVec3::new(next(), next(), next()) * scale))
            .collect()
    }

    fn build(boxes: &[Aabb<DVec3>], layout: Layout) -> Bvh<DVec3> {
        let mut tree = Bvh::new();
        Builder::new().build(&mut tree, &layout, boxes.len(), |index| boxes[index]);
        tree
    }

    #[test]
    fn no_overlap_is_missed_in_any_layout_at_any_scale() {
        for scale in [1.0, 1e-9, 1e-230, 1e-300, 1e230, 1e290] {
            let boxes = scattered(200, scale);
            for (leaf_size, leave_out_far) in [(0, true), (1, false), (4, true), (8, false), (1000, false)] {
                let tree = build(&boxes, Layout { leaf_size, leave_out_far });
                assert_eq!(tree.items().len() + tree.outside().len(), 200);
                let mut pairs = BTreeSet::new();
                tree.pairs(|a, b| assert!(a < b && pairs.insert((a, b)), "reported twice"));
                for (a, one) in boxes.iter().enumerate() {
                    let mut found = BTreeSet::new();
                    tree.overlaps(one, |item| assert!(found.insert(item), "found twice"));
                    let filters = leaf_size <= 8 && (1e-230..=1e230).contains(&scale);
                    assert!(!filters || found.len() < 150, "the tree is a filter: {}", found.len());
                    for b in (0..200).filter(|&b| one.intersects(&boxes[b])) {
                        assert!(found.contains(&(b as u32)), "{b} at {scale:e}");
                        assert!(a >= b || !tree.outside().is_empty() || pairs.contains(&(a as u32, b as u32)));
                    }
                }
            }
        }
    }

    #[test]
    fn a_scale_of_a_power_of_two_changes_no_node() {
        let layout = Layout { leaf_size: 8, leave_out_far: false };
        let at = |scale: f64| format!("{:?}", build(&scattered(300, scale), layout).nodes);
        assert_eq!(at(1.0), at((2.0_f64).powi(-200)));
        assert_eq!(at(1.0), at((2.0_f64).powi(300)));
    }

    #[test]
    fn a_tree_of_leaves_of_eight_takes_less_than_twenty_bytes_per_item() {
        let tree = build(&scattered(5000, 1.0), Layout { leaf_size: 8, leave_out_far: false });
        assert!(tree.bytes() < 20 * 5000, "{}", tree.bytes());
    }
}
