//! When do two shapes that translate and rotate first come as near as a target?
//!
//! * Conservative advancement. From the separating axis at the current time, a part of the step is
//!   proved to be free of impacts; then again from its end. The proved part never passes the first
//!   impact, and ends as near to it as the support maps' declared errors allow a proof.
//! * The gap along an axis at any later time is two support calls. Between two times it can be
//!   below the line between the gaps there only as far as rotating points leave their chords. A
//!   point that rotates at distance R with angular speed ω has an acceleration of at most ω²R,
//!   so the gap is below the line by at most ½·ω²R·x·(δ − x). The first root of line minus
//!   this bound is a step. Over a short time the bound vanishes, and the step is Newton's.
//! * Along a fixed axis the far corner of a rotating face, or the end of an edge, comes nearer
//!   although the contact is elsewhere, and steps would shrink by a constant factor. So a second
//!   axis is tried that rotates with the features: it stays orthogonal to the edges of A and of B
//!   that the search ended with. It changes linearly, n + δ·n′, which adds at most
//!   2·|n′|·(speed of the points) to the acceleration.
//! * A half-space has no R. Its own axis rotates with it: the gap is the closed form, and its
//!   second derivative is bounded by the acceleration of the other shape's points relative to it.
//! * Without rotations there is no acceleration: each step is that of a linear cast.
//!
//! After Mirtich (1996) for the principle, and Zhang, Lee and Kim, "Interactive continuous
//! collision detection for non-convex polyhedra" (2006), for the motion bound along the axis; here
//! it is made of the gaps at both ends in place of a bound of the speed.

use clinch_gjk::{Limits, Outcome, Simplex, Start, distance};
use clinch_shapes::{Convex, Core};
use clinch_support::{Angular, Basis, Difference, Record, Rotation, Scalar, Sweep, Vector};
use smallvec::SmallVec;

use crate::answer::{Relation, Separation};
use crate::cast::impact::{Cast, CastOutcome, Impact};
use crate::cast::linear::closed_form;
use crate::cast::settings::CastSettings;
use crate::clip::Space;
use crate::measure::measure;
use crate::memory::Memory;
use crate::pair::Pair;
use crate::scratch::Scratch;
use crate::settings::Settings;
use crate::sizes::is_half_space;

/// A shape and its motion through the step.
#[derive(Debug)]
pub struct MovingShape<'s, V: Angular, S> {
    /// The shape.
    pub shape: S,
    /// Its motion. Those of both shapes are in one frame, such as the world's.
    pub sweep: &'s Sweep<V>,
}

/// Settings of a time of impact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimeOfImpactSettings {
    /// The distance that counts as an impact. A length, in the caller's unit. Negative or NaN
    /// counts as 0: the shapes touch.
    pub target_distance: f64,
    /// How far above the target the search may stop. A length; a larger one saves the last steps.
    /// With 0, or anything below four times the support maps' declared errors, the search stops as
    /// near as can be proved.
    pub tolerance: f64,
    /// The step limit; after it the search returns what it has proved. Impacts take 3 to 20 steps.
    /// A round shape that spins close by takes steps as short as the root of the gap.
    pub steps: u32,
}

impl Default for TimeOfImpactSettings {
    fn default() -> Self {
        Self { target_distance: 0.0, tolerance: 0.0, steps: 256 }
    }
}

