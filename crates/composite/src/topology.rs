//! Checks a list of triangles and finds the neighbours of each.

use clinch_support::Vector;
use glam::DVec3;

use crate::adjacency::{EdgeKind, MOST_TRIANGLES, Neighbor, Packed};
use crate::edges::{Side, for_each_edge};
use crate::exact;
use crate::mesh_error::MeshError;

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
    let (given, limit) = (vertices.len(), u32::MAX as usize);
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

/// The neighbours of all triangles, and whether there is no boundary edge. Refuses collinear
/// triangles, equal ones, and edges at which the neighbours are not two triangles that run along it
/// in opposite directions. The points are scaled, and all indices in range. O(n log n), linear for
/// most meshes.
pub(crate) fn adjacency(points: &[DVec3], triangles: &[[u32; 3]]) -> Result<(Vec<[Packed; 3]>, bool), MeshError> {
    if let Some(triangle) = triangles.iter().position(|corners| exact::collinear(corners.map(|corner| points[corner as usize]))) {
        return Err(MeshError::Collinear { triangle: triangle as u32 });
    }
    let mut neighbors = vec![[Packed::BOUNDARY; 3]; triangles.len()];
    let mut closed = true;
    for_each_edge(points.len(), triangles, |edge, sides| {
        if let Some(triangles) = same_opposite_vertex(sides, triangles) {
            return Err(MeshError::Duplicate { triangles });
        }
        match *sides {
            [one, other] if one.corners(triangles)[0] != other.corners(triangles)[0] => {
                let kind = kind(points, triangles, one, other);
                let mut link = |from: Side, to: Side| {
                    let to = Neighbor { triangle: to.triangle(), edge: to.edge() as u8, kind };
                    neighbors[from.triangle() as usize][from.edge()] = Packed::new(to);
                };
                link(one, other);
                link(other, one);
            }
            [one, other] => {
                return Err(MeshError::SameDirection { edge, triangles: [one.triangle(), other.triangle()] });
            }
            [one, two, three, ..] => {
                return Err(MeshError::NonManifoldEdge { edge, triangles: [one, two, three].map(Side::triangle) });
            }
            _ => closed = false,
        }
        Ok(())
    })?;
    Ok((neighbors, closed))
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
