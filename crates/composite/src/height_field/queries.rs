//! The queries of a height field.

use clinch_shapes::Aabb;
use clinch_support::Vector;
use glam::DVec3;

use crate::height_field::field::HeightField;
use crate::query::{Projection, SurfaceRay, SurfaceRayOutcome, project, ray_cast};
use crate::sides::Sides;
use crate::sub_shape::SubShapeId;
use crate::surface::Surface;

impl<V: Vector<Wide = DVec3>> HeightField<V> {
    /// Where does a ray first hit a triangle? As [`TriMesh::ray_cast`](crate::TriMesh::ray_cast):
    /// the ground below the triangles is not hit. Visits the cells below the ray one by one.
    pub fn ray_cast(&self, ray: &SurfaceRay) -> SurfaceRayOutcome {
        ray_cast(self, ray)
    }

    /// Where is the surface nearest to a point, and is the point below it? `None` if the point is
    /// not finite, or all cells are holes. Visits all cells within about the distance.
    pub fn project(&self, point: DVec3) -> Option<Projection> {
        project(self, point)
    }

    /// Is a point on the surface or below it? Exact. `false` below holes, beyond the border, for a
    /// field that is not a solid, and for a point that is not finite. Constant time.
    pub fn contains(&self, point: DVec3) -> bool {
        self.sides() == Sides::Solid && self.encloses(point)
    }

    /// An AABB of the shape, of a solid without a lower end: its least y is −∞.
    pub fn bounds(&self) -> Aabb<DVec3> {
        let Aabb { mut min, max } = self.extent();
        if self.sides() == Sides::Solid {
            min.y = f64::NEG_INFINITY;
        }
        Aabb { min, max }
    }

    /// Calls `found` once for each triangle whose AABB may have a point in common with `bounds`:
    /// for all that do, and for some near them. Of a solid also for those above the box. In
    /// ascending order.
    pub fn near(&self, bounds: &Aabb<DVec3>, mut found: impl FnMut(SubShapeId)) {
        let solid = self.sides() == Sides::Solid;
        self.cells_at(bounds, |triangle| {
            let heights = self.corners_of(triangle).map(|corner| corner.y);
            let above = heights.iter().any(|&y| y >= bounds.min.y);
            if above && (solid || heights.iter().any(|&y| y <= bounds.max.y)) {
                found(SubShapeId(triangle));
            }
        });
    }
}
