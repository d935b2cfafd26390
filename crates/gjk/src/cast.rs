//! Casts: B moves along a line; when do the cores first come as near as a target?
//!
//! * Along the way the distance of convex sets is convex, and its slope is that of the gap along
//!   the separating axis. Newton's method steps to where the gap along the current axis falls to
//!   the target. It approaches from below and never passes the first touch: in a few steps on
//!   polytopes, as each step finishes a pair of features; doubling the digits on smooth shapes; bit
//!   by bit where the motion grazes.
//! * The gap along a fixed axis is a linear function of the way, exactly. An axis along which the
//!   gap falls proves that nothing happens before; one along which it does not proves that nothing
//!   happens after. A miss is such a pair of proofs.
//! * Polytopes and shapes with rims that are to touch need none of this: the line of the motion
//!   enters A − B by one facet, and a portal closes in on it ([`entry`](crate::entry)). The facet's
//!   plane is a proof, and the point on it is the hit. If the two disagree, Newton's steps are
//!   taken.
//! * The motion's own direction gives two axes for two support calls. Against the motion it gives
//!   the place at which anything can begin to happen, so that a cast from far away starts near the
//!   shape. Along the motion, queried only if no portal decides, it gives the place at which
//!   everything has happened, so that an endless motion ends there.
//! * The way is measured in lengths, and divided by the speed at the end: a motion times 2^k gives
//!   the parameter times 2^−k, bit for bit.
//! * If the target is 0 the cores meet, and a normal from a distance of nothing is rounding. The
//!   normal of the hit is then the axis of the last step: the gap along it is the target there,
//!   because that is where the step led, and it falls.
//!
//! van den Bergen, "Ray Casting against General Convex Objects with Application to Continuous
//! Collision Detection" (2004), takes these steps on the simplex of a single GJK search. Here each
//! step is a distance query of its own, started where the last one ended, so that its bounds are
//! valid.

use clinch_support::{Difference, Record, Scalar, SupportMap, Vector, Vertex};

use crate::advancing_simplex::{AdvancingSimplex, MAX_CALLS, MAX_CALLS_ON_RIMS};
use crate::cast_axes::Observation;
use crate::cast_outcome::{Arrival, Cast, CastLimits, CastOutcome};
use crate::cast_search::{CastSearch, NEAR, REACHED};
use crate::distance::distance;
use crate::entry::{self, Entry, EntryPoint, EntryQuery};
use crate::limits::Limits;
use crate::start::Start;
use crate::sub_distance::GjkSpace;

/// The relative precision of the distance at which the advancing simplex has converged, if B cannot
/// advance. Larger: on smooth shapes more is left to the distance query that follows. Smaller:
/// steps are taken that the query would take again.
const CONVERGED: f64 = 1e-3;

/// Within the support maps' error, a step that leaves more than this part of the gap above the
/// target counts as a hit: each axis is that of another vertex on a rim, and the steps would go on
/// to the limit. Never so for exact maps, whose error is less than [`REACHED`]. Larger: more steps.
/// Smaller: hits come earlier, by that error at most.
const STALLED: f64 = 0.5;

/// A way to the shapes that is longer than this many of their sizes is gone without rounding on the
/// way. Larger: rays from afar slip between two triangles that share an edge, because each sees
/// them beside their line by another rounding. Smaller: more casts pay for it.
const FAR: f64 = 16.0;

