//! Splits triangles at T-junctions: vertices of other triangles on their boundary edges.

use core::convert::Infallible;
use std::collections::{BTreeMap, BTreeSet};

use clinch_bvh::{Builder, Bvh, Layout};
use clinch_shapes::Aabb;
use clinch_support::normalize_or_zero;
use glam::DVec3;

use crate::exact;
use crate::mesh::{Side, for_each_edge};
use crate::repair::draft::Draft;

/// A given triangle that is split.
struct Given {
    corners: [u32; 3],
    /// At which it was split. At no vertex again: two of its pieces could then be the same
    /// triangle.
    vertices: BTreeSet<u32>,
}

/// The triangles that are split, by their index in the given list.
type SplitTriangles = BTreeMap<u32, Given>;

/// Splits each triangle with a boundary edge at the vertex on that edge that is nearest to its
/// middle, until no vertex is left: logarithmic in the number of vertices on an edge.
///
/// No triangle is split twice at a vertex, and there are finitely many of both, so this ends.
pub(crate) fn split_t_junctions(draft: &mut Draft, distance: f64) {
    let distance = draft.distance(distance);
    let mut given = SplitTriangles::new();
    while split_once(draft, &mut given, distance) {}
}

fn split_once(draft: &mut Draft, given: &mut SplitTriangles, distance: f64) -> bool {
    let boundary = boundary_sides(draft);
    let mut vertices: Vec<_> = boundary.iter().flat_map(|&(_, [a, b, _])| [a, b]).collect();
    vertices.sort_unstable();
    vertices.dedup();
    let at = |i: usize| draft.points[vertices[i] as usize];
    let mut tree = Bvh::new();
    let layout = Layout { leaf_size: 1, leave_out_far: false };
    Builder::new().build(&mut tree, &layout, vertices.len(), |i| Aabb { min: at(i), max: at(i) });

    let mut splits: Vec<(u32, [u32; 3], u32)> = Vec::new();
    for (triangle, corners) in boundary {
        // One edge of a triangle at a time.
        if splits.last().is_some_and(|&(last, ..)| last == triangle) {
            continue;
        }
        let of = given.get(&draft.report.sources[triangle as usize]);
        let [a, b, _] = draft.corners(corners);
        let bounds = Aabb { min: a.min(b), max: a.max(b) }.grown(distance);
        let mut best: Option<(f64, u32)> = None;
        tree.overlaps(&bounds, |slot| {
            let vertex = vertices[slot as usize];
            if let Some(off_middle) = splits_edge(draft, corners, vertex, distance)
                && may_split(draft, of, corners, vertex)
                && best.is_none_or(|best| (off_middle, vertex) < best)
            {
                best = Some((off_middle, vertex));
            }
        });
        splits.extend(best.map(|(_, vertex)| (triangle, corners, vertex)));
    }
    for &(triangle, [a, b, c], vertex) in &splits {
        let source = draft.report.sources[triangle as usize];
        given.entry(source).or_insert_with(|| Given { corners: [a, b, c], vertices: BTreeSet::new() }).vertices.insert(vertex);
        draft.triangles[triangle as usize] = [a, vertex, c];
        draft.triangles.push([vertex, b, c]);
        draft.report.sources.push(source);
        draft.report.split.push([source, vertex]);
    }
    !splits.is_empty()
}

/// The sides that belong to one triangle only, in the order of the triangles, with the vertices of
/// the edge and the one opposite.
fn boundary_sides(draft: &Draft) -> Vec<(u32, [u32; 3])> {
    let mut boundary = Vec::new();
    let Ok(()) = for_each_edge::<Infallible>(draft.points.len(), &draft.triangles, |_, sides| {
        if let [side] = sides {
            boundary.push((side.triangle(), Side::corners(*side, &draft.triangles)));
        }
        Ok(())
    });
    boundary.sort_unstable();
    boundary
}

/// How far from the middle of the edge a b a vertex splits the triangle a b c, as a share of the
/// edge; `None` if it is not on the edge, or a piece would be degenerate, or a half of the edge no
/// shorter than the edge: beside an end, a vertex within the distance of the edge splits nothing.
fn splits_edge(draft: &Draft, corners: [u32; 3], vertex: u32, distance: f64) -> Option<f64> {
    if corners.contains(&vertex) {
        return None;
    }
    let [a, b, c] = draft.corners(corners);
    let point = draft.points[vertex as usize];
    let along = (point - a).dot(b - a) / (b - a).length_squared();
    let on_edge = if distance > 0.0 { (a + (b - a) * along).distance(point) <= distance } else { exact::collinear([a, b, point]) };
    // A vertex exactly on the edge may be so near to an end that its distance from the other is
    // rounded to the length.
    let is_half = |length: f64| length > distance && (distance == 0.0 || length < a.distance(b));
    let inside = along > 0.0 && along < 1.0 && is_half(point.distance(a)) && is_half(point.distance(b));
    let pieces = || !exact::collinear([a, point, c]) && !exact::collinear([point, b, c]);
    (on_edge && inside && pieces()).then(|| (along - 0.5).abs())
}

/// Whether a vertex may split the triangle a b c, which is a piece of a given triangle if that was
/// split before: not one of the given triangle's own vertices, and no piece may turn over against
/// it.
fn may_split(draft: &Draft, given: Option<&Given>, corners: [u32; 3], vertex: u32) -> bool {
    if given.is_some_and(|given| given.corners.contains(&vertex) || given.vertices.contains(&vertex)) {
        return false;
    }
    let normal = |[a, b, c]: [DVec3; 3]| normalize_or_zero((b - a).cross(c - a));
    let whole = draft.corners(given.map_or(corners, |given| given.corners));
    let ([a, b, c], point) = (draft.corners(corners), draft.points[vertex as usize]);
    let agrees = |piece: [DVec3; 3]| normal(piece).dot(normal(whole)) > 0.0;
    // The normal of a needle is rounding, but on the edge itself no piece turns.
    exact::collinear([a, b, point]) || agrees([a, point, c]) && agrees([point, b, c])
}
