//! Contact recycling of a pair with a composite shape: the answer of an earlier tick, without a
//! look at the parts.
//!
//! * The motion of the smaller of the two shapes, as seen from the other, bounds how much every
//!   separation has changed.
//! * A pair that was proved to be apart by more than that and the margin is still apart.
//! * A pair in contact that has hardly moved keeps its normals and its points; their separations
//!   are computed again. All manifolds are kept, or none. The normals stay in the frame of the
//!   larger shape, which mostly has the surface that they are of: they do not roll with the body,
//!   whichever is A.
//!
//! See `recycling.rs` of `clinch-contact` for pairs of convex shapes.

use clinch_composite::SubShapeId;
use clinch_contact::{Recycling, Separation, Settings, Space};
use clinch_support::{Basis, Pose, Rotation, Scalar, Vector};

use crate::memory::{CachedBounds, CompositeMemory};
use crate::not_negative::not_negative;
use crate::relation::{CompositeManifold, CompositeRelation};

/// By how much the deepest point of a manifold may be less deep than its separation, relative to
/// the size of the body: that the points miss the deepest place, and that a deeper one was dropped
/// when they were reduced to four. Larger: fewer contacts are recycled. Smaller: the bounds do not
/// hold.
const MISSED: f64 = 1e-6 + 6e-5;

/// The answer for a pair that has moved by at most [`recycling`](Settings::recycling) times the
/// size of the body since it was computed, or by less than it was proved to be apart. `None` if it
/// must be computed.
///
/// `manifolds` are the pair's, as the last computation or recycling has left them; their
/// separations are updated, and their normals turn with B if the pair's
/// [`MovingBody`](crate::MovingBody) says so. The error of a separation is less than the motion,
/// and mostly its square; with [`Recycling::Proved`] it is proved whether the pair touches.
pub fn recycle<V: Space>(
    b_in_a: &Pose<V::Wide>,
    settings: &Settings<V::Scalar>,
    memory: &mut CompositeMemory<V>,
    manifolds: &mut [CompositeManifold<V>],
) -> Option<CompositeRelation<V>> {
    let cached = memory.cached.filter(|_| settings.recycling.is_on())?;
    let moved = cached.moved(b_in_a);
    match cached.bounds {
        CachedBounds::Apart(lower) => {
            let at_least = lower.widen() - moved;
            (at_least > not_negative(settings.margin)).then_some(CompositeRelation::Beyond { at_least })
        }
        CachedBounds::Contact(of_margin) => {
            let has_hardly_moved = settings.margin <= of_margin && moved <= settings.recycling.limit() * cached.size();
            if has_hardly_moved {
                memory.turn_normals(b_in_a, manifolds);
            }
            let relation =
                if has_hardly_moved { refresh_separations(b_in_a, 2.0 * moved + MISSED * cached.size(), manifolds) } else { None };
            let relation = relation.filter(|relation| !matches!(settings.recycling, Recycling::Proved(_)) || is_clear(relation));
            // Within the margin that it was made with, the pair may be beyond this one.
            let margin = not_negative(settings.margin);
            relation.filter(|relation| !(margin < not_negative(of_margin) && is_beyond(relation, margin)))
        }
    }
}

/// Whether the bounds leave no doubt that the pair touches, or that it does not.
fn is_clear<V: Space>(relation: &CompositeRelation<V>) -> bool {
    matches!(relation, CompositeRelation::Near { separation, .. } if separation.upper < 0.0 || separation.lower > 0.0)
}

/// Whether the deepest point is farther apart than the margin.
fn is_beyond<V: Space>(relation: &CompositeRelation<V>, margin: f64) -> bool {
    matches!(relation, CompositeRelation::Near { separation, .. } if separation.distance > margin)
}

/// Computes the separations of all points again, along the normals that they were made with. Each
/// is off by at most `error` and the rounding of its points. `None` without points.
fn refresh_separations<V: Space>(
    b_in_a: &Pose<V::Wide>,
    error: f64,
    manifolds: &mut [CompositeManifold<V>],
) -> Option<CompositeRelation<V>> {
    let basis = b_in_a.rotation.basis();
    let mut deepest: Option<(Separation<V>, [Option<SubShapeId>; 2])> = None;
    for CompositeManifold { manifold, sub_shapes } in &mut *manifolds {
        let normal = manifold.normal.widen();
        for point in &mut manifold.points {
            let (point_a, point_b) = (point.on_a.widen(), point.on_b.widen());
            let distance = (basis.rotate(point_b) + b_in_a.translation - point_a).dot(normal);
            point.separation = V::Scalar::narrow(distance);
            point.touching = distance <= 0.0;
            point.persisted = true;
            if deepest.is_none_or(|(deepest, _)| distance < deepest.distance) {
                let error = error + V::Scalar::EPSILON.widen() * (point_a.max_abs() + point_b.max_abs());
                let (lower, upper) = (distance - error, distance + error);
                deepest = Some((Separation { normal, distance, lower, upper, point_a, point_b }, *sub_shapes));
            }
        }
    }
    // Stable, so that equally deep ones stay in their order.
    manifolds.sort_by(|one, other| one.manifold.separation().widen().total_cmp(&other.manifold.separation().widen()));
    deepest.map(|(separation, sub_shapes)| CompositeRelation::Near { separation, sub_shapes })
}
