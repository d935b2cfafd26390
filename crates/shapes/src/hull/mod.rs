//! The convex hull of a cloud of points in space.
//!
//! * Cooked once, from any finite points: [`cook`] says how. The topology comes from exact signs, so it is right whatever the points; then
//!   nearly coplanar triangles become faces, and a cube is six quads.
//! * All tolerances are multiples of ε of the scalar times the *extent* (the farthest point's distance from the middle of the bounds): a hull
//!   scaled by 2^k is the same hull. What lies within them counts as rounding; the cooked hull's support value is within 4ε of the extent
//!   of that of the points given.
//! * Vertices keep the caller's values and order. Scans compare dots of copies relative to the middle, so that a hull modelled far from its
//!   own origin loses nothing in them.

mod topology;

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

pub use self::defect::HullDefect;
pub use self::half_edge::HalfEdge;
use self::planes::planes;
use self::topology::Topology;
pub use self::topology::{HalfEdgeId, HullCorner, HullEdge, HullFace};
use crate::aabb::Aabb;
use crate::bounding_ball::BoundingBall;
use crate::convex::{Convex, Core, default_moments};
use crate::cooking::{Cooked, Cooking};
use crate::error::ShapeError;
use crate::face::{Corner, EdgeId, Face, FaceId, STEEP_EDGE, STEEP_FACE};
use crate::facets::Facets;
use crate::forward::forward;
use crate::hill_climb::Adjacency;
use crate::lanes::Lanes;
use crate::points::check_and_widen;
use crate::vertices::Vertices;

/// The convex hull of a cloud of points in 3D: a polyhedron, or a flat polygon, a segment or a point.
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
    /// Joined as they were before faces were merged.
    vertices: Vertices<V>,
    /// The outward unit normal of each face; zero of a segment's or a point's.
    normals: Vec<V>,
    /// The same, to be scanned.
    facing: Lanes<V>,
    topology: Topology,
    /// Of a hull of few vertices, which is solid or exactly flat.
    facets: Option<Facets<DVec3>>,
}

impl<V: Vector<Wide = DVec3>> Hull<V> {
    /// The hull of these points, in any order, repeats and inner points welcome.
    ///
    /// A cloud no thicker than rounding (2.5ε of its extent; ε of the scalar) is a polygon, one no wider than about 3ε a segment, one no longer than
    /// 1.5ε a point: legal shapes all. Points that stand out by at most the tolerance are left out, nothing else is: the support value stays
    /// within 4ε of the extent. Triangles whose corners lie within 4ε of the extent of one plane become one face.
    ///
    /// Coordinates matter relative to the extent: of a small thing modelled far from its own origin the rounding of the coordinates is
    /// taken for shape.
    ///
    /// # Errors
    ///
    /// An empty list, a coordinate that is infinite or NaN, or more points than ids can name.
    ///
    /// # Cost
    ///
    /// Usually O(n log n), at worst O(n²), with allocations: at load time, not per tick.
    pub fn new(cloud: &[V]) -> Result<Self, ShapeError> {
        Ok(Self::build(cloud, usize::MAX)?.shape)
    }

    /// The hull of these points with a limited number of vertices, and how far, at most, it falls short of the whole.
    ///
    /// Everything that [`new`](Self::new) says holds but for the budget: vertices are taken greedily, the point farthest out first, until the next one
    /// would be too many. So each vertex is a point of the cloud, the hull lies within the cloud's, and a larger budget gives a hull that contains
    /// that of a smaller one, up to rounding. The vertices are as many as allowed where the cloud has more, or a few less.
    ///
    /// ```
    /// use clinch_shapes::{Cooking, Hull, ShapeError};
    /// use glam::Vec3;
    ///
    /// // A box with a shallow roof.
    /// let mut house: Vec<Vec3> = (0..8).map(|i| Vec3::new((i & 1) as f32, (i >> 1 & 1) as f32, (i >> 2) as f32)).collect();
    /// house.push(Vec3::new(0.5, 0.5, 1.0625));
    /// let all = Hull::cook(&house, &Cooking::default())?;
    /// assert_eq!((all.shape.vertices().len(), all.error), (9, 0.0));
    ///
    /// let simple = Hull::cook(&house, &Cooking::at_most(8))?;
    /// assert_eq!(simple.shape.vertices().len(), 8);
    /// assert!((0.0625..0.0626).contains(&simple.error)); // the roof is gone
    /// # Ok::<(), ShapeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of `new`, and a budget of less than 4.
    ///
    /// # Cost
    ///
    /// That of `new`; what lies outside in the end is measured against the few facets it sees.
    pub fn cook(cloud: &[V], cooking: &Cooking) -> Result<Cooked<V, Self>, ShapeError> {
        Self::build(cloud, cooking.budget(V::DIM)?)
    }

