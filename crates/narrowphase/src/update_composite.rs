//! The contacts of a row of which at least one shape is composite.

use clinch_composite_contact::{ColliderMemory, ColliderPair, ColliderSpace, CompositeScratch};
use clinch_contact::{Overlap, Settings};

use crate::composite_contacts::CompositeContacts;
use crate::row::Row;
use crate::row_result::RowResult;

/// Computes the contacts of a row, or keeps those of an earlier tick.
pub(crate) fn update_composite<K, V: ColliderSpace>(
    pair: &ColliderPair<'_, V>,
    settings: &Settings<V::Scalar>,
    sensor: bool,
    row: &mut Row<K, V>,
    scratch: &mut CompositeScratch<V>,
) -> RowResult {
    row.manifold.clear();
    let composite = row.composite.get_or_insert_with(|| Box::new(CompositeContacts::new()));
    if sensor {
        composite.clear_manifolds();
        // From whichever side, as of two convex shapes: surfaces with one side have no contact
        // behind.
        let touching = pair.overlap(settings, &mut ColliderMemory::new(), scratch);
        return RowResult::of_overlap(&Overlap { touching, calls: 0, unfinished: false, slow_steps: 0, recycled: false });
    }
    composite.restore_normals();
    let CompositeContacts { memory, manifolds, .. } = &mut **composite;
    let measured = pair.collide_parts(settings, memory, scratch, manifolds);
    if measured.recycled { RowResult::of_recycled_composite(manifolds) } else { RowResult::of_composite(&measured.relation) }
}
