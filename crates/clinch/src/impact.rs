//! Queries of moving shapes and of rays, in world space.

use clinch_composite::{Composite, GeometryVisitor, SubShapeId};
use clinch_contact::{
    BackFaces, Cast, CastOutcome, CastSettings, InitialOverlap, MovingShape, Scratch, Space, TimeOfImpactSettings, WorldCastOutcome,
    ray_cast,
};
use clinch_shapes::Convex;
use clinch_support::{Angular, Basis, Pose, Rotation, Scalar, Sweep, Vector};

use crate::answer::nan_vector;
use crate::point::to_local;
use crate::query_scratch::QueryScratch;
use crate::world_pair::WorldPair;

/// The input of a shape cast: the translations of two shapes, and where the cast ends. The shapes
/// do not rotate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motion<V: Vector> {
    /// The translation of A per unit of time.
    pub a: V,
    /// The translation of B per unit of time.
    pub b: V,
    /// The time at which the motion ends, included. May be infinite; negative or NaN counts as 0.
    pub max_time: V::Scalar,
    /// The distance at which the cast hits. Negative or NaN counts as 0: the shapes touch.
    pub target_distance: V::Scalar,
    /// The answer for shapes that are within the target distance at the start.
    pub initial_overlap: InitialOverlap,
    /// Whether surfaces with one side are hit from behind. Of two such surfaces only the backs of
    /// the one with the larger bounds are ignored.
    ///
    /// ```
    /// use clinch::BackFaces;
    /// use clinch::d2::{Chain, Circle, Motion, Pose, cast_shape};
    /// use glam::Vec2;
    ///
    /// // A platform, whose front is up, and a ball that jumps through it and falls on it.
    /// let platform = Chain::open(vec![Vec2::X, Vec2::NEG_X])?;
    /// let ball = Circle::new(0.5)?;
    /// let time = |height: f32, speed: f32, back_faces: BackFaces| {
    ///     let (rest, at) = (Pose::IDENTITY, Pose::at(Vec2::Y * height));
    ///     let motion = Motion { back_faces, ..Motion::of_b(Vec2::Y * speed) };
    ///     let impact = cast_shape(&platform, &rest, &ball, &at, &motion);
    ///     impact.is_hit().then_some(impact.time)
    /// };
    /// assert_eq!(time(-2.5, 1.0, BackFaces::Hit), Some(2.0));
    /// assert_eq!(time(-2.5, 1.0, BackFaces::Ignore), None);
    /// assert_eq!(time(-0.25, -1.0, BackFaces::Ignore), None); // it has not come through
    /// assert_eq!(time(2.5, -1.0, BackFaces::Ignore), Some(2.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub back_faces: BackFaces,
}

impl<V: Vector> Motion<V> {
    /// B moves by `translation` per unit of time, without end; A rests. The target distance is 0.
    ///
    /// ```
    /// use clinch::d2::{Circle, Motion, Pose, cast_shape};
    /// use glam::Vec2;
    ///
    /// let ball = Circle::new(0.5)?;
    /// let (rests, flies) = (Pose::IDENTITY, Pose::at(Vec2::X * 5.0));
    /// let motion = Motion::of_b(Vec2::X * -2.0);
    /// assert_eq!(cast_shape(&ball, &rests, &ball, &flies, &motion).time, 2.0); // 4 units, at 2
    /// assert!(!cast_shape(&ball, &rests, &ball, &flies, &motion.with_max_time(1.5)).is_hit());
    /// let near = Motion { target_distance: 1.0, ..motion };
    /// assert_eq!(cast_shape(&ball, &rests, &ball, &flies, &near).time, 1.5);
    /// # Ok::<(), clinch::shapes::ShapeError>(())
    /// ```
    pub fn of_b(translation: V) -> Self {
        Self {
            a: V::ZERO,
            b: translation,
            max_time: V::Scalar::INFINITY,
            target_distance: V::Scalar::ZERO,
            initial_overlap: InitialOverlap::Report,
            back_faces: BackFaces::Hit,
        }
    }

    /// The same motion, up to this time.
    #[must_use]
    pub fn with_max_time(self, max_time: V::Scalar) -> Self {
        Self { max_time, ..self }
    }
}

/// A ray in world space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray<V: Vector> {
    /// The starting point.
    pub origin: V,
    /// The translation per unit of time, of any length.
    pub direction: V,
    /// The time at which the ray ends, included. May be infinite; negative or NaN counts as 0.
    pub max_time: V::Scalar,
    /// For a ray that starts inside the shape: a solid shape is hit at time 0, a hollow one where
    /// the ray leaves it.
    pub solid: bool,
    /// Whether surfaces with one side are hit from behind.
    pub back_faces: BackFaces,
}

