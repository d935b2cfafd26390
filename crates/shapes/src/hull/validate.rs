//! Validation of a hull.
//!
//! Constructors give valid hulls for any points. Validation is for tests, and for hulls from
//! elsewhere, such as a file. The links are checked exactly, the geometry to within the
//! constructor's tolerances.

use clinch_hull::{ScaledPoints, newell_normal};
use clinch_support::{Scalar, SupportMap, Vector, VertexId};
use glam::DVec3;

use super::defect::{HullDefect, closed_surface};
use super::topology::HalfEdgeId;
use super::{Hull, HullCorner, HullFace};
use crate::face::{EdgeId, FaceId};

/// The corners of a face are in a band of this height, in ε of the radius. The constructor allows
/// up to 8 (4 on each side of the plane). The rest is the rounding of the normal, and the bounds of
/// the cloud, which may be larger than those of the hull.
const BAND: f64 = 11.0;

/// The distance of vertices beyond the band of a face is at most this, in ε of the radius: the
/// corners of a face are within 4 of its plane, some may be in a dent of as much, and the normal is
/// rounded.
const BEYOND: f64 = 6.0;

/// The depth of a dent at a corner of a face is at most this, in ε of the radius. Faces are
/// strictly convex, but those of a flat cloud only in a projection, without the rounding
/// perpendicular to its plane (2.5ε, at an angle). Larger: a face may go back along itself.
/// Smaller: valid hulls are refused.
const DENT: f64 = 8.0;

impl<V: Vector<Wide = DVec3>> Hull<V> {
    /// Checks that the faces are closed and convex, and that all links agree.
    ///
    /// ```
    /// use clinch_shapes::Hull;
    /// use glam::Vec3;
    ///
    /// let hull = Hull::new(&[Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z])?;
    /// assert_eq!(hull.validate(), Ok(()));
    /// # Ok::<(), clinch_shapes::ShapeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The first defect: of the links, then of the geometry of each face.
    ///
    /// # Cost
    ///
    /// O(faces · vertices), with allocations.
    pub fn validate(&self) -> Result<(), HullDefect> {
        let count = self.vertices().len();
        if count > 2 {
            let loops: Vec<Vec<usize>> =
                self.faces().map(|face| face.corners.iter().map(|corner| corner.vertex.index()).collect()).collect();
            closed_surface(&loops, count)?;
        }
        self.validate_links()?;
        let body = Body::new(self);
        let beyond = |vertex: &usize| !((body.scaled.points[*vertex] - body.center).length() <= body.radius);
        if let Some(vertex) = (0..count).find(beyond) {
            return Err(HullDefect::OutsideRadius { vertex });
        }
        self.faces().enumerate().try_for_each(|(id, face)| self.validate_face(&body, id, &face))
    }

    fn validate_links(&self) -> Result<(), HullDefect> {
        if let Some(vertex) =
            (0..self.vertices().len()).find(|&vertex| !self.edges().is_empty() && self.edges_at(VertexId::new(vertex)).is_empty())
        {
            return Err(HullDefect::NoFace { vertex });
        }
        let bad = |id: HalfEdgeId| HullDefect::Links { half_edge: id.0 };
        for id in (0..2 * self.edges().len() as u32).map(HalfEdgeId) {
            let side = self.half_edge(id).ok_or(bad(id))?;
            let (twin, next) = (self.half_edge(id.twin()).ok_or(bad(id))?, self.half_edge(side.next).ok_or(bad(id))?);
            let ends_agree = (twin.from, twin.to) == (side.to, side.from) && next.from == side.to && next.face == side.face;
            let in_face = self.half_edges_of(side.face).any(|other| other == id);
            let in_vertex = self.edges_at(side.from).contains(&id.edge());
            if !(ends_agree && in_face && in_vertex) {
                return Err(bad(id));
            }
        }
        for vertex in (0..self.vertices().len()).map(VertexId::new) {
            let foreign = |edge: &&EdgeId| self.edges().get(edge.0 as usize).is_none_or(|edge| !edge.ends.contains(&vertex));
            if let Some(edge) = self.edges_at(vertex).iter().find(foreign) {
                return Err(bad(HalfEdgeId::new(*edge, 0)));
            }
        }
        let loops = (0..self.faces().len()).map(|face| self.half_edges_of(FaceId(face as u32)));
        let sides: usize = loops.map(Iterator::count).sum();
        if sides == 2 * self.edges().len() { Ok(()) } else { Err(bad(HalfEdgeId(sides as u32))) }
    }

