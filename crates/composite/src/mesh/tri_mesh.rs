//! A triangle mesh, and its scaled and mirrored instances.

use std::sync::Arc;

use clinch_bvh::Space;
use clinch_mass::Moments;
use clinch_shapes::Aabb;
use clinch_support::{Scalar, Vector};
use glam::DVec3;

use crate::exact;
use crate::mesh::data::MeshData;
use crate::mesh::error::MeshError;
use crate::mesh::topology::NonManifold;
use crate::mesh::tree::{MeshTree, space_of};
use crate::neighbor::Neighbor;
use crate::sides::{BoundaryEdges, Sides};
use crate::sub_shape::SubShapeId;
use crate::unit_frame::UnitFrame;

/// A surface of triangles, in 3D and `f32` or `f64`.
///
/// A closed mesh of positive volume, whose triangles are then counter-clockwise from outside, is a
/// solid, unless it is made [hollow](Self::hollow). Any other mesh is a one-sided surface, unless
/// it is made [two-sided](Self::two_sided). Of several components the sum is checked: its volume,
/// and that its second moments are those of a mass. A component that is clockwise from outside is
/// a cavity of the others; one that is far from them gives the sum negative inertia, and then the
/// mesh is no solid.
///
/// Cloning is cheap, and so is [scaling](Self::scaled): all instances share vertices, adjacency and
/// tree. These take about 35 bytes per triangle in `f32`.
///
/// ```
/// use clinch_composite::{EdgeKind, MeshError, Sides, SubShapeId, TriMesh};
/// use glam::Vec3;
///
/// let corners = vec![Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
/// let faces = vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
/// let mesh = TriMesh::new(corners.clone(), faces)?;
/// assert_eq!(mesh.sides(), Sides::Solid);
/// assert!(mesh.neighbor(SubShapeId(0), 0).is_some_and(|beyond| beyond.triangle == 2 && beyond.kind == EdgeKind::Convex));
///
/// let flipped = TriMesh::new(corners, vec![[0, 2, 1], [2, 1, 3]]);
/// assert_eq!(flipped.err(), Some(MeshError::SameDirection { edge: [1, 2], triangles: [0, 1] }));
/// # Ok::<(), MeshError>(())
/// ```
#[derive(Clone, Debug)]
pub struct TriMesh<V: Vector<Wide = DVec3>> {
    data: Arc<MeshData<V>>,
    /// By which the shared vertices are multiplied, per axis.
    scale: V,
    /// Whether a factor is not 1.
    is_scaled: bool,
    /// Whether an odd number of factors is negative, so that windings are reversed.
    mirrored: bool,
    frame: UnitFrame,
    /// From the tree to this instance.
    space: Option<Space>,
    sides: Sides,
    boundary_edges: BoundaryEdges,
}

impl<V: Vector<Wide = DVec3>> TriMesh<V> {
    /// The mesh of these vertices and triangles, given by the indices of their corners,
    /// counter-clockwise from in front. Vertices without a triangle are allowed.
    ///
    /// Vertices at the same place are different vertices: triangles that should be neighbours must
    /// share indices. [`repaired`](Self::repaired) can merge them. O(n log n).
    ///
    /// # Errors
    ///
    /// Lists that are not a surface: see [`MeshError`].
    pub fn new(vertices: Vec<V>, triangles: Vec<[u32; 3]>) -> Result<Self, MeshError> {
        Ok(Self::of(MeshData::new(vertices, triangles, NonManifold::Refused)?))
    }

    pub(crate) fn of(data: MeshData<V>) -> Self {
        let sides = if data.moments.is_some() { Sides::Solid } else { Sides::One };
        let scale = V::from_fn(|_| V::Scalar::ONE);
        let (frame, space) = (frame_of(&data, scale), space_of(&data.tree, scale));
        Self { data: Arc::new(data), scale, is_scaled: false, mirrored: false, frame, space, sides, boundary_edges: BoundaryEdges::Hard }
    }

