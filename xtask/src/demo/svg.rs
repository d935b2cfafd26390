//! The parts of SVG that the picture of the pile needs. Coordinates are rounded to a tenth of a
//! unit: a finer rounding makes no visible difference, a coarser one makes lines uneven.

use std::fmt::{self, Write};

use glam::DVec2;

/// A colour, 0 to 1 in each channel.
#[derive(Clone, Copy)]
pub(crate) struct Colour(pub(crate) [f64; 3]);

impl Colour {
    /// From 0xRRGGBB.
    pub(crate) const fn hex(rgb: u32) -> Self {
        Self([(rgb >> 16 & 255) as f64 / 255.0, (rgb >> 8 & 255) as f64 / 255.0, (rgb & 255) as f64 / 255.0])
    }

    /// The linear interpolation to another colour.
    pub(crate) fn mixed(self, other: Self, share: f64) -> Self {
        Self([0, 1, 2].map(|i| self.0[i] + (other.0[i] - self.0[i]) * share))
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [r, g, b] = self.0.map(|channel| (255.0 * channel.clamp(0.0, 1.0)).round() as u8);
        write!(f, "#{r:02x}{g:02x}{b:02x}")
    }
}

/// A drawing, element by element.
pub(crate) struct Svg(String);

impl Svg {
    /// An empty sheet.
    pub(crate) fn new(width: f64, height: f64, paper: Colour) -> Self {
        let mut svg = Self(String::new());
        svg.raw(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" viewBox=\"0 0 {width:.0} {height:.0}\">"
        ));
        svg.raw(format_args!("<rect width=\"100%\" height=\"100%\" fill=\"{paper}\"/>"));
        svg
    }

    /// Adds an element.
    pub(crate) fn raw(&mut self, element: fmt::Arguments<'_>) {
        // Writing to a string does not fail.
        let _ = self.0.write_fmt(element);
        self.0.push('\n');
    }

    /// A closed polygon. `style` is further attributes.
    pub(crate) fn polygon(&mut self, corners: &[DVec2], style: fmt::Arguments<'_>) {
        let mut points = String::new();
        for corner in corners {
            let _ = write!(points, "{:.1},{:.1} ", corner.x, corner.y);
        }
        self.raw(format_args!("<polygon points=\"{}\" {style}/>", points.trim_end()));
    }

    /// A line with round ends; a disc if the points are equal.
    pub(crate) fn stroke(&mut self, from: DVec2, to: DVec2, width: f64, colour: Colour) {
        self.raw(format_args!(
            "<path d=\"M{:.1},{:.1}L{:.1},{:.1}\" stroke=\"{colour}\" stroke-width=\"{width:.1}\" stroke-linecap=\"round\"/>",
            from.x, from.y, to.x, to.y
        ));
    }

    /// Many separate lines of one style, as one element.
    pub(crate) fn lines(&mut self, lines: impl Iterator<Item = (DVec2, DVec2)>, style: fmt::Arguments<'_>) {
        let mut path = String::new();
        for (from, to) in lines {
            let by = to - from;
            let _ = write!(path, "M{:.1},{:.1}l{:.1},{:.1}", from.x, from.y, by.x, by.y);
        }
        self.raw(format_args!("<path d=\"{path}\" fill=\"none\" {style}/>"));
    }

    /// Text that begins at `at`, on its baseline.
    pub(crate) fn text(&mut self, at: DVec2, size: f64, colour: Colour, text: &str) {
        let text = text.replace('&', "&amp;").replace('<', "&lt;");
        self.raw(format_args!(
            "<text x=\"{:.1}\" y=\"{:.1}\" font-family=\"sans-serif\" font-size=\"{size:.0}\" fill=\"{colour}\">{text}</text>",
            at.x, at.y
        ));
    }

    pub(crate) fn finished(mut self) -> String {
        self.0.push_str("</svg>\n");
        self.0
    }
}
