//! The stage without an ECS: a contact table, a slice of bodies, four calls per tick.
//!
//! `cargo run -p clinch --example without_ecs`

#![allow(clippy::print_stdout, reason = "an example shows what it does")]

use clinch::contact::Settings;
use clinch::d3::{Ball, ColliderShape, Cuboid, Placement, Workers};
use clinch::narrowphase::{Attributes, Candidates, ColliderInput, ContactTable, Placements};
use clinch::shapes::ShapeError;
use glam::Vec3;

fn main() -> Result<(), ShapeError> {
    let floor: ColliderShape = Cuboid::new(Vec3::new(5.0, 0.5, 5.0))?.into();
    let ball: ColliderShape = Ball::new(0.5)?.into();
    let mut bodies = [(floor, Placement::default()), (ball, Placement::at(Vec3::new(0.0, 1.2, 0.0)))];

    let (mut table, mut placements) = (ContactTable::<usize, Vec3>::new(), Placements::new());
    let mut workers = Workers::with_threads(1);
    let settings = Settings::with_margin(0.05);

    for tick in 0..8 {
        // The ball moves down by 6 cm per tick, and up again in the second half.
        bodies[1].1.0.translation.y += if tick < 4 { -0.06 } else { 0.06 };

        let mut sync = table.sync_colliders(&mut placements);
        for (key, (shape, placement)) in bodies.iter().enumerate() {
            let attributes = Attributes::default();
            sync.insert(key, ColliderInput { shape, shape_changed: false, placement: *placement, attributes });
        }
        drop(sync);
        table.update_pairs(Candidates::All(&mut vec![(0, 1)]));
        let counters = table.update_contacts(&placements, &(), &settings, &mut workers);
        let changes = table.publish();
        for change in &changes.started {
            println!("        {} and {} started to touch, depth {:.3}", change.key.a, change.key.b, change.touch.depth);
        }
        for change in &changes.ended {
            println!("        {} and {} stopped touching", change.key.a, change.key.b);
        }
        // A solver stores its impulses here, not through `edit`. This one counts ticks.
        table.for_each_mut(|row| row.user_data().for_each(|impulses| impulses[0] += 1.0));
        for row in table.rows() {
            let separation = row.manifold().separation();
            let age = row.points().next().map_or(0.0, |(_, point)| point.user_data[0]);
            println!("tick {tick}: separation {separation:6.3}, {} support calls, a point of {age} ticks", counters.support_calls);
        }
    }
    Ok(())
}
