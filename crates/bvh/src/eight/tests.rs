//! The tree of eight children against all boxes.

use clinch_shapes::Aabb;
use glam::DVec3;

use crate::eight::node::{Below, LEAF, Node, WIDTH};
use crate::{Bvh8, Ray, Rounding, Space, Visitor};

struct Random(u64);

impl Random {
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 ^ self.0 >> 31) as u32 as f64 / f64::from(u32::MAX)
    }

    fn vector(&mut self) -> DVec3 {
        DVec3::new(self.unit(), self.unit(), self.unit())
    }
}

/// Boxes of very different sizes, some of them equal or flat, in a cube or far from the origin.
fn scattered(count: usize, scale: f64, offset: DVec3) -> Vec<Aabb<DVec3>> {
    let mut random = Random(7);
    (0..count)
        .map(|i| {
            let size = [1.0, 0.1, 1e-3, 1e-9][i % 4];
            let mut half = random.vector() * size;
            half[i % 3] *= f64::from(u32::from(i % 5 > 0));
            let center = if i % 7 == 0 { DVec3::splat(5.0) } else { random.vector() * 10.0 };
            Aabb::around((center + offset) * scale, half * scale)
        })
        .collect()
}

fn build(boxes: &[Aabb<DVec3>]) -> (Bvh8, Space) {
    let tree = Bvh8::new(boxes.len(), |index| boxes[index]);
    let space = tree.space(DVec3::ONE, Rounding::NONE).unwrap();
    (tree, space)
}

/// Every item is in one leaf, whose box contains it.
fn check_structure(tree: &Bvh8, boxes: &[Aabb<DVec3>]) {
    let mut found = vec![false; boxes.len()];
    let mut waiting = vec![0];
    while let Some(place) = waiting.pop() {
        let node = &tree.nodes[place];
        for child in 0..node.children() {
            let on_grid = node.child(child);
            let bounds = Aabb { min: tree.grid.leave(on_grid.low), max: tree.grid.leave(on_grid.high) };
            match node.below() {
                Below::Nodes { first, .. } => waiting.push(first + child),
                Below::Items { first, count } => {
                    let items: Vec<_> = tree.leaf_items(first, count, child).collect();
                    assert!(!items.is_empty() && items.len() <= LEAF);
                    for item in items {
                        let own = boxes[item as usize];
                        assert!(bounds.min.cmple(own.min).all() && bounds.max.cmpge(own.max).all(), "{own:?} in {bounds:?}");
                        assert!(!core::mem::replace(&mut found[item as usize], true), "{item} twice");
                    }
                }
            }
        }
    }
    assert!(found.iter().all(|&found| found));
}

struct All(Vec<u32>);

impl Visitor<DVec3> for All {
    fn bound(&mut self, _: &Aabb<DVec3>) -> f64 {
        0.0
    }

    fn visit(&mut self, item: u32, limit: f64) -> Option<f64> {
        self.0.push(item);
        Some(limit)
    }
}

#[test]
fn every_item_is_in_one_leaf_whose_box_contains_it() {
    for count in [0, 1, 3, 4, 5, 31, 32, 33, 63, 255, 256, 257, 1000, 3000] {
        for (scale, offset) in [(1.0, 0.0), (1e-290, 0.0), (1e290, 0.0), (1.0, 1e9), (1e-3, -3e4)] {
            let boxes = scattered(count, scale, DVec3::splat(offset));
            let tree = Bvh8::new(boxes.len(), |index| boxes[index]);
            if count > 0 {
                check_structure(&tree, &boxes);
            }
            let mut all = All(Vec::new());
            tree.traverse(0.0, &mut all);
            all.0.sort_unstable();
            assert_eq!(all.0, Vec::from_iter(0..count as u32));
            assert_eq!(tree.bounds().is_some(), count > 0);
        }
    }
}

#[test]
fn equal_boxes_are_divided_too() {
    let boxes = vec![Aabb::around(DVec3::X, DVec3::ZERO); 500];
    let (tree, space) = build(&boxes);
    check_structure(&tree, &boxes);
    let mut found = 0;
    tree.overlaps(Some(&space), &boxes[0], |_| found += 1);
    assert_eq!(found, 500);
}

