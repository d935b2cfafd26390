//! The descent of rays and points: near children first.

use crate::eight::node::{Below, LEAF, Node, WIDTH};
use crate::eight::tree::Bvh8;

/// How far boxes are from a point, or along a ray.
pub(crate) trait Metric {
    /// Lower bounds of the distances of a node's children, none negative. Bounds beyond the limit
    /// may be ∞.
    fn bounds(&self, node: &Node) -> [f32; WIDTH];

    /// A limit as a distance beyond which children are skipped.
    fn in_steps(&self, limit: f64) -> f32;
}

/// A query with a limit that shrinks as it finds something.
struct Descent<M, F> {
    metric: M,
    limit: f64,
    limit_in_steps: f32,
    visit: F,
}

impl<M: Metric, F: FnMut(&[u32], f64) -> Option<f64>> Descent<M, F> {
    /// Visits the items of a leaf; `None` to stop.
    #[inline]
    fn visit(&mut self, items: &[u32]) -> Option<()> {
        let limit = (self.visit)(items, self.limit)?;
        if limit != self.limit {
            (self.limit, self.limit_in_steps) = (limit, self.metric.in_steps(limit));
        }
        Some(())
    }
}

/// Numbers of a query beyond this, and speeds below its reciprocal, are out of range: no product of
/// two overflows.
pub(crate) const LARGEST: f64 = f64::from_bits((1023 + 400) << 52);

/// The bits of a key that are the child's place; the others are the upper ones of its bound, which
/// is thereby rounded down.
const PLACE: i32 = WIDTH as i32 - 1;

/// The key of no child.
const NONE: i32 = i32::MAX;

impl Bvh8 {
    /// Visits all items whose leaves are bounded by no more than the last limit, and others.
    /// `visit` is given the items of a leaf and the limit, and returns the new one, at most as
    /// large, or `None` to stop.
    pub(crate) fn descend(&self, metric: impl Metric, limit: f64, visit: impl FnMut(&[u32], f64) -> Option<f64>) {
        let limit_in_steps = metric.in_steps(limit);
        self.descend_from(0, &mut Descent { metric, limit, limit_in_steps, visit });
    }

    /// The same without the tree: all items.
    pub(crate) fn visit_all(&self, mut limit: f64, mut visit: impl FnMut(&[u32], f64) -> Option<f64>) {
        for item in self.all() {
            let Some(nearer) = visit(&[item], limit) else { return };
            limit = nearer;
        }
    }

    /// `None` if a visit stopped it.
    fn descend_from<M: Metric, F: FnMut(&[u32], f64) -> Option<f64>>(&self, node: usize, query: &mut Descent<M, F>) -> Option<()> {
        let Some(node) = self.nodes.get(node) else { return Some(()) };
        let (bounds, limit, children) = (query.metric.bounds(node), query.limit_in_steps, node.children());
        // Bits of numbers that are not negative are in their order.
        let key = |child: usize| {
            let is_near = (bounds[child] <= limit) & (child < children);
            if is_near { bounds[child].to_bits().cast_signed() & !PLACE | child as i32 } else { NONE }
        };
        let mut keys: [i32; WIDTH] = core::array::from_fn(key);
        let below = node.below();
        loop {
            // Mostly one or two are visited, so the others are not sorted.
            let key = keys.iter().fold(NONE, |least, &key| if key < least { key } else { least });
            if key == NONE || f32::from_bits((key & !PLACE).cast_unsigned()) > query.limit_in_steps {
                return Some(());
            }
            let child = (key & PLACE) as usize;
            keys[child] = NONE;
            match below {
                Below::Nodes { first, .. } => self.descend_from(first + child, query)?,
                Below::Items { first, count } => {
                    let mut items = [0; LEAF];
                    let filled = self.leaf_items(first, count, child).zip(&mut items).map(|(item, place)| *place = item).count();
                    query.visit(&items[..filled])?;
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
