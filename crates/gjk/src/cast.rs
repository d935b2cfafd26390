//! Casts: B moves along a line; when do the cores first come as near as a target?
//!
//! * The distance of convex sets is convex along the way, and its slope is that of the gap along the separating axis. So Newton's steps, each to where the gap
//!   along the axis just found falls to the target, come from below: never past the first touch, in a few steps on polytopes (each step finishes a pair of
//!   features), doubling digits on smooth shapes, and bit by bit where the motion grazes.
//! * A support point along a fixed axis does not change while B moves: the gap along it is linear in the way, exactly. An axis along which they approach
//!   proves that nothing happens before; one along which they do not proves that nothing happens after. A miss is such a pair of proofs.
//! * Polytopes, and shapes with rims, that are to touch need none of this: the line of the motion enters A − B by one facet, which a portal closes in on
//!   ([`entry`](crate::entry)). Its plane is a proof, and so is the point on it; where the two do not agree, the steps are taken.
//! * The motion's own direction is two axes for two support calls. The one shows where the part of the way begins on which anything can happen, so that a cast from very far
//!   begins near the shape; the other, asked for where no portal tells, shows where it ends, so that one that goes on for ever ends behind it.
//! * The way is measured in lengths and divided by the speed at the end: a motion times 2^k gives the parameter times 2^−k, bit for bit.
//! * When the target is 0 the cores meet, and a normal taken from a distance of nothing is noise. The normal of the hit is then the axis of the last step: the
//!   gap along it is the target there, for that is where the step led, and it is approached. Near the noise several axes are asked for their gaps, and the one
//!   leads on that leads farthest: each gap is a proof, wherever its axis comes from.
//!
//! After van den Bergen: "Ray Casting against General Convex Objects with Application to Continuous Collision Detection" (2004), which takes these steps on
//! the simplex of a single GJK search; here each step is a search of its own, begun where the last one ended, so that its bounds hold.

use clinch_support::{Difference, Record, Scalar, SupportMap, Vector, Vertex, VertexIndex};

use crate::advancing_simplex::{self, Approach};
use crate::cast_outcome::{Arrival, Cast, CastLimits, CastOutcome};
use crate::distance::distance;
use crate::entry::{self, Entry, Meets};
use crate::limits::Limits;
use crate::nearest_on_simplex::nearest_on_simplex;
use crate::outcome::{Answer, Outcome, Separation};
use crate::start::Start;
use crate::sub_distance::Measure;

/// Rounding of the gap, in multiples of the noise of coordinates, that is no distance to the target. Larger: hits come early by as much. Smaller: steps shuffle
/// rounding.
const REACHED: f64 = 4.0;
/// If the cores are nearer than this, in the same unit, the normal is uncertain by a few hundredths. Then a step is only taken along an axis that
const NEAR: f64 = 64.0;
/// is approached by at least this part of the way: one that grazes, or leads away, may be noise, and the shapes touch. Larger: hits at a slant come early by
/// [`NEAR`]. Smaller: a noisy normal makes a miss of a hit.
const HEAD_ON: f64 = 0.25;
/// The part of the declared error of the support maps that a search on smooth shapes may leave between its bounds. Larger: hits come early by more. Smaller: where
/// one of them is scanned in `f32`, the steps go to and fro over the touch, each along a normal that is off.
const OPEN: f64 = 0.25;
/// An approach ends where the distance is known to this part of itself, and is no way off the target. Larger: on smooth shapes more is left to the search that follows.
/// Smaller: it takes steps that this one would take again.
const SETTLED: f64 = 1e-3;
/// How much a normal changes by noise, in units of noise over distance.
const SHAKEN: f64 = 1.0;

