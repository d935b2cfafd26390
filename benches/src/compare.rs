//! Compares this run with an earlier one: which rows became slower?

use std::fmt::Write;

use crate::measure::Measured;
use crate::run::Run;

/// One row in both runs.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// The row.
    pub name: String,
    /// Nanoseconds then and now.
    pub clinch: [f64; 2],
    /// The time of the fastest peer now divided by its time then, which shows the change of the
    /// machine. `None` if a run had no peers.
    pub peer: Option<f64>,
}

impl Change {
    /// The time now divided by the time then.
    pub fn ratio(&self) -> f64 {
        self.clinch[1] / self.clinch[0]
    }
}

/// The rows of both runs, the largest slowdown first.
pub fn changes(then: &Run, now: &Run) -> Vec<Change> {
    let mut changes: Vec<Change> = all(now).filter_map(|row| of_row(then, row)).collect();
    changes.extend(now.stage.iter().filter_map(|carried| {
        let before = then.stage.iter().find(|before| before.load == carried.load)?;
        Some(Change { name: carried.load.id(), clinch: [before.ns, carried.ns], peer: None })
    }));
    changes.sort_by(|one, other| other.ratio().total_cmp(&one.ratio()));
    changes
}

fn all(run: &Run) -> impl Iterator<Item = &Measured> {
    run.rows.iter().chain(&run.composite.rows)
}

fn of_row(then: &Run, row: &Measured) -> Option<Change> {
    let before = all(then).find(|before| before.label == row.label)?;
    // The library that is fastest now, in both runs.
    let peer = row.best_peer().and_then(|peer| {
        let before = before.timed.iter().find(|timed| timed.subject == peer.subject)?;
        Some(peer.ns / before.ns)
    });
    Some(Change { name: row.label.id(), clinch: [before.clinch()?.ns, row.clinch()?.ns], peer })
}

/// The changes as a table.
pub fn table(changes: &[Change], then: &Run) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(text, "Compared with the run of {} on {}; the largest slowdown first.\n", then.about.date, then.about.machine);
    let _ = writeln!(text, "| row | then, ns | now, ns | now / then | the peer's |\n|---|--:|--:|--:|--:|");
    for change in changes {
        let peer = change.peer.map_or_else(|| "–".to_owned(), |peer| format!("{peer:.2}"));
        let [then, now] = change.clinch;
        let _ = writeln!(text, "| {} | {then:.1} | {now:.1} | {:.2} | {peer} |", change.name, change.ratio());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::changes;
    use crate::measure::{Measured, Timed};
    use crate::rows::Label;
    use crate::run::{About, Run};
    use crate::work::Work;

    fn run(rows: &[(&str, f64, Option<f64>)]) -> Run {
        let timed = |subject: &str, ns: f64| Timed { subject: subject.to_owned(), ns, errors: Default::default() };
        let row = |&(kind, clinch, parry): &(&str, f64, Option<f64>)| Measured {
            label: Label { work: Work::Contact, dim: 3, kind: kind.to_owned(), how: "near".to_owned() },
            timed: [timed("clinch", clinch)].into_iter().chain(parry.map(|ns| timed("parry", ns))).collect(),
        };
        let [date, machine, flags, versions, command] = [""; 5].map(str::to_owned);
        Run {
            about: About { date, machine, flags, versions, command, quick: true },
            rows: rows.iter().map(row).collect(),
            stage: Vec::new(),
            composite: Default::default(),
        }
    }

    #[test]
    fn the_largest_slowdown_comes_first_and_new_rows_are_left_out() {
        let then = run(&[("a", 100.0, Some(50.0)), ("b", 100.0, None), ("gone", 1.0, None)]);
        let now = run(&[("a", 110.0, Some(60.0)), ("b", 300.0, Some(9.0)), ("new", 1.0, None)]);
        let found = changes(&then, &now);
        let listed: Vec<(&str, f64, Option<f64>)> =
            found.iter().map(|change| (change.name.as_str(), change.ratio(), change.peer)).collect();
        assert_eq!(listed, [("contact/3d/b/near", 3.0, None), ("contact/3d/a/near", 1.1, Some(1.2))]);
    }
}
