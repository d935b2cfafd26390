//! A cast: the motion in the world, and the line that enters A − B.

use clinch::d2::{Motion, Polygon, Pose, cast_shape};
use clinch::support::{self, Difference};
use glam::{DVec2, Vec2};

use crate::figures::steps::corners;
use crate::plane::{Plane, outline};
use crate::sheet::{Anchor, Sheet};

/// Both pictures.
pub(crate) fn draw() -> anyhow::Result<String> {
    let polygon = |corners: &[(f32, f32)]| Polygon::new(&corners.iter().map(|&(x, y)| Vec2::new(x, y)).collect::<Vec<_>>());
    let wedge = polygon(&[(-2.0, 0.0), (2.0, 0.0), (0.5, 1.5)])?;
    let stone = polygon(&[(-0.6, 0.0), (0.1, -0.7), (0.7, 0.0), (0.0, 0.6)])?;
    let start = Pose::at(Vec2::new(-2.75, 3.25));
    let motion = Motion::of_b(Vec2::new(1.0, -0.75));
    let impact = cast_shape(&wedge, &Pose::IDENTITY, &stone, &start, &motion);

    let mut sheet = Sheet::new(720, 300, "A stone moves along a line to a wedge; in A − B the same line enters at the time of impact");
    let plane = Plane::new(DVec2::new(30.0, 40.0), DVec2::new(-3.6, 4.0), 54.0);
    plane.shape(&mut sheet, &corners(&wedge), "a");
    let moved = |time: f64| {
        corners(&stone).into_iter().map(|corner| corner + start.translation.as_dvec2() + motion.b.as_dvec2() * time).collect::<Vec<_>>()
    };
    let time = f64::from(impact.time);
    sheet.polygon(&plane.all(&moved(time / 2.0)), "l s-b thin dash");
    plane.shape(&mut sheet, &moved(0.0), "b");
    plane.shape(&mut sheet, &moved(time), "b");
    let from = start.translation.as_dvec2();
    plane.arrow(&mut sheet, from, from + motion.b.as_dvec2() * time, "ink");
    let touch = impact.point_a.as_dvec2();
    plane.arrow(&mut sheet, touch, touch + impact.normal.as_dvec2() * 0.8, "d");
    plane.dot(&mut sheet, touch, "d");
    sheet.text(DVec2::new(180.0, 288.0), Anchor::Middle, "small", &format!("time of impact {:.3}", impact.time));

    let difference = Difference::new(&wedge, &stone, &support::Pose::at(from));
    let plane = Plane::new(DVec2::new(400.0, 40.0), DVec2::new(-0.6, 0.7), 46.0);
    plane.shape(&mut sheet, &outline(&difference), "d");
    plane.cross(&mut sheet, DVec2::ZERO);
    let entry = motion.b.as_dvec2() * time;
    plane.arrow(&mut sheet, DVec2::ZERO, entry, "ink");
    plane.dot(&mut sheet, entry, "good");
    sheet.text(DVec2::new(560.0, 26.0), Anchor::Middle, "", "A − B, and the motion from the origin");
    sheet.text(DVec2::new(180.0, 26.0), Anchor::Middle, "", "B moves, A rests");
    Ok(sheet.finished())
}
