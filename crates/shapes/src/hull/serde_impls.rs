//! Hulls in files: the vertices, and what cooking found about them.
//!
//! * The vertices alone would not do. Faces, center and extent depend on points that cooking dropped, so that a hull cooked again from its vertices may
//!   have other faces: feature ids would change by saving and loading.
//! * So the faces are written, as lists of vertices, with center and extent; normals, links and all else follow from these. What was read is not believed:
//!   a hull that does not [`validate`](Hull::validate) is an error that names the defect.
//! * Somebody who writes a file by hand leaves the surface out; the points are then cooked as by [`Hull::new`].

use clinch_hull::{ScaledPoints, canonical, exact_neighbours};
use clinch_support::{Scalar, SupportMap, Vector, VertexId};
use glam::DVec3;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Hull;
use super::defect::{HullDefect, closed_surface};
use super::normals;
use super::planes::planes;
use super::topology::Topology;
use crate::check;
use crate::hill_climb::Adjacency;
use crate::lanes::Lanes;
use crate::points::check_and_widen;
use crate::vertices::Vertices;

/// How many times the extent that its vertices need a hull may have. A budget, which is what drops most, keeps the point farthest from the middle of the
/// cloud's bounds and the one farthest from that: at least 2/√3 of the cloud's extent apart, so that the vertices need 1/√3 of it. Larger, and a file may
/// loosen the tolerances by which it is judged; smaller, and cooked hulls are refused.
const LOOSE: f64 = 2.0;

#[derive(Serialize, Deserialize)]
#[serde(rename = "hull", deny_unknown_fields)]
struct Written<Points, Surface> {
    points: Points,
    surface: Option<Surface>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "surface", deny_unknown_fields)]
struct Surface<V, S> {
    faces: Vec<Vec<usize>>,
    center: V,
    /// None is +∞, which JSON has no number for: that of a hull as large as the scalar's range.
    extent: Option<S>,
}

impl<V> Serialize for Hull<V>
where
    V: Vector<Wide = DVec3, Scalar: Serialize> + Serialize,
{
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        let surface = Surface {
            faces: self.faces().map(|face| face.corners.iter().map(|corner| corner.vertex.index()).collect()).collect(),
            center: self.center(),
            extent: Some(self.radius_about_center()).filter(|extent| extent.is_finite()),
        };
        Written { points: self.vertices(), surface: Some(surface) }.serialize(serializer)
    }
}

impl<'de, V> Deserialize<'de> for Hull<V>
where
    V: Vector<Wide = DVec3, Scalar: Deserialize<'de>> + Deserialize<'de>,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Written { points, surface } = Written::<Vec<V>, Surface<V, V::Scalar>>::deserialize(deserializer)?;
        match surface {
            None => Self::new(&points).map_err(D::Error::custom),
            Some(surface) => read(points, surface).map_err(D::Error::custom),
        }
    }
}

/// The hull of this surface, if it is one.
fn read<V: Vector<Wide = DVec3>>(vertices: Vec<V>, surface: Surface<V, V::Scalar>) -> Result<Hull<V>, HullDefect> {
    let scaled = ScaledPoints::new(check_and_widen(&vertices).map_err(HullDefect::Points)?);
    let count = vertices.len();
    match (count, surface.faces.as_slice()) {
        (1, [face]) if face[..] == [0] => {}
        (2, [face]) if face[..] == [0, 1] => {}
        _ => closed_surface(&surface.faces, count)?,
    }
    let center = check::finite("center", surface.center).map_err(HullDefect::Points)?;
    let extent = surface.extent.unwrap_or(V::Scalar::INFINITY);
    let (middle, _) = scaled.center_and_radius();
    let limit = LOOSE * scaled.radius_about(V::narrow(scaled.unscale_point(middle))).widen();
    if !(extent.widen() <= limit) {
        return Err(HullDefect::ExtentTooLarge { extent: extent.widen(), limit });
    }
    let topology = Topology::new(&canonical(surface.faces), count);
    let normals: Vec<V> = normals(&topology, |vertex| scaled.points[vertex]);
    let facets = planes(&vertices, &topology);
    let vertices = Vertices::new(vertices, Adjacency::default(), center, extent);
    let mut hull = Hull { vertices, facing: Lanes::new(&normals), normals, topology, facets };
    hull.validate()?;
    if Adjacency::are_worth(count) {
        hull.vertices.adjacency = joined(&hull, &scaled);
    }
    Ok(hull)
}

/// Which vertices a climb may go between. Of a solid those joined in the hull by exact signs: merged faces lack edges that it may need.
fn joined<V: Vector<Wide = DVec3>>(hull: &Hull<V>, scaled: &ScaledPoints<DVec3>) -> Adjacency {
    let count = hull.vertices().len();
    let mut neighbours = vec![Vec::new(); count];
    if hull.faces().len() > 2 {
        // If they lie in one plane after all, none is joined, and every search is a scan.
        for (vertex, link) in exact_neighbours(scaled).unwrap_or_default() {
            neighbours[vertex] = link;
        }
    } else {
        for (vertex, around) in neighbours.iter_mut().enumerate() {
            around.extend(hull.neighbours(VertexId::new(vertex)).map(VertexId::index));
        }
    }
    Adjacency::new(count, neighbours.into_iter())
}