/// The first parameter at which the cores of A and B are as near as `limits.target`, as B moves by
/// `motion` (in A's frame) per unit of the parameter.
///
/// `difference` is where they start, in A's frame and in the caller's unit. `record` is cleared;
/// afterwards it contains the vertices of the portal or of the last distance query. A motion of
/// zero finds out whether the cores are within the target. A number that is not finite, other than
/// the limit, gives [`CastOutcome::Undefined`].
///
/// With a target of 0, costs some seven support calls on polytopes, cylinders and cones. Otherwise
/// some five, and for a hit one distance query, on smooth shapes two.
///
/// ```
/// use clinch_gjk::{CastLimits, CastOutcome, cast};
/// use clinch_support::{Difference, Pose, Record, Support, SupportMap};
/// use glam::{DVec3, Vec3};
///
/// /// |x|, |y|, |z| ≤ 1.
/// struct Cube;
///
/// impl SupportMap<Vec3> for Cube {
///     fn support(&self, direction: Vec3) -> Support<Vec3> {
///         Support { point: direction.signum(), id: None }
///     }
/// }
///
/// let b_in_a = Pose::at(DVec3::new(6.0, 0.5, 0.0));
/// let difference = Difference::<_, _, Vec3>::new(&Cube, &Cube, &b_in_a);
/// let (limits, mut record) = (CastLimits::default(), Record::new());
/// let mut towards = |motion| cast(&difference, motion, &limits, &mut record).outcome;
/// let CastOutcome::Hit(arrival) = towards(DVec3::X * -2.0) else { panic!("it is in the way") };
/// assert_eq!((arrival.time, arrival.normal), (2.0, DVec3::X)); // 4 units, 2 per unit of time
/// assert!(arrival.lower <= arrival.time);
/// assert!(matches!(towards(DVec3::Y), CastOutcome::Miss { proven: true, .. }));
/// ```
pub fn cast<V, A, B>(difference: &Difference<'_, A, B, V>, motion: V::Wide, limits: &CastLimits, record: &mut Record<V>) -> Cast<V>
where
    V: GjkSpace,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    record.clear();
    let target = if limits.target > 0.0 { limits.target } else { 0.0 };
    // Divided by the largest component first, because the square of a very small motion underflows.
    let largest = motion.max_abs();
    let direction = if largest > 0.0 { V::Wide::from_fn(|axis| motion.get(axis) / largest) } else { V::Wide::ZERO };
    let length = direction.length();
    let (direction, speed) = if length > 0.0 { (direction * length.recip(), length * largest) } else { (V::Wide::ZERO, 0.0) };
    let end = if limits.until > 0.0 && speed > 0.0 { limits.until * speed } else { 0.0 };
    let mut search = CastSearch {
        difference: *difference,
        start_error: difference.error(),
        direction,
        target,
        rounding: 8.0 * f64::EPSILON * (difference.size() + target),
        end,
        origin: 0.0,
        offset: 0.0,
        proven: 0.0,
        normal: None,
        steps: 0,
        calls: 0,
    };
    let mut outcome =
        if motion.is_finite() && difference.size().is_finite() { search.run(limits.steps, record) } else { CastOutcome::Undefined };
    let time = |way: f64| if way > 0.0 { way / speed } else { 0.0 };
    match &mut outcome {
        // No number is as large as that of a time at such a speed.
        CastOutcome::Hit(arrival) if !(time(arrival.time) < f64::INFINITY) => {
            outcome = CastOutcome::Miss { axis: arrival.normal, proven: false };
        }
        CastOutcome::Hit(arrival) => {
            // The division may round past the limit.
            let reached = time(arrival.time);
            arrival.time = if reached > limits.until { limits.until } else { reached };
            let lower = time(search.proven * (1.0 - 4.0 * f64::EPSILON));
            arrival.lower = if lower < arrival.time { lower } else { arrival.time };
        }
        CastOutcome::Exhausted { lower } => *lower = time(search.proven),
        CastOutcome::Within(_) | CastOutcome::Miss { .. } | CastOutcome::Undefined => {}
    }
    Cast { outcome, steps: search.steps, calls: search.calls }
}

