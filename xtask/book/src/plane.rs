//! A window of a sheet that shows a part of a plane: coordinates of a scene, y upward.

use clinch::support::{Difference, SupportMap};
use glam::{DVec2, Vec2};

use crate::sheet::{Anchor, Sheet};

/// The map from the plane to the sheet.
#[derive(Clone, Copy)]
pub(crate) struct Plane {
    /// Where the plane's origin is, in pixels.
    origin: DVec2,
    /// Pixels per unit.
    scale: f64,
}

impl Plane {
    /// The part of the plane from `low` to `high`, with `low` at the pixel `corner`, and as large
    /// as `scale` pixels per unit make it.
    pub(crate) fn new(corner: DVec2, low: DVec2, scale: f64) -> Self {
        Self { origin: corner + DVec2::new(-low.x, low.y) * scale, scale }
    }

    /// A point of the plane in pixels.
    pub(crate) fn at(&self, point: DVec2) -> DVec2 {
        self.origin + DVec2::new(point.x, -point.y) * self.scale
    }

    pub(crate) fn all(&self, points: &[DVec2]) -> Vec<DVec2> {
        points.iter().map(|&point| self.at(point)).collect()
    }

    /// A filled polygon with its outline, in one colour.
    pub(crate) fn shape(&self, sheet: &mut Sheet, corners: &[DVec2], ink: &str) {
        let corners = self.all(corners);
        sheet.polygon(&corners, &format!("light f-{ink}"));
        sheet.polygon(&corners, &format!("l s-{ink}"));
    }

    /// A dot.
    pub(crate) fn dot(&self, sheet: &mut Sheet, point: DVec2, ink: &str) {
        sheet.disc(self.at(point), 4.0, &format!("f-{ink}"));
    }

    /// Text beside a point, `offset` pixels away from it.
    pub(crate) fn label(&self, sheet: &mut Sheet, point: DVec2, offset: DVec2, text: &str) {
        let anchor = match offset.x {
            x if x > 2.0 => Anchor::Start,
            x if x < -2.0 => Anchor::End,
            _ => Anchor::Middle,
        };
        sheet.text(self.at(point) + offset + DVec2::new(0.0, 5.0), anchor, "small", text);
    }

    /// The origin of A − B, as a cross in a ring.
    pub(crate) fn cross(&self, sheet: &mut Sheet, point: DVec2) {
        let at = self.at(point);
        for along in [DVec2::X, DVec2::Y] {
            sheet.line(at - along * 7.0, at + along * 7.0, "s-ink");
        }
        sheet.disc(at, 4.5, "l s-ink");
    }

    /// An arrow between two points.
    pub(crate) fn arrow(&self, sheet: &mut Sheet, from: DVec2, to: DVec2, ink: &str) {
        sheet.arrow(self.at(from), self.at(to), ink);
    }

    /// A line between two points.
    pub(crate) fn line(&self, sheet: &mut Sheet, from: DVec2, to: DVec2, class: &str) {
        sheet.line(self.at(from), self.at(to), class);
    }
}

/// The corners of A − B, counter-clockwise: the vertices found in many directions, each once.
pub(crate) fn outline<A: SupportMap<Vec2>, B: SupportMap<Vec2>>(difference: &Difference<'_, A, B, Vec2>) -> Vec<DVec2> {
    let mut corners: Vec<DVec2> = Vec::new();
    for direction in directions() {
        let point = difference.vertex(direction).point;
        if corners.iter().all(|corner| corner.distance(point) > 1e-9) {
            corners.push(point);
        }
    }
    corners
}

/// 720 directions around the circle, counter-clockwise from the x axis: of the sides of a square,
/// so that no sine is needed.
pub(crate) fn directions() -> impl Iterator<Item = DVec2> {
    (0..720).map(|step| {
        let (side, along) = (step / 180, f64::from(step % 180) / 90.0 - 1.0);
        match side {
            0 => DVec2::new(1.0, along),
            1 => DVec2::new(-along, 1.0),
            2 => DVec2::new(-1.0, -along),
            _ => DVec2::new(along, -1.0),
        }
    })
}
