//! Charts as SVG files, in one style, for the benches and the demo.
//!
//! A chart has one or more [`Panel`]s below each other. A panel has two axes, a legend and series
//! of lines or dots.

use std::ops::Range;
use std::path::Path;

use anyhow::anyhow;
use plotters::coord::Shift;
use plotters::coord::ranged1d::{AsRangedCoord, ValueFormatter};
use plotters::prelude::*;

pub use plotters::style::RGBColor as Colour;

/// The colour of text and axes.
pub const INK: Colour = RGBColor(0x23, 0x22, 0x2b);
/// A colour for series.
pub const RED: Colour = RGBColor(0xb3, 0x16, 0x3c);
/// A colour for series.
pub const BLUE: Colour = RGBColor(0x2f, 0x6c, 0x9e);
/// A colour for series.
pub const LIGHT_BLUE: Colour = RGBColor(0x7f, 0xae, 0xd0);
/// A colour for series.
pub const AMBER: Colour = RGBColor(0xd3, 0x93, 0x1f);

/// A diagram with two axes. The vertical one is linear.
pub struct Panel<'p> {
    /// The text above the diagram.
    pub title: String,
    /// The horizontal axis.
    pub x: Axis<'p>,
    /// Whether the horizontal axis is logarithmic.
    pub logarithmic: bool,
    /// The vertical axis.
    pub y: Axis<'p>,
    /// The series, in the order of the legend.
    pub series: Vec<Series>,
    /// The corner of the legend.
    pub legend: Corner,
}

/// An axis.
pub struct Axis<'p> {
    /// The smallest and the largest value.
    pub range: Range<f64>,
    /// The size of the area for labels, in pixels.
    pub area: u32,
    /// The largest number of labels; plotters decides if there is none.
    pub labels: Option<usize>,
    /// The label of a value.
    pub label: &'p dyn Fn(f64) -> String,
    /// The name of the quantity.
    pub name: Option<&'p str>,
}

/// Values with a name in the legend.
pub struct Series {
    /// The name.
    pub name: String,
    /// The colour.
    pub colour: Colour,
    /// How the points are drawn.
    pub mark: Mark,
    /// The points (x, y).
    pub points: Vec<(f64, f64)>,
}

/// How the points of a series are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// As one line.
    Line,
    /// As dots.
    Dots,
}

/// A corner of a diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Corner {
    /// At the top.
    UpperRight,
    /// At the bottom.
    LowerRight,
}

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// Writes a chart of this size in pixels to `path`. Its panels have equal heights.
///
/// # Errors
/// The file cannot be written; the error names it.
pub fn draw(path: &Path, size: (u32, u32), panels: &[Panel<'_>]) -> anyhow::Result<()> {
    let area = SVGBackend::new(path, size).into_drawing_area();
    draw_panels(&area, panels).map_err(|error| anyhow!("{}: {error}", path.display()))
}

fn draw_panels(area: &Area<'_>, panels: &[Panel<'_>]) -> anyhow::Result<()> {
    area.fill(&WHITE)?;
    for (area, panel) in area.split_evenly((panels.len(), 1)).iter().zip(panels) {
        let range = panel.x.range.clone();
        if panel.logarithmic { draw_panel(area, panel, range.log_scale())? } else { draw_panel(area, panel, range)? }
    }
    area.present()?;
    Ok(())
}

fn text(size: i32) -> TextStyle<'static> {
    ("sans-serif", size).into_font().color(&INK)
}

fn draw_panel<X>(area: &Area<'_>, panel: &Panel<'_>, x: X) -> anyhow::Result<()>
where
    X: AsRangedCoord<Value = f64>,
    X::CoordDescType: ValueFormatter<f64>,
{
    let mut chart = ChartBuilder::on(area)
        .margin(15)
        .x_label_area_size(panel.x.area)
        .y_label_area_size(panel.y.area)
        .caption(&panel.title, text(21))
        .build_cartesian_2d(x, panel.y.range.clone())?;
    let (label_x, label_y) = (|x: &f64| (panel.x.label)(*x), |y: &f64| (panel.y.label)(*y));
    let mut mesh = chart.configure_mesh();
    mesh.light_line_style(TRANSPARENT)
        .bold_line_style(INK.mix(0.12))
        .axis_style(INK.mix(0.6))
        .label_style(text(15))
        .x_label_formatter(&label_x)
        .y_label_formatter(&label_y);
    if let Some(count) = panel.x.labels {
        mesh.x_labels(count);
    }
    if let Some(count) = panel.y.labels {
        mesh.y_labels(count);
    }
    if let Some(name) = panel.x.name {
        mesh.x_desc(name);
    }
    if let Some(name) = panel.y.name {
        mesh.y_desc(name);
    }
    mesh.draw()?;
    for Series { name, colour, mark, points } in &panel.series {
        match mark {
            Mark::Line => {
                let style = colour.stroke_width(2);
                let line = chart.draw_series(LineSeries::new(points.iter().copied(), style))?;
                line.label(name).legend(move |(x, y)| PathElement::new(vec![(x, y), (x + 24, y)], style));
            }
            Mark::Dots => {
                let style = colour.filled();
                let dots = chart.draw_series(points.iter().map(|&point| Circle::new(point, 6, style)))?;
                dots.label(name).legend(move |(x, y)| Circle::new((x + 10, y), 6, style));
            }
        }
    }
    let corner = match panel.legend {
        Corner::UpperRight => SeriesLabelPosition::UpperRight,
        Corner::LowerRight => SeriesLabelPosition::LowerRight,
    };
    chart
        .configure_series_labels()
        .position(corner)
        .label_font(text(15))
        .background_style(WHITE.mix(0.85))
        .border_style(TRANSPARENT)
        .draw()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Axis, Corner, INK, Mark, Panel, RED, Series, draw};

    #[test]
    fn a_chart_has_its_titles_names_and_points() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("chart.svg");
        let label = |value: f64| format!("at {value}");
        let axis = |range: std::ops::Range<f64>| Axis { range, area: 40, labels: None, label: &label, name: Some("a quantity") };
        let panel = |title: &str, mark: Mark, logarithmic: bool| Panel {
            title: title.to_owned(),
            x: axis(1.0..100.0),
            logarithmic,
            y: axis(0.0..10.0),
            series: vec![
                Series { name: "one".to_owned(), colour: RED, mark, points: vec![(1.0, 1.0), (10.0, 5.0), (100.0, 9.0)] },
                Series { name: "other".to_owned(), colour: INK, mark, points: vec![(10.0, 2.0)] },
            ],
            legend: Corner::UpperRight,
        };
        draw(&path, (400, 600), &[panel("upper", Mark::Line, false), panel("lower", Mark::Dots, true)]).unwrap();
        let svg = std::fs::read_to_string(&path).unwrap();
        for text in ["upper", "lower", "one", "other", "at 10", "a quantity"] {
            assert!(svg.contains(text), "{text}: {svg}");
        }
        // Four dots, and one for each series in the legend.
        assert_eq!(svg.matches("<circle").count(), 6, "{svg}");
    }

    #[test]
    fn an_error_names_the_file() {
        let label = |value: f64| format!("{value}");
        let axis = || Axis { range: 0.0..1.0, area: 20, labels: None, label: &label, name: None };
        let panel = Panel { title: String::new(), x: axis(), logarithmic: false, y: axis(), series: vec![], legend: Corner::UpperRight };
        let error = draw(std::path::Path::new("/nowhere/chart.svg"), (100, 100), &[panel]).unwrap_err();
        assert!(error.to_string().contains("/nowhere/chart.svg"), "{error}");
    }
}
