//! `grade`: answers a pair file that carries what to expect, and compares.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clinch_testkit::grade::{Failure, Fault, TOLERANCE_F32, TOLERANCE_F64, grade};
use clinch_testkit::pair_file::{AnswerLine, ErrorKind, Query, read_queries};

use super::answer::{Precision, answer};

/// Answers a pair file and compares with what it expects
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The pair file
    file: PathBuf,
    /// Answer with the f64 core
    #[arg(long)]
    f64: bool,
}

/// What became of the lines of one category: the part of the id before the last slash.
#[derive(Default)]
struct Category {
    right: usize,
    unsupported: usize,
    failed: usize,
}

/// The report over all lines.
#[derive(Default)]
struct Report {
    categories: BTreeMap<String, Category>,
    faults: BTreeMap<Fault, (usize, f64)>,
    failures: Vec<Failure>,
    /// The largest error of a distance or depth, as a multiple of S, beyond the file's own `err`; of right answers, too.
    worst: f64,
    worst_id: String,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let file = File::open(&args.file).with_context(|| format!("cannot read the pair file {}", args.file.display()))?;
    let (precision, tolerance) = if args.f64 { (Precision::F64, TOLERANCE_F64) } else { (Precision::F32, TOLERANCE_F32) };
    let mut report = Report::default();
    let mut unreadable = 0;
    for line in read_queries(BufReader::new(file)) {
        match line {
            Ok(query) => report.add(&query, &answer(&query, precision), tolerance),
            Err(damaged) => {
                unreadable += 1;
                eprintln!("{damaged}");
            }
        }
    }
    report.print(tolerance);
    Ok(if report.failures.is_empty() && unreadable == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

impl Report {
    fn add(&mut self, query: &Query, line: &AnswerLine, tolerance: f64) {
        let category = query.id.rsplit_once('/').map_or("", |(category, _)| category);
        let category = self.categories.entry(category.to_owned()).or_default();
        if let AnswerLine::Error(error) = line
            && error.error.starts_with(&ErrorKind::Unsupported.to_string())
        {
            category.unsupported += 1;
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
        self.note_error(query, line);
    }

    fn note_error(&mut self, query: &Query, line: &AnswerLine) {
        let (AnswerLine::Contact(answer), Some(expect)) = (line, &query.expect) else { return };
        let Some(sd) = expect.sd else { return };
        let given = answer.depth.map_or(answer.distance, |depth| if depth > 0.0 { -depth } else { answer.distance });
        let off = ((given - sd).abs() - expect.err.unwrap_or(0.0)) / query.extent();
        if off > self.worst {
            self.worst = off;
            self.worst_id.clone_from(&query.id);
        }
    }

    fn print(&self, tolerance: f64) {
        println!("{:<32} {:>6} {:>6} {:>12}", "category", "right", "failed", "unsupported");
        let mut total = Category::default();
        for (name, category) in &self.categories {
            println!("{name:<32} {:>6} {:>6} {:>12}", category.right, category.failed, category.unsupported);
            total.right += category.right;
            total.failed += category.failed;
            total.unsupported += category.unsupported;
        }
        println!("{:<32} {:>6} {:>6} {:>12}", "all", total.right, total.failed, total.unsupported);
        for (fault, (count, worst)) in &self.faults {
            println!("{fault:?}: {count}, worst {worst:.1e} S");
        }
        for failure in &self.failures {
            println!("{failure}");
        }
        println!(
            "worst distance or depth: {:.2e} S beyond the case's own error ({}); the limit is {tolerance:.1e} S",
            self.worst, self.worst_id
        );
    }
}
