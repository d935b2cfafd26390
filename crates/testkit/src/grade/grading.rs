//! The tolerances, and the faults of one answer.

use core::fmt;

use glam::DVec3;

use crate::oracle::Pairing;
use crate::pair_file::{Coords, Query};

/// The tolerance for shapes and poses in `f32`, as a multiple of S: a hundred ulps.
pub const TOLERANCE_F32: f64 = 1.2e-5;
/// The tolerance in `f32` for the distance of polytopes, as a multiple of S: ten ulps, because they
/// are measured in `f64` and rounded once.
pub const TOLERANCE_F32_POLYTOPES: f64 = 1.2e-6;
/// The tolerance for shapes and poses in `f64`, as a multiple of S.
pub const TOLERANCE_F64: f64 = 1e-10;

/// What is wrong with an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// Apart is the answer, and the shapes overlap.
    MissingContact,
    /// Overlapping is the answer, and the shapes are apart.
    FalseContact,
    /// The shapes are apart, but by another distance.
    Distance,
    /// The shapes overlap, but by another depth.
    Depth,
    /// The normal is not a unit vector, or moving B along it by the depth does not separate the
    /// shapes.
    Normal,
    /// The truth is not between the bounds.
    Bounds,
    /// A contact point is outside of its shape, has a wrong separation or is too far away, or none
    /// is where the shapes are deepest.
    Manifold,
    /// The contact points span too little of a patch of parallel features.
    Coverage,
    /// A cast hits, and the answer is a miss.
    MissedHit,
    /// A cast misses, and the answer is a hit.
    FalseHit,
    /// A cast hits, but at another time.
    Time,
    /// The answer is an error, of another kind, or has NaN.
    Unreadable,
}

/// One fault of one answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    /// The query's name.
    pub id: String,
    /// The kind of fault.
    pub fault: Fault,
    /// The error as a multiple of S, if it is a length; else NaN.
    pub off: f64,
    /// The numbers.
    pub what: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {:?} ({:.1e} S): {}", self.id, self.fault, self.off, self.what)
    }
}

/// The faults of one answer, as far as they are known.
pub(super) struct Grading<'q> {
    pub(super) query: &'q Query,
    /// S.
    pub(super) extent: f64,
    pub(super) failures: Vec<Failure>,
}

impl<'q> Grading<'q> {
    pub(super) fn of(query: &'q Query) -> Self {
        Self { query, extent: query.extent(), failures: Vec::new() }
    }

    /// Adds a fault; `off` is a length, or NaN.
    pub(super) fn fail(&mut self, fault: Fault, off: f64, what: String) {
        self.failures.push(Failure { id: self.query.id.clone(), fault, off: off / self.extent, what });
    }

    /// The normal, if it is a unit vector of the right dimension; else a fault.
    pub(super) fn unit(&mut self, normal: Option<Coords>, tolerance: f64) -> Option<DVec3> {
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

    /// Adds a fault unless the normal is a unit vector along which the gap is at least `least`.
    pub(super) fn normal(&mut self, normal: Option<Coords>, least: f64, pairing: &Pairing, tolerance: f64) {
        let Some(n) = self.unit(normal, tolerance) else { return };
        let gap = pairing.gap_along(n);
        if !within(gap, least, f64::INFINITY) {
            self.fail(Fault::Normal, least - gap, format!("the gap along {n} is {gap:e}, not {least:e}"));
        }
    }
}

/// Whether a number is between two others. NaN never is.
pub(super) fn within(x: f64, low: f64, high: f64) -> bool {
    low <= x && x <= high
}
