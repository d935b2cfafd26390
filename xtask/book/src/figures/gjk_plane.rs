//! GJK in the plane: the three steps of the worked example.

use clinch::gjk::{Start, Stop};
use clinch::support::{Difference, Pose};
use glam::{DVec2, Vec2};

use crate::figures::steps::{steps, worked_pair};
use crate::plane::{Plane, outline};
use crate::sheet::{Anchor, Sheet};

/// One panel per step.
pub(crate) fn draw() -> anyhow::Result<String> {
    let [a, b] = worked_pair()?;
    let difference = Difference::new(&a, &b, &Pose::IDENTITY);
    let outline = outline(&difference);
    let mut sheet = Sheet::new(720, 316, "The three steps of GJK: a point, a segment, and a triangle that contains the origin");
    for (place, step) in steps(&difference, &Start::along(Vec2::new(1.0, -1.0))).iter().enumerate() {
        let left = 12.0 + 238.0 * place as f64;
        let plane = Plane::new(DVec2::new(left, 52.0), DVec2::new(-8.6, 9.3), 17.0);
        let faint: Vec<DVec2> = plane.all(&outline);
        sheet.polygon(&faint, "light f-soft");
        plane.shape(&mut sheet, &step.simplex, "d");
        plane.cross(&mut sheet, DVec2::ZERO);
        if step.stop == Stop::Exhausted {
            plane.arrow(&mut sheet, step.v, -step.v.normalize() * 2.4, "good");
            if step.v != step.newest {
                plane.dot(&mut sheet, step.v, "good");
                plane.label(&mut sheet, step.v, DVec2::new(-8.0, 14.0), "v");
            }
        }
        for &vertex in &step.simplex {
            plane.dot(&mut sheet, vertex, "d");
        }
        let w = step.newest;
        let offset = DVec2::new(if w.x > 0.0 { -12.0 } else { 0.0 }, if w.y > 0.0 { -18.0 } else { 18.0 });
        plane.label(&mut sheet, w, offset, &format!("w{place} = ({}, {})", w.x, w.y));
        sheet.text(DVec2::new(left + 106.0, 28.0), Anchor::Middle, "", &format!("step {}", place + 1));
        let caption = match (step.stop, step.simplex.len()) {
            (Stop::Enclosed, _) => "the origin is inside: they overlap".to_owned(),
            (_, 1) => "next direction: −w0".to_owned(),
            _ => format!("next direction: −v = ({:.1}, {:.1})", -step.v.x, -step.v.y),
        };
        sheet.text(DVec2::new(left + 106.0, 300.0), Anchor::Middle, "small", &caption);
    }
    Ok(sheet.finished())
}
