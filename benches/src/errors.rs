//! Compares the answers with those of the oracle, which shares no code with any of the libraries.

use serde::{Deserialize, Serialize};

use crate::answer::Answer;
use crate::data::Truth;
use crate::subjects::MARGIN;

/// Answers that are off by more than this are counted: in metres, for casts in units of the motion.
pub const TOO_FAR: f64 = 1e-4;
/// The motion of a pair by rounding its poses to `f32`, in metres, at ten metres from the origin. A
/// yes or no within it is not counted as wrong.
const ROUNDING: f64 = 1e-5;

/// The errors in the answers of a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Errors {
    /// The number of answers checked.
    pub checked: usize,
    /// Yes for no, a false or a missing contact or impact, beyond rounding.
    pub wrong: usize,
    /// The largest error of the others.
    pub worst: f64,
    /// The number of errors above [`TOO_FAR`].
    pub too_far: usize,
}

impl Errors {
    /// The errors of the answers of one pass: `truths` are those of some, by their place.
    pub fn of(truths: &[(usize, Truth)], answers: &[Answer]) -> Self {
        let mut errors = Self::default();
        for &(place, truth) in truths {
            if let Some(answer) = answers.get(place) {
                errors.count(*answer, truth);
            }
        }
        errors
    }

    /// No answer is wrong or too far off.
    pub fn is_right(&self) -> bool {
        self.wrong == 0 && self.too_far == 0
    }

    fn count(&mut self, answer: Answer, truth: Truth) {
        self.checked += 1;
        let margin = f64::from(MARGIN);
        match (answer, truth) {
            (Answer::Touch(yes), Truth::Signed { sd, err }) => self.wrong += usize::from(yes != (sd <= 0.0) && sd.abs() > err + ROUNDING),
            (Answer::Distance(distance), Truth::Signed { sd, err }) => self.off(distance - sd.max(0.0), err),
            (Answer::Contact(Some(signed)), Truth::Signed { sd, err }) => {
                self.wrong += usize::from(sd > margin + err + TOO_FAR);
                self.off(signed - sd, err);
            }
            (Answer::Contact(signed), Truth::Overlapping) => self.wrong += usize::from(!signed.is_some_and(|signed| signed <= ROUNDING)),
            (Answer::Contact(None), Truth::Signed { sd, err }) => self.wrong += usize::from(sd < margin - err - TOO_FAR),
            (Answer::Impact(found), Truth::Impact { time, err, ambiguous }) => match (found, time) {
                (Some(found), Some(time)) => self.off(found - time, err),
                (None, None) => {}
                _ => self.wrong += usize::from(!ambiguous),
            },
            // The answer to another query.
            _ => self.wrong += 1,
        }
    }

    /// Counts an error of this size, of which `err` may be the oracle's. NaN counts as wrong.
    fn off(&mut self, by: f64, err: f64) {
        let off = by.abs() - err;
        if off.is_nan() {
            self.wrong += 1;
        } else if off > self.worst {
            self.worst = off;
        }
        self.too_far += usize::from(off > TOO_FAR);
    }
}

#[cfg(test)]
mod tests {
    use super::Errors;
    use crate::answer::Answer;
    use crate::data::Truth;

    fn count(answers: &[(Answer, Truth)]) -> Errors {
        let mut errors = Errors::default();
        for &(answer, truth) in answers {
            errors.count(answer, truth);
        }
        errors
    }

    fn signed(sd: f64) -> Truth {
        Truth::Signed { sd, err: 1e-7 }
    }

    #[test]
    fn yes_for_no_is_wrong_unless_rounding_explains_it() {
        let errors = count(&[(Answer::Touch(true), signed(0.1)), (Answer::Touch(true), signed(1e-6)), (Answer::Touch(true), signed(-0.1))]);
        assert_eq!((errors.checked, errors.wrong), (3, 1));
    }

    #[test]
    fn a_missing_contact_is_wrong_and_a_contact_that_is_off_is_counted() {
        let of = |answer: Option<f64>, sd: f64| count(&[(Answer::Contact(answer), signed(sd))]);
        assert_eq!(of(None, -0.01).wrong, 1);
        assert_eq!(of(None, 0.5).wrong, 0);
        assert_eq!(of(Some(0.5), 0.5).wrong, 1, "beyond the margin");
        assert_eq!(of(Some(-0.02), -0.01).too_far, 1);
        assert!(of(Some(-0.01), -0.01).is_right());
        assert_eq!(of(Some(f64::NAN), -0.01).wrong, 1);
    }

    #[test]
    fn the_distance_of_overlapping_shapes_is_zero() {
        assert!(count(&[(Answer::Distance(0.0), signed(-0.3))]).is_right());
        assert_eq!(count(&[(Answer::Distance(0.2), signed(-0.3))]).worst, 0.2 - 1e-7);
    }

    #[test]
    fn a_contact_of_shapes_that_overlap_must_not_be_apart() {
        let of = |answer: Option<f64>| count(&[(Answer::Contact(answer), Truth::Overlapping)]).wrong;
        assert_eq!([Some(-0.3), Some(1e-6), Some(1e-4), Some(f64::NAN), None].map(of), [0, 0, 1, 1, 1]);
    }

    #[test]
    fn casts_are_graded_by_their_time() {
        let truth = Truth::Impact { time: Some(0.5), err: 0.0, ambiguous: false };
        assert_eq!(count(&[(Answer::Impact(Some(0.75)), truth)]).worst, 0.25);
        assert_eq!(count(&[(Answer::Impact(None), truth)]).wrong, 1);
        let grazing = Truth::Impact { time: Some(0.5), err: 0.0, ambiguous: true };
        assert_eq!(count(&[(Answer::Impact(None), grazing)]).wrong, 0);
    }
}
