//! The parts of B as facets: whether their cones admit a contact, and the normal that they do
//! admit.

use clinch_composite::{Composite, Sides, SubShapeId};
use clinch_contact::{Pair, Separation, Space};
use clinch_shapes::Point;
use clinch_support::{Basis, Pose, Rotation, Vector};

use crate::motion::snap::Snapped;
use crate::part::with_part;
use crate::tolerance::ANGLE;
use crate::triangle::cone_test::ConeTest;
use crate::triangle::facing_facet::FacingFacet;

/// A part of B as a facet: of a shape with two sides on the side that is seen from a direction, of
/// others the front. `None` if it is none.
pub(crate) fn facet_of_b<V: Space, B: Composite<V> + ?Sized>(b: &B, id: SubShapeId, seen_from: V::Wide) -> Option<FacingFacet<V::Wide>> {
    // With the next triangles, which decide about most normals without the cones.
    if let Some(triangle) = b.surface_triangle(id) {
        let place = triangle.corners[0];
        return Some(FacingFacet::of_surface(id, &triangle, b.sides(), place + seen_from * (1.0 + place.max_abs())));
    }
    let facet = part_seen_from(b, id, seen_from)?;
    Some(if facet.is_front || b.sides() == Sides::Two { facet } else { facet.back() })
}

/// A part of a composite shape as a facet, on the side that is seen from a direction.
fn part_seen_from<V: Space, C: Composite<V> + ?Sized>(composite: &C, id: SubShapeId, direction: V::Wide) -> Option<FacingFacet<V::Wide>> {
    let origin: Point<V> = Point::new(V::ZERO).ok()?;
    let alone = Pair { a: composite, b: origin, b_in_a: Pose::IDENTITY };
    with_part(&alone, id, |part| FacingFacet::seen_from(part, composite, direction)).flatten()
}

/// From B to A, in B's frame.
pub(crate) fn towards_a<V: Space, A, B>(pair: &Pair<V, A, B>, normal: V::Wide) -> V::Wide {
    -pair.b_in_a.rotation.basis().unrotate(normal)
}

/// Whether the normal is outside of the cone of the part of B: a neighbour of it is nearer to A.
pub(crate) fn is_outside_cone_of_b<V: Space, A: ?Sized, B: Composite<V> + ?Sized>(
    pair: &Pair<V, &A, &B>,
    id: SubShapeId,
    separation: &Separation<V>,
) -> bool {
    let towards_a = towards_a(pair, separation.normal);
    facet_of_b(pair.b, id, towards_a).is_some_and(|facet| matches!(facet.test_cones(pair.b, towards_a), ConeTest::Outside))
}

/// A normal from A to B that the cones of both admit, and the two facets.
pub(crate) struct AdmittedNormal<W> {
    pub(crate) normal: W,
    pub(crate) of_a: FacingFacet<W>,
    pub(crate) of_b: FacingFacet<W>,
}

/// The normal in the cone of a part of B that is nearest to one that this cone refuses. `None` if
/// it does not refuse it, if A cannot be touched along the nearest, or if B is seen from behind.
pub(crate) fn admitted_by_b<V: Space, A: Composite<V> + ?Sized, B: Composite<V> + ?Sized>(
    pair: &Pair<V, &A, &B>,
    [part_a, part_b]: [SubShapeId; 2],
    refused: V::Wide,
) -> Option<AdmittedNormal<V::Wide>> {
    let towards_a = towards_a(pair, refused);
    let of_b = facet_of_b(pair.b, part_b, towards_a)?;
    if towards_a.dot(of_b.normal) < -ANGLE || of_b.test_cones(pair.b, towards_a) != ConeTest::Outside {
        return None;
    }
    let nearest = Snapped::nearest::<V, B>(&of_b, pair.b, towards_a).normal;
    let normal = -pair.b_in_a.rotation.basis().rotate(nearest);
    let of_a = part_seen_from(pair.a, part_a, normal)?;
    let has_side = of_a.is_front || pair.a.sides() == Sides::Two;
    let is_admitted = has_side && nearest.dot(towards_a) > 0.0 && of_a.test_cones(pair.a, normal) != ConeTest::Outside;
    is_admitted.then_some(AdmittedNormal { normal, of_a, of_b })
}
