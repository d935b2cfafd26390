//! The planes of a hull, for the separating axis test.
//!
//! * Of the exact hull of the vertices, not of the faces that manifolds are clipped from: those join triangles that lie in one plane to within rounding of the
//!   scalar, and a depth along such a face's mean normal may be too large by as much. Here triangles are joined only if their corners lie in one plane exactly.
//! * So a hull whose coordinates are whole numbers has the faces that a person would name, and one turned in `f32` may have its squares cut in two: a few more
//!   planes, and each of them right to the last digits.

use clinch_hull::{ScaledPoints, exact_faces, newell_normal};
use clinch_support::{Vector, normalize_or_zero};
use glam::DVec3;

use super::topology::Topology;
use crate::facets::Facets;

/// Hulls of more vertices do without: they may have 90 edges, and the test is made for no more. Larger: memory that no query looks at. Smaller: hulls that the test is faster for are searched.
const FEW: usize = 32;

/// A flat hull's vertices lie in one plane to this, in ε of `f64`, relative to their size: what its normal is good for. Larger: depths may be off by as much.
/// Smaller: polygons turned in `f64` are searched.
const FLAT: f64 = 8.0 * f64::EPSILON;

/// The planes of the hull of these vertices; none if they are many, or all but lie in one plane.
pub(super) fn planes<V: Vector<Wide = DVec3>>(vertices: &[V], topology: &Topology) -> Option<Facets<DVec3>> {
    if vertices.len() < 3 || vertices.len() > FEW {
        return None;
    }
    let wide: Vec<DVec3> = vertices.iter().map(|vertex| vertex.widen()).collect();
    let scaled = ScaledPoints::new(wide.clone());
    if topology.faces().len() == 2 {
        return flat(&wide, &scaled, topology);
    }
    Facets::polyhedron(wide, &exact_faces(&scaled)?)
}

fn flat(vertices: &[DVec3], scaled: &ScaledPoints<DVec3>, topology: &Topology) -> Option<Facets<DVec3>> {
    let corners = || topology.face(0).iter().map(|corner| corner.vertex.index());
    let normal = normalize_or_zero(newell_normal(corners().map(|corner| scaled.points[corner])));
    let first = scaled.points[corners().next()?];
    let is_flat = scaled.points.iter().all(|&point| Vector::dot(normal, point - first).abs() <= FLAT);
    if !is_flat || corners().len() != vertices.len() || normal == DVec3::ZERO {
        return None;
    }
    let mut facets = Facets::default();
    facets.set_flat_polygon(corners().map(|corner| vertices[corner]), normal);
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
    fn an_exact_cube_has_six_planes_and_a_turned_one_those_of_its_triangles() {
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
