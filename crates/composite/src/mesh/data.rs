//! What all instances of a mesh share: vertices, triangles, adjacency, tree and volume.

use clinch_bvh::Bvh8;
use clinch_hull::ScaledPoints;
use clinch_mass::{Moments, closed_surface};
use clinch_shapes::Aabb;
use clinch_support::Vector;
use glam::DVec3;

use crate::mesh::error::MeshError;
use crate::mesh::topology::{Adjacency, NonManifold, adjacency, check_lists, is_connected};
use crate::neighbor::Packed;
use crate::unit_frame::UnitFrame;

#[derive(Debug)]
pub(crate) struct MeshData<V> {
    pub(crate) vertices: Vec<V>,
    pub(crate) triangles: Vec<[u32; 3]>,
    pub(crate) neighbors: Vec<[Packed; 3]>,
    pub(crate) tree: Bvh8,
    pub(crate) closed: bool,
    /// Whether it is closed, no edge has more than two triangles, and neighbours lead from each
    /// triangle to each other one: the nearest feature decides whether a point is inside.
    pub(crate) one_piece: bool,
    /// What was done at edges of three or more triangles.
    pub(crate) non_manifold: NonManifold,
    /// The frame of the largest coordinate.
    pub(crate) frame: UnitFrame,
    /// Of the solid that the surface bounds, in that frame: the volume of a large solid overflows.
    pub(crate) moments: Option<Moments<DVec3>>,
}

impl<V: Vector<Wide = DVec3>> MeshData<V> {
    pub(crate) fn new(vertices: Vec<V>, triangles: Vec<[u32; 3]>, non_manifold: NonManifold) -> Result<Self, MeshError> {
        check_lists(&vertices, &triangles)?;
        let points = ScaledPoints::new(vertices.iter().map(|vertex| vertex.widen()).collect()).points;
        let Adjacency { neighbors, closed, manifold } = adjacency(&points, &triangles, non_manifold)?;
        drop(points);
        let corners = |triangle: &[u32; 3]| triangle.map(|corner| vertices[corner as usize].widen());
        let bounds = |index: usize| bounds_of(corners(&triangles[index]));
        let tree = Bvh8::new(triangles.len(), bounds);
        let center = tree.bounds().map_or(DVec3::ZERO, |bounds| bounds.min * 0.5 + bounds.max * 0.5);
        let largest = vertices.iter().fold(0.0, |largest: f64, vertex| largest.max(vertex.widen().abs().max_element()));
        let frame = UnitFrame::of(largest);
        let scaled = triangles.iter().map(|triangle| corners(triangle).map(|corner| frame.enter(corner)));
        let moments = if closed { closed_surface(frame.enter(center), scaled) } else { None };
        let one_piece = closed && manifold && is_connected(&neighbors);
        Ok(Self { vertices, triangles, neighbors, tree, closed, one_piece, non_manifold, frame, moments })
    }

    /// The corners of a triangle, without a scale.
    #[inline]
    pub(crate) fn corners(&self, triangle: u32) -> [V; 3] {
        let [a, b, c] = self.triangles[triangle as usize];
        [self.vertices[a as usize], self.vertices[b as usize], self.vertices[c as usize]]
    }

    /// The memory in bytes, without the struct itself.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(self.vertices.as_slice())
            + size_of_val(self.triangles.as_slice())
            + size_of_val(self.neighbors.as_slice())
            + self.tree.bytes()
    }
}

fn bounds_of([a, b, c]: [DVec3; 3]) -> Aabb<DVec3> {
    Aabb { min: a.min(b).min(c), max: a.max(b).max(c) }
}
