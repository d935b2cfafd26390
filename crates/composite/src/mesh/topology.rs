//! Checks a list of triangles and finds the neighbours of each.

use clinch_support::Vector;
use glam::DVec3;

use crate::exact;
use crate::mesh::edges::{Side, for_each_edge};
use crate::mesh::error::MeshError;
use crate::mesh::facing_pairs::facing_pairs;
use crate::neighbor::{EdgeKind, MOST_TRIANGLES, Neighbor, Packed};
use crate::sub_shape::FeatureKey;

/// What happens to edges of three or more triangles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NonManifold {
    /// They are an error.
    Refused,
    /// Triangles whose fronts face each other across empty space are neighbours.
    Paired,
}

/// Whether the lists can be a mesh at all: the numbers of elements, finite vertices, indices in
/// range.
pub(crate) fn check_lists<V: Vector>(vertices: &[V], triangles: &[[u32; 3]]) -> Result<(), MeshError> {
    let (given, limit) = (triangles.len(), MOST_TRIANGLES);
    if given == 0 {
        return Err(MeshError::NoTriangles);
    }
    if given > limit {
        return Err(MeshError::TooManyTriangles { given, limit });
    }
    let (given, limit) = (vertices.len(), FeatureKey::MOST_VERTICES);
    if given > limit {
        return Err(MeshError::TooManyVertices { given, limit });
    }
    if let Some(vertex) = vertices.iter().position(|vertex| !vertex.is_finite()) {
        return Err(MeshError::VertexNotFinite { vertex: vertex as u32 });
    }
    for (triangle, corners) in triangles.iter().enumerate() {
        if let Some(&vertex) = corners.iter().find(|&&vertex| vertex as usize >= given) {
            return Err(MeshError::IndexOutOfRange { triangle: triangle as u32, vertex, vertices: given });
        }
    }
    Ok(())
}

/// The neighbours of all triangles.
pub(crate) struct Adjacency {
    pub(crate) neighbors: Vec<[Packed; 3]>,
    /// There is no boundary edge.
    pub(crate) closed: bool,
    /// No edge has more than two triangles.
    pub(crate) manifold: bool,
}

/// Finds the neighbours of all triangles. Refuses collinear triangles, equal ones, and edges at
/// which two triangles run in the same direction, or more than two meet. The points are scaled, and
/// all indices in range. O(n log n), linear for most meshes.
pub(crate) fn adjacency(points: &[DVec3], triangles: &[[u32; 3]], non_manifold: NonManifold) -> Result<Adjacency, MeshError> {
    if let Some(triangle) = triangles.iter().position(|corners| exact::collinear(corners.map(|corner| points[corner as usize]))) {
        return Err(MeshError::Collinear { triangle: triangle as u32 });
    }
    let mut neighbors = vec![[Packed::BOUNDARY; 3]; triangles.len()];
    let (mut closed, mut manifold) = (true, true);
    let mut link = |one: Side, other: Side| {
        let kind = kind(points, triangles, one, other);
        for (from, to) in [(one, other), (other, one)] {
            let to = Neighbor { triangle: to.triangle(), edge: to.edge() as u8, kind };
            neighbors[from.triangle() as usize][from.edge()] = Packed::new(to);
        }
    };
    for_each_edge(points.len(), triangles, |edge, sides| {
        if let Some(triangles) = same_opposite_vertex(sides, triangles) {
            return Err(MeshError::Duplicate { triangles });
        }
        match *sides {
            [one, other] if one.corners(triangles)[0] != other.corners(triangles)[0] => link(one, other),
            [one, other] => {
                return Err(MeshError::SameDirection { edge, triangles: [one.triangle(), other.triangle()] });
            }
            [_, _, _, ..] if non_manifold == NonManifold::Paired => {
                let pairs = facing_pairs(points, triangles, sides);
                pairs.iter().for_each(|&[one, other]| link(one, other));
                closed &= 2 * pairs.len() == sides.len();
                manifold = false;
            }
            [one, two, three, ..] => {
                return Err(MeshError::NonManifoldEdge { edge, triangles: [one, two, three].map(Side::triangle) });
            }
            _ => closed = false,
        }
        Ok(())
    })?;
    Ok(Adjacency { neighbors, closed, manifold })
}

/// Whether neighbours lead from the first triangle to each other one.
pub(crate) fn is_connected(neighbors: &[[Packed; 3]]) -> bool {
    let mut reached = vec![false; neighbors.len()];
    let mut next = vec![0];
    let mut count = 0;
    while let Some(triangle) = next.pop() {
        if !core::mem::replace(&mut reached[triangle], true) {
            count += 1;
            next.extend(neighbors[triangle].iter().filter_map(|packed| packed.get()).map(|beyond| beyond.triangle as usize));
        }
    }
    count == neighbors.len()
}

/// Two triangles at an edge that have the same third vertex; the first such two in order.
fn same_opposite_vertex(sides: &[Side], triangles: &[[u32; 3]]) -> Option<[u32; 2]> {
    // Nearly all edges: without a list.
    if let [one, other] = *sides {
        let equal = one.corners(triangles)[2] == other.corners(triangles)[2];
        return equal.then(|| [one.triangle(), other.triangle()]);
    }
    let mut opposite: Vec<_> = sides.iter().map(|side| (side.corners(triangles)[2], side.triangle())).collect();
    opposite.sort_unstable();
    let equal = opposite.windows(2).filter(|pair| pair[0].0 == pair[1].0);
    equal.map(|pair| [pair[0].1, pair[1].1]).min()
}

fn kind(points: &[DVec3], triangles: &[[u32; 3]], one: Side, other: Side) -> EdgeKind {
    let triangle = one.corners(triangles).map(|corner| points[corner as usize]);
    let beyond = points[other.corners(triangles)[2] as usize];
    let side = exact::side(triangle, beyond);
    if side < 0.0 {
        EdgeKind::Convex
    } else if side > 0.0 {
        EdgeKind::Concave
    } else if exact::same_side(triangle, beyond) {
        EdgeKind::Folded
    } else {
        EdgeKind::Flat
    }
}
