//! Builds the tree from the top.
//!
//! * A set of items is divided along the longest axis of their centres, where the surface areas of
//!   both parts, times their items, are least (the surface area heuristic, in bins: Wald, *On Fast
//!   Construction of SAH-based Bounding Volume Hierarchies*, 2007). Of the parts with more items
//!   than a child can hold, that of the largest area is divided again, until there are eight parts
//!   or none is too large.
//! * All parts but the last have a multiple of the items of a lowest node: all of these nodes but
//!   the last are full.
//! * What a part contains does not depend on how a sort places equal keys, so the tree is the same
//!   everywhere.

use clinch_shapes::Aabb;
use glam::DVec3;

use crate::eight::grid::{Grid, GridBox};
use crate::eight::node::{Below, LEAF, Node, WIDTH};
use crate::eight::tree::Bvh8;

/// The number of items of a full lowest node.
const FULL: usize = LEAF * WIDTH;

/// At this level and deeper, parts are halved and not divided by area. Larger: boxes whose sizes
/// are a geometric series make a deep tree, which takes long to build. A million items need six
/// levels.
const LEVELS: usize = 16;

/// The bins of a division. More: the division is nearer to the best, and takes longer. Fewer: the
/// reverse.
const BINS: usize = 16;

/// The box of an item as whole numbers, exact in `f32`. Four numbers fill a register.
#[derive(Clone, Copy)]
struct Item {
    /// The lower corner, then the bits of the item's number.
    low: [f32; 4],
    /// The upper corner, negated, then 0: boxes are united by minima alone.
    high: [f32; 4],
}

impl Item {
    fn new(id: u32, bounds: &GridBox) -> Self {
        let [[x, y, z], [p, q, r]] = [bounds.low, bounds.high];
        let f = |number: u32| number as f32;
        Self { low: [f(x), f(y), f(z), f32::from_bits(id)], high: [-f(p), -f(q), -f(r), 0.0] }
    }

    fn id(&self) -> u32 {
        self.low[3].to_bits()
    }

    /// Twice the centre, rounded to `f32` above 2^24.
    #[inline]
    fn center(&self, axis: usize) -> f32 {
        self.low[axis % 4] - self.high[axis % 4]
    }
}

/// The smallest box around others, as an [`Item`] stores it. The last number of each half is
/// undefined.
#[derive(Clone, Copy)]
struct Bounds {
    low: [f32; 4],
    high: [f32; 4],
}

impl Bounds {
    const EMPTY: Self = Self { low: [f32::INFINITY; 4], high: [f32::INFINITY; 4] };

    #[inline]
    fn add(&mut self, low: &[f32; 4], high: &[f32; 4]) {
        for i in 0..4 {
            self.low[i] = if low[i] < self.low[i] { low[i] } else { self.low[i] };
            self.high[i] = if high[i] < self.high[i] { high[i] } else { self.high[i] };
        }
    }

    /// Half of the surface area; 0 of none.
    fn area(&self) -> f32 {
        let [x, y, z] = [0, 1, 2].map(|axis| -(self.high[axis] + self.low[axis]));
        if x < 0.0 { 0.0 } else { x * y + y * z + z * x }
    }

    fn on_grid(&self) -> GridBox {
        let [[x, y, z, _], [p, q, r, _]] = [self.low, self.high];
        GridBox { low: [x as u32, y as u32, z as u32], high: [-p as u32, -q as u32, -r as u32] }
    }
}

/// Items that become a child.
#[derive(Clone, Copy)]
struct Part {
    first: usize,
    end: usize,
    bounds: Bounds,
    /// Of the centres: `Item::center`.
    centers: Bounds,
}

impl Part {
    fn new(items: &[Item], first: usize, end: usize) -> Self {
        let (mut bounds, mut centers) = (Bounds::EMPTY, Bounds::EMPTY);
        for item in &items[first..end] {
            bounds.add(&item.low, &item.high);
            let center: [f32; 4] = core::array::from_fn(|axis| item.low[axis] - item.high[axis]);
            centers.add(&center, &center.map(|x| -x));
        }
        Self { first, end, bounds, centers }
    }

