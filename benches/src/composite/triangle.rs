//! A triangle and its bounds, in `f64`.

use clinch_testkit::pair_file::{Coords, ShapeSpec};
use glam::{DVec3, Vec3};

/// A triangle of a surface.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Triangle(pub(crate) [DVec3; 3]);

impl Triangle {
    /// That of these indices.
    pub(crate) fn of(vertices: &[Vec3], indices: &[u32; 3]) -> Self {
        Self(indices.map(|index| vertices[index as usize].as_dvec3()))
    }

    /// Its parameters for the oracle.
    pub(crate) fn shape(&self) -> ShapeSpec {
        let [a, b, c] = self.0.map(|corner| Coords::of(corner, 3));
        ShapeSpec::Triangle { a, b, c }
    }

    /// A lower bound of its distance from every point within `radius` of a point.
    pub(crate) fn at_least(&self, point: DVec3, radius: f64) -> f64 {
        let [a, b, c] = self.0;
        (point - point.clamp(a.min(b).min(c), a.max(b).max(c))).length() - radius
    }

    /// When does a ray meet it? Möller and Trumbore, *Fast, Minimum Storage Ray-Triangle
    /// Intersection*, 1997.
    pub(crate) fn met_by(&self, origin: DVec3, direction: DVec3) -> Option<f64> {
        let [a, b, c] = self.0;
        let (ab, ac, from) = (b - a, c - a, origin - a);
        let across = direction.cross(ac);
        let determinant = ab.dot(across);
        let u = from.dot(across) / determinant;
        let along = from.cross(ab);
        let v = direction.dot(along) / determinant;
        let time = ac.dot(along) / determinant;
        (u >= 0.0 && v >= 0.0 && u + v <= 1.0 && time >= 0.0).then_some(time)
    }
}
