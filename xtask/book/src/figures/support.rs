//! The support mapping of one polygon, and the Minkowski difference of two.

use clinch::support::{Difference, Pose, SupportMap};
use glam::{DVec2, Vec2};

use crate::figures::steps::{corners, worked_pair};
use crate::plane::{Plane, outline};
use crate::sheet::{Anchor, Sheet};

/// Directions around the circle, and where the first arrow of each begins.
const DIRECTIONS: [(f32, f32); 3] = [(1.0, 0.0), (0.6, -0.8), (-0.8, 0.6)];

/// The farthest points of a quadrilateral in three directions.
pub(crate) fn support() -> anyhow::Result<String> {
    let [_, shape] = worked_pair()?;
    let mut sheet = Sheet::new(720, 206, "The support points of a quadrilateral in three directions");
    for (place, (x, y)) in DIRECTIONS.into_iter().enumerate() {
        let plane = Plane::new(DVec2::new(16.0 + 236.0 * place as f64, 30.0), DVec2::new(3.5, 8.6), 18.0);
        plane.shape(&mut sheet, &corners(&shape), "b");
        let direction = Vec2::new(x, y);
        let found = shape.support(direction);
        let (point, along) = (found.point.as_dvec2(), direction.as_dvec2());
        let across = along.perp();
        plane.line(&mut sheet, point - across * 3.0, point + across * 3.0, "s-d dash");
        let center = DVec2::new(8.5, 5.0);
        plane.arrow(&mut sheet, center, center + along * 2.2, "ink");
        plane.dot(&mut sheet, point, "d");
        let value = format!("d = ({x}, {y}):  d·w = {:.1}", direction.dot(found.point));
        sheet.text(DVec2::new(120.0 + 236.0 * place as f64, 192.0), Anchor::Middle, "small", &value);
        let side = if y < 0.0 { DVec2::new(-14.0, 12.0) } else { DVec2::new(if x > 0.0 { -10.0 } else { 14.0 }, -12.0) };
        plane.label(&mut sheet, point, side, &format!("w = ({}, {})", point.x, point.y));
    }
    Ok(sheet.finished())
}

/// Two polygons that overlap, and their difference.
pub(crate) fn difference() -> anyhow::Result<String> {
    let [a, b] = worked_pair()?;
    let mut sheet = Sheet::new(720, 330, "A triangle, a quadrilateral, and their Minkowski difference, which contains the origin");
    let left = Plane::new(DVec2::new(20.0, 50.0), DVec2::new(2.5, 12.0), 24.0);
    left.shape(&mut sheet, &corners(&a), "a");
    left.shape(&mut sheet, &corners(&b), "b");
    left.label(&mut sheet, DVec2::new(5.2, 8.6), DVec2::ZERO, "A");
    left.label(&mut sheet, DVec2::new(9.4, 4.6), DVec2::ZERO, "B");
    for (point, offset) in [((4.0, 11.0), (8.0, -8.0)), ((4.0, 5.0), (-2.0, 16.0)), ((9.0, 9.0), (10.0, -4.0))] {
        label(&mut sheet, &left, DVec2::from(point), DVec2::from(offset));
    }
    for (point, offset) in
        [((5.0, 7.0), (14.0, -10.0)), ((7.0, 3.0), (-4.0, 14.0)), ((10.0, 2.0), (0.0, 16.0)), ((12.0, 7.0), (0.0, -14.0))]
    {
        label(&mut sheet, &left, DVec2::from(point), DVec2::from(offset));
    }
    let right = Plane::new(DVec2::new(370.0, 50.0), DVec2::new(-8.5, 9.5), 22.0);
    let difference = Difference::new(&a, &b, &Pose::IDENTITY);
    let outline = outline(&difference);
    right.shape(&mut sheet, &outline, "d");
    for a in corners(&a) {
        for b in corners(&b) {
            sheet.disc(right.at(a - b), 3.0, if outline.contains(&(a - b)) { "f-d" } else { "l s-d thin" });
        }
    }
    right.cross(&mut sheet, DVec2::ZERO);
    right.label(&mut sheet, DVec2::ZERO, DVec2::new(12.0, -12.0), "origin");
    for corner in outline {
        let away = (corner - DVec2::new(-2.0, 3.5)).normalize() * DVec2::new(12.0, -16.0);
        let offset = if away.x.abs() < 4.0 { DVec2::new(4.0, away.y) } else { away };
        label(&mut sheet, &right, corner, offset);
    }
    sheet.text(DVec2::new(150.0, 26.0), Anchor::Middle, "", "two shapes");
    sheet.text(DVec2::new(520.0, 26.0), Anchor::Middle, "", "A − B: all differences of a point of A and one of B");
    Ok(sheet.finished())
}

/// A point with its coordinates.
fn label(sheet: &mut Sheet, plane: &Plane, point: DVec2, offset: DVec2) {
    plane.label(sheet, point, offset, &format!("({}, {})", point.x, point.y));
}
