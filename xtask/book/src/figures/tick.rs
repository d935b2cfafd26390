//! One tick of the stage, with what each step counts.

use clinch::contact::Settings;
use clinch::d2::{ColliderShape, Placement, Workers};
use clinch::narrowphase::{Attributes, Candidates, ColliderInput, ContactTable, Placements};
use clinch::shapes::Convex;
use glam::{DVec2, Vec2};

use crate::figures::narrowphase::bodies;
use crate::sheet::{Anchor, Sheet};

/// The scene of the first chapter, through the contact table.
pub(crate) fn draw() -> anyhow::Result<String> {
    let bodies = bodies()?;
    let shapes: Vec<ColliderShape> = bodies.iter().map(|body| body.shape.clone().into()).collect();
    let (mut table, mut placements) = (ContactTable::<usize, Vec2>::new(), Placements::new());
    let mut sync = table.sync_colliders(&mut placements);
    for (key, (body, shape)) in bodies.iter().zip(&shapes).enumerate() {
        let attributes = Attributes { is_static: key == 0, ..Attributes::default() };
        sync.insert(key, ColliderInput { shape, shape_changed: false, placement: Placement::new(body.pose), attributes });
    }
    drop(sync);
    let boxes: Vec<_> = bodies.iter().map(|body| body.shape.bounds(&body.pose.widen())).collect();
    let pairs = (0..boxes.len()).flat_map(|one| (0..one).map(move |other| (other, one)));
    let mut candidates: Vec<_> = pairs.filter(|&(one, other)| boxes[one].intersects(&boxes[other])).collect();
    let found = candidates.len();
    table.update_pairs(Candidates::All(&mut candidates));
    let counters = table.update_contacts(&placements, &(), &Settings::with_margin(0.5), &mut Workers::with_threads(1));
    let started = table.publish().started.len();

    let steps = [
        ("sync_colliders", "reads the world", format!("{} colliders", bodies.len())),
        ("a broadphase", "compares boxes", format!("{found} pairs")),
        ("update_pairs", "merges the rows", format!("{} rows", counters.pairs)),
        ("update_contacts", "queries each row", format!("{} touch, {} near", counters.touching, counters.speculative)),
        ("publish", "finds what changed", format!("{started} started")),
    ];
    let mut sheet = Sheet::new(720, 126, "One tick: sync, broadphase, pairs, contacts, publish, with what each step counts");
    for (place, (name, what, count)) in steps.iter().enumerate() {
        let left = 10.0 + 142.0 * place as f64;
        let ink = if place == 1 { "soft" } else { "a" };
        let corners = [(0.0, 24.0), (130.0, 24.0), (130.0, 78.0), (0.0, 78.0)].map(|(x, y)| DVec2::new(left + x, y));
        sheet.polygon(&corners, &format!("light f-{ink}"));
        sheet.polygon(&corners, &format!("l s-{ink}"));
        sheet.text(DVec2::new(left + 65.0, 47.0), Anchor::Middle, "small", name);
        sheet.text(DVec2::new(left + 65.0, 66.0), Anchor::Middle, "small f-soft", what);
        sheet.text(DVec2::new(left + 65.0, 104.0), Anchor::Middle, "small f-d", count);
        if place > 0 {
            sheet.arrow(DVec2::new(left - 12.0, 51.0), DVec2::new(left, 51.0), "ink");
        }
    }
    Ok(sheet.finished())
}