impl<V: Vector> Ray<V> {
    /// A ray of infinite length, for which shapes are solid, and which hits the backs of surfaces.
    ///
    /// ```
    /// use clinch::d2::{Pose, Ray, Rectangle, cast_ray};
    /// use glam::Vec2;
    ///
    /// let wall = Rectangle::new(Vec2::new(1.0, 4.0))?;
    /// let ray = Ray::new(Vec2::X * 5.0, Vec2::X * -2.0);
    /// let impact = cast_ray(&wall, &Pose::IDENTITY, &ray);
    /// assert_eq!((impact.time, impact.point_a, impact.normal), (2.0, Vec2::X, Vec2::X));
    /// assert!(!cast_ray(&wall, &Pose::IDENTITY, &Ray { max_time: 1.5, ..ray }).is_hit());
    /// # Ok::<(), clinch::shapes::ShapeError>(())
    /// ```
    pub fn new(origin: V, direction: V) -> Self {
        Self { origin, direction, max_time: V::Scalar::INFINITY, solid: true, back_faces: BackFaces::Hit }
    }
}

/// How a cast ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CastStatus {
    /// The shapes come within the target distance at `time`.
    Hit,
    /// The shapes are within the target distance at the start, which includes overlaps.
    AtStart,
    /// The shapes stay farther apart than the target distance.
    Miss,
    /// The search reached its limit of steps. There is no hit before `lower`.
    Exhausted,
    /// A number is not finite.
    Undefined,
}

/// The result of a ray cast, a shape cast or a time of impact, in world space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Impact<V: Vector> {
    /// How the cast ended. If it is no hit, all fields but `status`, `lower` and `support_calls`
    /// are NaN.
    pub status: CastStatus,
    /// The time of the hit, rounded down.
    pub time: V::Scalar,
    /// Before this time the shapes are proved to be farther apart than the target distance. The
    /// end of the motion if the cast misses: proved to within the declared errors of the shapes,
    /// and but for contacts that are ignored at the start. 0 where a ray leaves a hollow shape; NaN
    /// if the answer is undefined.
    pub lower: V::Scalar,
    /// The signed distance at `time`: the target distance to rounding, or less at the start.
    pub separation: V::Scalar,
    /// Unit vector from A to B; for a ray, outward from the shape.
    pub normal: V,
    /// The witness point on the surface of A, at its pose at `time`.
    pub point_a: V,
    /// The witness point on the surface of B, at its pose at `time`; for a ray, its position then.
    pub point_b: V,
    /// Support calls made on A − B.
    pub support_calls: u32,
    /// The parts of A and B that meet; `None` of a convex shape or a ray, and without a hit.
    pub sub_shapes: [Option<SubShapeId>; 2],
}

impl<V: Vector> Impact<V> {
    /// Whether the cast hits, during the motion or at its start.
    pub fn is_hit(&self) -> bool {
        matches!(self.status, CastStatus::Hit | CastStatus::AtStart)
    }

    /// Whether the query has no answer: a number is not finite.
    pub fn is_undefined(&self) -> bool {
        self.status == CastStatus::Undefined
    }

    /// An answer that names no place.
    fn without_hit(status: CastStatus, lower: f64, support_calls: u32) -> Self {
        let (nan, point) = (V::Scalar::narrow(f64::NAN), nan_vector());
        Self {
            status,
            time: nan,
            lower: V::Scalar::narrow_down(lower),
            separation: nan,
            normal: point,
            point_a: point,
            point_b: point,
            support_calls,
            sub_shapes: [None, None],
        }
    }

    /// The same answer with A and B exchanged. Exact, because it is in world space.
    pub(crate) fn swapped(self) -> Self {
        let [a, b] = self.sub_shapes;
        Self { normal: -self.normal, point_a: self.point_b, point_b: self.point_a, sub_shapes: [b, a], ..self }
    }
}

pub(crate) fn cast_shape<V: Space, A: Convex<V>, B: Convex<V>>(
    pair: &WorldPair<'_, V, A, B>,
    motion: &Motion<V>,
    scratch: &mut Scratch<V>,
) -> Impact<V> {
    let (motion_a, motion_b) = (motion.a.widen(), motion.b.widen());
    let settings = CastSettings {
        target_distance: motion.target_distance.widen(),
        max_time: motion.max_time.widen(),
        initial_overlap: motion.initial_overlap,
        back_faces: motion.back_faces,
    };
    let answer = pair.placed().cast([motion_a, motion_b], &settings, scratch);
    match answer.outcome {
        WorldCastOutcome::Hit(impact) => Impact {
            status: if impact.at_start { CastStatus::AtStart } else { CastStatus::Hit },
            time: V::Scalar::narrow_down(impact.time),
            lower: V::Scalar::narrow_down(impact.lower),
            separation: V::Scalar::narrow(impact.separation),
            normal: impact.normal,
            point_a: impact.point_a,
            point_b: impact.point_b,
            support_calls: answer.calls,
            sub_shapes: [None, None],
        },
        WorldCastOutcome::Miss { .. } => Impact::without_hit(CastStatus::Miss, not_negative(settings.max_time), answer.calls),
        WorldCastOutcome::Exhausted { lower } => Impact::without_hit(CastStatus::Exhausted, lower, answer.calls),
        WorldCastOutcome::Undefined => Impact::without_hit(CastStatus::Undefined, f64::NAN, answer.calls),
    }
}

