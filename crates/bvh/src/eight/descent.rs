//! The descent of rays and points: near children first.

use crate::eight::node::{Below, Node, WIDTH};
use crate::eight::tree::Bvh8;

/// A query with a limit that shrinks as it finds something.
pub(crate) trait Descent {
    /// Lower bounds of the distances of a node's children, none negative. Bounds beyond the limit
    /// may be ∞.
    fn bounds(&self, node: &Node) -> [f32; WIDTH];

    /// The distance beyond which children are skipped.
    fn limit(&self) -> f32;

    /// Visits an item; `None` to stop.
    fn visit(&mut self, item: u32) -> Option<()>;
}

/// The bits of a key that are the child's place; the others are the upper ones of its bound, which
/// is thereby rounded down.
const PLACE: u32 = WIDTH as u32 - 1;

/// The key of no child.
const NONE: u32 = u32::MAX;

impl Bvh8 {
    /// Visits all items whose leaves are bounded by no more than the last limit, and others. `None`
    /// if a visit stopped it.
    pub(crate) fn descend(&self, node: usize, query: &mut impl Descent) -> Option<()> {
        let Some(node) = self.nodes.get(node) else { return Some(()) };
        let (bounds, limit, children) = (query.bounds(node), query.limit(), node.children());
        // Bits of numbers that are not negative are in their order.
        let key = |child: usize| {
            let is_near = (bounds[child] <= limit) & (child < children);
            if is_near { bounds[child].to_bits() & !PLACE | child as u32 } else { NONE }
        };
        let mut keys: [u32; WIDTH] = core::array::from_fn(key);
        let below = node.below();
        loop {
            // Mostly one or two are visited, so the others are not sorted.
            let key = keys.iter().fold(NONE, |least, &key| if key < least { key } else { least });
            if key == NONE || f32::from_bits(key & !PLACE) > query.limit() {
                return Some(());
            }
            let child = (key & PLACE) as usize;
            keys[child] = NONE;
            match below {
                Below::Nodes { first, .. } => self.descend(first + child, query)?,
                Below::Items { first, count } => {
                    for item in self.leaf_items(first, count, child) {
                        query.visit(item)?;
                    }
                }
            }
        }
    }
}

/// A number as `f32` that is not less: also ∞, and ∞ for NaN.
pub(crate) fn at_least(limit: f64) -> f32 {
    // The factor is more than the rounding of the number and that of the bounds.
    const MORE: f64 = 1.0 + 1.0 / (1 << 18) as f64;
    if limit < f64::from(f32::MAX / 2.0) { (limit * MORE) as f32 } else { f32::INFINITY }
}
