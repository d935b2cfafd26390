//! Questions about what moves, answered in world space.

use clinch_contact::{
    Cast, CastOutcome, CastSettings, Pair, Scratch, Space, StartRule, SweepSettings, Swept, cast as cast_pair, ray_cast as cast_ray,
    time_of_impact as first_touch,
};
use clinch_shapes::Convex;
use clinch_support::{Angular, Basis, Pose, Rotation, Scalar, Sweep, Vector};

use crate::answer::not_a_point;
use crate::point::seen_from;

/// How two shapes move in a cast: straight on, without turning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motion<V: Vector> {
    /// How far A moves per unit of the parameter.
    pub a: V,
    /// How far B moves per unit of the parameter.
    pub b: V,
    /// The parameter at which the motion ends, itself included. May be infinite; negative or NaN counts as 0.
    pub until: V::Scalar,
    /// The distance that counts as a hit. Negative or NaN counts as 0: the shapes touch.
    pub target: V::Scalar,
    /// What is said of shapes that are within the target at the start.
    pub start: StartRule,
}

impl<V: Vector> Motion<V> {
    /// B moves, for ever; A stays.
    pub fn of_b(motion: V) -> Self {
        Self { a: V::ZERO, b: motion, until: V::Scalar::INFINITY, target: V::Scalar::ZERO, start: StartRule::Report }
    }

    /// The same, up to this parameter.
    #[must_use]
    pub fn until(self, until: V::Scalar) -> Self {
        Self { until, ..self }
    }
}

/// A ray in world space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray<V: Vector> {
    /// Where it begins.
    pub origin: V,
    /// Where it goes per unit of the parameter; of any length.
    pub direction: V,
    /// The parameter at which it ends, itself included. May be infinite; negative or NaN counts as 0.
    pub until: V::Scalar,
    /// From inside: a solid shape is hit at parameter 0, of a hollow one the exit is looked for.
    pub solid: bool,
}

impl<V: Vector> Ray<V> {
    /// A ray without end, for which shapes are solid.
    pub fn new(origin: V, direction: V) -> Self {
        Self { origin, direction, until: V::Scalar::INFINITY, solid: true }
    }
}

/// What became of a motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Status {
    /// They come as near as the target, at `time`.
    Hit,
    /// They are as near at the start, or overlap there.
    AtStart,
    /// They do not, up to the limit.
    Miss,
    /// The steps ran out: nothing happens before `lower`.
    Exhausted,
    /// A number is not finite.
    Undefined,
}

/// When and how something that moves meets a shape, in world space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Impact<V: Vector> {
    /// What became of it. The other fields but `lower` and `support_calls` are NaN unless it is a hit or the start.
    pub status: Status,
    /// The parameter of the impact, rounded down.
    pub time: V::Scalar,
    /// Up to this parameter they are farther apart than the target: proved. The limit, of a miss; 0 of the exit from a hollow shape.
    pub lower: V::Scalar,
    /// The signed distance at `time`: the target but for rounding; anything below it at the start.
    pub separation: V::Scalar,
    /// Unit, from A to B; of a ray outward from the shape.
    pub normal: V,
    /// On A's surface, where A is at `time`.
    pub point_a: V,
    /// On B's surface, where B is at `time`; of a ray its point.
    pub point_b: V,
    /// Support calls made on A − B.
    pub support_calls: u32,
}

impl<V: Vector> Impact<V> {
    /// They meet, on the way or at the start.
    pub fn is_hit(&self) -> bool {
        matches!(self.status, Status::Hit | Status::AtStart)
    }

    /// The question could not be answered: a number is not finite.
    pub fn is_undefined(&self) -> bool {
        self.status == Status::Undefined
    }
}

/// Poses in `f64`, so that whoever has a more exact one loses nothing.
pub(crate) fn cast<V: Space>(
    a: &impl Convex<V>,
    pose_a: &Pose<V::Wide>,
    b: &impl Convex<V>,
    pose_b: &Pose<V::Wide>,
    motion: &Motion<V>,
    scratch: &mut Scratch<V>,
) -> Impact<V> {
    let (motion_a, motion_b) = (motion.a.widen(), motion.b.widen());
    let settings = CastSettings { target: motion.target.widen(), until: motion.until.widen(), start: motion.start };
    let in_a = pose_a.rotation.basis().unrotate(motion_b - motion_a);
    let answer = cast_pair(&Pair { a, b, b_in_a: pose_b.relative_to(pose_a) }, in_a, &settings, scratch);
    let moved = |pose: &Pose<V::Wide>, by: V::Wide| Pose { translation: pose.translation + by, ..*pose };
    in_world(&answer, settings.until, |time| (moved(pose_a, motion_a * time), moved(pose_b, motion_b * time)))
}

pub(crate) fn ray_cast<V: Space>(shape: &impl Convex<V>, pose: &Pose<V::Wide>, ray: &Ray<V>, scratch: &mut Scratch<V>) -> Impact<V> {
    let (origin, direction, until) = (ray.origin.widen(), ray.direction.widen(), ray.until.widen());
    let in_shape = clinch_contact::Ray {
        origin: seen_from::<V>(pose, origin),
        direction: pose.rotation.basis().unrotate(direction),
        until,
        solid: ray.solid,
    };
    let answer = cast_ray(shape, &in_shape, scratch);
    in_world(&answer, until, |time| (*pose, Pose::at(origin + direction * time)))
}

pub(crate) fn time_of_impact<V: Space>(
    a: &impl Convex<V>,
    sweep_a: &Sweep<V>,
    b: &impl Convex<V>,
    sweep_b: &Sweep<V>,
    target: V::Scalar,
) -> Impact<V> {
    let settings = SweepSettings { target: target.widen(), ..SweepSettings::default() };
    let (swept_a, swept_b) = (Swept { shape: a, sweep: sweep_a }, Swept { shape: b, sweep: sweep_b });
    let answer = first_touch(swept_a, swept_b, &settings, &mut Scratch::new());
    in_world(&answer, 1.0, |time| (sweep_a.pose_at(time), sweep_b.pose_at(time)))
}

/// `poses` are those of A and B at a time.
fn in_world<V: Vector + Angular>(answer: &Cast<V>, until: f64, poses: impl Fn(f64) -> (Pose<V::Wide>, Pose<V::Wide>)) -> Impact<V> {
    let (nan, point) = (V::Scalar::narrow(f64::NAN), not_a_point());
    let nothing = |status: Status, lower: f64| Impact {
        status,
        time: nan,
        lower: V::Scalar::narrow_down(lower),
        separation: nan,
        normal: point,
        point_a: point,
        point_b: point,
        support_calls: answer.calls,
    };
    match &answer.outcome {
        CastOutcome::Hit(impact) => {
            let (a, b) = poses(impact.time);
            Impact {
                time: V::Scalar::narrow_down(impact.time),
                separation: V::Scalar::narrow(impact.separation),
                normal: V::narrow(a.vector(impact.normal)),
                point_a: V::narrow(a.point(impact.point_a)),
                point_b: V::narrow(b.point(impact.point_b)),
                ..nothing(if impact.at_start { Status::AtStart } else { Status::Hit }, impact.lower)
            }
        }
        CastOutcome::Miss { .. } => nothing(Status::Miss, if until > 0.0 { until } else { 0.0 }),
        CastOutcome::Exhausted { lower } => nothing(Status::Exhausted, *lower),
        CastOutcome::Undefined => nothing(Status::Undefined, f64::NAN),
    }
}