/// When, in a step from 0 to 1, do A and B first come as near as the target?
///
/// A hit is proved: up to `lower` the shapes are farther apart than the target, and at `time`,
/// which is the same parameter, they are at most as far apart as target, tolerance and four times
/// the support maps' declared errors; of two spheres some hundred ε of their coordinates, and on a
/// way much longer than the shapes some ε of the way, too. The normal and the points are those at
/// `time`, in A's and B's frames there. Shapes that are that near at the start hit at 0, unless
/// they are farther apart than the target and proved to stay so through the step. A number that is
/// not finite gives [`CastOutcome::Undefined`]. Costs a search for the distance, mostly warm, and
/// three to ten support calls per step.
///
/// ```
/// use clinch_contact::{CastOutcome, MovingShape, Scratch, TimeOfImpactSettings, time_of_impact};
/// use clinch_shapes::{Cuboid, ShapeError};
/// use clinch_support::{Pose, Sweep};
/// use glam::Vec3;
///
/// // A bar of length 4 that makes a quarter turn about its middle, and a post beside it.
/// let (bar, post) = (Cuboid::new(Vec3::new(2.0, 0.25, 0.25))?, Cuboid::new(Vec3::splat(0.25))?);
/// let turn = Vec3::Z * std::f32::consts::FRAC_PI_2;
/// let turns = Sweep { turn, ..Sweep::still(Pose::IDENTITY) };
/// let stands = |x, y| Sweep::still(Pose::at(Vec3::new(x, y, 0.0)));
///
/// let when = |rests: &Sweep<Vec3>| {
///     let a = MovingShape { shape: bar, sweep: &turns };
///     let b = MovingShape { shape: post, sweep: rests };
///     time_of_impact(a, b, &TimeOfImpactSettings::default(), &mut Scratch::new()).outcome
/// };
/// let CastOutcome::Hit(impact) = when(&stands(0.0, 1.5)) else { panic!("the bar ends upright") };
/// assert!(0.5 < impact.lower && impact.lower <= impact.time && impact.time < 1.0);
/// assert!(matches!(when(&stands(0.0, 2.5)), CastOutcome::Miss { proven: true, .. }));
/// # Ok::<(), ShapeError>(())
/// ```
pub fn time_of_impact<V: Space, A: Convex<V>, B: Convex<V>>(
    a: MovingShape<'_, V, A>,
    b: MovingShape<'_, V, B>,
    settings: &TimeOfImpactSettings,
    scratch: &mut Scratch<V>,
) -> Cast<V> {
    let target = if settings.target_distance > 0.0 { settings.target_distance } else { 0.0 };
    let tolerance = if settings.tolerance > 0.0 { settings.tolerance } else { 0.0 };
    let origin = a.sweep.start.translation.widen();
    let over_plane = is_half_space(&a.shape) || is_half_space(&b.shape);
    let step = Motion { a, b, origin };
    let mut search = Search { step, target, tolerance, steps: 0, calls: 0 };
    let outcome = if over_plane { search.over_plane(settings.steps) } else { search.run(settings.steps, scratch) };
    let outcome = if let SearchEnd::AtStart = outcome { search.impact_at(0.0, scratch) } else { outcome };
    let outcome = match outcome {
        SearchEnd::AtStart | SearchEnd::Undefined => CastOutcome::Undefined,
        SearchEnd::Hit(impact) => CastOutcome::Hit(impact),
        SearchEnd::Miss { axis } => CastOutcome::Miss { axis, proven: true },
        SearchEnd::Exhausted { lower } => CastOutcome::Exhausted { lower },
    };
    Cast { outcome, steps: search.steps, calls: search.calls }
}

/// The two moving shapes, relative to a fixed origin.
struct Motion<'s, V: Angular, A, B> {
    a: MovingShape<'s, V, A>,
    b: MovingShape<'s, V, B>,
    origin: V::Wide,
}

