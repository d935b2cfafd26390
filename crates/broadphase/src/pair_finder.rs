//! Finds overlapping AABBs.
//!
//! * The [tree](Bvh) is rebuilt in each call: some hundred microseconds for some thousand bodies,
//!   and it is always a good one.
//! * The tree is a filter. What passes it is compared in `f64`, so whether two AABBs are a pair
//!   depends on these two alone.
//! * An AABB that the tree cannot represent, such as that of a half-space or of a runaway body, is
//!   not in it. It is compared with every other.

use clinch_bvh::{Builder, Bvh, Layout};
use clinch_shapes::Aabb;
use clinch_support::Vector;

/// Finds overlapping AABBs. Keeps its memory from call to call.
pub struct PairFinder<W> {
    builder: Builder,
    tree: Bvh<W>,
    /// The caller's list.
    boxes: Vec<Aabb<W>>,
}

impl<W: Vector<Scalar = f64>> PairFinder<W> {
    /// A finder without AABBs.
    pub fn new() -> Self {
        Self { builder: Builder::new(), tree: Bvh::new(), boxes: Vec::new() }
    }

    /// Replaces the AABBs. One with a NaN bound overlaps nothing and is counted as
    /// [`undefined`](Self::undefined).
    pub fn build(&mut self, boxes: impl IntoIterator<Item = Aabb<W>>) {
        self.boxes.clear();
        self.boxes.extend(boxes);
        self.builder.build(&mut self.tree, &Layout::default(), self.boxes.len(), |index| self.boxes[index]);
    }

    /// Calls `found` once for each pair of AABBs that overlap or touch, with their indices in the
    /// list of the last [`build`](Self::build), the lower first. An AABB with an infinite bound
    /// costs a comparison with every other, and so does one that is 2^15 times as far from most
    /// others as these are from each other.
    pub fn overlaps(&self, mut found: impl FnMut(usize, usize)) {
        let mut compare = |one: u32, other: u32| {
            let (one, other) = (one as usize, other as usize);
            if self.boxes[one].intersects(&self.boxes[other]) {
                found(one, other);
            }
        };
        let outside = self.tree.outside();
        for (number, &one) in outside.iter().enumerate() {
            for &other in outside[number + 1..].iter().chain(self.tree.items()) {
                compare(one.min(other), one.max(other));
            }
        }
        self.tree.pairs(compare);
    }

    /// The tree of the AABBs.
    pub(crate) fn tree(&self) -> &Bvh<W> {
        &self.tree
    }

    /// An AABB of the last [`build`](Self::build).
    pub(crate) fn aabb(&self, index: u32) -> &Aabb<W> {
        &self.boxes[index as usize]
    }

    /// The number of AABBs with a NaN bound, which a NaN pose causes.
    pub fn undefined(&self) -> usize {
        self.tree.undefined()
    }
}

