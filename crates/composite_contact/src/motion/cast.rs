//! Casts of a body at a composite shape.

use clinch_composite::{Composite, Sides, SubShapeId};
use clinch_contact::{
    BackFaces, Cast, CastOutcome, CastSettings, Impact, InitialOverlap, Pair, Separation, Settings, Space, cast as cast_part,
};
use clinch_shapes::Convex;
use clinch_support::{Scalar, Vector};

use crate::boxes::body_box;
use crate::manifolds::cover::Cover;
use crate::manifolds::kept_contact::KeptContact;
use crate::motion::composite_cast::CompositeCast;
use crate::motion::first_touch::{Approach, AtStart, FirstTouch, PartCast, first_touch};
use crate::motion::initial_hit::{ignores_backs, initial_hit};
use crate::motion::inner_face::{is_below_start, passes};
use crate::motion::rotation_bound::RotationBound;
use crate::motion::snap::{snap, snap_at_start};
use crate::motion::start_contacts::StartContacts;
use crate::motion::swept_box::SweptBox;
use crate::not_negative::not_negative;
use crate::part::{Part, with_part};
use crate::parts::part_query::PartQuery;
use crate::scratch::CompositeScratch;

/// When does a body, moving by `motion` (in A's frame) per unit of time, come as near to a shape
/// made of convex parts as the target?
///
/// As [`clinch_contact::cast`]: never past the first touch, and up to `lower` the body is proved to
/// be farther than the target from every part that is not ignored. Of several hits that are equally
/// early, one whose normal is in the normal cone of the feature that is hit is reported, else the
/// normal is put into it. Surfaces are hit from both of their sides, whichever has contacts, and a
/// solid also from inside; with [`BackFaces::Ignore`](clinch_contact::BackFaces) those with one
/// side are hit in front only.
///
/// A body within the target of a part, or inside of a solid, at the start hits at time 0, with the
/// separation that [`separation`](crate::separation()) gives, or as `settings.initial_overlap`
/// says. With [`IgnoreSeparating`](clinch_contact::InitialOverlap::IgnoreSeparating):
///
/// * If the body approaches along the normal of one of its contacts, it hits there.
/// * Else it slides: hits along whose normal it does not approach are ignored. So are parts that it
///   is at, unless they rise above its contacts and it approaches along their normal, as a ramp
///   that is farther than the floor; and backs that do not rise above its contacts, as of the wall
///   below the edge of a floor. It slides over a floor cut into triangles as over a plane, and over
///   flush boxes as over one.
/// * The side of the next box is passed if the boxes that the body slides over cover the contact
///   there, and if it does not rise above them: along the normal of a contact at the start, the
///   body never is deeper in a part that it passes than it was.
///
/// Parts that the body's bounds enter after the first touch are not visited. A half-space that
/// moves visits all.
///
/// ```
/// use clinch_composite::TriMesh;
/// use clinch_composite_contact::{CompositeScratch, cast};
/// use clinch_contact::{CastOutcome, CastSettings, Pair};
/// use clinch_shapes::{Cuboid, ShapeError};
/// use clinch_support::Pose;
/// use glam::{DVec3, Vec3};
///
/// // A square of two triangles.
/// let corners = vec![Vec3::ZERO, Vec3::X, Vec3::X + Vec3::Y, Vec3::Y];
/// let floor = TriMesh::new(corners, vec![[0, 1, 2], [0, 2, 3]]).unwrap();
/// let pair = Pair {
///     a: &floor,
///     b: Cuboid::new(Vec3::splat(0.25))?,
///     b_in_a: Pose::at(DVec3::new(0.5, 0.5, 2.25)),
/// };
/// let fall = cast(&pair, -DVec3::Z, &CastSettings::default(), &mut CompositeScratch::new());
/// let CastOutcome::Hit(impact) = fall.cast.outcome else { panic!("{fall:?}") };
/// assert_eq!((impact.time, impact.normal), (2.0, DVec3::Z));
/// # Ok::<(), ShapeError>(())
/// ```
pub fn cast<V: Space, C: Composite<V> + ?Sized, B: Convex<V>>(
    pair: &Pair<V, &C, B>,
    motion: V::Wide,
    settings: &CastSettings,
    scratch: &mut CompositeScratch<V>,
) -> CompositeCast<V> {
    let target = not_negative(settings.target_distance);
    // Whether a part is at the start is decided here, for all at once.
    let of_part = CastSettings { target_distance: target, max_time: not_negative(settings.max_time), ..CastSettings::default() };
    let undefined = CompositeCast::undefined();
    let Some(start) = body_box(pair, target) else { return undefined };
    if !motion.is_finite() {
        return undefined;
    }
    let within = Settings::with_margin(V::Scalar::narrow_up(target));
    let query = PartQuery::new(pair, &within);
    let (cover, middle) = (Cover::new(&query, pair), query.body.middle);
    let approach = |at_start: AtStart, back_faces: BackFaces| Approach {
        path: SweptBox { start, motion, until: of_part.max_time },
        rotation: RotationBound::none(),
        speed: motion.length(),
        error: pair.b.error().widen(),
        at_start,
        back_faces,
    };
    let search = |approach: Approach<V::Wide>, start: &StartContacts<V::Wide>, scratch: &mut CompositeScratch<V>| {
        let CompositeScratch { convex, hits, .. } = scratch;
        first_touch(pair.a, approach, hits, |id: SubShapeId| {
            if start.has_passed(id) {
                return None;
            }
            with_part(pair, id, |part| {
                let cast = cast_part(&part.pair, part.direction_in_part(motion), &of_part, convex);
                let answer = in_composite(pair.a, part, cast, middle);
                if is_in_the_way(pair.a, start, &cover, part, &answer) { answer } else { PartCast { snapped: None, ..answer } }
            })
        })
    };
    let ignored = if ignores_backs(pair.a, settings.back_faces) { BackFaces::Ignore } else { BackFaces::Hit };
    let is_inside = pair.a.contains(middle);
    if !is_inside && let FirstTouch::Answer(answer) = search(approach(AtStart::Stop, ignored), &StartContacts::new(), scratch) {
        return answer;
    }
    if let Some(answer) = initial_hit(pair, motion, &CastSettings { target_distance: target, ..*settings }, scratch) {
        return answer;
    }
    let ignores_separating = ignored == BackFaces::Ignore || settings.initial_overlap == InitialOverlap::IgnoreSeparating;
    let at_start = if ignores_separating { AtStart::IgnoreSeparating } else { AtStart::Hit };
    let ignored = if is_inside && pair.a.sides() == Sides::Solid { BackFaces::Ignore } else { ignored };
    let mut start = core::mem::replace(&mut scratch.start, StartContacts::new());
    let (mut steps, mut calls) = (0_u32, 0_u32);
    let answer = loop {
        let FirstTouch::Answer(mut answer) = search(approach(at_start, ignored), &start, scratch) else { break undefined };
        (steps, calls) = (steps.saturating_add(answer.cast.steps), calls.saturating_add(answer.cast.calls));
        (answer.cast.steps, answer.cast.calls) = (steps, calls);
        if !passes(&mut start, pair, motion, &answer, scratch) {
            break answer;
        }
    };
    let answer = if start.passed.is_empty() && !is_inside { answer } else { answer.not_proven() };
    scratch.start = start;
    answer
}

