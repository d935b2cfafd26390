//! Features in `f64`, from which the faces of wrapped shapes are computed.
//!
//! * A feature is one corner, two (an edge) or a convex polygon, counter-clockwise from outside, as
//!   in [`Face`].
//! * A face of the dimension has two corners in 2D, and three or more in 3D.

use clinch_support::{Support, Vector, VertexId, cross, normalize_or_zero};
use smallvec::SmallVec;

use crate::face::{Corner, EdgeId, Face};

/// The corners of a feature.
pub(crate) type Corners<W> = SmallVec<[Corner<W>; 8]>;

/// The vertex id of a support point, or `fallback` if it has none. No shape has so many vertices
/// that the two could be confused.
pub(crate) fn vertex_or<W>(support: &Support<W>, fallback: usize) -> VertexId {
    support.id.unwrap_or(VertexId::new(fallback))
}

/// The id of a corner whose own does not fit, by its index in the feature. These ids count from the
/// top down, where no shape's own are. Counted from the bottom up, one could be the id of another
/// corner, and of two contact points with the same id one is dropped.
pub(crate) fn unnumbered_vertex(index: usize) -> VertexId {
    VertexId::new(u32::MAX as usize - 1 - index)
}

/// One number below 2²⁸ from two, for edge ids. Distinct if both are below 2¹⁴; collisions are
/// unlikely otherwise.
pub(crate) fn pair_id(a: u32, b: u32) -> u32 {
    if a < 1 << 14 && b < 1 << 14 {
        return a << 14 | b;
    }
    // The finaliser of MurmurHash3, so that neighbouring numbers are far apart.
    let mut mixed = u64::from(a) << 32 | u64::from(b);
    mixed = (mixed ^ mixed >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
    mixed = (mixed ^ mixed >> 33).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    (mixed ^ mixed >> 33) as u32 >> 4
}

/// The id of the edge between two vertices. The same for either order.
pub(crate) fn edge_between(a: VertexId, b: VertexId) -> EdgeId {
    let (a, b) = (a.index() as u32, b.index() as u32);
    EdgeId(if a <= b { pair_id(a, b) } else { pair_id(b, a) })
}

/// Two unit tangents for a unit normal. In 3D they are counter-clockwise from outside. In 2D the
/// first is counter-clockwise around the shape that has this outward normal, and the second is
/// zero.
pub(crate) fn tangents<W: Vector<Scalar = f64>>(normal: W) -> [W; 2] {
    if W::DIM == 2 {
        return [W::from_fn(|i| if i == 0 { -normal.get(1) } else { normal.get(0) }), W::ZERO];
    }
    let least = (1..3).fold(0, |least, axis| if normal.get(axis).abs() < normal.get(least).abs() { axis } else { least });
    let x = normalize_or_zero(W::unit(least) - normal * normal.get(least));
    [x, cross(normal, x)]
}

/// The unit normal of a feature along a direction of any length. It is the outward normal of a
/// face, and for an edge in 3D or a vertex the one nearest to the direction. Zero for a face
/// without area.
pub(crate) fn normal<W: Vector<Scalar = f64>>(corners: &[Corner<W>], direction: W) -> W {
    let direction = normalize_or_zero(direction);
    match corners {
        [] | [_] => direction,
        [a, b] => {
            let along = normalize_or_zero(b.point - a.point);
            if W::DIM == 2 {
                let normal = W::from_fn(|i| if i == 0 { along.get(1) } else { -along.get(0) });
                // A segment is an edge with two sides. Its corners stay in order.
                return if normal.dot(direction) < 0.0 { -normal } else { normal };
            }
            normalize_or_zero(direction - along * along.dot(direction))
        }
        [first, rest @ ..] => {
            // Newell's method: twice the area vector, which does not depend on a triangulation.
            let to = |corner: &Corner<W>| corner.point - first.point;
            let area = rest.windows(2).fold(W::ZERO, |sum, pair| sum + cross(to(&pair[0]), to(&pair[1])));
            normalize_or_zero(area)
        }
    }
}

/// Whether the feature is a face of the dimension.
pub(crate) fn is_face<W: Vector>(corners: &[Corner<W>]) -> bool {
    corners.len() >= W::DIM
}

/// Reverses the order of the corners. Each edge moves to the corner where it now starts.
pub(crate) fn reverse<W>(corners: &mut [Corner<W>]) {
    if let [.., last] = corners {
        // In reverse order, the edge that ended at a corner starts there.
        let mut incoming = last.edge;
        for corner in corners.iter_mut() {
            core::mem::swap(&mut incoming, &mut corner.edge);
        }
        corners.reverse();
    }
}

/// Writes a feature into a face. Of consecutive corners that coincide, as in a flattened shape,
/// only the first remains.
pub(crate) fn write_face<V: Vector>(corners: &[Corner<V::Wide>], face: &mut Face<V>) {
    face.corners.clear();
    for &Corner { point, vertex, edge } in corners {
        let point = V::narrow(point);
        match face.corners.last_mut() {
            // The edge between the two has no length, so the next edge starts here.
            Some(last) if last.point == point => last.edge = edge,
            _ => face.corners.push(Corner { point, vertex, edge }),
        }
    }
    while let [first, .., last] = &face.corners[..]
        && first.point == last.point
    {
        face.corners.pop();
    }
    if let [first, second] = &mut face.corners[..] {
        second.edge = first.edge;
    }
}

#[cfg(test)]
mod tests {
    use super::{Corners, normal, pair_id, reverse, tangents};
    use crate::face::{Corner, EdgeId};
    use clinch_support::{Vector, VertexId};
    use glam::{DVec2, DVec3};

    fn square() -> Corners<DVec3> {
        let points = [(1.0, 0.0), (1.0, 1.0), (0.0, 1.0), (0.0, 0.0)];
        let corner = |(i, (x, y))| Corner { point: DVec3::new(x, y, 5.0), vertex: VertexId::new(i), edge: EdgeId(i as u32) };
        points.into_iter().enumerate().map(corner).collect()
    }

    #[test]
    fn reversed_corners_keep_their_edges() {
        let joined = |corners: &Corners<DVec3>| {
            let mut all: Vec<_> = (0..4)
                .map(|i| {
                    let ends = [corners[i].vertex, corners[(i + 1) % 4].vertex];
                    (corners[i].edge, ends.iter().min().copied(), ends.iter().max().copied())
                })
                .collect();
            all.sort();
            all
        };
        let mut turned = square();
        reverse(&mut turned);
        assert_eq!(joined(&turned), joined(&square()));
        assert_eq!((normal(&square(), DVec3::Z), normal(&turned, DVec3::Z)), (DVec3::Z, -DVec3::Z));
    }

    #[test]
    fn tangents_are_counter_clockwise() {
        for n in [DVec3::X, -DVec3::Y, DVec3::Z, DVec3::new(0.48, -0.6, 0.64)] {
            let [x, y] = tangents(n);
            assert!((x.cross(y) - n).length() < 1e-15 && Vector::dot(x, n).abs() < 1e-15);
        }
        assert_eq!(tangents(DVec2::Y)[0], -DVec2::X);
        let side: Corners<DVec2> =
            [DVec2::X, -DVec2::X].map(|point| Corner { point, vertex: VertexId::new(0), edge: EdgeId(0) }).into_iter().collect();
        assert_eq!(normal(&side, DVec2::Y), DVec2::Y);
    }

    #[test]
    fn small_pairs_have_distinct_ids() {
        assert_eq!(pair_id(3, 5), 3 << 14 | 5);
        assert!(pair_id(1 << 20, 5) != pair_id(5, 1 << 20) && pair_id(u32::MAX, u32::MAX) < 1 << 28);
    }
}