impl<V: Space, A: Convex<V>, B: Convex<V>> Motion<'_, V, A, B> {
    fn pair(&self, time: f64) -> Pair<V, &A, &B> {
        let (a, b) = (self.a.sweep.pose_seen_from(self.origin, time), self.b.sweep.pose_seen_from(self.origin, time));
        Pair { a: &self.a.shape, b: &self.b.shape, b_in_a: b.relative_to(&a) }
    }

    /// The rotation of A at a time: takes directions of A's frame to a fixed one.
    fn basis_of_a(&self, time: f64) -> V::Basis {
        self.a.sweep.pose_seen_from(self.origin, time).rotation.basis()
    }

    /// A direction of A's frame at a time, in A's frame at the start.
    fn at_start(&self, direction: V::Wide, time: f64) -> V::Wide {
        self.basis_of_a(0.0).unrotate(self.basis_of_a(time).rotate(direction))
    }

    /// A bound of the second derivative of the gap along an axis: the greatest relative
    /// acceleration of a pair of points along it, while the axis drifts for `span`.
    fn curvature(&self, axis: &Axis<V::Wide>, span: f64) -> f64 {
        fn of<V: Space, S: Convex<V>>(swept: &MovingShape<'_, V, S>, axis: &Axis<V::Wide>, span: f64) -> (f64, f64) {
            let (turn, radius) = (swept.sweep.turn, radius_about_axis(swept));
            let along = V::spin(turn, axis.normal).length() + span * V::spin(turn, axis.drift).length();
            (V::angle(turn) * radius, V::angle(turn) * along * radius)
        }
        let ((speed_a, curvature_a), (speed_b, curvature_b)) = (of(&self.a, axis, span), of(&self.b, axis, span));
        let motion = (self.b.sweep.motion.widen() - self.a.sweep.motion.widen()).length();
        // Of a fixed axis 0, also where the length of the motion overflows.
        let of_drift = if axis.drift == V::Wide::ZERO { 0.0 } else { 2.0 * axis.drift.length() * (motion + speed_a + speed_b) };
        curvature_a + curvature_b + of_drift
    }

    /// The gap along an axis at a later time, above the target and the error that a proof must
    /// allow for, in units of the axis's length there. It falls no faster than that length grows.
    fn above(&self, axis: &Axis<V::Wide>, time: f64, later: f64, target: f64) -> f64 {
        let pair = self.pair(later);
        let axis = axis.normal + axis.drift * (later - time);
        let toward = self.basis_of_a(later).unrotate(axis);
        let there = Difference::new(&pair.a, &pair.b, &pair.b_in_a);
        let error = there.error() + 8.0 * f64::EPSILON * (there.size() + target);
        -toward.dot(there.vertex(toward).point) - (target + error) * toward.length()
    }

    /// The drift by which the axis stays orthogonal to the edges of both shapes' features, as far
    /// as both are possible.
    fn drift(&self, normal: V::Wide, time: f64, simplex: &Simplex, record: &Record<V>) -> V::Wide {
        let (basis_a, basis_b) = (self.basis_of_a(time), self.b.sweep.pose_seen_from(self.origin, time).rotation.basis());
        let (spin_a, spin_b) = (V::spin(self.a.sweep.turn, normal), V::spin(self.b.sweep.turn, normal));
        let mut across: SmallVec<[V::Wide; 3]> = SmallVec::from_elem(normal, 1);
        let mut drift = V::Wide::ZERO;
        let Some((&first, rest)) = simplex.split_first() else { return drift };
        for &index in rest {
            let (from, to) = (&record[first], &record[index]);
            let edges = [(basis_a.rotate(to.a.point - from.a.point), spin_a), (basis_b.rotate(to.b.point - from.b.point), spin_b)];
            for (edge, spin) in edges {
                let new = across.iter().fold(edge, |new, &unit| new - unit * unit.dot(new));
                let length = new.length();
                if across.len() < V::DIM && length > PARALLEL * edge.length() {
                    let unit = new * length.recip();
                    drift = drift + unit * ((spin - drift).dot(edge) / length);
                    across.push(unit);
                }
            }
        }
        drift
    }

    /// A bound of the second derivative of the gap along the rotating normal of a half-space: the
    /// greatest acceleration of a point of the other shape relative to it, by the rotation of the
    /// one, of the other, and of both.
    fn curvature_over_plane(&self) -> f64 {
        let between = self.b.sweep.center_seen_from(self.origin) - self.a.sweep.center_seen_from(self.origin);
        let motion = (self.b.sweep.motion.widen() - self.a.sweep.motion.widen()).length();
        let (turn_a, turn_b) = (V::angle(self.a.sweep.turn), V::angle(self.b.sweep.turn));
        let a_is_plane = is_half_space(&self.a.shape);
        let (plane, other) = if a_is_plane { (turn_a, turn_b) } else { (turn_b, turn_a) };
        let (other_radius, about_axis) = match (a_is_plane, is_half_space(&self.b.shape)) {
            (true, true) => (0.0, 0.0),
            (true, false) => (radius(&self.b), radius_about_axis(&self.b)),
            (false, _) => (radius(&self.a), radius_about_axis(&self.a)),
        };
        plane * plane * (between.length() + motion + other_radius)
            + 2.0 * plane * (motion + other * about_axis)
            + other * other * about_axis
    }
}

