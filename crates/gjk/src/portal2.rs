//! Portals in 2D: an edge from a vertex on the right of the line to a vertex on its left.

use clinch_support::{Vector, VertexIndex};
use glam::DVec2;

use crate::portal::{MAX_CALLS, PortalOutcome, PortalSurface, PortalVertex, check_reach, exceeds};

/// Follows the line through the origin along `direction` (unit). `first` is any vertex.
pub(crate) fn portal(
    direction: DVec2,
    first: PortalVertex<DVec2>,
    rounding: f64,
    surface: &mut impl PortalSurface<DVec2>,
) -> PortalOutcome<DVec2> {
    let left = direction.perp();
    let offset = |corner: &PortalVertex<DVec2>| Vector::dot(left, corner.point);
    let toward = if offset(&first) > 0.0 { -left } else { left };
    let Some(other) = surface.farthest(toward) else { return PortalOutcome::Inconclusive };
    if let Err(outcome) = check_reach(toward, Vector::dot(toward, other.point), rounding) {
        return outcome;
    }
    // p is on the right of the line, q on its left.
    let (mut p, mut q) = if offset(&first) > 0.0 { (other, first) } else { (first, other) };
    for _ in 0..MAX_CALLS {
        // From right to left: outward is against the line.
        let outward = (q.point - p.point).perp();
        let Some(next) = surface.farthest(outward) else { return PortalOutcome::Inconclusive };
        if !exceeds(Vector::dot(outward, next.point - p.point), outward, rounding) {
            let normal = outward * outward.length().recip();
            let height = Vector::dot(normal, next.point);
            let [right, left] = [-offset(&p), offset(&q)];
            let weights = [left / (left + right), right / (left + right), 0.0];
            return PortalOutcome::Facet { normal, height, corners: [p.index, q.index, VertexIndex::default()], weights };
        }
        if offset(&next) > 0.0 {
            q = next;
        } else {
            p = next;
        }
    }
    PortalOutcome::Inconclusive
}
