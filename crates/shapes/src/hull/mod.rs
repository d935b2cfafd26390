//! The convex hull of points in 3D.
//!
//! * It is built once, from any finite points. Exact signs give the topology, so it is valid for
//!   any points; then nearly coplanar triangles are merged, so that a cube has six faces.
//! * All tolerances are multiples of ε of the scalar times the *radius*: the largest distance of a
//!   point from the center of the bounds. So a hull scaled by 2^k is the same hull. Distances
//!   within the tolerances count as rounding. The support value of the hull is within 4ε of the
//!   radius of that of the points, and within 5.2ε if the hull is flat.
//! * Contacts see other faces: those that the rounding of their vertices broke are joined. For
//!   depths, volumes and meshes they remain apart.
//! * Vertices keep the caller's values and order. Scans compare dot products of copies relative to
//!   the center, so a hull far from its own origin loses no precision.

mod topology;

mod contact_faces;
mod half_edge;
mod planes;

mod defect;
mod validate;

mod mesh;

#[cfg(feature = "serde")]
mod serde_impls;

use clinch_hull::{HullFaces, ScaledPoints, newell_normal};
use clinch_mass::{Moments, polyhedron};
use clinch_support::{Pose, Scalar, SupportMap, Vector, VertexId, normalize_or_zero};
use glam::DVec3;

use self::contact_faces::ContactFaces;
pub use self::defect::HullDefect;
pub use self::half_edge::HalfEdge;
use self::planes::facets_of;
use self::topology::Topology;
pub use self::topology::{HalfEdgeId, HullCorner, HullEdge, HullFace};
use crate::aabb::Aabb;
use crate::bounding_ball::BoundingBall;
use crate::convex::{Convex, Core, default_moments, interior_by_support};
use crate::cooking::{Cooked, Cooking};
use crate::error::ShapeError;
use crate::face::{Corner, EdgeId, Face, FaceId, STEEP_EDGE, STEEP_FACE};
use crate::facets::Facets;
use crate::forward::forward;
use crate::hill_climb::Adjacency;
use crate::lanes::Lanes;
use crate::points::check_and_widen;
use crate::vertices::Vertices;

/// The convex hull of points in 3D: a polyhedron, a flat polygon, a segment or a point.
///
/// ```
/// use clinch_shapes::{Hull, ShapeError};
/// use glam::Vec3;
///
/// let corners: Vec<Vec3> = (0..8).map(|i| Vec3::new((i & 1) as f32, (i >> 1 & 1) as f32, (i >> 2) as f32)).collect();
/// let mut cloud = corners.clone();
/// cloud.push(Vec3::splat(0.5)); // inside: dropped
/// let cube = Hull::new(&cloud)?;
/// assert_eq!(cube.vertices(), corners);
/// assert_eq!((cube.faces().count(), cube.edges().len()), (6, 12));
///
/// let flat = Hull::new(&corners[..4])?; // one side of the cube: legal, with a front and a back
/// assert_eq!(flat.faces().count(), 2);
/// # Ok::<(), ShapeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Hull<V: Vector> {
    /// With the edges from before faces were merged.
    vertices: Vertices<V>,
    /// The outward unit normal of each face; zero for a segment or point.
    normals: Vec<V>,
    /// The same, for scans.
    normal_lanes: Lanes<V>,
    topology: Topology,
    /// If some faces are joined for contacts.
    contact_faces: Option<Box<ContactFaces<V>>>,
    /// For a hull of few vertices that is solid or exactly flat.
    facets: Option<Facets<DVec3>>,
    /// Of the support mapping, which takes longer than many queries.
    interior: V,
}

impl<V: Vector<Wide = DVec3>> Hull<V> {
    /// The hull of these points, in any order. Repeated points and inner points are legal.
    ///
    /// A cloud that is no thicker than rounding (2.5ε of its radius; ε of the scalar) becomes a
    /// polygon, one no wider than about 3ε a segment, one no longer than 1.5ε a point. Only points
    /// that stand out by at most the tolerance are left out: the support value is within 4ε of the
    /// radius. That of a polygon is within 5.2ε: its outline is found along an axis, which may be
    /// oblique, so the thickness counts up to √3 times, and the outline is simplified. Triangles
    /// whose corners are within 4ε of the radius of one plane become one face.
    ///
    /// Only coordinates relative to the radius count. If a small cloud is far from its own origin,
    /// the rounding of its coordinates is part of its shape.
    ///
    /// # Errors
    ///
    /// An empty list; a coordinate that is infinite or NaN; more points than ids can number.
    ///
    /// # Cost
    ///
    /// Usually O(n log n), at worst O(n²), with allocations. Meant for load time, not for every
    /// tick.
    pub fn new(cloud: &[V]) -> Result<Self, ShapeError> {
        Ok(Self::build(cloud, usize::MAX)?.shape)
    }

