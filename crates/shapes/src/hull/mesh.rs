//! From a mesh that claims to be a convex polyhedron.
//!
//! * Index lists say what somebody meant to be the surface. That they close to one surface is checked exactly.
//! * Then each face is held against the hull of the vertices: its corners must lie in one plane, and the plane must leave all vertices behind it,
//!   within the tolerance. Of a sliver the plane is anybody's guess; such a face is good, too, if it lies on a face of the hull.

use clinch_hull::newell_normal;
use clinch_support::{Scalar, SupportMap, Vector, VertexId, normalize_or_zero};
use glam::DVec3;

use super::Hull;
use super::defect::{HullDefect, closed_surface};
use crate::error::ShapeError;
use crate::points::check_and_widen;

/// How far, relative to the extent, a mesh may be from a convex polyhedron. Larger, and a dent that is seen would be filled without a word; smaller,
/// and meshes written with six digits, or in `f32` and check_and_widen to `f64`, would be refused.
const TOLERANCE: f64 = 1e-5;

impl<V: Vector<Wide = DVec3>> Hull<V> {
    /// The hull of a mesh that is a closed convex polyhedron, or what is wrong with it: faces are lists of indices into the points, counter-clockwise
    /// from outside.
    ///
    /// Triangles and larger polygons may be mixed, flat faces be cut into parts, and points be left unused. A flat polygon is legal if it has a front
    /// and a back. Corners may stand off the plane of a face, and vertices beyond it, by 1e-5 of the extent. The hull is that of
    /// [`new`](Self::new) of the points used: its faces and ids are its own, and a dent within the tolerance is filled.
    ///
    /// For the hull of a mesh that is not convex, or not even closed, give its points to [`new`](Self::new) or [`cook`](Self::cook).
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
    /// The first [`HullDefect`] found: of the points, of the indices, of the way the faces hang together, then of the geometry, face by face.
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
    /// The points that some face names, sorted.
    used: &'m [usize],
    hull: &'m Hull<V>,
}

impl<V: Vector<Wide = DVec3>> Mesh<'_, V> {
    fn validate(&self, loops: &[Vec<usize>]) -> Result<(), HullDefect> {
        let center = self.hull.center().widen();
        let size = self.hull.radius_about_center().widen();
        // A shape so small or large that its volume is no number is measured in its own size.
        let relative = |point: DVec3| if size > 0.0 { (point - center) / size } else { DVec3::ZERO };
        let volume =
            |corners: &Vec<usize>| newell_normal(corners.iter().map(|&i| relative(self.wide[i]))).dot(relative(self.wide[corners[0]]));
        if self.hull.faces().len() > 2 && loops.iter().map(volume).sum::<f64>() < 0.0 {
            return Err(HullDefect::InsideOut);
        }
        // Where searches for the farthest vertex begin: the last one found.
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
            if beyond > TOLERANCE && !self.lies_on_the_hull(corners) {
                return Err(HullDefect::NotConvex { face, vertex: self.place_of(hint), distance: beyond * size });
            }
        }
        Ok(())
    }

    /// All corners lie within the tolerance of one face of the hull.
    fn lies_on_the_hull(&self, corners: &[usize]) -> bool {
        let reach = TOLERANCE * self.hull.radius_about_center().widen();
        self.hull.faces().any(|face| {
            let Some(first) = face.corners.first() else { return false };
            let (normal, on) = (face.normal.widen(), self.hull.vertices()[first.vertex.index()].widen());
            corners.iter().all(|&i| normal.dot(self.wide[i] - on) >= -reach)
        })
    }

    /// The first point used that is this vertex of the hull.
    fn place_of(&self, vertex: VertexId) -> usize {
        let point = self.hull.vertex(vertex);
        self.used.iter().copied().find(|&i| Some(self.points[i]) == point).unwrap_or(0)
    }
}