    fn build(cloud: &[V], budget: usize) -> Result<Cooked<V, Self>, ShapeError> {
        let scaled = ScaledPoints::new(check_and_widen(cloud)?);
        let HullFaces { vertices: kept, faces, neighbours, error } = HullFaces::new(&scaled, V::Scalar::EPSILON.widen(), budget);
        let topology = Topology::new(&faces, kept.len());

        let vertices: Vec<V> = kept.iter().map(|&i| cloud[i]).collect();
        let (middle, _) = scaled.center_and_radius();
        let center = V::narrow(scaled.unscale_point(middle));
        let joined = Adjacency::new(neighbours.len(), neighbours.into_iter());
        let normals: Vec<V> = normals(&topology, |vertex| scaled.points[kept[vertex]]);
        let facets = planes(&vertices, &topology);
        let vertices = Vertices::new(vertices, joined, center, scaled.radius_about(center));
        let shape = Self { vertices, facing: Lanes::new(&normals), normals, topology, facets };
        Ok(Cooked { shape, error: scaled.unscale_bound::<V>(error) })
    }

    /// The vertices, in the order they were given; a [`VertexId`] is an index here.
    pub fn vertices(&self) -> &[V] {
        &self.vertices.points
    }

    /// The edges; an [`EdgeId`] is an index here. A segment has one, a point none.
    pub fn edges(&self) -> &[HullEdge] {
        self.topology.edges()
    }

    /// The faces; a [`FaceId`] is the place in this order. A polygon has two, front and back; a segment and a point a single one, of
    /// two corners or one, whose normal is zero.
    pub fn faces(&self) -> impl ExactSizeIterator<Item = HullFace<'_, V>> {
        self.topology.faces().zip(&self.normals).map(|(corners, &normal)| HullFace { normal, corners })
    }

    /// The edges that end at a vertex, in the order of their ids; none of an id that is not the hull's.
    pub fn edges_at(&self, vertex: VertexId) -> &[EdgeId] {
        self.topology.edges_at(vertex)
    }

    fn corner(&self, corner: HullCorner) -> Corner<V> {
        Corner { point: self.vertices.points[corner.vertex.index()], vertex: corner.vertex, edge: corner.edge }
    }

    /// Of the edges at the vertex the one most across the unit direction, with the cosine between.
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

/// The outward unit normals of the faces, of vertices in the unit of [`ScaledPoints`]; zero of what has no area.
fn normals<V: Vector<Wide = DVec3>>(topology: &Topology, at: impl Fn(usize) -> DVec3) -> Vec<V> {
    let of_face = |face: &[HullCorner]| {
        let normal = newell_normal(face.iter().map(|corner| at(corner.vertex.index())));
        let length = normal.length();
        V::narrow(if length > 0.0 { normal * (1.0 / length) } else { DVec3::ZERO })
    };
    topology.faces().map(of_face).collect()
}

/// The rest follows from these.
impl<V: Vector> PartialEq for Hull<V> {
    fn eq(&self, other: &Self) -> bool {
        self.vertices == other.vertices && self.topology == other.topology
    }
}

/// `center` is the middle of the bounds.
impl<V: Vector<Wide = DVec3>> SupportMap<V> for Hull<V> {
    forward!(SupportMap<V>, self => &self.vertices);
}

impl<V: Vector<Wide = DVec3>> Convex<V> for Hull<V> {
    #[inline]
    fn core(&self) -> Core<'_, V> {
        self.facets.as_ref().map_or(Core::Other, Core::Polytope)
    }

    /// The face that looks most along the direction; where even that is steep (a plate met edge-on, the tip of a needle), the edge at the
    /// support vertex that lies most across; where that is steep too, the vertex. A direction of zero or NaN gets a vertex. O(faces).
    fn face(&self, direction: V, face: &mut Face<V>) {
        let direction = normalize_or_zero(direction.widen());
        let narrow = V::narrow(direction);
        let best = self.facing.farthest(narrow);
        if self.normals[best].dot(narrow).widen() >= STEEP_FACE {
            face.id = FaceId(best as u32);
            face.corners.clear();
            face.corners.extend(self.topology.face(best).iter().map(|&corner| self.corner(corner)));
            return;
        }
        let vertex = VertexId::new(self.vertices.local.farthest(narrow));
        match self.edge_across(vertex, direction) {
            Some((edge, along)) if along <= STEEP_EDGE && direction != DVec3::ZERO => {
                let HullEdge { ends, faces } = self.edges()[edge.0 as usize];
                face.id = faces[0];
                face.corners.clear();
                face.corners.extend(ends.map(|vertex| self.corner(HullCorner { vertex, edge })));
            }
            _ => face.set_vertex(self.vertices.points[vertex.index()], vertex),
        }
    }

    /// Exact but for `f64` rounding, which is included. O(n).
    fn bounds(&self, pose: &Pose<V::Wide>) -> Aabb<V::Wide> {
        self.vertices.bounds(pose)
    }

    /// About the middle of the bounds. O(1).
    fn bounding_ball(&self) -> BoundingBall<V::Wide> {
        self.vertices.bounding_ball()
    }

    #[inline]
    fn bounding_radius(&self) -> f64 {
        self.vertices.bounding_radius()
    }

    /// Exact; swept by a radius the default. O(n).
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
