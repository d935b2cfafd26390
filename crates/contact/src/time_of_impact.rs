//! When do two shapes that move and turn first come as near as a target?
//!
//! * Conservative advancement: from where they are, and the axis that parts them there, a part of the step is proved to be free; then again from its end. The end
//!   of what is proved never passes the first touch, and comes as near to it as the support maps' declared errors let anything be proved.
//! * The gap along an axis at any later moment is two support calls. Between two moments it can dip below the line between the gaps there only as far as turning
//!   points fall from their chords: a point that turns at distance R with ω is accelerated by no more than ω²R, across ω, so that the dip is at most
//!   ½·ω²R·x·(δ − x). The first root of line minus dip is a step. Over a short time the dip is nothing and the step is Newton's.
//! * Along an axis that stays, a face that turns dips with its far corner, and an edge with its end, though the touch is elsewhere: steps would shrink by a fixed
//!   part each. So a second axis is tried that turns with the features: it stays across the edges of A's and B's that the search ended on. It changes evenly,
//!   n + δ·n′, so that it adds no more than 2·|n′|·(speed of the points) to the acceleration.
//! * A half-space has no R. Its own axis turns with it: the gap is the closed form, and bends by as much as the other shape's points do as seen from it.
//! * Shapes without turns bend nothing: each step is that of a linear cast.
//!
//! After Mirtich (1996) for the principle, and Zhang, Lee and Kim, "Interactive continuous collision detection for non-convex polyhedra" (2006), for the motion bound
//! along the axis, here made of the gaps at both ends in place of a bound of the speed.

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

/// A shape and how it moves through the step.
#[derive(Debug)]
pub struct Swept<'s, V: Angular, S> {
    /// The shape.
    pub shape: S,
    /// Its motion. Both shapes' are given in one frame, such as the world's.
    pub sweep: &'s Sweep<V>,
}

/// What the caller wants of a time of impact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SweepSettings {
    /// The distance that counts as an impact. A length, in the caller's unit. Negative or NaN counts as 0: the shapes touch.
    pub target: f64,
    /// How far above the target the search may stop. A length; larger saves the last steps. 0, and all below four times the support maps' declared errors, is as
    /// near as can be proved.
    pub tolerance: f64,
    /// Steps after which the search gives up, with what is proved so far. Impacts take 3 to 20; a round thing that spins close by takes steps as short as the root
    /// of the gap.
    pub steps: u32,
}

impl Default for SweepSettings {
    fn default() -> Self {
        Self { target: 0.0, tolerance: 0.0, steps: 256 }
    }
}

/// When, in a step from 0 to 1, do A and B first come as near as the target?
///
/// A hit is an interval that ends with the proof: up to `lower` they are farther apart than the target, and at `time`, which is the same parameter, they are not
/// farther than target, tolerance and four times the support maps' declared errors. Normal and points are those at `time`, in A's and B's frames there. Shapes within the target at the start
/// hit at 0, whatever they do then. A number that is not finite gives [`CastOutcome::Undefined`].
/// Costs a search for the distance, mostly warm, and three to ten support calls per step.
pub fn time_of_impact<V: Space, A: Convex<V>, B: Convex<V>>(
    a: Swept<'_, V, A>,
    b: Swept<'_, V, B>,
    settings: &SweepSettings,
    scratch: &mut Scratch<V>,
) -> Cast<V> {
    let target = if settings.target > 0.0 { settings.target } else { 0.0 };
    let tolerance = if settings.tolerance > 0.0 { settings.tolerance } else { 0.0 };
    let origin = a.sweep.start.translation.widen();
    let over_plane = is_half_space(&a.shape) || is_half_space(&b.shape);
    let step = Step { a, b, origin };
    let mut search = Search { step, target, tolerance, steps: 0, calls: 0 };
    let outcome = if over_plane { search.over_plane(settings.steps) } else { search.run(settings.steps, scratch) };
    let outcome = if let Ended::AtStart = outcome { search.standing_at(0.0, scratch) } else { outcome };
    let outcome = match outcome {
        Ended::AtStart | Ended::Undefined => CastOutcome::Undefined,
        Ended::Hit(impact) => CastOutcome::Hit(impact),
        Ended::Miss { axis } => CastOutcome::Miss { axis, proven: true },
        Ended::Exhausted { lower } => CastOutcome::Exhausted { lower },
    };
    Cast { outcome, steps: search.steps, calls: search.calls }
}

/// The two shapes in motion, seen from a point that does not move.
struct Step<'s, V: Angular, A, B> {
    a: Swept<'s, V, A>,
    b: Swept<'s, V, B>,
    origin: V::Wide,
}

