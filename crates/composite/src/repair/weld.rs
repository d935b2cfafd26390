//! Merges vertices that are at the same place, or near each other.

use clinch_bvh::{Builder, Bvh, Layout};
use clinch_shapes::Aabb;
use glam::DVec3;

use crate::repair::draft::Draft;

/// Replaces each vertex by an earlier one within the distance: the nearest of those that are not
/// replaced themselves, so no chain of vertices shrinks to a point. O(n log n) if few vertices are
/// within the distance of each other.
pub(crate) fn weld(draft: &mut Draft, distance: f64) {
    let distance = draft.distance(distance);
    let points = &draft.points;
    let mut target = same_place(points);
    if distance > 0.0 {
        let mut tree = Bvh::new();
        let bounds = |i: usize| Aabb { min: points[i], max: points[i] };
        Builder::new().build(&mut tree, &Layout { leaf_size: 1, leave_out_far: false }, points.len(), bounds);
        for vertex in 0..points.len() {
            if target[vertex] as usize != vertex {
                continue;
            }
            let mut nearest = (distance, vertex as u32);
            tree.overlaps(&Aabb::around(points[vertex], DVec3::splat(distance)), |other| {
                let is_earlier = (other as usize) < vertex && target[other as usize] == other;
                let candidate = (points[vertex].distance(points[other as usize]), other);
                if is_earlier && candidate <= nearest {
                    nearest = candidate;
                }
            });
            target[vertex] = nearest.1;
        }
        // A vertex at the place of one that was replaced later.
        for vertex in 0..points.len() {
            target[vertex] = target[target[vertex] as usize];
        }
    }
    for corners in &mut draft.triangles {
        *corners = corners.map(|corner| target[corner as usize]);
    }
    let replaced = target.iter().enumerate().filter(|&(vertex, &target)| target as usize != vertex);
    draft.report.welded = replaced.map(|(vertex, &target)| [vertex as u32, target]).collect();
}

/// For each vertex the first one at its place.
fn same_place(points: &[DVec3]) -> Vec<u32> {
    // −0 equals 0.
    let key = |i: u32| points[i as usize] + DVec3::ZERO;
    let mut order: Vec<_> = (0..points.len() as u32).collect();
    order.sort_by(|&i, &j| {
        let (a, b) = (key(i), key(j));
        a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)).then(a.z.total_cmp(&b.z)).then(i.cmp(&j))
    });
    let mut target = vec![0; points.len()];
    for same in order.chunk_by(|&i, &j| key(i) == key(j)) {
        same.iter().for_each(|&vertex| target[vertex as usize] = same[0]);
    }
    target
}
