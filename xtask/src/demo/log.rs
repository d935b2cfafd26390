//! What is kept of each tick: its counts, and how long its steps took.

use std::time::Duration;

use clinch::narrowphase::Counters;

use crate::demo::clock::STEPS;
use crate::demo::replay::Seen;

/// The counts of one tick.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Counts {
    /// Pairs in the table, touching pairs, points, and what went slowly: the stage's own counts.
    pub(crate) counters: Counters,
    /// Pairs that began to touch, by their messages.
    pub(crate) started: usize,
    /// Pairs that ceased to.
    pub(crate) ended: usize,
    /// The deepest overlap, in metres; 0 if nothing overlaps.
    pub(crate) deepest: f32,
    /// Bodies without finite bounds.
    pub(crate) lost: usize,
}

impl Counts {
    pub(crate) fn of(mut seen: Seen<'_, '_>) -> Self {
        Self {
            counters: seen.diagnostics.counters,
            started: seen.started.read().count(),
            ended: seen.ended.read().count(),
            deepest: seen.pairs().map(|pair| -pair.contact.manifold().separation()).fold(0.0, f32::max),
            lost: seen.finder.undefined(),
        }
    }
}

/// One tick.
#[derive(Clone, Copy)]
pub(crate) struct Entry {
    pub(crate) counts: Counts,
    pub(crate) steps: [Duration; STEPS.len()],
}

/// All ticks.
pub(crate) struct Log {
    pub(crate) seconds_per_tick: f64,
    pub(crate) entries: Vec<Entry>,
}

impl Log {
    /// The entries of each second of simulation; the last may be cut short.
    pub(crate) fn seconds(&self) -> impl Iterator<Item = &[Entry]> {
        // A step of nonsense length, which a foreign file may hold, puts each tick in a second of its own.
        let ticks = (1.0 / self.seconds_per_tick).round();
        self.entries.chunks(if ticks >= 1.0 { ticks as usize } else { 1 })
    }

    /// How long one step took in each tick, sorted.
    pub(crate) fn sorted(&self, of: impl Fn(&Entry) -> Duration) -> Vec<Duration> {
        let mut times: Vec<Duration> = self.entries.iter().map(of).collect();
        times.sort_unstable();
        times
    }

    /// The stage's counts over all ticks.
    pub(crate) fn sum(&self) -> Counters {
        let mut sum = Counters::default();
        for entry in &self.entries {
            sum += entry.counts.counters;
        }
        sum
    }
}

impl Entry {
    /// All steps together.
    pub(crate) fn total(&self) -> Duration {
        self.steps.iter().sum()
    }
}

/// The value that the given share of sorted times does not exceed.
pub(crate) fn quantile(sorted: &[Duration], share: f64) -> Duration {
    let place = (share * sorted.len() as f64).ceil() as usize;
    sorted.get(place.clamp(1, sorted.len().max(1)) - 1).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::quantile;
    use std::time::Duration;

    #[test]
    fn quantiles_are_values_of_the_list() {
        let times: Vec<Duration> = (1..=200).map(Duration::from_micros).collect();
        assert_eq!(quantile(&times, 0.5), Duration::from_micros(100));
        assert_eq!(quantile(&times, 0.99), Duration::from_micros(198));
        assert_eq!(quantile(&times, 1.0), Duration::from_micros(200));
        assert_eq!(quantile(&[], 0.5), Duration::ZERO);
    }
}
