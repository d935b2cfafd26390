//! The redundant vertices of a triangulated hull.
//!
//! * A vertex whose facets are all coplanar is inside a face. One whose facets are in two planes is
//!   in the middle of an edge. In both cases fewer than three of its edges are ridges, by exact
//!   signs, and removing all such vertices loses nothing.
//! * A vertex within the tolerance of the hull of its *neighbours* can be removed too, if the
//!   neighbours stay. Where it was the support point, a neighbour is now, and the support value
//!   drops by at most that distance. Each vertex therefore has an accumulated error: the most that
//!   the hull has lost in the directions in which it is the support point. A removed vertex passes
//!   its error to its neighbours. Errors add up only where they meet, and are bounded there.

use core::cmp::Ordering;

use crate::cloud::Cloud;
use crate::quickhull::Facet;

/// With more neighbours than this, pairs of them are not tried, only the triangles of a fan: the
/// work would grow with the square. A vertex in the middle of an edge (within rounding) that has
/// more neighbours may stay.
const FEW: usize = 32;

/// The vertices of the triangulation that are no corners of the hull, by exact signs. All of them
/// can be removed at once.
pub(crate) fn exactly_redundant(cloud: &Cloud, facets: &[Facet]) -> Vec<usize> {
    let links = links(cloud, facets);
    links.iter().filter(|(vertex, link)| ridges(cloud, *vertex, link) < 3).map(|(vertex, _)| *vertex).collect()
}

/// Vertices that only rounding lifts above the hull of the others. No two of them are neighbours,
/// so all can be removed at once. Their errors are added to those of their neighbours.
pub(crate) fn nearly_redundant(cloud: &Cloud, facets: &[Facet], accumulated: &mut [f64]) -> Vec<usize> {
    let mut candidates: Vec<(f64, usize, Vec<usize>)> = links(cloud, facets)
        .into_iter()
        .map(|(vertex, link)| (accumulated[vertex] + distance_to_hull_of(cloud, vertex, &link), vertex, link))
        .filter(|(loss, ..)| *loss <= cloud.redundant())
        .collect();
    // The least error first. Of equals the last, so that the point given first stays.
    candidates.sort_by(|a, b| a.0.partial_cmp(&b.0).unwrap_or(Ordering::Equal).then(b.1.cmp(&a.1)));
    let mut stays = vec![false; cloud.points.len()];
    let mut drop = Vec::new();
    for (loss, vertex, link) in candidates {
        // A removed neighbour has marked this vertex.
        if !stays[vertex] {
            drop.push(vertex);
            for neighbour in link {
                stays[neighbour] = true;
                accumulated[neighbour] = loss.max(accumulated[neighbour]);
            }
        }
    }
    drop
}

/// The vertices of the hull, in the order of the cloud, each with its neighbours.
pub(crate) fn links(cloud: &Cloud, facets: &[Facet]) -> Vec<(usize, Vec<usize>)> {
    let mut facet_of = vec![None; cloud.points.len()];
    for (index, facet) in facets.iter().enumerate() {
        for corner in facet.corners {
            facet_of[corner] = Some(index);
        }
    }
    let with_facet = facet_of.iter().enumerate();
    with_facet.filter_map(|(vertex, facet)| facet.map(|facet| (vertex, link(facets, vertex, facet)))).collect()
}

/// The neighbours of a vertex, counter-clockwise, starting in one of its facets.
fn link(facets: &[Facet], vertex: usize, start: usize) -> Vec<usize> {
    let mut neighbours = Vec::new();
    let mut facet = start;
    while let Some(side) = facets[facet].corners.iter().position(|&corner| corner == vertex) {
        neighbours.push(facets[facet].corners[(side + 1) % 3]);
        facet = facets[facet].adjacent[(side + 2) % 3];
        if facet == start || neighbours.len() > facets.len() {
            break;
        }
    }
    neighbours
}

/// How many of the vertex's edges are ridges: not exactly flat.
fn ridges(cloud: &Cloud, vertex: usize, link: &[usize]) -> usize {
    let at = |i: usize| link[i % link.len()];
    (0..link.len()).filter(|&i| cloud.visibility(at(i + 2), [vertex, at(i), at(i + 1)]) != 0.0).count()
}

/// An upper bound of the distance of the vertex from the hull of its neighbours. It is equal to
/// that distance if the hull is (nearly) an edge or a face that contains the vertex.
fn distance_to_hull_of(cloud: &Cloud, vertex: usize, link: &[usize]) -> f64 {
    let mut nearest = f64::INFINITY;
    if let Some((&first, rest)) = link.split_first() {
        for pair in rest.windows(2) {
            nearest = nearest.min(cloud.to_triangle(vertex, [first, pair[0], pair[1]]));
        }
    }
    if link.len() <= FEW {
        for (i, &a) in link.iter().enumerate() {
            for &b in &link[..i] {
                nearest = nearest.min(cloud.to_segment(vertex, [a, b]));
            }
        }
    }
    nearest
}

#[cfg(test)]
mod tests {
    use super::exactly_redundant;
    use crate::cloud::Cloud;
    use crate::quickhull::{StopRule, triangulate};
    use crate::scaled_points::ScaledPoints;
    use glam::DVec3;

    #[test]
    fn middles_of_edges_and_faces_are_no_corners() {
        // The first tetrahedron consists of middles, so some middles remain as vertices.
        let lattice = |i: u32| DVec3::new(f64::from(i % 3), f64::from(i / 3 % 3), f64::from(i / 9)) - DVec3::ONE;
        let points: Vec<DVec3> = (0..27).map(lattice).collect();
        let place = |p: DVec3| points.iter().position(|&q| q == p).unwrap_or(0);
        let middles = [DVec3::X, -DVec3::X, DVec3::X + DVec3::Y, DVec3::Z].map(place);
        let cloud = Cloud::new(&ScaledPoints::new(points.clone()), f64::EPSILON);
        let all: Vec<usize> = (0..27).collect();
        let exactly = StopRule { tolerance: 0.0, max_vertices: usize::MAX };
        let facets = triangulate(&cloud, &all, middles, &exactly).map_or_else(Vec::new, |t| t.facets);
        let mut vertices: Vec<usize> = facets.iter().flat_map(|facet| facet.corners).collect();
        vertices.sort_unstable();
        vertices.dedup();
        let (no, corners): (Vec<usize>, Vec<usize>) = vertices.iter().partition(|&&v| points[v].abs() != DVec3::ONE);
        assert_eq!((exactly_redundant(&cloud, &facets), corners.len()), (no.clone(), 8));
        assert!(no.contains(&middles[0]) && no.contains(&middles[2]), "the middle of a face and of an edge are put to the test");
    }
}
