//! The point of a mesh that is nearest to a point.

use clinch_bvh::Visitor;
use clinch_shapes::Aabb;
use clinch_support::Vector;
use glam::DVec3;

use crate::mesh::TriMesh;
use crate::sides::Sides;
use crate::sub_shape::{MeshFeature, SubShapeId};
use crate::triangle_point::{Nearest, lower_bound, nearest};

/// The roundings of a squared distance from a box. Smaller: of two triangles equally near, one
/// could be skipped.
const ROUNDING: f64 = 16.0 * f64::EPSILON;

/// A pseudo-normal and the way to a point are perpendicular if the cosine of their angle is below
/// this; then exact signs decide on which side the point is. Larger: these are asked more often.
/// Smaller: rounding could decide.
const PERPENDICULAR: f64 = 1e-6;

/// The point of a surface that is nearest to a point, in the mesh's frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Projection {
    /// The nearest point of the surface.
    pub point: DVec3,
    /// The distance from the surface, never negative.
    pub distance: f64,
    /// Lower bound of the distance: proved.
    pub lower: f64,
    /// Upper bound of the distance.
    pub upper: f64,
    /// Whether the point is inside of a solid or on its surface. `false` for a surface.
    pub inside: bool,
    /// The normal at the nearest point: of the triangle, or the mean of the triangles around the
    /// edge or vertex, weighted by their angles. Unit, or zero where normals cancel.
    pub normal: DVec3,
    /// The triangle; of those that are equally near, the one with the least index.
    pub sub_shape: SubShapeId,
    /// The feature of the triangle.
    pub feature: MeshFeature,
}

impl Projection {
    /// The distance, or, inside of a solid, minus the distance.
    pub fn signed_distance(&self) -> f64 {
        if self.inside { -self.distance } else { self.distance }
    }
}

impl<V: Vector<Wide = DVec3>> TriMesh<V> {
    /// Where is the surface nearest to a point, and on which side of it is the point? `None` if the
    /// point is not finite.
    ///
    /// The side is that of the pseudo-normal of the nearest feature, or, where it is not clear, of
    /// the exact winding number.
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
        if !point.is_finite() {
            return None;
        }
        let mut search = Search { mesh: self, point, best: None, lower: f64::INFINITY };
        self.tree().traverse(f64::MAX, &mut search);
        let (triangle, best) = search.best?;
        let to_user = 1.0 / self.scale();
        let distance = best.squared.sqrt();
        // The length is rounded in its products, sums and root.
        let upper = distance * (1.0 + ROUNDING) + f64::MIN_POSITIVE;
        let lower = search.lower.min(distance * (1.0 - ROUNDING));
        let normal = self.pseudo_normal(triangle, best.feature);
        Some(Projection {
            point: point + best.point * to_user,
            distance: distance * to_user,
            lower: lower * to_user,
            upper: upper * to_user,
            inside: self.sides() == Sides::Solid && self.is_behind(point, &best, normal),
            normal,
            sub_shape: SubShapeId(triangle),
            feature: best.feature,
        })
    }

    fn is_behind(&self, point: DVec3, nearest: &Nearest, normal: DVec3) -> bool {
        let cosine = normal.dot(nearest.point) / nearest.squared.sqrt();
        // Of a face the product is rounded by as much as the face is larger than the distance.
        let clear = cosine.abs() > PERPENDICULAR && nearest.squared > PERPENDICULAR * PERPENDICULAR;
        if clear { cosine > 0.0 } else { self.encloses(point) }
    }
}

/// All in the scaled unit of the mesh, relative to the point.
struct Search<'m, V: Vector<Wide = DVec3>> {
    mesh: &'m TriMesh<V>,
    point: DVec3,
    best: Option<(u32, Nearest)>,
    lower: f64,
}

impl<V: Vector<Wide = DVec3>> Visitor<DVec3> for Search<'_, V> {
    fn bound(&mut self, bounds: &Aabb<DVec3>) -> f64 {
        let beyond = (bounds.min - self.point).max(self.point - bounds.max).max(DVec3::ZERO) * self.mesh.scale();
        beyond.length_squared() * (1.0 - ROUNDING)
    }

    fn visit(&mut self, item: u32, limit: f64) -> Option<f64> {
        let corners = self.mesh.wide_corners(item).map(|corner| (corner - self.point) * self.mesh.scale());
        let found = nearest(corners, self.mesh.triangles()[item as usize]);
        // Only triangles that may be as near as the nearest can have the least lower bound.
        if found.squared * (1.0 - PERPENDICULAR) <= limit {
            self.lower = self.lower.min(lower_bound(corners, found.point));
        }
        let better = self.best.is_none_or(|(id, best)| found.squared < best.squared || found.squared == best.squared && item < id);
        if better {
            self.best = Some((item, found));
            return Some(found.squared.min(limit));
        }
        Some(limit)
    }
}
