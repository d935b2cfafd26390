//! Distance with bounds: the supporting line of one step, and the bounds of a whole search.

use clinch::d3::f64::Ellipsoid;
use clinch::gjk::Start;
use clinch::support::{Difference, Pose};
use glam::{DQuat, DVec2, DVec3, Vec2};

use crate::figures::steps::{steps as steps_of, worked_pair};
use crate::plane::{Plane, outline};
use crate::sheet::{Anchor, Sheet};

/// The pair of the worked example, with B moved away by (2.5, −3): the steps, each with its bounds.
pub(crate) fn plane() -> anyhow::Result<String> {
    let [a, b] = worked_pair()?;
    let difference = Difference::new(&a, &b, &Pose::at(DVec2::new(2.5, -3.0)));
    let outline = outline(&difference);
    let mut sheet = Sheet::new(720, 268, "The steps of a search for the distance, each with an upper and a lower bound");
    let start = Vec2::new(1.0, -1.0);
    let mut toward = start.as_dvec2();
    for (place, step) in steps_of(&difference, &Start::along(start)).iter().enumerate() {
        let left = 8.0 + 178.0 * place as f64;
        let plane = Plane::new(DVec2::new(left, 48.0), DVec2::new(-10.9, 12.3), 12.6);
        sheet.polygon(&plane.all(&outline), "light f-soft");
        plane.shape(&mut sheet, &step.simplex, "d");
        // The line through the newest vertex, across the direction that found it.
        let across = toward.normalize().perp() * 1.8;
        plane.line(&mut sheet, step.newest - across, step.newest + across, "s-good dash");
        toward = -step.v;
        plane.line(&mut sheet, DVec2::ZERO, step.v, "s-d dash");
        plane.cross(&mut sheet, DVec2::ZERO);
        for &vertex in &step.simplex {
            plane.dot(&mut sheet, vertex, "d");
        }
        plane.dot(&mut sheet, step.v, "ink");
        plane.label(&mut sheet, step.v, DVec2::new(-7.0, -10.0), "v");
        sheet.text(DVec2::new(left + 85.0, 26.0), Anchor::Middle, "", &format!("step {}", place + 1));
        let bounds = format!("{:.2} ≤ distance ≤ {:.2}", step.lower, step.upper);
        sheet.text(DVec2::new(left + 85.0, 250.0), Anchor::Middle, "small", &bounds);
    }
    Ok(sheet.finished())
}

/// The bounds of two ellipsoids after each step.
pub(crate) fn steps() -> anyhow::Result<String> {
    let egg = Ellipsoid::new(DVec3::new(1.0, 2.0, 0.5))?;
    let pose = Pose::new(DQuat::from_xyzw(0.1, 0.7, -0.3, 0.6), DVec3::new(2.5, 3.5, -2.0));
    let steps = steps_of(&Difference::new(&egg, &egg, &pose), &Start::cold());
    let mut sheet = Sheet::new(720, 300, "Upper and lower bound of the distance of two ellipsoids after each step of GJK");
    let (left, right, top, base) = (64.0, 700.0, 24.0, 250.0);
    let x = |step: usize| left + (right - left) * (step as f64 - 0.5) / steps.len() as f64;
    let y = |value: f64| base - (base - top) * value / 1.75;
    for tick in 0..=3 {
        let value = 0.5 * f64::from(tick);
        sheet.line(DVec2::new(left, y(value)), DVec2::new(right, y(value)), "s-soft thin");
        sheet.text(DVec2::new(left - 8.0, y(value) + 5.0), Anchor::End, "small", &format!("{value:.1}"));
    }
    let at = |bound: fn(&crate::figures::steps::Step<DVec3>) -> f64| -> Vec<DVec2> {
        let points = steps.iter().enumerate().map(|(place, step)| DVec2::new(x(place + 1), y(bound(step))));
        points.collect()
    };
    let (upper, lower) = (at(|step| step.upper), at(|step| step.lower));
    let between: Vec<DVec2> = upper.iter().chain(lower.iter().rev()).copied().collect();
    sheet.polygon(&between, "light f-d");
    for (points, ink) in [(&upper, "d"), (&lower, "good")] {
        sheet.polyline(points, &format!("s-{ink}"));
        points.iter().for_each(|&point| sheet.disc(point, 3.5, &format!("f-{ink}")));
    }
    for step in 1..=steps.len() {
        sheet.text(DVec2::new(x(step), base + 20.0), Anchor::Middle, "small", &step.to_string());
    }
    sheet.text(DVec2::new((left + right) / 2.0, base + 42.0), Anchor::Middle, "small", "step");
    sheet.text(upper[0] + DVec2::new(14.0, -4.0), Anchor::Start, "small f-d", "upper bound: |v|, the distance of two points");
    sheet.text(lower[1] + DVec2::new(14.0, 40.0), Anchor::Start, "small f-good", "lower bound: a separating plane");
    Ok(sheet.finished())
}
