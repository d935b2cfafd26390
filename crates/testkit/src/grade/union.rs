//! Grades the answer to a `contact` or `distance` query of shapes made of others.
//!
//! The sets of points that the file defines decide: their distance, and whether they share a point.
//!
//! * Apart, the distance is that of the nearest two parts; the normal is one of theirs; the witness
//!   points are on the shapes and as far apart.
//! * The depth of what overlaps is a matter of definition: it must be the overlap of some two parts
//!   along the normal, unless a solid surface is left by the nearest place, which may be on a
//!   concave edge. That of solids made of solids is that of their deepest two parts; or more, if
//!   parts of one touch each other, which may hide the face by which the deepest would be left.
//! * The points of all manifolds are on both shapes with their own separations, up to the
//!   prediction. A point of a manifold may be of a part whose normal differs by up to 2°. Of
//!   surfaces that overlap, points may be on the plane of a part, beyond its edges. Within the
//!   prediction there are points, unless a surface with one side may be seen from behind or at an
//!   open border; if the shapes are apart, the first is at their distance, to within 2e-6 of S.

use crate::grade::grading::{Fault, Grading, TOLERANCE_F32, TOLERANCE_F32_POLYTOPES, within};
use crate::oracle::{UnionPairing, UnionTruth};
use crate::pair_file::{Answer, Coords, Expect, Manifold, QueryKind, SidesSpec};

/// One less the cosine of 2°, by which the normals of the parts of a manifold may differ.
const TURNED: f64 = 6.1e-4;

/// The distance, as a multiple of S, by which clipped features may miss the deepest place.
const CLIPPED: f64 = 2e-6;

/// What an answer is compared with.
struct Limits {
    sd: Option<f64>,
    band: f64,
    tolerance: f64,
}

