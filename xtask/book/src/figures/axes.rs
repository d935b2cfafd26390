//! The separating axes of two rectangles: the intervals that they cover along each.

use clinch::d2::{Pose, Rectangle, Rotation, contact};
use clinch::support::SupportMap;
use glam::{DVec2, Vec2};

use crate::plane::Plane;
use crate::sheet::{Anchor, Sheet};

const HALF_A: Vec2 = Vec2::new(1.6, 0.9);
const HALF_B: Vec2 = Vec2::new(1.3, 0.7);

/// The interval that a rectangle at a pose covers along a unit axis.
fn interval(half: Vec2, pose: &Pose, axis: DVec2) -> anyhow::Result<[f64; 2]> {
    let shape = Rectangle::new(half)?;
    let (cos, sin) = (f64::from(pose.rotation.cos), f64::from(pose.rotation.sin));
    let local = DVec2::new(axis.x * cos + axis.y * sin, axis.y * cos - axis.x * sin);
    Ok([-local, local].map(|direction| axis.dot(pose.point(shape.support(direction.as_vec2()).point))))
}

/// The pair, and a bar for each axis.
pub(crate) fn draw() -> anyhow::Result<String> {
    let (a, b) = (Pose::IDENTITY, Pose::new(Rotation { cos: 0.8, sin: 0.6 }, Vec2::new(2.1, 1.1)));
    let mut sheet = Sheet::new(720, 290, "Two rectangles, and the intervals that they cover along the normals of their sides");
    let plane = Plane::new(DVec2::new(20.0, 40.0), DVec2::new(-1.8, 2.6), 52.0);
    let outline =
        |half: Vec2, pose: &Pose| [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)].map(|(x, y)| pose.point(half * Vec2::new(x, y)));
    plane.shape(&mut sheet, &outline(HALF_A, &a), "a");
    plane.shape(&mut sheet, &outline(HALF_B, &b), "b");
    let answer = contact(&Rectangle::new(HALF_A)?, &a, &Rectangle::new(HALF_B)?, &b);
    plane.arrow(&mut sheet, answer.point_a.as_dvec2(), answer.point_a.as_dvec2() + answer.normal.as_dvec2() * 0.9, "d");
    plane.label(&mut sheet, DVec2::new(-0.6, 0.0), DVec2::ZERO, "A");
    plane.label(&mut sheet, DVec2::new(2.3, 1.3), DVec2::ZERO, "B");
    let axes = [("A's x", DVec2::X), ("A's y", DVec2::Y), ("B's x", DVec2::new(0.8, 0.6)), ("B's y", DVec2::new(-0.6, 0.8))];
    for (place, (name, axis)) in axes.into_iter().enumerate() {
        let (of_a, of_b) = (interval(HALF_A, &a, axis)?, interval(HALF_B, &b, axis)?);
        let top = 50.0 + 58.0 * place as f64;
        let x = |value: f64| 490.0 + 40.0 * (value - 0.4);
        for (row, ([from, to], ink)) in [(of_a, "a"), (of_b, "b")].into_iter().enumerate() {
            let y = top + 14.0 * row as f64;
            sheet.line(DVec2::new(x(from), y), DVec2::new(x(to), y), &format!("thick s-{ink}"));
        }
        let overlap = (of_a[1] - of_b[0]).min(of_b[1] - of_a[0]);
        sheet.text(DVec2::new(378.0, top + 12.0), Anchor::End, "small", name);
        sheet.text(DVec2::new(706.0, top + 12.0), Anchor::End, "small", &format!("{overlap:.2}"));
    }
    sheet.text(DVec2::new(706.0, 28.0), Anchor::End, "small f-soft", "overlap");
    sheet.text(DVec2::new(378.0, 28.0), Anchor::End, "small f-soft", "axis");
    let deep = format!("depth {:.2} along ({:.1}, {:.1})", -answer.distance, answer.normal.x, answer.normal.y);
    sheet.text(DVec2::new(150.0, 276.0), Anchor::Middle, "small f-d", &deep);
    Ok(sheet.finished())
}
