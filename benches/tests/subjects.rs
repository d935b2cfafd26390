//! Every library answers what it claims to support, and clinch's answers are right.

use clinch_benches::composite::{self, Surface};
use clinch_benches::data::{Amount, Store};
use clinch_benches::errors::Errors;
use clinch_benches::rows::{Pairs, Row, all};
use clinch_benches::subjects::{CLINCH, SUBJECTS};
use clinch_benches::work::Work;
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
            let errors = Errors::of(data.truths(), &answers);
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

/// Rows on surfaces whose true answers are cheap to compute. Rays and points are only measured on a
/// million triangles; here they get fewer.
fn quick_row(row: composite::Row) -> Option<composite::Row> {
    match row.work {
        Work::CompositeRay | Work::CompositePoint => Some(composite::Row { surface: Surface::Bumpy, ..row }),
        // The oracle searches for the distances of cylinders from triangles.
        _ if row.body == Some(composite::Body::Cylinder) && !row.surface.is_plane() => None,
        _ => (row.surface != Surface::Million).then_some(row),
    }
}

#[test]
fn every_row_on_a_surface_is_answered_and_clinch_is_right() {
    let few = composite::Amount { tracks: 6, frames: 2, rays: 16, checked: 6 };
    let mut store = composite::Store::new(few);
    for row in composite::all().into_iter().filter_map(quick_row) {
        let id = row.label().id();
        let data = store.get(&row).unwrap();
        assert_eq!(data.truths.len(), if row.work == Work::CompositeBuild { 0 } else { few.checked }, "{id}");
        let runners = composite::SUBJECTS.iter().filter_map(|subject| Some((subject.name, (subject.prepare)(row.work, &data)?)));
        let mut found = Vec::new();
        for (name, mut runner) in runners {
            let answers = runner.answers();
            let errors = Errors::of(&data.truths, &answers);
            assert_eq!(errors.checked, data.truths.len(), "{id}");
            assert!(name != CLINCH || errors.is_right(), "{id}: {errors:?}");
            assert!(errors.checked == 0 || errors.wrong < errors.checked, "{id} {name}: {errors:?}");
            runner.pass();
            assert_eq!(runner.answers(), answers, "{id} {name}: after a pass");
            found.push(name);
        }
        let peers = match row.work {
            Work::CompositeCold | Work::CompositeCoherent => 2,
            Work::CompositeResting => 3,
            _ => 1,
        };
        let beyond_box3d = [Some(composite::Body::Cylinder), Some(composite::Body::Hull(64))].contains(&row.body);
        let by_box3d = cfg!(feature = "box3d") && row.work != Work::CompositePoint && !beyond_box3d;
        assert_eq!((found[0], found.len()), (CLINCH, 1 + peers + usize::from(by_box3d)), "{id}");
    }
}
