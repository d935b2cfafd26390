//! Corners of A that are pressed into faces of B, where the parts alone have other contacts.
//!
//! A part of B is smaller than its face: a corner of A near the border of a triangle, as at the
//! diagonal of a square, leaves the triangle sideways by a shorter way than the square. Such a
//! normal is outside of the cone of the border, which has the normal of the square alone. Where all
//! contacts are refused like this, the direction of the cone that is nearest to their normal is
//! tried, if A can be touched along it, too.

use clinch_composite::Composite;
use clinch_contact::{Manifold, Pair, Separation, Settings, Space, replace_points, witness};
use clinch_shapes::Point;
use clinch_support::{Basis, Frame, Pose, Rotation, Vector};

use crate::facet_of_b::facet_of_b;
use crate::manifolds::point_id::{point_id_of_part, point_id_of_part_of_b};
use crate::motion::snap::Snapped;
use crate::not_negative::not_negative;
use crate::part::with_part;
use crate::part_pair_contact::PartPairContact;
use crate::relation::CompositeManifold;
use crate::triangle::cone_test::ConeTest;
use crate::triangle::facing_facet::FacingFacet;

/// Rounding error of a depth, relative to the coordinates of the corner and of the face. Larger:
/// looser bounds. Smaller: the bounds do not hold.
const ROUNDING: f64 = 16.0 * f64::EPSILON;

/// The contact of the corner of A that is deepest behind the face of a part of B, in place of one
/// that is refused. `None` if the cones of A refuse it, too, or the corner is beside the part.
pub(crate) fn corner_at_face<V: Space, A: Composite<V> + ?Sized, B: Composite<V> + ?Sized>(
    pair: &Pair<V, &A, &B>,
    settings: &Settings<V::Scalar>,
    refused: &PartPairContact<V>,
) -> Option<PartPairContact<V>> {
    let PartPairContact { separation: of_refused, manifold: of_parts, .. } = refused;
    let [Some(part_a), Some(part_b)] = of_parts.sub_shapes else { return None };
    let origin: Point<V> = Point::new(V::ZERO).ok()?;
    let (b, basis) = (Frame::<V>::new(&pair.b_in_a), pair.b_in_a.rotation.basis());
    let towards_a = -basis.unrotate(of_refused.normal);
    let face = facet_of_b(pair.b, part_b, of_refused.point_b + towards_a)?;
    let toward_face = Snapped::nearest::<V, B>(&face, pair.b, towards_a).normal;
    let normal = -basis.rotate(toward_face);
    let alone = Pair { a: pair.a, b: origin, b_in_a: Pose::IDENTITY };
    let of_a = with_part(&alone, part_a, |part| FacingFacet::seen_from(part, pair.a, normal)).flatten()?;
    if of_a.test_cones(pair.a, normal) == ConeTest::Outside {
        return None;
    }
    let corner = of_a.corners().iter().copied().reduce(|top, next| if next.dot(normal) > top.dot(normal) { next } else { top })?;
    let in_b = b.to_b(corner);
    if !face.contains_projection(in_b) {
        return None;
    }
    let [skin_a, skin_b] = [settings.skin_a, settings.skin_b].map(not_negative);
    let behind = face.top(toward_face) - in_b.dot(toward_face);
    let distance = -behind - skin_a - skin_b;
    let slack = ROUNDING * (corner.sum_abs() + in_b.sum_abs() + face.max_abs);
    let separation = Separation {
        normal,
        distance,
        lower: distance - slack,
        upper: distance + slack,
        point_a: corner + normal * skin_a,
        point_b: in_b + toward_face * (behind + skin_b),
    };
    let mut point = witness(&separation, settings).filter(|_| separation.is_touching())?;
    point.feature = point_id_of_part_of_b(point_id_of_part(point.feature, part_a), part_b);
    let mut manifold = CompositeManifold { manifold: Manifold::new(), sub_shapes: of_parts.sub_shapes };
    replace_points(&mut vec![point], normal, 0.0, &mut manifold.manifold);
    Some(PartPairContact { manifold, separation, is_outside_cone_of_body: false, is_dropped: false, leader: 0 })
}