    fn count(&self) -> usize {
        self.end - self.first
    }

    /// The axis along which the centres extend farthest, where they begin, and how far they extend.
    fn longest_axis(&self) -> (usize, f32, f32) {
        let extents = [0, 1, 2].map(|axis| -(self.centers.high[axis] + self.centers.low[axis]));
        let axis = if extents[0] >= extents[1] && extents[0] >= extents[2] { 0 } else { 1 + usize::from(extents[2] > extents[1]) };
        (axis, self.centers.low[axis], extents[axis])
    }
}

impl Bvh8 {
    /// A tree of `count` items with these bounds, which must be finite. Items from 2^26 on are
    /// ignored. O(count log count); `bounds` is called twice per item.
    pub fn new(count: usize, bounds: impl Fn(usize) -> Aabb<DVec3>) -> Self {
        let count = count.min(1 << 26);
        let around = (0..count).map(&bounds).reduce(|all, one| Aabb { min: all.min.min(one.min), max: all.max.max(one.max) });
        let grid = Grid::around(&around.unwrap_or(Aabb { min: DVec3::ZERO, max: DVec3::ZERO }));
        let mut items: Vec<_> = (0..count).map(|id| Item::new(id as u32, &grid.enter(&bounds(id)))).collect();
        let mut nodes = Vec::with_capacity(count / FULL * 5 / 4 + 1);
        if count > 0 {
            nodes.push(Node::EMPTY);
            let all = Part::new(&items, 0, count);
            build_node(&mut nodes, &mut items, Place { node: 0, level: 0 }, &all);
        }
        nodes.shrink_to_fit();
        let ids: Vec<_> = items.iter().map(Item::id).collect();
        Self::of(grid, around, nodes, &ids)
    }
}

/// Where a node is.
#[derive(Clone, Copy)]
struct Place {
    node: usize,
    /// The number of nodes above it.
    level: usize,
}

/// Makes the node at a place, and all below it, of the items of a part.
fn build_node(nodes: &mut Vec<Node>, items: &mut [Item], place: Place, part: &Part) {
    if part.count() <= FULL {
        nodes[place.node] = lowest_node(items, part);
        return;
    }
    // What a child can hold if all nodes below it are full. Most nodes with fewer than eight
    // children are then near the root, where there are few.
    let mut capacity = FULL;
    while capacity * WIDTH < part.count() {
        capacity *= WIDTH;
    }
    let (mut parts, mut count) = ([*part; WIDTH], 1);
    while count < WIDTH {
        let too_large = (0..count).filter(|&i| parts[i].count() > capacity);
        let Some(largest) = too_large.reduce(|a, b| if parts[b].bounds.area() > parts[a].bounds.area() { b } else { a }) else { break };
        let [one, other] = divide(items, &parts[largest], place.level < LEVELS);
        // In the order of their items, so that neighbours in space are neighbours in memory.
        parts.copy_within(largest + 1..WIDTH - 1, largest + 2);
        (parts[largest], parts[largest + 1]) = (one, other);
        count += 1;
    }
    let first = nodes.len();
    let boxes = parts.map(|part| part.bounds.on_grid());
    nodes[place.node] = Node::new(Below::Nodes { first, count }, &boxes[..count]);
    nodes.extend([Node::EMPTY; WIDTH].iter().take(count));
    for (child, part) in parts.iter().enumerate().take(count) {
        build_node(nodes, items, Place { node: first + child, level: place.level + 1 }, part);
    }
}

