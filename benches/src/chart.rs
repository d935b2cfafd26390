//! A chart for each kind of work: the cost of a pair, a colour for each library, a line for each
//! kind of pair.

use std::path::Path;

use anyhow::anyhow;
use plotters::prelude::*;

use crate::measure::Measured;
use crate::report::mean;
use crate::subjects::SUBJECTS;
use crate::work::Work;

const WIDTH: u32 = 1000;
const LINE: u32 = 34;
const INK: RGBColor = RGBColor(0x23, 0x22, 0x2b);
/// clinch, then the peers in their order.
const COLOURS: [RGBColor; 4] =
    [RGBColor(0xb3, 0x16, 0x3c), RGBColor(0x2f, 0x6c, 0x9e), RGBColor(0x7f, 0xae, 0xd0), RGBColor(0xd3, 0x93, 0x1f)];

/// One dot: the library, the line and the nanoseconds.
struct Dot {
    subject: usize,
    line: usize,
    ns: f64,
}

/// Draws the 3D rows of a kind of work into a file; `false` if there are none.
pub fn draw(work: Work, rows: &[Measured], path: &Path) -> anyhow::Result<bool> {
    let rows: Vec<&Measured> = rows.iter().filter(|row| row.label.work == work && row.label.dim == 3).collect();
    let mut kinds: Vec<&str> = rows.iter().map(|row| row.label.kind.as_str()).collect();
    kinds.dedup();
    let dots: Vec<Dot> = (0..kinds.len())
        .flat_map(|line| (0..SUBJECTS.len()).map(move |subject| (line, subject)))
        .filter_map(|(line, subject)| {
            let of_kind = rows.iter().filter(|row| row.label.kind == kinds[line]);
            let timed = of_kind.flat_map(|row| &row.timed).filter(|timed| timed.subject == SUBJECTS[subject].name);
            Some(Dot { subject, line, ns: mean(timed.map(|timed| timed.ns))? })
        })
        .collect();
    if dots.is_empty() {
        return Ok(false);
    }
    let drawn = dot_plot(work, &kinds, &dots, path);
    drawn.map_err(|error| anyhow!("{}: {error}", path.display()))?;
    Ok(true)
}

fn dot_plot(work: Work, kinds: &[&str], dots: &[Dot], path: &Path) -> anyhow::Result<()> {
    let height = LINE * (kinds.len() as u32 + 4);
    let area = SVGBackend::new(path, (WIDTH, height)).into_drawing_area();
    area.fill(&WHITE)?;
    let text = |size: i32| ("sans-serif", size).into_font().color(&INK);
    let (least, most) = dots.iter().fold((f64::INFINITY, 0.0_f64), |(least, most), dot| (least.min(dot.ns), most.max(dot.ns)));
    let lines = kinds.len() as f64;
    let mut chart = ChartBuilder::on(&area)
        .margin(14)
        .x_label_area_size(40)
        .y_label_area_size(150)
        .caption(format!("{}: ns per pair, mean of all proximities", work.name()), text(20))
        .build_cartesian_2d((least / 1.5..most * 1.5).log_scale(), -0.7..lines - 0.3)?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(INK.mix(0.12))
        .axis_style(INK.mix(0.6))
        .label_style(text(15))
        .y_labels(kinds.len() * 2)
        .y_label_formatter(&|y| named(kinds, *y))
        .x_label_formatter(&|ns| format!("{ns:.0}"))
        .draw()?;
    for (subject, colour) in COLOURS.iter().enumerate().take(SUBJECTS.len()) {
        let own = dots.iter().filter(|dot| dot.subject == subject);
        let circles = own.map(|dot| Circle::new((dot.ns, lines - 1.0 - dot.line as f64), 6, colour.filled()));
        chart.draw_series(circles)?.label(SUBJECTS[subject].name).legend(|(x, y)| Circle::new((x + 10, y), 6, colour.filled()));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::LowerRight)
        .label_font(text(15))
        .background_style(WHITE.mix(0.85))
        .border_style(TRANSPARENT)
        .draw()?;
    area.present()?;
    Ok(())
}

/// The kind on this line, if there is one.
fn named(kinds: &[&str], y: f64) -> String {
    let line = kinds.len() as f64 - 1.0 - y;
    let whole = (line - line.round()).abs() < 0.01 && line >= -0.01;
    if whole { kinds.get(line.round() as usize).map_or_else(String::new, |&kind| kind.to_owned()) } else { String::new() }
}
