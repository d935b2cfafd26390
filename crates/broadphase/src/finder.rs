//! Which boxes overlap.
//!
//! * The BVH (Meister and Bittner's PLOC, from the obvhs crate) is built anew each time: for some thousand bodies that costs a few
//!   hundred microseconds, and it is always a good tree.
//! * The tree is in `f32` and 3D: `f64` boxes are rounded outward and 2D ones get z = 0, so that no pair is lost. A few more are found; the narrowphase
//!   rejects them.
//! * Boxes are seen from the middle one: a world of planets, whose bodies are all a long way from its origin, would else be rounded to metres.
//! * A box without end, as a half-space has it, has no middle to build a tree by: the few there are are compared with all.

use clinch_shapes::Aabb;
use clinch_support::{Scalar, Vector};
use obvhs::Boundable;
use obvhs::bvh2::Bvh2;
use obvhs::bvh2::node::Bvh2Node;
use obvhs::ploc::{PlocBuilder, PlocSearchDistance, SortPrecision};

/// Finds overlapping boxes; keeps its memory from call to call.
pub struct PairFinder {
    builder: PlocBuilder,
    tree: Bvh2,
    boxes: Vec<Bounds>,
    /// For each box of the tree, its place among those given.
    places: Vec<usize>,
    /// Where the boxes of the tree are seen from: the median of their middles along each axis.
    origin: [f64; 3],
    middles: Vec<f64>,
    /// Boxes without end, with their places.
    endless: Vec<(usize, obvhs::aabb::Aabb)>,
    undefined: usize,
}

/// A box of the tree.
struct Bounds(obvhs::aabb::Aabb);

impl Boundable for Bounds {
    fn aabb(&self) -> obvhs::aabb::Aabb {
        self.0
    }
}

impl PairFinder {
    /// Empty.
    pub fn new() -> Self {
        Self {
            builder: PlocBuilder::new(),
            tree: Bvh2::default(),
            boxes: Vec::new(),
            places: Vec::new(),
            origin: [0.0; 3],
            middles: Vec::new(),
            endless: Vec::new(),
            undefined: 0,
        }
    }

    /// Calls `found` once for every two boxes that overlap or touch, with their places in the order given, the lower first. Boxes with a bound that
    /// is NaN overlap nothing and are counted as [`undefined`](Self::undefined). One with an infinite bound costs a comparison with every other.
    pub fn overlaps<W: Vector<Scalar = f64>>(
        &mut self,
        boxes: impl IntoIterator<Item = Aabb<W>, IntoIter: Clone>,
        mut found: impl FnMut(usize, usize),
    ) {
        let boxes = boxes.into_iter();
        self.find_origin(boxes.clone());
        self.boxes.clear();
        self.places.clear();
        self.endless.clear();
        self.undefined = 0;
        for (place, bounds) in boxes.enumerate() {
            let bounds = rounded_outward(&bounds, self.origin);
            if bounds.min.is_finite() && bounds.max.is_finite() {
                self.boxes.push(Bounds(bounds));
                self.places.push(place);
            } else if bounds.min.is_nan() || bounds.max.is_nan() {
                self.undefined += 1;
            } else {
                self.endless.push((place, bounds));
            }
        }
        self.overlaps_of_endless(&mut found);
        let indices = (0..self.boxes.len() as u32).collect();
        self.builder.build_with_bvh(&mut self.tree, PlocSearchDistance::Low, &self.boxes, indices, SortPrecision::U64, 0);
        for (one, bounds) in self.boxes.iter().enumerate() {
            self.tree.aabb_traverse(bounds.0, |tree, node| {
                let node = &tree.nodes[node as usize];
                for slot in node.first_index..node.first_index + node.prim_count {
                    let other = tree.primitive_indices[slot as usize] as usize;
                    // Each pair is met from both sides.
                    if one < other && self.boxes[other].0.intersect_aabb(&bounds.0) {
                        found(self.places[one], self.places[other]);
                    }
                }
                true
            });
        }
    }

    fn find_origin<W: Vector<Scalar = f64>>(&mut self, boxes: impl Iterator<Item = Aabb<W>> + Clone) {
        for axis in 0..W::DIM {
            self.middles.clear();
            self.middles.extend(boxes.clone().map(|bounds| bounds.center().get(axis)).filter(|middle| middle.is_finite()));
            let middle = self.middles.len() / 2;
            self.origin[axis] = if self.middles.is_empty() { 0.0 } else { *self.middles.select_nth_unstable_by(middle, f64::total_cmp).1 };
        }
    }

    /// Where the boxes of the tree are seen from.
    pub(crate) fn origin(&self) -> [f64; 3] {
        self.origin
    }

    /// The boxes without end, with their places.
    pub(crate) fn endless(&self) -> impl Iterator<Item = (usize, &obvhs::aabb::Aabb)> {
        self.endless.iter().map(|(place, bounds)| (*place, bounds))
    }

    /// The node that holds all.
    pub(crate) fn root(&self) -> Option<&Bvh2Node> {
        self.tree.nodes.first()
    }

    /// A node of the tree.
    pub(crate) fn node(&self, index: u32) -> &Bvh2Node {
        &self.tree.nodes[index as usize]
    }