#[test]
fn a_geometric_series_of_boxes_makes_no_deep_tree() {
    let mut level = vec![0];
    let boxes: Vec<_> = (0..20_000).map(|i| Aabb::around(DVec3::splat(shrunk(i)), DVec3::ZERO)).collect();
    let (tree, _) = build(&boxes);
    check_structure(&tree, &boxes);
    for (place, node) in tree.nodes.iter().enumerate() {
        if let Below::Nodes { first, count } = node.below() {
            level.resize(level.len().max(first + count), 0);
            (first..first + count).for_each(|child| level[child] = level[place] + 1);
        }
    }
    assert!(level.iter().all(|&level| level < 22), "{:?}", level.iter().max());
}

/// 1.01^-i.
fn shrunk(i: i32) -> f64 {
    (1.0_f64 / 1.01).powi(i)
}

#[test]
fn no_overlap_is_missed_and_most_others_are_not_found() {
    for (scale, offset) in [(1.0, 0.0), (1e-290, 0.0), (1e290, 0.0), (1.0, 1e9), (1e-3, -3e4)] {
        let boxes = scattered(1000, scale, DVec3::splat(offset));
        let (tree, space) = build(&boxes);
        let mut others = 0;
        for one in &boxes {
            let mut found = Vec::new();
            tree.overlaps(Some(&space), one, |item| found.push(item));
            found.sort_unstable();
            assert!(found.windows(2).all(|pair| pair[0] < pair[1]), "found twice");
            let expected = (0..1000).filter(|&other: &u32| one.intersects(&boxes[other as usize]));
            assert!(expected.clone().all(|other| found.binary_search(&other).is_ok()), "{one:?}");
            others += found.len() - expected.count();
        }
        assert!(others < 30 * 1000, "{others} at {scale:e}");
    }
}

#[test]
fn rays_and_points_visit_all_that_they_may_hit_and_few_others() {
    let boxes = scattered(1000, 1.0, DVec3::ZERO);
    let tree = Bvh8::new(boxes.len(), |index| boxes[index]);
    let mut random = Random(3);
    let mut visits = [0, 0];
    for i in 0..1000 {
        // Of a query in a space that mirrors and scales.
        let factors = [DVec3::ONE, DVec3::new(-2.0, 0.25, 16.0)][i % 2];
        let space = tree.space(factors, Rounding::NONE);
        let far = [1.0, 30.0, 1e7][i % 3];
        let middle = DVec3::splat(5.0);
        let origin = middle + (random.vector() - DVec3::splat(0.5)) * (20.0 * far);
        let direction = middle + (random.vector() - DVec3::splat(0.5)) * 10.0 - origin;
        let time = 0.7;
        let mut met = vec![false; boxes.len()];
        let ray = Ray { origin: origin * factors, direction: direction * factors, pad: 0.0 };
        tree.along(space.as_ref(), &ray, time, |item, limit| {
            met[item as usize] = true;
            Some(limit)
        });
        let mut near = vec![false; boxes.len()];
        let limit = (far * 8.0).powi(2) * factors.abs().max_element().powi(2) * 0.1;
        tree.around(space.as_ref(), origin * factors, limit, |items, limit| {
            items.iter().for_each(|&item| near[item as usize] = true);
            Some(limit)
        });
        for (item, bounds) in boxes.iter().enumerate() {
            let (one, other) = ((bounds.min - origin) / direction, (bounds.max - origin) / direction);
            let (enter, leave) = (one.min(other).max_element().max(0.0), one.max(other).min_element().min(time));
            assert!(enter > leave || met[item], "{ray:?} {bounds:?}");
            let gap = (bounds.min - origin).max(origin - bounds.max).max(DVec3::ZERO) * factors.abs();
            assert!(gap.length_squared() > limit || near[item], "{origin} {bounds:?}");
            visits[0] += usize::from(met[item]);
            visits[1] += usize::from(near[item]);
        }
    }
    assert!(visits[0] > 2 * 1000 && visits[0] < 30 * 1000, "{visits:?}");
    assert!(visits[1] > 100 * 1000 && visits[1] < 800 * 1000, "{visits:?}");
}

