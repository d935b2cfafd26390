//! Finds overlapping AABBs.
//!
//! * The BVH (Meister and Bittner's PLOC, from the obvhs crate) is rebuilt in each call: some
//!   hundred microseconds for some thousand bodies, and the tree is always a good one.
//! * The tree is 3D and `f32`. `f64` AABBs are rounded outward and 2D ones get z = 0, so no pair is
//!   missed. The few false pairs are rejected by the narrowphase.
//! * AABBs are stored relative to the median of their centers. Relative to the origin of the world
//!   the bodies of a distant planet would be rounded to metres.
//! * An unbounded AABB, as a half-space has it, has no center to build a tree with. There are few
//!   of them, and each is compared with all AABBs.

use clinch_shapes::Aabb;
use clinch_support::{Scalar, Vector};
use obvhs::Boundable;
use obvhs::bvh2::Bvh2;
use obvhs::bvh2::node::Bvh2Node;
use obvhs::ploc::{PlocBuilder, PlocSearchDistance, SortPrecision};

/// Finds overlapping AABBs. Keeps its memory from call to call.
pub struct PairFinder {
    builder: PlocBuilder,
    tree: Bvh2,
    boxes: Vec<TreeBox>,
    /// For each box of the tree its index in the caller's list.
    indices: Vec<usize>,
    /// The origin of the tree's frame: the median of the AABBs' centers along each axis.
    origin: [f64; 3],
    centers: Vec<f64>,
    /// Unbounded AABBs with their indices.
    unbounded: Vec<(usize, obvhs::aabb::Aabb)>,
    undefined: usize,
}

/// An AABB of the tree.
struct TreeBox(obvhs::aabb::Aabb);

impl Boundable for TreeBox {
    fn aabb(&self) -> obvhs::aabb::Aabb {
        self.0
    }
}

impl PairFinder {
    /// A finder without AABBs.
    pub fn new() -> Self {
        Self {
            builder: PlocBuilder::new(),
            tree: Bvh2::default(),
            boxes: Vec::new(),
            indices: Vec::new(),
            origin: [0.0; 3],
            centers: Vec::new(),
            unbounded: Vec::new(),
            undefined: 0,
        }
    }

    /// Calls `found` once for each pair of AABBs that overlap or touch, with their indices in
    /// `boxes`, the lower first. An AABB with a NaN bound overlaps nothing and is counted as
    /// [`undefined`](Self::undefined). One with an infinite bound costs a comparison with every
    /// other.
    pub fn overlaps<W: Vector<Scalar = f64>>(
        &mut self,
        boxes: impl IntoIterator<Item = Aabb<W>, IntoIter: Clone>,
        mut found: impl FnMut(usize, usize),
    ) {
        let boxes = boxes.into_iter();
        self.find_origin(boxes.clone());
        self.boxes.clear();
        self.indices.clear();
        self.unbounded.clear();
        self.undefined = 0;
        for (index, bounds) in boxes.enumerate() {
            let bounds = rounded_outward(&bounds, self.origin);
            if bounds.min.is_finite() && bounds.max.is_finite() {
                self.boxes.push(TreeBox(bounds));
                self.indices.push(index);
            } else if bounds.min.is_nan() || bounds.max.is_nan() {
                self.undefined += 1;
            } else {
                self.unbounded.push((index, bounds));
            }
        }
        self.overlaps_of_unbounded(&mut found);
        let primitives = (0..self.boxes.len() as u32).collect();
        self.builder.build_with_bvh(&mut self.tree, PlocSearchDistance::Low, &self.boxes, primitives, SortPrecision::U64, 0);
        for (one, bounds) in self.boxes.iter().enumerate() {
            self.tree.aabb_traverse(bounds.0, |tree, node| {
                let node = &tree.nodes[node as usize];
                for slot in node.first_index..node.first_index + node.prim_count {
                    let other = tree.primitive_indices[slot as usize] as usize;
                    // Each pair is found from both sides and reported from one.
                    if one < other && self.boxes[other].0.intersect_aabb(&bounds.0) {
                        found(self.indices[one], self.indices[other]);
                    }
                }
                true
            });
        }
    }