    /// The boxes of a leaf, with their places.
    pub(crate) fn held_by(&self, leaf: &Bvh2Node) -> impl Iterator<Item = (usize, &obvhs::aabb::Aabb)> {
        let slots = leaf.first_index as usize..(leaf.first_index + leaf.prim_count) as usize;
        self.tree.primitive_indices[slots].iter().map(|&index| (self.places[index as usize], &self.boxes[index as usize].0))
    }

    fn overlaps_of_endless(&self, found: &mut impl FnMut(usize, usize)) {
        for (number, &(one, bounds)) in self.endless.iter().enumerate() {
            let finite = self.places.iter().copied().zip(self.boxes.iter().map(|other| other.0));
            for (other, _) in self.endless[number + 1..].iter().copied().chain(finite).filter(|(_, other)| other.intersect_aabb(&bounds)) {
                found(one.min(other), one.max(other));
            }
        }
    }

    /// How many boxes of the last call had a bound that is NaN, as a NaN pose makes them.
    pub fn undefined(&self) -> usize {
        self.undefined
    }
}

impl Default for PairFinder {
    fn default() -> Self {
        Self::new()
    }
}

fn rounded_outward<W: Vector<Scalar = f64>>(bounds: &Aabb<W>, origin: [f64; 3]) -> obvhs::aabb::Aabb {
    // A vector answers its last component for an axis it does not have: in 2D, z is 0.
    let component = |v: W, axis: usize| if axis < W::DIM { v.get(axis) - origin[axis] } else { 0.0 };
    let corner = |v: W, round: fn(f64) -> f32| [0, 1, 2].map(|axis| round(component(v, axis)));
    // obvhs allows several versions of glam, and cargo may choose another for it than for us: its vectors are never named.
    obvhs::aabb::Aabb { min: corner(bounds.min, f32::narrow_down).into(), max: corner(bounds.max, f32::narrow_up).into() }
}

#[cfg(test)]
mod tests {
    use super::PairFinder;
    use clinch_shapes::Aabb;
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

    #[test]
    fn finds_what_comparing_all_with_all_finds() {
        let mut finder = PairFinder::new();
        for count in [0, 1, 2, 3, 17, 300] {
            let boxes = scattered(count);
            let mut found = BTreeSet::new();
            finder.overlaps(boxes.iter().copied(), |a, b| assert!(found.insert((a, b)), "found twice"));
            let all = (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b)));
            let expected: BTreeSet<_> = all.filter(|&(a, b)| boxes[a].intersects(&boxes[b])).collect();
            assert_eq!(found, expected);
            assert!(count < 300 || (200..20_000).contains(&found.len()), "the sample must bite: {}", found.len());
        }
    }

    #[test]
    fn wide_boxes_are_rounded_outward_so_that_no_touching_pair_is_lost() {
        let edge = 1.0 + 1e-12;
        let boxes = [Aabb { min: DVec2::ZERO, max: DVec2::splat(edge) }, Aabb { min: DVec2::splat(edge), max: DVec2::splat(2.0) }];
        let mut pairs = Vec::new();
        PairFinder::new().overlaps(boxes, |a, b| pairs.push((a, b)));
        assert_eq!(pairs, [(0, 1)]);
    }

    #[test]
    fn far_from_the_origin_no_more_is_found_than_near_it() {
        let near = scattered(300);
        for far in [DVec3::ZERO, DVec3::new(1e9, -2e9, 5e8)] {
            let (mut pairs, mut finder) = (0, PairFinder::new());
            // One that was lost, and one that is nowhere, move the view of no other.
            let lost = [DVec3::splat(1e30), DVec3::splat(f64::NAN)].map(|at| Aabb::around(at, DVec3::ONE));
            finder.overlaps(near.iter().map(|one| Aabb { min: one.min + far, max: one.max + far }).chain(lost), |_, _| pairs += 1);
            let expected = (0..300).map(|a| (a + 1..300).filter(|&b| near[a].intersects(&near[b])).count()).sum::<usize>();
            assert!(pairs >= expected && pairs < expected + 5, "{far}: {pairs} found of {expected}");
        }
    }

    #[test]
    fn boxes_that_are_nan_are_counted_and_harm_no_others() {
        let whole = Aabb::around(DVec3::ZERO, DVec3::ONE);
        let boxes = [whole, Aabb::around(DVec3::splat(f64::NAN), DVec3::ONE), whole];
        let mut finder = PairFinder::new();
        let mut pairs = Vec::new();
        finder.overlaps(boxes, |a, b| pairs.push((a, b)));
        assert_eq!((pairs, finder.undefined()), (vec![(0, 2)], 1));
    }

    #[test]
    fn boxes_without_end_meet_what_reaches_into_them() {
        let ground = Aabb { min: DVec3::splat(f64::NEG_INFINITY), max: DVec3::new(f64::INFINITY, 0.0, f64::INFINITY) };
        let at = |y: f64| Aabb::around(DVec3::new(7.0, y, 0.0), DVec3::ONE);
        let boxes = [at(5.0), ground, at(0.5), at(-90.0), ground, Aabb::around(DVec3::ZERO, DVec3::splat(1e300))];
        let mut finder = PairFinder::new();
        let mut pairs = BTreeSet::new();
        finder.overlaps(boxes, |a, b| assert!(pairs.insert((a, b)), "found twice"));
        let expected = [(0, 5), (1, 2), (1, 3), (1, 4), (1, 5), (2, 4), (2, 5), (3, 4), (3, 5), (4, 5)];
        assert_eq!((pairs, finder.undefined()), (BTreeSet::from(expected), 0));
    }
}
