//! From a cloud to a point, a segment, a polygon or a solid.
//!
//! * A wide start: the point farthest from the middle, the point farthest from that, the farthest from their line, the farthest from
//!   their plane. Where the cloud is no thicker than the tolerance in one of these steps it has fewer dimensions, and is legal.
//! * Flat: the axis most along the normal is left out (no rounding), the outline found by exact signs and thinned.
//! * Solid: [`triangulate`], drop superfluous vertices and triangulate what is left until nothing is superfluous, then merge.

use glam::{DVec2, DVec3};

use crate::cloud::Cloud;
use crate::merge::merged;
use crate::outline::{outline, simplification_error, simplified};
use crate::quickhull::{Facet, Triangulation, Until, triangulate};
use crate::redundant::{hardly_corners, links, no_corners};
use crate::scaled_points::ScaledPoints;

/// The faces of the convex hull of points in 3D, and of the same hull without its least vertices.
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
    /// Corner loops, counter-clockwise from outside, of places in `vertices`; two (front and back) of a polygon, one of a segment (two corners) or a
    /// point. In [`canonical`] order.
    pub faces: Vec<Vec<usize>>,
    /// The neighbours of each vertex in the hull before faces were merged: what merging took for flat may still be the only way up. Empty of a segment
    /// or a point.
    pub neighbors: Vec<Vec<usize>>,
    /// No point is farther than this from the hull of the vertices, in the unit of the scaled points.
    pub error: f64,
}

impl HullFaces {
    /// The hull of at least one point, of at most so many vertices: at least four. Tolerances are multiples of `epsilon` times the extent of the points.
    pub fn new(points: &ScaledPoints<DVec3>, epsilon: f64, max_vertices: usize) -> Self {
        let (loops, links, error) = cook(&Cloud::new(points, epsilon), max_vertices);
        let mut vertices: Vec<usize> = loops.iter().flatten().copied().collect();
        vertices.sort_unstable();
        vertices.dedup();
        let places = |indices: &[usize]| indices.iter().filter_map(|index| vertices.binary_search(index).ok()).collect();
        let faces = canonical(loops.iter().map(|face| places(face)).collect());
        let neighbors = links.iter().map(|(_, link)| places(link)).collect();
        Self { faces, neighbors, error, vertices }
    }
}

/// The faces in an order that depends on their vertices only: each loop from its lowest vertex, loops in lexicographic order.
pub fn canonical(mut faces: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
    for face in &mut faces {
        let lowest = (0..face.len()).min_by_key(|&i| face[i]).unwrap_or(0);
        face.rotate_left(lowest);
    }
    faces.sort();
    faces
}

/// Corner loops, the neighbours of each vertex before faces were merged, and what is lost; in indices into the cloud.
type Cooked = (Vec<Vec<usize>>, Vec<(usize, Vec<usize>)>, f64);

fn cook(cloud: &Cloud, budget: usize) -> Cooked {
    let everybody: Vec<usize> = (0..cloud.points.len()).collect();
    let until = Until { tolerance: cloud.outside(), vertices: budget };
    match start(cloud, &everybody) {
        Start::Point(p) => (vec![vec![p]], Vec::new(), lost_by(cloud, &everybody, [p, p])),
        Start::Line(ends) => (vec![ends.to_vec()], Vec::new(), lost_by(cloud, &everybody, ends)),
        Start::Flat { normal, thickness } => flat(cloud, normal, thickness, budget),
        Start::Solid { tetrahedron, normal, thickness } => match triangulate(cloud, &everybody, tetrahedron, &until) {
            Some(triangulation) => {
                let Triangulation { facets, lost } = without_superfluous(cloud, triangulation);
                (merged(cloud, &facets), links(cloud, &facets), lost)
            }
            None => flat(cloud, normal, thickness, budget),
        },
    }
}

/// How far at most the members are from the segment; exactly zero if it holds them all because they are its ends.
fn lost_by(cloud: &Cloud, members: &[usize], ends: [usize; 2]) -> f64 {
    let at_end = |p: usize| ends.iter().any(|&end| cloud.at(end) == cloud.at(p));
    let others = members.iter().filter(|&&p| !at_end(p));
    others.fold(0.0, |lost, &p| f64::max(lost, cloud.at_most(cloud.to_segment(p, ends))))
}

enum Start {
    Point(usize),
    Line([usize; 2]),
    Flat { normal: DVec3, thickness: f64 },
    Solid { tetrahedron: [usize; 4], normal: DVec3, thickness: f64 },
}

