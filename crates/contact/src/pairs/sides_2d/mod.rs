//! Two polygons in 2D by their sides: which axis is the answer, and the two points that prove it.
//!
//! * The support value of A − B along the normal of a side is the depth of the origin below that
//!   side of A − B. The least of all is the depth of polygons that overlap. For polygons that are
//!   apart it is the distance if a corner of one is over a side of the other; otherwise two corners
//!   are nearest. There is no third case, so hardly a pair is left for a search.
//! * The result is that of the separating axis test for any two polytopes (`general/sat`), by the
//!   same rules. Where rounding could decide, as for corners that almost touch beside each other's
//!   sides, it is `None`, and the general path answers.
//!
//! All functions on the way to the answer are inlined so that the numbers stay in registers; stored
//! by field and reloaded as a block they stall on store forwarding, which is half the cost of a
//! yes-or-no query of two boxes.

use clinch_support::Vector;

use crate::answer::{CoreAnswer, Separation};
use crate::clip::Space;
use crate::query::Query;
use crate::tolerance::{self, EXACT, SAME_NORMAL};

/// The support values of A − B along the normals of all sides: those of A, then those of B. A
/// depth, negative for a gap.
#[derive(Clone, Copy)]
pub(super) struct Heights<const SIDES: usize> {
    pub(super) of_sides: [f64; SIDES],
    pub(super) least: f64,
}

impl<const SIDES: usize> Heights<SIDES> {
    /// The sides whose support values are at most this, as a set of bits.
    #[inline(always)]
    fn up_to(&self, most: f64) -> u32 {
        (0..SIDES).fold(0, |set, number| set | u32::from(self.of_sides[number] <= most) << number)
    }

    /// The side of the least support value; of ties the first.
    #[inline(always)]
    pub(super) fn first(&self) -> usize {
        self.up_to(self.least).trailing_zeros() as usize
    }
}

/// Two points as far apart as an axis says.
pub(super) struct Witness {
    /// Each in its own frame.
    pub(super) on_a: [f64; 2],
    pub(super) on_b: [f64; 2],
    /// Their distance along the axis.
    pub(super) gap: f64,
}

/// Two corners that are nearest to each other, and the axis along the line between them.
pub(super) struct NearestCorners {
    /// Unit, from A to B, in A's frame.
    pub(super) normal: [f64; 2],
    pub(super) witness: Witness,
}

/// Two polygons of at most so many sides together, at most 16.
pub(super) trait TwoPolygons<V: Space, const SIDES: usize> {
    /// A bound of the coordinates that meet.
    fn size(&self) -> f64;

    /// The normal of a side, from A to B, in A's frame.
    fn normal(&self, side: usize) -> [f64; 2];

    /// The deepest point of the other polygon, of those that project onto a side and not beside its
    /// ends, and its projection. `None` if none does.
    fn witness(&self, side: usize) -> Option<Witness>;

    /// The nearest corners of polygons that are apart. `None` if a support value does not prove
    /// them.
    fn nearest_corners(&self, heights: &Heights<SIDES>) -> Option<NearestCorners>;

    /// What the sides prove about the two cores.
    #[inline(always)]
    fn cores(&self, heights: &Heights<SIDES>, query: &Query<'_, V>) -> Option<CoreAnswer<V>> {
        let (within, last_normal, size) = (query.within(), query.last_normal, self.size());
        let (noise, tie) = (tolerance::noise(size), tolerance::tie::<V>(size));
        let least = heights.least;
        if !(least.is_finite() && size < f64::INFINITY) {
            return None;
        }
        if least < -within - noise {
            return Some(CoreAnswer::Beyond { axis: vector(self.normal(heights.first())), at_least: -least - noise });
        }
        if query.distance_only() && least > noise {
            return Some(CoreAnswer::Overlapping { at_least: least - noise });
        }
        // If the best axis proves the cores apart, no other axis may report that they touch.
        let apart = least < -noise;
        let cutoff = least + if apart && noise < tie { noise } else { tie };
        let mut remaining = self.by_preference(heights.up_to(cutoff), last_normal);
        let (normal, height, Witness { on_a, on_b, gap }) = loop {
            if remaining == 0 {
                if !apart {
                    return None;
                }
                let NearestCorners { normal, witness } = self.nearest_corners(heights)?;
                break (normal, -witness.gap, witness);
            }
            let side = remaining.trailing_zeros() as usize % SIDES;
            remaining &= remaining - 1;
            let height = heights.of_sides[side];
            // The points of an axis that only ties with the best need not be exactly above each
            // other.
            let slack = EXACT * size + (height - least);
            if let Some(witness) = self.witness(side)
                && (witness.gap + height).abs() <= slack
            {
                break (self.normal(side), height, witness);
            }
        };
        let distance = -height;
        // The axis may be worse than the best by the tie. If only the best proves the swept shapes
        // apart, its bound is the answer's, so that they touch with every margin or with none.
        let (touching_distance, lower, best) = (query.radii.within(0.0), distance - noise, -least - noise);
        let lower = if lower <= touching_distance && best > touching_distance { best } else { lower };
        // Of an overlap the best axis is an upper bound, of a gap two points are.
        let upper = if least > noise { noise - least } else { gap.abs() + 3.0 * noise };
        Some(CoreAnswer::Near(Separation {
            normal: vector(normal),
            distance,
            lower,
            upper: if upper > distance { upper } else { distance },
            point_a: vector(on_a),
            point_b: vector(on_b),
        }))
    }

    /// The sides whose bits are set, in the order in which their axes are tried. The lower bits,
    /// one for each side, are those near last tick's normal, which go first.
    #[inline]
    fn by_preference(&self, ties: u32, last_normal: V) -> u32 {
        let mut near = 0;
        if ties.count_ones() > 1 {
            let last_normal = last_normal.widen();
            let least = SAME_NORMAL * last_normal.length();
            let is_near = |side: usize| vector::<V::Wide>(self.normal(side)).dot(last_normal) > least;
            near = (0..SIDES).filter(|&side| ties >> side & 1 == 1 && is_near(side)).fold(0, |near, side| near | 1 << side);
        }
        near | (ties & !near) << SIDES
    }
}

#[inline]
pub(super) fn array<W: Vector<Scalar = f64>>(vector: W) -> [f64; 2] {
    [vector.get(0), vector.get(1)]
}

#[inline]
pub(super) fn vector<W: Vector<Scalar = f64>>([x, y]: [f64; 2]) -> W {
    W::from_fn(|axis| if axis == 0 { x } else { y })
}

#[cfg(test)]
mod tests;
