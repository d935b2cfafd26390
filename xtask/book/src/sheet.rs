//! A sheet of SVG, in the one style of the book's figures.
//!
//! * Elements have classes, and the sheet's style gives each class a colour for light and one for
//!   dark surroundings (`prefers-color-scheme`). The paper is part of the sheet, because a page may
//!   be dark where the system is not.
//! * Coordinates are rounded to a tenth of a unit. Rounding in decimal hides the last bits of a
//!   number, so that a figure changes only if the picture does.

use std::fmt::{self, Write};

use glam::DVec2;

/// A colour and its uses: stroke `s-…`, fill `f-…`, light fill `l-…`, text `t-…`.
struct Ink {
    name: &'static str,
    light: &'static str,
    dark: &'static str,
}

/// The colours. A is blue, B is amber, the Minkowski difference and its simplex are red; green is
/// what a figure is about.
const INKS: [Ink; 6] = [
    Ink { name: "ink", light: "#23222b", dark: "#e4e2ea" },
    Ink { name: "soft", light: "#7b7986", dark: "#96939f" },
    Ink { name: "a", light: "#2f6c9e", dark: "#7fb6e2" },
    Ink { name: "b", light: "#a86c00", dark: "#e6ac45" },
    Ink { name: "d", light: "#b3163c", dark: "#f27a94" },
    Ink { name: "good", light: "#23803f", dark: "#6fcb88" },
];

const PAPER: [&str; 2] = ["#ffffff", "#1d1c22"];

/// The side on which text begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// A drawing, element by element. Coordinates are in pixels, y downward.
pub(crate) struct Sheet(String);

impl Sheet {
    /// An empty sheet. `title` is read by screen readers.
    pub(crate) fn new(width: u32, height: u32, title: &str) -> Self {
        let mut sheet = Self(String::new());
        sheet.raw(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" role=\"img\">"
        ));
        sheet.raw(format_args!("<title>{}</title>", escaped(title)));
        sheet.raw(format_args!("<style>"));
        sheet.raw(format_args!("text{{font:14px 'DejaVu Sans',Verdana,sans-serif}}.small{{font-size:12px}}.large{{font-size:16px}}"));
        sheet.raw(format_args!(".l{{fill:none;stroke-width:1.8;stroke-linejoin:round;stroke-linecap:round}}.thin{{stroke-width:1}}"));
        sheet.raw(format_args!(".thick{{stroke-width:3}}.dash{{stroke-dasharray:5 4}}.light{{fill-opacity:.16}}"));
        sheet.raw(format_args!("{}", colours(0)));
        sheet.raw(format_args!("@media(prefers-color-scheme:dark){{{}}}", colours(1)));
        sheet.raw(format_args!("</style>"));
        sheet.raw(format_args!("<rect class=\"paper\" width=\"{width}\" height=\"{height}\" rx=\"6\"/>"));
        sheet
    }

    fn raw(&mut self, element: fmt::Arguments<'_>) {
        // Writing to a string does not fail.
        let _ = self.0.write_fmt(element);
        self.0.push('\n');
    }

    /// A closed polygon.
    pub(crate) fn polygon(&mut self, corners: &[DVec2], class: &str) {
        self.raw(format_args!("<polygon class=\"{class}\" points=\"{}\"/>", Points(corners)));
    }

    /// A line through points.
    pub(crate) fn polyline(&mut self, points: &[DVec2], class: &str) {
        self.raw(format_args!("<polyline class=\"l {class}\" points=\"{}\"/>", Points(points)));
    }

    /// A line.
    pub(crate) fn line(&mut self, from: DVec2, to: DVec2, class: &str) {
        self.polyline(&[from, to], class);
    }

    /// A line with a head at `to`. `ink` is a colour.
    pub(crate) fn arrow(&mut self, from: DVec2, to: DVec2, ink: &str) {
        let (along, length) = (to - from, (to - from).length());
        if !(length > 0.0) {
            return;
        }
        let unit = along / length;
        let (head, across) = (unit * HEAD.min(length), unit.perp() * (HEAD.min(length) * 0.4));
        self.line(from, to - head * 0.7, &format!("s-{ink}"));
        self.polygon(&[to, to - head + across, to - head - across], &format!("f-{ink}"));
    }

    /// A disc.
    pub(crate) fn disc(&mut self, center: DVec2, radius: f64, class: &str) {
        self.raw(format_args!("<circle class=\"{class}\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"{radius:.1}\"/>", center.x, center.y));
    }

    /// Text on its baseline. `class` may name a size; the colour is that of ink, unless it names
    /// one.
    pub(crate) fn text(&mut self, at: DVec2, anchor: Anchor, class: &str, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        let class = if class.contains("f-") { class.to_owned() } else { format!("f-ink {class}") };
        let (x, y) = (at.x, at.y);
        self.raw(format_args!("<text class=\"{}\" x=\"{x:.1}\" y=\"{y:.1}\"{anchor}>{}</text>", class.trim(), escaped(text)));
    }

    pub(crate) fn finished(mut self) -> String {
        self.0.push_str("</svg>\n");
        self.0
    }
}

/// The length of an arrow's head.
const HEAD: f64 = 10.0;

/// The rules of all classes for one theme.
fn colours(theme: usize) -> String {
    let mut rules = format!(".paper{{fill:{}}}", PAPER[theme]);
    for ink in &INKS {
        let (name, colour) = (ink.name, [ink.light, ink.dark][theme]);
        let _ = write!(rules, ".s-{name}{{stroke:{colour}}}.f-{name}{{fill:{colour}}}");
    }
    rules
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Points as SVG writes them.
struct Points<'p>(&'p [DVec2]);

impl fmt::Display for Points<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, point) in self.0.iter().enumerate() {
            // `+ 0.0` makes a positive zero of a negative one.
            let [x, y] = [point.x, point.y].map(|x| (x * 10.0).round() / 10.0 + 0.0);
            write!(f, "{}{x},{y}", if place == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Anchor, Sheet};
    use glam::DVec2;

    #[test]
    fn a_sheet_has_both_themes_and_escapes_its_text() {
        let mut sheet = Sheet::new(10, 20, "a < b");
        sheet.text(DVec2::new(1.0, 2.0), Anchor::Middle, "small", "A & B");
        sheet.arrow(DVec2::ZERO, DVec2::ZERO, "a");
        let svg = sheet.finished();
        for part in
            ["prefers-color-scheme:dark", "#1d1c22", "#ffffff", "<title>a &lt; b</title>", ">A &amp; B</text>", "text-anchor=\"middle\""]
        {
            assert!(svg.contains(part), "{part}: {svg}");
        }
        assert!(!svg.contains("NaN") && svg.ends_with("</svg>\n"), "{svg}");
    }

    #[test]
    fn a_rounded_coordinate_is_no_negative_zero() {
        let mut sheet = Sheet::new(10, 10, "");
        sheet.line(DVec2::new(-0.01, 1.0), DVec2::new(2.25, 0.04), "s-a");
        assert!(sheet.finished().contains("points=\"0,1 2.3,0\""));
    }
}