impl<V: Space, A: Convex<V>, B: Convex<V>> Step<'_, V, A, B> {
    fn pair(&self, time: f64) -> Pair<V, &A, &B> {
        let (a, b) = (self.a.sweep.pose_seen_from(self.origin, time), self.b.sweep.pose_seen_from(self.origin, time));
        Pair { a: &self.a.shape, b: &self.b.shape, b_in_a: b.relative_to(&a) }
    }

    /// The turn of A at a time: what takes a direction of A's frame to one that stays.
    fn basis_of_a(&self, time: f64) -> V::Basis {
        self.a.sweep.pose_seen_from(self.origin, time).rotation.basis()
    }

    /// By how much the gap along an axis can bend: the most that a pair of points is accelerated along it, while it drifts for as long as `span`.
    fn bend(&self, axis: &Axis<V::Wide>, span: f64) -> f64 {
        fn of<V: Space, S: Convex<V>>(swept: &Swept<'_, V, S>, axis: &Axis<V::Wide>, span: f64) -> (f64, f64) {
            let (turn, radius) = (swept.sweep.turn, radius(swept));
            let along = V::spin(turn, axis.normal).length() + span * V::spin(turn, axis.drift).length();
            (V::angle(turn) * radius, V::angle(turn) * along * radius)
        }
        let ((speed_a, bend_a), (speed_b, bend_b)) = (of(&self.a, axis, span), of(&self.b, axis, span));
        let motion = (self.b.sweep.motion.widen() - self.a.sweep.motion.widen()).length();
        bend_a + bend_b + 2.0 * axis.drift.length() * (motion + speed_a + speed_b)
    }

    /// The gap along an axis at a later moment, above the target and what it must give up to be proved, in units of the axis there. It falls no faster than its length
    /// grows.
    fn above(&self, axis: &Axis<V::Wide>, time: f64, later: f64, target: f64) -> f64 {
        let pair = self.pair(later);
        let axis = axis.normal + axis.drift * (later - time);
        let toward = self.basis_of_a(later).unrotate(axis);
        let there = Difference::new(&pair.a, &pair.b, &pair.b_in_a);
        let error = there.error() + 8.0 * f64::EPSILON * (there.size() + target);
        -toward.dot(there.vertex(toward).point) - (target + error) * toward.length()
    }

    /// The drift by which the axis stays across the edges of A's and B's features, as far as both can be had.
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
                if across.len() < V::DIM && length > ALIKE * edge.length() {
                    let unit = new * length.recip();
                    drift = drift + unit * ((spin - drift).dot(edge) / length);
                    across.push(unit);
                }
            }
        }
        drift
    }

    /// By how much the gap along the turning normal of a half-space can bend: the most that a point of the other shape is accelerated as seen from it, which is by
    /// turning with the one, by the other, and by both.
    fn bend_over_plane(&self) -> f64 {
        let between = self.b.sweep.center_seen_from(self.origin) - self.a.sweep.center_seen_from(self.origin);
        let motion = (self.b.sweep.motion.widen() - self.a.sweep.motion.widen()).length();
        let (turn_a, turn_b) = (V::angle(self.a.sweep.turn), V::angle(self.b.sweep.turn));
        let a_is_plane = is_half_space(&self.a.shape);
        let (plane, other) = if a_is_plane { (turn_a, turn_b) } else { (turn_b, turn_a) };
        let reach = match (a_is_plane, is_half_space(&self.b.shape)) {
            (true, true) => 0.0,
            (true, false) => radius(&self.b),
            (false, _) => radius(&self.a),
        };
        plane * plane * (between.length() + motion + reach) + 2.0 * plane * (motion + other * reach) + other * other * reach
    }
}

/// An axis that changes evenly: its length is 1 at first, and never less.
struct Axis<W> {
    /// At first; unit, from A to B.
    normal: W,
    /// Across the normal, per unit of time.
    drift: W,
}

/// Edges whose directions differ by a sine of less than this have no axis between them that could follow both. Larger: near-parallel edges take steps of a fixed
/// part. Smaller: the axis that follows them drifts so fast that nothing can be proved along it.
const ALIKE: f64 = 0.05;

/// No point of the core is farther than this from the one that moves straight on.
fn radius<V: Space, S: Convex<V>>(swept: &Swept<'_, V, S>) -> f64 {
    swept.shape.radius_about_center().widen() + (swept.shape.center().widen() - swept.sweep.center.widen()).length()
}

/// The shape does not turn, or is a sphere that turns about its centre.
fn moves_straight<V: Space, S: Convex<V>>(swept: &Swept<'_, V, S>) -> bool {
    let centered = || matches!(swept.shape.core(), Core::Point(point) if point == swept.sweep.center.widen());
    !(V::angle(swept.sweep.turn) > 0.0) || centered()
}

