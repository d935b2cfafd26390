//! One tick of a contact table.

use clinch_composite_contact::ColliderSpace;
use clinch_contact::Settings;
use clinch_narrowphase::{Candidates, ColliderInput, ContactTable, Counters, Placement, Placements, Workers};
use clinch_support::Vector;
use glam::{DVec2, DVec3, Vec2, Vec3};

/// One tick of a table with each vector.
pub static TICKS: (Tick<Vec2>, Tick<Vec3>, Tick<DVec2>, Tick<DVec3>) = (tick, tick, tick, tick);

/// A tick of a table: a collider, the candidate pairs, the settings.
pub type Tick<V> = fn(ColliderInput<'_, u32, V, Placement<V>>, &mut Vec<(u32, u32)>, &Settings<<V as Vector>::Scalar>) -> Counters;

fn tick<V: ColliderSpace>(
    collider: ColliderInput<'_, u32, V, Placement<V>>,
    pairs: &mut Vec<(u32, u32)>,
    settings: &Settings<V::Scalar>,
) -> Counters {
    let (mut table, mut placements) = (ContactTable::<u32, V>::new(), Placements::new());
    table.sync_colliders(&mut placements).insert(0, collider);
    table.update_pairs(Candidates::All(pairs));
    let counters = table.update_contacts(&placements, &(), settings, &mut Workers::with_threads(1));
    table.publish();
    counters
}
