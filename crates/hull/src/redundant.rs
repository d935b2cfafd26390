//! Which vertices of a triangulated hull are superfluous.
//!
//! * A vertex all of whose facets lie in one plane is inside a face, one whose facets lie in two planes is in the middle of an edge:
//!   by exact signs, fewer than three of its edges are creased. Dropping all of these loses nothing.
//! * A vertex within the tolerance of the hull of its *neighbours* can go, too, while the neighbours stay. Where it was the support point a
//!   neighbour is now, worse by no more than that distance. So each vertex carries a debt, what the hull has lost at most in the
//!   directions where it is the support point, and hands it on: losses add up only where they meet, and are bounded where they do.

use core::cmp::Ordering;

use crate::cloud::Cloud;
use crate::quickhull::Facet;

/// Beyond so many neighbours their pairs are not tried, only the triangles of a fan: the work would grow with the square. A vertex in the
/// middle of an edge, within rounding, with more neighbours than this may stay.
const FEW: usize = 32;

/// The hull's vertices that are no corners of it, by exact signs. They can all go at once.
pub(crate) fn no_corners(cloud: &Cloud, facets: &[Facet]) -> Vec<usize> {
    let links = links(cloud, facets);
    links.iter().filter(|(vertex, link)| creases(cloud, *vertex, link) < 3).map(|(vertex, _)| *vertex).collect()
}

/// Vertices that stand out of the hull of the others by rounding only, no two of them neighbours. They can all go at once; what each
/// owes is booked as its neighbours' debt.
pub(crate) fn hardly_corners(cloud: &Cloud, facets: &[Facet], debt: &mut [f64]) -> Vec<usize> {
    let mut candidates: Vec<(f64, usize, Vec<usize>)> = links(cloud, facets)
        .into_iter()
        .map(|(vertex, link)| (debt[vertex] + distance_to_hull_of(cloud, vertex, &link), vertex, link))
        .filter(|(loss, ..)| *loss <= cloud.redundant())
        .collect();
    // The cheapest first; of equals the last, so that the one given first stays.
    candidates.sort_by(|a, b| a.0.partial_cmp(&b.0).unwrap_or(Ordering::Equal).then(b.1.cmp(&a.1)));
    let mut stays = vec![false; cloud.points.len()];
    let mut drop = Vec::new();
    for (loss, vertex, link) in candidates {
        // A neighbour that was dropped has marked this one.
        if !stays[vertex] {
            drop.push(vertex);
            for neighbour in link {
                stays[neighbour] = true;
                debt[neighbour] = loss.max(debt[neighbour]);
            }
        }
    }
    drop
}

/// Each vertex of the hull, in the order of the cloud, with its neighbours.
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
        facet = facets[facet].beyond[(side + 2) % 3];
        if facet == start || neighbours.len() > facets.len() {
            break;
        }
    }
    neighbours
}

/// How many of the vertex's edges are not exactly flat.
fn creases(cloud: &Cloud, vertex: usize, link: &[usize]) -> usize {
    let at = |i: usize| link[i % link.len()];
    (0..link.len()).filter(|&i| cloud.sees(at(i + 2), [vertex, at(i), at(i + 1)]) != 0.0).count()
}

/// No less than the distance of the vertex from the hull of its neighbours, and equal to it where that hull is (nearly) an edge or a
/// face that the vertex lies on.
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
    use super::no_corners;
    use crate::cloud::Cloud;
    use crate::quickhull::{Until, triangulate};
    use crate::scaled_points::ScaledPoints;
    use glam::DVec3;

    #[test]
    fn middles_of_edges_and_faces_are_no_corners() {
        // Started from a tetrahedron of middles, the lattice keeps some of them as vertices.
        let lattice = |i: u32| DVec3::new(f64::from(i % 3), f64::from(i / 3 % 3), f64::from(i / 9)) - DVec3::ONE;
        let points: Vec<DVec3> = (0..27).map(lattice).collect();
        let place = |p: DVec3| points.iter().position(|&q| q == p).unwrap_or(0);
        let middles = [DVec3::X, -DVec3::X, DVec3::X + DVec3::Y, DVec3::Z].map(place);
        let cloud = Cloud::new(&ScaledPoints::new(points.clone()), f64::EPSILON);
        let everybody: Vec<usize> = (0..27).collect();
        let exactly = Until { tolerance: 0.0, vertices: usize::MAX };
        let facets = triangulate(&cloud, &everybody, middles, &exactly).map_or_else(Vec::new, |t| t.facets);
        let mut vertices: Vec<usize> = facets.iter().flat_map(|facet| facet.corners).collect();
        vertices.sort_unstable();
        vertices.dedup();
        let (no, corners): (Vec<usize>, Vec<usize>) = vertices.iter().partition(|&&v| points[v].abs() != DVec3::ONE);
        assert_eq!((no_corners(&cloud, &facets), corners.len()), (no.clone(), 8));
        assert!(no.contains(&middles[0]) && no.contains(&middles[2]), "the middle of a face and of an edge are put to the test");
    }
}