    fn find_origin<W: Vector<Scalar = f64>>(&mut self, boxes: impl Iterator<Item = Aabb<W>> + Clone) {
        for axis in 0..W::DIM {
            self.centers.clear();
            self.centers.extend(boxes.clone().map(|bounds| bounds.center().get(axis)).filter(|center| center.is_finite()));
            let middle = self.centers.len() / 2;
            self.origin[axis] = if self.centers.is_empty() { 0.0 } else { *self.centers.select_nth_unstable_by(middle, f64::total_cmp).1 };
        }
    }

    /// The origin of the tree's frame.
    pub(crate) fn origin(&self) -> [f64; 3] {
        self.origin
    }

    /// The unbounded AABBs with their indices.
    pub(crate) fn unbounded(&self) -> impl Iterator<Item = (usize, &obvhs::aabb::Aabb)> {
        self.unbounded.iter().map(|(index, bounds)| (*index, bounds))
    }

    /// The root of the tree; `None` if it is empty.
    pub(crate) fn root(&self) -> Option<&Bvh2Node> {
        self.tree.nodes.first()
    }

    /// A node of the tree.
    pub(crate) fn node(&self, index: u32) -> &Bvh2Node {
        &self.tree.nodes[index as usize]
    }

    /// The AABBs of a leaf with their indices.
    pub(crate) fn leaf_boxes(&self, leaf: &Bvh2Node) -> impl Iterator<Item = (usize, &obvhs::aabb::Aabb)> {
        let slots = leaf.first_index as usize..(leaf.first_index + leaf.prim_count) as usize;
        self.tree.primitive_indices[slots].iter().map(|&slot| (self.indices[slot as usize], &self.boxes[slot as usize].0))
    }

    fn overlaps_of_unbounded(&self, found: &mut impl FnMut(usize, usize)) {
        for (number, &(one, bounds)) in self.unbounded.iter().enumerate() {
            let bounded = self.indices.iter().copied().zip(self.boxes.iter().map(|other| other.0));
            for (other, _) in self.unbounded[number + 1..].iter().copied().chain(bounded).filter(|(_, other)| other.intersect_aabb(&bounds))
            {
                found(one.min(other), one.max(other));
            }
        }
    }

    /// The number of AABBs of the last call with a NaN bound, which a NaN pose causes.
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
    // `get` returns the last component for an axis that the vector does not have; in 2D, z is 0.
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
    fn pairs_equal_those_of_comparing_all_with_all() {
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
    fn f64_boxes_are_rounded_outward_so_that_no_touching_pair_is_missed() {
        let edge = 1.0 + 1e-12;
        let boxes = [Aabb { min: DVec2::ZERO, max: DVec2::splat(edge) }, Aabb { min: DVec2::splat(edge), max: DVec2::splat(2.0) }];
        let mut pairs = Vec::new();
        PairFinder::new().overlaps(boxes, |a, b| pairs.push((a, b)));
        assert_eq!(pairs, [(0, 1)]);
    }

    #[test]
    fn far_from_the_origin_hardly_more_pairs_are_found_than_near_it() {
        let near = scattered(300);
        for far in [DVec3::ZERO, DVec3::new(1e9, -2e9, 5e8)] {
            let (mut pairs, mut finder) = (0, PairFinder::new());
            // A runaway box and a NaN box must not move the origin of the tree.
            let outliers = [DVec3::splat(1e30), DVec3::splat(f64::NAN)].map(|at| Aabb::around(at, DVec3::ONE));
            finder.overlaps(near.iter().map(|one| Aabb { min: one.min + far, max: one.max + far }).chain(outliers), |_, _| pairs += 1);
            let expected = (0..300).map(|a| (a + 1..300).filter(|&b| near[a].intersects(&near[b])).count()).sum::<usize>();
            assert!(pairs >= expected && pairs < expected + 5, "{far}: {pairs} found of {expected}");
        }
    }

    #[test]
    fn nan_boxes_are_counted_and_affect_no_others() {
        let finite = Aabb::around(DVec3::ZERO, DVec3::ONE);
        let boxes = [finite, Aabb::around(DVec3::splat(f64::NAN), DVec3::ONE), finite];
        let mut finder = PairFinder::new();
        let mut pairs = Vec::new();
        finder.overlaps(boxes, |a, b| pairs.push((a, b)));
        assert_eq!((pairs, finder.undefined()), (vec![(0, 2)], 1));
    }

    #[test]
    fn unbounded_boxes_overlap_what_reaches_into_them() {
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
