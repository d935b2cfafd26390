//! Whether a point is in a solid: the winding number of the surface around it, by exact signs.
//!
//! * The triangles above or below the point are counted, each with the sign of the side from which
//!   the point sees it. A vertical line through a vertex or an edge crosses exactly one of the
//!   triangles there, because edges contain their lower end and not their upper one.
//! * Coordinates below 2^-300 of the size of the mesh count as zero, in vertices and points alike.

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
    let mut column = Column { mesh, exact: mesh.frame().enter_exact(point), winding: 0, on_surface: false };
    let above = Aabb { min: point, max: DVec3::new(point.x, point.y, f64::INFINITY) };
    mesh.tree().overlaps(&above, |triangle| column.add(triangle));
    column.on_surface || column.winding != 0
}

/// The triangles that the vertical line upward from a point meets.
struct Column<'m, V: Vector<Wide = DVec3>> {
    mesh: &'m TriMesh<V>,
    exact: DVec3,
    winding: i64,
    on_surface: bool,
}

impl<V: Vector<Wide = DVec3>> Column<'_, V> {
    fn add(&mut self, triangle: u32) {
        let (point, corners) = (self.exact, self.mesh.wide_corners(triangle).map(|corner| self.mesh.frame().enter_exact(corner)));
        let side = exact::side(corners, point);
        if side == 0.0 && exact::in_triangle(corners, point) {
            self.on_surface = true;
        }
        let flat = |p: DVec3| DVec2::new(p.x, p.y);
        let (p, flat_corners) = (flat(point), corners.map(flat));
        // The sign of the area as seen from above; a triangle that is seen edge-on crosses nothing.
        let area = exact::turn(flat_corners[0], flat_corners[1], flat_corners[2]);
        // In front of a triangle that faces down, or behind one that faces up: below it.
        if side * area < 0.0 && crosses(flat_corners, p) {
            self.winding += if area > 0.0 { 1 } else { -1 };
        }
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
