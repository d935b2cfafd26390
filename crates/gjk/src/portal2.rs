//! Portals in the plane: an edge between a vertex to the left of the line and one to its right.

use clinch_support::{Vector, VertexIndex};
use glam::DVec2;

use crate::portal::{CALLS, Corner, Passage, Surface, reaches, stands_out};

/// The portal of the line through the origin along a unit vector. `first` is any vertex.
pub(crate) fn portal(along: DVec2, first: Corner<DVec2>, noise: f64, surface: &mut impl Surface<DVec2>) -> Passage<DVec2> {
    let left = along.perp();
    let aside = |corner: &Corner<DVec2>| Vector::dot(left, corner.0);
    let toward = if aside(&first) > 0.0 { -left } else { left };
    let Some(other) = surface.farthest(toward) else { return Passage::Unclear };
    if let Err(passage) = reaches(toward, Vector::dot(toward, other.0), noise) {
        return passage;
    }
    // To the right of the line, and to its left.
    let (mut p, mut q) = if aside(&first) > 0.0 { (other, first) } else { (first, other) };
    for _ in 0..CALLS {
        // From right to left: outward is against the line.
        let outward = (q.0 - p.0).perp();
        let Some(next) = surface.farthest(outward) else { return Passage::Unclear };
        if !stands_out(Vector::dot(outward, next.0 - p.0), outward, noise) {
            let normal = outward * outward.length().recip();
            let height = Vector::dot(normal, next.0);
            let [right, left] = [-aside(&p), aside(&q)];
            let weights = [left / (left + right), right / (left + right), 0.0];
            return Passage::Enters { normal, height, corners: [p.1, q.1, VertexIndex::default()], weights };
        }
        if aside(&next) > 0.0 {
            q = next;
        } else {
            p = next;
        }
    }
    Passage::Unclear
}
