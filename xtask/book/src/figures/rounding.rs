//! The error of a gap, as far from the origin as a pair is: in world coordinates of `f32`, and by
//! clinch.

use clinch::d2::{Pose, Rectangle, Rotation, contact};
use glam::{DVec2, Vec2};

use crate::sheet::{Anchor, Sheet};

/// The powers of two that the pair is moved by.
const POWERS: i32 = 21;

/// The smallest error that is drawn, as a power of two: smaller ones are drawn there.
const LEAST: i32 = -28;

/// The error of the gap between a plate and a tilted box: in world coordinates, and by clinch.
fn errors(power: i32) -> anyhow::Result<[f64; 2]> {
    let (plate, block) = (Rectangle::new(Vec2::new(4.0, 0.5))?, Rectangle::new(Vec2::splat(0.7))?);
    let far = 2.0_f32.powi(power);
    let (below, above) = (Pose::at(Vec2::new(far, far)), Pose::new(Rotation { cos: 0.8, sin: 0.6 }, Vec2::new(far, far + 1.5)));
    let corners = [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)].map(|(x, y)| Vec2::new(x, y) * 0.7);
    // The rotation stands for the normalized one.
    let (cos, sin) = (f64::from(above.rotation.cos), f64::from(above.rotation.sin));
    let length = (cos * cos + sin * sin).sqrt();
    let height = |corner: Vec2| (f64::from(corner.x) * sin + f64::from(corner.y) * cos) / length;
    let lowest = corners.map(height).into_iter().fold(f64::INFINITY, f64::min);
    let exact = f64::from(above.translation.y) + lowest - f64::from(below.translation.y) - 0.5;
    let world = |corner: Vec2| above.rotation.sin * corner.x + above.rotation.cos * corner.y + above.translation.y;
    let naive = corners.map(world).into_iter().fold(f32::INFINITY, f32::min) - (below.translation.y + 0.5);
    let answer = contact(&plate, &below, &block, &above);
    Ok([f64::from(naive), f64::from(answer.distance)].map(|gap| (gap - exact).abs()))
}

/// The exponent of a number: its logarithm to base 2, rounded down.
fn exponent(x: f64) -> i32 {
    (x.to_bits() >> 52 & 0x7ff) as i32 - 1023
}

/// Two rows of points.
pub(crate) fn draw() -> anyhow::Result<String> {
    let mut sheet =
        Sheet::new(720, 310, "The error of a gap grows with the distance from the origin in world coordinates, and not in clinch");
    let (left, right, top, base) = (64.0, 676.0, 24.0, 250.0);
    let x = |power: i32| left + (right - left) * f64::from(power) / f64::from(POWERS - 1);
    let y = |power: i32| base - (base - top) * f64::from(power - LEAST) / f64::from(-4 - LEAST);
    for (power, name) in [(-27, "7 nm"), (-20, "1 µm"), (-17, "8 µm"), (-10, "1 mm"), (-7, "8 mm"), (-4, "6 cm")] {
        sheet.line(DVec2::new(left, y(power)), DVec2::new(right, y(power)), "s-soft thin");
        sheet.text(DVec2::new(left - 8.0, y(power) + 5.0), Anchor::End, "small", name);
    }
    for (power, name) in [(0, "1 m"), (5, "32 m"), (10, "1 km"), (15, "32 km"), (20, "1000 km")] {
        sheet.text(DVec2::new(x(power), base + 20.0), Anchor::Middle, "small", name);
    }
    sheet.text(DVec2::new((left + right) / 2.0, base + 44.0), Anchor::Middle, "small", "distance from the origin");
    let mut rows = [Vec::new(), Vec::new()];
    for power in 0..POWERS {
        for (row, error) in rows.iter_mut().zip(errors(power)?) {
            row.push(DVec2::new(x(power), y(exponent(error).max(LEAST))));
        }
    }
    for ((row, ink), name) in rows.iter().zip(["soft", "d"]).zip(["corners in world coordinates, f32", "clinch, f32"]) {
        row.iter().for_each(|&point| sheet.disc(point, 4.0, &format!("f-{ink}")));
        let beside = row[10] + if ink == "soft" { DVec2::new(-14.0, -6.0) } else { DVec2::new(0.0, -16.0) };
        sheet.text(beside, if ink == "soft" { Anchor::End } else { Anchor::Middle }, &format!("small f-{ink}"), name);
    }
    Ok(sheet.finished())
}
