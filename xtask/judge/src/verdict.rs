//! The verdict from the numbers of several starts.
//!
//! * Better or worse: the median differs by more than a tenth *and* by more than the floor of the
//!   measure.
//! * A median hides a single bad start. So if clinch's worst start is worse than rapier's by more
//!   than a half and by more than five floors, the verdict says so, whatever the medians are.
//! * A copy behaves like the scene in metres if its median is in the range of the starts of that
//!   scene, widened by a half on each side.

use crate::scene::{Measure, worse};

/// The values of a measure, one for each start.
#[derive(Clone, Debug)]
pub(crate) struct Spread {
    sorted: Vec<f64>,
}

impl Spread {
    pub(crate) fn of(values: impl Iterator<Item = f64>) -> Self {
        // NaN is worse than any number.
        let mut sorted: Vec<f64> = values.map(|value| worse(value, 0.0)).collect();
        sorted.sort_by(f64::total_cmp);
        Self { sorted }
    }

    /// The median; for a counted measure the sum.
    pub(crate) fn typical(&self, measure: &Measure) -> f64 {
        let count = self.sorted.len();
        if measure.counted || count == 0 {
            return self.sorted.iter().sum();
        }
        (self.sorted[(count - 1) / 2] + self.sorted[count / 2]) * 0.5
    }

    pub(crate) fn worst(&self) -> f64 {
        self.sorted.last().copied().unwrap_or(f64::NAN)
    }

    pub(crate) fn best(&self) -> f64 {
        self.sorted.first().copied().unwrap_or(f64::NAN)
    }

    pub(crate) fn count(&self) -> usize {
        self.sorted.len()
    }
}

/// How clinch compares with rapier's own narrowphase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Better,
    AsGood,
    /// As good or better, except for the worst start.
    WorstIsWorse,
    Worse,
}

impl Verdict {
    pub(crate) fn of(measure: &Measure, clinch: &Spread, rapier: &Spread) -> Self {
        let beats = |one: f64, other: f64, by: f64, floor: f64| one * (1.0 + by) + floor < other;
        let (ours, theirs) = (clinch.typical(measure), rapier.typical(measure));
        if beats(theirs, ours, 0.1, measure.floor) {
            Self::Worse
        } else if !measure.counted && beats(rapier.worst(), clinch.worst(), 0.5, 5.0 * measure.floor) {
            Self::WorstIsWorse
        } else if beats(ours, theirs, 0.1, measure.floor) {
            Self::Better
        } else {
            Self::AsGood
        }
    }

    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Better => "better",
            Self::AsGood => "as good",
            Self::WorstIsWorse => "**worst start worse**",
            Self::Worse => "**worse**",
        }
    }
}

/// Whether a copy of another size behaves like the scene in metres.
pub(crate) fn alike(measure: &Measure, copy: &Spread, metres: &Spread) -> bool {
    let typical = copy.typical(measure);
    if measure.counted {
        return typical == metres.typical(measure);
    }
    typical <= metres.worst() * 1.5 + measure.floor && typical >= metres.best() * 0.5 - measure.floor
}

#[cfg(test)]
mod tests {
    use super::{Spread, Verdict, alike};
    use crate::scene::{DRIFT, FELL};

    fn spread(values: &[f64]) -> Spread {
        Spread::of(values.iter().copied())
    }

    #[test]
    fn medians_decide_and_a_single_bad_start_is_reported() {
        let theirs = spread(&[1.0, 2.0, 3.0]);
        let word = |values: &[f64]| Verdict::of(&DRIFT, &spread(values), &theirs);
        assert_eq!(word(&[1.1, 2.1, 3.1]), Verdict::AsGood);
        assert_eq!(word(&[0.1, 0.2, 3.0]), Verdict::Better);
        assert_eq!(word(&[0.1, 0.2, 9.0]), Verdict::WorstIsWorse);
        assert_eq!(word(&[1.0, 2.5, 3.0]), Verdict::Worse);
        assert_eq!(word(&[1.0, f64::NAN, f64::NAN]), Verdict::Worse);
    }

    #[test]
    fn what_falls_is_counted() {
        assert_eq!(Verdict::of(&FELL, &spread(&[0.0, 0.0, 1.0]), &spread(&[0.0; 3])), Verdict::Worse);
        assert_eq!(Verdict::of(&FELL, &spread(&[0.0; 3]), &spread(&[1.0, 0.0, 0.0])), Verdict::Better);
    }

    #[test]
    fn a_copy_is_alike_within_the_range_of_the_starts() {
        let metres = spread(&[1.0, 2.0, 3.0]);
        assert!(
            alike(&DRIFT, &spread(&[4.0]), &metres) && !alike(&DRIFT, &spread(&[5.0]), &metres) && !alike(&DRIFT, &spread(&[0.1]), &metres)
        );
    }
}
