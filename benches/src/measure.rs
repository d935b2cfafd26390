//! The clock: the libraries alternate, pass by pass, so that other load on the machine affects all
//! of them alike.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::data::Data;
use crate::errors::Errors;
use crate::rows::{Label, Row};
use crate::runner::Runner;
use crate::subjects::SUBJECTS;

/// The length and the number of turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Turns of each library; the result is their median.
    pub turns: usize,
    /// A turn consists of as many passes as take this long, so that the resolution and the cost of
    /// the clock do not matter.
    pub least: Duration,
}

impl Effort {
    /// For numbers to be published.
    pub const FULL: Self = Self { turns: 21, least: Duration::from_millis(4) };
    /// For a quick run.
    pub const QUICK: Self = Self { turns: 5, least: Duration::from_millis(2) };
}

/// The result of one library for a row.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Timed {
    /// The library.
    pub subject: String,
    /// Nanoseconds per query, the median of its turns.
    pub ns: f64,
    /// The errors of its answers.
    pub errors: Errors,
}

/// The results of a row. Libraries that cannot do it are left out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    /// The row.
    pub label: Label,
    /// The results, in the order of [`SUBJECTS`].
    pub timed: Vec<Timed>,
}

/// One library at a row.
pub(crate) struct Contender {
    name: &'static str,
    errors: Errors,
    runner: Box<dyn Runner>,
    passes: usize,
    turns: Vec<f64>,
}

/// Measures a row: with `peers`, or clinch alone.
pub fn measure(row: &Row, data: &Data, effort: Effort, peers: bool) -> Measured {
    let subjects = if peers { SUBJECTS } else { &SUBJECTS[..1] };
    let contenders = subjects.iter().filter(|subject| (subject.takes)(row)).filter_map(|subject| {
        let mut runner = (subject.prepare)(row.work, &data.workload)?;
        let errors = Errors::of(data.truths(), &runner.answers());
        Some(Contender::new(subject.name, runner, errors))
    });
    Measured { label: row.label(), timed: race(contenders.collect(), effort) }
}

/// Lets the libraries alternate; each result is the median of its turns.
pub(crate) fn race(mut contenders: Vec<Contender>, effort: Effort) -> Vec<Timed> {
    for contender in &mut contenders {
        contender.settle(effort.least);
    }
    for _ in 0..effort.turns {
        for contender in &mut contenders {
            contender.turn();
        }
    }
    let timed = contenders.into_iter();
    timed.map(|Contender { name, turns, errors, .. }| Timed { subject: name.to_owned(), ns: median(turns), errors }).collect()
}

impl Contender {
    pub(crate) fn new(name: &'static str, runner: Box<dyn Runner>, errors: Errors) -> Self {
        Self { name, errors, runner, passes: 1, turns: Vec::new() }
    }

    /// Finds the number of passes of a turn, and warms up.
    fn settle(&mut self, least: Duration) {
        loop {
            let took = self.run();
            if took >= least {
                return;
            }
            let missing = least.as_secs_f64() / took.as_secs_f64().max(1e-9);
            self.passes = (self.passes as f64 * missing.clamp(1.1, 16.0)).ceil() as usize;
        }
    }

    fn run(&mut self) -> Duration {
        let start = Instant::now();
        for _ in 0..self.passes {
            self.runner.pass();
        }
        start.elapsed()
    }

    fn turn(&mut self) {
        let queries = (self.passes * self.runner.queries()) as f64;
        let took = self.run();
        self.turns.push(took.as_secs_f64() * 1e9 / queries);
    }
}

/// The median; NaN if there are no values.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    match values.len() {
        0 => f64::NAN,
        odd if odd % 2 == 1 => values[middle],
        _ => 0.5 * (values[middle - 1] + values[middle]),
    }
}

#[cfg(test)]
mod tests {
    use super::median;

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!(median(vec![9.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(vec![9.0, 1.0, 2.0, 4.0]), 3.0);
        assert!(median(Vec::new()).is_nan());
    }
}
