//! Makes the windings of neighbouring triangles agree, by flood fill over edges of two triangles.

use core::convert::Infallible;

use crate::mesh::{Side, for_each_edge};
use crate::repair::draft::Draft;
use crate::repair::options::Orient;

/// Reverses as few triangles of each component as make its windings agree; if `orient` is outward,
/// also the whole of a closed component whose volume is then negative. A surface of one side cannot
/// be oriented; the constructor refuses it.
pub(crate) fn orient(draft: &mut Draft, orient: Orient) {
    let (neighbors, open) = neighbors(draft);
    // Whether to reverse each triangle, once it has been reached.
    let mut reverse: Vec<Option<bool>> = vec![None; draft.triangles.len()];
    let mut component = Vec::new();
    for first in 0..draft.triangles.len() {
        if reverse[first].is_some() {
            continue;
        }
        reverse[first] = Some(false);
        component.clear();
        component.push(first);
        let mut next = 0;
        while let Some(&triangle) = component.get(next) {
            next += 1;
            for (other, agrees) in neighbors[triangle].iter().flatten() {
                if reverse[*other].is_none() {
                    reverse[*other] = reverse[triangle].map(|reversed| reversed == *agrees);
                    component.push(*other);
                }
            }
        }
        let reversed = component.iter().filter(|&&triangle| reverse[triangle] == Some(true)).count();
        let mut whole = 2 * reversed > component.len();
        let closed = !component.iter().any(|&triangle| open[triangle]);
        if orient == Orient::Outward && closed {
            whole = volume(draft, &component, &reverse) < 0.0;
        }
        for &triangle in &component {
            reverse[triangle] = reverse[triangle].map(|reversed| reversed != whole);
        }
    }
    for (triangle, _) in reverse.iter().enumerate().filter(|&(_, &reverse)| reverse == Some(true)) {
        let [a, b, c] = draft.triangles[triangle];
        draft.triangles[triangle] = [a, c, b];
        draft.report.flipped.push(draft.report.sources[triangle]);
    }
    draft.report.flipped.sort_unstable();
    draft.report.flipped.dedup();
}

/// The triangle beyond each edge, and whether it runs along the edge in the opposite direction.
type Neighbors = Vec<[Option<(usize, bool)>; 3]>;

/// The neighbours at edges of two triangles, and which triangles have another edge.
fn neighbors(draft: &Draft) -> (Neighbors, Vec<bool>) {
    let mut neighbors = vec![[None; 3]; draft.triangles.len()];
    let mut open = vec![false; draft.triangles.len()];
    let Ok(()) = for_each_edge::<Infallible>(draft.points.len(), &draft.triangles, |_, sides| {
        if let &[one, other] = sides {
            let start = |side: Side| side.corners(&draft.triangles)[0];
            let agrees = start(one) != start(other);
            neighbors[one.triangle() as usize][one.edge()] = Some((other.triangle() as usize, agrees));
            neighbors[other.triangle() as usize][other.edge()] = Some((one.triangle() as usize, agrees));
        } else {
            sides.iter().for_each(|side| open[side.triangle() as usize] = true);
        }
        Ok(())
    });
    (neighbors, open)
}

/// Six times the volume that a closed component encloses.
fn volume(draft: &Draft, component: &[usize], reverse: &[Option<bool>]) -> f64 {
    let origin = component.first().map_or(glam::DVec3::ZERO, |&first| draft.corners(draft.triangles[first])[0]);
    component.iter().fold(0.0, |sum, &triangle| {
        let [a, b, c] = draft.corners(draft.triangles[triangle]).map(|corner| corner - origin);
        let six = a.dot(b.cross(c));
        sum + if reverse[triangle] == Some(true) { -six } else { six }
    })
}
