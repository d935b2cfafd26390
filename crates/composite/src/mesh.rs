//! The triangle mesh.

use clinch_bvh::{Builder, Bvh, Layout};
use clinch_hull::ScaledPoints;
use clinch_mass::{Moments, closed_surface};
use clinch_shapes::Aabb;
use clinch_support::{Vector, exponent_of, times_power_of_two};
use glam::DVec3;

use crate::adjacency::{Neighbor, Packed};
use crate::mesh_error::MeshError;
use crate::sides::{BoundaryEdges, Sides};
use crate::sub_shape::SubShapeId;
use crate::topology::{adjacency, check_lists};

/// More: less memory, and queries visit more triangles. Eight triangles are what one step of wide
/// registers can take.
const LEAF_SIZE: u32 = 8;

/// The largest exponent of the factor that scales coordinates for exact signs. Larger: the factor
/// or its reciprocal would not be a normal number.
const LARGEST_EXPONENT: i32 = 1000;

/// A surface of triangles, in 3D and `f32` or `f64`.
///
/// A closed mesh whose triangles are counter-clockwise from outside is a solid, unless it is made
/// [hollow](Self::hollow). Any other mesh is a one-sided surface, unless it is made
/// [two-sided](Self::two_sided). Takes about 40 bytes per triangle in `f32`.
///
/// ```
/// use clinch_composite::{EdgeKind, MeshError, Sides, TriMesh};
/// use glam::Vec3;
///
/// let corners = vec![Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
/// let faces = vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
/// let mesh = TriMesh::new(corners.clone(), faces)?;
/// assert_eq!(mesh.sides(), Sides::Solid);
/// assert!(mesh.neighbor(0, 0).is_some_and(|beyond| beyond.triangle == 2 && beyond.kind == EdgeKind::Convex));
///
/// let flipped = TriMesh::new(corners, vec![[0, 2, 1], [2, 1, 3]]);
/// assert_eq!(flipped.err(), Some(MeshError::SameDirection { edge: [1, 2], triangles: [0, 1] }));
/// # Ok::<(), MeshError>(())
/// ```
#[derive(Clone, Debug)]
pub struct TriMesh<V: Vector<Wide = DVec3>> {
    vertices: Vec<V>,
    triangles: Vec<[u32; 3]>,
    neighbors: Vec<[Packed; 3]>,
    tree: Bvh<DVec3>,
    /// A power of two that makes the largest coordinate about 1.
    scale: f64,
    closed: bool,
    /// Of the solid that the surface bounds.
    moments: Option<Moments<DVec3>>,
    sides: Sides,
    boundary_edges: BoundaryEdges,
}

impl<V: Vector<Wide = DVec3>> TriMesh<V> {
    /// The mesh of these vertices and triangles, given by the indices of their corners,
    /// counter-clockwise from in front. Vertices without a triangle are allowed.
    ///
    /// Refuses lists that are not a surface: see [`MeshError`]. Vertices at the same place are
    /// different vertices: triangles that should be neighbours must share indices. O(n log n).
    pub fn new(vertices: Vec<V>, triangles: Vec<[u32; 3]>) -> Result<Self, MeshError> {
        check_lists(&vertices, &triangles)?;
        let points = scaled(&vertices);
        let (neighbors, closed) = adjacency(&points, &triangles)?;
        drop(points);
        let corners = |triangle: &[u32; 3]| triangle.map(|corner| vertices[corner as usize].widen());
        let bounds = |index: usize| bounds_of(corners(&triangles[index]));
        let mut tree = Bvh::new();
        Builder::new().build(&mut tree, &Layout { leaf_size: LEAF_SIZE, leave_out_far: false }, triangles.len(), bounds);
        tree.shrink_to_fit();
        let center = tree.bounds().map_or(DVec3::ZERO, |bounds| bounds.min * 0.5 + bounds.max * 0.5);
        let moments = if closed { closed_surface(center, triangles.iter().map(corners)) } else { None };
        let largest = vertices.iter().fold(0.0, |largest: f64, vertex| largest.max(vertex.widen().max_abs()));
        let exponent = exponent_of(largest).clamp(-LARGEST_EXPONENT, LARGEST_EXPONENT);
        let sides = if moments.is_some() { Sides::Solid } else { Sides::One };
        let scale = times_power_of_two(1.0, -exponent);
        Ok(Self { vertices, triangles, neighbors, tree, scale, closed, moments, sides, boundary_edges: BoundaryEdges::Hard })
    }

