//! Whether a point is in a solid: the winding number of the surface around it, by exact signs.
//!
//! * The triangles above or below the point are counted, each with the sign of the side from which
//!   the point sees it. A vertical line through a vertex or an edge crosses exactly one of the
//!   triangles there, because edges contain their lower end and not their upper one.
//! * Coordinates below 2^-300 of the size of the mesh count as zero, in vertices and points alike.

use clinch_bvh::Visitor;
use clinch_shapes::Aabb;
use clinch_support::Vector;
use glam::{DVec2, DVec3};

use crate::exact;
use crate::mesh::tri_mesh::TriMesh;

/// Whether the winding number of the surface around a point is not zero, or the point is on the
/// surface. The mesh must be closed.
pub(crate) fn encloses<V: Vector<Wide = DVec3>>(mesh: &TriMesh<V>, point: DVec3) -> bool {
    // Beyond the bounds the point could overflow in the frame of the mesh.
    if !mesh.bounds().contains(point) {
        return false;
    }
    let mut column = Column { mesh, point, exact: mesh.frame().enter_exact(point), winding: 0, on_surface: false };
    mesh.tree().traverse(0.0, &mut column);
    column.on_surface || column.winding != 0
}

/// The triangles that the vertical line upward from a point meets.
struct Column<'m, V: Vector<Wide = DVec3>> {
    mesh: &'m TriMesh<V>,
    point: DVec3,
    exact: DVec3,
    winding: i64,
    on_surface: bool,
}

impl<V: Vector<Wide = DVec3>> Visitor<DVec3> for Column<'_, V> {
    fn bound(&mut self, bounds: &Aabb<DVec3>) -> f64 {
        let (p, Aabb { min, max }) = (self.point, bounds);
        let meets = min.x <= p.x && p.x <= max.x && min.y <= p.y && p.y <= max.y && p.z <= max.z;
        if meets { 0.0 } else { f64::INFINITY }
    }

    fn visit(&mut self, item: u32, limit: f64) -> Option<f64> {
        let (point, corners) = (self.exact, self.mesh.wide_corners(item).map(|corner| self.mesh.frame().enter_exact(corner)));
        let side = exact::side(corners, point);
        if side == 0.0 && exact::in_triangle(corners, point) {
            self.on_surface = true;
            return None;
        }
        let flat = |p: DVec3| DVec2::new(p.x, p.y);
        let (p, flat_corners) = (flat(point), corners.map(flat));
        // The sign of the area as seen from above; a triangle that is seen edge-on crosses nothing.
        let area = exact::turn(flat_corners[0], flat_corners[1], flat_corners[2]);
        // In front of a triangle that faces down, or behind one that faces up: below it.
        if side * area < 0.0 && crosses(flat_corners, p) {
            self.winding += if area > 0.0 { 1 } else { -1 };
        }
        Some(limit)
    }
}

/// Whether a point is in a triangle, by the edges that a ray along x from there crosses. Of an edge
/// the lower end counts and the upper one does not, so every point is in one of the triangles
/// around a vertex.
fn crosses(corners: [DVec2; 3], p: DVec2) -> bool {
    let crossed = (0..3).filter(|&edge| {
        let (a, b) = (corners[edge], corners[(edge + 1) % 3]);
        let (low, high) = if a.y <= b.y { (a, b) } else { (b, a) };
        low.y <= p.y && p.y < high.y && exact::turn(low, high, p) > 0.0
    });
    crossed.count() == 1
}
