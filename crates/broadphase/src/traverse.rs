//! From the near boxes to the far ones.

use clinch_shapes::Aabb;
use clinch_support::Vector;
use smallvec::{SmallVec, smallvec};

use crate::pair_finder::PairFinder;

impl PairFinder {
    /// Visits the boxes of the last [`overlaps`](Self::overlaps), the near before the far, as well as a tree tells.
    ///
    /// `bound` says of a box how near something in it may be, and ∞ if nothing in it is of interest; of a box that holds another it must not say more. `visit` gets
    /// the place of a box and says how near something must be to be of interest from now on, or that no more is. Every box whose bound is not beyond that is visited.
    pub(crate) fn walk<W: Vector<Scalar = f64>>(
        &self,
        mut bound: impl FnMut(&Aabb<W>) -> f64,
        mut visit: impl FnMut(usize) -> Option<f64>,
    ) {
        let mut limit = f64::MAX;
        let mut bound = |bounds: &obvhs::aabb::Aabb| bound(&widened(bounds, self.origin()));
        for (place, bounds) in self.endless() {
            if bound(bounds) <= limit {
                let Some(nearer) = visit(place) else { return };
                limit = nearer;
            }
        }
        let Some(root) = self.root() else { return };
        let mut waiting: SmallVec<[(f64, u32); 64]> = smallvec![(bound(root.aabb()), 0)];
        while let Some((near, node)) = waiting.pop() {
            if !(near <= limit) {
                continue;
            }
            let node = self.node(node);
            if node.is_leaf() {
                for (place, bounds) in self.held_by(node) {
                    if bound(bounds) <= limit {
                        let Some(nearer) = visit(place) else { return };
                        limit = nearer;
                    }
                }
            } else {
                let [one, other] = [node.first_index, node.first_index + 1].map(|child| (bound(self.node(child).aabb()), child));
                // The near one last: it is taken first.
                waiting.extend(if one.0 < other.0 { [other, one] } else { [one, other] });
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

    /// How far along x.
    fn along(bounds: &Aabb<DVec3>) -> f64 {
        bounds.min.x
    }

    #[test]
    fn each_box_is_visited_once_unless_it_is_too_far() {
        for count in [0, 1, 2, 3, 100] {
            let mut seen = Vec::new();
            line(count).walk(along, |place| {
                seen.push(place);
                Some(f64::MAX)
            });
            seen.sort_unstable();
            assert_eq!(seen, (0..count).collect::<Vec<_>>());
        }
    }

    #[test]
    fn near_ones_come_first_and_hide_the_far_ones() {
        let mut seen = Vec::new();
        line(100).walk(along, |place| {
            seen.push(place);
            Some(place as f64)
        });
        assert_eq!(seen, [0], "what lies in front of all others is found at once");
    }

    #[test]
    fn enough_is_enough() {
        let mut seen = 0;
        line(100).walk(along, |_| {
            seen += 1;
            None
        });
        assert_eq!(seen, 1);
    }

    #[test]
    fn a_finder_that_had_more_boxes_before_forgets_them() {
        let mut finder = line(100);
        for count in [1_usize, 0] {
            finder.overlaps((0..count).map(|_| Aabb::around(DVec3::ZERO, DVec3::ONE)), |_, _| {});
            let mut seen = 0;
            finder.walk(along, |_| {
                seen += 1;
                Some(f64::MAX)
            });
            assert_eq!(seen, count);
        }
    }

    #[test]
    fn boxes_without_end_are_visited_too() {
        let mut finder = PairFinder::new();
        finder.overlaps([Aabb::around(DVec3::ZERO, DVec3::ONE), Aabb::unbounded()], |_, _| {});
        let mut seen = Vec::new();
        finder.walk(along, |place| {
            seen.push(place);
            Some(f64::MAX)
        });
        assert_eq!(seen, [1, 0]);
    }
}
