//! The queries of a mesh.

use clinch_shapes::Aabb;
use clinch_support::Vector;
use glam::DVec3;

use crate::mesh::tri_mesh::TriMesh;
use crate::query::{Projection, SurfaceRay, SurfaceRayOutcome, project, ray_cast};
use crate::sides::Sides;
use crate::sub_shape::SubShapeId;
use crate::surface::Surface;

impl<V: Vector<Wide = DVec3>> TriMesh<V> {
    /// Where does a ray first hit a triangle?
    ///
    /// Watertight: a ray through an edge or a vertex hits one of the triangles there, if it passes
    /// from one side of the surface to the other. A ray in the plane of a triangle passes it and
    /// hits its neighbours. One that begins on a triangle hits it there. A solid is hit at its
    /// surface, from inside as well.
    ///
    /// ```
    /// use clinch_composite::{Faces, SurfaceRay, SurfaceRayOutcome, TriMesh};
    /// use glam::{DVec3, Vec3};
    ///
    /// let square = vec![Vec3::ZERO, Vec3::X, Vec3::new(1.0, 1.0, 0.0), Vec3::Y];
    /// let mesh = TriMesh::new(square, vec![[0, 1, 2], [0, 2, 3]])?;
    /// // Along the edge between the two.
    /// let down = SurfaceRay { origin: DVec3::new(0.5, 0.5, 3.0), direction: -DVec3::Z, max_time: f64::INFINITY, faces: Faces::Front };
    /// let SurfaceRayOutcome::Hit(hit) = mesh.ray_cast(&down) else { return Err("a miss".into()) };
    /// assert_eq!((hit.time, hit.sub_shape.0, hit.front, hit.barycentrics), (3.0, 0, true, [0.5, 0.0, 0.5]));
    /// assert_eq!(mesh.ray_cast(&SurfaceRay { faces: Faces::Back, ..down }), SurfaceRayOutcome::Miss { proven: true });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn ray_cast(&self, ray: &SurfaceRay) -> SurfaceRayOutcome {
        ray_cast(self, ray)
    }

    /// Where is the surface nearest to a point, and on which side of it is the point? `None` if the
    /// point is not finite.
    ///
    /// The side is that of the pseudo-normal of the nearest feature, or, where it is not clear and
    /// in a mesh of several components, that of the exact winding number: then the point is inside
    /// exactly if the mesh [contains](Self::contains) it. Where components overlap, the nearest
    /// point may be inside of the solid. In a single component that intersects itself, the side of
    /// a point near such a place may be wrong.
    ///
    /// ```
    /// use clinch_composite::TriMesh;
    /// use glam::{DVec3, Vec3};
    ///
    /// let corners = vec![Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
    /// let mesh = TriMesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])?;
    /// let below = mesh.project(DVec3::new(0.25, 0.25, -2.0)).ok_or("not finite")?;
    /// assert_eq!((below.signed_distance(), below.point, below.sub_shape.0), (2.0, DVec3::new(0.25, 0.25, 0.0), 0));
    /// let inside = mesh.project(DVec3::new(0.25, 0.25, 0.125)).ok_or("not finite")?;
    /// assert_eq!(inside.signed_distance(), -0.125);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn project(&self, point: DVec3) -> Option<Projection> {
        project(self, point)
    }

    /// Is a point in the solid or on its surface? Exact. A surface contains nothing: `false`, as
    /// for a point that is not finite. Costs about as much as a ray.
    pub fn contains(&self, point: DVec3) -> bool {
        self.sides() == Sides::Solid && self.encloses(point)
    }

    /// Calls `found` once for each triangle whose AABB may have a point in common with `bounds`:
    /// for all that do, and for some near them, in no particular order.
    pub fn near(&self, bounds: &Aabb<DVec3>, mut found: impl FnMut(SubShapeId)) {
        self.tree().overlaps(bounds, |triangle| found(SubShapeId(triangle)));
    }
}