/// When do the cores of A and B first come as near as `limits.target`, B moving by `motion` (in A's frame) per unit of the parameter?
///
/// `difference` is where they start. In A's frame and the caller's unit. `record` is cleared, and holds the vertices of the portal, or of the last search, afterwards.
/// A motion of zero asks whether they are within the target; a number that is not finite, but for the limit, gives [`CastOutcome::Undefined`].
/// With a target of 0 it costs some seven support calls on polytopes, cylinders and cones; else some five, and for a hit a search for the distance: on smooth shapes two.
pub fn cast<V, A, B>(difference: &Difference<'_, A, B, V>, motion: V::Wide, limits: &CastLimits, record: &mut Record<V>) -> Cast<V>
where
    V: Measure,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    record.clear();
    let target = if limits.target > 0.0 { limits.target } else { 0.0 };
    // By the largest component first: the square of a very small motion would be none.
    let largest = motion.max_abs();
    let direction = if largest > 0.0 { V::Wide::from_fn(|axis| motion.get(axis) / largest) } else { V::Wide::ZERO };
    let length = direction.length();
    let (direction, speed) = if length > 0.0 { (direction * length.recip(), length * largest) } else { (V::Wide::ZERO, 0.0) };
    let until = if limits.until > 0.0 && speed > 0.0 { limits.until * speed } else { 0.0 };
    let mut casting = Casting {
        difference: *difference,
        error: difference.error(),
        direction,
        target,
        noise: 8.0 * f64::EPSILON * (difference.size() + target),
        until,
        from: 0.0,
        place: 0.0,
        proven: 0.0,
        axis: None,
        steps: 0,
        calls: 0,
    };
    let mut outcome =
        if motion.is_finite() && difference.size().is_finite() { casting.run(limits.steps, record) } else { CastOutcome::Undefined };
    let time = |way: f64| if way > 0.0 { way / speed } else { 0.0 };
    match &mut outcome {
        CastOutcome::Hit(arrival) => {
            // The last bit of the limit is the limit.
            let reached = time(arrival.time);
            arrival.time = if reached > limits.until { limits.until } else { reached };
            let lower = time(casting.proven * (1.0 - 4.0 * f64::EPSILON));
            arrival.lower = if lower < arrival.time { lower } else { arrival.time };
        }
        CastOutcome::Exhausted { lower } => *lower = time(casting.proven),
        CastOutcome::Within(_) | CastOutcome::Miss { .. } | CastOutcome::Undefined => {}
    }
    Cast { outcome, steps: casting.steps, calls: casting.calls }
}

struct Casting<'s, V: Measure, A: ?Sized, B: ?Sized> {
    /// Where B is at `from`.
    difference: Difference<'s, A, B, V>,
    /// What a gap at the start must give up to be proved.
    error: f64,
    /// Unit, or zero.
    direction: V::Wide,
    target: f64,
    noise: f64,
    /// The length of the way.
    until: f64,
    /// Where on it the search begins, and where B is, from there: both of the size of the shapes, wherever B comes from.
    from: f64,
    place: f64,
    /// Up to here the gap is proved to be above the target.
    proven: f64,
    /// The axis to trust: unit, from A to B.
    axis: Option<V::Wide>,
    steps: u32,
    calls: u32,
}

/// What a search says of one place.
struct Seen<'o, W> {
    normal: W,
    /// What the normal is to be across of, where rounding may have turned it; empty where it is none of this simplex.
    simplex: &'o [VertexIndex],
    /// Unit: the axis that proves the lower bound, if there is one.
    proof: Option<W>,
    distance: f64,
    point_a: W,
    point_b: W,
}

/// The gap along a unit axis where B is, and how it changes on the way.
struct Line<W> {
    axis: W,
    gap: f64,
    slope: f64,
}

