//! Contact recycling: answers derived from an earlier tick without evaluating the shapes.
//!
//! * The difference of two relative poses bounds how far any point of B has moved in A's frame.
//! * A pair that was proved to be apart by more than that and the margin is still apart: it is
//!   skipped, with proof.
//! * A pair in contact that has hardly moved keeps its normal and its points; only their
//!   separations are computed again. The motion counts from where the contact was made, not from
//!   the last tick: many small steps add up, and a rolling body gets new points.
//! * [`Recycling`] says how far a pair may move, and whether it must be proved to touch.
//!
//! Pairs that the narrowphase never queries are another matter: `pair_filter.rs` of that crate.
//!
//! After Box3D's contact recycling.

use clinch_shapes::{Convex, CoreKind};
use clinch_support::{Basis, Pose, Rotation, Scalar, Vector};

use crate::answer::{Measured, Relation, Separation};
use crate::clip::{Space, WideSpace};
use crate::manifold::Manifold;
use crate::memory::{CachedBounds, CachedQuery, CachedSizes, Memory};
use crate::normal_owner::NormalOwner;
use crate::pair::Pair;
use crate::reduce::REDUCED_DEPTH;
use crate::settings::{Recycling, Settings};
use crate::sizes::Sizes;
use crate::tolerance::MISSED;

/// Rounding of a stored pose, in ε of its scalar and relative to the coordinates. Larger: pairs are
/// skipped a little later. Smaller: rounding breaks the bound.
const ROUNDING: f64 = 16.0;

/// A pair that was proved to be apart by more than it can have moved since.
pub(crate) fn apart<V, A, B>(pair: &Pair<V, A, B>, settings: &Settings<V::Scalar>, memory: &Memory<V>) -> Option<Measured<V>>
where
    V: Space,
    A: Convex<V>,
    B: Convex<V>,
{
    let cached = memory.cached(settings)?;
    let CachedBounds::Apart(lower) = cached.bounds else { return None };
    // The cached axis is fixed in A's frame. A half-space B that has turned is unbounded along it.
    if cached.sizes.is_none() && pair.b.core().kind() == CoreKind::HalfSpace {
        return None;
    }
    let at_least = lower.widen() - cached.moved(pair, settings).by;
    let relation = Relation::Beyond { axis: memory.start.direction.widen(), at_least };
    (at_least > settings.margin()).then_some(Measured { recycled: true, ..Measured::without_search(relation) })
}

/// Either of the two: whether the shapes touch is known without a query.
pub(crate) fn apart_or_overlapping<V: Space, A: Convex<V>, B: Convex<V>>(
    pair: &Pair<V, A, B>,
    settings: &Settings<V::Scalar>,
    memory: &Memory<V>,
) -> Option<Measured<V>> {
    overlapping(pair, settings, memory).or_else(|| apart(pair, settings, memory))
}

/// A pair that was proved to overlap by more than it can have moved since. Only the upper bound of
/// the answer is meaningful.
fn overlapping<V, A, B>(pair: &Pair<V, A, B>, settings: &Settings<V::Scalar>, memory: &Memory<V>) -> Option<Measured<V>>
where
    V: Space,
    A: Convex<V>,
    B: Convex<V>,
{
    let cached = memory.cached(settings)?;
    let CachedBounds::Overlap(depth) = cached.bounds else { return None };
    let upper = cached.moved(pair, settings).by - depth.widen();
    let relation = Relation::Near(Separation::at_most(upper));
    (upper < 0.0).then_some(Measured { recycled: true, ..Measured::without_search(relation) })
}

/// A pair in contact that has hardly moved.
pub(crate) fn contact<V, A, B>(
    pair: &Pair<V, A, B>,
    settings: &Settings<V::Scalar>,
    memory: &mut Memory<V>,
    manifold: &mut Manifold<V>,
) -> Option<Measured<V>>
where
    V: Space,
    A: Convex<V>,
    B: Convex<V>,
{
    let cached = memory.cached(settings)?;
    let CachedBounds::Contact { margin: of_margin, .. } = cached.bounds else { return None };
    if !(settings.margin() <= of_margin.widen()) {
        return None;
    }
    let has_shrunk = settings.margin() < of_margin.widen();
    let moved = cached.moved(pair, settings);
    if !(moved.by <= settings.recycling.limit() * moved.least) {
        return None;
    }
    let is_proved = matches!(settings.recycling, Recycling::Proved(_));
    if !is_proved {
        turn_normal(pair, memory, manifold);
    }
    // Of more points than a manifold holds, a deeper one may have been dropped.
    let reduced = if manifold.points.len() >= V::Wide::POINTS { REDUCED_DEPTH * moved.least } else { 0.0 };
    let separation = reproject(pair, manifold, 2.0 * moved.by + MISSED * moved.sum + reduced)?;
    // Within the margin that it was made with, the pair may be beyond this one.
    if has_shrunk && separation.distance > settings.margin() {
        return None;
    }
    let clear = !is_proved || separation.upper < 0.0 || separation.lower > 0.0;
    clear.then_some(Measured { recycled: true, ..Measured::without_search(Relation::Near(separation)) })
}