    /// The hull of these points with a limited number of vertices, and an upper bound of its error.
    ///
    /// Like [`new`](Self::new), with a limit: the point that is farthest outside is added first,
    /// until the next one would exceed the limit. So each vertex is a point of the cloud, the hull
    /// is contained in the cloud's, and a larger limit gives a hull that contains that for a
    /// smaller one, up to rounding. If the cloud has more vertices than the limit, the hull has as
    /// many as the limit or a few less.
    ///
    /// ```
    /// use clinch_shapes::{Cooking, Hull, ShapeError};
    /// use glam::Vec3;
    ///
    /// // A box with a shallow roof.
    /// let mut shed: Vec<Vec3> = (0..8).map(|i| Vec3::new((i & 1) as f32, (i >> 1 & 1) as f32, (i >> 2) as f32)).collect();
    /// shed.push(Vec3::new(0.5, 0.5, 1.0625));
    /// let all = Hull::cook(&shed, &Cooking::default())?;
    /// assert_eq!((all.shape.vertices().len(), all.error), (9, 0.0));
    ///
    /// let simple = Hull::cook(&shed, &Cooking::at_most(8))?;
    /// assert_eq!(simple.shape.vertices().len(), 8);
    /// assert!((0.0625..0.0626).contains(&simple.error)); // the roof is gone
    /// # Ok::<(), ShapeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of `new`, and a limit below 4.
    ///
    /// # Cost
    ///
    /// That of `new`. The points that remain outside are measured against the few facets that are
    /// visible from them.
    pub fn cook(cloud: &[V], cooking: &Cooking) -> Result<Cooked<V, Self>, ShapeError> {
        Self::build(cloud, cooking.checked_max_vertices(V::DIM)?)
    }

    fn build(cloud: &[V], max_vertices: usize) -> Result<Cooked<V, Self>, ShapeError> {
        let scaled = ScaledPoints::new(check_and_widen(cloud)?);
        let HullFaces { vertices: indices, faces, neighbours, error } = HullFaces::new(&scaled, V::Scalar::EPSILON.widen(), max_vertices);
        let topology = Topology::new(&faces, indices.len());

        let vertices: Vec<V> = indices.iter().map(|&i| cloud[i]).collect();
        let (center, _) = scaled.center_and_radius();
        let center = V::narrow(scaled.unscale_point(center));
        let adjacency = Adjacency::new(neighbours.len(), neighbours.into_iter());
        let normals: Vec<V> = normals(&topology, |vertex| scaled.points[indices[vertex]]);
        let facets = facets_of(&vertices, &topology);
        let contact_faces = ContactFaces::new(&vertices, &topology, &normals).map(Box::new);
        let vertices = Vertices::new(vertices, adjacency, center, scaled.radius_about(center));
        let mut shape = Self { vertices, normal_lanes: Lanes::new(&normals), normals, topology, contact_faces, facets, interior: V::ZERO };
        shape.interior = shape.find_interior();
        Ok(Cooked { shape, error: scaled.unscale_bound::<V>(error) })
    }

    /// The centroid. Of a flat hull, or if rounding puts that outside, what support points say.
    fn find_interior(&self) -> V {
        let centroid = self.swept_moments(0.0).filter(|moments| moments.volume() > 0.0).map(|moments| V::narrow(moments.centroid()));
        let is_inside =
            |&point: &V| self.faces().all(|face| (point - self.corner(face.corners[0]).point).dot(face.normal) < V::Scalar::ZERO);
        centroid.filter(is_inside).unwrap_or_else(|| interior_by_support(self))
    }

    /// The vertices, in the order given and in the shape's frame. A [`VertexId`] is an index of
    /// this list.
    pub fn vertices(&self) -> &[V] {
        &self.vertices.points
    }

    /// The edges. An [`EdgeId`] is an index of this list. A segment has one edge, a point has none.
    pub fn edges(&self) -> &[HullEdge] {
        self.topology.edges()
    }

