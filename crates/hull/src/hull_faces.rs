//! From points to a point, a segment, a polygon or a solid.
//!
//! * The first simplex is wide: the point farthest from the middle, the point farthest from that,
//!   the one farthest from their line, the one farthest from their plane. If the cloud is no
//!   thicker than the tolerance in one of these steps, it has fewer dimensions; that is not an
//!   error.
//! * Flat: the coordinate along which the normal is largest is dropped, which rounds nothing. The
//!   outline is found by exact signs and simplified.
//! * Solid: [`triangulate`], then remove redundant vertices and triangulate the others again until
//!   none is redundant, then merge coplanar triangles.

use glam::{DVec2, DVec3};

use crate::cloud::Cloud;
use crate::merge::merged;
use crate::outline::{outline, simplification_error, simplified};
use crate::quickhull::{Facet, StopRule, Triangulation, triangulate};
use crate::redundant::{exactly_redundant, links, nearly_redundant};
use crate::scaled_points::ScaledPoints;

/// The convex hull of points in 3D: its vertices, faces and adjacency.
///
/// ```
/// use clinch_hull::{HullFaces, ScaledPoints};
/// use glam::DVec3;
///
/// let corners = (0..8).map(|i| DVec3::new(f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2)));
/// let cloud: Vec<DVec3> = corners.chain([DVec3::splat(0.5)]).collect();
/// let cube = HullFaces::new(&ScaledPoints::new(cloud), f64::EPSILON, usize::MAX);
/// assert_eq!(cube.vertices, [0, 1, 2, 3, 4, 5, 6, 7]); // not the last, which is inside
/// assert_eq!((cube.faces.len(), cube.error), (6, 0.0));
/// assert_eq!(cube.faces[0], [0, 1, 5, 4]);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct HullFaces {
    /// Indices into the points, ascending.
    pub vertices: Vec<usize>,
    /// Corner loops, counter-clockwise from outside, as indices into `vertices`, in [`canonical`]
    /// order. A polygon has two faces, front and back; a segment has one of two corners, a point
    /// one of one corner.
    pub faces: Vec<Vec<usize>>,
    /// The neighbours of each vertex before triangles were merged. A climb to the highest vertex
    /// may need edges inside of merged faces. Empty for a segment or a point.
    pub neighbours: Vec<Vec<usize>>,
    /// No point is farther than this from the hull of the vertices, in the unit of the scaled
    /// points. Zero if only inner points were dropped.
    pub error: f64,
}

impl HullFaces {
    /// The hull of one or more points, of at most `max_vertices` vertices (four or more).
    ///
    /// Tolerances are multiples of `epsilon`, the ε of the points' scalar type, times the cloud's
    /// radius: the largest distance of a point from the middle of the bounds. The support values of
    /// the hull are within 4ε of the radius of those of the points, and within 5.2ε if the hull
    /// is a polygon, unless `max_vertices` ends the construction; `error` bounds the loss in either
    /// case. Usually O(n log n), at worst O(n²).
    pub fn new(points: &ScaledPoints<DVec3>, epsilon: f64, max_vertices: usize) -> Self {
        let (loops, links, error) = build(&Cloud::new(points, epsilon), max_vertices);
        let mut vertices: Vec<usize> = loops.iter().flatten().copied().collect();
        vertices.sort_unstable();
        vertices.dedup();
        let positions = |indices: &[usize]| indices.iter().filter_map(|index| vertices.binary_search(index).ok()).collect();
        let faces = canonical(loops.iter().map(|face| positions(face)).collect());
        let neighbours = links.iter().map(|(_, link)| positions(link)).collect();
        Self { faces, neighbours, error, vertices }
    }
}

/// The faces in an order that depends only on their vertices: each loop starts at its lowest
/// vertex, and the loops are in lexicographic order.
pub fn canonical(mut faces: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
    for face in &mut faces {
        let lowest = (0..face.len()).min_by_key(|&i| face[i]).unwrap_or(0);
        face.rotate_left(lowest);
    }
    faces.sort();
    faces
}

/// Corner loops, the neighbours of each vertex before triangles were merged, and the error; as
/// indices into the cloud.
type CloudHull = (Vec<Vec<usize>>, Vec<(usize, Vec<usize>)>, f64);

fn build(cloud: &Cloud, max_vertices: usize) -> CloudHull {
    let all: Vec<usize> = (0..cloud.points.len()).collect();
    let stop = StopRule { tolerance: cloud.outside(), max_vertices };
    match initial_simplex(cloud, &all) {
        InitialSimplex::Point(p) => (vec![vec![p]], Vec::new(), distance_to_ends(cloud, &all, [p, p])),
        InitialSimplex::Line(ends) => (vec![ends.to_vec()], Vec::new(), distance_to_ends(cloud, &all, ends)),
        InitialSimplex::Flat { normal, thickness } => flat(cloud, normal, thickness, max_vertices),
        InitialSimplex::Solid { tetrahedron, normal, thickness } => match triangulate(cloud, &all, tetrahedron, &stop) {
            Some(triangulation) => {
                let Triangulation { facets, error } = without_redundant_vertices(cloud, triangulation);
                (merged(cloud, &facets), links(cloud, &facets), error)
            }
            None => flat(cloud, normal, thickness, max_vertices),
        },
    }
}

/// The largest distance of a member from the segment; exactly zero if all members are at its ends.
fn distance_to_ends(cloud: &Cloud, members: &[usize], ends: [usize; 2]) -> f64 {
    let at_end = |p: usize| ends.iter().any(|&end| cloud.at(end) == cloud.at(p));
    let others = members.iter().filter(|&&p| !at_end(p));
    others.fold(0.0, |error, &p| f64::max(error, cloud.upper_bound(cloud.to_segment(p, ends))))
}