impl<'s, V, A, B> Casting<'s, V, A, B>
where
    V: Measure,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    /// With ways in place of parameters, and nothing of what is proved.
    fn run(&mut self, steps: u32, record: &mut Record<V>) -> CastOutcome<V> {
        let mut start = Start::cold();
        if self.direction != V::Wide::ZERO {
            let facing = match self.face() {
                Ok(facing) => facing,
                Err(miss) => return miss,
            };
            if let Some(ended) = self.enter(&facing, record) {
                return ended;
            }
            match self.pass().and_then(|()| self.approach(facing)) {
                Ok(nearer) => start = nearer,
                Err(miss) => return miss,
            }
        }
        let limits = Limits { tolerance: V::Scalar::narrow(4.0 * f64::EPSILON), ..Limits::measure() };
        while self.steps < steps {
            self.steps += 1;
            let here = self.here();
            record.clear();
            let answer = distance(&here, &start, &limits, record);
            self.calls += answer.iterations;
            let Some(seen) = self.look(&answer, &here, record) else { return CastOutcome::Undefined };
            let line = self.line(&here, &seen, record);
            let above = line.gap - self.target;
            if !self.stands_out(&line, &seen) {
                if self.way() == 0.0 {
                    return CastOutcome::Within(answer);
                }
                self.trust(&line, &seen);
                return CastOutcome::Hit(self.arrival(&here, &seen));
            }
            if !(line.slope < 0.0) {
                return CastOutcome::Miss { axis: line.axis, proven: self.never_again(line.gap, line.slope) };
            }
            self.axis = Some(line.axis);
            self.prove(line.gap, line.slope);
            let next = self.place - above / line.slope;
            if next <= self.place {
                return CastOutcome::Hit(self.arrival(&here, &seen));
            }
            self.place = next;
            if !self.is_on_the_way() {
                return CastOutcome::Miss { axis: line.axis, proven: self.proven > self.until };
            }
            start = Start::again(&answer, record);
        }
        CastOutcome::Exhausted { lower: 0.0 }
    }

    /// Along the direction of the motion A and B are apart before they can meet: to there. Tells the vertex that faces the motion, or the miss.
    fn face(&mut self) -> Result<Vertex<V>, CastOutcome<V>> {
        self.calls += 1;
        let facing = self.difference.vertex(-self.direction);
        let before = self.direction.dot(facing.point);
        if !(before - self.target > REACHED * self.noise) {
            return Ok(facing);
        }
        self.axis = Some(-self.direction);
        self.prove(before, -1.0);
        self.from = before - self.target;
        if !self.is_on_the_way() {
            return Err(CastOutcome::Miss { axis: -self.direction, proven: self.proven > self.until });
        }
        self.difference = self.difference.moved_by(self.direction * self.from);
        self.noise = 8.0 * f64::EPSILON * (self.difference.size() + self.target);
        Ok(Vertex { point: facing.a.point - self.difference.to_a(facing.b.point), ..facing })
    }

    /// And again when B has passed: nothing happens behind that. Tells the miss.
    fn pass(&mut self) -> Result<(), CastOutcome<V>> {
        self.calls += 1;
        let passed = -self.direction.dot(self.difference.vertex(self.direction).point) - self.from;
        if passed - self.target > NEAR * self.noise {
            return Err(CastOutcome::Miss { axis: self.direction, proven: passed - self.error() > self.target });
        }
        // Wherever the limit is: what remains of it cannot lose the precision of coordinates.
        let behind = self.target - passed + self.error() + NEAR * self.noise;
        self.until = if behind < self.until { behind } else { self.until };
        Ok(())
    }

    /// Of cores that are to touch: where the line of the motion enters A − B, or that it passes. `None` if that is not clear.
    fn enter(&mut self, facing: &Vertex<V>, record: &mut Record<V>) -> Option<CastOutcome<V>> {
        if self.target > 0.0 {
            return None;
        }
        let entry = entry::enter(&self.difference, self.direction, facing, (self.noise, REACHED * self.noise), record);
        self.calls += record.len() as u32 - 1;
        match entry {
            Entry::Meets(meets) => {
                let Meets { normal, height, point_a, point_b } = meets;
                let (place, between) = meets.at(&self.difference, self.direction);
                let slope = normal.dot(self.direction);
                // Near the start it is for a search to say whether they are apart there.
                let is_apart = -slope * (self.from + place) > NEAR * self.noise;
                if !(is_apart && between.length() <= REACHED * self.noise) {
                    return None;
                }
                self.prove(-height, slope);
                self.place = place;
                if !self.is_on_the_way() {
                    return Some(CastOutcome::Miss { axis: normal, proven: self.proven > self.until });
                }
                let distance = between.dot(normal);
                Some(CastOutcome::Hit(Arrival { time: self.way(), lower: 0.0, distance, normal, point_a, point_b, between }))
            }
            // By less than the maps' error it is for a search to look for a better axis.
            Entry::Passes { axis, gap } => (gap > self.error() + self.noise).then_some(CastOutcome::Miss { axis, proven: true }),
            Entry::Unclear => None,
        }
    }

    /// To where the axes that come for a support call each lead no farther: tells where a search may begin, or the miss.
    fn approach(&mut self, facing: Vertex<V>) -> Result<Start<V>, CastOutcome<V>> {
        let mut simplex = Approach::from(facing);
        for call in 1..=advancing_simplex::CALLS {
            let length = simplex.v.length();
            // What a search would call noise, or the map's error, is for one to judge.
            let doubt = NEAR * self.noise + self.error();
            if !(length > doubt) {
                break;
            }
            self.calls += 1;
            let axis = -simplex.v * length.recip();
            let vertex = self.difference.vertex_near(axis, simplex.newest());
            let mut point = vertex.point - self.direction * self.place;
            let (gap, slope) = (-axis.dot(point), axis.dot(self.direction));
            let above = gap - self.target;
            if above > doubt {
                if !(slope < 0.0) {
                    if self.never_again(gap, slope) {
                        return Err(CastOutcome::Miss { axis, proven: true });
                    }
                    break;
                }
                self.axis = Some(axis);
                self.prove(gap, slope);
                let next = self.place - above / slope;
                let step = self.direction * (next - self.place);
                self.place = next;
                if !self.is_on_the_way() {
                    return Err(CastOutcome::Miss { axis, proven: self.proven > self.until });
                }
                simplex.move_by(step);
                point = point - step;
            } else if !(length - gap > SETTLED * length) || simplex.has(&vertex) {
                break;
            }
            let on_rim = call >= advancing_simplex::ON_RIMS && self.difference.circles(&vertex).iter().any(Option::is_some);
            if on_rim || !simplex.take(vertex, point) {
                break;
            }
        }
        Ok(simplex.start())
    }

    /// The difference with B where it is.
    fn here(&self) -> Difference<'s, A, B, V> {
        self.difference.moved_by(self.direction * self.place)
    }

    /// How far B has come.
    fn way(&self) -> f64 {
        self.from + self.place
    }

    /// B has not passed the end by more than rounding.
    fn is_on_the_way(&self) -> bool {
        self.way() <= self.until + REACHED * self.noise + 4.0 * f64::EPSILON * self.way()
    }

    /// What a gap must give up to be proved. Going there rounds, too.
    fn error(&self) -> f64 {
        self.error + 4.0 * f64::EPSILON * (self.from.abs() + self.place.abs())
    }

    /// The gap along a unit axis, and no more than `most`.
    fn gap(&mut self, here: &Difference<'_, A, B, V>, axis: V::Wide, most: f64) -> f64 {
        self.calls += 1;
        let gap = -axis.dot(here.vertex(axis).point);
        if gap < most { gap } else { most }
    }

    /// Up to where the gap along an axis with this slope, below 0, is above the target.
    fn prove(&mut self, gap: f64, slope: f64) {
        let to = self.way() - (gap - self.error() - self.target) / slope;
        if to > self.proven {
            self.proven = to;
        }
    }

    /// The gap along an axis with this slope, not below 0, was above the target ever since what is proved, and stays so.
    fn never_again(&self, gap: f64, slope: f64) -> bool {
        let above = gap - self.error() - self.target;
        above > 0.0 && self.way() - self.proven <= above / slope
    }

    /// What the search says of the gap: along the normal, and where that is not the distance or stands in the noise, along the axes that may be better. Of
    /// several the one that leads farthest.
    fn line(&mut self, here: &Difference<'_, A, B, V>, seen: &Seen<'_, V::Wide>, record: &Record<V>) -> Line<V::Wide> {
        let mut best = self.along(here, seen.normal, seen.distance);
        if seen.distance > NEAR * self.noise && best.gap > seen.distance - REACHED * self.noise {
            return best;
        }
        let across = if seen.simplex.is_empty() { [None; 2] } else { across_simplex(seen.normal, seen.simplex, record) };
        for axis in across.into_iter().chain([seen.proof]).flatten() {
            let line = self.along(here, axis, seen.distance);
            if self.leads(&line, &best, seen) {
                best = line;
            }
        }
        best
    }

    fn along(&mut self, here: &Difference<'_, A, B, V>, axis: V::Wide, most: f64) -> Line<V::Wide> {
        Line { axis, gap: self.gap(here, axis, most), slope: axis.dot(self.direction) }
    }

    /// One line leads farther than the other: for ever, if it does not fall.
    fn leads(&self, line: &Line<V::Wide>, other: &Line<V::Wide>, seen: &Seen<'_, V::Wide>) -> bool {
        if !(self.stands_out(line, seen) && self.stands_out(other, seen)) {
            return self.stands_out(line, seen);
        }
        let falls = line.slope < 0.0 && other.slope < 0.0;
        let farther = (line.gap - self.target) * other.slope < (other.gap - self.target) * line.slope;
        if falls { farther } else { line.slope > other.slope }
    }

    /// The gap along the axis is above the target by more than noise: the line leads somewhere.
    fn stands_out(&self, line: &Line<V::Wide>, seen: &Seen<'_, V::Wide>) -> bool {
        // What a search on smooth shapes leaves open is no distance to go: the next normal would be as coarse.
        let open = seen.distance - line.gap;
        if line.gap - self.target <= open && open <= OPEN * self.error() {
            return false;
        }
        let doubtful = seen.distance <= NEAR * self.noise && !(line.slope < -HEAD_ON) && !(line.gap - self.error() > self.target);
        !doubtful && line.gap - self.target > REACHED * self.noise
    }

    /// At the touch the axis of the last step is the normal: the gap along it is the target there, for that is where the step led. The axis seen here is as good
    /// where the distance stands out of the noise, and on smooth shapes better; but none that is not approached is the normal of an impact.
    fn trust(&mut self, line: &Line<V::Wide>, seen: &Seen<'_, V::Wide>) {
        let shaken = |axis: V::Wide| (axis - line.axis).length() * seen.distance <= SHAKEN * self.noise;
        let told = seen.distance > NEAR * self.noise && line.slope < 0.0 && line.gap >= self.target - REACHED * self.noise;
        if told && !self.axis.is_some_and(shaken) || self.axis.is_none() {
            self.axis = Some(line.axis);
        }
    }

    fn arrival(&self, here: &Difference<'_, A, B, V>, seen: &Seen<'_, V::Wide>) -> Arrival<V> {
        let normal = self.axis.unwrap_or(seen.normal);
        let &Seen { distance, point_a, point_b, .. } = seen;
        let between = here.to_a(point_b) - point_a;
        Arrival { time: self.way(), lower: 0.0, distance, normal, point_a, point_b, between }
    }

    /// `None` if a number is not finite.
    fn look<'o>(&self, answer: &'o Answer<V>, here: &Difference<'_, A, B, V>, record: &Record<V>) -> Option<Seen<'o, V::Wide>> {
        let (point_a, point_b) = match &answer.outcome {
            Outcome::Apart(apart) => {
                let &Separation { normal, distance, axis, point_a, point_b, ref simplex, .. } = apart;
                let proof = Some(axis * axis.length().recip());
                return Some(Seen { normal, simplex, proof, distance, point_a, point_b });
            }
            Outcome::Touching(touch) => (touch.point_a, touch.point_b),
            Outcome::Overlapping(simplex) => {
                let points: smallvec::SmallVec<[V::Wide; 4]> = record.points(simplex).collect();
                let weights = nearest_on_simplex(&points)?.weights;
                simplex.iter().zip(weights).fold((V::Wide::ZERO, V::Wide::ZERO), |(a, b), (&index, weight)| {
                    (a + record[index].a.point * weight, b + record[index].b.point * weight)
                })
            }
            // Nothing is beyond an infinite distance.
            Outcome::Beyond { .. } | Outcome::Undefined => return None,
        };
        // Below the support maps' error the search proves nothing, but what it computed stands out of the noise.
        let between = here.to_a(point_b) - point_a;
        let distance = between.length();
        let told = distance > REACHED * self.noise && matches!(answer.outcome, Outcome::Touching(_));
        let normal = if told { between * distance.recip() } else { self.axis.unwrap_or(-self.direction) };
        let (simplex, proof): (&[VertexIndex], _) = match &answer.outcome {
            Outcome::Touching(touch) if told => (&touch.simplex, touch.axis),
            Outcome::Touching(touch) => (&[], touch.axis),
            _ => (&[], None),
        };
        Some(Seen { normal, simplex, proof, distance: if told { distance } else { 0.0 }, point_a, point_b })
    }
}

