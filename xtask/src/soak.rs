//! `soak`: generates millions of random and adversarial pairs and checks every answer.
//!
//! * `testkit::stress` draws the pairs from a seed and an index: all shapes, many of them nearly
//!   touching, aligned, thin or degenerate.
//! * Every answer and its manifold are checked by a certificate made of the parameters of the
//!   shapes (`testkit::oracle::Certificate`). Every answer is also compared with that to one of six
//!   equivalent queries, in turn: swapped, moved, scaled, warm, yes or no, with a margin
//!   (`clinch_probe::properties`). One pair in four is cast (`casts`).
//! * A certain doubt is a failure. One pair in a hundred, and every answer with another doubt, is
//!   graded against the full oracle, which costs far more. The oracle decides; where its own error
//!   is too large for that, the pair is counted as undecided.
//! * The result of a pair depends on the stream and its index alone: any number of threads, and any
//!   number of interruptions, give the same counts and lines.
//! * `--composites` soaks composite shapes: `composites.rs`.
//! * `--stage` soaks the stage instead of pairs: `stage.rs`.
//! * A failure is a line of a pair file, for `query` and `grade`, with a note that says what is
//!   wrong.

mod args;

mod casts;

mod examine;

mod tally;

mod report;
mod workers;

mod composites;
mod stage;

use std::fs::File;
use std::io::{BufWriter, Write};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Context;
use clinch_testkit::pair_file::write_line;

use crate::pairs::answer::answer;
use workers::{Plan, State};

pub(crate) use args::Args;

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    anyhow::ensure!(args.dim.is_none_or(|dim| dim == 2 || dim == 3), "--dim is 2 or 3");
    if args.stage {
        return stage::run(args);
    }
    if args.composites {
        return composites::run(args);
    }
    if let Some(index) = args.only {
        return only(args, index);
    }
    let started = Instant::now();
    let plan = Plan::of(args);
    let state = State::read_or_new(&plan, args.resume.as_deref())?;
    let resumed = state.pairs();
    let state = workers::work(&plan, state, args.resume.as_deref())?;
    report::print(&plan, &state, state.pairs() - resumed, started.elapsed().as_secs_f64());
    let lines = state.failures();
    if let Some(path) = &args.out {
        let file = File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
        let mut out = BufWriter::new(file);
        for line in &lines {
            writeln!(out, "{line}")?;
        }
        out.flush()?;
    } else {
        for line in lines.iter().take(20) {
            println!("{line}");
        }
    }
    Ok(if state.failed() == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Prints pair `index` of each dimension, its answer and all findings about it.
fn only(args: &Args, index: u64) -> anyhow::Result<ExitCode> {
    let plan = Plan::of(args);
    let mut failed = false;
    for &dim in &plan.dims {
        let stream = plan.stream(dim);
        let examined = examine::examine_one(&stream, index);
        write_line(std::io::stdout().lock(), &examined.query)?;
        write_line(std::io::stdout().lock(), &answer(&examined.query, plan.precision()))?;
        println!("{examined:#?}");
        failed |= examined.failed();
    }
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

#[cfg(test)]
mod tests {
    use super::examine::{Verdict, examine_one};
    use super::workers::{Plan, State, work};
    use clinch_testkit::distributions::Digits;
    use clinch_testkit::pair_file::{read_queries, write_line};

    fn plan(pairs: u64, threads: usize, digits: Digits) -> Plan {
        Plan { pairs, seed: 11, dims: vec![2, 3], digits, threads }
    }

    #[test]
    fn an_interrupted_soak_ends_in_the_same_state() {
        for digits in [Digits::Single, Digits::Double] {
            let file = tempfile::tempdir().unwrap();
            let path = file.path().join("state");
            let straight = work(&plan(2_500, 1, digits), State::read_or_new(&plan(0, 1, digits), None).unwrap(), None).unwrap();
            // Stopped after 700 pairs and again after 1800, in the middle of a chunk, each time
            // with another number of threads.
            for (pairs, threads) in [(700, 2), (1_800, 3), (2_500, 2)] {
                let plan = plan(pairs, threads, digits);
                let state = State::read_or_new(&plan, Some(&path)).unwrap();
                work(&plan, state, Some(&path)).unwrap();
            }
            let plan = plan(2_500, 1, digits);
            assert_eq!(State::read_or_new(&plan, Some(&path)).unwrap(), straight);
            assert_eq!(straight.pairs(), 5_000);
        }
    }

    #[test]
    fn the_state_of_another_soak_is_refused() {
        let file = tempfile::tempdir().unwrap();
        let path = file.path().join("state");
        let one = plan(50, 1, Digits::Single);
        work(&one, State::read_or_new(&one, None).unwrap(), Some(&path)).unwrap();
        assert!(State::read_or_new(&Plan { seed: 12, ..one.clone() }, Some(&path)).is_err());
        assert!(State::read_or_new(&Plan { digits: Digits::Double, ..one.clone() }, Some(&path)).is_err());
        assert!(State::read_or_new(&Plan { dims: vec![2], ..one.clone() }, Some(&path)).is_err());
        assert!(State::read_or_new(&one, Some(&path)).is_ok());
    }

    #[test]
    fn the_line_of_a_failure_is_the_pair_that_failed() {
        let stream = plan(0, 1, Digits::Double).stream(3);
        for index in 0..50 {
            let mut examined = examine_one(&stream, index);
            examined.cast_query = None;
            examined.verdict = Verdict::Wrong(vec!["an invented fault".to_owned()]);
            let mut line = Vec::new();
            write_line(&mut line, &examined.line()).unwrap();
            let read = read_queries(line.as_slice()).next().unwrap().unwrap();
            assert_eq!(
                (&read.a, &read.b, read.pose_a, read.pose_b),
                (&examined.query.a, &examined.query.b, examined.query.pose_a, examined.query.pose_b)
            );
            assert!(read.note.unwrap().contains("an invented fault"));
        }
    }

    #[test]
    fn every_kind_of_pair_and_cast_occurs() {
        let plan = plan(4_000, 2, Digits::Single);
        let state = work(&plan, State::read_or_new(&plan, None).unwrap(), None).unwrap();
        for part in &state.parts {
            let all = &part.tally.all;
            for share in [all.apart, all.overlapping] {
                assert!(share * 5 >= all.pairs, "{}D: {all:?}", part.dim);
            }
            assert!(all.touching * 10 >= all.pairs, "{}D: {all:?}", part.dim);
            let casts = part.tally.hits + part.tally.misses + part.tally.starts;
            assert!(part.tally.hits * 5 >= casts && part.tally.misses * 5 >= casts, "{}D: {casts}", part.dim);
            assert!(part.tally.graded * 100 >= all.pairs, "{}", part.tally.graded);
            let rows = |group: &str| part.tally.groups[group].len();
            assert_eq!([rows("proximity"), rows("alignment"), rows("location"), rows("aspect"), rows("sizes")], [8, 4, 3, 4, 2]);
        }
    }
}
