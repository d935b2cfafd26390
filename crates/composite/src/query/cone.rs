//! The normal cones of the features of a surface, from the vertices of the neighbours.

use clinch_shapes::triangle_normal;
use clinch_support::normalize_or_zero;
use glam::DVec3;

use crate::neighbor::EdgeKind;
use crate::normal_cone::NormalCone;
use crate::query::fan::{Spoke, fan};
use crate::query::pseudo_normal::of_fan;
use crate::sides::BoundaryEdges;
use crate::sub_shape::{Feature, FeatureKey};
use crate::surface::Surface;
use crate::surface_triangle::SurfaceTriangle;

/// The number of a feature of an existing triangle.
pub(crate) fn feature_key(surface: &impl Surface, triangle: u32, feature: Feature) -> Option<FeatureKey> {
    match feature {
        Feature::Face => Some(FeatureKey::face(triangle)),
        Feature::Edge(edge) if edge < 3 => {
            let (triangle, edge) = surface.next(triangle, edge).map_or((triangle, edge), |next| next.min((triangle, edge)));
            Some(FeatureKey::edge(triangle, edge))
        }
        Feature::Vertex(corner) => surface.vertices_of(triangle).get(usize::from(corner)).copied().map(FeatureKey::vertex),
        Feature::Edge(_) => None,
    }
}

/// An existing triangle and what its edges are, from their kinds alone.
#[inline]
pub(crate) fn surface_triangle(surface: &impl Surface, triangle: u32) -> Option<SurfaceTriangle<DVec3>> {
    let corners = surface.corners_of(triangle);
    // The sum has no negative zero: all level triangles have the same bits.
    let normal = triangle_normal(corners)? + DVec3::ZERO;
    let edges = surface.surface_edges(triangle);
    let exposed_edges = [edges.map(|edge| edge.exposed[0]), edges.map(|edge| edge.exposed[1])];
    let beyond = edges.map(|edge| edge.beyond);
    Some(SurfaceTriangle { corners, normal, exposed_edges, beyond })
}

/// The normal cone of a feature of an existing triangle, in front of it or behind it.
pub(crate) fn normal_cone(surface: &impl Surface, triangle: u32, feature: Feature, front: bool) -> NormalCone<DVec3> {
    match feature {
        Feature::Face => NormalCone::Ray(facing(surface, triangle, front)),
        Feature::Edge(edge) if edge < 3 => of_edge(surface, triangle, edge, front),
        Feature::Vertex(corner) if corner < 3 => of_vertex(surface, &fan(surface, triangle, corner), front),
        Feature::Edge(_) | Feature::Vertex(_) => NormalCone::Unknown,
    }
}

/// Whether another shape continues the surface at a feature of an existing triangle: at an open
/// border, and at the vertices on it.
pub(crate) fn continues(surface: &impl Surface, triangle: u32, feature: Feature) -> bool {
    let is_border = |triangle: u32, edge: u8| surface.next(triangle, edge).is_none();
    surface.boundary() == BoundaryEdges::Open
        && match feature {
            Feature::Edge(edge) if edge < 3 => is_border(triangle, edge),
            // The edges that begin and end at this corner.
            Feature::Vertex(corner) if corner < 3 => fan(surface, triangle, corner)
                .iter()
                .any(|spoke| is_border(spoke.triangle, spoke.corner) || is_border(spoke.triangle, (spoke.corner + 2) % 3)),
            Feature::Face | Feature::Edge(_) | Feature::Vertex(_) => false,
        }
}

/// The unit normal of a triangle on one of its sides.
fn facing(surface: &impl Surface, triangle: u32, front: bool) -> DVec3 {
    let normal = surface.normal_of(triangle);
    if front { normal } else { -normal }
}

fn of_edge(surface: &impl Surface, triangle: u32, edge: u8, front: bool) -> NormalCone<DVec3> {
    let normal = || facing(surface, triangle, front);
    let Some(beyond) = surface.beyond(triangle, edge) else {
        return match surface.boundary() {
            BoundaryEdges::Hard => {
                let (normal, inward) = (normal(), inward(surface, triangle, edge));
                NormalCone::Arc([normal, normalize_or_zero(normal - inward), -inward])
            }
            BoundaryEdges::Open => NormalCone::Ray(normal()),
        };
    };
    match (beyond.kind, front) {
        (EdgeKind::Flat, _) => NormalCone::Ray(normal()),
        // Of a fold it is not known whether a body is inside of it or outside.
        (EdgeKind::Folded, _) => NormalCone::Unknown,
        (EdgeKind::Convex, true) | (EdgeKind::Concave, false) => {
            let (normal, other) = (normal(), facing(surface, beyond.triangle, front));
            let outward = -(inward(surface, triangle, edge) + inward(surface, beyond.triangle, beyond.edge));
            // The sum of the normals is rounding at a sharp edge, the outward direction at a blunt
            // one.
            let sum = normal + other;
            let middle = if sum.length_squared() > outward.length_squared() { sum } else { outward };
            NormalCone::Arc([normal, normalize_or_zero(middle), other])
        }
        (EdgeKind::Convex, false) | (EdgeKind::Concave, true) => NormalCone::Empty,
    }
}

/// The unit vector in the plane of a triangle, perpendicular to an edge, toward its inside.
fn inward(surface: &impl Surface, triangle: u32, edge: u8) -> DVec3 {
    let corners = surface.corners_of(triangle).map(|corner| surface.frame().enter(corner));
    let at = usize::from(edge);
    normalize_or_zero(surface.normal_of(triangle).cross(normalize_or_zero(corners[(at + 1) % 3] - corners[at % 3])))
}

fn of_vertex(surface: &impl Surface, fan: &[Spoke], front: bool) -> NormalCone<DVec3> {
    let mut outward: Vec<_> = fan.iter().flat_map(|spoke| spoke.sides.map(normalize_or_zero)).collect();
    // A supporting plane of the surface may be behind it. The pseudo-normal is a positive sum of
    // the normals, so what is in front of it is in front of one of the triangles, which then has
    // it.
    let pseudo_normal = of_fan(surface, fan);
    outward.push(if front { -pseudo_normal } else { pseudo_normal });
    for spoke in fan.iter().filter(|_| surface.boundary() == BoundaryEdges::Open) {
        // The edges that begin and end at this corner. What continues the surface beyond the border
        // is a neighbour, too.
        let edges = [spoke.corner, (spoke.corner + 2) % 3].into_iter();
        let border = edges.filter(|&edge| surface.next(spoke.triangle, edge).is_none());
        outward.extend(border.map(|edge| -inward(surface, spoke.triangle, edge)));
    }
    outward.retain(|&u| u != DVec3::ZERO);
    outward.sort_unstable_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)).then(a.z.total_cmp(&b.z)));
    outward.dedup();
    NormalCone::HalfSpaces(outward)
}
