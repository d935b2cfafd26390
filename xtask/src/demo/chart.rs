//! `ticks.svg`: how many pairs there are, and what they cost, tick by tick.

use std::path::Path;
use std::time::Duration;

use anyhow::anyhow;
use plotters::coord::Shift;
use plotters::prelude::*;

use crate::demo::clock::{STEPS, UPDATE_CONTACTS};
use crate::demo::log::{Entry, Log, quantile};
use crate::demo::tables::micros;

const SIZE: (u32, u32) = (1200, 760);
const INK: RGBColor = RGBColor(0x23, 0x22, 0x2b);
const BLUE: RGBColor = RGBColor(0x2f, 0x6c, 0x9e);
const RED: RGBColor = RGBColor(0xb3, 0x16, 0x3c);
const AMBER: RGBColor = RGBColor(0xd3, 0x93, 0x1f);

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// One of the two diagrams.
struct Panel {
    title: String,
    lines: Vec<Series>,
    /// Where the vertical axis ends.
    top: f64,
    legend: SeriesLabelPosition,
}

/// A line of a panel: its name, its colour, its value at each tick.
struct Series {
    name: &'static str,
    colour: RGBColor,
    values: Vec<f64>,
}

/// Draws the chart into a file.
pub(crate) fn draw(log: &Log, threads: &str, path: &Path) -> anyhow::Result<()> {
    let area = SVGBackend::new(path, SIZE).into_drawing_area();
    let drawn = panels(log, threads, &area);
    drawn.and_then(|()| area.present().map_err(anyhow::Error::from)).map_err(|error| anyhow!("{}: {error}", path.display()))
}

fn panels(log: &Log, threads: &str, area: &Area<'_>) -> anyhow::Result<()> {
    area.fill(&WHITE)?;
    let (upper, lower) = area.split_vertically(SIZE.1 / 2);
    let count = |of: fn(&Entry) -> u64| log.entries.iter().map(|entry| of(entry) as f64).collect();
    let pairs = vec![
        Series { name: "candidate", colour: BLUE, values: count(|entry| entry.counts.counters.pairs) },
        Series { name: "touching", colour: RED, values: count(|entry| entry.counts.counters.touching) },
    ];
    let most = pairs.iter().flat_map(|series| &series.values).copied().fold(0.0, f64::max);
    let legend = SeriesLabelPosition::LowerRight;
    Panel { title: "pairs per tick".to_owned(), lines: pairs, top: 1.1 * most, legend }.draw(&upper, log)?;

    let time = |name: &'static str, colour: RGBColor, of: &dyn Fn(&Entry) -> Duration| {
        let values = log.entries.iter().map(|entry| micros(of(entry)) / 1000.0).collect();
        Series { name, colour, values }
    };
    let times = vec![
        time("all steps", INK, &Entry::total),
        time(STEPS[UPDATE_CONTACTS], RED, &|entry| entry.steps[UPDATE_CONTACTS]),
        time(STEPS[0], AMBER, &|entry| entry.steps[0]),
    ];
    // A few ticks in which the machine did something else would flatten all the others: the axis ends a little above 99 of 100 ticks.
    let top = 1.25 * micros(quantile(&log.sorted(Entry::total), 0.99)) / 1000.0;
    let title = format!("milliseconds per tick, {threads}");
    Panel { title, lines: times, top, legend: SeriesLabelPosition::UpperRight }.draw(&lower, log)
}

impl Panel {
    fn draw(self, area: &Area<'_>, log: &Log) -> anyhow::Result<()> {
        let ticks = log.entries.len() as f64;
        let text = |size: i32| ("sans-serif", size).into_font().color(&INK);
        let mut chart = ChartBuilder::on(area)
            .margin(16)
            .x_label_area_size(40)
            .y_label_area_size(70)
            .caption(&self.title, text(22))
            .build_cartesian_2d(1.0..ticks.max(2.0), 0.0..self.top.max(f64::MIN_POSITIVE))?;
        chart
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(INK.mix(0.12))
            .axis_style(INK.mix(0.6))
            .label_style(text(15))
            .x_label_formatter(&|tick| format!("{tick:.0}"))
            .y_label_formatter(&|value| format!("{}", (100.0 * value).round() / 100.0))
            .x_desc("tick")
            .draw()?;
        for Series { name, colour, values } in self.lines {
            let style = colour.stroke_width(2);
            let points = values.iter().enumerate().map(|(tick, &value)| ((tick + 1) as f64, value.min(self.top)));
            chart
                .draw_series(LineSeries::new(points, style))?
                .label(name)
                .legend(move |(x, y)| PathElement::new(vec![(x, y), (x + 24, y)], style));
        }
        chart
            .configure_series_labels()
            .position(self.legend)
            .label_font(text(16))
            .background_style(WHITE.mix(0.85))
            .border_style(TRANSPARENT)
            .draw()?;
        Ok(())
    }
}
