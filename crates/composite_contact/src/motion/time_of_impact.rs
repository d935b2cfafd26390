//! The time of impact of a body and a composite shape that translate and rotate.

use clinch_composite::{Composite, SubShapeId};
use clinch_contact::{
    BackFaces, Cast, CastOutcome, CastSettings, Impact, MovingShape, Pair, Scratch, Space, TimeOfImpactSettings,
    time_of_impact as time_of_part,
};
use clinch_shapes::{Aabb, Convex, Core};
use clinch_support::{Basis, Frame, Rotation, Scalar, Sweep, Vector};

use crate::body::Body;
use crate::boxes::{body_box, largest_coordinate};
use crate::motion::cast::in_composite;
use crate::motion::composite_cast::CompositeCast;
use crate::motion::first_touch::{Approach, AtStart, FirstTouch, first_touch};
use crate::motion::initial_hit::initial_hit;
use crate::motion::posed_part::PosedPart;
use crate::motion::rotation_bound::RotationBound;
use crate::motion::swept_box::SweptBox;
use crate::not_negative::not_negative;
use crate::part::{Part, with_part};
use crate::scratch::CompositeScratch;

/// When, in a step from 0 to 1, do a shape made of convex parts (A) and a body (B) first come as
/// near as the target?
///
/// As [`clinch_contact::time_of_impact`], which is computed for each part that the body may meet
/// before the first touch: up to `lower` all are proved to be farther apart than the target. The
/// normal is that of a feature's normal cone, as for [`cast`](crate::cast()). A body within the
/// target at the start, or inside of a solid, hits at 0. Surfaces with one side are hit from
/// behind, too: a rotating body may come from either side in one step.
///
/// ```
/// use clinch_composite::TriMesh;
/// use clinch_composite_contact::{CompositeScratch, time_of_impact};
/// use clinch_contact::{CastOutcome, MovingShape, TimeOfImpactSettings};
/// use clinch_shapes::{Ball, ShapeError};
/// use clinch_support::{Pose, Sweep};
/// use glam::Vec3;
///
/// let floor = TriMesh::new(vec![Vec3::ZERO, Vec3::X, Vec3::Y], vec![[0, 1, 2]]).unwrap();
/// let rest = Sweep::still(Pose::IDENTITY);
/// let fall = Sweep::along(Pose::at(Vec3::new(0.25, 0.25, 2.25)), Vec3::Z * -4.0);
/// let (a, b) = (
///     MovingShape { shape: &floor, sweep: &rest },
///     MovingShape { shape: Ball::new(0.25)?, sweep: &fall },
/// );
/// let answer =
///     time_of_impact(a, b, &TimeOfImpactSettings::default(), &mut CompositeScratch::new());
/// let CastOutcome::Hit(impact) = answer.cast.outcome else { panic!("{answer:?}") };
/// assert!((impact.time - 0.5).abs() < 1e-6 && impact.lower <= 0.5);
/// # Ok::<(), ShapeError>(())
/// ```
pub fn time_of_impact<V: Space, C: Composite<V> + ?Sized, B: Convex<V>>(
    a: MovingShape<'_, V, &C>,
    b: MovingShape<'_, V, B>,
    settings: &TimeOfImpactSettings,
    scratch: &mut CompositeScratch<V>,
) -> CompositeCast<V> {
    let within = not_negative(settings.target_distance) + not_negative(settings.tolerance);
    let origin = a.sweep.start.translation.widen();
    let (start_a, start_b) = (a.sweep.pose_seen_from(origin, 0.0), b.sweep.pose_seen_from(origin, 0.0));
    let pair = Pair { a: a.shape, b: &b.shape, b_in_a: start_b.relative_to(&start_a) };
    let undefined = CompositeCast::undefined();
    let is_finite = |sweep: &Sweep<V>| sweep.motion.is_finite() && sweep.center.is_finite() && V::angle(sweep.turn).is_finite();
    let bounds = if is_finite(a.sweep) && is_finite(b.sweep) { bounds_of_rotation(&pair, &b, within) } else { None };
    let Some(start) = bounds else { return undefined };
    let motion = start_a.rotation.basis().unrotate(b.sweep.motion.widen() - a.sweep.motion.widen());
    let rotation = RotationBound { center: a.sweep.center.widen(), angle: V::angle(a.sweep.turn) };
    let reach = largest_coordinate(&start);
    let approach = |at_start: AtStart| Approach {
        path: SweptBox { start, motion, until: 1.0 },
        rotation,
        speed: motion.length() + V::angle(b.sweep.turn) * reach + rotation.angle * (reach + motion.length()),
        error: b.shape.error().widen() + not_negative(settings.tolerance),
        at_start,
        back_faces: BackFaces::Hit,
    };
    let middle = Body::new(&pair, &Default::default()).middle;
    let search = |at_start: AtStart, scratch: &mut CompositeScratch<V>| {
        let CompositeScratch { convex, hits, .. } = scratch;
        first_touch(a.shape, approach(at_start), hits, |id: SubShapeId| {
            with_part(&pair, id, |part| {
                let cast = cast_of_part(part, a.sweep, b.sweep, settings, convex);
                in_composite(a.shape, part, cast, middle)
            })
        })
    };
    if !a.shape.contains(middle)
        && let FirstTouch::Answer(answer) = search(AtStart::Stop, scratch)
    {
        return answer;
    }
    let at_start = CastSettings { target_distance: within, ..CastSettings::default() };
    if let Some(answer) = initial_hit(&pair, motion, &at_start, scratch) {
        return answer;
    }
    match search(AtStart::Hit, scratch) {
        FirstTouch::Answer(answer) => answer,
        FirstTouch::AtStart => undefined,
    }
}

