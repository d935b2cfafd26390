//! The time at which two moving shapes meet, from the signed distance alone.
//!
//! * Relative to A, B moves along a line. The signed distance of convex sets is then a convex
//!   function of time, and the normal at a time gives its slope. Nothing else is needed: no ray,
//!   simplex or conservative step of the program.
//! * The gap along one normal is a straight line *below* the signed distance. So Newton's method
//!   from the start never passes the first contact: the zero of the last line is a lower bound of
//!   the time, and a chord to a time of overlap gives an upper one.
//! * The smallest signed distance on the way shows how surely a cast hits or misses. Between a
//!   falling and a rising time the crossing of the two lines is a lower bound of it, and the next
//!   time to evaluate (the cutting planes of Kelley, 1960, in one dimension).

use glam::DVec3;

use crate::oracle::check::Refusal;
use crate::oracle::solid::Solid;
use crate::oracle::{Pairing, ROUNDING, Truth, larger};
use crate::pair_file::{Coords, Expect, PoseSpec, Query, QueryKind, ShapeSpec};

/// The depth, as a multiple of S, to which a hit is followed to find how sure it is. Deeper costs
/// more evaluations, and no grading needs more than 1e-5.
const FOLLOWED: f64 = 1e-3;
/// Ways longer than this multiple of S are not followed: the slope along them is a rounding error.
const FAR: f64 = 1e9;
/// The largest number of evaluations for one answer. At a double root each one halves the distance
/// to it; no pair has needed more than fifty.
const EVALUATIONS: usize = 100;

/// The true answer for a cast.
#[derive(Clone, Debug, PartialEq)]
pub struct CastTruth {
    /// They come as near as the target within the time.
    pub hit: bool,
    /// The first such time; 0 if they are that near at the start, and for a miss.
    pub toi: f64,
    /// The contact is within this *way* of `toi`: an error of the time multiplied by the speed.
    pub err: f64,
    /// The smallest signed distance on the way, minus the target: the depth that a hit would reach
    /// (at most a thousandth of S is followed), or the distance by which it misses.
    pub margin: f64,
    /// `margin` is within this of the truth where it decides; 0 for deeper hits.
    pub margin_err: f64,
    /// The yes or no depends on rounding.
    pub ambiguous: bool,
    /// Unit, world, from A to B, at the contact; for a miss, at the start.
    pub normal: Coords,
    /// The part of the speed that brings them together at the contact: 1 head on, 0 grazing. A
    /// distance that is off by δ makes the way off by δ over the cosine.
    pub cosine: f64,
    /// |vel_b − vel_a|, or |dir|.
    pub speed: f64,
    /// The length that tolerances multiply: for a hit the radii of A and of B plus the way to it;
    /// for a miss S at the start.
    pub scale: f64,
}

impl CastTruth {
    /// The expectation in a pair file.
    pub fn expect(&self) -> Expect {
        Expect {
            hit: Some(self.hit),
            ambiguous: Some(self.ambiguous),
            toi: self.hit.then_some(self.toi),
            err: self.hit.then_some(self.err),
            normal: self.hit.then_some(self.normal),
            ..Expect::default()
        }
    }
}

/// Two convex shapes and their motion.
#[derive(Clone, Debug)]
pub struct Casting {
    start: Pairing,
    /// The vector from A's origin to B's.
    apart: DVec3,
    /// The velocity of A in the world.
    vel_a: DVec3,
    /// The velocity of B relative to A.
    motion: DVec3,
    speed: f64,
    until: f64,
    target: f64,
}

/// The pair at one time.
#[derive(Clone, Copy, Debug)]
struct Moment {
    time: f64,
    /// The signed distance minus the target.
    off: f64,
    err: f64,
    /// The change of `off` per unit of time, along the normal at this time.
    slope: f64,
    n: DVec3,
}

impl Moment {
    /// The lower bound at another time that this normal proves.
    fn below(&self, time: f64) -> f64 {
        self.off - self.err + self.slope * (time - self.time)
    }
}

