//! A box over a floor: within the margin, and with skins that overlap.

use clinch::contact::{Manifold, Memory, Pair, Scratch, Settings, collide};
use clinch::d2::Rectangle;
use clinch::support::Pose;
use glam::{DVec2, Vec2};

use crate::plane::Plane;
use crate::sheet::{Anchor, Sheet};

const FLOOR: DVec2 = DVec2::new(1.5, 0.3);
const BLOCK: DVec2 = DVec2::new(0.7, 0.5);
const ABOVE: DVec2 = DVec2::new(0.0, 1.0);

/// Both pictures.
pub(crate) fn draw() -> anyhow::Result<String> {
    let mut sheet = Sheet::new(720, 272, "A box 0.2 above a floor: a speculative contact within a margin, and a touching contact of skins");
    let margin = Settings::with_margin(0.25);
    let skins = Settings { skin_a: 0.125, skin_b: 0.125, ..Settings::default() };
    let panels = [("a margin of 0.25", margin, 0.0), ("skins of 0.125", skins, 0.125)];
    for (place, (name, settings, skin)) in panels.into_iter().enumerate() {
        let left = 30.0 + 360.0 * place as f64;
        let plane = Plane::new(DVec2::new(left, 40.0), DVec2::new(-1.65, 1.75), 92.0);
        for (half, center, ink) in [(FLOOR, DVec2::ZERO, "a"), (BLOCK, ABOVE, "b")] {
            let corners = |half: DVec2| [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)].map(|(x, y)| center + half * DVec2::new(x, y));
            plane.shape(&mut sheet, &corners(half), ink);
            if skin > 0.0 {
                sheet.polygon(&plane.all(&rounded(&corners(half), skin)), &format!("l s-{ink} dash thin"));
            }
        }
        if settings.margin > 0.0 {
            let level = FLOOR.y + f64::from(settings.margin);
            plane.line(&mut sheet, DVec2::new(-1.5, level), DVec2::new(1.5, level), "s-soft thin dash");
        }
        let (floor, block) = (Rectangle::new(FLOOR.as_vec2())?, Rectangle::new(BLOCK.as_vec2())?);
        let (pair, mut manifold) = (Pair { a: floor, b: block, b_in_a: Pose::at(ABOVE) }, Manifold::<Vec2>::new());
        collide(&pair, &settings, &mut Memory::new(), &mut Scratch::new(), &mut manifold);
        for point in &manifold.points {
            let (on_a, on_b) = (point.on_a.as_dvec2(), point.on_b.as_dvec2() + ABOVE);
            let ink = if point.touching { "d" } else { "good" };
            plane.line(&mut sheet, on_a, on_b, &format!("s-{ink}"));
            plane.dot(&mut sheet, on_a, ink);
            plane.dot(&mut sheet, on_b, ink);
        }
        sheet.text(DVec2::new(left + 152.0, 26.0), Anchor::Middle, "", name);
        let kind = if manifold.is_touching() { "touching" } else { "speculative" };
        let text = format!("{kind}, separation {:.2}", manifold.separation());
        sheet.text(DVec2::new(left + 152.0, 262.0), Anchor::Middle, "small", &text);
    }
    Ok(sheet.finished())
}

/// A rectangle swept by a radius. The corners are arcs of three points, at rational angles.
fn rounded(corners: &[DVec2; 4], radius: f64) -> Vec<DVec2> {
    let outward = [DVec2::new(1.0, 1.0), DVec2::new(-1.0, 1.0), DVec2::new(-1.0, -1.0), DVec2::new(1.0, -1.0)];
    let arcs = corners.iter().zip(outward).enumerate().flat_map(|(place, (&corner, sign))| {
        let mut arc = [(1.0, 0.0), (0.8, 0.6), (0.6, 0.8), (0.0, 1.0)].map(|(x, y)| corner + DVec2::new(x, y) * sign * radius);
        if place % 2 == 1 {
            arc.reverse();
        }
        arc
    });
    arcs.collect()
}
