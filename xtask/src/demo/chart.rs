//! `pile-ticks.svg` and `terrain-ticks.svg`: the number of pairs and their cost, tick by tick.

use std::path::Path;
use std::time::Duration;

use clinch_chart::{AMBER, Axis, BLUE, Colour, Corner, INK, Mark, Panel, RED, Series};

use crate::demo::clock::{STEPS, UPDATE_CONTACTS};
use crate::demo::log::{Entry, Log, quantile};
use crate::demo::tables::micros;

const SIZE: (u32, u32) = (1200, 760);

/// Draws the chart into a file.
pub(crate) fn draw(log: &Log, threads: &str, path: &Path) -> anyhow::Result<()> {
    let pairs = vec![
        line(log, "candidate", BLUE, |entry| entry.counts.counters.pairs as f64),
        line(log, "touching", RED, |entry| entry.counts.counters.touching as f64),
    ];
    let most = pairs.iter().flat_map(|series| &series.points).map(|(_, count)| *count).fold(0.0, f64::max);
    let milliseconds = |time: Duration| micros(time) / 1000.0;
    let times = vec![
        line(log, "all steps", INK, |entry| milliseconds(entry.total())),
        line(log, STEPS[UPDATE_CONTACTS], RED, |entry| milliseconds(entry.steps[UPDATE_CONTACTS])),
        line(log, STEPS[0], AMBER, |entry| milliseconds(entry.steps[0])),
    ];
    // The axis ends a little above 99 % of the ticks: a few ticks in which the machine was busy
    // would flatten all others.
    let top = 1.25 * milliseconds(quantile(&log.sorted(Entry::total), 0.99));
    let panels = [
        panel(log, "pairs per tick".to_owned(), pairs, 1.1 * most, Corner::LowerRight),
        panel(log, format!("milliseconds per tick, {threads}"), times, top, Corner::UpperRight),
    ];
    clinch_chart::draw(path, SIZE, &panels)
}

fn line(log: &Log, name: &str, colour: Colour, value: impl Fn(&Entry) -> f64) -> Series {
    let points = log.entries.iter().enumerate().map(|(tick, entry)| ((tick + 1) as f64, value(entry)));
    Series { name: name.to_owned(), colour, mark: Mark::Line, points: points.collect() }
}

/// A panel over all ticks. Values above `top` are drawn at `top`.
fn panel(log: &Log, title: String, mut series: Vec<Series>, top: f64, legend: Corner) -> Panel<'static> {
    for (_, value) in series.iter_mut().flat_map(|series| &mut series.points) {
        *value = value.min(top);
    }
    let last = (log.entries.len() as f64).max(2.0);
    let x = Axis { range: 1.0..last, area: 40, labels: None, label: &|tick| format!("{tick:.0}"), name: Some("tick") };
    let label = &|value| format!("{}", f64::round(100.0 * value) / 100.0);
    let y = Axis { range: 0.0..top.max(f64::MIN_POSITIVE), area: 70, labels: None, label, name: None };
    Panel { title, x, logarithmic: false, y, series, legend }
}