    /// An instance whose coordinates are multiplied by a factor per axis, which shares the data of
    /// this mesh. Negative factors mirror; the front of a triangle remains its front. Scaling
    /// again multiplies the factors.
    ///
    /// Each coordinate is rounded once to the scalar type. Triangles keep their ids, and edges
    /// their [kinds](crate::EdgeKind): those of the mesh without its scale. O(triangles), without
    /// allocation.
    ///
    /// # Errors
    ///
    /// A factor that is zero or not finite; a vertex that overflows; a triangle that becomes
    /// collinear by rounding.
    ///
    /// ```
    /// use clinch_composite::{MeshError, SubShapeId, TriMesh};
    /// use glam::Vec3;
    ///
    /// let floor = TriMesh::new(vec![Vec3::ZERO, Vec3::X, Vec3::Y], vec![[0, 1, 2]])?;
    /// let mirrored = floor.scaled(Vec3::new(-2.0, 1.0, 1.0))?;
    /// assert_eq!(mirrored.corners(SubShapeId(0)), Some([Vec3::ZERO, Vec3::Y, Vec3::new(-2.0, 0.0, 0.0)]));
    /// assert!(mirrored.shares_data_with(&floor));
    /// assert_eq!(floor.scaled(Vec3::new(1.0, 0.0, 1.0)).err(), Some(MeshError::InvalidScale { axis: 1 }));
    /// # Ok::<(), MeshError>(())
    /// ```
    pub fn scaled(&self, factors: V) -> Result<Self, MeshError> {
        let scale = V::narrow(self.scale.widen() * factors.widen());
        if let Some(axis) = (0..3).find(|&axis| scale.get(axis) == V::Scalar::ZERO || !scale.get(axis).is_finite()) {
            return Err(MeshError::InvalidScale { axis });
        }
        let negative = (0..3).filter(|&axis| scale.get(axis) < V::Scalar::ZERO).count();
        let (frame, space) = (frame_of(&self.data, scale), space_of(&self.data.tree, scale));
        let is_scaled = (0..3).any(|axis| scale.get(axis) != V::Scalar::ONE);
        let instance = Self { scale, is_scaled, mirrored: negative % 2 == 1, frame, space, ..self.clone() };
        if let Some(vertex) = self.data.vertices.iter().position(|&vertex| !instance.place(vertex).is_finite()) {
            return Err(MeshError::VertexNotFinite { vertex: vertex as u32 });
        }
        let collinear = |&triangle: &u32| exact::collinear(instance.wide_corners(triangle).map(|corner| frame.enter_exact(corner)));
        match (0..self.data.triangles.len() as u32).find(collinear) {
            Some(triangle) => Err(MeshError::Collinear { triangle }),
            None => Ok(instance),
        }
    }

    /// The surface of a solid, as a one-sided surface: what it encloses does not belong to the
    /// shape. Any other mesh remains as it is.
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

    /// Which sides of the surface have contacts.
    pub fn sides(&self) -> Sides {
        self.sides
    }

    /// What the boundary edges are.
    pub fn boundary_edges(&self) -> BoundaryEdges {
        self.boundary_edges
    }

    /// The factors of the instance.
    pub fn scale(&self) -> V {
        self.scale
    }

    /// Whether each edge belongs to two triangles. Such a mesh is a solid if its volume is positive
    /// and its second moments are those of a mass. The volume is not positive if all its triangles
    /// are clockwise from outside.
    pub fn is_closed(&self) -> bool {
        self.data.closed
    }

    /// Whether the mesh was [`repaired`](Self::repaired) with pairing at edges of three or more
    /// triangles.
    pub fn pairs_non_manifold(&self) -> bool {
        self.data.non_manifold == NonManifold::Paired
    }