/// Whether a hit counts. What the body is at when it starts does if it rises above the planes of
/// all contacts there, and so does what it hits from behind: the body slides over all others. At
/// most it is as deep in them as it was at the start.
fn is_in_the_way<V: Space, C: Composite<V> + ?Sized, B: Convex<V>>(
    composite: &C,
    start: &StartContacts<V::Wide>,
    cover: &Cover<'_, V, C, B>,
    part: &Part<'_, V>,
    of_part: &PartCast<V>,
) -> bool {
    let CastOutcome::Hit(impact) = &of_part.cast.outcome else { return true };
    let is_behind = composite.sides() != Sides::Two && of_part.snapped.is_some_and(|snapped| !snapped.is_front);
    if !(impact.at_start || is_behind) {
        return true;
    }
    let &Impact { normal, separation: distance, point_a, point_b, .. } = impact;
    let separation = Separation { normal, distance, lower: distance, upper: distance, point_a, point_b };
    !is_below_start(start, cover, &KeptContact::new(part.id, separation, false))
}

/// The answer of a part, in the frame of the composite shape. `middle` is that of the body at the
/// start.
pub(crate) fn in_composite<V: Space, C: Composite<V> + ?Sized>(
    composite: &C,
    part: &Part<'_, V>,
    cast: Cast<V>,
    middle: V::Wide,
) -> PartCast<V> {
    let outcome = match cast.outcome {
        CastOutcome::Hit(impact) => {
            let (normal, point_a) = (part.direction(impact.normal), part.point(impact.point_a));
            CastOutcome::Hit(Impact { normal, point_a, ..impact })
        }
        CastOutcome::Miss { axis, proven } => CastOutcome::Miss { axis: part.direction(axis), proven },
        other => other,
    };
    let snapped = match &outcome {
        CastOutcome::Hit(impact) if impact.at_start => snap_at_start(composite, part, impact.normal, middle),
        CastOutcome::Hit(impact) => Some(snap(composite, part, impact.normal)),
        _ => None,
    };
    PartCast { cast: Cast { outcome, ..cast }, snapped, bounds: part.bounds() }
}