/// As [`CastOutcome`], before what stands at the start is measured.
enum Ended<V: Vector> {
    AtStart,
    Hit(Impact<V>),
    Miss { axis: V::Wide },
    Exhausted { lower: f64 },
    Undefined,
}

struct Search<'s, V: Angular, A, B> {
    step: Step<'s, V, A, B>,
    target: f64,
    tolerance: f64,
    steps: u32,
    calls: u32,
}

/// In units of what a gap must give up to be proved: the search ends this near to the target. Larger: impacts come early by as much. At 1 and below it never ends, for
/// nothing nearer can be proved.
const PROVABLE: f64 = 4.0;
/// Nearer than this, in units of the noise of coordinates, the normal is uncertain, and that of the step before is kept.
const NEAR: f64 = 64.0;

impl<V: Space, A: Convex<V>, B: Convex<V>> Search<'_, V, A, B> {
    fn run(&mut self, steps: u32, scratch: &mut Scratch<V>) -> Ended<V> {
        if let Some(ended) = self.along_a_line(scratch) {
            return ended;
        }
        let radii = [self.step.a.shape.radius_wide(), self.step.b.shape.radius_wide()];
        let target = radii[0] + radii[1] + self.target;
        let limits = Limits { tolerance: V::Scalar::narrow(4.0 * f64::EPSILON), ..Limits::measure() };
        let (mut time, mut start) = (0.0, Start::cold());
        // The last axis of which the noise is small beside the distance, as it stays.
        let mut kept: Option<V::Wide> = None;
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
            let arrived = |normal: V::Wide, distance: f64, point_a: V::Wide, point_b: V::Wide| Impact {
                time,
                lower: time,
                at_start: false,
                separation: distance - radii[0] - radii[1],
                normal,
                point_a: point_a + normal * radii[0],
                point_b: point_b - difference.direction_in_b(normal) * radii[1],
            };
            let apart = match &answer.outcome {
                Outcome::Undefined | Outcome::Beyond { .. } => return Ended::Undefined,
                Outcome::Apart(apart) => apart,
                Outcome::Touching(_) | Outcome::Overlapping(_) if time == 0.0 => return Ended::AtStart,
                // Nearer than can be proved, after steps that were: they touch.
                Outcome::Touching(touch) => {
                    let normal = kept.map(|axis| basis.unrotate(axis)).or(touch.axis).unwrap_or(V::Wide::unit(0));
                    return Ended::Hit(arrived(normal, 0.0, touch.point_a, touch.point_b));
                }
                // By rounding alone, or by a map that is no support map.
                Outcome::Overlapping(_) => return self.standing_at(time, scratch),
            };
            let close = apart.distance <= NEAR * noise;
            let normal = if close { kept.map_or(apart.normal, |axis| basis.unrotate(axis)) } else { apart.normal };
            if apart.distance - target <= self.tolerance + PROVABLE * error {
                return if time == 0.0 {
                    Ended::AtStart
                } else {
                    Ended::Hit(arrived(normal, apart.distance, apart.point_a, apart.point_b))
                };
            }
            let axis = basis.rotate(apart.normal);
            kept = if close { kept } else { Some(axis) };
            let (step, mut asked) = (&self.step, 0);
            let drift = step.drift(axis, time, &apart.simplex, &scratch.record);
            let mut along = |drift: V::Wide| {
                let axis = Axis { normal: axis, drift };
                let above = |later: f64| {
                    asked += 1;
                    step.above(&axis, time, later, target)
                };
                free(time, |span| step.bend(&axis, span), above)
            };
            let staying = along(V::Wide::ZERO);
            let drifting = if drift == V::Wide::ZERO || time + staying >= 1.0 { 0.0 } else { along(drift) };
            let free = if drifting > staying { drifting } else { staying };
            self.calls += asked;
            start = Start::again(&answer, &scratch.record);
            match advance(time, free) {
                Some(later) if later >= 1.0 => return Ended::Miss { axis: apart.normal },
                Some(later) => time = later,
                // So near that time itself has no finer steps.
                None if time == 0.0 => return Ended::AtStart,
                None => return Ended::Hit(arrived(normal, apart.distance, apart.point_a, apart.point_b)),
            }
        }
        Ended::Exhausted { lower: time }
    }

    /// Shapes that do not turn, or are spheres that turn about their centres, move along a line: the closed
    /// form of a cast, where there is one.
    fn along_a_line(&self, scratch: &mut Scratch<V>) -> Option<Ended<V>> {
        let step = &self.step;
        if !(moves_straight(&step.a) && moves_straight(&step.b)) {
            return None;
        }
        let pair = step.pair(0.0);
        let motion = step.b.sweep.motion.widen() - step.a.sweep.motion.widen();
        let motion = step.basis_of_a(0.0).unrotate(motion);
        let settings = CastSettings { target: self.target, until: 1.0, ..CastSettings::default() };
        match closed_form(&pair, motion, &settings)? {
            CastOutcome::Miss { axis, proven: true } => Some(Ended::Miss { axis }),
            CastOutcome::Hit(impact) if impact.lower > 0.0 => {
                scratch.begin();
                Some(self.standing_at(impact.lower, scratch))
            }
            _ => None,
        }
    }

    /// As `run`, with the closed form in place of a search.
    fn over_plane(&mut self, steps: u32) -> Ended<V> {
        let bend = self.step.bend_over_plane();
        let mut time = 0.0;
        while self.steps < steps {
            self.steps += 1;
            let Some(near) = self.over_plane_at(time) else { return Ended::Undefined };
            let error = near.upper - near.lower;
            let error = if error > 0.0 { error } else { 0.0 };
            let arrived = || Impact { time, lower: time, at_start: false, ..Impact::at_start(&near) };
            if !(near.distance - self.target > self.tolerance + PROVABLE * error) {
                return if time == 0.0 { Ended::AtStart } else { Ended::Hit(arrived()) };
            }
            let above = |later: f64| self.over_plane_at(later).map_or(f64::NAN, |near| near.distance) - error - self.target;
            match advance(time, free(time, |_| bend, above)) {
                Some(later) if later >= 1.0 => return Ended::Miss { axis: near.normal },
                Some(later) => time = later,
                None if time == 0.0 => return Ended::AtStart,
                None => return Ended::Hit(arrived()),
            }
        }
        Ended::Exhausted { lower: time }
    }

    fn over_plane_at(&self, time: f64) -> Option<Separation<V>> {
        let settings = Settings::with_margin(V::Scalar::INFINITY);
        match measure(&self.step.pair(time), &settings, &mut Memory::new(), &mut Scratch::new()).relation {
            Relation::Near(near) => Some(near),
            Relation::Beyond { .. } | Relation::Undefined => None,
        }
    }

    /// The impact that a measurement at a moment shows.
    fn standing_at(&self, time: f64, scratch: &mut Scratch<V>) -> Ended<V> {
        let settings = Settings::with_margin(V::Scalar::INFINITY);
        match measure(&self.step.pair(time), &settings, &mut Memory::new(), scratch).relation {
            Relation::Near(near) => Ended::Hit(Impact { time, lower: time, at_start: time == 0.0, ..Impact::at_start(&near) }),
            Relation::Beyond { .. } | Relation::Undefined => Ended::Undefined,
        }
    }
}

