//! The report at the end of a soak.

use super::tally::{Row, Tally};
use super::workers::{Plan, State};
use clinch_testkit::distributions::Digits;

/// Prints the report of all parts. This run examined `pairs` in `seconds`.
pub(crate) fn print(plan: &Plan, state: &State, pairs: u64, seconds: f64) {
    for part in &state.parts {
        let scalar = if plan.digits == Digits::Double { "f64" } else { "f32" };
        println!("{}D, {scalar}, seed {}: {} pairs", part.dim, plan.seed, part.next);
        print_tally(&part.tally);
        println!();
    }
    if seconds > 0.0 && pairs > 0 {
        println!("{pairs} pairs in {seconds:.1} s on {} threads: {:.0} pairs/s", plan.threads, pairs as f64 / seconds);
    }
}

fn percent(part: u64, whole: u64) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

fn print_tally(tally: &Tally) {
    println!(
        "{:<22} {:>10} {:>8} {:>8} {:>8} {:>8} {:>10} {:>8} {:>8}",
        "", "pairs", "apart %", "touch %", "overl %", "slow %", "unfinished", "doubted", "failed"
    );
    print_row("all", &tally.all);
    for (group, rows) in &tally.groups {
        println!("{group}");
        for (name, row) in rows {
            print_row(&format!("  {name}"), row);
        }
    }
    let all = &tally.all;
    println!(
        "searched: {:.1} %, {:.1} support calls each; {:.3} % of the searched took the slow path, {} ended unfinished",
        percent(tally.searched, all.pairs),
        tally.calls as f64 / tally.searched.max(1) as f64,
        percent(all.slow, tally.searched),
        all.unfinished
    );
    println!("casts: {} hit, {} started within the target distance, {} missed", tally.hits, tally.starts, tally.misses);
    println!(
        "graded by the oracle: {}; doubts it did not confirm: {}; undecided, within its error: {}",
        tally.graded, tally.cleared, tally.undecided
    );
    println!("worst error: {:.2e} S, pair {}", tally.worst, tally.worst_index);
    for (what, count) in &tally.doubts {
        println!("  doubt: {what}: {count}");
    }
    for id in tally.open.iter().take(5) {
        println!("  undecided: {id}");
    }
}

fn print_row(name: &str, row: &Row) {
    let share = |part: u64| percent(part, row.pairs);
    println!(
        "{name:<22} {:>10} {:>8.1} {:>8.1} {:>8.1} {:>8.3} {:>10} {:>8} {:>8}",
        row.pairs,
        share(row.apart),
        share(row.touching),
        share(row.overlapping),
        share(row.slow),
        row.unfinished,
        row.doubted,
        row.failed
    );
}
