//! Clipping in 2D: two edges, laid over each other along the tangent, share an interval.

use clinch_shapes::{Corner, STEEP_FACE};
use clinch_support::{Vector, VertexId};
use glam::DVec2;

use crate::clip::{Clipped, INSIDE, WideSpace, tag};
use crate::manifold::FeatureId;

/// One end of an edge: its place along the tangent, its height along the normal, its tag.
#[derive(Clone, Copy)]
struct End {
    along: f64,
    height: f64,
    tag: u32,
}

/// The height of an edge at a place.
fn height([low, high]: &[End; 2], along: f64) -> f64 {
    let part = (along - low.along) / (high.along - low.along);
    low.height + (high.height - low.height) * part
}

/// The ends in the order of the tangent; `None` of a vertex and of an edge too steep to be laid over anything.
fn ends(corners: &[Corner<DVec2>], normal: DVec2, tag: fn(VertexId) -> u32) -> Option<[End; 2]> {
    let [first, second] = corners else { return None };
    let tangent = normal.perp();
    let end = |corner: &Corner<DVec2>| End {
        along: Vector::dot(tangent, corner.point),
        height: Vector::dot(normal, corner.point),
        tag: tag(corner.vertex),
    };
    let (first, second) = (end(first), end(second));
    let [low, high] = if first.along <= second.along { [first, second] } else { [second, first] };
    let (run, rise) = (high.along - low.along, high.height - low.height);
    (run > STEEP_FACE * (run * run + rise * rise).sqrt()).then_some([low, high])
}

impl WideSpace for DVec2 {
    const POINTS: usize = 2;

    type Buffers = ();

    fn clip(normal: Self, a: &[Corner<Self>], b: &[Corner<Self>], (): &mut (), clipped: &mut Vec<Clipped<Self>>) {
        let (Some(a), Some(b)) = (ends(a, normal, tag::end_of_a), ends(b, normal, tag::end_of_b)) else { return };
        let size = (a[1].along - a[0].along) + (b[1].along - b[0].along);
        // Of ends that lie on each other A's is taken: a choice that rounding does not change.
        let low = if b[0].along > a[0].along + INSIDE * size { b[0] } else { a[0] };
        let high = if b[1].along < a[1].along - INSIDE * size { b[1] } else { a[1] };
        if !(low.along < high.along) {
            return;
        }
        for end in [low, high] {
            // An end that counts as lying on the other edge's end may lie beyond it.
            let on = |edge: &[End; 2]| {
                let along = end.along.clamp(edge[0].along, edge[1].along);
                normal.perp() * along + normal * height(edge, along)
            };
            clipped.push(Clipped { on_a: on(&a), on_b: on(&b), feature: FeatureId::meeting(end.tag, end.tag) });
        }
    }
}
