//! Grades the answer to a cast.
//!
//! Times are compared as distances along the way, |Δtoi|·speed, with tol·scale. The speed is
//! |vel_b − vel_a|, or |dir| for a ray. The scale is the radii of A and B plus the way to the hit, or
//! S for a miss. A file may give both.
//!
//! * Against the file: the yes or no must agree unless it is `ambiguous`, and the way within
//!   tol·scale + err. A file's `err` allows for the change of the time if a surface moves by 2e-5
//!   of the scale, so it is large for glancing hits, and too large to grade `f64`.
//! * Against the oracle, accurate to 1e-9: the yes or no must agree unless a tolerance decides,
//!   that is, unless the closest approach is within tol·scale of the target. The way is within
//!   tol·scale; for a glancing hit, within a tenth of that divided by the cosine of the angle
//!   between motion and normal, because a surface that is off by δ moves the contact by δ over the
//!   cosine. For a hit that barely grazes, any time is right at which the shapes are within the
//!   band of the target.
//! * A normal is a unit vector. Unless the hit is at the start, it separates the shapes at the hit.
//!   Witness points, if given, are on the shapes.

use crate::grade::grading::{Fault, Grading, within};
use crate::oracle::{CastTruth, Casting, Pairing, Refusal, union_cast};
use crate::pair_file::{AnswerLine, CastAnswer, Expect, Query, ShapeSpec};

/// The part of the tolerance by which a surface may be off at a glancing hit.
const GLANCING: f64 = 0.1;

