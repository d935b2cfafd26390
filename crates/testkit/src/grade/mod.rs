//! Is an answer right? The limits by which the program is judged, in one place.
//!
//! With S the length of the pair ([`Query::extent`]), the tolerance `tol` of the scalar and the certified error `err` of the truth, the band is
//! tol·S + err:
//!
//! * no wrong yes or no outside the band around touching;
//! * distance and depth within the band of the truth. For the distance of polytopes, swept by a radius or not, `tol` in `f32` is a tenth;
//! * a normal is right when pushing B out along it costs no more than the depth plus the band; apart, when the gap along it is at least the
//!   distance minus the band. So any of several right normals is accepted, and a flat minimum is not held against anybody;
//! * the proved bounds hold the truth: lower ≤ sd + err and sd − err ≤ upper. Here the tolerance does not count;
//! * manifolds: `manifold`. Casts: `cast`.
//!
//! A number that is none fails every comparison.

mod cast;
mod manifold;

pub use cast::way_off;
pub use manifold::coverage;

use core::fmt;

use glam::DVec3;

use crate::oracle::{Pairing, Refusal};
use crate::pair_file::{Answer, AnswerLine, Coords, Expect, Query, QueryKind};

/// The tolerance for shapes and poses in `f32`, as a multiple of S: a hundred ulps.
pub const TOLERANCE_F32: f64 = 1.2e-5;
/// That of the distance between polytopes, which are measured in `f64` and rounded once: ten ulps.
pub const TOLERANCE_F32_POLYTOPES: f64 = 1.2e-6;
/// The tolerance for shapes and poses in `f64`, as a multiple of S.
pub const TOLERANCE_F64: f64 = 1e-10;

/// What is wrong with an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// It says apart, and they overlap.
    MissingContact,
    /// It says they overlap, and they are apart.
    FalseContact,
    /// Apart, but not by this much.
    Distance,
    /// Overlapping, but not this deep.
    Depth,
    /// Not a unit vector, or not a way to separate them at the cost of the depth.
    Normal,
    /// The truth is not between the bounds.
    Bounds,
    /// A contact point that is outside of its shape, not as deep as it says, too far away, or missing where the shapes are deepest.
    Manifold,
    /// The contact points span too little of a patch of parallel features.
    Coverage,
    /// A cast that hits and is said to miss.
    MissedHit,
    /// A cast that misses and is said to hit.
    FalseHit,
    /// A hit, but not then.
    Time,
    /// An error, an answer of another kind, or a number that is none.
    Unreadable,
}

/// One fault of one answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    /// The query's name.
    pub id: String,
    /// What kind of fault.
    pub fault: Fault,
    /// By how many S it is off, where that is a length; else NaN.
    pub off: f64,
    /// The numbers.
    pub what: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {:?} ({:.1e} S): {}", self.id, self.fault, self.off, self.what)
    }
}

/// All faults of an answer; empty when it is right.
///
/// The truth of `contact` and `distance` is the query's expectation, or the oracle's when it has none. Normals and manifolds are graded for convex pairs
/// only. A cast is compared with both.
///
/// # Errors
/// There is no expectation and the oracle does not know the shapes.
pub fn grade(query: &Query, answer: &AnswerLine, tolerance: f64) -> Result<Vec<Failure>, Refusal> {
    let mut grading = Grading { query, extent: query.radius_about_center(), failures: Vec::new() };
    if let QueryKind::ShapeCast | QueryKind::RayCast = query.kind {
        match answer {
            AnswerLine::Cast(answer) => grading.cast(answer, tolerance)?,
            AnswerLine::Contact(_) => grading.fail(Fault::Unreadable, f64::NAN, "no answer to a cast".to_owned()),
            AnswerLine::Error(error) => grading.fail(Fault::Unreadable, f64::NAN, error.error.clone()),
        }
        return Ok(grading.failures);
    }
    let pairing = Pairing::of(query);
    let expect = match query.expect.clone().filter(|expect| expect.sd.is_some()) {
        Some(expect) => expect,
        None => pairing.as_ref().map_err(Clone::clone)?.truth().expect(),
    };
    match answer {
        AnswerLine::Contact(answer) => grading.contact(answer, &expect, pairing.ok().as_ref(), tolerance),
        AnswerLine::Cast(_) => grading.fail(Fault::Unreadable, f64::NAN, "the answer to a cast".to_owned()),
        AnswerLine::Error(error) => grading.fail(Fault::Unreadable, f64::NAN, error.error.clone()),
    }
    Ok(grading.failures)
}