#[test]
fn leaves_of_a_point_are_visited_exactly() {
    // A leaf of equal points has no width, so nothing but the rounding error of `f32` is between a
    // hit and a miss.
    let mut random = Random(19);
    let points: Vec<_> = (0..400).map(|_| random.vector() * 3.0).collect();
    let tree = Bvh8::new(4 * points.len(), |index| Aabb::around(points[index / 4], DVec3::ZERO));
    let mut visited = 0;
    for i in 0..4000 {
        let at = i % points.len();
        let factors = [DVec3::ONE, DVec3::new(-4.0, 0.25, 1.0)][i % 2];
        let space = tree.space(factors, Rounding::NONE);
        let point = points[at] * factors;
        let origin = point + (random.vector() - DVec3::splat(0.5)) * [0.01, 1.0, 100.0][i % 3];
        let mut found = [false; 2];
        let mut visit = |kind: usize, item: u32, limit: f64| {
            found[kind] |= item as usize / 4 == at;
            visited += 1;
            Some(limit)
        };
        let ray = Ray { origin, direction: point - origin, pad: 1e-13 };
        tree.along(space.as_ref(), &ray, 1.0 + 1e-13, |item, limit| visit(0, item, limit));
        let limit = (point - origin).length_squared() * (1.0 + 1e-13);
        tree.around(space.as_ref(), origin, limit, |items, limit| items.iter().try_fold(limit, |limit, &item| visit(1, item, limit)));
        assert_eq!(found, [true; 2], "{origin} {point}");
    }
    assert!(visited < 600 * 4000, "{visited}");
}

#[test]
fn without_a_space_all_items_are_visited() {
    let boxes = scattered(100, 1.0, DVec3::ZERO);
    let tree = Bvh8::new(boxes.len(), |index| boxes[index]);
    assert!(tree.space(DVec3::splat(1e-320), Rounding::NONE).is_none());
    assert!(tree.space(DVec3::new(1.0, 1.0, 0.0), Rounding::NONE).is_none());
    let mut count = 0;
    tree.overlaps(None, &boxes[0], |_| count += 1);
    let ray = Ray { origin: DVec3::ZERO, direction: DVec3::X, pad: 0.0 };
    tree.along(None, &ray, 1.0, |_, limit| {
        count += 1;
        Some(limit)
    });
    tree.around(None, DVec3::ZERO, 1.0, |items, limit| {
        count += items.len();
        Some(limit)
    });
    assert_eq!(count, 300);
}

#[test]
fn a_scale_of_a_power_of_two_changes_no_node() {
    let at = |scale: f64| {
        let boxes = scattered(500, scale, DVec3::ZERO);
        format!("{:?}", Bvh8::new(boxes.len(), |index| boxes[index]).nodes)
    };
    assert_eq!(at(1.0), at((2.0_f64).powi(-200)));
    assert_eq!(at(1.0), at((2.0_f64).powi(300)));
}

#[test]
fn the_order_of_items_changes_no_box() {
    let boxes = scattered(500, 1.0, DVec3::ZERO);
    let corners = |order: &dyn Fn(usize) -> usize| {
        let tree = Bvh8::new(500, |index| boxes[order(index)]);
        let mut children: Vec<_> = tree.nodes.iter().flat_map(|node| (0..node.children()).map(|child| node.child(child))).collect();
        children.sort_by_key(|bounds| (bounds.low, bounds.high));
        children
    };
    // But of equal boxes, of which every seventh has the same centre.
    let (one, other) = (corners(&|i| i), corners(&|i| i * 77 % 500));
    let equal = one.iter().filter(|bounds| other.contains(bounds)).count();
    assert!(10 * equal > 7 * one.len(), "{equal} of {}", one.len());
}

#[test]
fn a_node_takes_a_line_of_the_cache_and_an_item_less_than_five_bytes() {
    assert_eq!(size_of::<Node>(), 8 * WIDTH);
    let boxes = scattered(5000, 1.0, DVec3::ZERO);
    let (tree, _) = build(&boxes);
    assert!(2 * tree.bytes() < 10 * 5000, "{}", tree.bytes());
}
