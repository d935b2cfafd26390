//! The hit of a body that is at a composite shape, or in it, when it starts to move.
//!
//! A cast at single parts would report any of them, with its own normal. Here the contact of the
//! whole shape is the answer, as [`separation`](fn@crate::separation) gives it.

use clinch_composite::{Composite, Sides, SubShapeId};
use clinch_contact::{BackFaces, Cast, CastOutcome, CastSettings, Impact, InitialOverlap, Pair, Separation, Settings, Space};
use clinch_shapes::Convex;
use clinch_support::{Scalar, Vector, normalize_or_zero};

use crate::collide::measure;
use crate::manifolds::cover::Cover;
use crate::manifolds::kept_contact::KeptContact;
use crate::motion::composite_cast::CompositeCast;
use crate::motion::inner_face::is_below_start;
use crate::parts::part_query::PartQuery;
use crate::relation::CompositeRelation;
use crate::scratch::CompositeScratch;
use crate::separation::touching_separation;
use crate::tolerance::ANGLE;

/// Whether hits from behind are ignored.
pub(crate) fn ignores_backs<V: Space, C: Composite<V> + ?Sized>(composite: &C, back_faces: BackFaces) -> bool {
    back_faces == BackFaces::Ignore && composite.sides() == Sides::One
}

/// The impact at the start of shapes with this separation.
pub(crate) fn impact_at_start<V: Space>(separation: &Separation<V>) -> Impact<V> {
    let &Separation { normal, distance, point_a, point_b, .. } = separation;
    Impact { time: 0.0, lower: 0.0, at_start: true, separation: distance, normal, point_a, point_b }
}

/// Whether a body that moves by `motion` approaches along the normal of a contact, by more than the
/// angle that a normal may be off by.
pub(crate) fn approaches<V: Space>(separation: &Separation<V>, motion: V::Wide) -> bool {
    separation.normal.dot(normalize_or_zero(motion)) < -ANGLE
}

/// The hit of a body within the target at the start; `None` if the settings ignore it.
///
/// For [`InitialOverlap::IgnoreSeparating`] all contacts count, and the deepest is reported along
/// whose normal the body approaches. Contacts at inner edges are none, nor are those that other
/// parts cover, so a body that slides over a floor does not approach it. What it slides over is in
/// `scratch.start` then.
pub(crate) fn initial_hit<V: Space, C: Composite<V> + ?Sized, B: Convex<V>>(
    pair: &Pair<V, &C, B>,
    motion: V::Wide,
    settings: &CastSettings,
    scratch: &mut CompositeScratch<V>,
) -> Option<CompositeCast<V>> {
    let within = Settings::with_margin(V::Scalar::narrow_up(settings.target_distance));
    scratch.kept.clear();
    scratch.start.clear();
    let of_whole = if ignores_backs(pair.a, settings.back_faces) {
        measure(pair, &within, scratch)
    } else {
        touching_separation(pair, &within, scratch)
    };
    let (separation, sub_shape) = match of_whole {
        CompositeRelation::Near { separation, sub_shapes: [Some(sub_shape), _] } => (separation, sub_shape),
        CompositeRelation::Undefined => {
            return Some(CompositeCast::undefined());
        }
        // Apart by rounding, or behind a surface whose back is ignored.
        CompositeRelation::Near { .. } | CompositeRelation::Beyond { .. } => return None,
    };
    let hit = |separation: &Separation<V>, sub_shape: SubShapeId| {
        let outcome = CastOutcome::Hit(impact_at_start(separation));
        CompositeCast { cast: Cast { outcome, steps: 0, calls: 0 }, sub_shapes: [Some(sub_shape), None] }
    };
    match settings.initial_overlap {
        InitialOverlap::Report => Some(hit(&separation, sub_shape)),
        InitialOverlap::IgnoreSeparating if scratch.kept.is_empty() => approaches(&separation, motion).then(|| hit(&separation, sub_shape)),
        InitialOverlap::IgnoreSeparating => {
            let CompositeScratch { kept, contacts, facing, start, .. } = scratch;
            let query = PartQuery::new(pair, &within);
            let cover = Cover::new(&query, pair);
            start.list(kept);
            // The next of two flush parts is touched from the side, and covered.
            let blocks = |kept: &&mut KeptContact<V>| {
                approaches(&kept.separation, motion) && !(kept.is_covered && is_below_start(start, &cover, kept))
            };
            let blocking = kept.iter_mut().find(blocks)?;
            query.move_to_shared_point(blocking, contacts, &pair.b, facing);
            Some(hit(&blocking.separation, blocking.id))
        }
    }
}
