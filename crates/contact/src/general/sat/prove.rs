//! Proves the best axis by two points.

use clinch_shapes::Convex;
use clinch_support::{Difference, Vector};

use super::axes::{Axis, Made, Shortlist};
use super::question::Question;
use crate::answer::{CoreAnswer, Separation};
use crate::clip::Space;
use crate::tolerance::EXACT;

/// The best axis and the two points on it become an answer; and what the axis is made of. `lost` bounds what the list of axes may have missed.
pub(super) fn proved<V: Space, A: Convex<V>, B: Convex<V>>(
    difference: &Difference<'_, A, B, V>,
    question: &Question<V::Wide>,
    shortlist: &mut Shortlist<V::Wide>,
    lost: f64,
    height: impl Fn(&Axis<V::Wide>) -> f64,
    witness: impl Fn(&Axis<V::Wide>) -> Option<[V::Wide; 2]>,
) -> Option<(CoreAnswer<V>, Option<Made>)> {
    let (noise, least) = (question.noise(), shortlist.least());
    if question.distance_only && least > noise + lost {
        return Some((CoreAnswer::Overlapping { at_least: least - noise - lost }, None));
    }
    shortlist.sort_by_preference(question.last);
    // What an axis proves to be apart no other may call touching.
    let cutoff = if least < -noise { least + noise } else { f64::INFINITY };
    shortlist.axes().filter(|axis| axis.height <= cutoff).find_map(|axis| {
        let [on_a, on_b] = witness(axis)?;
        let way = on_b - on_a;
        // The points of an axis that is not the very best need not be exactly under each other.
        let slack = EXACT * question.size + (axis.height - least);
        if !((way + axis.normal * axis.height).length() <= slack) {
            return None;
        }
        // Normals divided from arcs are across their edges to rounding; what a bound takes along one is the support value itself.
        let height = height(axis);
        let proved_to_overlap = least > noise + lost;
        // Points beside their faces are so by no more than rounding, past two borders at most.
        let upper = if proved_to_overlap { noise + lost - least } else { way.length() + 3.0 * noise };
        let distance = -height;
        let upper = if upper > distance { upper } else { distance };
        let (lower, point_b) = (distance - noise, difference.to_b(on_b));
        let cores = Separation { normal: axis.normal, distance, lower, upper, point_a: on_a, point_b };
        Some((CoreAnswer::Near(cores), Some(axis.made)))
    })
}