impl<W: Vector<Scalar = f64>> Default for PairFinder<W> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::PairFinder;
    use clinch_shapes::Aabb;
    use clinch_support::Vector;
    use glam::{DVec2, DVec3};
    use std::collections::BTreeSet;

    fn scattered(count: usize) -> Vec<Aabb<DVec3>> {
        let mut state = 1_u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1_u64 << 53) as f64
        };
        (0..count).map(|_| Aabb::around(DVec3::new(next(), next(), next()) * 10.0, DVec3::new(next(), next(), next()))).collect()
    }

    fn all_with_all<W: Vector<Scalar = f64>>(boxes: &[Aabb<W>]) -> BTreeSet<(usize, usize)> {
        let all = (0..boxes.len()).flat_map(|a| (a + 1..boxes.len()).map(move |b| (a, b)));
        all.filter(|&(a, b)| boxes[a].intersects(&boxes[b])).collect()
    }

    fn pairs<W: Vector<Scalar = f64>>(finder: &mut PairFinder<W>, boxes: &[Aabb<W>]) -> BTreeSet<(usize, usize)> {
        let mut found = BTreeSet::new();
        finder.build(boxes.iter().copied());
        finder.overlaps(|a, b| assert!(found.insert((a, b)), "found twice"));
        found
    }

    #[test]
    fn pairs_equal_those_of_comparing_all_with_all() {
        let mut finder = PairFinder::new();
        for count in [0, 1, 2, 3, 17, 300] {
            let boxes = scattered(count);
            let found = pairs(&mut finder, &boxes);
            assert_eq!(found, all_with_all(&boxes));
            assert!(count < 300 || (200..20_000).contains(&found.len()), "the sample must bite: {}", found.len());
        }
    }

    #[test]
    fn boxes_that_touch_or_separate_by_less_than_f32_resolves_are_told_apart() {
        for (gap, expected) in [(0.0, BTreeSet::from([(0, 1)])), (1e-12, BTreeSet::new())] {
            let edge = 1.0 + 1e-12;
            let boxes =
                [Aabb { min: DVec2::ZERO, max: DVec2::splat(edge) }, Aabb { min: DVec2::splat(edge + gap), max: DVec2::splat(2.0) }];
            assert_eq!(pairs(&mut PairFinder::new(), &boxes), expected, "{gap}");
        }
    }

    #[test]
    fn far_from_the_origin_the_pairs_are_those_near_it() {
        for far in [DVec3::ZERO, DVec3::new(1e9, -2e9, 5e8), DVec3::splat(1e18)] {
            let moved: Vec<_> = scattered(300).iter().map(|one| Aabb { min: one.min + far, max: one.max + far }).collect();
            assert_eq!(pairs(&mut PairFinder::new(), &moved), all_with_all(&moved), "{far}");
        }
    }

    #[test]
    fn boxes_far_away_change_no_pair_of_the_others() {
        let near = scattered(60);
        let flat = |one: &Aabb<DVec3>| Aabb { min: one.min.truncate(), max: one.max.truncate() };
        let near_flat: Vec<_> = near.iter().map(flat).collect();
        assert!(all_with_all(&near).len() > 5 && all_with_all(&near_flat).len() > 5, "the sample must bite");
        let (mut finder, mut finder_flat) = (PairFinder::new(), PairFinder::new());
        for distance in [1e9, 1e15, 1e18, 4e18, 1e19, 1e20, 1e30, 3e38, 1e39, 1e100, 1e300, f64::MAX] {
            for direction in [DVec3::ONE, DVec3::NEG_ONE, DVec3::X, DVec3::NEG_Y] {
                // A few, whose median is among the others, and so many that it is among them.
                for count in [1, 2, 61, 200] {
                    let far = |index: usize| direction * if index.is_multiple_of(7) { -distance } else { distance };
                    let far = (0..count).map(|index| Aabb::around(far(index), DVec3::ONE));
                    let boxes: Vec<_> = near.iter().copied().chain(far).collect();
                    let boxes_flat: Vec<_> = boxes.iter().map(flat).collect();
                    assert_eq!(pairs(&mut finder, &boxes), all_with_all(&boxes), "{count} at {distance:e}");
                    assert_eq!(pairs(&mut finder_flat, &boxes_flat), all_with_all(&boxes_flat), "{count} at {distance:e} in 2D");
                }
            }
        }
    }

    #[test]
    fn nan_boxes_are_counted_and_affect_no_others() {
        let finite = Aabb::around(DVec3::ZERO, DVec3::ONE);
        let boxes = [finite, Aabb::around(DVec3::new(0.0, f64::NAN, 0.0), DVec3::ONE), finite];
        let mut finder = PairFinder::new();
        assert_eq!((pairs(&mut finder, &boxes), finder.undefined()), (BTreeSet::from([(0, 2)]), 1));
    }

    #[test]
    fn unbounded_boxes_overlap_what_reaches_into_them() {
        let ground = Aabb { min: DVec3::splat(f64::NEG_INFINITY), max: DVec3::new(f64::INFINITY, 0.0, f64::INFINITY) };
        let at = |y: f64| Aabb::around(DVec3::new(7.0, y, 0.0), DVec3::ONE);
        let boxes = [at(5.0), ground, at(0.5), at(-90.0), ground, Aabb::around(DVec3::ZERO, DVec3::splat(1e300))];
        let mut finder = PairFinder::new();
        let expected = [(0, 5), (1, 2), (1, 3), (1, 4), (1, 5), (2, 4), (2, 5), (3, 4), (3, 5), (4, 5)];
        assert_eq!((pairs(&mut finder, &boxes), finder.undefined()), (BTreeSet::from(expected), 0));
    }
}