    /// The faces. A [`FaceId`] is an index in this order. A polygon has two faces, front and back.
    /// A segment or a point has one face, of two corners or one, with a normal of zero.
    pub fn faces(&self) -> impl ExactSizeIterator<Item = HullFace<'_, V>> {
        self.topology.faces().zip(&self.normals).map(|(corners, &normal)| HullFace { normal, corners })
    }

    /// The edges at a vertex, by increasing id. None if the hull has no such vertex.
    pub fn edges_at(&self, vertex: VertexId) -> &[EdgeId] {
        self.topology.edges_at(vertex)
    }

    fn corner(&self, corner: HullCorner) -> Corner<V> {
        Corner { point: self.vertices.points[corner.vertex.index()], vertex: corner.vertex, edge: corner.edge }
    }

    /// The face from which manifolds are clipped, by its index among those.
    fn contact_face(&self, index: usize) -> (FaceId, &[HullCorner]) {
        match &self.contact_faces {
            Some(contact) => (contact.faces[index].id, &contact.faces[index].corners),
            None => (FaceId(index as u32), self.topology.face(index)),
        }
    }

    /// The index of the contact face whose normal is closest to a direction, and that normal.
    #[inline]
    fn nearest_contact_face(&self, direction: V) -> (usize, V) {
        match &self.contact_faces {
            Some(contact) => {
                let nearest = contact.normal_lanes.farthest(direction);
                (nearest, contact.faces[nearest].normal)
            }
            None => {
                let nearest = self.normal_lanes.farthest(direction);
                (nearest, self.normals[nearest])
            }
        }
    }

    /// Whether one of the two edges at a face's farthest corner is perpendicular to a unit
    /// direction, to within [`LEVEL`].
    #[inline]
    fn has_level_edge(&self, corners: &[HullCorner], direction: DVec3) -> bool {
        let point = |i: usize| self.vertices.points[corners[i % corners.len()].vertex.index()].widen();
        let height = |i: usize| point(i).dot(direction);
        let top = (1..corners.len()).fold(0, |top, i| if height(i) > height(top) { i } else { top });
        [top + 1, top + corners.len() - 1].into_iter().any(|next| {
            let along = point(next) - point(top);
            let rise = along.dot(direction);
            rise * rise <= LEVEL * LEVEL * along.length_squared()
        })
    }

    /// The edge that the hull stands on, seen along a direction. `None` if it stands on a vertex.
    #[cold]
    fn level_edge(&self, narrow: V, direction: DVec3) -> Option<EdgeId> {
        let vertex = VertexId::new(self.vertices.local.farthest(narrow));
        self.edge_across(vertex, direction).filter(|&(_, along)| along <= LEVEL).map(|(edge, _)| edge)
    }

    /// Of the two faces beside an edge, the one that faces a direction more, as the index of the
    /// contact face that it is in. `None` if both are steep.
    fn face_beside(&self, edge: EdgeId, narrow: V) -> Option<usize> {
        let cosine = |face: usize| self.normals[face].dot(narrow).widen();
        let faces = self.edges()[edge.0 as usize].faces.map(|face| face.0 as usize);
        let best = if cosine(faces[1]) > cosine(faces[0]) { faces[1] } else { faces[0] };
        let contact_face = self.contact_faces.as_ref().map_or(best, |contact| contact.of_face[best]);
        (cosine(best) >= STEEP_FACE).then_some(contact_face)
    }

    fn set_face(&self, index: usize, face: &mut Face<V>) {
        let (id, corners) = self.contact_face(index);
        face.id = id;
        face.corners.clear();
        face.corners.extend(corners.iter().map(|&corner| self.corner(corner)));
    }

    fn set_edge(&self, edge: EdgeId, face: &mut Face<V>) {
        let HullEdge { ends, faces } = self.edges()[edge.0 as usize];
        face.id = faces[0];
        face.corners.clear();
        face.corners.extend(ends.map(|vertex| self.corner(HullCorner { vertex, edge })));
    }

    /// The edge at a vertex that is most nearly perpendicular to a unit direction, and the cosine
    /// between the two.
    fn edge_across(&self, vertex: VertexId, direction: DVec3) -> Option<(EdgeId, f64)> {
        let mut best: Option<(EdgeId, f64)> = None;
        for &id in self.edges_at(vertex) {
            let [a, b] = self.edges()[id.0 as usize].ends.map(|end| self.vertices.points[end.index()].widen());
            let along = normalize_or_zero(b - a).dot(direction).abs();
            if best.is_none_or(|(_, least)| along < least) {
                best = Some((id, along));
            }
        }
        best
    }
}

