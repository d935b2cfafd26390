//! Serialisation of hulls: the vertices and the surface.
//!
//! * The vertices alone are not enough. Faces, center and radius depend on points that were
//!   dropped, so a hull built again from its vertices may have other faces, and deserialising would
//!   change feature ids.
//! * So the faces are serialised as lists of vertices, with center and radius. Normals, links and
//!   the rest follow from these. A hull is validated after deserialising: see
//!   [`validate`](Hull::validate).
//! * The surface is optional, for files written by hand. Without it, the hull is that of the
//!   points, as by [`Hull::new`].

use clinch_hull::{ScaledPoints, canonical, exact_neighbours};
use clinch_support::{Scalar, SupportMap, Vector, VertexId};
use glam::DVec3;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Hull;
use super::contact_faces::ContactFaces;
use super::defect::{HullDefect, closed_surface};
use super::normals;
use super::planes::facets_of;
use super::topology::Topology;
use crate::check;
use crate::hill_climb::Adjacency;
use crate::lanes::Lanes;
use crate::points::check_and_widen;
use crate::vertices::Vertices;

/// The radius of a hull is at most this times the radius that its vertices need. A vertex limit,
/// which drops most points, keeps the point farthest from the center of the cloud's bounds and the
/// one farthest from that. They are at least 2/√3 of the cloud's radius apart, so the vertices need
/// 1/√3 of it. Larger: a file may loosen the tolerances by which it is validated. Smaller: cooked
/// hulls are refused.
const MAX_RATIO: f64 = 2.0;

#[derive(Serialize, Deserialize)]
#[serde(rename = "hull", deny_unknown_fields)]
struct SerializedHull<Points, Surface> {
    points: Points,
    surface: Option<Surface>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "surface", deny_unknown_fields)]
struct Surface<V, S> {
    faces: Vec<Vec<usize>>,
    center: V,
    /// `None` is +∞, which JSON cannot represent: the radius of a hull whose size is the range of
    /// the scalar.
    radius: Option<S>,
}

impl<V> Serialize for Hull<V>
where
    V: Vector<Wide = DVec3, Scalar: Serialize> + Serialize,
{
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        let surface = Surface {
            faces: self.faces().map(|face| face.corners.iter().map(|corner| corner.vertex.index()).collect()).collect(),
            center: self.center(),
            radius: Some(self.radius_about_center()).filter(|radius| radius.is_finite()),
        };
        SerializedHull { points: self.vertices(), surface: Some(surface) }.serialize(serializer)
    }
}

impl<'de, V> Deserialize<'de> for Hull<V>
where
    V: Vector<Wide = DVec3, Scalar: Deserialize<'de>> + Deserialize<'de>,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let SerializedHull { points, surface } = SerializedHull::<Vec<V>, Surface<V, V::Scalar>>::deserialize(deserializer)?;
        match surface {
            None => Self::new(&points).map_err(D::Error::custom),
            Some(surface) => validated(points, surface).map_err(D::Error::custom),
        }
    }
}

/// The hull with this surface, if it is valid.
fn validated<V: Vector<Wide = DVec3>>(vertices: Vec<V>, surface: Surface<V, V::Scalar>) -> Result<Hull<V>, HullDefect> {
    let scaled = ScaledPoints::new(check_and_widen(&vertices).map_err(HullDefect::Points)?);
    let count = vertices.len();
    match (count, surface.faces.as_slice()) {
        (1, [face]) if face[..] == [0] => {}
        (2, [face]) if face[..] == [0, 1] => {}
        _ => closed_surface(&surface.faces, count)?,
    }
    let center = check::finite("center", surface.center).map_err(HullDefect::Points)?;
    let radius = surface.radius.unwrap_or(V::Scalar::INFINITY);
    let (middle, _) = scaled.center_and_radius();
    let limit = MAX_RATIO * scaled.radius_about(V::narrow(scaled.unscale_point(middle))).widen();
    if !(radius.widen() <= limit) {
        return Err(HullDefect::RadiusTooLarge { radius: radius.widen(), limit });
    }
    let topology = Topology::new(&canonical(surface.faces), count);
    let normals: Vec<V> = normals(&topology, |vertex| scaled.points[vertex]);
    let facets = facets_of(&vertices, &topology);
    let vertices = Vertices::new(vertices, Adjacency::default(), center, radius);
    let mut hull = Hull { vertices, normal_lanes: Lanes::new(&normals), normals, topology, contact_faces: None, facets, interior: V::ZERO };
    hull.validate()?;
    hull.contact_faces = ContactFaces::new(hull.vertices(), &hull.topology, &hull.normals).map(Box::new);
    if Adjacency::is_climbed(count) {
        hull.vertices.adjacency = edges_for_climbing(&hull, &scaled);
    }
    // As the constructor does: with the edges already there, so that the bits are the same.
    hull.interior = hull.find_interior();
    Ok(hull)
}

/// The edges for hill climbing. Those of a solid come from the hull by exact signs, because merged
/// faces lack edges that a climb may need.
fn edges_for_climbing<V: Vector<Wide = DVec3>>(hull: &Hull<V>, scaled: &ScaledPoints<DVec3>) -> Adjacency {
    let count = hull.vertices().len();
    let mut neighbours = vec![Vec::new(); count];
    if hull.faces().len() > 2 {
        // If the vertices are exactly coplanar, there are no edges, and every query is a scan.
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