/// Unit: the normal without its components along the simplex, and along that and the last vertex seen. Where the distance is small, rounding turns it that way,
/// and may keep the vertex that shows it out of the simplex.
fn across_simplex<V: Vector>(normal: V::Wide, simplex: &[VertexIndex], record: &Record<V>) -> [Option<V::Wide>; 2] {
    let mut points: smallvec::SmallVec<[V::Wide; 5]> = record.points(simplex).collect();
    let alone = across(normal, &points);
    // As many as the dimension have one direction across them; more have none.
    let last = record.indices().next_back().filter(|last| points.len() < V::DIM && !simplex.contains(last));
    points.extend(last.map(|last| record[last].point));
    [alone, last.and_then(|_| across(normal, &points))]
}

/// A unit vector without its components along a simplex, whose edges are taken from the shortest. `None` if nothing remains.
fn across<W: Vector<Scalar = f64>>(unit: W, points: &[W]) -> Option<W> {
    let (first, others) = points.split_first()?;
    let mut edges: smallvec::SmallVec<[W; 3]> = others.iter().map(|&point| point - *first).collect();
    edges.sort_by(|one, other| one.length_squared().total_cmp(&other.length_squared()));
    let without = |v: W, basis: &[W]| basis.iter().chain(basis).fold(v, |v, &along| v - along * v.dot(along));
    let mut basis = smallvec::SmallVec::<[W; 3]>::new();
    for edge in edges {
        let rest = without(edge, &basis);
        if rest.length() > 0.0 {
            basis.push(rest * rest.length().recip());
        }
    }
    let rest = without(unit, &basis);
    // Half of it: what is mostly along the simplex has no direction across it.
    (rest.length() > 0.5).then(|| rest * rest.length().recip())
}
