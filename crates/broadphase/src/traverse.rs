//! Traverses the tree from near AABBs to far ones.

use clinch_shapes::Aabb;
use clinch_support::Vector;
use smallvec::{SmallVec, smallvec};

use crate::pair_finder::PairFinder;

impl PairFinder {
    /// Visits the AABBs of the last [`overlaps`](Self::overlaps), near ones first as far as the
    /// bounds in the tree show.
    ///
    /// `bound` returns a lower bound of the distance to anything inside an AABB, or ∞ to skip it.
    /// The bound of an AABB that contains another must not be the larger. `visit` gets the index of
    /// an AABB and returns the distance beyond which the rest can be skipped, or `None` to stop.
    /// Every AABB whose bound is within the last such distance is visited.
    pub(crate) fn traverse<W: Vector<Scalar = f64>>(
        &self,
        mut bound: impl FnMut(&Aabb<W>) -> f64,
        mut visit: impl FnMut(usize) -> Option<f64>,
    ) {
        let mut limit = f64::MAX;
        let mut bound = |bounds: &obvhs::aabb::Aabb| bound(&widened(bounds, self.origin()));
        for (index, bounds) in self.unbounded() {
            if bound(bounds) <= limit {
                let Some(nearer) = visit(index) else { return };
                limit = nearer;
            }
        }
        let Some(root) = self.root() else { return };
        let mut stack: SmallVec<[(f64, u32); 64]> = smallvec![(bound(root.aabb()), 0)];
        while let Some((near, node)) = stack.pop() {
            if !(near <= limit) {
                continue;
            }
            let node = self.node(node);
            if node.is_leaf() {
                for (index, bounds) in self.leaf_boxes(node) {
                    if bound(bounds) <= limit {
                        let Some(nearer) = visit(index) else { return };
                        limit = nearer;
                    }
                }
            } else {
                let [one, other] = [node.first_index, node.first_index + 1].map(|child| (bound(self.node(child).aabb()), child));
                // The nearer child goes on top of the stack.
                stack.extend(if one.0 < other.0 { [other, one] } else { [one, other] });
            }
        }
    }
}

fn widened<W: Vector<Scalar = f64>>(bounds: &obvhs::aabb::Aabb, origin: [f64; 3]) -> Aabb<W> {
    let corner = |corner: [f32; 3]| W::from_fn(|axis| f64::from(corner[axis]) + origin[axis]);
    Aabb { min: corner(bounds.min.to_array()), max: corner(bounds.max.to_array()) }
}

#[cfg(test)]
mod tests {
    use crate::pair_finder::PairFinder;
    use clinch_shapes::Aabb;
    use glam::DVec3;

    fn line(count: usize) -> PairFinder {
        let mut finder = PairFinder::new();
        finder.overlaps((0..count).map(|index| Aabb::around(DVec3::X * index as f64, DVec3::splat(0.25))), |_, _| {});
        finder
    }

    /// The position along x as the distance.
    fn along_x(bounds: &Aabb<DVec3>) -> f64 {
        bounds.min.x
    }

    #[test]
    fn every_box_is_visited_once() {
        for count in [0, 1, 2, 3, 100] {
            let mut visited = Vec::new();
            line(count).traverse(along_x, |index| {
                visited.push(index);
                Some(f64::MAX)
            });
            visited.sort_unstable();
            assert_eq!(visited, (0..count).collect::<Vec<_>>());
        }
    }

    #[test]
    fn near_boxes_are_visited_first_and_far_ones_skipped() {
        let mut visited = Vec::new();
        line(100).traverse(along_x, |index| {
            visited.push(index);
            Some(index as f64)
        });
        assert_eq!(visited, [0], "the nearest box is visited first");
    }

    #[test]
    fn none_stops_the_traversal() {
        let mut visited = 0;
        line(100).traverse(along_x, |_| {
            visited += 1;
            None
        });
        assert_eq!(visited, 1);
    }

    #[test]
    fn boxes_of_earlier_calls_are_not_visited() {
        let mut finder = line(100);
        for count in [1_usize, 0] {
            finder.overlaps((0..count).map(|_| Aabb::around(DVec3::ZERO, DVec3::ONE)), |_, _| {});
            let mut visited = 0;
            finder.traverse(along_x, |_| {
                visited += 1;
                Some(f64::MAX)
            });
            assert_eq!(visited, count);
        }
    }

    #[test]
    fn unbounded_boxes_are_visited() {
        let mut finder = PairFinder::new();
        finder.overlaps([Aabb::around(DVec3::ZERO, DVec3::ONE), Aabb::unbounded()], |_, _| {});
        let mut visited = Vec::new();
        finder.traverse(along_x, |index| {
            visited.push(index);
            Some(f64::MAX)
        });
        assert_eq!(visited, [1, 0]);
    }
}
