//! A hull checks itself.
//!
//! Constructors make sound hulls, whatever the points; this is for tests, and for hulls that came from elsewhere (a file). The links are checked exactly,
//! the geometry within what the constructor promises.

use clinch_support::{Scalar, SupportMap, Vector, VertexId};
use glam::DVec3;

use super::defect::{HullDefect, closed_surface};
use super::half_edge::HalfEdgeId;
use super::twofold::newell;
use super::{Hull, HullFace};
use crate::face::{EdgeId, FaceId};

/// The corners of a face lie in a band of this many ε of the extent. The constructor takes up to 8 (4 to either side of the plane), the normal, rounded, and
/// the bounds of the cloud, which may reach farther than the hull, add the rest.
const BAND: f64 = 11.0;

/// No vertex lies farther beyond the band of a face, in ε of the extent: the corners of a face within 4 of its plane, some of which may be in a
/// dent of as much, and the rounding of the normal.
const BEYOND: f64 = 6.0;

impl<V: Vector<Wide = DVec3>> Hull<V> {
    /// Are the faces closed and convex, and do all links agree?
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
    /// The first defect found: of the links, then of the geometry, face by face.
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
        let center = self.center().widen();
        let beyond = |&vertex: &usize| !((self.vertices()[vertex].widen() - center).length() <= self.extent().widen());
        if let Some(vertex) = (0..count).find(beyond) {
            return Err(HullDefect::BeyondExtent { vertex });
        }
        self.faces().enumerate().try_for_each(|(id, face)| self.validate_face(id, &face))
    }

    fn validate_links(&self) -> Result<(), HullDefect> {
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
            let stray = |edge: &&EdgeId| self.edges().get(edge.0 as usize).is_none_or(|edge| !edge.ends.contains(&vertex));
            if let Some(edge) = self.edges_at(vertex).iter().find(stray) {
                return Err(bad(HalfEdgeId::new(*edge, 0)));
            }
        }
        let loops = (0..self.faces().len()).map(|face| self.half_edges_of(FaceId(face as u32)));
        let sides: usize = loops.map(Iterator::count).sum();
        if sides == 2 * self.edges().len() { Ok(()) } else { Err(bad(HalfEdgeId(sides as u32))) }
    }

    fn validate_face(&self, id: usize, face: &HullFace<'_, V>) -> Result<(), HullDefect> {
        let normal = face.normal.widen();
        if face.corners.len() < 3 {
            return if normal == DVec3::ZERO { Ok(()) } else { Err(HullDefect::Normal { face: id }) };
        }
        let center = self.center().widen();
        let unit = V::Scalar::EPSILON.widen() * self.extent().widen();
        let height = |vertex: usize| normal.dot(self.vertices()[vertex].widen() - center);
        let outward = newell(face.corners.iter().map(|corner| self.vertices()[corner.vertex.index()].widen() - center));
        // Among subnormal numbers a product vanishes, and with it what could be checked.
        let looks_outward = outward == DVec3::ZERO || normal.dot(outward) > 0.0;
        if !((normal.length() - 1.0).abs() < 2.0 * V::Scalar::EPSILON.widen() && looks_outward) {
            return Err(HullDefect::Normal { face: id });
        }
        let mut band = (f64::INFINITY, f64::NEG_INFINITY, 0);
        for corner in face.corners {
            let height = height(corner.vertex.index());
            band = (band.0.min(height), band.1, band.2);
            if height > band.1 {
                band = (band.0, height, corner.vertex.index());
            }
        }
        let (low, high, vertex) = band;
        if !(high - low <= BAND * unit) {
            return Err(HullDefect::NotFlat { face: id, vertex, distance: high - low });
        }
        let vertex = self.local.farthest(face.normal);
        let distance = height(vertex) - high;
        if distance <= BEYOND * unit { Ok(()) } else { Err(HullDefect::NotConvex { face: id, vertex, distance }) }
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

    /// A vertex where the constructor would not have left it.
    fn moved(vertex: usize, to: Vec3) -> Result<(), HullDefect> {
        let mut hull = cube();
        hull.vertices[vertex] = to;
        hull.local = Lanes::new(&relative_to(&hull.vertices, hull.center()));
        hull.validate()
    }

    #[test]
    fn a_vertex_that_moved_is_named() {
        assert_eq!(cube().validate(), Ok(()));
        assert_eq!(moved(7, Vec3::splat(3.0)), Err(HullDefect::BeyondExtent { vertex: 7 }));
        assert!(matches!(moved(7, Vec3::new(1.0, 1.0, 0.99)), Err(HullDefect::NotFlat { .. })));
        assert!(matches!(moved(7, Vec3::splat(0.999_99)), Err(HullDefect::NotFlat { .. })));
        assert_eq!(moved(7, Vec3::new(1.0, 1.0, 1.0_f32.next_down())), Ok(()), "rounding is no defect");
    }

    #[test]
    fn a_normal_that_turned_is_named() {
        let mut hull = cube();
        hull.normals[3] = -hull.normals[3];
        assert_eq!(hull.validate(), Err(HullDefect::Normal { face: 3 }));
        hull.normals[3] *= -1.001;
        assert_eq!(hull.validate(), Err(HullDefect::Normal { face: 3 }));
    }

    #[test]
    fn links_of_another_hull_are_named() {
        let mut hull = cube();
        hull.topology =
            Hull::new(&[Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z]).map(|other| other.topology).unwrap_or_else(|error| panic!("{error}"));
        hull.normals.truncate(4);
        assert!(hull.validate().is_err());
    }
}
