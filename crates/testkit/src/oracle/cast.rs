//! When do two moving shapes meet? Found from the signed distance alone.
//!
//! * B moves along a line as A sees it. The signed distance of convex sets is then a convex function of time, and the normal at a moment gives its
//!   slope: nothing else is needed, and no ray, simplex or conservative step of the program.
//! * The gap along one normal is a straight line *below* the signed distance, so Newton's method from the start never passes the first touch: the
//!   place where the last line falls to the target is a lower bound of the time, and a chord to a moment of overlap an upper one.
//! * The least signed distance on the way says how surely it hits or misses. Between a falling and a rising moment the crossing of the two lines is a
//!   lower bound of it and the next place to look (the cutting planes of Kelley, 1960, in one dimension).

use glam::DVec3;

use crate::oracle::check::Refusal;
use crate::oracle::solid::Solid;
use crate::oracle::{Pairing, ROUNDING, Truth, larger};
use crate::pair_file::{Coords, Expect, PoseSpec, Query, QueryKind, ShapeSpec};

/// How deep, as a multiple of S, a hit is followed to find out how sure it is. Deeper costs more looks, and no grader asks for more than 1e-5.
const SURE: f64 = 1e-3;
/// Ways longer than this multiple of S are not followed: the slope that leads there is made of rounding.
const FAR: f64 = 1e9;
/// Looks for one answer. A double root halves its distance with each; no pair has needed more than fifty.
const LOOKS: usize = 100;

/// What is true of a cast.
#[derive(Clone, Debug, PartialEq)]
pub struct CastTruth {
    /// They come as near as the target in time.
    pub hit: bool,
    /// When first; 0 if they start that near, and without a hit.
    pub toi: f64,
    /// The touch is within this *way* of `toi`: an error of time multiplied by the speed.
    pub err: f64,
    /// The least signed distance on the way, less the target: how deep a hit would go (at most a thousandth of S is looked for), or by how much it misses.
    pub margin: f64,
    /// `margin` is within this of the truth where it decides; of hits that go deeper it is 0.
    pub margin_err: f64,
    /// Yes or no depends on rounding.
    pub ambiguous: bool,
    /// Unit, world, from A to B, at the touch; without a hit, at the start.
    pub normal: Coords,
    /// The share of the speed that brings them together at the touch: 1 head on, 0 grazing. Distances that are off by δ make ways that are off by δ over this.
    pub cosine: f64,
    /// |vel_b − vel_a|, or |dir|.
    pub speed: f64,
    /// The length that tolerances multiply: of a hit the reach of A and of B and the way to it; of a miss S of the start.
    pub scale: f64,
}

impl CastTruth {
    /// As the pair file writes it.
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

/// Two convex shapes and how they move.
#[derive(Clone, Debug)]
pub struct Casting {
    start: Pairing,
    /// From A's origin to B's.
    apart: DVec3,
    /// Of A in the world, per unit time.
    vel_a: DVec3,
    /// Of B as A sees it, per unit time.
    motion: DVec3,
    speed: f64,
    until: f64,
    target: f64,
}

/// The pair at one moment.
#[derive(Clone, Copy, Debug)]
struct Moment {
    time: f64,
    /// Signed distance less the target.
    off: f64,
    err: f64,
    /// How `off` changes per unit time, along the normal of this moment.
    slope: f64,
    n: DVec3,
}

impl Moment {
    /// The lower bound that this moment's normal proves for another.
    fn below(&self, time: f64) -> f64 {
        self.off - self.err + self.slope * (time - self.time)
    }
}

impl Casting {
    /// The shapes of a `shape_cast` or `ray_cast` query; a ray is a point that moves.
    ///
    /// # Errors
    /// As [`Pairing::of`]; and motions that are not finite or of another dimension, a negative `max_toi` or target distance, a ray without origin or
    /// direction, and queries of another kind.
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
                let pair = Query::contact(query.id.clone(), dim, (query.a.clone(), query.pose_a), point);
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

    /// The pair as it stands in the world at `time`.
    pub fn at(&self, time: f64) -> Pairing {
        // Not 0 times infinity, should a speed overflow.
        let moved = |motion: DVec3| if time > 0.0 { motion * time } else { DVec3::ZERO };
        let way = moved(self.motion);
        let start = &self.start;
        let extent = start.reach_a + start.reach_b + (self.apart + way).length();
        let b: Solid = start.b.shifted(way);
        Pairing { b, extent, origin: start.origin + moved(self.vel_a), ..start.clone() }
    }

