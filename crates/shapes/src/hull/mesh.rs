//! A hull from a mesh that should be a convex polyhedron.
//!
//! * The index lists give the intended surface. Whether it is closed is checked exactly.
//! * Then each face is compared with the hull of the vertices. Its corners must be in one plane,
//!   and all vertices behind that plane, within the tolerance. The plane of a sliver is arbitrary,
//!   so a face is valid, too, if it is on a face of the hull.

use clinch_hull::newell_normal;
use clinch_support::{Scalar, SupportMap, Vector, VertexId, normalize_or_zero};
use glam::DVec3;

use super::Hull;
use super::defect::{HullDefect, closed_surface};
use crate::error::ShapeError;
use crate::points::check_and_widen;

/// The deviation of a mesh from a convex polyhedron, relative to the radius. Larger: a visible dent
/// would be filled without an error. Smaller: meshes written with six digits, or in `f32` and
/// widened to `f64`, would be refused.
const TOLERANCE: f64 = 1e-5;

impl<V: Vector<Wide = DVec3>> Hull<V> {
    /// The hull of a mesh that is a closed convex polyhedron, or its first defect. Faces are lists
    /// of indices of points, counter-clockwise from outside.
    ///
    /// Triangles and larger polygons may be mixed, flat faces may be split, and points may be
    /// unused. A flat polygon is legal if it has a front and a back. Corners may be off the plane
    /// of their face, and vertices beyond it, by 1e-5 of the radius. The result is
    /// [`new`](Self::new) of the points used: its faces and ids are those of that hull, and a dent
    /// within the tolerance is filled.
    ///
    /// For the hull of a mesh that is not convex or not closed, call [`new`](Self::new) or
    /// [`cook`](Self::cook) with its points.
    ///
    /// ```
    /// use clinch_shapes::{Hull, HullDefect};
    /// use glam::Vec3;
    ///
    /// let points = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
    /// let mut faces = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]];
    /// assert_eq!(Hull::from_mesh(&points, &faces).map(|hull| hull.faces().count()), Ok(4));
    ///
    /// faces[2] = [1, 3, 2];
    /// assert_eq!(Hull::from_mesh(&points, &faces), Err(HullDefect::Winding { face: 2 }));
    /// assert_eq!(Hull::from_mesh(&points, &faces[..3]), Err(HullDefect::Open { face: 0, edge: [0, 2] }));
    /// ```
    ///
    /// # Errors
    ///
    /// The first [`HullDefect`], in the order: the points, the indices, the topology, then the
    /// geometry of each face.
    ///
    /// # Cost
    ///
    /// That of `new`, and a support call per face.
    pub fn from_mesh<F: AsRef<[u32]>>(points: &[V], faces: &[F]) -> Result<Self, HullDefect> {
        let wide = check_and_widen(points).map_err(HullDefect::Points)?;
        let loops: Vec<Vec<usize>> = faces.iter().map(|face| face.as_ref().iter().map(|&index| index as usize).collect()).collect();
        if loops.is_empty() {
            return Err(HullDefect::Points(ShapeError::NoPoints));
        }
        closed_surface(&loops, points.len())?;
        let mut used: Vec<usize> = loops.iter().flatten().copied().collect();
        used.sort_unstable();
        used.dedup();
        let cloud: Vec<V> = used.iter().map(|&i| points[i]).collect();
        let hull = Self::new(&cloud).map_err(HullDefect::Points)?;
        let mesh = Mesh { wide: &wide, points, used: &used, hull: &hull };
        mesh.validate(&loops)?;
        Ok(hull)
    }
}

struct Mesh<'m, V: Vector> {
    points: &'m [V],
    wide: &'m [DVec3],
    /// The points that have a face, sorted.
    used: &'m [usize],
    hull: &'m Hull<V>,
}

impl<V: Vector<Wide = DVec3>> Mesh<'_, V> {
    fn validate(&self, loops: &[Vec<usize>]) -> Result<(), HullDefect> {
        let center = self.hull.center().widen();
        let size = self.hull.radius_about_center().widen();
        // Relative to the size, so that the volume of a tiny or huge shape neither underflows nor
        // overflows.
        let relative = |point: DVec3| if size > 0.0 { (point - center) / size } else { DVec3::ZERO };
        let volume =
            |corners: &Vec<usize>| newell_normal(corners.iter().map(|&i| relative(self.wide[i]))).dot(relative(self.wide[corners[0]]));
        if self.hull.faces().len() > 2 && loops.iter().map(volume).sum::<f64>() < 0.0 {
            return Err(HullDefect::InsideOut);
        }
        // The hint for the next support query: the last vertex found.
        let mut hint = VertexId::new(0);
        for (face, corners) in loops.iter().enumerate() {
            let normal = normalize_or_zero(newell_normal(corners.iter().map(|&i| relative(self.wide[i]))));
            let height = |i: usize| normal.dot(relative(self.wide[i]));
            let middle = corners.iter().map(|&i| height(i)).sum::<f64>() / corners.len() as f64;
            let off = |i: usize| (height(i) - middle).abs();
            let worst = corners.iter().fold(corners[0], |worst, &i| if off(i) > off(worst) { i } else { worst });
            if off(worst) > TOLERANCE {
                return Err(HullDefect::NotFlat { face, vertex: worst, distance: off(worst) * size });
            }
            let farthest = self.hull.support_hinted(normal, hint);
            hint = farthest.id.unwrap_or(hint);
            let beyond = normal.dot(relative(farthest.point)) - middle;
            if beyond > TOLERANCE && !self.is_on_the_hull(corners) {
                return Err(HullDefect::NotConvex { face, vertex: self.index_of(hint), distance: beyond * size });
            }
        }
        Ok(())
    }

    /// Whether all corners are within the tolerance of one face of the hull.
    fn is_on_the_hull(&self, corners: &[usize]) -> bool {
        let tolerance = TOLERANCE * self.hull.radius_about_center().widen();
        self.hull.faces().any(|face| {
            let Some(first) = face.corners.first() else { return false };
            let (normal, on) = (face.normal.widen(), self.hull.vertices()[first.vertex.index()].widen());
            corners.iter().all(|&i| normal.dot(self.wide[i] - on) >= -tolerance)
        })
    }

    /// The index of the first used point that is this vertex of the hull.
    fn index_of(&self, vertex: VertexId) -> usize {
        let point = self.hull.vertex(vertex);
        self.used.iter().copied().find(|&i| Some(self.points[i]) == point).unwrap_or(0)
    }
}