/// The answer for one part, in its frame.
fn cast_of_part<V: Space>(
    part: &Part<'_, V>,
    sweep_a: &Sweep<V>,
    sweep_b: &Sweep<V>,
    settings: &TimeOfImpactSettings,
    scratch: &mut Scratch<V>,
) -> Cast<V> {
    let b = MovingShape { shape: part.pair.b, sweep: sweep_b };
    let Some(frame) = part.frame() else {
        return time_of_part(MovingShape { shape: part.pair.a, sweep: sweep_a }, b, settings, scratch);
    };
    let posed: &dyn Convex<V> = &PosedPart::new(part.pair.a, frame);
    let cast = time_of_part(MovingShape { shape: posed, sweep: sweep_a }, b, settings, scratch);
    let into_part = |direction: V::Wide| frame.direction_in_b(direction);
    let outcome = match cast.outcome {
        CastOutcome::Hit(impact) => {
            let (normal, point_a) = (into_part(impact.normal), frame.to_b(impact.point_a));
            CastOutcome::Hit(Impact { normal, point_a, ..impact })
        }
        CastOutcome::Miss { axis, proven } => CastOutcome::Miss { axis: into_part(axis), proven },
        other => other,
    };
    Cast { outcome, ..cast }
}

/// Bounds of the body in any of its rotations, at the start of its path. `None` if an input is not
/// finite.
fn bounds_of_rotation<V: Space, A, B: Convex<V>>(pair: &Pair<V, A, &B>, b: &MovingShape<'_, V, B>, within: f64) -> Option<Aabb<V::Wide>> {
    let bounds = body_box(pair, within)?;
    let turns = V::angle(b.sweep.turn) > 0.0;
    if !turns || matches!(b.shape.core(), Core::HalfSpace { .. }) {
        return Some(bounds);
    }
    let radius = b.shape.radius_about_center().widen() + b.shape.error().widen() + b.shape.radius_wide();
    let radius = radius + (b.shape.center().widen() - b.sweep.center.widen()).length() + within;
    let center = Frame::<V>::new(&pair.b_in_a).to_a(b.sweep.center.widen());
    let slack = 8.0 * f64::EPSILON * (radius + center.max_abs());
    Some(Aabb::around(center, V::Wide::from_fn(|_| radius + slack)))
}
