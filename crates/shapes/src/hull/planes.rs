//! The planes of a hull, for the separating axis test.
//!
//! * They are those of the exact hull of the vertices, not of the faces from which manifolds are
//!   clipped. These join triangles that are coplanar to within rounding of the scalar, and a depth
//!   along their mean normal may be too large by as much. Here triangles are joined only if their
//!   corners are exactly coplanar.
//! * So a hull with integer coordinates has the faces one expects. If it is rotated in `f32`, its
//!   squares may be split in two: a few more planes, each with a normal right to rounding.

use clinch_hull::{ScaledPoints, exact_faces, newell_normal};
use clinch_support::{Vector, normalize_or_zero};
use glam::DVec3;
use smallvec::SmallVec;

use super::topology::Topology;
use crate::facets::Facets;

/// Hulls with more vertices have no planes here: they may have 90 edges, which is the maximum for
/// the separating axis test. Larger: memory that no query reads. Smaller: hulls that the test is
/// faster for go to GJK and EPA.
const MAX_VERTICES: usize = 32;

/// The vertices of a flat hull are coplanar to this, in ε of `f64`, relative to their size: the
/// accuracy of its normal. Larger: depths may be off by as much. Smaller: polygons that were
/// rotated in `f64` go to GJK and EPA.
const FLAT: f64 = 8.0 * f64::EPSILON;

/// The planes of the hull of these vertices. `None` if there are too many vertices, or they are
/// nearly coplanar.
pub(super) fn facets_of<V: Vector<Wide = DVec3>>(vertices: &[V], topology: &Topology) -> Option<Facets<DVec3>> {
    if vertices.len() < 3 || vertices.len() > MAX_VERTICES {
        return None;
    }
    let wide: Vec<DVec3> = vertices.iter().map(|vertex| vertex.widen()).collect();
    let scaled = ScaledPoints::new(wide.clone());
    if topology.faces().len() == 2 {
        return flat_facets(&wide, &scaled, topology);
    }
    Facets::polyhedron(wide, &exact_faces(&scaled)?)
}

fn flat_facets(vertices: &[DVec3], scaled: &ScaledPoints<DVec3>, topology: &Topology) -> Option<Facets<DVec3>> {
    let corners = || topology.face(0).iter().map(|corner| corner.vertex.index());
    let normal = normalize_or_zero(newell_normal(corners().map(|corner| scaled.points[corner])));
    let first = scaled.points[corners().next()?];
    let is_flat = scaled.points.iter().all(|&point| Vector::dot(normal, point - first).abs() <= FLAT);
    if !is_flat || corners().len() != vertices.len() || normal == DVec3::ZERO {
        return None;
    }
    let mut facets = Facets::default();
    let around: SmallVec<[u32; 8]> = corners().map(|corner| corner as u32).collect();
    facets.set_flat_polygon(vertices, &around, normal);
    facets.planes().iter().all(|plane| plane.normal.is_finite()).then_some(facets)
}

#[cfg(test)]
mod tests {
    use crate::{Convex, Core, Hull};
    use clinch_support::{Pose, Vector};
    use glam::{DVec3, Quat, Vec3};

    fn corners() -> Vec<Vec3> {
        (0..8).map(|i| Vec3::new((i & 1) as f32, (i >> 1 & 1) as f32, (i >> 2) as f32)).collect()
    }

    #[test]
    fn planes_name_the_vertices_of_a_flat_hull() {
        // Not in their order around the plate.
        let plate = [Vec3::ZERO, Vec3::new(1.0, 1.0, 0.0), Vec3::X, Vec3::Y];
        let hull = Hull::new(&plate).expect("points");
        let Core::Polytope(facets) = hull.core() else { panic!("no planes") };
        for (vertex, &wide) in hull.vertices().iter().zip(facets.vertices()) {
            assert_eq!(vertex.widen(), wide);
        }
        let around: Vec<usize> = facets.corner_places(0).iter().map(|&place| place as usize).collect();
        let loop_of_face: Vec<usize> = hull.faces().next().expect("a face").corners.iter().map(|corner| corner.vertex.index()).collect();
        assert_eq!(around, loop_of_face);
    }

    #[test]
    fn a_rotated_cube_has_more_planes_than_faces() {
        let cube = Hull::new(&corners()).expect("points");
        let Core::Polytope(facets) = cube.core() else { panic!("no planes") };
        assert_eq!((facets.planes().len(), facets.ridges().len()), (6, 12));

        let turn = Pose::new(Quat::from_xyzw(0.1, 0.2, 0.3, 0.9), Vec3::ZERO);
        let turned: Vec<Vec3> = corners().into_iter().map(|corner| Vector::narrow(turn.point(corner))).collect();
        let turned = Hull::new(&turned).expect("points");
        let Core::Polytope(facets) = turned.core() else { panic!("no planes") };
        assert!(facets.planes().len() > 6 && turned.faces().len() == 6, "{}", facets.planes().len());
        for plane in facets.planes() {
            let off = |vertex: &DVec3| plane.normal.dot(*vertex) - plane.offset;
            assert!(facets.vertices().iter().all(|vertex| off(vertex) < 1e-15));
            assert!(facets.vertices().iter().filter(|vertex| off(vertex).abs() < 1e-15).count() >= 3);
        }
    }
}
