//! The debug lines of a table: what the stage knows, drawn by itself.

use clinch::contact::Settings;
use clinch::d2::{Chain, Circle, ColliderShape, Placement, Pose, Rectangle, Rotation, Workers};
use clinch::narrowphase::{Attributes, Candidates, ColliderInput, ContactTable, DebugLineOptions, DebugPart, Placements};
use glam::{DVec2, Vec2};

use crate::plane::Plane;
use crate::sheet::{Anchor, Sheet};

/// A ground of four segments, a box on it, a ball beside the box.
fn bodies() -> anyhow::Result<[(ColliderShape, Placement); 3]> {
    let corners = [(4.0, 1.0), (2.0, 0.0), (0.2, 0.0), (-1.5, 0.0), (-4.0, 0.5)].map(|(x, y)| Vec2::new(x, y));
    let ball = Pose::at(Vec2::new(2.25, 0.76));
    let block = Pose::new(Rotation { cos: 1.0, sin: 0.0 }, Vec2::new(0.3, 0.68));
    let at = |pose: Pose| Placement::at(pose.translation);
    Ok([
        (Chain::open(corners.to_vec())?.into(), Placement::default()),
        (Rectangle::new(Vec2::new(0.9, 0.7))?.into(), at(block)),
        (Circle::new(0.75)?.into(), at(ball)),
    ])
}

/// Every line, in the colour of its part.
pub(crate) fn draw() -> anyhow::Result<String> {
    let bodies = bodies()?;
    let (mut table, mut placements) = (ContactTable::<usize, Vec2>::new(), Placements::new());
    let mut sync = table.sync_colliders(&mut placements);
    for (key, (shape, placement)) in bodies.iter().enumerate() {
        sync.insert(key, ColliderInput { shape, shape_changed: false, placement: *placement, attributes: Attributes::default() });
    }
    drop(sync);
    table.update_pairs(Candidates::All(&mut vec![(0, 1), (0, 2), (1, 2)]));
    let settings = Settings::with_margin(0.1);
    table.update_contacts(&placements, &(), &settings, &mut Workers::with_threads(1));
    table.publish();

    let mut sheet = Sheet::new(720, 250, "The debug lines of a box and a ball on a chain");
    let plane = Plane::new(DVec2::new(40.0, 50.0), DVec2::new(-4.0, 1.9), 80.0);
    let options = DebugLineOptions { dropped: true, ..DebugLineOptions::default() };
    let mut parts = Vec::new();
    table.debug_lines(&placements, &Placement::default(), &options, |line| {
        let [from, to] = line.ends.map(Vec2::as_dvec2);
        parts.push((line.part, plane.at(from), plane.at(to)));
    });
    for (part, from, to) in parts {
        match part {
            DebugPart::Shape => sheet.line(from, to, "s-a"),
            DebugPart::Point => {
                sheet.line(from, to, "s-d thick");
                sheet.disc(from, 4.0, "f-d");
            }
            DebugPart::Normal => sheet.arrow(from, to, "d"),
            DebugPart::Axis => sheet.line(from, to, "s-good thick"),
            DebugPart::Dropped => sheet.arrow(from, to, "soft"),
            DebugPart::Cover => sheet.line(from, to, "s-b dash"),
        }
    }
    let legend = [("a", "shapes"), ("d", "points and normals"), ("good", "gaps"), ("soft", "dropped contacts"), ("b", "what covers them")];
    for (place, (ink, name)) in legend.into_iter().enumerate() {
        let x = [24.0, 118.0, 286.0, 376.0, 546.0][place];
        sheet.line(DVec2::new(x, 24.0), DVec2::new(x + 18.0, 24.0), &format!("thick s-{ink}"));
        sheet.text(DVec2::new(x + 24.0, 28.0), Anchor::Start, "small", name);
    }
    Ok(sheet.finished())
}
