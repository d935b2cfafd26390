//! Traverses the AABBs from near ones to far ones.

use clinch_bvh::Visitor;
use clinch_shapes::Aabb;
use clinch_support::Vector;

use crate::pair_finder::PairFinder;

impl<W: Vector<Scalar = f64>> PairFinder<W> {
    /// Visits the AABBs of the last [`build`](Self::build), near ones first as far as the bounds in
    /// the tree show.
    ///
    /// `bound` returns a lower bound of the distance to anything inside an AABB, or ∞ to skip it.
    /// The bound of an AABB that contains another must not be the larger. `visit` gets the index of
    /// an AABB and returns the distance beyond which the rest can be skipped, or `None` to stop.
    /// Every AABB whose bound is within the last such distance is visited.
    pub(crate) fn traverse(&self, bound: impl FnMut(&Aabb<W>) -> f64, visit: impl FnMut(usize) -> Option<f64>) {
        self.tree().traverse(f64::MAX, &mut Exact { finder: self, bound, visit });
    }
}

/// Visits what the tree finds whose exact AABB is within the limit, too.
struct Exact<'f, W, B, F> {
    finder: &'f PairFinder<W>,
    bound: B,
    visit: F,
}

impl<W: Vector<Scalar = f64>, B: FnMut(&Aabb<W>) -> f64, F: FnMut(usize) -> Option<f64>> Visitor<W> for Exact<'_, W, B, F> {
    fn bound(&mut self, bounds: &Aabb<W>) -> f64 {
        (self.bound)(bounds)
    }

    fn visit(&mut self, item: u32, limit: f64) -> Option<f64> {
        if (self.bound)(self.finder.aabb(item)) <= limit { (self.visit)(item as usize) } else { Some(limit) }
    }
}

#[cfg(test)]
mod tests {
    use crate::pair_finder::PairFinder;
    use clinch_shapes::Aabb;
    use glam::DVec3;

    fn finder(boxes: impl IntoIterator<Item = Aabb<DVec3>>) -> PairFinder<DVec3> {
        let mut finder = PairFinder::new();
        finder.build(boxes);
        finder
    }

    fn line(count: usize) -> PairFinder<DVec3> {
        finder((0..count).map(|index| Aabb::around(DVec3::X * index as f64, DVec3::splat(0.25))))
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

    /// 0 if the box contains the point, else ∞.
    fn contains(point: DVec3) -> impl Fn(&Aabb<DVec3>) -> f64 {
        move |bounds| if bounds.contains(point) { 0.0 } else { f64::INFINITY }
    }

    #[test]
    fn boxes_far_away_hide_no_others() {
        let near: Vec<_> = (0..40).map(|index| Aabb::around(DVec3::X * f64::from(index), DVec3::splat(0.75))).collect();
        // Numbers of f32: relative to them the near boxes are points, unless they are rounded
        // outward.
        for distance in [1e9_f32, 1e15, 1e17, 1e18, 1e19, 1e30].map(f64::from).into_iter().chain([1e300]) {
            // One, and so many that the frame of the tree is at theirs.
            for count in [1, 50] {
                let far = (0..count).map(|_| Aabb::around(DVec3::splat(distance), DVec3::ONE));
                let mut visited = Vec::new();
                finder(near.iter().copied().chain(far)).traverse(contains(DVec3::new(7.5, 0.25, -0.5)), |index| {
                    visited.push(index);
                    Some(f64::MAX)
                });
                visited.sort_unstable();
                assert_eq!(visited, [7, 8], "{count} at {distance:e}");
            }
        }
    }

    /// The number of calls of `bound` that find the boxes at each box's corner.
    fn cost(boxes: &[Aabb<DVec3>], far: Option<f64>) -> usize {
        let far = far.map(|distance| Aabb::around(DVec3::splat(distance), DVec3::ONE));
        let (finder, mut count) = (finder(boxes.iter().copied().chain(far)), 0);
        for one in boxes {
            let contains = contains(one.min);
            let bound = |bounds: &Aabb<DVec3>| {
                count += 1;
                contains(bounds)
            };
            finder.traverse(bound, |_| Some(f64::MAX));
        }
        count
    }

    #[test]
    fn a_box_far_away_makes_the_search_for_others_hardly_longer() {
        // A lattice, in an order that is not spatial.
        let at = |index: usize| DVec3::new((index % 10) as f64, (index / 10 % 10) as f64, (index / 100) as f64);
        let boxes: Vec<_> = (0..1000).map(|index| Aabb::around(at(index * 387 % 1000), DVec3::splat(0.375))).collect();
        let alone = cost(&boxes, None);
        for distance in [1e3, 1e5, 1e6, 1e9, -1e9, 1e12, 1e18, 1e30] {
            let beside = cost(&boxes, Some(distance));
            assert!(beside < alone + alone / 4, "{beside} with a box at {distance:e}, {alone} without");
        }
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
            finder.build((0..count).map(|_| Aabb::around(DVec3::ZERO, DVec3::ONE)));
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
        let mut visited = Vec::new();
        finder([Aabb::around(DVec3::ZERO, DVec3::ONE), Aabb::unbounded()]).traverse(along_x, |index| {
            visited.push(index);
            Some(f64::MAX)
        });
        assert_eq!(visited, [1, 0]);
    }
}
