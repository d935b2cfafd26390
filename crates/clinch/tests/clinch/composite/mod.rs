//! Queries of composite shapes against convex shapes of the same form, in both orders, and worlds
//! with composite colliders.
//!
//! Convex shapes are `Shape`s, so that the queries are compiled for one pair of types.

use clinch::d3::{self, Cuboid, Pose, Shape};
use glam::Vec3;

mod half_space;
mod one_shape;
mod two_composites;
mod worlds;

/// A block as a closed mesh of 12 triangles.
pub(crate) fn block_mesh(half: Vec3) -> d3::TriMesh {
    let corner = |i: u32| Vec3::from_array([0, 1, 2].map(|axis| if i >> axis & 1 == 1 { half[axis] } else { -half[axis] }));
    let faces = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles = faces.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    d3::TriMesh::new((0..8).map(corner).collect(), triangles).unwrap()
}

pub(crate) fn two_blocks() -> (d3::Compound, [(Pose, Shape); 2]) {
    let block = |half: Vec3, at: Vec3| (Pose::at(at), Shape::from(Cuboid::new(half).unwrap()));
    let parts = [block(Vec3::new(0.5, 0.25, 0.5), Vec3::X * -1.5), block(Vec3::new(0.25, 0.5, 0.5), Vec3::X * 1.5)];
    (d3::Compound::new(parts.to_vec()).unwrap(), parts)
}

/// A floor of 8 by 8 cells of 1 unit at height 0. Cell (x, z) has the triangle 2 (x + 8 z) on the
/// side of larger z, and the next one on the other side of its diagonal.
pub(crate) fn floor_mesh() -> d3::TriMesh {
    let corners: Vec<_> = (0..81).map(|i| Vec3::new((i % 9) as f32, 0.0, (i / 9) as f32)).collect();
    let cells = (0..64_u32).map(|i| i % 8 + 9 * (i / 8));
    let triangles = cells.flat_map(|i| [[i, i + 9, i + 10], [i, i + 10, i + 1]]).collect();
    d3::TriMesh::new(corners, triangles).unwrap()
}
