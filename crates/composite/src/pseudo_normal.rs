//! Angle-weighted pseudo-normals (Bærentzen and Aanæs, *Signed Distance Computation Using the Angle
//! Weighted Pseudonormal*, 2005): the direction at a feature of a closed surface whose product with
//! the way to a point is positive exactly if the point is outside and the feature is nearest to it.

use clinch_shapes::Aabb;
use clinch_support::{Vector, normalize_or_zero};
use glam::DVec3;

use crate::mesh::TriMesh;
use crate::sub_shape::MeshFeature;

impl<V: Vector<Wide = DVec3>> TriMesh<V> {
    /// The unit normal of a triangle, outward of a solid.
    pub(crate) fn normal(&self, triangle: u32) -> DVec3 {
        // Scaled, because the product of two lengths could underflow.
        let [a, b, c] = self.wide_corners(triangle);
        normalize_or_zero(((b - a) * self.scale()).cross((c - a) * self.scale()))
    }

    /// The pseudo-normal of a feature, of unit length; zero if the normals around it cancel.
    pub(crate) fn pseudo_normal(&self, triangle: u32, feature: MeshFeature) -> DVec3 {
        let sum = match feature {
            MeshFeature::Face => self.normal(triangle),
            MeshFeature::Edge(edge) => {
                let beyond = self.neighbor(triangle, edge).map_or(DVec3::ZERO, |beyond| self.normal(beyond.triangle));
                self.normal(triangle) + beyond
            }
            MeshFeature::Vertex(corner) => self.around_vertex(self.wide_corners(triangle)[usize::from(corner)]),
        };
        normalize_or_zero(sum)
    }

    /// The sum of the normals of all triangles with a corner at this place, each times its angle
    /// there. By place and not by index: two parts of a surface may touch in a vertex.
    fn around_vertex(&self, vertex: DVec3) -> DVec3 {
        let mut triangles = Vec::new();
        self.near(&Aabb { min: vertex, max: vertex }, |triangle| triangles.push(triangle.0));
        // The order of the tree must not decide how the sum is rounded.
        triangles.sort_unstable();
        triangles.into_iter().fold(DVec3::ZERO, |sum, triangle| {
            let corners = self.wide_corners(triangle);
            let Some(at) = corners.iter().position(|&corner| corner == vertex) else { return sum };
            let [one, other] = [1, 2].map(|step| normalize_or_zero(corners[(at + step) % 3] - vertex));
            sum + self.normal(triangle) * libm::atan2(one.cross(other).length(), one.dot(other))
        })
    }
}
