//! `grade`: answers a pair file with expectations and compares.
//!
//! An unsupported query is a failure.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clinch_testkit::grade::{Failure, Fault, TOLERANCE_F32, TOLERANCE_F64, coverage, grade, way_off};
use clinch_testkit::pair_file::{AnswerLine, ErrorKind, Query, QueryKind, numbered_queries};

use super::answer::{Precision, answer};

/// Answers a pair file and compares the answers with its expectations
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The pair file
    file: PathBuf,
    /// Answer in f64 instead of f32
    #[arg(long)]
    f64: bool,
}

/// The counts of one category. The category of a line is the part of its id before the last slash.
#[derive(Default)]
struct Category {
    right: usize,
    failed: usize,
    unsupported: usize,
}

/// The report over all lines.
#[derive(Default)]
struct Report {
    categories: BTreeMap<String, Category>,
    faults: BTreeMap<Fault, (usize, f64)>,
    failures: Vec<Failure>,
    unsupported: Vec<String>,
    worst: Worst,
}

/// The largest errors of all answers, the right ones included, each with the id of its query.
#[derive(Default)]
struct Worst {
    /// Of distance or depth, as a multiple of S, beyond the `err` of the file.
    distance: (f64, String),
    /// Of the distance moved until the hit of a cast, by the oracle, as a multiple of the scale.
    way: (f64, String),
    /// The part of a contact patch that the manifold does not cover.
    uncovered: (f64, String),
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let file = File::open(&args.file).with_context(|| format!("cannot read the pair file {}", args.file.display()))?;
    let (precision, tolerance) = if args.f64 { (Precision::F64, TOLERANCE_F64) } else { (Precision::F32, TOLERANCE_F32) };
    let mut report = Report::default();
    let mut unreadable = 0;
    for (number, line) in numbered_queries(BufReader::new(file)) {
        match line {
            Ok(query) => {
                let answer = match answer(&query, precision) {
                    AnswerLine::Error(error) => AnswerLine::Error(error.on_line(number)),
                    answer => answer,
                };
                report.add(&query, &answer, tolerance);
            }
            Err(damaged) => {
                unreadable += 1;
                eprintln!("{damaged}");
            }
        }
    }
    report.print(tolerance);
    Ok(if report.failures.is_empty() && report.unsupported.is_empty() && unreadable == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

impl Report {
    fn add(&mut self, query: &Query, line: &AnswerLine, tolerance: f64) {
        let category = query.id.rsplit_once('/').map_or("", |(category, _)| category);
        let category = self.categories.entry(category.to_owned()).or_default();
        if let AnswerLine::Error(error) = line
            && error.error.starts_with(&ErrorKind::Unsupported.to_string())
        {
            category.unsupported += 1;
            self.unsupported.push(format!("{}: {}", query.id, error.error));
            return;
        }
        let failures = match grade(query, line, tolerance) {
            Ok(failures) => failures,
            Err(refusal) => {
                let what = format!("nothing to compare with: {refusal}");
                vec![Failure { id: query.id.clone(), fault: Fault::Unreadable, off: f64::NAN, what }]
            }
        };
        if failures.is_empty() {
            category.right += 1;
        } else {
            category.failed += 1;
        }
        for failure in &failures {
            let (count, worst) = self.faults.entry(failure.fault).or_default();
            *count += 1;
            *worst = worst.max(failure.off);
        }
        self.failures.extend(failures);
        self.worst.note(query, line);
    }

    fn print(&self, tolerance: f64) {
        println!("{:<32} {:>6} {:>6} {:>12}", "category", "right", "failed", "unsupported");
        let mut total = Category::default();
        let row = |name: &str, category: &Category| {
            let Category { right, failed, unsupported } = category;
            println!("{name:<32} {right:>6} {failed:>6} {unsupported:>12}");
        };
        for (name, category) in &self.categories {
            row(name, category);
            total.right += category.right;
            total.failed += category.failed;
            total.unsupported += category.unsupported;
        }
        row("all", &total);
        for (fault, (count, worst)) in &self.faults {
            println!("{fault:?}: {count}, worst {worst:.1e} S");
        }
        for line in self.unsupported.iter().cloned().chain(self.failures.iter().map(ToString::to_string)) {
            println!("{line}");
        }
        let Worst { distance, way, uncovered } = &self.worst;
        println!(
            "worst distance or depth: {:.2e} S beyond the error of the expectation ({}); the limit is {tolerance:.1e} S",
            distance.0, distance.1
        );
        println!("worst cast: {:.2e} of its scale by the oracle ({})", way.0, way.1);
        println!("least part of a contact patch covered: {:.1} % ({})", 100.0 * (1.0 - uncovered.0), uncovered.1);
    }
}

impl Worst {
    fn note(&mut self, query: &Query, line: &AnswerLine) {
        let larger = |worst: &mut (f64, String), value: f64| {
            if value > worst.0 {
                *worst = (value, query.id.clone());
            }
        };
        if let (AnswerLine::Contact(answer), Some(expect)) = (line, &query.expect)
            && let Some(sd) = expect.sd
        {
            // The answer to a distance query of an overlap is 0.
            let sd = if query.kind == QueryKind::Distance && sd < 0.0 { 0.0 } else { sd };
            let given = answer.depth.map_or(answer.distance, |depth| if depth > 0.0 { -depth } else { answer.distance });
            larger(&mut self.distance, ((given - sd).abs() - expect.err.unwrap_or(0.0)) / query.extent());
        }
        if let Some(way) = way_off(query, line) {
            larger(&mut self.way, way);
        }
        if let Some(covered) = coverage(query, line) {
            larger(&mut self.uncovered, 1.0 - covered);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Precision, Report, TOLERANCE_F32, TOLERANCE_F64, answer};
    use clinch_testkit::grade::grade;
    use clinch_testkit::pair_file::{Answer, AnswerLine, ErrorAnswer, ErrorKind, read_queries};
    use std::collections::BTreeMap;

    #[test]
    fn what_is_unsupported_is_counted_and_named() {
        let file = r#"{"id":"x/1","dim":3,"query":"contact","a":{"type":"point"},"b":{"type":"cone","half_height":1,"radius":1}}"#;
        let mut report = Report::default();
        for query in read_queries(file.as_bytes()).map(Result::unwrap) {
            let answer = AnswerLine::Error(ErrorAnswer::new(Some(query.id.clone()), ErrorKind::Unsupported, "not yet").on_line(7));
            report.add(&query, &answer, TOLERANCE_F32);
        }
        let category = &report.categories["x"];
        assert_eq!((category.unsupported, category.failed), (1, 0));
        assert_eq!(report.unsupported, ["x/1: unsupported: line 7: not yet"], "and so the exit status is not 0");
    }

    const HARD: [&str; 2] =
        [include_str!("../../../crates/testkit/data/pairs.jsonl"), include_str!("../../../crates/testkit/data/round_and_moving.jsonl")];
    const COMPOSITE: [&str; 2] =
        [include_str!("../../../crates/testkit/data/composites.jsonl"), include_str!("../../../crates/testkit/data/concave.jsonl")];

    fn all_are_right(files: [&str; 2], count: usize) {
        for (precision, tolerance) in [(Precision::F32, TOLERANCE_F32), (Precision::F64, TOLERANCE_F64)] {
            let mut report = Report::default();
            let queries = files.iter().flat_map(|file| read_queries(file.as_bytes())).map(Result::unwrap);
            queries.for_each(|query| report.add(&query, &answer(&query, precision), tolerance));
            assert!(report.failures.is_empty() && report.unsupported.is_empty(), "{:?} {:?}", report.failures, report.unsupported);
            assert_eq!(report.categories.values().map(|category| category.right).sum::<usize>(), count);
        }
    }

    #[test]
    fn hard_pairs_are_right_in_both_precisions() {
        all_are_right(HARD, 333);
    }

    #[test]
    fn pairs_of_composite_shapes_are_right_in_both_precisions() {
        all_are_right(COMPOSITE, 80);
    }

    /// Of right answers, each changed in one way. Not every way is a fault of every answer.
    #[test]
    fn wrong_answers_about_composite_shapes_are_faults() {
        let mut faults = BTreeMap::new();
        for query in read_queries(COMPOSITE[1].as_bytes()).map(Result::unwrap).step_by(3) {
            let AnswerLine::Contact(right) = answer(&query, Precision::F64) else { continue };
            let extent = query.extent();
            let mut count = |name: &str, wrong: Answer| {
                let failures = grade(&query, &AnswerLine::Contact(wrong), TOLERANCE_F64).unwrap();
                *faults.entry(name.to_owned()).or_insert(0) += usize::from(!failures.is_empty());
            };
            count("yes or no", Answer { intersects: !right.intersects, ..right.clone() });
            count("distance", Answer { distance: right.distance + 1e-3 * extent, ..right.clone() });
            count("normal", Answer { normal: right.normal.map(|normal| normal.times(-1.0)), ..right.clone() });
            count("point", Answer { point_a: right.point_b, point_b: right.point_a, ..right.clone() });
            count("bound", Answer { lower: right.upper.map(|upper| upper + 1e-3 * extent), ..right.clone() });
            count("manifold", Answer { manifolds: Some(Vec::new()), ..right });
        }
        assert!(faults.len() == 6 && faults.values().all(|&count| count >= 8), "{faults:?}");
    }
}