impl Grading<'_> {
    pub(super) fn union(&mut self, answer: &Answer, expect: &Expect, pairing: &UnionPairing, tolerance: f64) {
        if answer.id != self.query.id {
            self.fail(Fault::Unreadable, f64::NAN, format!("answers {:?}", answer.id));
        }
        let err = expect.err.unwrap_or(0.0);
        let limits = Limits { sd: expect.sd, band: tolerance * self.extent + err, tolerance };
        let intersects = expect.intersects.unwrap_or_else(|| expect.sd.is_some_and(|sd| sd <= 0.0));
        let is_near = expect.touching == Some(true) || expect.sd.is_some_and(|sd| sd.abs() <= limits.band);
        if answer.intersects != intersects && !is_near {
            let fault = if intersects { Fault::MissingContact } else { Fault::FalseContact };
            self.fail(fault, expect.sd.unwrap_or(f64::NAN).abs(), format!("answered {:?}, true is {:?}", answer.distance, expect.sd));
            return;
        }
        if let Some(sd) = expect.sd {
            self.union_distance(answer, sd, err, pairing, &limits);
        }
        if answer.intersects {
            self.overlap(answer, pairing, &limits);
        } else {
            self.witness(answer, pairing, &limits);
        }
        self.manifolds(answer, intersects, pairing, &limits);
    }

    fn union_distance(&mut self, answer: &Answer, sd: f64, err: f64, pairing: &UnionPairing, limits: &Limits) {
        let only_distance = self.query.kind == QueryKind::Distance;
        let wanted = if only_distance && sd < 0.0 { 0.0 } else { sd };
        let given = answer.depth.filter(|_| answer.intersects).map_or(answer.distance, |depth| -depth);
        let sharp = limits.tolerance == TOLERANCE_F32 && sd > 0.0 && pairing.truth().are_polytopes;
        let allowed = if sharp { TOLERANCE_F32_POLYTOPES * self.extent + err } else { limits.band };
        let off = (given - wanted).abs();
        // `overlap` looks for the two parts that have this depth.
        let is_deeper = given < wanted && wanted < 0.0 && pairing.may_be_deeper_than_its_parts();
        if !is_deeper && !within(off, 0.0, allowed) {
            let fault = if sd > 0.0 { Fault::Distance } else { Fault::Depth };
            self.fail(fault, off, format!("answered {given:e}, true is {sd:e} ± {err:.0e}"));
        }
        let lower = answer.lower.filter(|&lower| !within(lower, f64::NEG_INFINITY, wanted + err));
        let upper = answer.upper.filter(|&upper| !within(upper, sd - err, f64::INFINITY));
        for bound in lower.into_iter().chain(upper) {
            self.fail(Fault::Bounds, (bound - sd).abs(), format!("bound {bound:e}, true is {sd:e} ± {err:.0e}"));
        }
    }

    /// The normal and the points of shapes that are apart.
    fn witness(&mut self, answer: &Answer, pairing: &UnionPairing, limits: &Limits) {
        let (Some(n), Some(sd)) = (self.unit(answer.normal, limits.tolerance), limits.sd) else { return };
        let gap = pairing.gap_along(n, sd + limits.band);
        if !within(gap, sd - limits.band, f64::INFINITY) {
            self.fail(Fault::Normal, sd - gap, format!("the gap along {n} is {gap:e}, not {sd:e}"));
        }
        let (Some(a), Some(b)) = (answer.point_a, answer.point_b) else {
            return self.fail(Fault::Manifold, f64::NAN, "there are no witness points".to_owned());
        };
        self.on_both([a, b], pairing, limits);
        let off = ((b.to_vec3() - a.to_vec3()).length() - answer.distance).abs();
        if !within(off, 0.0, 2.0 * limits.band) {
            self.fail(Fault::Manifold, off, format!("the witness points are at another distance than {:e}", answer.distance));
        }
    }

    /// The depth along the normal of shapes that overlap.
    fn overlap(&mut self, answer: &Answer, pairing: &UnionPairing, limits: &Limits) {
        let (Some(depth), Some(n)) = (answer.depth, self.unit(answer.normal, limits.tolerance)) else { return };
        if !self.has_sides(SidesSpec::Solid) && !pairing.has_gap(n, -depth, 2.0 * limits.band) {
            self.fail(Fault::Depth, f64::NAN, format!("no two parts have a depth of {depth:e} along {n}"));
        }
    }

    /// Whether one of the shapes is a surface with these sides.
    fn has_sides(&self, wanted: SidesSpec) -> bool {
        [Some(&self.query.a), self.query.b.as_ref()].into_iter().flatten().any(|shape| shape.sides() == wanted)
    }

    fn on_both(&mut self, points: [Coords; 2], pairing: &UnionPairing, limits: &Limits) {
        for (outside, which) in pairing.outside(points.map(|point| point.to_vec3())).into_iter().zip(["A", "B"]) {
            if !within(outside, f64::NEG_INFINITY, limits.band) {
                self.fail(Fault::Manifold, outside, format!("a point is {outside:e} outside of {which}"));
            }
        }
    }

    fn manifolds(&mut self, answer: &Answer, intersects: bool, pairing: &UnionPairing, limits: &Limits) {
        let Some(prediction) = self.query.prediction else { return };
        let all = answer.manifolds.iter().flatten().map(|parts| &parts.manifold);
        let mut first = None;
        for manifold in all {
            self.unit(Some(manifold.n), limits.tolerance);
            for (a, b, separation) in &manifold.points {
                if !intersects || limits.sd.is_some() {
                    self.on_both([*a, *b], pairing, limits);
                }
                let across = (b.to_vec3() - a.to_vec3()).dot(manifold.n.to_vec3());
                if !within((across - separation).abs(), 0.0, limits.band + TURNED * separation.abs()) {
                    self.fail(Fault::Manifold, (across - separation).abs(), format!("a separation of {separation:e} is {across:e}"));
                }
                if !within(*separation, f64::NEG_INFINITY, prediction + limits.band) {
                    self.fail(Fault::Manifold, separation - prediction, format!("a point at {separation:e}, predicted {prediction:e}"));
                }
            }
            first = first.or_else(|| deepest(manifold));
        }
        match (first, limits.sd) {
            _ if first.is_none() && (self.has_sides(SidesSpec::One) || self.has_sides(SidesSpec::Solid)) => {}
            (None, sd) if intersects || sd.is_some_and(|sd| sd < prediction - limits.band) => {
                self.fail(Fault::Manifold, f64::NAN, "there are no contact points".to_owned());
            }
            (Some(first), Some(sd)) if sd > 0.0 && !within((first - sd).abs(), 0.0, 2.0 * limits.band + CLIPPED * self.extent) => {
                self.fail(Fault::Manifold, (first - sd).abs(), format!("the deepest point is at {first:e}, the shapes at {sd:e}"));
            }
            _ => {}
        }
    }
}

fn deepest(manifold: &Manifold) -> Option<f64> {
    manifold.points.iter().map(|(_, _, separation)| *separation).reduce(f64::min)
}

/// The expectation of a file, or that of the oracle.
pub(super) fn expected(expect: Option<&Expect>, pairing: &UnionPairing) -> Expect {
    match expect {
        Some(expect) if expect.sd.is_some() || expect.intersects.is_some() => expect.clone(),
        _ => UnionTruth::expect(&pairing.truth()),
    }
}
