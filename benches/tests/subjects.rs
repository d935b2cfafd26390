//! Every library answers what it claims to support, and clinch's answers are right.

use clinch_benches::data::{Amount, Store};
use clinch_benches::errors::Errors;
use clinch_benches::rows::{Pairs, Row, all};
use clinch_benches::subjects::{CLINCH, SUBJECTS};
use clinch_testkit::workload::Form;

const FEW: Amount = Amount { pairs: 12, tracks: 1, checked: 6 };

/// Rows whose true answers are cheap to compute.
fn is_quick(row: &Row) -> bool {
    let small = |form: Form| !matches!(form, Form::Hull(64 | 256) | Form::Cylinder | Form::Cone);
    match row.pairs {
        Pairs::Still(kind, _) | Pairs::Casts(kind) => small(kind.a) && small(kind.b),
        Pairs::Coherent(kind) => small(kind.a) && kind.b == Form::Box,
        Pairs::Pile(_) => false,
    }
}

#[test]
fn every_row_is_answered_and_clinch_is_right() {
    let mut store = Store::new(FEW);
    for row in all().into_iter().filter(is_quick) {
        let data = store.get(row.pairs).unwrap();
        for subject in SUBJECTS.iter().filter(|subject| (subject.takes)(&row)) {
            let mut runner = (subject.prepare)(row.work, &data.workload).unwrap();
            let answers = runner.answers();
            assert_eq!(answers.len(), runner.queries());
            let errors = Errors::of(&data, &answers);
            assert_eq!(errors.checked, FEW.checked);
            assert!(subject.name != CLINCH || errors.is_right(), "{}: {errors:?}", row.label().id());
            // A library called in the wrong way would be wrong everywhere. Single errors are in
            // the report.
            assert!(errors.wrong < errors.checked, "{} {}: {errors:?}", row.label().id(), subject.name);
            runner.pass();
            runner.pass();
            assert_eq!(runner.answers(), answers, "{} {}: after two passes", row.label().id(), subject.name);
        }
    }
}
