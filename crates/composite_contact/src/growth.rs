//! The normal of a body that overlaps a triangle.
//!
//! * Of overlapping cores the direction of least depth says little: for a triangle it may point
//!   sideways, out of its border. So the body is shrunk about its middle until it only touches the
//!   triangle. The normal there is that of the first contact of a body that grows from its middle.
//! * The largest scale that leaves them apart is found from below, by Dinkelbach's iteration. Along
//!   any direction that separates the middle from the triangle, the scale at which the two meet
//!   *along that direction* is a lower bound. At that scale their nearest points give the next
//!   direction. It converges faster than linearly; polytopes take a step per feature.
//!
//! Dinkelbach, "On Nonlinear Fractional Programming", Management Science 13 (1967).

use clinch_contact::{Memory, Pair, Relation, Scratch, Settings, Space, distance};
use clinch_shapes::Convex;
use clinch_support::{Scalar, Vector};

use crate::body::Body;
use crate::facing_facet::FacingFacet;
use crate::part::Part;
use crate::scaled_core::ScaledCore;

/// Cores nearer to each other than this part of the size of the body touch: their nearest points
/// give no exact normal. Larger: normals are those of a body that is not yet touching. Smaller:
/// they are rounding.
pub(crate) const TOUCHING: f64 = 1.0 / (1 << 30) as f64;

/// The limit of the iteration. Larger: no difference was seen. Smaller: bodies with many facets get
/// the normal of a smaller body.
const STEPS: u32 = 32;

/// A body, grown from its middle until it touches.
pub(crate) struct Growth<W> {
    /// Unit, from the triangle to the body, in the frame of the composite shape.
    pub(crate) normal: W,
    /// The body touches at this scale, or an iteration before.
    pub(crate) scale: f64,
}

/// The growth of a body whose middle is in front of the triangle and whose core overlaps it.
pub(crate) fn grow<V: Space, B: Convex<V>>(
    triangle: &FacingFacet<V::Wide>,
    part: &Part<'_, V, B>,
    body: &Body<V>,
    scratch: &mut Scratch<V>,
) -> Growth<V::Wide> {
    let mut normal = triangle.normal;
    let mut scale = 0.0;
    let settings = Settings::with_margin(V::Scalar::INFINITY);
    for _ in 0..STEPS {
        let meets = meets(body, triangle, part.pair.b, normal);
        if !(meets > scale) {
            break;
        }
        scale = meets;
        let shrunk =
            Pair { a: part.pair.a, b: ScaledCore { shape: part.pair.b, about: body.middle_in_b, scale }, b_in_a: part.pair.b_in_a };
        match distance(&shrunk, &settings, &mut Memory::new(), scratch).relation {
            Relation::Near(near) if near.lower > TOUCHING * body.reach => normal = part.direction(near.normal),
            _ => break,
        }
    }
    Growth { normal, scale }
}

/// The scale at which the core, seen along a normal, reaches the triangle; at most 1.
fn meets<V: Space, B: Convex<V>>(body: &Body<V>, triangle: &FacingFacet<V::Wide>, shape: &B, normal: V::Wide) -> f64 {
    let in_b = body.frame.direction_in_b(-normal);
    let width = in_b.dot(shape.support_wide(in_b).point - body.middle_in_b);
    let scale = (normal.dot(body.middle) - triangle.top(normal)) / width;
    if scale < 1.0 { scale } else { 1.0 }
}
