//! The feature ids on the faces of a box, as clipping polygons makes them.
//!
//! Computed at compile time: two boxes have twelve ids that may meet, and to make them from axes
//! and signs takes a quarter of the time of clipping.

use clinch_shapes::EdgeId;

use super::box_face::BoxFace;
use crate::clip::tag;
use crate::manifold::FeatureId;

/// The ids on a face of A.
pub(crate) struct IdsOfA {
    /// The tags of its edges, at its sides +u, −u, +v, −v.
    pub(crate) edges: [u32; 4],
    /// Its corners, in order around it from (−u, −v).
    pub(crate) corners: [FeatureId; 4],
}

/// The ids on a face of B.
pub(crate) struct IdsOfB {
    /// The tags of its edges, from each corner to the next.
    pub(crate) edges: [u32; 4],
    /// Its corners, in order around it from (−x, −y).
    pub(crate) corners: [FeatureId; 4],
}

/// By [`BoxFace::number`].
static OF_A: [IdsOfA; 6] = [of_a(0), of_a(1), of_a(2), of_a(3), of_a(4), of_a(5)];
static OF_B: [IdsOfB; 6] = [of_b(0), of_b(1), of_b(2), of_b(3), of_b(4), of_b(5)];

impl IdsOfA {
    #[inline]
    pub(crate) fn of(face: BoxFace) -> &'static Self {
        &OF_A[face.number().min(5)]
    }
}

impl IdsOfB {
    #[inline]
    pub(crate) fn of(face: BoxFace) -> &'static Self {
        &OF_B[face.number().min(5)]
    }
}

const fn of_a(face: usize) -> IdsOfA {
    let [u, v] = tangents(face);
    let at_u = tag::edge_of_a(edge(v, corner(face, 1, 0)));
    let at_minus_u = tag::edge_of_a(edge(v, corner(face, 0, 0)));
    let at_v = tag::edge_of_a(edge(u, corner(face, 0, 1)));
    let at_minus_v = tag::edge_of_a(edge(u, corner(face, 0, 0)));
    IdsOfA {
        edges: [at_u, at_minus_u, at_v, at_minus_v],
        corners: [
            FeatureId::meeting(at_minus_u, at_minus_v),
            FeatureId::meeting(at_u, at_minus_v),
            FeatureId::meeting(at_u, at_v),
            FeatureId::meeting(at_minus_u, at_v),
        ],
    }
}

const fn of_b(face: usize) -> IdsOfB {
    let [x, y] = tangents(face);
    let edges = [
        tag::edge_of_b(edge(x, corner(face, 0, 0))),
        tag::edge_of_b(edge(y, corner(face, 1, 0))),
        tag::edge_of_b(edge(x, corner(face, 1, 1))),
        tag::edge_of_b(edge(y, corner(face, 0, 1))),
    ];
    IdsOfB {
        edges,
        corners: [
            FeatureId::meeting(edges[3], edges[0]),
            FeatureId::meeting(edges[0], edges[1]),
            FeatureId::meeting(edges[1], edges[2]),
            FeatureId::meeting(edges[2], edges[3]),
        ],
    }
}

/// The two axes along a face.
const fn tangents(face: usize) -> [usize; 2] {
    [(face / 2 + 1) % 3, (face / 2 + 2) % 3]
}

/// The corner of a face on these sides, 0 or 1, of the two axes.
const fn corner(face: usize, along_u: usize, along_v: usize) -> usize {
    let [u, v] = tangents(face);
    (face % 2) << (face / 2) | along_u << u | along_v << v
}

/// [`Cuboid::edge`](clinch_shapes::Cuboid::edge) of the edge along an axis, by a corner at its end.
const fn edge(axis: usize, corner: usize) -> EdgeId {
    let bit_after = corner >> ((axis + 1) % 3) & 1;
    let bit_next = corner >> ((axis + 2) % 3) & 1;
    EdgeId((4 * axis + (bit_after | bit_next << 1)) as u32)
}

#[cfg(test)]
mod tests {
    use super::edge;
    use clinch_shapes::Cuboid;
    use clinch_support::VertexId;
    use glam::DVec3;

    #[test]
    fn edges_have_the_ids_of_the_box() {
        for axis in 0..3 {
            for corner in 0..8 {
                assert_eq!(edge(axis, corner), Cuboid::<DVec3>::edge(axis, VertexId::new(corner)));
            }
        }
    }
}
