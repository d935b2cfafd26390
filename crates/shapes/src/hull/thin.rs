//! Which vertices of a triangulated hull are superfluous.
//!
//! * A vertex all of whose facets lie in one plane is inside a face, one whose facets lie in two planes is in the middle of an edge:
//!   by exact signs, fewer than three of its edges are creased. Dropping all of these loses nothing.
//! * A vertex within the tolerance of the hull of its *neighbours* can go, too, as long as the neighbours stay: then what is lost is that
//!   distance and does not add up.

use super::cloud::Cloud;
use super::quick::Facet;

/// Beyond so many neighbours their pairs are not tried, only the triangles of a fan: the work would grow with the square. A vertex in the
/// middle of an edge, within rounding, with more neighbours than this may stay.
const FEW: usize = 32;

/// The hull's vertices that are no corners of it, by exact signs. They can all go at once.
pub(super) fn no_corners(cloud: &Cloud, facets: &[Facet]) -> Vec<usize> {
    let links = links(cloud, facets);
    links.iter().filter(|(vertex, link)| creases(cloud, *vertex, link) < 3).map(|(vertex, _)| *vertex).collect()
}

/// Vertices that stand out of the hull of the others by rounding only, no two of them neighbours. They can all go at once.
pub(super) fn hardly_corners(cloud: &Cloud, facets: &[Facet]) -> Vec<usize> {
    let mut stays = vec![false; cloud.points.len()];
    let mut drop = Vec::new();
    // The last first: of two that could replace each other the one given first stays.
    for (vertex, link) in links(cloud, facets).iter().rev() {
        if !stays[*vertex] && distance_to_hull_of(cloud, *vertex, link) <= cloud.redundant() {
            drop.push(*vertex);
            for &neighbour in link {
                stays[neighbour] = true;
            }
        }
    }
    drop
}

/// Each vertex of the hull, in the order of the cloud, with its neighbours.
fn links(cloud: &Cloud, facets: &[Facet]) -> Vec<(usize, Vec<usize>)> {
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
