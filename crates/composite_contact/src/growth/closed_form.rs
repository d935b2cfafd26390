//! The growth of a box or a cylinder that overlaps a triangle, in closed form.
//!
//! * In the frame of the body, a [`GrowingSolid`], the offset at which it reaches a point is a
//!   convex function. If its least value on the triangle is not on the spine, the growing body
//!   first touches the triangle there.
//! * On the plane of the triangle it is least at m, the point that is reached first (`border.rs`).
//!   If m is not in the triangle, the least value is on an edge that m is outside of.
//! * The normal is against the gradient of the offset there. At a place inside of the edge it is
//!   perpendicular to the edge; at a vertex it is that of the body.

use clinch_contact::Space;
use clinch_shapes::Core;
use clinch_support::{Vector, normalize_or_zero};

use crate::body::Body;
use crate::growth::growing_solid::{FirstOfEdge, GrowingSolid};
use crate::growth::{Growth, TOUCHING};
use crate::triangle::facing_facet::FacingFacet;
use crate::triangle::prism::Prism;

/// The least ratio of two half extents of the body. Smaller: what counts as touching, which is
/// relative to the longer, exceeds the shorter.
const FLATTEST: f64 = 1.0 / (1 << 20) as f64;

/// Rounding error of m, relative to the coordinates. Larger: more edges are looked at. Smaller: the
/// first edge could be left out.
const ROUNDING: f64 = 32.0 * f64::EPSILON;

/// As [`grow`](crate::growth::iteration::grow), of a body whose core is a box or a cylinder about
/// its middle. `None` of all others, of bodies that are nearly plates or needles, and if the body
/// first touches the face of the triangle, reaches its plane with an edge or a face or with its
/// spine, or touches a vertex with one.
pub(crate) fn closed_growth<V: Space>(triangle: &FacingFacet<V::Wide>, core: &Core<'_, V>, body: &Body<V>) -> Option<Growth<V::Wide>> {
    let (solid, unit) = GrowingSolid::of(core, FLATTEST)?;
    let &[a, b, c] = triangle.corners() else { return None };
    if body.middle_in_b != V::Wide::ZERO {
        return None;
    }
    let inward = body.frame.direction_in_b(-triangle.normal);
    let deepest = solid.farthest(inward) * unit;
    let point = body.middle + body.frame.direction_in_a(deepest);
    let heights = [body.middle, point].map(|point| triangle.height(point));
    let scale = body.scale_reaching_plane(triangle.normal, heights, deepest);
    let offset_of_plane = body.growth_rates.offset(scale);
    if offset_of_plane < 0.0 {
        return None;
    }
    let m = body.at_scale(scale, point, deepest);
    let above = Prism::new([a, b, c], triangle.normal);
    if above.contains([a, b, c], m) {
        return None;
    }
    let slack = TOUCHING * body.radius_about_center + ROUNDING * (body.middle_max_abs + triangle.max_abs + body.radius_about_center);
    let corners = [a, b, c];
    let in_solid = corners.map(|corner| body.frame.to_b(corner) * unit.recip());
    let mut first: Option<(usize, FirstOfEdge<V::Wide>)> = None;
    for edge in 0..3 {
        // Not by the rounding of m.
        if above.is_clearly_within(edge, corners, m, slack) {
            continue;
        }
        let found = solid.first_of_edge([in_solid[edge], in_solid[(edge + 1) % 3]])?;
        if first.as_ref().is_none_or(|(_, before)| found.offset < before.offset) {
            first = Some((edge, found));
        }
    }
    let (edge, found) = first?;
    let (from, to) = (corners[edge], corners[(edge + 1) % 3]);
    // A face or an edge of the body that is parallel to the plane is reached all at once.
    if (found.offset - offset_of_plane) * unit <= TOUCHING * body.radius_about_center {
        return None;
    }
    let normal = normalize_or_zero(-body.frame.direction_in_a(found.gradient));
    let scale = body.growth_rates.scale_of_offset(found.offset);
    let growth = Growth { normal, scale, point: from + (to - from) * found.fraction };
    // Where an edge or a corner of the body touches a vertex, it has many normals, and this one may
    // be none of the triangle.
    let supports = triangle.top(normal) - normal.dot(growth.point) <= slack;
    (normal != V::Wide::ZERO && supports).then_some(growth)
}

#[cfg(test)]
mod tests {
    use clinch_composite::{Composite, SubShapeId, TriMesh};
    use clinch_contact::{Pair, Scratch, Settings};
    use clinch_shapes::{Convex, Cuboid, Cylinder};
    use clinch_support::Pose;
    use clinch_testkit::random::Random;
    use glam::{DQuat, DVec3};

    use super::closed_growth;
    use crate::growth::iteration::grow;
    use crate::part::with_part;
    use crate::parts::part_query::PartQuery;
    use crate::triangle::facing_facet::FacingFacet;

    #[test]
    fn the_growth_in_closed_form_is_that_of_the_iteration() {
        let (mut boxes, mut cylinders) = (0, 0);
        for seed in 0..20_000 {
            let random = &mut Random::of(seed, 61);
            let corners = (0..3).map(|_| random.direction(3) * random.power(-1.0, 0.5)).collect();
            let Ok(surface) = TriMesh::new(corners, vec![[0, 1, 2]]) else { continue };
            let mut extent = || random.power(-1.5, 0.0);
            let is_box = seed % 2 == 0;
            let body: Box<dyn Convex<DVec3>> = if is_box {
                Box::new(Cuboid::new(DVec3::new(extent(), extent(), extent())).unwrap())
            } else {
                Box::new(Cylinder::new(extent(), extent()).unwrap())
            };
            let place = random.direction(3) * random.range(0.0, 1.0);
            let pair = Pair { a: &surface, b: &*body, b_in_a: Pose::new(DQuat::from_array(random.quaternion()), place) };
            let settings = Settings::default();
            let query = PartQuery::new(&pair, &settings);
            let id = SubShapeId(0);
            let triangle = FacingFacet::of_surface(id, &surface.surface_triangle(id).unwrap(), query.sides, query.body.middle);
            let growths = with_part(&pair, id, |part| {
                let closed =
                    closed_growth(&triangle, &pair.b.core(), &query.body).filter(|closed| triangle.faces_middle && closed.scale < 1.0)?;
                Some([closed, grow(&triangle, part, &query.body, &mut Scratch::new())])
            });
            let Some([closed, iterated]) = growths.flatten() else { continue };
            *(if is_box { &mut boxes } else { &mut cylinders }) += 1;
            let angle = (closed.normal - iterated.normal).length();
            assert!((closed.scale - iterated.scale).abs() < 1e-7, "seed {seed}: {} {}", closed.scale, iterated.scale);
            // The iteration ends where round bodies nearly touch.
            assert!(angle < if is_box { 1e-6 } else { 1e-3 }, "seed {seed}: {} {}", closed.normal, iterated.normal);
        }
        assert!(boxes > 200 && cylinders > 200, "{boxes} {cylinders}");
    }
}