struct Grading<'q> {
    query: &'q Query,
    extent: f64,
    failures: Vec<Failure>,
}

impl Grading<'_> {
    fn fail(&mut self, fault: Fault, off: f64, what: String) {
        self.failures.push(Failure { id: self.query.id.clone(), fault, off: off / self.extent, what });
    }

    fn contact(&mut self, answer: &Answer, expect: &Expect, pairing: Option<&Pairing>, tolerance: f64) {
        let (sd, err) = (expect.sd.unwrap_or(f64::NAN), expect.err.unwrap_or(0.0));
        let band = tolerance * self.extent + err;
        let only_distance = self.query.kind == QueryKind::Distance;
        if answer.id != self.query.id {
            self.fail(Fault::Unreadable, f64::NAN, format!("answers {:?}", answer.id));
        }

        // A distance query says no more than 0 of an overlap.
        let wanted = if only_distance && sd < 0.0 { 0.0 } else { sd };
        let given = match answer.depth {
            Some(depth) if answer.intersects => -depth,
            _ => answer.distance,
        };
        let off = (given - wanted).abs();
        let sharp = tolerance == TOLERANCE_F32 && sd > 0.0 && pairing.is_some_and(Pairing::are_polytopes);
        let allowed = if sharp { TOLERANCE_F32_POLYTOPES * self.extent + err } else { band };
        let numbers = format!("answered {given:e}, true is {sd:e} ± {err:.0e}");
        if answer.intersects && sd > band {
            self.fail(Fault::FalseContact, sd, numbers);
        } else if !answer.intersects && sd < -band {
            self.fail(Fault::MissingContact, -sd, numbers);
        } else if !within(off, 0.0, allowed) {
            let fault = if sd > 0.0 { Fault::Distance } else { Fault::Depth };
            self.fail(fault, off, numbers);
        }

        if let Some(pairing) = pairing
            && !(only_distance && sd <= band)
        {
            self.normal(answer.normal, sd - band, pairing, tolerance);
        }
        if let Some(pairing) = pairing
            && let Some(prediction) = self.query.prediction
        {
            self.manifold(answer, expect, pairing, &manifold::Limits { sd, band, prediction, tolerance });
        }

        let lower = answer.lower.filter(|&lower| !within(lower, f64::NEG_INFINITY, wanted + err));
        let upper = answer.upper.filter(|&upper| !within(upper, sd - err, f64::INFINITY));
        for bound in lower.into_iter().chain(upper) {
            self.fail(Fault::Bounds, (bound - sd).abs(), format!("bound {bound:e}, true is {sd:e} ± {err:.0e}"));
        }
    }

    /// A unit vector of the right dimension.
    fn unit(&mut self, normal: Option<Coords>, tolerance: f64) -> Option<DVec3> {
        let Some(normal) = normal else {
            self.fail(Fault::Normal, f64::NAN, "there is none".to_owned());
            return None;
        };
        let n = normal.to_vec3();
        // Ten tolerances: rounding each component of a unit vector costs two ulps of 1, not of S.
        if normal.dim() != self.query.dim || !within((n.length() - 1.0).abs(), 0.0, 10.0 * tolerance) {
            self.fail(Fault::Normal, f64::NAN, format!("{:?} has length {}", normal.as_slice(), n.length()));
            return None;
        }
        Some(n)
    }

    /// One along which the gap is at least this much.
    fn normal(&mut self, normal: Option<Coords>, least: f64, pairing: &Pairing, tolerance: f64) {
        let Some(n) = self.unit(normal, tolerance) else { return };
        let gap = pairing.gap_along(n);
        if !within(gap, least, f64::INFINITY) {
            self.fail(Fault::Normal, least - gap, format!("the gap along {n} is {gap:e}, not {least:e}"));
        }
    }
}

/// NaN is within nothing.
fn within(x: f64, low: f64, high: f64) -> bool {
    low <= x && x <= high
}
