//! The log of each tick: its counts and the durations of its steps.

use std::time::Duration;

use clinch::narrowphase::Counters;

use crate::demo::clock::STEPS;
use crate::demo::replay::TickState;

/// The counts of one tick.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Counts {
    /// The counters of the stage.
    pub(crate) counters: Counters,
    /// The messages of contacts that started.
    pub(crate) started: usize,
    /// The messages of contacts that ended.
    pub(crate) ended: usize,
    /// The deepest overlap, in metres; 0 if nothing overlaps.
    pub(crate) deepest: f32,
    /// Bodies without finite bounds.
    pub(crate) lost: usize,
}

impl Counts {
    pub(crate) fn of(mut state: TickState<'_, '_>) -> Self {
        Self {
            counters: state.diagnostics.counters,
            started: state.started.read().count(),
            ended: state.ended.read().count(),
            deepest: state.pairs().map(|pair| -pair.contact.manifold().separation()).fold(0.0, f32::max),
            lost: state.finder.undefined(),
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
    /// The entries of each second of simulation; the last second may be shorter.
    pub(crate) fn seconds(&self) -> impl Iterator<Item = &[Entry]> {
        // A file may contain any step length. If it is longer than a second or invalid, each tick
        // is a second of its own.
        let ticks = (1.0 / self.seconds_per_tick).round();
        self.entries.chunks(if ticks >= 1.0 { ticks as usize } else { 1 })
    }

    /// The durations of one step in all ticks, sorted.
    pub(crate) fn sorted(&self, of: impl Fn(&Entry) -> Duration) -> Vec<Duration> {
        let mut times: Vec<Duration> = self.entries.iter().map(of).collect();
        times.sort_unstable();
        times
    }

    /// The sums of the counters over all ticks.
    pub(crate) fn sum(&self) -> Counters {
        let mut sum = Counters::default();
        for entry in &self.entries {
            sum += entry.counts.counters;
        }
        sum
    }
}

impl Entry {
    /// The sum over all steps.
    pub(crate) fn total(&self) -> Duration {
        self.steps.iter().sum()
    }
}

/// The value that the given share of sorted times does not exceed.
pub(crate) fn quantile(sorted: &[Duration], share: f64) -> Duration {
    let index = (share * sorted.len() as f64).ceil() as usize;
    sorted.get(index.clamp(1, sorted.len().max(1)) - 1).copied().unwrap_or_default()
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
