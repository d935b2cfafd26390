//! The page, from fixed numbers.

use clinch_benches::composite::{Bytes, Results, section};
use clinch_benches::errors::Errors;
use clinch_benches::measure::{Measured, Timed};
use clinch_benches::report::page;
use clinch_benches::rows::Label;
use clinch_benches::run::{About, Run};
use clinch_benches::work::Work;

fn run() -> Run {
    let errors = |wrong, too_far, worst| Errors { checked: 200, wrong, worst, too_far };
    let timed = |subject: &str, ns, errors| Timed { subject: subject.to_owned(), ns, errors };
    let row = |work, dim, kind: &str, how: &str, timed: &[Timed]| {
        let label = Label { work, dim, kind: kind.to_owned(), how: how.to_owned() };
        Measured { label, timed: timed.to_vec() }
    };
    let (right, wrong) = (errors(0, 0, 1.25e-7), errors(3, 12, 0.008));
    let rows = vec![
        row(Work::YesNo, 3, "box-box", "near", &[timed("clinch", 50.0, errors(0, 0, 0.0)), timed("parry", 235.0, wrong)]),
        row(Work::YesNo, 3, "cone-box", "far", &[timed("clinch", 26.0, errors(0, 0, 0.0)), timed("parry", 260.0, right)]),
        row(Work::YesNo, 2, "box-box", "deep", &[timed("clinch", 8.125, right), timed("parry", 16.25, right)]),
        row(
            Work::ManifoldCold,
            3,
            "box-box",
            "shallow",
            &[timed("clinch", 200.0, right), timed("parry", 1_300.0, right), timed("parry, four points", 1_100.0, right)],
        ),
        row(Work::ManifoldCold, 2, "circle-circle", "near", &[timed("clinch", 30.0, right), timed("parry", 20.0, right)]),
    ];
    let about = About {
        date: "2026-01-02".to_owned(),
        machine: "2 × a processor".to_owned(),
        flags: "x86_64 compiled for the baseline".to_owned(),
        versions: "clinch 0.0.0".to_owned(),
        command: "cargo xtask bench --peers".to_owned(),
        quick: true,
    };
    Run { about, rows, stage: Vec::new(), composite: Results::default() }
}

#[test]
fn the_page_shows_times_errors_and_what_misses_its_target() {
    let page = page(&run(), &[("yes or no".to_owned(), "bench-yes-or-no.svg".to_owned())]);
    assert_eq!(page.matches("MISS").count(), 3, "26 ns is more than 25, 5.5 times less than 6, and parry is faster at circles");
    insta::assert_snapshot!(page);
}

#[test]
fn the_section_of_surfaces_has_its_own_date_tables_and_limits() {
    let timed = |subject: &str, ns| Timed { subject: subject.to_owned(), ns, errors: Errors { checked: 64, ..Errors::default() } };
    let row = |work, kind: &str, how: &str, clinch, parry| {
        let label = Label { work, dim: 3, kind: kind.to_owned(), how: how.to_owned() };
        Measured { label, timed: vec![timed("clinch", clinch), timed("parry", parry)] }
    };
    let rows = vec![
        row(Work::CompositeCold, "ball", "flat", 1000.0, 900.0),
        row(Work::CompositeCold, "box", "flat", 1000.0, 700.0),
        row(Work::CompositeCoherent, "ball", "flat", 151.0, 600.0),
        row(Work::CompositeResting, "ball", "flat", 60.0, 10.0),
        row(Work::CompositeRay, "surface", "million", 210.0, 200.0),
    ];
    let bytes = vec![Bytes { surface: "flat".to_owned(), clinch: 42.0, parry: 140.0, box3d: Some(35.0) }];
    let run = Run { composite: Results { rows, bytes }, ..run() };
    let section = section(&run);
    assert_eq!(section.matches("MISS").count(), 5, "700 is less than four fifths, 151 ns, a slower ray, the mean, the bytes");
    insta::assert_snapshot!(section);
    assert!(clinch_benches::composite::section(&self::run()).is_empty());
}

#[test]
fn a_run_in_a_file_keeps_every_bit() {
    let directory = std::env::temp_dir().join(format!("clinch-benches-{}", std::process::id()));
    let file = directory.join("deeper/run.json");
    run().save(&file).unwrap();
    assert_eq!(Run::open(&file).unwrap(), run());
    std::fs::remove_dir_all(&directory).unwrap();
    assert!(Run::open(&file).is_err());
}