/// The moment to go on from, rounded so that it is not beyond what is free; `None` if that is no later.
fn advance(time: f64, free: f64) -> Option<f64> {
    let later = (time + free) * (1.0 - f64::EPSILON);
    let later = if time + free >= 1.0 { 1.0 } else { later };
    (later > time).then_some(later)
}

/// For how long after `time`, and no longer than the step lasts, a gap that bends by no more than `bend` is proved to stay above 0. `above` is what it is at a
/// moment, `bend` depends on the span.
///
/// Three spans are tried: all that is left; the one over which a gap that does not change would just stay above; and, if it falls faster, the one in which it will
/// have fallen, and half as much again. The shorter the span the less it bends, and the nearer the root is to Newton's.
fn free(time: f64, bend: impl Fn(f64) -> f64, mut above: impl FnMut(f64) -> f64) -> f64 {
    let now = above(time);
    if !(now > 0.0) {
        return 0.0;
    }
    let rest = 1.0 - time;
    let (mut span, mut best) = (rest, 0.0);
    for attempt in 0..3 {
        let slope = (above(time + span) - now) / span;
        let Some(root) = first_root(now, slope, bend(span), span) else { return if span > best { span } else { best } };
        best = if root > best { root } else { best };
        let level = (8.0 * now / bend(span)).sqrt();
        let next = if attempt == 0 && level > 2.0 * root { level } else { 1.5 * root };
        if !(next < 0.9 * span) {
            break;
        }
        span = next;
    }
    best
}

/// The first root, in a span from 0, of now + slope·x − ½·bend·x·(span − x); `None` if there is none.
fn first_root(now: f64, slope: f64, bend: f64, span: f64) -> Option<f64> {
    let fall = 0.5 * bend * span - slope;
    if !(fall > 0.0) {
        // NaN is no proof.
        return if fall.is_nan() { Some(0.0) } else { None };
    }
    let square = fall * fall - 2.0 * bend * now;
    if square < 0.0 {
        return None;
    }
    let root = 2.0 * now / (fall + square.sqrt());
    if root > span { None } else { Some(root) }
}