    /// The signed distance less the target.
    pub fn off(&self, truth: &Truth) -> f64 {
        truth.sd - self.target
    }

    /// The gap along `n` less the target, of a pair that [`Casting::at`] gave.
    pub fn off_along(&self, pairing: &Pairing, n: DVec3) -> f64 {
        pairing.gap_along(n) - self.target
    }

    /// When they first meet, how surely, and along which normal.
    pub fn truth(&self) -> CastTruth {
        let start = self.look(0.0);
        if start.off < -start.err || self.speed == 0.0 || self.until == 0.0 {
            // No longer a question of where they go.
            let hit = start.off <= 0.0;
            return self.answer(hit.then_some((start, 0.0)), start, start.off, start.err);
        }
        let mut left = start;
        for _ in 0..LOOKS {
            let floor = left.err + 1e-15 * self.start.extent;
            if left.off <= floor {
                return self.touch(left);
            }
            let next = left.time - left.off / left.slope;
            if left.slope >= 0.0 || next > self.until || (next - left.time) * self.speed > FAR * self.start.extent {
                // What it falls to at the end of time, or between here and the last falling moment.
                return self.missed(start, left);
            }
            // An infinitesimal step is an arrival that rounding hides.
            if next <= left.time {
                return self.touch(left);
            }
            left = self.look(next);
        }
        self.touch(left)
    }

    fn look(&self, time: f64) -> Moment {
        let pairing = self.at(time);
        let Truth { sd, err, normal, .. } = pairing.truth();
        let n = normal.to_vec3();
        let moved = ROUNDING * (self.apart.length() + self.speed * time);
        Moment { time, off: sd - self.target, err: err + moved, slope: n.dot(self.motion), n }
    }

    /// `here` is as near to the target as numbers tell: how far behind can the true touch be, and how deep does it go?
    fn touch(&self, here: Moment) -> CastTruth {
        let extent = self.start.extent;
        let within = larger(here.off, 0.0) + here.err;
        let (mut deepest, mut latest) = (here, f64::INFINITY);
        let (mut falling, mut rising) = (here, None);
        let mut step = 1e-4 * extent / self.speed;
        while deepest.off > -SURE * extent && falling.time < self.until {
            let time = if here.time + step < self.until { here.time + step } else { self.until };
            let next = self.look(time);
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
        if let Some(rising) = rising.filter(|_| deepest.off > -SURE * extent) {
            (deepest, margin_err) = self.lowest(falling, rising, deepest);
        } else if deepest.off > -SURE * extent {
            margin_err = deepest.err;
        }
        let way = if latest.is_finite() { latest * self.speed } else { within };
        // Before it, the line of this moment is not yet down.
        let before = if here.time > 0.0 && here.slope < 0.0 { within / -here.slope * self.speed } else { 0.0 };
        self.answer(Some((here, larger(way, before))), here, deepest.off, margin_err)
    }

    /// `last` is clear of the target, and its line does not fall to it in time.
    fn missed(&self, start: Moment, last: Moment) -> CastTruth {
        let best = if last.off < start.off { last } else { start };
        if last.slope >= 0.0 {
            let (closest, err) = if last.time > 0.0 { self.lowest(start, last, best) } else { (last, last.err) };
            return self.answer(None, start, closest.off, err);
        }
        // Still falling: to the end of time, or as far as anything is followed.
        let far = last.time + FAR * self.start.extent / self.speed;
        let end = self.look(if self.until < far { self.until } else { far });
        let best = if end.off < best.off { end } else { best };
        let (closest, err) = if end.slope >= 0.0 { self.lowest(last, end, best) } else { (best, end.err) };
        // Nobody knows what comes after that.
        let unknown = end.slope < 0.0 && self.until > far;
        self.answer(None, start, closest.off, if unknown { f64::INFINITY } else { err })
    }

    /// The moment of the least signed distance between a falling and a rising one, and how far below it the truth may be.
    fn lowest(&self, mut falling: Moment, mut rising: Moment, mut best: Moment) -> (Moment, f64) {
        let mut gap = f64::INFINITY;
        for _ in 0..LOOKS {
            // Where the two lines cross, none below.
            let turn = falling.slope - rising.slope;
            let time = (rising.off - falling.off + falling.slope * falling.time - rising.slope * rising.time) / turn;
            if !(time > falling.time && time < rising.time) {
                gap = best.err;
                break;
            }
            gap = larger(best.off - falling.below(time), best.err);
            // Clear of zero, or as sharp as it gets.
            if gap <= 0.05 * best.off.abs() + 2.0 * best.err {
                break;
            }
            let next = self.look(time);
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