/// Turns the normal with B, if it is that of a face of B.
#[inline(always)]
fn turn_normal<V: Space, A: Convex<V>, B: Convex<V>>(pair: &Pair<V, A, B>, memory: &mut Memory<V>, manifold: &mut Manifold<V>) {
    let Some(CachedQuery { b_in_a: then, bounds: CachedBounds::Contact { normal: owner, .. }, .. }) = &mut memory.cached else { return };
    let then = then.widen();
    // The normal when the contact was computed: that of the manifold turns in each tick.
    let normal = memory.start.direction;
    if *owner == NormalOwner::Unknown {
        *owner = NormalOwner::of(pair, &then, normal);
    }
    if *owner == NormalOwner::B {
        let in_b = then.rotation.basis().unrotate(normal.widen());
        manifold.normal = V::narrow(pair.b_in_a.rotation.basis().rotate(in_b));
    }
}

/// Computes the separations of the points again, along the normal they were made with. The depth of
/// the deepest is that of the shapes to within `error`: each changes by no more than the motion, in
/// either direction. `None` without points.
fn reproject<V: Space, A, B>(pair: &Pair<V, A, B>, manifold: &mut Manifold<V>, error: f64) -> Option<Separation<V>> {
    let normal = manifold.normal.widen();
    let basis = pair.b_in_a.rotation.basis();
    let mut deepest: Option<Separation<V>> = None;
    for point in &mut manifold.points {
        let (on_a, on_b) = (point.on_a.widen(), point.on_b.widen());
        let separation = (basis.rotate(on_b) + pair.b_in_a.translation - on_a).dot(normal);
        point.separation = V::Scalar::narrow(separation);
        point.touching = separation <= 0.0;
        point.persisted = true;
        if deepest.is_none_or(|deepest| separation < deepest.distance) {
            let (lower, upper) = (separation - error, separation + error);
            deepest = Some(Separation { normal, distance: separation, lower, upper, point_a: on_a, point_b: on_b });
        }
    }
    deepest
}

/// How far a pair has moved, and how large it is.
struct Moved {
    /// No point of B has moved farther than this in A's frame; if B is a half-space, no point of A
    /// in B's.
    by: f64,
    /// The radius of the smaller shape.
    least: f64,
    /// The sum of both radii.
    sum: f64,
}

impl<V: Space> CachedQuery<V> {
    // Half the cost of a resting pair. Called as a function, it would reload what was stored by
    // field and stall on store forwarding.
    #[inline(always)]
    fn moved<A: Convex<V>, B: Convex<V>>(&self, pair: &Pair<V, A, B>, settings: &Settings<V::Scalar>) -> Moved {
        let (then, now) = (self.b_in_a.widen(), pair.b_in_a);
        if let (Some(CachedSizes { b, sum, least }), Some(turn)) = (self.sizes, now.rotation.turn_from(then.rotation)) {
            let (b, sum, least) = (b.widen(), sum.widen(), least.widen());
            let length = (now.translation - then.translation).length() + turn * b;
            return Moved { by: length + rounding::<V>(now.translation.max_abs() + sum), least, sum };
        }
        self.moved_by_bases(pair, settings)
    }

    /// The same for half-spaces and for shapes that do not turn about their origins.
    #[inline(never)]
    fn moved_by_bases<A: Convex<V>, B: Convex<V>>(&self, pair: &Pair<V, A, B>, settings: &Settings<V::Scalar>) -> Moved {
        let (then, now) = (self.b_in_a.widen(), pair.b_in_a);
        let sizes = Sizes::of(pair, settings);
        // A half-space has points at any distance; the other shape moves as far as it sees the
        // half-space move.
        let (then, now, center, radius) = match sizes.b {
            Some(radius) => (then, now, pair.b.center().widen(), radius),
            None => (inverse::<V>(&then), inverse::<V>(&now), pair.a.center().widen(), sizes.a.unwrap_or(f64::INFINITY)),
        };
        let coordinates = now.translation.max_abs() + center.max_abs() + sizes.sum();
        let by = moved_by_bases(&then, &now, center, radius) + rounding::<V>(coordinates);
        Moved { by, least: sizes.least(), sum: sizes.sum() }
    }
}

/// Rounding of a stored pose at coordinates of this size.
fn rounding<V: Vector>(coordinates: f64) -> f64 {
    ROUNDING * V::Scalar::EPSILON.widen() * coordinates
}

/// The motion of a ball about `center`. Rotations need not be of unit length.
fn moved_by_bases<W: Vector<Scalar = f64, Wide = W>>(then: &Pose<W>, now: &Pose<W>, center: W, radius: f64) -> f64 {
    let (before, after) = (then.rotation.basis(), now.rotation.basis());
    let turned = |vector: W| after.rotate(vector) - before.rotate(vector);
    // The difference of two rotations stretches every direction across its axis alike: by its
    // Frobenius norm over √2.
    let squared: f64 = (0..W::DIM).map(|place| turned(W::unit(place)).length_squared()).sum();
    (now.translation - then.translation + turned(center)).length() + (0.5 * squared).sqrt() * radius
}

fn inverse<V: Space>(pose: &Pose<V::Wide>) -> Pose<V::Wide> {
    Pose::<V::Wide>::IDENTITY.relative_to(pose)
}
