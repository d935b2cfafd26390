//! Contact manifolds: two faces from above with the points that are kept, and a tilted box with a
//! margin.

use clinch::d2::{self, Rectangle, Rotation};
use clinch::d3::{self, Cuboid};
use glam::{DVec2, Quat, Vec2, Vec3};

use crate::plane::Plane;
use crate::sheet::{Anchor, Sheet};

/// Both pictures.
pub(crate) fn draw() -> anyhow::Result<String> {
    let mut sheet =
        Sheet::new(720, 300, "Two faces share eight points, of which four are kept; a tilted box has a touching and a speculative point");
    faces(&mut sheet)?;
    tilted(&mut sheet)?;
    Ok(sheet.finished())
}

/// A box turned by some 37° on a box, seen along the normal.
fn faces(sheet: &mut Sheet) -> anyhow::Result<()> {
    let (below, above) = (Cuboid::new(Vec3::new(1.0, 0.5, 1.0))?, Cuboid::new(Vec3::new(1.0, 0.5, 0.9))?);
    // The cosine of the angle is 0.8, its sine 0.6.
    let turned = d3::Pose::new(Quat::from_xyzw(0.0, 1.0, 0.0, 3.0), Vec3::new(0.1, 0.99, 0.05));
    let manifold = d3::manifold(&below, &d3::Pose::IDENTITY, &above, &turned, 0.0);
    let plane = Plane::new(DVec2::new(34.0, 46.0), DVec2::new(-1.45, 1.45), 78.0);
    let square = |half: Vec3, pose: &d3::Pose| {
        [(1.0, 1.0), (1.0, -1.0), (-1.0, -1.0), (-1.0, 1.0)].map(|(x, z)| {
            let corner = pose.point(half * Vec3::new(x, 0.0, z));
            DVec2::new(corner.x, corner.z)
        })
    };
    let a = square(Vec3::new(1.0, 0.5, 1.0), &d3::Pose::IDENTITY);
    let b = square(Vec3::new(1.0, 0.5, 0.9), &turned);
    plane.shape(sheet, &a, "a");
    plane.shape(sheet, &b, "b");
    for (from, to) in sides(&a) {
        for (start, end) in sides(&b) {
            if let Some(point) = crossing([from, to], [start, end]) {
                sheet.disc(plane.at(point), 6.0, "l s-soft");
            }
        }
    }
    for point in &manifold.points {
        plane.dot(sheet, DVec2::new(f64::from(point.on_a.x), f64::from(point.on_a.z)), "d");
    }
    sheet.text(DVec2::new(147.0, 26.0), Anchor::Middle, "", "two faces, seen along the normal");
    let text = format!("rings: corners of the overlap · red: the {} points kept", manifold.points.len());
    sheet.text(DVec2::new(16.0, 288.0), Anchor::Start, "small f-soft", &text);
    Ok(())
}

fn sides(corners: &[DVec2; 4]) -> impl Iterator<Item = (DVec2, DVec2)> {
    (0..4).map(|place| (corners[place], corners[(place + 1) % 4]))
}

/// Where two segments cross.
fn crossing([a, b]: [DVec2; 2], [c, d]: [DVec2; 2]) -> Option<DVec2> {
    let (along, other) = (b - a, d - c);
    let area = along.perp_dot(other);
    let (t, u) = ((c - a).perp_dot(other) / area, (c - a).perp_dot(along) / area);
    ((0.0..=1.0).contains(&t) && (0.0..=1.0).contains(&u)).then(|| a + along * t)
}

/// A tilted box over a floor, with a margin.
fn tilted(sheet: &mut Sheet) -> anyhow::Result<()> {
    let (floor, block) = (Rectangle::new(Vec2::new(2.2, 0.3))?, Rectangle::new(Vec2::new(1.2, 0.7))?);
    let pose = d2::Pose::new(Rotation { cos: 63.0 / 65.0, sin: 16.0 / 65.0 }, Vec2::new(0.0, 1.22));
    let margin = 0.7;
    let manifold = d2::manifold(&floor, &d2::Pose::IDENTITY, &block, &pose, margin);
    let plane = Plane::new(DVec2::new(386.0, 46.0), DVec2::new(-2.2, 2.3), 70.0);
    let outline =
        |half: Vec2, pose: &d2::Pose| [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)].map(|(x, y)| pose.point(half * Vec2::new(x, y)));
    plane.shape(sheet, &outline(Vec2::new(2.2, 0.3), &d2::Pose::IDENTITY), "a");
    plane.shape(sheet, &outline(Vec2::new(1.2, 0.7), &pose), "b");
    let level = f64::from(margin) + 0.3;
    plane.line(sheet, DVec2::new(-2.2, level), DVec2::new(2.2, level), "s-soft thin dash");
    plane.label(sheet, DVec2::new(-2.2, level), DVec2::new(4.0, -12.0), "margin");
    for point in &manifold.points {
        let (on_a, on_b) = (point.on_a.as_dvec2(), pose.point(point.on_b));
        plane.line(sheet, on_a, on_b, "s-good");
        plane.dot(sheet, on_a, if point.touching { "d" } else { "good" });
        plane.dot(sheet, on_b, if point.touching { "d" } else { "good" });
        let kind = if point.touching { "touching" } else { "speculative" };
        let offset = DVec2::new(0.0, 62.0);
        plane.label(sheet, DVec2::new(on_a.x, 0.3), offset, kind);
        plane.label(sheet, DVec2::new(on_a.x, 0.3), offset + DVec2::new(0.0, 16.0), &format!("separation {:.2}", point.separation));
    }
    sheet.text(DVec2::new(541.0, 26.0), Anchor::Middle, "", "a tilted box, from the side");
    Ok(())
}