impl<V: Space> Ray<V> {
    /// The ray in the frame of a shape.
    fn relative_to(&self, pose: &Pose<V::Wide>) -> clinch_contact::Ray<V::Wide> {
        clinch_contact::Ray {
            origin: to_local::<V>(pose, self.origin.widen()),
            direction: pose.rotation.basis().unrotate(self.direction.widen()),
            max_time: self.max_time.widen(),
            solid: self.solid,
            back_faces: self.back_faces,
        }
    }

    /// The answer for a shape at a pose, in world space.
    fn in_world(&self, answer: &Cast<V>, pose: &Pose<V::Wide>) -> Impact<V> {
        let (origin, direction) = (self.origin.widen(), self.direction.widen());
        in_world(answer, self.max_time.widen(), |time| (*pose, Pose::at(origin + direction * time)))
    }
}

/// The first point where a ray hits a shape at a pose.
pub(crate) struct RayCast<'q, V: Space> {
    pub(crate) pose: &'q Pose<V::Wide>,
    pub(crate) ray: &'q Ray<V>,
    pub(crate) scratch: &'q mut QueryScratch<V>,
}

impl<V: Space> GeometryVisitor<V> for RayCast<'_, V> {
    type Output = Impact<V>;

    fn convex<S: Convex<V>>(self, shape: &S) -> Impact<V> {
        self.ray.in_world(&ray_cast(shape, &self.ray.relative_to(self.pose), self.scratch.convex()), self.pose)
    }

    fn composite(self, shape: &dyn Composite<V>) -> Impact<V> {
        let answer = clinch_composite_contact::ray_cast(shape, &self.ray.relative_to(self.pose), self.scratch.composite());
        Impact { sub_shapes: answer.sub_shapes, ..self.ray.in_world(&answer.cast, self.pose) }
    }
}

pub(crate) fn time_of_impact<V: Space>(
    a: &impl Convex<V>,
    sweep_a: &Sweep<V>,
    b: &impl Convex<V>,
    sweep_b: &Sweep<V>,
    target_distance: V::Scalar,
) -> Impact<V> {
    let settings = TimeOfImpactSettings { target_distance: target_distance.widen(), ..TimeOfImpactSettings::default() };
    let (swept_a, swept_b) = (MovingShape { shape: a, sweep: sweep_a }, MovingShape { shape: b, sweep: sweep_b });
    let answer = clinch_contact::time_of_impact(swept_a, swept_b, &settings, &mut Scratch::new());
    in_world(&answer, 1.0, |time| (sweep_a.pose_at(time), sweep_b.pose_at(time)))
}

/// 0 in place of a time that is negative or NaN.
fn not_negative(time: f64) -> f64 {
    if time > 0.0 { time } else { 0.0 }
}

/// `poses` gives the poses of A and B at a time.
pub(crate) fn in_world<V: Vector + Angular>(
    answer: &Cast<V>,
    max_time: f64,
    poses: impl Fn(f64) -> (Pose<V::Wide>, Pose<V::Wide>),
) -> Impact<V> {
    match &answer.outcome {
        CastOutcome::Hit(impact) => {
            let (a, b) = poses(impact.time);
            Impact {
                time: V::Scalar::narrow_down(impact.time),
                separation: V::Scalar::narrow(impact.separation),
                normal: V::narrow(a.vector(impact.normal)),
                point_a: V::narrow(a.point(impact.point_a)),
                point_b: V::narrow(b.point(impact.point_b)),
                ..Impact::without_hit(if impact.at_start { CastStatus::AtStart } else { CastStatus::Hit }, impact.lower, answer.calls)
            }
        }
        CastOutcome::Miss { .. } => Impact::without_hit(CastStatus::Miss, not_negative(max_time), answer.calls),
        CastOutcome::Exhausted { lower } => Impact::without_hit(CastStatus::Exhausted, *lower, answer.calls),
        CastOutcome::Undefined => Impact::without_hit(CastStatus::Undefined, f64::NAN, answer.calls),
    }
}