    /// Whether both meshes are instances of the same data.
    pub fn shares_data_with(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.data, &other.data)
    }

    /// The vertices that the instances share, without the scale.
    pub fn shared_vertices(&self) -> &[V] {
        &self.data.vertices
    }

    /// The triangles that the instances share, as the indices of their corners. The index of a
    /// triangle is its [`SubShapeId`]. A mirrored instance has the reverse winding: see
    /// [`indices`](Self::indices).
    pub fn shared_triangles(&self) -> &[[u32; 3]] {
        &self.data.triangles
    }

    /// The indices of a triangle's corners, counter-clockwise from in front; `None` if there is no
    /// such triangle.
    pub fn indices(&self, triangle: SubShapeId) -> Option<[u32; 3]> {
        self.data.triangles.get(triangle.index()).map(|&corners| self.wind(corners))
    }

    /// The corners of a triangle, counter-clockwise from in front; `None` if there is no such
    /// triangle.
    pub fn corners(&self, triangle: SubShapeId) -> Option<[V; 3]> {
        self.indices(triangle).map(|indices| indices.map(|index| self.place(self.data.vertices[index as usize])))
    }

    /// The triangle beyond the edge from corner `edge` of a triangle to the next one; `None` at a
    /// boundary edge, and if there is no such edge.
    #[inline]
    pub fn neighbor(&self, triangle: SubShapeId, edge: u8) -> Option<Neighbor> {
        // The corners a b c of a mirrored triangle are a c b, so its edges are counted backwards.
        let turned = |edge: u8| if self.mirrored { 2_u8.checked_sub(edge) } else { Some(edge) };
        let neighbor = self.data.neighbors.get(triangle.index())?.get(usize::from(turned(edge)?))?.get()?;
        Some(Neighbor { edge: turned(neighbor.edge)?, ..neighbor })
    }

    /// An AABB of all triangles, less than 1e-6 of its size larger than the smallest.
    pub fn bounds(&self) -> Aabb<DVec3> {
        self.tree().bounds()
    }

    /// Volume, centroid and second moments of a solid, by the divergence theorem; `None` for a
    /// surface, and if a number overflows or the volume underflows.
    pub fn moments(&self) -> Option<Moments<DVec3>> {
        let of_solid = self.data.moments.filter(|_| self.sides == Sides::Solid);
        let factors = self.scale.widen() * self.data.frame.leave(1.0);
        of_solid.and_then(|moments| moments.scaled(factors).finite()).filter(|moments| moments.volume() > 0.0)
    }

    /// The memory of the data that the instances share, in bytes.
    pub fn bytes(&self) -> usize {
        self.data.bytes()
    }

    pub(crate) fn is_scaled(&self) -> bool {
        self.is_scaled
    }

    pub(crate) fn data(&self) -> &MeshData<V> {
        &self.data
    }

    /// The frame of the largest coordinate.
    pub(crate) fn frame(&self) -> UnitFrame {
        self.frame
    }

    /// The shared tree in the frame of the instance.
    pub(crate) fn tree(&self) -> MeshTree<'_, V> {
        MeshTree { tree: &self.data.tree, scale: self.scale, is_scaled: self.is_scaled, space: self.space.as_ref() }
    }

    /// The corners of a triangle of the mesh.
    #[inline]
    pub(crate) fn wide_corners(&self, triangle: u32) -> [DVec3; 3] {
        let [a, b, c] = self.corners_at(triangle);
        [a.widen(), b.widen(), c.widen()]
    }

    /// The same in the scalar of the mesh.
    #[inline]
    pub(crate) fn corners_at(&self, triangle: u32) -> [V; 3] {
        let [a, b, c] = self.wind(self.data.triangles[triangle as usize]);
        let corner = |corner: u32| self.place(self.data.vertices[corner as usize]);
        [corner(a), corner(b), corner(c)]
    }

    /// Whether there is such a triangle.
    #[inline]
    pub(crate) fn has(&self, triangle: SubShapeId) -> bool {
        triangle.index() < self.data.triangles.len()
    }

    /// Whether its triangles are wound the other way than the shared ones.
    #[inline]
    pub(crate) fn is_mirrored(&self) -> bool {
        self.mirrored
    }

    /// The indices of a shared triangle's corners in this instance.
    #[inline]
    pub(crate) fn wind(&self, [a, b, c]: [u32; 3]) -> [u32; 3] {
        if self.mirrored { [a, c, b] } else { [a, b, c] }
    }

    /// A shared vertex in this instance.
    #[inline]
    pub(crate) fn place(&self, vertex: V) -> V {
        if self.is_scaled { V::narrow(vertex.widen() * self.scale.widen()) } else { vertex }
    }
}

/// Equal vertices, triangles, scales and sides, whether or not the data are shared.
impl<V: Vector<Wide = DVec3>> PartialEq for TriMesh<V> {
    fn eq(&self, other: &Self) -> bool {
        let data = |mesh: &Self| (mesh.scale, mesh.sides, mesh.boundary_edges, mesh.data.non_manifold);
        let same_data = || self.data.vertices == other.data.vertices && self.data.triangles == other.data.triangles;
        data(self) == data(other) && (self.shares_data_with(other) || same_data())
    }
}

fn frame_of<V: Vector<Wide = DVec3>>(data: &MeshData<V>, scale: V) -> UnitFrame {
    let size = |vertex: &V| (vertex.widen() * scale.widen()).abs().max_element();
    UnitFrame::of(data.vertices.iter().fold(0.0, |largest: f64, vertex| largest.max(size(vertex)).min(f64::MAX)))
}