impl Casting {
    /// The shapes of a `shape_cast` or `ray_cast` query. A ray is a point that moves.
    ///
    /// # Errors
    /// As [`Pairing::of`]. Also for motions that are not finite or of another dimension, a negative
    /// `max_toi` or target distance, a ray without origin or direction, and queries of another
    /// kind.
    pub fn of(query: &Query) -> Result<Self, Refusal> {
        let dim = query.dim;
        let motion = |name: &str, value: Option<Coords>| match value {
            None => Ok(DVec3::ZERO),
            Some(v) if v.dim() == dim && v.is_finite() => Ok(v.to_vec3()),
            Some(v) => Err(Refusal::construct(format!("{name} is {:?} in {dim}D", v.as_slice()))),
        };
        let (pair, vel_a, vel_b) = match query.kind {
            QueryKind::ShapeCast => (query.clone(), motion("vel_a", query.vel_a)?, motion("vel_b", query.vel_b)?),
            QueryKind::RayCast => {
                let (Some(origin), Some(_)) = (query.origin, query.dir) else {
                    return Err(Refusal::construct("a ray needs an origin and a direction"));
                };
                let point = (ShapeSpec::Point { p: None }, PoseSpec::at(origin));
                let pair = Query::contact(dim, (query.a.clone(), query.pose_a), point).with_id(query.id.clone());
                (pair, DVec3::ZERO, motion("dir", query.dir)?)
            }
            _ => return Err(Refusal::unsupported("not a cast")),
        };
        let length = |name: &str, value: f64| if value >= 0.0 { Ok(value) } else { Err(Refusal::construct(format!("{name} is {value}"))) };
        let motion = vel_b - vel_a;
        Ok(Self {
            start: Pairing::of(&pair)?,
            apart: pair.pose_b.translation() - pair.pose_a.translation(),
            vel_a,
            motion,
            speed: motion.length(),
            until: length("max_toi", query.max_toi.unwrap_or(f64::INFINITY))?,
            target: if query.kind == QueryKind::RayCast { 0.0 } else { length("target_distance", query.target_distance.unwrap_or(0.0))? },
        })
    }

    /// The pair in the world at `time`.
    pub fn at(&self, time: f64) -> Pairing {
        // A speed may have overflowed: 0 times infinity would be NaN.
        let moved = |motion: DVec3| if time > 0.0 { motion * time } else { DVec3::ZERO };
        let way = moved(self.motion);
        let start = &self.start;
        let extent = start.reach_a + start.reach_b + (self.apart + way).length();
        let b: Solid = start.b.shifted(way);
        Pairing { b, extent, origin: start.origin + moved(self.vel_a), ..start.clone() }
    }

    /// The signed distance minus the target.
    pub fn off(&self, truth: &Truth) -> f64 {
        truth.sd - self.target
    }

    /// The gap along `n` minus the target, for a pair from [`Casting::at`].
    pub fn off_along(&self, pairing: &Pairing, n: DVec3) -> f64 {
        pairing.gap_along(n) - self.target
    }

    /// The time of the first contact, its certainty and its normal.
    pub fn truth(&self) -> CastTruth {
        let start = self.evaluate(0.0);
        if start.off < -start.err || self.speed == 0.0 || self.until == 0.0 {
            // The motion does not matter.
            let hit = start.off <= 0.0;
            return self.answer(hit.then_some((start, 0.0)), start, start.off, start.err);
        }
        let mut left = start;
        for _ in 0..EVALUATIONS {
            let floor = left.err + 1e-15 * self.start.extent;
            if left.off <= floor {
                return self.touch(left);
            }
            let next = left.time - left.off / left.slope;
            if left.slope >= 0.0 || next > self.until || (next - left.time) * self.speed > FAR * self.start.extent {
                // The smallest distance is at the end of time, or between this time and the last
                // falling one.
                return self.missed(start, left);
            }
            // A step smaller than the rounding of the time is a contact.
            if next <= left.time {
                return self.touch(left);
            }
            left = self.evaluate(next);
        }
        self.touch(left)
    }

    fn evaluate(&self, time: f64) -> Moment {
        let pairing = self.at(time);
        let Truth { sd, err, normal, .. } = pairing.truth();
        let n = normal.to_vec3();
        let moved = ROUNDING * (self.apart.length() + self.speed * time);
        Moment { time, off: sd - self.target, err: err + moved, slope: n.dot(self.motion), n }
    }