/// The sine of the angle up to which an edge is level with a plane that the hull stands on. Larger:
/// hulls that stand on a vertex have points at the other end of an edge in place of those of a
/// face. Smaller: hulls that rock on an edge have points at one of its ends.
pub(crate) const LEVEL: f64 = 1.0 / 64.0;

/// The outward unit normals of the faces, from vertices in the unit of [`ScaledPoints`]; zero for a
/// face without area.
fn normals<V: Vector<Wide = DVec3>>(topology: &Topology, at: impl Fn(usize) -> DVec3) -> Vec<V> {
    let of_face = |face: &[HullCorner]| {
        let normal = newell_normal(face.iter().map(|corner| at(corner.vertex.index())));
        let length = normal.length();
        V::narrow(if length > 0.0 { normal * (1.0 / length) } else { DVec3::ZERO })
    };
    topology.faces().map(of_face).collect()
}

/// The other fields follow from these.
impl<V: Vector> PartialEq for Hull<V> {
    fn eq(&self, other: &Self) -> bool {
        self.vertices == other.vertices && self.topology == other.topology
    }
}

/// `center` is the center of the bounds.
impl<V: Vector<Wide = DVec3>> SupportMap<V> for Hull<V> {
    forward!(SupportMap<V>, self => &self.vertices);
}

impl<V: Vector<Wide = DVec3>> Convex<V> for Hull<V> {
    #[inline]
    fn core(&self) -> Core<'_, V> {
        self.facets.as_ref().map_or(Core::Other, Core::Polytope)
    }

    /// Seen along the direction:
    ///
    /// * The face whose normal is closest to it. Faces whose normals are within 1.8° of that of
    ///   one plane, and whose vertices are within 2⁻¹⁵ of the radius of it, count as one: the
    ///   rounding of its vertices breaks a flat side. The id is that of the first of them.
    /// * If the hull stands on an edge that is not of that face, as a die whose corners are cut off
    ///   on the edge between two of them: the face beside this edge, or the edge if both are steep,
    ///   as on a keel.
    /// * If all faces are steep (a plate met edge-on, the tip of a needle), the edge at the support
    ///   vertex that is most nearly perpendicular to the direction; if that is steep too, the
    ///   vertex. A direction that is zero or NaN gives a vertex.
    ///
    /// O(faces).
    fn face(&self, direction: V, face: &mut Face<V>) {
        let direction = normalize_or_zero(direction.widen());
        let narrow = V::narrow(direction);
        let (nearest, normal) = self.nearest_contact_face(narrow);
        if normal.dot(narrow).widen() >= STEEP_FACE {
            if self.has_level_edge(self.contact_face(nearest).1, direction) {
                return self.set_face(nearest, face);
            }
            return match self.level_edge(narrow, direction) {
                None => self.set_face(nearest, face),
                Some(edge) => match self.face_beside(edge, narrow) {
                    Some(beside) => self.set_face(beside, face),
                    None => self.set_edge(edge, face),
                },
            };
        }
        let vertex = VertexId::new(self.vertices.local.farthest(narrow));
        match self.edge_across(vertex, direction) {
            Some((edge, along)) if along <= STEEP_EDGE && direction != DVec3::ZERO => self.set_edge(edge, face),
            _ => face.set_vertex(self.vertices.points[vertex.index()], vertex),
        }
    }

    /// Exact except for `f64` rounding, which is added. O(n).
    fn bounds(&self, pose: &Pose<V::Wide>) -> Aabb<V::Wide> {
        self.vertices.bounds(pose)
    }

    /// The default, computed once. O(1).
    #[inline]
    fn interior(&self) -> V {
        self.interior
    }

    /// About the center of the bounds. O(1).
    fn bounding_ball(&self) -> BoundingBall<V::Wide> {
        self.vertices.bounding_ball()
    }

    #[inline]
    fn bounding_radius(&self) -> f64 {
        self.vertices.bounding_radius()
    }

    /// Exact. The default if swept by a radius. O(n).
    fn swept_moments(&self, by: f64) -> Option<Moments<DVec3>> {
        if by > 0.0 {
            return default_moments(self, by);
        }
        let points: Vec<DVec3> = self.vertices().iter().map(|vertex| vertex.widen()).collect();
        let fan = |corners: &[HullCorner]| -> Vec<[usize; 3]> {
            let at = |i: usize| corners[i].vertex.index();
            (2..corners.len()).map(|i| [at(0), at(i - 1), at(i)]).collect()
        };
        let fans: Vec<[usize; 3]> = self.topology.faces().flat_map(fan).collect();
        polyhedron(&points, &fans).finite()
    }
}
