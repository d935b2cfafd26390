//! Grades the answer to a `contact` or `distance` query.

use crate::grade::grading::{Fault, Grading, TOLERANCE_F32, TOLERANCE_F32_POLYTOPES, within};
use crate::grade::manifold::Limits;
use crate::oracle::Pairing;
use crate::pair_file::{Answer, Expect, QueryKind};

impl Grading<'_> {
    pub(super) fn contact(&mut self, answer: &Answer, expect: &Expect, pairing: Option<&Pairing>, tolerance: f64) {
        let (sd, err) = (expect.sd.unwrap_or(f64::NAN), expect.err.unwrap_or(0.0));
        let band = tolerance * self.extent + err;
        let only_distance = self.query.kind == QueryKind::Distance;
        if answer.id != self.query.id {
            self.fail(Fault::Unreadable, f64::NAN, format!("answers {:?}", answer.id));
        }

        // The answer to a distance query of an overlap is 0.
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
            self.manifold(answer, expect, pairing, &Limits { sd, band, prediction, tolerance });
        }

        let lower = answer.lower.filter(|&lower| !within(lower, f64::NEG_INFINITY, wanted + err));
        let upper = answer.upper.filter(|&upper| !within(upper, sd - err, f64::INFINITY));
        for bound in lower.into_iter().chain(upper) {
            self.fail(Fault::Bounds, (bound - sd).abs(), format!("bound {bound:e}, true is {sd:e} ± {err:.0e}"));
        }
    }
}
