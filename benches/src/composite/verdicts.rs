//! The limits of the rows on surfaces that several rows have together. Those of single rows are in
//! `targets.rs`.

use crate::composite::results::Results;
use crate::measure::Measured;
use crate::report::mean;
use crate::stage_targets::Verdict;
use crate::work::Work;

/// The least geometric mean of the ratios of all manifolds.
const MEAN: f64 = 1.5;
/// The most bytes per triangle, of any surface.
const BYTES: f64 = 40.0;

/// All verdicts that the results allow.
pub(super) fn verdicts(results: &Results) -> Vec<Verdict> {
    let manifolds = [Work::CompositeCold, Work::CompositeCoherent];
    let rows = results.rows.iter().filter(|row| manifolds.contains(&row.label.work));
    let mean = mean(rows.filter_map(Measured::ratio));
    let bytes = results.bytes.iter().map(|bytes| bytes.clinch).reduce(f64::max);
    let verdict = |what: &str, value, limit, at_least| Verdict { what: what.to_owned(), value, limit, at_least };
    mean.map(|mean| verdict("manifolds: the geometric mean of the ratios", mean, MEAN, true))
        .into_iter()
        .chain(bytes.map(|bytes| verdict("bytes per triangle, the surface that takes most", bytes, BYTES, false)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::verdicts;
    use crate::composite::build::Bytes;
    use crate::composite::results::Results;
    use crate::measure::{Measured, Timed};
    use crate::rows::Label;
    use crate::work::Work;

    #[test]
    fn the_mean_is_over_manifolds_and_the_bytes_are_the_most() {
        let row = |work, parry| {
            let timed = [("clinch", 1.0), ("parry", parry)];
            let timed = timed.map(|(subject, ns)| Timed { subject: subject.to_owned(), ns, errors: Default::default() });
            Measured { label: Label { work, dim: 3, kind: String::new(), how: String::new() }, timed: timed.to_vec() }
        };
        let rows = vec![row(Work::CompositeCold, 1.0), row(Work::CompositeCoherent, 4.0), row(Work::CompositeRay, 99.0)];
        let bytes = [39.0, 41.0].map(|clinch| Bytes { surface: String::new(), clinch, parry: 200.0, box3d: None });
        let found = verdicts(&Results { rows, bytes: bytes.to_vec() });
        let values: Vec<(f64, bool)> = found.iter().map(|verdict| (verdict.value, verdict.is_met())).collect();
        assert_eq!(values, [(2.0, true), (41.0, false)]);
        assert!(verdicts(&Results::default()).is_empty());
    }
}
