//! The queries of a height field in 2D.

use clinch_shapes::Aabb;
use clinch_support::Vector;
use glam::DVec2;

use crate::height_field2::field::HeightField2;
use crate::planar::{Polyline, project, ray_cast};
use crate::query::{Projection, SurfaceRay, SurfaceRayOutcome};
use crate::sides::Sides;
use crate::sub_shape::SubShapeId;

impl<V: Vector<Wide = DVec2>> HeightField2<V> {
    /// Where does a ray first hit a segment? As [`Chain::ray_cast`](crate::Chain::ray_cast): the
    /// ground below the segments is not hit. Visits the cells below the ray one by one.
    pub fn ray_cast(&self, ray: &SurfaceRay<DVec2>) -> SurfaceRayOutcome<DVec2> {
        ray_cast(self, ray)
    }

    /// Where is the surface nearest to a point, and is the point below it? `None` if the point is
    /// not finite, or all cells are holes. Visits all cells within about the distance.
    pub fn project(&self, point: DVec2) -> Option<Projection<DVec2>> {
        project(self, point)
    }

    /// Is a point on the surface or below it? Exact. `false` below holes, beyond the border, for a
    /// field that is not a solid, and for a point that is not finite. Constant time.
    pub fn contains(&self, point: DVec2) -> bool {
        self.sides() == Sides::Solid && self.encloses(point)
    }

    /// An AABB of the shape, of a solid without a lower end: its least y is −∞.
    pub fn bounds(&self) -> Aabb<DVec2> {
        let Aabb { mut min, max } = self.extent();
        if self.sides() == Sides::Solid {
            min.y = f64::NEG_INFINITY;
        }
        Aabb { min, max }
    }

    /// Calls `found` once for each segment whose AABB has a point in common with `bounds`, of a
    /// solid also for those above the box. In ascending order.
    pub fn near(&self, bounds: &Aabb<DVec2>, mut found: impl FnMut(SubShapeId)) {
        let solid = self.sides() == Sides::Solid;
        for cell in self.cells_at([bounds.min.x, bounds.max.x]).filter(|&cell| self.is_there(cell)) {
            let heights = self.ends_of(cell).map(|end| end.y);
            let above = heights.iter().any(|&y| y >= bounds.min.y);
            if above && (solid || heights.iter().any(|&y| y <= bounds.max.y)) {
                found(SubShapeId(cell));
            }
        }
    }
}
