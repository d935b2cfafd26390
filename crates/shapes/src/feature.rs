//! Features in `f64`: what faces of shapes made of other shapes are computed in.
//!
//! * A feature is one corner, two (an edge) or a convex polygon, counter-clockwise from outside, as in [`Face`].
//! * A face *of the dimension* has as many corners as it: two in the plane, three or more in space.

use clinch_support::{Support, Vector, VertexId, normalize_or_zero};
use smallvec::SmallVec;

use crate::face::{Corner, EdgeId, Face};

/// The corners of a feature.
pub(crate) type Corners<W> = SmallVec<[Corner<W>; 8]>;

/// Of a support point without a vertex id: no shape has so many vertices.
pub(crate) fn vertex_of<W>(support: &Support<W>, role: usize) -> VertexId {
    support.id.unwrap_or(VertexId::new(role))
}

/// The name of a corner for whose own there is no room, by its place in the feature: from the top down, where no shape's own are. From the bottom up it could be
/// that of another corner, and of two contact points with one name one is dropped.
pub(crate) fn nameless(place: usize) -> VertexId {
    VertexId::new(u32::MAX as usize - 1 - place)
}

/// One number of two, for names of edges: distinct while each is less than 2¹⁴, then distinct but for bad luck. Less than 2²⁸.
pub(crate) fn paired(a: u32, b: u32) -> u32 {
    if a < 1 << 14 && b < 1 << 14 {
        return a << 14 | b;
    }
    // The finaliser of MurmurHash3, so that neighbours fall far from each other.
    let mut mixed = u64::from(a) << 32 | u64::from(b);
    mixed = (mixed ^ mixed >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
    mixed = (mixed ^ mixed >> 33).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    (mixed ^ mixed >> 33) as u32 >> 4
}

/// The edge between two vertices, from whichever side it is seen.
pub(crate) fn edge_between(a: VertexId, b: VertexId) -> EdgeId {
    let (a, b) = (a.index() as u32, b.index() as u32);
    EdgeId(if a <= b { paired(a, b) } else { paired(b, a) })
}

/// a × b, in space.
pub(crate) fn cross<W: Vector>(a: W, b: W) -> W {
    W::from_fn(|i| a.get((i + 1) % 3) * b.get((i + 2) % 3) - a.get((i + 2) % 3) * b.get((i + 1) % 3))
}

/// Two unit vectors across a unit normal, so that turning from the first to the second is counter-clockwise from outside. In the plane the first
/// goes counter-clockwise round what has this outward normal, and the second is zero.
pub(crate) fn across<W: Vector<Scalar = f64>>(normal: W) -> [W; 2] {
    if W::DIM == 2 {
        return [W::from_fn(|i| if i == 0 { -normal.get(1) } else { normal.get(0) }), W::ZERO];
    }
    let least = (1..3).fold(0, |least, axis| if normal.get(axis).abs() < normal.get(least).abs() { axis } else { least });
    let x = normalize_or_zero(W::unit(least) - normal * normal.get(least));
    [x, cross(normal, x)]
}

/// The unit normal of a feature looked at from a direction (of any length): outward of a face, of an edge in space and of a vertex as near the
/// direction as can be. Zero of a face without area.
pub(crate) fn normal<W: Vector<Scalar = f64>>(corners: &[Corner<W>], direction: W) -> W {
    let direction = normalize_or_zero(direction);
    match corners {
        [] | [_] => direction,
        [a, b] => {
            let along = normalize_or_zero(b.point - a.point);
            if W::DIM == 2 {
                let normal = W::from_fn(|i| if i == 0 { along.get(1) } else { -along.get(0) });
                // A segment is its own other side, and is not run the other way round for it.
                return if normal.dot(direction) < 0.0 { -normal } else { normal };
            }
            normalize_or_zero(direction - along * along.dot(direction))
        }
        [first, rest @ ..] => {
            // Newell: twice the area vector, whatever triangulation one had chosen.
            let to = |corner: &Corner<W>| corner.point - first.point;
            let area = rest.windows(2).fold(W::ZERO, |sum, pair| sum + cross(to(&pair[0]), to(&pair[1])));
            normalize_or_zero(area)
        }
    }
}

/// It has as many corners as a face of the dimension.
pub(crate) fn is_face<W: Vector>(corners: &[Corner<W>]) -> bool {
    corners.len() >= W::DIM
}

/// Runs round the other way; each edge goes to the corner it now starts from.
pub(crate) fn reverse<W>(corners: &mut [Corner<W>]) {
    if let [.., last] = corners {
        // Backwards, the edge that entered a corner is the one that leaves it.
        let mut entered = last.edge;
        for corner in corners.iter_mut() {
            core::mem::swap(&mut entered, &mut corner.edge);
        }
        corners.reverse();
    }
}

/// Writes a feature into a face; of corners that come together, as those of a flattened one, only the first stays.
pub(crate) fn write<V: Vector>(corners: &[Corner<V::Wide>], face: &mut Face<V>) {
    face.corners.clear();
    for &Corner { point, vertex, edge } in corners {
        let point = V::narrow(point);
        match face.corners.last_mut() {
            // The edge between the two has no length: the next one leaves from here.
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
    use super::{Corners, across, normal, paired, reverse};
    use crate::face::{Corner, EdgeId};
    use clinch_support::{Vector, VertexId};
    use glam::{DVec2, DVec3};

    fn square() -> Corners<DVec3> {
        let points = [(1.0, 0.0), (1.0, 1.0), (0.0, 1.0), (0.0, 0.0)];
        let corner = |(i, (x, y))| Corner { point: DVec3::new(x, y, 5.0), vertex: VertexId::new(i), edge: EdgeId(i as u32) };
        points.into_iter().enumerate().map(corner).collect()
    }

    #[test]
    fn backwards_each_edge_still_joins_the_same_corners() {
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
    fn tangents_turn_counter_clockwise() {
        for n in [DVec3::X, -DVec3::Y, DVec3::Z, DVec3::new(0.48, -0.6, 0.64)] {
            let [x, y] = across(n);
            assert!((x.cross(y) - n).length() < 1e-15 && Vector::dot(x, n).abs() < 1e-15);
        }
        assert_eq!(across(DVec2::Y)[0], -DVec2::X);
        let side: Corners<DVec2> =
            [DVec2::X, -DVec2::X].map(|point| Corner { point, vertex: VertexId::new(0), edge: EdgeId(0) }).into_iter().collect();
        assert_eq!(normal(&side, DVec2::Y), DVec2::Y);
    }

    #[test]
    fn small_pairs_have_names_of_their_own() {
        assert_eq!(paired(3, 5), 3 << 14 | 5);
        assert!(paired(1 << 20, 5) != paired(5, 1 << 20) && paired(u32::MAX, u32::MAX) < 1 << 28);
    }
}
