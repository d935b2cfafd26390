//! Drops triangles without an area, and those that cover others.

use crate::exact;
use crate::repair::draft::Draft;

/// Drops triangles whose corners are on one line, by exact signs.
pub(crate) fn drop_degenerate(draft: &mut Draft) {
    let dropped: Vec<_> = draft.triangles.iter().map(|&corners| exact::collinear(draft.corners(corners))).collect();
    let sources = draft.report.sources.iter().zip(&dropped).filter(|&(_, &dropped)| dropped);
    let degenerate: Vec<_> = sources.map(|(&source, _)| source).collect();
    draft.report.degenerate.extend(degenerate);
    draft.retain(|i, _| !dropped[i]);
}

/// Drops triangles that have the vertices of an earlier one.
pub(crate) fn drop_duplicates(draft: &mut Draft) {
    let mut order: Vec<_> = draft.triangles.iter().enumerate().map(|(i, &corners)| (sorted(corners), i)).collect();
    order.sort_unstable();
    let mut dropped = vec![false; draft.triangles.len()];
    for same in order.chunk_by(|one, other| one.0 == other.0) {
        for &(_, i) in &same[1..] {
            dropped[i] = true;
            draft.report.duplicates.push([draft.report.sources[i], draft.report.sources[same[0].1]]);
        }
    }
    draft.report.duplicates.sort_unstable();
    draft.retain(|i, _| !dropped[i]);
}

fn sorted(mut corners: [u32; 3]) -> [u32; 3] {
    corners.sort_unstable();
    corners
}
