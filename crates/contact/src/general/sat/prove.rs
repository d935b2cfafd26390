//! Proves the best axis by two points.

use clinch_shapes::Convex;
use clinch_support::{Difference, Vector};

use super::axes::{Axis, FacetFeatures, Shortlist};
use super::query::SatQuery;
use crate::answer::{CoreAnswer, Separation};
use crate::clip::Space;
use crate::tolerance::EXACT;

/// The candidate axes of a pair.
pub(super) struct Candidates<'s, 'd, V: Vector, A, B> {
    pub(super) difference: &'s Difference<'d, A, B, V>,
    pub(super) query: &'s SatQuery<V::Wide>,
    pub(super) shortlist: &'s mut Shortlist<V::Wide>,
    /// The least support value may be less than that of the list, by up to this.
    pub(super) missed: f64,
}

impl<V: Space, A: Convex<V>, B: Convex<V>> Candidates<'_, '_, V, A, B> {
    /// The answer along the first axis that two points prove, and the features of the facet.
    /// `height` computes the support value along an axis for the bounds, `witness` its two points.
    pub(super) fn prove(
        self,
        height: impl Fn(&Axis<V::Wide>) -> f64,
        witness: impl Fn(&Axis<V::Wide>) -> Option<[V::Wide; 2]>,
    ) -> Option<(CoreAnswer<V>, Option<FacetFeatures>)> {
        let Self { difference, query, shortlist, missed } = self;
        let (noise, least) = (query.noise(), shortlist.least());
        if query.distance_only && least > noise + missed {
            return Some((CoreAnswer::Overlapping { at_least: least - noise - missed }, None));
        }
        shortlist.sort_by_preference(query.last_normal);
        // If the best axis proves the cores apart, no other axis may report that they touch.
        let cutoff = if least < -noise { least + noise } else { f64::INFINITY };
        shortlist.axes().filter(|axis| axis.height <= cutoff).find_map(|axis| {
            let [on_a, on_b] = witness(axis)?;
            let between = on_b - on_a;
            // The points of an axis that only ties with the best need not be exactly above each
            // other.
            let slack = EXACT * query.size + (axis.height - least);
            if !((between + axis.normal * axis.height).length() <= slack) {
                return None;
            }
            // A normal interpolated on an arc is orthogonal to its edges only to rounding, so
            // bounds use the support value itself.
            let height = height(axis);
            let proved_to_overlap = least > noise + missed;
            // Points are beside their faces by rounding only, past two sides at most.
            let upper = if proved_to_overlap { noise + missed - least } else { between.length() + 3.0 * noise };
            let distance = -height;
            let upper = if upper > distance { upper } else { distance };
            let (lower, point_b) = (distance - noise, difference.to_b(on_b));
            let cores = Separation { normal: axis.normal, distance, lower, upper, point_a: on_a, point_b };
            Some((CoreAnswer::Near(cores), Some(axis.features)))
        })
    }
}
