//! `soak --composites`: pairs of a composite shape and a body, or of two composite shapes
//! (`clinch_soak_composites`). Pairs with a fault are lines of a pair file.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use anyhow::Context;
use clinch_soak_composites::{Plan, Row, Soaked, only, soak};
use indicatif::{ProgressBar, ProgressStyle};

use super::args::Args;
use super::workers::Plan as PlanOfPairs;

/// Faults of one kind that are printed.
const PRINTED: usize = 5;

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    anyhow::ensure!(args.resume.is_none(), "--resume is for pairs of convex shapes");
    let PlanOfPairs { pairs, seed, dims, digits, threads } = PlanOfPairs::of(args);
    let plan = Plan { pairs, seed, digits, threads, round: args.round };
    let mut out = match &args.out {
        Some(path) => Some(BufWriter::new(File::create(path).with_context(|| format!("cannot write {}", path.display()))?)),
        None => None,
    };
    let mut failed = 0;
    for dim in dims {
        let started = Instant::now();
        let soaked = match args.only {
            Some(index) => only(&plan, dim, index),
            None => soak_all(&plan, dim)?,
        };
        print(&plan, dim, &soaked, args.only.is_some());
        println!("{:.1} s on {} threads", started.elapsed().as_secs_f64(), plan.threads);
        for line in &soaked.lines {
            match &mut out {
                Some(out) => writeln!(out, "{line}")?,
                None if args.only.is_some() => println!("{line}"),
                None => {}
            }
        }
        failed += soaked.tally.all().failed;
    }
    if let Some(mut out) = out {
        out.flush()?;
    }
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn soak_all(plan: &Plan, dim: usize) -> anyhow::Result<Soaked> {
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} {eta}").context("the bar")?;
    let bar = ProgressBar::new(plan.pairs).with_style(style);
    let done = AtomicU64::new(0);
    let soaked = soak(plan, dim, &|pairs| bar.set_position(done.fetch_add(pairs, Ordering::Relaxed) + pairs));
    bar.finish_and_clear();
    Ok(soaked)
}

fn print(plan: &Plan, dim: usize, soaked: &Soaked, whole: bool) {
    let sort = if plan.round { "round bodies and boxes with a skin" } else { "all bodies" };
    println!("{dim}D, {:?}, seed {}, {sort}", plan.digits, plan.seed);
    let head = ["", "pairs", "apart", "overlap", "manifolds", "minima", "two", "casts", "recycled", "failed"];
    print_row(head[0], &core::array::from_fn(|i| head[i + 1].to_owned()));
    let all = soaked.tally.all();
    for (kind, row) in soaked.tally.rows.iter().map(|(kind, row)| (kind.as_str(), row)).chain([("all", &all)]) {
        let Row { pairs, apart, overlapping, manifolds, minima, composites, casts, recycled, failed, .. } = *row;
        let numbers = [pairs, apart, overlapping, manifolds, minima, composites, casts, recycled, failed];
        print_row(kind, &numbers.map(|number| number.to_string()));
    }
    for (what, faults) in &soaked.tally.faults {
        println!("fault: {what}: {}", faults.count);
        for (index, found) in faults.first.iter().take(PRINTED) {
            let shown = if whole { found.len() } else { 160 };
            println!("  --only {index}: {}", found.chars().take(shown).collect::<String>());
        }
    }
}

fn print_row(name: &str, numbers: &[String; 9]) {
    print!("{name:<10}");
    numbers.iter().for_each(|number| print!(" {number:>10}"));
    println!();
}
