//! Corners of A that are pressed into faces of a solid B, where the parts alone have other
//! contacts.
//!
//! A face of B may be several parts. From the border of one of them, as from the diagonal of a
//! square, a corner of A leaves this triangle sideways by a shorter way than it leaves the square
//! upward. The cone of the border refuses this normal. So where all contacts are refused, the
//! normal of the cone that is nearest is tried. Only corners are: an edge of A that lies across
//! such a border has its refused contacts.

use clinch_composite::{Composite, Sides};
use clinch_contact::{Manifold, Pair, Separation, Settings, Space, replace_points, witness};
use clinch_support::{Frame, Vector};

use crate::facet_of_b::{AdmittedNormal, admitted_by_b, towards_a};
use crate::manifolds::point_id::{point_id_of_part, point_id_of_part_of_b};
use crate::not_negative::not_negative;
use crate::order::lexicographic;
use crate::part_pair_contact::PartPairContact;
use crate::relation::CompositeManifold;

/// Rounding error of a depth, relative to the coordinates of the corner and of the face. Larger:
/// looser bounds. Smaller: the bounds do not hold.
const ROUNDING: f64 = 16.0 * f64::EPSILON;

/// The contact of a corner of a part of A with the face of a part of B, in place of their contact
/// that is refused: of the corners that are below the face and inside of B, the deepest. `None` if
/// there is none, or the cones of A refuse it, too.
pub(crate) fn corner_at_face<V: Space, A: Composite<V> + ?Sized, B: Composite<V> + ?Sized>(
    pair: &Pair<V, &A, &B>,
    settings: &Settings<V::Scalar>,
    refused: &PartPairContact<V>,
) -> Option<PartPairContact<V>> {
    let sub_shapes = refused.manifold.sub_shapes;
    let ([Some(part_a), Some(part_b)], Sides::Solid) = (sub_shapes, pair.b.sides()) else { return None };
    let AdmittedNormal { normal, of_a, of_b } = admitted_by_b(pair, [part_a, part_b], refused.separation.normal)?;
    let (frame, outward) = (Frame::<V>::new(&pair.b_in_a), towards_a(pair, normal));
    let below = of_a.corners().iter().map(|&corner| (corner, frame.to_b(corner)));
    let below = below.filter(|(_, in_b)| of_b.contains_projection(*in_b) && pair.b.contains(*in_b));
    let (corner, in_b) = below.min_by(|(one, one_in_b), (other, other_in_b)| {
        one_in_b.dot(outward).total_cmp(&other_in_b.dot(outward)).then_with(|| lexicographic(*one, *other))
    })?;
    let [skin_a, skin_b] = [settings.skin_a, settings.skin_b].map(not_negative);
    let depth = of_b.top(outward) - in_b.dot(outward);
    let distance = -depth - skin_a - skin_b;
    let slack = ROUNDING * (corner.sum_abs() + in_b.sum_abs() + of_b.max_abs);
    let separation = Separation {
        normal,
        distance,
        lower: distance - slack,
        upper: distance + slack,
        point_a: corner + normal * skin_a,
        point_b: in_b + outward * (depth + skin_b),
    };
    let mut point = witness(&separation, settings).filter(|_| separation.is_touching())?;
    point.feature = point_id_of_part_of_b(point_id_of_part(point.feature, part_a), part_b);
    let mut manifold = CompositeManifold { manifold: Manifold::new(), sub_shapes };
    replace_points(&mut vec![point], normal, 0.0, &mut manifold.manifold);
    Some(PartPairContact { manifold, separation, is_outside_cone_of_body: false, is_dropped: false, leader: 0 })
}