    /// `here` is as near to the target as rounding allows. Finds how far behind the true contact
    /// may be, and how deep the hit goes.
    fn touch(&self, here: Moment) -> CastTruth {
        let extent = self.start.extent;
        let within = larger(here.off, 0.0) + here.err;
        let (mut deepest, mut latest) = (here, f64::INFINITY);
        let (mut falling, mut rising) = (here, None);
        let mut step = 1e-4 * extent / self.speed;
        while deepest.off > -FOLLOWED * extent && falling.time < self.until {
            let time = if here.time + step < self.until { here.time + step } else { self.until };
            let next = self.evaluate(time);
            if next.off < deepest.off {
                deepest = next;
            }
            if next.off < -next.err {
                let chord = within / (within - next.off - next.err) * (next.time - here.time);
                latest = if chord < latest { chord } else { latest };
            }
            if next.slope >= 0.0 {
                rising = Some(next);
                break;
            }
            falling = next;
            step *= 8.0;
        }
        let mut margin_err = 0.0;
        if let Some(rising) = rising.filter(|_| deepest.off > -FOLLOWED * extent) {
            (deepest, margin_err) = self.lowest(falling, rising, deepest);
        } else if deepest.off > -FOLLOWED * extent {
            margin_err = deepest.err;
        }
        let way = if latest.is_finite() { latest * self.speed } else { within };
        // Before the contact, the line of this time is still above the target.
        let before = if here.time > 0.0 && here.slope < 0.0 { within / -here.slope * self.speed } else { 0.0 };
        self.answer(Some((here, larger(way, before))), here, deepest.off, margin_err)
    }

    /// `last` is above the target, and its line does not reach the target in time.
    fn missed(&self, start: Moment, last: Moment) -> CastTruth {
        let best = if last.off < start.off { last } else { start };
        if last.slope >= 0.0 {
            let (closest, err) = if last.time > 0.0 { self.lowest(start, last, best) } else { (last, last.err) };
            return self.answer(None, start, closest.off, err);
        }
        // Still falling: follow it to the end of time, or as far as any way is followed.
        let far = last.time + FAR * self.start.extent / self.speed;
        let end = self.evaluate(if self.until < far { self.until } else { far });
        let best = if end.off < best.off { end } else { best };
        let (closest, err) = if end.slope >= 0.0 { self.lowest(last, end, best) } else { (best, end.err) };
        // What comes after that is unknown.
        let unknown = end.slope < 0.0 && self.until > far;
        self.answer(None, start, closest.off, if unknown { f64::INFINITY } else { err })
    }

    /// The time of the smallest signed distance between a falling and a rising time, and how far
    /// below it the truth may be.
    fn lowest(&self, mut falling: Moment, mut rising: Moment, mut best: Moment) -> (Moment, f64) {
        let mut gap = f64::INFINITY;
        for _ in 0..EVALUATIONS {
            // The time at which the two lines cross.
            let turn = falling.slope - rising.slope;
            let time = (rising.off - falling.off + falling.slope * falling.time - rising.slope * rising.time) / turn;
            if !(time > falling.time && time < rising.time) {
                gap = best.err;
                break;
            }
            gap = larger(best.off - falling.below(time), best.err);
            // Clear of zero, or as accurate as possible.
            if gap <= 0.05 * best.off.abs() + 2.0 * best.err {
                break;
            }
            let next = self.evaluate(time);
            if next.off < best.off {
                best = next;
            }
            if next.slope < 0.0 {
                falling = next;
            } else {
                rising = next;
            }
        }
        (best, gap)
    }

    fn answer(&self, touch: Option<(Moment, f64)>, at: Moment, margin: f64, margin_err: f64) -> CastTruth {
        let ambiguous = margin.abs() <= margin_err;
        let hit = touch.is_some() && (margin <= 0.0 || ambiguous);
        let cosine = if self.speed > 0.0 { larger(-at.slope / self.speed, 0.0) } else { 0.0 };
        let reach = self.start.reach_a + self.start.reach_b;
        CastTruth {
            hit,
            toi: if hit { at.time } else { 0.0 },
            err: touch.map_or(0.0, |(_, err)| err),
            margin,
            margin_err,
            ambiguous,
            normal: Coords::of(at.n, self.start.dim),
            cosine,
            speed: self.speed,
            scale: if hit { reach + self.speed * at.time } else { self.start.extent },
        }
    }
}
