//! The normal of a hit of a part of B, as that of the whole B.

use clinch_composite::Composite;
use clinch_contact::{Impact, Pair, Space};
use clinch_shapes::Point;
use clinch_support::{Basis, Pose, Rotation};

use crate::composites::nearness::{Composites, SubShapes};
use crate::facet_of_b::facet_of_b;
use crate::motion::snap::Snapped;
use crate::part::with_part;
use crate::triangle::cone_test::ConeTest;
use crate::triangle::facing_facet::FacingFacet;

/// A hit, if it is not at the start, with its normal in the cone of the feature of B that is hit,
/// as far as A can be hit along it, too: a tip of A that meets the diagonal of a square of B has
/// any normal at each of the two triangles, and only that of the square at both. B is where it is
/// when it hits; the impact is in the frames of A and B.
pub(crate) fn with_normal_of_b<V: Space>(pair: &Composites<'_, V>, impact: Impact<V>, sub_shapes: SubShapes) -> Impact<V> {
    Impact { normal: normal_of_b(pair, &impact, sub_shapes).unwrap_or(impact.normal), ..impact }
}

/// `None` if B has no better normal.
fn normal_of_b<V: Space>(pair: &Composites<'_, V>, impact: &Impact<V>, sub_shapes: SubShapes) -> Option<V::Wide> {
    let ([Some(part_a), Some(part_b)], false) = (sub_shapes, impact.at_start) else { return None };
    let basis = pair.b_in_a.rotation.basis();
    let towards_a = -basis.unrotate(impact.normal);
    let of_b = facet_of_b(pair.b, part_b, impact.point_b + towards_a)?;
    if of_b.test_cones(pair.b, towards_a) != ConeTest::Outside {
        return None;
    }
    let normal = -basis.rotate(Snapped::nearest::<V, dyn Composite<V>>(&of_b, pair.b, towards_a).normal);
    let origin: Point<V> = Point::new(V::ZERO).ok()?;
    let alone = Pair { a: pair.a, b: origin, b_in_a: Pose::IDENTITY };
    let of_a = with_part(&alone, part_a, |part| FacingFacet::seen_from(part, pair.a, normal)).flatten()?;
    (of_a.test_cones(pair.a, normal) != ConeTest::Outside).then_some(normal)
}
