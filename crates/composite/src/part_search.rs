//! Searches among the parts of a composite shape, near ones first.

use clinch_bvh::Visitor;
use clinch_shapes::Aabb;
use clinch_support::Vector;

use crate::sub_shape::SubShapeId;

/// What [`Composite::traverse`](crate::Composite::traverse) calls: a search for the part that is
/// nearest, or that is hit first.
///
/// "Distance" is what the search minimises: a length, or the time of a moving body.
pub trait PartSearch<W> {
    /// A lower bound of the distance to anything in a box, or ∞ to skip it. The bound of a box
    /// that contains another must not be the larger.
    fn bound(&mut self, bounds: &Aabb<W>) -> f64;

    /// The `step`-th of a series of boxes, for shapes that can only list the parts in a box. `None`
    /// after the last one.
    fn region(&self, step: u32) -> Option<Region<W>>;

    /// Visits a part. Returns the distance beyond which the rest can be skipped, `limit` if it has
    /// not changed, or `None` to stop.
    fn visit(&mut self, id: SubShapeId, limit: f64) -> Option<f64>;
}

/// A box in which a search lists parts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Region<W> {
    /// The box.
    pub bounds: Aabb<W>,
    /// Each part whose distance is bounded by at most this meets the box, or that of an earlier
    /// step. Must not decrease from step to step.
    pub limit: f64,
}

/// A traversal for a shape without a tree: each region's parts that no earlier one has listed, in
/// the order of their bounds. `near` lists the parts in a box, and `bounds_of` is an AABB of one.
pub(crate) fn traverse_regions<W: Vector<Scalar = f64, Wide = W>>(
    near: impl Fn(&Aabb<W>, &mut Vec<SubShapeId>),
    bounds_of: impl Fn(SubShapeId) -> Option<Aabb<W>>,
    mut limit: f64,
    search: &mut dyn PartSearch<W>,
) {
    let (mut found, mut listed, mut waiting) = (Vec::new(), Vec::new(), Vec::new());
    for step in 0.. {
        // After the last region, whatever is left.
        let Region { bounds, limit: within } = search.region(step).unwrap_or(Region { bounds: Aabb::unbounded(), limit: f64::INFINITY });
        found.clear();
        near(&bounds, &mut found);
        let first_new = listed.len();
        for &id in &found {
            if listed[..first_new].binary_search(&id).is_err() {
                listed.push(id);
                waiting.extend(bounds_of(id).map(|bounds| (search.bound(&bounds), id)));
            }
        }
        listed.sort_unstable();
        // Far ones first, so that the next is at the end.
        waiting.sort_unstable_by(|(one, id), (other, other_id)| other.total_cmp(one).then(other_id.cmp(id)));
        while let Some(&(near, id)) = waiting.last()
            && near <= within
        {
            waiting.pop();
            if near <= limit {
                let Some(nearer) = search.visit(id, limit) else { return };
                limit = nearer;
            }
        }
        // Not for a NaN limit, either.
        if !(within < limit) {
            return;
        }
    }
}

/// A search as a visitor of a tree of parts.
pub(crate) struct InTree<'s, W, F> {
    /// An AABB of a part: a leaf of the tree may hold several.
    pub(crate) bounds_of: F,
    pub(crate) search: &'s mut dyn PartSearch<W>,
}

impl<W: Vector<Scalar = f64, Wide = W>, F: Fn(u32) -> Option<Aabb<W>>> Visitor<W> for InTree<'_, W, F> {
    fn bound(&mut self, bounds: &Aabb<W>) -> f64 {
        self.search.bound(bounds)
    }

    fn visit(&mut self, item: u32, limit: f64) -> Option<f64> {
        let is_near = (self.bounds_of)(item).is_some_and(|own| self.search.bound(&own) <= limit);
        if is_near { self.search.visit(SubShapeId(item), limit) } else { Some(limit) }
    }
}
