//! The faces of a hull without any tolerance.
//!
//! Triangles are joined only if their corners are exactly coplanar. A hull with integer coordinates
//! has the faces one expects. If it is rotated in `f32`, its squares may be split in two.

use clinch_support::normalize_or_zero;
use glam::DVec3;

use crate::cloud::Cloud;
use crate::double_double::newell_normal;
use crate::hull_faces::triangulated;
use crate::quickhull::Facet;
use crate::redundant::links;
use crate::scaled_points::ScaledPoints;

/// The faces of the hull of the points: the outward unit normal of each, and its corners,
/// counter-clockwise from outside, as indices into the points. `None` if the points are coplanar.
///
/// ```
/// use clinch_hull::{ScaledPoints, exact_faces};
/// use glam::DVec3;
///
/// let points = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::X + DVec3::Y, DVec3::Z];
/// let pyramid = exact_faces(&ScaledPoints::new(points)).ok_or("flat")?;
/// assert!(pyramid.contains(&(-DVec3::Z, vec![0, 2, 3, 1])));
/// assert_eq!(pyramid.len(), 5);
/// # Ok::<(), &str>(())
/// ```
pub fn exact_faces(points: &ScaledPoints<DVec3>) -> Option<Vec<(DVec3, Vec<u32>)>> {
    let cloud = Cloud::new(points, 0.0);
    let triangles = triangulated(&cloud)?;
    patches(&cloud, &triangles).iter().map(|patch| face(&cloud, &triangles, patch)).collect()
}

/// The vertices of the hull of the points, each with its neighbours, as indices into the points.
/// `None` if the points are coplanar.
pub fn exact_neighbours(points: &ScaledPoints<DVec3>) -> Option<Vec<(usize, Vec<usize>)>> {
    let cloud = Cloud::new(points, 0.0);
    triangulated(&cloud).map(|facets| links(&cloud, &facets))
}

/// Groups of triangles that are exactly coplanar.
fn patches(cloud: &Cloud, triangles: &[Facet]) -> Vec<Vec<usize>> {
    let mut taken = vec![false; triangles.len()];
    let mut patches = Vec::new();
    for seed in 0..triangles.len() {
        if core::mem::replace(&mut taken[seed], true) {
            continue;
        }
        let mut patch = vec![seed];
        let mut next = 0;
        while let Some(&triangle) = patch.get(next) {
            next += 1;
            for adjacent in triangles[triangle].adjacent {
                let level = |&corner: &usize| cloud.visibility(corner, triangles[seed].corners) == 0.0;
                if !taken[adjacent] && triangles[adjacent].corners.iter().all(level) {
                    taken[adjacent] = true;
                    patch.push(adjacent);
                }
            }
        }
        patches.push(patch);
    }
    patches
}

/// The normal and the outline of a group; `None` if its border is not one loop.
fn face(cloud: &Cloud, triangles: &[Facet], patch: &[usize]) -> Option<(DVec3, Vec<u32>)> {
    let mut sides: Vec<[usize; 2]> = Vec::new();
    for &triangle in patch {
        let Facet { corners, adjacent, .. } = &triangles[triangle];
        sides.extend((0..3).filter(|&side| !patch.contains(&adjacent[side])).map(|side| [corners[side], corners[(side + 1) % 3]]));
    }
    let start = sides.iter().map(|side| side[0]).min()?;
    let mut around = vec![start];
    loop {
        let last = around[around.len() - 1];
        let &[_, to] = sides.iter().find(|side| side[0] == last)?;
        if to == start {
            break;
        }
        if around.len() > sides.len() {
            return None;
        }
        around.push(to);
    }
    let normal = normalize_or_zero(newell_normal(around.iter().map(|&corner| cloud.at(corner))));
    let whole = around.len() == sides.len() && normal != DVec3::ZERO;
    whole.then(|| (normal, around.into_iter().map(|corner| corner as u32).collect()))
}
