//! The last step of a tick: finds the contacts that started, persisted or ended, in the order of
//! the keys.

use std::hash::Hash;

use clinch_composite_contact::ColliderSpace;

use crate::changes::{Change, Changes};
use crate::contact_table::ContactTable;
use crate::row::{Entry, Row, State};
use crate::span::span;
use crate::touch::Touch;

impl<K: Copy + Ord + Hash, V: ColliderSpace> ContactTable<K, V> {
    /// The contacts that started, persisted or ended since the last publication. Every published
    /// start is followed by exactly one end, whatever becomes of the colliders, even if they no
    /// longer request events.
    pub fn publish(&mut self) -> &Changes<K, V> {
        span!("publish", pairs = self.len());
        let Self { colliders, entries, rows, changes, contacts_by_collider, .. } = self;
        changes.started.clear();
        changes.persisted.clear();
        changes.ended.clear();
        contacts_by_collider.clear();
        // One pass over the rows: a hundred thousand of them do not fit into the cache.
        for &entry in &*entries {
            let Entry { a, b, row } = entry;
            let row = &mut rows[row as usize];
            if row.is_within_margin() {
                contacts_by_collider.push(entry);
            }
            let touching = row.state == State::Touching;
            if !touching && !row.published {
                continue;
            }
            let events = [a, b].map(|slot| colliders.summary(slot).events);
            let requested = events[0].union(events[1]);
            let change = |row: &Row<K, V>, touch: Touch<V>| Change { key: row.key(), bodies: row.bodies, touch, events };
            let publish = touching && (requested.changes || requested.persisting);
            match (row.published, publish) {
                (false, true) => changes.started.push(change(row, row.touch())),
                (true, false) => {
                    let last = row.published_touch();
                    changes.unpublished_ends.push((row.sort_keys, change(row, last)));
                }
                (true, true) if requested.persisting => changes.persisted.push(change(row, row.touch())),
                (true, true) | (false, false) => {}
            }
            row.set_published(publish);
        }
        contacts_by_collider.build(colliders.slot_count());
        // A pair can end twice between two publications, if it was lost, found and lost again: the
        // stable sort keeps the order of its ends.
        changes.unpublished_ends.sort_by_key(|&(sort_keys, _)| sort_keys);
        changes.ended.extend(changes.unpublished_ends.drain(..).map(|(_, end)| end));
        &self.changes
    }
}