enum InitialSimplex {
    Point(usize),
    Line([usize; 2]),
    Flat { normal: DVec3, thickness: f64 },
    Solid { tetrahedron: [usize; 4], normal: DVec3, thickness: f64 },
}

fn initial_simplex(cloud: &Cloud, members: &[usize]) -> InitialSimplex {
    // Strictly greater: of equals the first.
    let argmax = |value: &dyn Fn(DVec3) -> f64| {
        members.iter().fold((0, f64::NEG_INFINITY), |best, &p| {
            let value = value(cloud.at(p));
            if value > best.1 { (p, value) } else { best }
        })
    };
    let (a, _) = argmax(&|p| (p - cloud.middle).length_squared());
    let origin = cloud.at(a);
    let (b, length) = argmax(&|p| (p - origin).length());
    if length <= cloud.outside() {
        return InitialSimplex::Point(a);
    }
    let along = (cloud.at(b) - origin) * (1.0 / length);
    let (c, width) = argmax(&|p| along.cross(p - origin).length());
    if width <= cloud.outside() {
        let ends = [argmax(&|p| -along.dot(p - origin)).0, argmax(&|p| along.dot(p - origin)).0];
        // The lower index first, as in every face.
        return InitialSimplex::Line([ends[0].min(ends[1]), ends[0].max(ends[1])]);
    }
    let normal = cloud.normal(&[a, b, c]);
    let normal = normal * (1.0 / normal.length());
    let (top, high) = argmax(&|p| normal.dot(p - origin));
    let (bottom, low) = argmax(&|p| -normal.dot(p - origin));
    let thickness = high + low;
    if thickness <= cloud.flat() {
        return InitialSimplex::Flat { normal, thickness };
    }
    InitialSimplex::Solid { tetrahedron: [a, b, c, if high >= low { top } else { bottom }], normal, thickness }
}

/// Front and back of the outline of coplanar points.
fn flat(cloud: &Cloud, normal: DVec3, thickness: f64, max_vertices: usize) -> CloudHull {
    let size = normal.abs();
    // The other two axes in the order that keeps the orientation.
    let project = |p: &DVec3| {
        if size.x >= size.y && size.x >= size.z {
            DVec2::new(p.y, p.z)
        } else if size.y >= size.z {
            DVec2::new(p.z, p.x)
        } else {
            DVec2::new(p.x, p.y)
        }
    };
    let projected: Vec<DVec2> = cloud.points.iter().map(project).collect();
    let corners = outline(&projected);
    let front = simplified(&projected, &corners, cloud.in_plane(), max_vertices);
    let error = simplification_error(&corners, &front, |corner, edge| cloud.upper_bound(cloud.to_segment(corner, edge)));
    // Points inside the outline are as far from its plane as the cloud is thick, measured along an
    // axis that is at most this oblique.
    let error = if thickness > 0.0 { cloud.upper_bound(error + thickness * 3.0_f64.sqrt()) } else { error };
    if front.len() < 3 {
        return (vec![front], Vec::new(), error);
    }
    let count = front.len();
    let mut links: Vec<_> = (0..count).map(|i| (front[i], vec![front[(i + 1) % count], front[(i + count - 1) % count]])).collect();
    links.sort_unstable();
    let back = front.iter().rev().copied().collect();
    (vec![front, back], links, error)
}

/// The triangles of the hull of all points by exact signs; `None` if the points are coplanar.
pub(crate) fn triangulated(cloud: &Cloud) -> Option<Vec<Facet>> {
    let all: Vec<usize> = (0..cloud.points.len()).collect();
    let InitialSimplex::Solid { tetrahedron, .. } = initial_simplex(cloud, &all) else { return None };
    let exactly = StopRule { tolerance: 0.0, max_vertices: usize::MAX };
    triangulate(cloud, &all, tetrahedron, &exactly).map(|triangulation| triangulation.facets)
}

/// Removes vertices and triangulates the others again until none is redundant.
fn without_redundant_vertices(cloud: &Cloud, mut triangulation: Triangulation) -> Triangulation {
    let exactly = StopRule { tolerance: 0.0, max_vertices: usize::MAX };
    let mut accumulated = vec![0.0; cloud.points.len()];
    // Each round but the last removes at least one vertex.
    loop {
        let facets = &triangulation.facets;
        let mut drop = exactly_redundant(cloud, facets);
        if drop.is_empty() {
            drop = nearly_redundant(cloud, facets, &mut accumulated);
        }
        drop.sort_unstable();
        let mut remaining: Vec<usize> = facets.iter().flat_map(|facet| facet.corners).collect();
        remaining.sort_unstable();
        remaining.dedup();
        remaining.retain(|corner| drop.binary_search(corner).is_err());
        let fewer = match initial_simplex(cloud, &remaining) {
            InitialSimplex::Solid { tetrahedron, .. } if !drop.is_empty() => triangulate(cloud, &remaining, tetrahedron, &exactly),
            _ => None,
        };
        match fewer {
            Some(Triangulation { facets, error }) => triangulation = Triangulation { facets, error: triangulation.error + error },
            None => {
                let accumulated_error = accumulated.iter().fold(0.0, |largest: f64, &error| largest.max(error));
                let accumulated_error = if accumulated_error > 0.0 { cloud.upper_bound(accumulated_error) } else { 0.0 };
                return Triangulation { error: triangulation.error + accumulated_error, ..triangulation };
            }
        }
    }
}
