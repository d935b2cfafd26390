//! The queries of voxels.

use clinch_shapes::Aabb;
use clinch_support::Vector;
use glam::DVec3;

use crate::neighbor::Neighbor;
use crate::query::{Projection, SurfaceRay, SurfaceRayOutcome, project, ray_cast};
use crate::sub_shape::SubShapeId;
use crate::surface::Surface;
use crate::voxels::block::{Block, WIDTH};
use crate::voxels::grid::Voxels;

impl<V: Vector<Wide = DVec3>> Voxels<V> {
    /// Where does a ray first hit an exposed face? As
    /// [`TriMesh::ray_cast`](crate::TriMesh::ray_cast).
    pub fn ray_cast(&self, ray: &SurfaceRay) -> SurfaceRayOutcome {
        ray_cast(self, ray)
    }

    /// Where is the surface nearest to a point, and is the point in a filled cell? `None` if the
    /// point is not finite, or there are no cells.
    pub fn project(&self, point: DVec3) -> Option<Projection> {
        project(self, point)
    }

    /// Is a point in a filled cell or on its surface? Exact. `false` for a point that is not
    /// finite. Constant time but for the number of blocks.
    pub fn contains(&self, point: DVec3) -> bool {
        self.encloses(point)
    }

    /// The triangle beyond the edge from corner `edge` of a triangle to the next one; `None` if
    /// there is no such triangle or edge. Voxels have no boundary edges.
    pub fn neighbor(&self, triangle: SubShapeId, edge: u8) -> Option<Neighbor> {
        if self.is_there(triangle.0) && edge < 3 { self.beyond(triangle.0, edge) } else { None }
    }

    /// Calls `found` once for each triangle whose AABB has a point in common with `bounds`, in the
    /// order of their ids but for that of the blocks.
    pub fn near(&self, bounds: &Aabb<DVec3>, mut found: impl FnMut(SubShapeId)) {
        let [low, high] = [bounds.min, bounds.max].map(|corner| [0, 1, 2].map(|axis| self.index_below(axis, corner[axis])));
        self.data().tree.overlaps(bounds, |number| {
            let block = &self.data().blocks[number as usize];
            // A face at the beginning of the box is of the cell before.
            let within = |i: usize| block.at[i] * WIDTH <= high[i] && block.at[i] * WIDTH + WIDTH > low[i] - 1;
            if !(0..3).all(within) {
                return;
            }
            for place in Block::places(&block.exposed) {
                let cell = block.cell(place);
                if (0..3).all(|i| low[i] - 1 <= cell[i] && cell[i] <= high[i]) {
                    self.triangles_of(cell, |triangle| {
                        if Aabb::of_points(self.corners_of(triangle)).is_some_and(|own| own.intersects(bounds)) {
                            found(SubShapeId(triangle));
                        }
                    });
                }
            }
        });
    }
}