impl Grading<'_> {
    pub(super) fn cast(&mut self, answer: &CastAnswer, tolerance: f64) -> Result<(), Refusal> {
        if answer.id != self.query.id {
            self.fail(Fault::Unreadable, f64::NAN, format!("answers {:?}", answer.id));
        }
        if self.query.a.is_composite() || self.query.b.as_ref().is_some_and(ShapeSpec::is_composite) {
            return self.union_cast(answer, tolerance);
        }
        let casting = Casting::of(self.query);
        let expect = self.query.expect.as_ref().filter(|expect| expect.hit.is_some());
        if expect.is_none() {
            casting.as_ref().map_err(Clone::clone)?;
        }
        let truth = casting.as_ref().map(Casting::truth).ok();
        if let Some(expect) = expect {
            self.by_file(answer, expect, truth.as_ref(), tolerance);
        }
        if let (Ok(casting), Some(truth)) = (&casting, &truth) {
            self.by_oracle(answer, casting, truth, tolerance);
        }
        Ok(())
    }

    /// Shapes made of others are compared with the file; without an expectation, with the earliest
    /// hit of their parts.
    fn union_cast(&mut self, answer: &CastAnswer, tolerance: f64) -> Result<(), Refusal> {
        match self.query.expect.as_ref().filter(|expect| expect.hit.is_some()) {
            Some(expect) => self.by_file(answer, expect, None, tolerance),
            None => {
                let truth = union_cast(self.query)?;
                self.by_file(answer, &truth.expect(), Some(&truth), tolerance);
            }
        }
        if answer.hit {
            self.unit(answer.normal, tolerance);
        }
        Ok(())
    }

    fn by_file(&mut self, answer: &CastAnswer, expect: &Expect, truth: Option<&CastTruth>, tolerance: f64) {
        let hit = expect.hit == Some(true);
        if expect.ambiguous != Some(true) && answer.hit != hit {
            return self.wrong_hit(answer.hit, f64::NAN, "the file expects the opposite".to_owned());
        }
        let (Some(toi), true, true) = (expect.toi, hit, answer.hit) else { return };
        // A grazing hit is early or late by more than its rounding.
        if expect.ambiguous == Some(true) {
            return;
        }
        let speed = self.query.speed.or(truth.map(|truth| truth.speed)).unwrap_or_else(|| self.query.relative_speed());
        let scale = self.query.scale.or(truth.map(|truth| truth.scale)).unwrap_or(self.extent);
        self.time(answer, toi, speed, tolerance * scale + expect.err.unwrap_or(0.0));
    }

    fn by_oracle(&mut self, answer: &CastAnswer, casting: &Casting, truth: &CastTruth, tolerance: f64) {
        let band = tolerance * truth.scale;
        let barely = truth.ambiguous || truth.margin.abs() <= band + truth.margin_err;
        if answer.hit != truth.hit && !barely {
            let what = format!("the closest approach is {:e} ± {:.0e} from the target", truth.margin, truth.margin_err);
            return self.wrong_hit(answer.hit, truth.margin.abs(), what);
        }
        if !answer.hit {
            return;
        }
        let Some(toi) = answer.toi.filter(|toi| toi.is_finite() && *toi >= 0.0) else {
            return self.fail(Fault::Time, f64::NAN, format!("a hit at {:?}", answer.toi));
        };
        let there = casting.at(toi);
        let failures = self.failures.len();
        if barely || !truth.hit {
            let off = casting.off(&there.truth());
            if !within(off, f64::NEG_INFINITY, band + truth.margin_err) {
                self.fail(Fault::Time, off, format!("at {toi:e} they are {off:e} from the target"));
            }
        } else {
            let glancing = GLANCING * band / truth.cosine;
            // A hit at the start has no way.
            let allowed = if truth.toi > 0.0 && glancing > band { glancing } else { band };
            self.time(answer, truth.toi, truth.speed, allowed + truth.err);
        }
        // At a wrong time normal and points are wrong too.
        if self.failures.len() == failures {
            self.place(answer, casting, &there, tolerance, band + truth.err);
        }
    }

    /// Grades the normal and the witness points that are given.
    fn place(&mut self, answer: &CastAnswer, casting: &Casting, there: &Pairing, tolerance: f64, band: f64) {
        let n = answer.normal.and_then(|normal| self.unit(Some(normal), tolerance));
        let off = |pairing: &Pairing| casting.off(&pairing.truth());
        // After a way the shapes touch, and the gap along the normal is the target. At the start
        // they may be deep, and several normals are right.
        if let Some(n) = n.filter(|_| answer.toi > Some(0.0)) {
            let gap = casting.off_along(there, n);
            if !within(gap, -2.0 * band + if off(there) < 0.0 { off(there) } else { 0.0 }, f64::INFINITY) {
                self.fail(Fault::Normal, -gap, format!("at the touch the gap along {n} is {gap:e}"));
            }
        }
        let (Some(a), Some(b)) = (answer.point_a, answer.point_b) else { return };
        for (outside, which) in there.outside([a.to_vec3(), b.to_vec3()]).into_iter().zip(["A", "B"]) {
            if !within(outside, f64::NEG_INFINITY, 2.0 * band) {
                self.fail(Fault::Manifold, outside, format!("a point is {outside:e} outside of {which}"));
            }
        }
    }

    fn time(&mut self, answer: &CastAnswer, toi: f64, speed: f64, allowed: f64) {
        let given = answer.toi.unwrap_or(f64::NAN);
        let off = (given - toi).abs() * speed;
        // Equal times are right at any speed, unknown ones included.
        let off = if given == toi { 0.0 } else { off };
        if !within(off, 0.0, allowed) {
            self.fail(Fault::Time, off, format!("answered {given:e}, true is {toi:e}: a way of {off:e}, allowed are {allowed:e}"));
        }
    }

    fn wrong_hit(&mut self, hit: bool, off: f64, what: String) {
        self.fail(if hit { Fault::FalseHit } else { Fault::MissedHit }, off, what);
    }
}

/// The error of the time of a hit by the oracle, as a way and a multiple of the scale. `None` if
/// one of both is a miss or the hit is ambiguous.
pub fn way_off(query: &Query, answer: &AnswerLine) -> Option<f64> {
    let (AnswerLine::Cast(answer), Ok(casting)) = (answer, Casting::of(query)) else { return None };
    let truth = casting.truth();
    let both = answer.hit && truth.hit && !truth.ambiguous;
    both.then(|| (answer.toi.unwrap_or(f64::NAN) - truth.toi).abs() * truth.speed / truth.scale)
}