/// An axis that changes linearly: its length is 1 at first, and never less.
struct Axis<W> {
    /// At first; unit, from A to B.
    normal: W,
    /// Orthogonal to the normal, per unit of time.
    drift: W,
}

/// Edges whose directions differ by a sine of less than this cannot both be followed by an axis.
/// Larger: near-parallel edges take steps of a constant factor. Smaller: the axis that follows them
/// drifts so fast that it proves nothing.
const PARALLEL: f64 = 0.05;

/// No point of the core is farther than this from the point that moves along a line.
fn radius<V: Space, S: Convex<V>>(swept: &MovingShape<'_, V, S>) -> f64 {
    swept.shape.radius_about_center().widen() + (swept.shape.center().widen() - swept.sweep.center.widen()).length()
}

/// No point of the core is farther than this from the axis of the turn: a capsule that rolls is as
/// near as if it did not.
fn radius_about_axis<V: Space, S: Convex<V>>(swept: &MovingShape<'_, V, S>) -> f64 {
    let (all, turn) = (radius(swept), swept.sweep.turn);
    let ends = match swept.shape.core() {
        Core::Segment(ends) => Some(ends),
        core => core.point().map(|point| [point; 2]),
    };
    let angle = V::angle(turn);
    let Some(ends) = ends.filter(|_| angle > 0.0) else { return all };
    let (basis, center) = (swept.sweep.start.rotation.basis(), swept.sweep.center.widen());
    let [first, second] = ends.map(|end| V::spin(turn, basis.rotate(end - center)).length() / angle);
    let farthest = if first > second { first } else { second } + 8.0 * f64::EPSILON * all;
    if farthest < all { farthest } else { all }
}

/// The shape does not rotate, or is a sphere that rotates about its centre.
fn moves_straight<V: Space, S: Convex<V>>(swept: &MovingShape<'_, V, S>) -> bool {
    let centered = || swept.shape.core().point() == Some(swept.sweep.center.widen());
    !(V::angle(swept.sweep.turn) > 0.0) || centered()
}

/// As [`CastOutcome`], before shapes within the target at the start are measured.
enum SearchEnd<V: Vector> {
    AtStart,
    Hit(Impact<V>),
    Miss { axis: V::Wide },
    Exhausted { lower: f64 },
    Undefined,
}

struct Search<'s, V: Angular, A, B> {
    step: Motion<'s, V, A, B>,
    target: f64,
    tolerance: f64,
    steps: u32,
    calls: u32,
}

/// The search ends at this many times the error that a proof must allow for. Larger: impacts are
/// early by as much. At 1 and below it never ends, because nothing nearer can be proved.
const PROVABLE: f64 = 4.0;
/// Nearer than this many times the noise of coordinates the normal is uncertain, and that of the
/// last step is used.
const NEAR: f64 = 64.0;

