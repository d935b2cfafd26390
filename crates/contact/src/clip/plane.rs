//! Clipping in 2D: two edges, projected onto the tangent, overlap in an interval.

use clinch_shapes::{Corner, STEEP_FACE};
use clinch_support::{Vector, VertexId};
use glam::DVec2;

use crate::clip::{Clipped, INSIDE, Limits, WideSpace, tag};
use crate::manifold::FeatureId;

/// An end of an edge: its coordinates along the tangent and along the normal, and its tag.
#[derive(Clone, Copy)]
struct EdgeEnd {
    along: f64,
    height: f64,
    tag: u32,
}

/// The height of an edge at a coordinate along the tangent.
fn height([start, end]: &[EdgeEnd; 2], along: f64) -> f64 {
    let fraction = (along - start.along) / (end.along - start.along);
    start.height + (end.height - start.height) * fraction
}

/// The ends in the order of the tangent; `None` for a vertex, and for an edge too steep to be
/// projected onto the tangent.
fn ends(corners: &[Corner<DVec2>], normal: DVec2, tag: fn(VertexId) -> u32) -> Option<[EdgeEnd; 2]> {
    let [first, second] = corners else { return None };
    let tangent = normal.perp();
    let end = |corner: &Corner<DVec2>| EdgeEnd {
        along: Vector::dot(tangent, corner.point),
        height: Vector::dot(normal, corner.point),
        tag: tag(corner.vertex),
    };
    let (first, second) = (end(first), end(second));
    let [start, end] = if first.along <= second.along { [first, second] } else { [second, first] };
    let (length, rise) = (end.along - start.along, end.height - start.height);
    (length > STEEP_FACE * (length * length + rise * rise).sqrt()).then_some([start, end])
}

impl WideSpace for DVec2 {
    const POINTS: usize = 2;

    type Buffers = ();

    fn clip(normal: Self, [a, b]: [&[Corner<Self>]; 2], _: Limits, (): &mut (), clipped: &mut Vec<Clipped<Self>>) {
        let (Some(a), Some(b)) = (ends(a, normal, tag::end_of_a), ends(b, normal, tag::end_of_b)) else { return };
        let size = (a[1].along - a[0].along) + (b[1].along - b[0].along);
        // Of ends that coincide A's is taken: a choice that rounding does not change.
        let start = if b[0].along > a[0].along + INSIDE * size { b[0] } else { a[0] };
        let end = if b[1].along < a[1].along - INSIDE * size { b[1] } else { a[1] };
        if !(start.along < end.along) {
            return;
        }
        for end in [start, end] {
            // An end within the tolerance of the other edge's end may be beyond it.
            let on = |edge: &[EdgeEnd; 2]| {
                let along = end.along.clamp(edge[0].along, edge[1].along);
                normal.perp() * along + normal * height(edge, along)
            };
            clipped.push(Clipped { on_a: on(&a), on_b: on(&b), feature: FeatureId::meeting(end.tag, end.tag) });
        }
    }
}
