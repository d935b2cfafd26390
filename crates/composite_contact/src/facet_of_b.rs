//! The parts of B as facets, and whether their cones admit a contact.

use clinch_composite::{Composite, SubShapeId};
use clinch_contact::{Pair, Separation, Space};
use clinch_shapes::Point;
use clinch_support::{Basis, Pose, Rotation};

use crate::part::with_part;
use crate::triangle::cone_test::ConeTest;
use crate::triangle::facing_facet::FacingFacet;

/// A part of B as a facet, on the side that faces a point of B's frame. `None` if it is none.
pub(crate) fn facet_of_b<V: Space, B: Composite<V> + ?Sized>(b: &B, id: SubShapeId, point: V::Wide) -> Option<FacingFacet<V::Wide>> {
    // The next triangles, which it names, decide about most normals without the cones.
    if let Some(triangle) = b.surface_triangle(id) {
        return Some(FacingFacet::of_surface(id, &triangle, b.sides(), point));
    }
    let origin: Point<V> = Point::new(V::ZERO).ok()?;
    let alone = Pair { a: b, b: origin, b_in_a: Pose::IDENTITY };
    with_part(&alone, id, |part| FacingFacet::new(part, b, point)).flatten()
}

/// Whether the normal is outside of the cone of the part of B: a neighbour of it is nearer to A.
pub(crate) fn is_outside_cone_of_b<V: Space, A: ?Sized, B: Composite<V> + ?Sized>(
    pair: &Pair<V, &A, &B>,
    id: SubShapeId,
    separation: &Separation<V>,
) -> bool {
    let towards_a = -pair.b_in_a.rotation.basis().unrotate(separation.normal);
    // A point on the side of the part that A is on.
    let facet = facet_of_b(pair.b, id, separation.point_b + towards_a);
    facet.is_some_and(|facet| matches!(facet.test_cones(pair.b, towards_a), ConeTest::Outside))
}