    fn validate_face(&self, body: &Body, id: usize, face: &HullFace<'_, V>) -> Result<(), HullDefect> {
        let normal = face.normal.widen();
        if face.corners.len() < 3 {
            return if normal == DVec3::ZERO { Ok(()) } else { Err(HullDefect::Normal { face: id }) };
        }
        let height = |vertex: usize| normal.dot(body.scaled.points[vertex] - body.center);
        let is_outward = normal.dot(newell_normal(face.corners.iter().map(|corner| body.scaled.points[corner.vertex.index()]))) > 0.0;
        if !((normal.length() - 1.0).abs() < 2.0 * V::Scalar::EPSILON.widen() && is_outward) {
            return Err(HullDefect::Normal { face: id });
        }
        body.validate_outline(id, normal, face.corners)?;
        let mut band = (f64::INFINITY, f64::NEG_INFINITY, 0);
        for corner in face.corners {
            let height = height(corner.vertex.index());
            band = (band.0.min(height), band.1, band.2);
            if height > band.1 {
                band = (band.0, height, corner.vertex.index());
            }
        }
        let (low, high, vertex) = band;
        if !(high - low <= BAND * body.rounding) {
            return Err(HullDefect::NotFlat { face: id, vertex, distance: body.scaled.unscale_length(high - low) });
        }
        let vertex = self.vertices.local.farthest(face.normal);
        let distance = height(vertex) - high;
        if distance <= BEYOND * body.rounding {
            Ok(())
        } else {
            Err(HullDefect::NotConvex { face: id, vertex, distance: body.scaled.unscale_length(distance) })
        }
    }
}

/// A hull, scaled so that no product of three lengths overflows or underflows.
struct Body {
    scaled: ScaledPoints<DVec3>,
    center: DVec3,
    radius: f64,
    /// ε of the radius.
    rounding: f64,
}

impl Body {
    fn new<V: Vector<Wide = DVec3>>(hull: &Hull<V>) -> Self {
        let scaled = ScaledPoints::new(hull.vertices().iter().map(|vertex| vertex.widen()).collect());
        let (center, radius) = (scaled.scale_point(hull.center().widen()), scaled.scale_length(hull.radius_about_center().widen()));
        // The radius may overflow to infinity, but a tolerance must be finite.
        let (_, vertex_radius) = scaled.center_and_radius();
        let rounding = V::Scalar::EPSILON.widen() * if radius.is_finite() { radius } else { vertex_radius };
        Self { scaled, center, radius, rounding }
    }

    /// The corners turn left everywhere, and only once around: the fan from the first corner shows
    /// that.
    fn validate_outline(&self, id: usize, normal: DVec3, corners: &[HullCorner]) -> Result<(), HullDefect> {
        let corner = |index: usize| corners[index % corners.len()].vertex.index();
        let at = |index: usize| self.scaled.points[corner(index)];
        let left = |from: usize, by: usize, to: usize| {
            let (first, second) = (at(by) - at(from), at(to) - at(by));
            first.cross(second).dot(normal) >= -DENT * self.rounding * (first.length() + second.length())
        };
        let count = corners.len();
        let turns_right = (0..count).find(|&index| !left(index, index + 1, index + 2));
        match turns_right.or_else(|| (1..count - 1).find(|&index| !left(0, index, index + 1))) {
            Some(index) => Err(HullDefect::FaceNotConvex { face: id, vertex: corner(index + 1) }),
            None => Ok(()),
        }
    }
}
#[cfg(test)]
mod tests {
    use super::{Hull, HullDefect};
    use crate::lanes::Lanes;
    use crate::points::relative_to;
    use clinch_support::SupportMap;
    use glam::Vec3;

    fn cube() -> Hull<Vec3> {
        let corners: Vec<Vec3> = (0..8_u8).map(|i| Vec3::new(f32::from(i & 1), f32::from(i >> 1 & 1), f32::from(i >> 2))).collect();
        Hull::new(&corners).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Validates a cube with one vertex moved.
    fn moved(vertex: usize, to: Vec3) -> Result<(), HullDefect> {
        let mut hull = cube();
        hull.vertices.points[vertex] = to;
        hull.vertices.local = Lanes::new(&relative_to(hull.vertices(), hull.center()));
        hull.validate()
    }

    #[test]
    fn a_moved_vertex_is_reported() {
        assert_eq!(cube().validate(), Ok(()));
        assert_eq!(moved(7, Vec3::splat(3.0)), Err(HullDefect::OutsideRadius { vertex: 7 }));
        assert!(matches!(moved(7, Vec3::new(1.0, 1.0, 0.99)), Err(HullDefect::NotFlat { .. })));
        assert!(matches!(moved(7, Vec3::splat(0.999_99)), Err(HullDefect::NotFlat { .. })));
        assert_eq!(moved(7, Vec3::new(1.0, 1.0, 1.0_f32.next_down())), Ok(()), "rounding is no defect");
    }

    #[test]
    fn a_wrong_normal_is_reported() {
        let mut hull = cube();
        hull.normals[3] = -hull.normals[3];
        assert_eq!(hull.validate(), Err(HullDefect::Normal { face: 3 }));
        hull.normals[3] *= -1.001;
        assert_eq!(hull.validate(), Err(HullDefect::Normal { face: 3 }));
    }

    #[test]
    fn links_of_another_hull_are_reported() {
        let mut hull = cube();
        hull.topology =
            Hull::new(&[Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z]).map(|other| other.topology).unwrap_or_else(|error| panic!("{error}"));
        hull.normals.truncate(4);
        assert!(hull.validate().is_err());
    }
}