/// Divides more items than a lowest node has in two parts: where their areas are small, or in
/// halves. The first has a multiple of [`FULL`] items.
fn divide(items: &mut [Item], part: &Part, by_area: bool) -> [Part; 2] {
    let (axis, begin, extent) = part.longest_axis();
    let range = &mut items[part.first..part.end];
    // Whole numbers: of equal centres, all items are in the first bin, without a division by 0.
    let per_extent = BINS as f32 / extent.max(1.0);
    let bin_of = |item: &Item| (((item.center(axis) - begin) * per_extent) as usize).min(BINS - 1);
    let (mut bins, mut counts) = ([Bounds::EMPTY; BINS], [0_usize; BINS]);
    for item in range.iter() {
        let bin = bin_of(item);
        bins[bin].add(&item.low, &item.high);
        counts[bin] += 1;
    }
    let at = if by_area { place_by_area(&bins, &counts) } else { range.len() / 2 };
    let at = ((at + FULL / 2) / FULL * FULL).clamp(FULL, (range.len() - 1) / FULL * FULL);
    // The bin of the division, and the number of items in the bins before it.
    let (mut bin, mut before) = (0, 0);
    while before + counts[bin] < at {
        before += counts[bin];
        bin += 1;
    }
    partition(range, |item| bin_of(item) < bin);
    let end = before + partition(&mut range[before..], |item| bin_of(item) == bin);
    if at < end {
        select(&mut range[before..end], at - before, axis);
    }
    let middle = part.first + at;
    [Part::new(items, part.first, middle), Part::new(items, middle, part.end)]
}

/// The number of items of the first part, if the division is the best one between two bins.
fn place_by_area(bins: &[Bounds; BINS], counts: &[usize; BINS]) -> usize {
    let (mut above, mut all) = (Bounds::EMPTY, 0);
    let mut costs = [0.0; BINS];
    for bin in (1..BINS).rev() {
        above.add(&bins[bin].low, &bins[bin].high);
        all += counts[bin];
        costs[bin] = above.area() * all as f32;
    }
    let total = all + counts[0];
    let (mut below, mut count) = (Bounds::EMPTY, 0);
    let (mut best, mut place) = (f32::INFINITY, total / 2);
    for bin in 1..BINS {
        below.add(&bins[bin - 1].low, &bins[bin - 1].high);
        count += counts[bin - 1];
        let cost = below.area() * count as f32 + costs[bin];
        if cost < best && count > 0 && count < total {
            (best, place) = (cost, count);
        }
    }
    place
}

/// Moves the items for which a condition holds to the front. Returns their number.
fn partition(items: &mut [Item], is_first: impl Fn(&Item) -> bool) -> usize {
    let mut count = 0;
    for i in 0..items.len() {
        // Without a branch, which would be mispredicted.
        let first = is_first(&items[i]);
        items.swap(i, count);
        count += usize::from(first);
    }
    count
}

/// Moves the `count` items of the least centres to the front. Of equal centres, the item of the
/// lower number comes first.
fn select(items: &mut [Item], count: usize, axis: usize) {
    items.select_nth_unstable_by(count, |a, b| a.center(axis).total_cmp(&b.center(axis)).then(a.id().cmp(&b.id())));
}

/// A node of at most [`FULL`] items: their leaves, all full but the last.
fn lowest_node(items: &mut [Item], part: &Part) -> Node {
    arrange(items, part);
    let mut boxes = [GridBox { low: [0; 3], high: [0; 3] }; WIDTH];
    let leaves = items[part.first..part.end].chunks_mut(LEAF);
    for (leaf, bounds) in leaves.zip(&mut boxes) {
        // The selection leaves them in any order; sorted, the tree is the same everywhere. Items of
        // near numbers are often neighbours in memory.
        leaf.sort_unstable_by_key(Item::id);
        *bounds = Part::new(leaf, 0, leaf.len()).bounds.on_grid();
    }
    let below = Below::Items { first: part.first, count: part.count() };
    Node::new(below, &boxes[..part.count().div_ceil(LEAF)])
}

/// Orders items so that those of each leaf are side by side.
fn arrange(items: &mut [Item], part: &Part) {
    let leaves = part.count().div_ceil(LEAF);
    if leaves < 2 {
        return;
    }
    let at = leaves / 2 * LEAF;
    select(&mut items[part.first..part.end], at, part.longest_axis().0);
    for (first, end) in [(part.first, part.first + at), (part.first + at, part.end)] {
        if end - first > LEAF {
            arrange(items, &Part::new(items, first, end));
        }
    }
}