impl<V: Space, A: Convex<V>, B: Convex<V>> Search<'_, V, A, B> {
    fn run(&mut self, steps: u32, scratch: &mut Scratch<V>) -> SearchEnd<V> {
        if let Some(end) = self.linear_cast(scratch) {
            return end;
        }
        let radii = [self.step.a.shape.radius_wide(), self.step.b.shape.radius_wide()];
        let target = radii[0] + radii[1] + self.target;
        let limits = Limits { tolerance: V::Scalar::narrow(4.0 * f64::EPSILON), ..Limits::measure() };
        let (mut time, mut start) = (0.0, Start::cold());
        // The last axis, in the fixed frame, whose noise was small relative to the distance.
        let mut reliable_axis: Option<V::Wide> = None;
        while self.steps < steps {
            self.steps += 1;
            let pair = self.step.pair(time);
            let difference = Difference::new(&pair.a, &pair.b, &pair.b_in_a);
            scratch.record.clear();
            let answer = distance(&difference, &start, &limits, &mut scratch.record);
            self.calls += answer.iterations;
            let noise = 8.0 * f64::EPSILON * (difference.size() + target);
            let error = difference.error() + noise;
            let basis = self.step.basis_of_a(time);
            let impact = |normal: V::Wide, distance: f64, point_a: V::Wide, point_b: V::Wide| Impact {
                time,
                lower: time,
                at_start: false,
                separation: distance - radii[0] - radii[1],
                normal,
                point_a: point_a + normal * radii[0],
                point_b: point_b - difference.direction_in_b(normal) * radii[1],
            };
            let apart = match &answer.outcome {
                Outcome::Undefined | Outcome::Beyond { .. } => return SearchEnd::Undefined,
                Outcome::Apart(apart) => apart,
                Outcome::Touching(_) | Outcome::Overlapping(_) if time == 0.0 => return SearchEnd::AtStart,
                // Nearer than can be proved, after steps that were: they touch.
                Outcome::Touching(touch) => {
                    let normal = reliable_axis.map(|axis| basis.unrotate(axis)).or(touch.axis).unwrap_or(V::Wide::unit(0));
                    return SearchEnd::Hit(impact(normal, 0.0, touch.point_a, touch.point_b));
                }
                // Only by rounding, or for a map that is no support map.
                Outcome::Overlapping(_) => return self.impact_at(time, scratch),
            };
            let gap = apart.distance - target;
            let close = apart.distance <= NEAR * noise;
            let normal = if close { reliable_axis.map_or(apart.normal, |axis| basis.unrotate(axis)) } else { apart.normal };
            let is_near = gap <= self.tolerance + PROVABLE * error;
            if is_near && time > 0.0 {
                return SearchEnd::Hit(impact(normal, apart.distance, apart.point_a, apart.point_b));
            }
            if is_near && !(gap > error) {
                return SearchEnd::AtStart;
            }
            let axis = basis.rotate(apart.normal);
            reliable_axis = if close { reliable_axis } else { Some(axis) };
            let (step, mut evaluations) = (&self.step, 0);
            let drift = step.drift(axis, time, &apart.simplex, &scratch.record);
            let mut along = |drift: V::Wide| {
                let axis = Axis { normal: axis, drift };
                let above = |later: f64| {
                    evaluations += 1;
                    step.above(&axis, time, later, target)
                };
                free_span(time, |span| step.curvature(&axis, span), above)
            };
            let along_fixed_axis = along(V::Wide::ZERO);
            let along_rotating_axis = if drift == V::Wide::ZERO || time + along_fixed_axis >= 1.0 { 0.0 } else { along(drift) };
            let free = if along_rotating_axis > along_fixed_axis { along_rotating_axis } else { along_fixed_axis };
            self.calls += evaluations;
            start = Start::again(&answer, &scratch.record);
            match advance(time, free) {
                Some(later) if later >= 1.0 => return SearchEnd::Miss { axis: self.step.at_start(apart.normal, time) },
                // They are near at the start, and do not merely part.
                _ if is_near => return SearchEnd::AtStart,
                Some(later) => time = later,
                // So near that the time has no finer steps.
                None if time == 0.0 => return SearchEnd::AtStart,
                None => return SearchEnd::Hit(impact(normal, apart.distance, apart.point_a, apart.point_b)),
            }
        }
        SearchEnd::Exhausted { lower: time }
    }

    /// Shapes that do not rotate, or are spheres that rotate about their centres, move along a
    /// line: the closed form of a cast, where there is one.
    fn linear_cast(&self, scratch: &mut Scratch<V>) -> Option<SearchEnd<V>> {
        let step = &self.step;
        if !(moves_straight(&step.a) && moves_straight(&step.b)) {
            return None;
        }
        let pair = step.pair(0.0);
        let motion = step.b.sweep.motion.widen() - step.a.sweep.motion.widen();
        let motion = step.basis_of_a(0.0).unrotate(motion);
        let settings = CastSettings { target_distance: self.target, max_time: 1.0, ..CastSettings::default() };
        match closed_form(&pair, motion, &settings)? {
            CastOutcome::Miss { axis, proven: true } => Some(SearchEnd::Miss { axis }),
            CastOutcome::Hit(impact) if impact.lower > 0.0 => {
                scratch.begin();
                Some(self.impact_at(impact.lower, scratch))
            }
            _ => None,
        }
    }

    /// As `run`, with the closed form in place of a search.
    fn over_plane(&mut self, steps: u32) -> SearchEnd<V> {
        let curvature = self.step.curvature_over_plane();
        let mut time = 0.0;
        while self.steps < steps {
            self.steps += 1;
            let Some(near) = self.over_plane_at(time) else { return SearchEnd::Undefined };
            let error = near.upper - near.lower;
            let error = if error > 0.0 { error } else { 0.0 };
            let impact = || Impact { time, lower: time, at_start: false, ..Impact::at_start(&near) };
            let gap = near.distance - self.target;
            let is_near = !(gap > self.tolerance + PROVABLE * error);
            if is_near && time > 0.0 {
                return SearchEnd::Hit(impact());
            }
            if is_near && !(gap > error) {
                return SearchEnd::AtStart;
            }
            let above = |later: f64| self.over_plane_at(later).map_or(f64::NAN, |near| near.distance) - error - self.target;
            match advance(time, free_span(time, |_| curvature, above)) {
                Some(later) if later >= 1.0 => return SearchEnd::Miss { axis: self.step.at_start(near.normal, time) },
                _ if is_near => return SearchEnd::AtStart,
                Some(later) => time = later,
                None if time == 0.0 => return SearchEnd::AtStart,
                None => return SearchEnd::Hit(impact()),
            }
        }
        SearchEnd::Exhausted { lower: time }
    }

    fn over_plane_at(&self, time: f64) -> Option<Separation<V>> {
        let settings = Settings::with_margin(V::Scalar::INFINITY);
        match measure(&self.step.pair(time), &settings, &mut Memory::new(), &mut Scratch::new()).relation {
            Relation::Near(near) => Some(near),
            Relation::Beyond { .. } | Relation::Undefined => None,
        }
    }

    /// The impact that the signed distance at a time gives.
    fn impact_at(&self, time: f64, scratch: &mut Scratch<V>) -> SearchEnd<V> {
        let settings = Settings::with_margin(V::Scalar::INFINITY);
        match measure(&self.step.pair(time), &settings, &mut Memory::new(), scratch).relation {
            Relation::Near(near) => SearchEnd::Hit(Impact { time, lower: time, at_start: time == 0.0, ..Impact::at_start(&near) }),
            Relation::Beyond { .. } | Relation::Undefined => SearchEnd::Undefined,
        }
    }
}

