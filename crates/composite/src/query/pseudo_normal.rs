//! Angle-weighted pseudo-normals (Bærentzen and Aanæs, *Signed Distance Computation Using the Angle
//! Weighted Pseudonormal*, 2005): the direction at a feature of a closed surface whose product with
//! the vector to a point is positive exactly if the point is outside and the feature is nearest to
//! it.

use clinch_support::normalize_or_zero;
use glam::DVec3;

use crate::query::fan::{Spoke, fan};
use crate::sub_shape::Feature;
use crate::surface::Surface;

/// The pseudo-normal of a feature, of unit length, and the number of triangles that it is the mean
/// of; zero if their normals cancel.
pub(crate) fn pseudo_normal(surface: &impl Surface, triangle: u32, feature: Feature) -> (DVec3, usize) {
    match feature {
        Feature::Face => (surface.normal_of(triangle), 1),
        Feature::Edge(edge) => {
            let beyond = surface.next(triangle, edge).map_or(DVec3::ZERO, |(beyond, _)| surface.normal_of(beyond));
            (normalize_or_zero(surface.normal_of(triangle) + beyond), 2)
        }
        Feature::Vertex(corner) => {
            let fan = fan(surface, triangle, corner);
            (of_fan(surface, &fan), fan.len())
        }
    }
}

/// The mean normal of the triangles around a vertex, each weighted by its angle there.
pub(crate) fn of_fan(surface: &impl Surface, fan: &[Spoke]) -> DVec3 {
    let weighted = |spoke: &Spoke| {
        let [one, other] = spoke.sides.map(normalize_or_zero);
        surface.normal_of(spoke.triangle) * libm::atan2(one.cross(other).length(), one.dot(other))
    };
    normalize_or_zero(fan.iter().fold(DVec3::ZERO, |sum, spoke| sum + weighted(spoke)))
}