impl<V, A, B> CastSearch<'_, V, A, B>
where
    V: GjkSpace,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    /// The outcome with lengths in place of parameters, and with all proofs left at 0.
    // This and the stages have one caller, which is in another codegen unit than `CastSearch`.
    #[inline]
    fn run(&mut self, steps: u32, record: &mut Record<V>) -> CastOutcome<V> {
        let mut start = Start::cold();
        if self.direction != V::Wide::ZERO {
            let facing = match self.go_to_facing_plane() {
                Ok(facing) => facing,
                Err(miss) => return miss,
            };
            if let Some(ended) = self.enter(&facing, record) {
                return ended;
            }
            match self.end_behind_a().and_then(|()| self.advance(facing)) {
                Ok(warm) => start = warm,
                Err(miss) => return miss,
            }
        }
        let limits = Limits { tolerance: V::Scalar::narrow(4.0 * f64::EPSILON), ..Limits::measure() };
        let mut last_above = f64::INFINITY;
        while self.steps < steps {
            self.steps += 1;
            let here = self.here();
            record.clear();
            let answer = distance(&here, &start, &limits, record);
            self.calls += answer.iterations;
            let Some(seen) = self.observe(&answer, &here, record) else { return CastOutcome::Undefined };
            let line = self.best_line(&here, &seen, record);
            let above = line.gap - self.target;
            let stalls = line.slope < 0.0 && above <= self.error() && above > STALLED * last_above;
            last_above = above;
            if !self.is_above_target(&line, &seen) || stalls {
                if self.travelled() == 0.0 {
                    return CastOutcome::Within(answer);
                }
                self.update_normal(&line, &seen);
                return CastOutcome::Hit(self.arrival(&here, &seen));
            }
            if !(line.slope < 0.0) {
                return CastOutcome::Miss { axis: line.axis, proven: self.stays_above(line.gap, line.slope) };
            }
            self.normal = Some(line.axis);
            self.prove(line.gap, line.slope);
            let next = self.offset - above / line.slope;
            if next <= self.offset {
                return CastOutcome::Hit(self.arrival(&here, &seen));
            }
            self.offset = next;
            if !self.is_before_end() {
                return CastOutcome::Miss { axis: line.axis, proven: self.proven > self.end };
            }
            start = Start::again(&answer, record);
        }
        CastOutcome::Exhausted { lower: 0.0 }
    }

    /// Moves the origin to where the gap along the motion falls to the target: nothing can happen
    /// before. Gives the vertex of A − B that faces the motion; the error is a miss.
    #[inline]
    fn go_to_facing_plane(&mut self) -> Result<Vertex<V>, CastOutcome<V>> {
        self.calls += 1;
        let facing = self.difference.vertex(-self.direction);
        let before = self.direction.dot(facing.point);
        if !(before - self.target > REACHED * self.rounding) {
            return Ok(facing);
        }
        self.normal = Some(-self.direction);
        self.prove(before, -1.0);
        self.origin = before - self.target;
        if !self.is_before_end() {
            return Err(CastOutcome::Miss { axis: -self.direction, proven: self.proven > self.end });
        }
        self.difference = if self.origin > FAR * self.difference.shape_size() {
            self.difference.moved_along(self.direction, self.origin)
        } else {
            self.difference.moved_by(self.direction * self.origin)
        };
        self.rounding = 8.0 * f64::EPSILON * (self.difference.size() + self.target);
        Ok(Vertex { point: facing.a.point - self.difference.to_a(facing.b.point), ..facing })
    }

    /// Moves the end to where B has passed A: nothing can happen after. The error is a miss.
    #[inline]
    fn end_behind_a(&mut self) -> Result<(), CastOutcome<V>> {
        self.calls += 1;
        let passed = -self.direction.dot(self.difference.vertex(self.direction).point) - self.origin;
        if passed - self.target > NEAR * self.rounding {
            return Err(CastOutcome::Miss { axis: self.direction, proven: passed - self.error() > self.target });
        }
        // However far the limit is, the remaining way has the precision of coordinates.
        let behind = self.target - passed + self.error() + NEAR * self.rounding;
        self.end = if behind < self.end { behind } else { self.end };
        Ok(())
    }

    /// For a target of 0: the point at which the line of the motion enters A − B, or the proof that
    /// it misses. `None` if neither is certain.
    #[inline]
    fn enter(&mut self, facing: &Vertex<V>, record: &mut Record<V>) -> Option<CastOutcome<V>> {
        if self.target > 0.0 {
            return None;
        }
        let query = EntryQuery { direction: self.direction, facing, rounding: self.rounding, max_gap: REACHED * self.rounding };
        let entry = entry::enter(&self.difference, &query, record);
        self.calls += record.len() as u32 - 1;
        match entry {
            Entry::Hit(entry) => {
                let (place, between) = entry.meet(&self.difference, self.direction);
                let EntryPoint { normal, height, point_a, point_b } = entry;
                let slope = normal.dot(self.direction);
                // Near the start a distance query must decide whether the cores are apart there.
                let is_apart = -slope * (self.origin + place) > NEAR * self.rounding;
                if !(is_apart && between.length() <= REACHED * self.rounding) {
                    return None;
                }
                self.prove(-height, slope);
                self.offset = place;
                if !self.is_before_end() {
                    return Some(CastOutcome::Miss { axis: normal, proven: self.proven > self.end });
                }
                let distance = between.dot(normal);
                Some(CastOutcome::Hit(Arrival { time: self.travelled(), lower: 0.0, distance, normal, point_a, point_b, between }))
            }
            // If the gap is within the support maps' error, a distance query may find a better
            // axis.
            Entry::Miss { axis, gap } => (gap > self.error() + self.rounding).then_some(CastOutcome::Miss { axis, proven: true }),
            Entry::Inconclusive => None,
        }
    }

    /// Advances B along axes that cost one support call each, until they lead no farther. Gives the
    /// start of the first distance query; the error is a miss.
    fn advance(&mut self, facing: Vertex<V>) -> Result<Start<V>, CastOutcome<V>> {
        let mut simplex = AdvancingSimplex::from(facing);
        for call in 1..=MAX_CALLS {
            let length = simplex.v.length();
            // What may be rounding or the support maps' error is left to a distance query.
            let uncertain = NEAR * self.rounding + self.error();
            if !(length > uncertain) {
                break;
            }
            self.calls += 1;
            let axis = -simplex.v * length.recip();
            let vertex = self.difference.vertex_near(axis, simplex.newest());
            let mut point = vertex.point - self.direction * self.offset;
            let (gap, slope) = (-axis.dot(point), axis.dot(self.direction));
            let above = gap - self.target;
            if above > uncertain {
                if !(slope < 0.0) {
                    if self.stays_above(gap, slope) {
                        return Err(CastOutcome::Miss { axis, proven: true });
                    }
                    break;
                }
                self.normal = Some(axis);
                self.prove(gap, slope);
                let next = self.offset - above / slope;
                let step = self.direction * (next - self.offset);
                self.offset = next;
                if !self.is_before_end() {
                    return Err(CastOutcome::Miss { axis, proven: self.proven > self.end });
                }
                simplex.move_by(step);
                point = point - step;
            } else if !(length - gap > CONVERGED * length) || simplex.contains(&vertex) {
                break;
            }
            let on_rim = call >= MAX_CALLS_ON_RIMS && self.difference.circles(&vertex).iter().any(Option::is_some);
            if on_rim || !simplex.add(vertex, point) {
                break;
            }
        }
        Ok(simplex.start())
    }

    fn arrival(&self, here: &Difference<'_, A, B, V>, seen: &Observation<'_, V::Wide>) -> Arrival<V> {
        let normal = self.normal.unwrap_or(seen.normal);
        let &Observation { distance, point_a, point_b, .. } = seen;
        let between = here.to_a(point_b) - point_a;
        Arrival { time: self.travelled(), lower: 0.0, distance, normal, point_a, point_b, between }
    }
}
