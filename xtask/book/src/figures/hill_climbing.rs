//! Hill climbing: the way over the edges of a polygon, and what rounding does to it near the top.

use clinch::d2::Polygon;
use clinch::support::SupportMap;
use glam::{DVec2, Vec2};

use crate::figures::steps::corners;
use crate::plane::Plane;
use crate::sheet::{Anchor, Sheet};

/// The corners on either side of the top that the diagram shows.
const BESIDE: usize = 12;

/// Both pictures.
pub(crate) fn draw() -> anyhow::Result<String> {
    let mut sheet =
        Sheet::new(720, 270, "A climb over the edges of a polygon, and the rounded heights of the corners of a fine one near its top");
    path(&mut sheet)?;
    heights(&mut sheet)?;
    Ok(sheet.finished())
}

/// The way from a hint to the farthest corner: always to the higher neighbour.
fn path(sheet: &mut Sheet) -> anyhow::Result<()> {
    let (shape, direction) = (Polygon::regular(16, 1.0)?, Vec2::new(0.6, 0.8));
    let plane = Plane::new(DVec2::new(40.0, 40.0), DVec2::new(-1.1, 1.1), 92.0);
    let corners = corners(&shape);
    plane.shape(sheet, &corners, "a");
    let found = shape.support(direction);
    let height = |corner: usize| corners[corner].dot(direction.as_dvec2());
    let mut at = 6;
    plane.dot(sheet, corners[at], "ink");
    plane.label(sheet, corners[at], DVec2::new(-10.0, 12.0), "hint");
    loop {
        let next = [(at + 1) % 16, (at + 15) % 16].into_iter().max_by(|&a, &b| height(a).total_cmp(&height(b)));
        let Some(next) = next.filter(|&next| height(next) > height(at)) else { break };
        plane.arrow(sheet, corners[at], corners[next], "d");
        at = next;
    }
    plane.dot(sheet, found.point.as_dvec2(), "good");
    plane.label(sheet, found.point.as_dvec2(), DVec2::new(10.0, -8.0), "farthest");
    plane.arrow(sheet, DVec2::ZERO, direction.as_dvec2() * 0.6, "ink");
    plane.label(sheet, direction.as_dvec2() * 0.3, DVec2::new(8.0, 6.0), "d");
    sheet.text(DVec2::new(141.0, 26.0), Anchor::Middle, "", "16 corners");
    Ok(())
}

/// The heights of the corners of a fine polygon around its top, in ε of `f32` below the highest.
fn heights(sheet: &mut Sheet) -> anyhow::Result<()> {
    // Corners that are redundant after rounding are dropped: the polygon is exactly convex.
    let (shape, direction) = (Polygon::regular(65_536, 1.0)?, Vec2::new(0.6, 0.8));
    let vertices = shape.vertices();
    let count = vertices.len();
    let exact = |corner: usize| vertices[corner].as_dvec2().dot(direction.as_dvec2());
    let top = (0..count).max_by(|&a, &b| exact(a).total_cmp(&exact(b))).unwrap_or(0);
    let shown: Vec<usize> = (0..=2 * BESIDE).map(|place| (top + count + place - BESIDE) % count).collect();
    let rounded = |corner: usize| vertices[corner].dot(direction);
    let best = shown.iter().map(|&corner| rounded(corner)).fold(f32::NEG_INFINITY, f32::max);
    let depth = |corner: usize| f64::from((best - rounded(corner)) / f32::EPSILON);

    let (left, right, upper) = (350.0, 700.0, 60.0);
    let most = shown.iter().map(|&corner| depth(corner)).fold(1.0, f64::max);
    let scale = 160.0 / most;
    let at = |place: usize| {
        let x = left + (right - left) * place as f64 / (shown.len() - 1) as f64;
        DVec2::new(x, upper + scale * depth(shown[place]))
    };
    // From the left, to the first corner without a higher neighbour.
    let mut stop = 0;
    while stop + 1 < shown.len() && depth(shown[stop + 1]) < depth(shown[stop]) {
        stop += 1;
    }
    let points: Vec<DVec2> = (0..shown.len()).map(at).collect();
    sheet.polyline(&points, "s-soft thin");
    for (place, &point) in points.iter().enumerate() {
        let class = match depth(shown[place]) {
            _ if place == stop => "f-d",
            0.0 => "f-good",
            _ => "f-a",
        };
        sheet.disc(point, 4.0, class);
    }
    let spacing = if most > 20.0 { 10 } else { 4 };
    for steps in (0..=most as u32).step_by(spacing) {
        let y = upper + scale * f64::from(steps);
        sheet.text(DVec2::new(left - 14.0, y + 5.0), Anchor::End, "small", &format!("{steps} ε"));
    }
    sheet.text(points[stop] + DVec2::new(-4.0, -12.0), Anchor::Middle, "small f-d", "a climb stops");
    sheet.text(DVec2::new(525.0, 26.0), Anchor::Middle, "", &format!("{count} corners: heights near the top, below the highest"));
    sheet.text(DVec2::new(525.0, 258.0), Anchor::Middle, "small f-soft", "green: the highest by rounded products");
    Ok(())
}