    /// The surface of a solid, as a one-sided surface: what it encloses does not belong to the
    /// shape. Any other mesh stays as it is.
    #[must_use]
    pub fn hollow(self) -> Self {
        let sides = if self.sides == Sides::Solid { Sides::One } else { self.sides };
        Self { sides, ..self }
    }

    /// The surface with contacts on both sides of its triangles; not a solid.
    #[must_use]
    pub fn two_sided(self) -> Self {
        Self { sides: Sides::Two, ..self }
    }

    /// The mesh with its boundary edges hard or open.
    #[must_use]
    pub fn with_boundary_edges(self, boundary_edges: BoundaryEdges) -> Self {
        Self { boundary_edges, ..self }
    }

    /// Which sides of the surface are solid.
    pub fn sides(&self) -> Sides {
        self.sides
    }

    /// What the boundary edges are.
    pub fn boundary_edges(&self) -> BoundaryEdges {
        self.boundary_edges
    }

    /// Whether each edge belongs to two triangles. Such a mesh is a solid if its volume is
    /// positive, which it is not if all its triangles are clockwise from outside.
    pub fn is_closed(&self) -> bool {
        self.closed
    }

    /// The vertices.
    pub fn vertices(&self) -> &[V] {
        &self.vertices
    }

    /// The triangles as the indices of their corners. The index of a triangle is its
    /// [`SubShapeId`].
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// The corners of a triangle; `None` if there is no such triangle.
    pub fn corners(&self, triangle: SubShapeId) -> Option<[V; 3]> {
        self.triangles.get(triangle.index()).map(|corners| corners.map(|corner| self.vertices[corner as usize]))
    }

    /// The triangle beyond the edge from corner `edge` of a triangle to the next one; `None` at a
    /// boundary edge, and if there is no such edge.
    pub fn neighbor(&self, triangle: u32, edge: u8) -> Option<Neighbor> {
        self.neighbors.get(triangle as usize)?.get(usize::from(edge))?.get()
    }

    /// An AABB of all triangles, less than 1e-6 of its size larger than the smallest.
    pub fn bounds(&self) -> Aabb<DVec3> {
        self.tree.bounds().unwrap_or(Aabb { min: DVec3::ZERO, max: DVec3::ZERO })
    }

    /// Volume, centroid and second moments of a solid, by the divergence theorem; `None` for a
    /// surface.
    pub fn moments(&self) -> Option<Moments<DVec3>> {
        self.moments.filter(|_| self.sides == Sides::Solid)
    }

    /// Calls `found` once for each triangle whose AABB may have a point in common with `bounds`:
    /// for all that do, and for some near them, in no particular order.
    pub fn near(&self, bounds: &Aabb<DVec3>, mut found: impl FnMut(SubShapeId)) {
        self.tree.overlaps(bounds, |triangle| found(SubShapeId(triangle)));
    }

    /// The memory of the mesh in bytes, without the struct itself.
    pub fn bytes(&self) -> usize {
        size_of_val(self.vertices.as_slice())
            + size_of_val(self.triangles.as_slice())
            + size_of_val(self.neighbors.as_slice())
            + self.tree.bytes()
    }

    pub(crate) fn tree(&self) -> &Bvh<DVec3> {
        &self.tree
    }

    /// A power of two that makes the largest coordinate about 1, so that exact signs of scaled
    /// points neither overflow nor underflow.
    pub(crate) fn scale(&self) -> f64 {
        self.scale
    }

    /// The corners of a triangle of the mesh.
    #[inline]
    pub(crate) fn wide_corners(&self, triangle: u32) -> [DVec3; 3] {
        self.triangles[triangle as usize].map(|corner| self.vertices[corner as usize].widen())
    }
}

/// The vertices times a power of two, for exact signs.
pub(crate) fn scaled<V: Vector<Wide = DVec3>>(vertices: &[V]) -> Vec<DVec3> {
    ScaledPoints::new(vertices.iter().map(|vertex| vertex.widen()).collect()).points
}

fn bounds_of([a, b, c]: [DVec3; 3]) -> Aabb<DVec3> {
    Aabb { min: a.min(b).min(c), max: a.max(b).max(c) }
}
