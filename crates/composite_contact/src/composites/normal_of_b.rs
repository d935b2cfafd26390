//! The normal of a hit of a part of B, as that of the whole B.

use clinch_contact::{Impact, Space};

use crate::composites::nearness::{Composites, SubShapes};
use crate::facet_of_b::admitted_by_b;

/// Puts the normal of a hit into the cone of the feature of B that is hit, if A can be hit along
/// it, too. A tip of A that meets the diagonal of a square of B has any normal at each of the two
/// triangles, and only that of the square at both.
///
/// `pair` has the rotation of B at the time of the hit. A hit at the start has the normal of a
/// contact, which is that of the whole already.
pub(crate) fn with_normal_of_b<V: Space>(pair: &Composites<'_, V>, impact: Impact<V>, sub_shapes: SubShapes) -> Impact<V> {
    let ([Some(part_a), Some(part_b)], false) = (sub_shapes, impact.at_start) else { return impact };
    let admitted = admitted_by_b(pair, [part_a, part_b], impact.normal);
    Impact { normal: admitted.map_or(impact.normal, |admitted| admitted.normal), ..impact }
}