/// The next time, rounded so that it is not past the free part; `None` if it is no later.
fn advance(time: f64, free: f64) -> Option<f64> {
    let later = (time + free) * (1.0 - f64::EPSILON);
    let later = if time + free >= 1.0 { 1.0 } else { later };
    (later > time).then_some(later)
}

/// The time after `time`, and within the step, for which a gap is proved to stay above 0. `above`
/// is the gap at a time, `curvature` bounds its second derivative over a span.
///
/// Three spans are tried: the rest of the step; the span over which a gap of constant value would
/// just stay above 0; and, if it falls faster, one and a half times the span in which it falls to
/// 0. The shorter the span, the smaller the bound, and the nearer the root is to Newton's.
fn free_span(time: f64, curvature: impl Fn(f64) -> f64, mut above: impl FnMut(f64) -> f64) -> f64 {
    let now = above(time);
    if !(now > 0.0) {
        return 0.0;
    }
    let rest = 1.0 - time;
    let (mut span, mut best) = (rest, 0.0);
    for attempt in 0..3 {
        let slope = (above(time + span) - now) / span;
        let Some(root) = first_root(now, slope, curvature(span), span) else { return if span > best { span } else { best } };
        best = if root > best { root } else { best };
        let level = (8.0 * now / curvature(span)).sqrt();
        let next = if attempt == 0 && level > 2.0 * root { level } else { 1.5 * root };
        if !(next < 0.9 * span) {
            break;
        }
        span = next;
    }
    best
}

/// The first root, in a span from 0, of now + slope·x − ½·curvature·x·(span − x); `None`
/// if there is none.
fn first_root(now: f64, slope: f64, curvature: f64, span: f64) -> Option<f64> {
    let fall = 0.5 * curvature * span - slope;
    if !(fall > 0.0) {
        // NaN proves nothing.
        return if fall.is_nan() { Some(0.0) } else { None };
    }
    // Divided by the fall, whose square may overflow.
    let square = 1.0 - 2.0 * (curvature / fall) * (now / fall);
    if square < 0.0 {
        return None;
    }
    let root = 2.0 * (now / fall) / (1.0 + square.sqrt());
    if root > span { None } else { Some(root) }
}
