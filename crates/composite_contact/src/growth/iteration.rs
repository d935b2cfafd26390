//! The growth of any body that overlaps a triangle or another part, by an iteration.
//!
//! * The largest scale that leaves them apart is found from below, by Dinkelbach's iteration. Along
//!   any direction that separates the middle from the triangle, the scale at which the two meet
//!   *along that direction* is a lower bound. At that scale their nearest points give the next
//!   direction. It converges faster than linearly; polytopes take a step per feature.
//!
//! Dinkelbach, "On Nonlinear Fractional Programming", Management Science 13 (1967).

use clinch_contact::{Scratch, Space};
use clinch_gjk::{Limits, Outcome, Start};
use clinch_shapes::Convex;
use clinch_support::{Difference, Scalar, Vector, normalize_or_zero};

use crate::body::Body;
use crate::growth::scaled_core::ScaledCore;
use crate::growth::{Growth, TOUCHING};
use crate::part::Part;
use crate::triangle::facing_facet::FacingFacet;

/// The limit of the iteration. Larger: no difference was seen. Smaller: bodies with many facets get
/// the normal of a smaller body.
const STEPS: u32 = 32;

/// The growth of a body whose middle is in front of the triangle and whose core overlaps it.
pub(crate) fn grow<V: Space>(
    triangle: &FacingFacet<V::Wide>,
    part: &Part<'_, V>,
    body: &Body<V>,
    scratch: &mut Scratch<V>,
) -> Growth<V::Wide> {
    let below = body.middle - triangle.normal * triangle.height(body.middle);
    let nearest = triangle.nearest(body.middle);
    // In the plane, its normal does not separate the middle from a triangle that it is beside.
    let in_front = triangle.normal.dot(body.middle) > triangle.top(triangle.normal);
    let start = if in_front || triangle.contains_projection(body.middle) {
        [triangle.normal, below]
    } else {
        [normalize_or_zero(body.middle - nearest), nearest]
    };
    grow_from(start, |normal| triangle.top(normal), part, body, scratch)
}

/// The growth of a body whose core overlaps any part. `None` if its middle is in the part.
pub(crate) fn grow_to_part<V: Space>(part: &Part<'_, V>, body: &Body<V>, scratch: &mut Scratch<V>) -> Option<Growth<V::Wide>> {
    let near = part.distance_of_point(body.middle, f64::INFINITY, scratch)?;
    let is_outside = near.lower > TOUCHING * body.radius_about_center;
    is_outside.then(|| grow_from([near.normal, near.point_a], |normal| part.top(normal), part, body, scratch))
}

/// `normal` separates the middle from the part, which is nearest to it at `point`, and whose height
/// along any normal is `top`.
fn grow_from<V: Space>(
    [mut normal, mut point]: [V::Wide; 2],
    top: impl Fn(V::Wide) -> f64,
    part: &Part<'_, V>,
    body: &Body<V>,
    scratch: &mut Scratch<V>,
) -> Growth<V::Wide> {
    let mut scale = 0.0;
    // The nearest points are mostly on the same vertices in the next step.
    let mut start = Start::along(V::narrow(part.direction_in_part(normal)));
    let limits = Limits { within: V::Scalar::INFINITY, ..Limits::default() };
    for _ in 0..STEPS {
        let reached = scale_reaching(body, top(normal), part.pair.b, normal);
        if !(reached > scale) {
            break;
        }
        scale = reached;
        let factors = (scale < 1.0).then(|| body.growth_rates.factors(scale));
        let shrunk = ScaledCore { shape: part.pair.b, about: body.middle_in_b, factors };
        let difference = Difference::new(part.pair.a, &shrunk, &part.pair.b_in_a);
        let record = &mut scratch.record;
        record.clear();
        // Without a query of the depth, which would be wanted of bodies that touch.
        let answer = clinch_gjk::distance(&difference, &start, &limits, record);
        let Outcome::Apart(apart) = &answer.outcome else { break };
        if !(apart.lower > TOUCHING * body.radius_about_center) {
            break;
        }
        [normal, point] = [part.direction(apart.normal), part.point(apart.point_a)];
        start = Start::again(&answer, record);
    }
    Growth { normal, scale, point }
}

/// The scale at which the core reaches a height along a normal; at most 1.
fn scale_reaching<V: Space>(body: &Body<V>, top: f64, shape: &dyn Convex<V>, normal: V::Wide) -> f64 {
    let down = body.frame.direction_in_b(-normal);
    let deepest = shape.support_wide(down).point - body.middle_in_b;
    let drop = V::Wide::from_fn(|axis| down.get(axis) * deepest.get(axis));
    body.growth_rates.scale_reaching(normal.dot(body.middle) - top, drop)
}
