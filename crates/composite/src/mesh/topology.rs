//! Checks a list of triangles and finds the neighbours of each.

use clinch_support::Vector;
use glam::DVec3;

use crate::exact;
use crate::mesh::edges::{Side, for_each_edge};
use crate::mesh::error::MeshError;
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

/// The pairs of triangles at an edge whose fronts face each other, with no triangle between.
///
/// The triangles are ordered by their angle about the edge, by exact signs (the radial edge of
/// Weiler, *The Radial Edge Structure*, 1988). A ball in the wedge between two fronts touches both
/// faces and never their edge, so the two are neighbours at a concave edge.
fn facing_pairs(points: &[DVec3], triangles: &[[u32; 3]], sides: &[Side]) -> Vec<[Side; 2]> {
    let Some(&first) = sides.first() else { return Vec::new() };
    let [from, to, _] = first.corners(triangles).map(|corner| points[corner as usize]);
    let apex = |side: Side| points[side.corners(triangles)[2] as usize];
    // In the plane of the first triangle, in front of it, in the plane beyond the edge, behind it.
    let half = |side: Side| {
        let turn = exact::side([from, to, apex(first)], apex(side));
        if turn > 0.0 {
            1
        } else if turn < 0.0 {
            3
        } else {
            2 * u8::from(!exact::same_side([from, to, apex(first)], apex(side)))
        }
    };
    let mut around: Vec<_> = sides.iter().map(|&side| (half(side), side)).collect();
    around.sort_by(|&(half, one), &(other_half, other)| {
        let turn = exact::side([from, to, apex(one)], apex(other));
        // Before what is in front of it.
        half.cmp(&other_half).then((turn < 0.0).cmp(&(turn > 0.0)))
    });
    // Turning to the front of the first, a triangle that runs as it does is met from behind.
    let forward = |side: Side| side.corners(triangles)[0] == first.corners(triangles)[0];
    let is_same_angle = |&(half, one): &(u8, Side), &(other_half, other): &(u8, Side)| {
        half == other_half && exact::side([from, to, apex(one)], apex(other)) == 0.0
    };
    let mut sheets: Vec<Vec<Side>> = around.chunk_by(is_same_angle).map(|sheet| sheet.iter().map(|&(_, side)| side).collect()).collect();
    alternate(&mut sheets, forward);
    let around = sheets.concat();
    let next = |i: usize| around[(i + 1) % around.len()];
    let facing = (0..around.len()).filter(|&i| forward(around[i]) && !forward(next(i)));
    facing.map(|i| [around[i], next(i)]).collect()
}

/// Orders the triangles at the same angle about an edge, such as the faces that two boxes share: so
/// that turning about the edge, triangles are met from behind and in front by turns, as those of
/// solids are.
fn alternate(sheets: &mut [Vec<Side>], forward: impl Fn(Side) -> bool) {
    let balance = |sheet: &[Side]| 2 * sheet.iter().filter(|&&side| forward(side)).count() as isize - sheet.len() as isize;
    // With as many of both, inside is behind and before the sheet, or outside is: what is before it
    // decides. If nothing does, all are plates without thickness, and none is a slit.
    let decided = sheets.iter().map(|sheet| balance(sheet)).rfind(|&balance| balance != 0);
    let mut is_last_forward = decided.is_none_or(|balance| balance > 0);
    for sheet in sheets {
        let balance = balance(sheet);
        let mut next = if balance == 0 { !is_last_forward } else { balance > 0 };
        let (mut along, mut against): (Vec<Side>, Vec<Side>) = sheet.iter().partition(|&&side| forward(side));
        along.reverse();
        against.reverse();
        sheet.clear();
        let mut pop = |forward: bool| if forward { along.pop().or_else(|| against.pop()) } else { against.pop().or_else(|| along.pop()) };
        while let Some(side) = pop(next) {
            sheet.push(side);
            next = !forward(side);
        }
        is_last_forward = sheet.last().is_none_or(|&side| forward(side));
    }
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