fn start(cloud: &Cloud, members: &[usize]) -> Start {
    // The first of equals: strictly greater.
    let most = |value: &dyn Fn(DVec3) -> f64| {
        members.iter().fold((0, f64::NEG_INFINITY), |best, &p| {
            let value = value(cloud.at(p));
            if value > best.1 { (p, value) } else { best }
        })
    };
    let (a, _) = most(&|p| (p - cloud.middle).length_squared());
    let origin = cloud.at(a);
    let (b, length) = most(&|p| (p - origin).length());
    if length <= cloud.outside() {
        return Start::Point(a);
    }
    let along = (cloud.at(b) - origin) * (1.0 / length);
    let (c, width) = most(&|p| along.cross(p - origin).length());
    if width <= cloud.outside() {
        let ends = [most(&|p| -along.dot(p - origin)).0, most(&|p| along.dot(p - origin)).0];
        // The lower index first, as for every face.
        return Start::Line([ends[0].min(ends[1]), ends[0].max(ends[1])]);
    }
    let normal = cloud.normal(&[a, b, c]);
    let normal = normal * (1.0 / normal.length());
    let (top, high) = most(&|p| normal.dot(p - origin));
    let (bottom, low) = most(&|p| -normal.dot(p - origin));
    let thickness = high + low;
    if thickness <= cloud.flat() {
        return Start::Flat { normal, thickness };
    }
    Start::Solid { tetrahedron: [a, b, c, if high >= low { top } else { bottom }], normal, thickness }
}

/// Front and back of the outline of points that lie in a plane.
fn flat(cloud: &Cloud, normal: DVec3, thickness: f64, budget: usize) -> Cooked {
    let size = normal.abs();
    // (axis left out, the other two in the order that keeps the orientation)
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
    let front = simplified(&projected, &corners, cloud.in_plane(), budget);
    let lost = simplification_error(&corners, &front, |corner, edge| cloud.at_most(cloud.to_segment(corner, edge)));
    // Points off the outline lie over it, as far from its plane as the cloud is thick, seen along an axis that is at most so steep.
    let lost = if thickness > 0.0 { cloud.at_most(lost + thickness * 3.0_f64.sqrt()) } else { lost };
    if front.len() < 3 {
        return (vec![front], Vec::new(), lost);
    }
    let count = front.len();
    let mut links: Vec<_> = (0..count).map(|i| (front[i], vec![front[(i + 1) % count], front[(i + count - 1) % count]])).collect();
    links.sort_unstable();
    let back = front.iter().rev().copied().collect();
    (vec![front, back], links, lost)
}

/// The triangles of the hull of all points, by exact signs; none if the points lie in one plane.
pub(crate) fn triangulated(cloud: &Cloud) -> Option<Vec<Facet>> {
    let everybody: Vec<usize> = (0..cloud.points.len()).collect();
    let Start::Solid { tetrahedron, .. } = start(cloud, &everybody) else { return None };
    let exactly = Until { tolerance: 0.0, vertices: usize::MAX };
    triangulate(cloud, &everybody, tetrahedron, &exactly).map(|triangulation| triangulation.facets)
}

/// Drops vertices and triangulates the others anew until none is superfluous.
fn without_superfluous(cloud: &Cloud, mut triangulation: Triangulation) -> Triangulation {
    let exactly = Until { tolerance: 0.0, vertices: usize::MAX };
    let mut debt = vec![0.0; cloud.points.len()];
    // Each round drops at least one vertex or is the last.
    loop {
        let facets = &triangulation.facets;
        let mut drop = no_corners(cloud, facets);
        if drop.is_empty() {
            drop = hardly_corners(cloud, facets, &mut debt);
        }
        drop.sort_unstable();
        let mut kept: Vec<usize> = facets.iter().flat_map(|facet| facet.corners).collect();
        kept.sort_unstable();
        kept.dedup();
        kept.retain(|corner| drop.binary_search(corner).is_err());
        let fewer = match start(cloud, &kept) {
            Start::Solid { tetrahedron, .. } if !drop.is_empty() => triangulate(cloud, &kept, tetrahedron, &exactly),
            _ => None,
        };
        match fewer {
            Some(Triangulation { facets, lost }) => triangulation = Triangulation { facets, lost: triangulation.lost + lost },
            None => {
                let owed = debt.iter().fold(0.0, |most: f64, &owed| most.max(owed));
                let owed = if owed > 0.0 { cloud.at_most(owed) } else { 0.0 };
                return Triangulation { lost: triangulation.lost + owed, ..triangulation };
            }
        }
    }
}
