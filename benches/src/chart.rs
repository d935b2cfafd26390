//! A chart for each kind of work: the cost of a pair, a colour for each library, a line for each
//! kind of pair.

use std::path::Path;

use clinch_chart::{AMBER, Axis, BLUE, Colour, Corner, LIGHT_BLUE, Mark, Panel, RED, Series};

use crate::measure::Measured;
use crate::report::mean;
use crate::subjects::SUBJECTS;
use crate::work::Work;

const WIDTH: u32 = 1000;
const LINE: u32 = 34;
/// clinch, then the peers in their order.
const COLOURS: [Colour; 4] = [RED, BLUE, LIGHT_BLUE, AMBER];

/// Draws the 3D rows of a kind of work into a file; `false` if there are none.
pub fn draw(work: Work, rows: &[Measured], path: &Path) -> anyhow::Result<bool> {
    let rows: Vec<&Measured> = rows.iter().filter(|row| row.label.work == work && row.label.dim == 3).collect();
    let mut kinds: Vec<&str> = rows.iter().map(|row| row.label.kind.as_str()).collect();
    kinds.dedup();
    let lines = kinds.len() as f64;
    let dots = |subject: usize| {
        let of_kind = |(line, kind): (usize, &&str)| {
            let timed = rows.iter().filter(|row| row.label.kind == **kind).flat_map(|row| &row.timed);
            let own = timed.filter(|timed| timed.subject == SUBJECTS[subject].name);
            Some((mean(own.map(|timed| timed.ns))?, lines - 1.0 - line as f64))
        };
        kinds.iter().enumerate().filter_map(of_kind).collect()
    };
    let series: Vec<Series> = (0..SUBJECTS.len())
        .map(|subject| Series {
            name: SUBJECTS[subject].name.to_owned(),
            colour: COLOURS[subject % COLOURS.len()],
            mark: Mark::Dots,
            points: dots(subject),
        })
        .collect();
    let times = || series.iter().flat_map(|series| &series.points).map(|(ns, _)| *ns);
    if times().next().is_none() {
        return Ok(false);
    }
    let (least, most) = times().fold((f64::INFINITY, 0.0_f64), |(least, most), ns| (least.min(ns), most.max(ns)));
    let panel = Panel {
        title: format!("{}: ns per pair, mean of all proximities", work.name()),
        x: Axis { range: least / 1.5..most * 1.5, area: 40, labels: None, label: &|ns| format!("{ns:.0}"), name: None },
        logarithmic: true,
        y: Axis { range: -0.7..lines - 0.3, area: 150, labels: Some(2 * kinds.len()), label: &|y| kind_at(&kinds, y), name: None },
        series,
        legend: Corner::LowerRight,
    };
    clinch_chart::draw(path, (WIDTH, LINE * (kinds.len() as u32 + 4)), &[panel])?;
    Ok(true)
}

/// The kind on this line, if there is one.
fn kind_at(kinds: &[&str], y: f64) -> String {
    let line = kinds.len() as f64 - 1.0 - y;
    let whole = (line - line.round()).abs() < 0.01 && line >= -0.01;
    if whole { kinds.get(line.round() as usize).map_or_else(String::new, |&kind| kind.to_owned()) } else { String::new() }
}
