//! The last step of a tick: finds the contacts that started, persisted or ended, in the order of
//! the keys.

use std::hash::Hash;

use clinch_composite_contact::ColliderSpace;

use crate::changes::{Change, Changes};
use crate::contact_table::ContactTable;
use crate::pair_key::PairKey;
use crate::row::{Entry, Row, State};
use crate::span::span;
use crate::touch::Touch;

impl<K: Copy + Ord + Hash, V: ColliderSpace> ContactTable<K, V> {
    /// The contacts that started, persisted or ended since the last publication. Every published
    /// start is followed by exactly one end, whatever becomes of the colliders, even if they no
    /// longer request events.
    pub fn publish(&mut self) -> &Changes<K, V> {
        span!("publish", pairs = self.len());
        let Self { colliders, entries, rows, summaries, changes, .. } = self;
        changes.started.clear();
        changes.persisted.clear();
        changes.ended.clear();
        let mut lists_changed = core::mem::take(&mut self.pairs_changed);
        // One pass over the summaries: a hundred thousand rows do not fit into the cache.
        for &Entry { a, b, row } in &*entries {
            let (row, summary) = (&mut rows[row as usize], &mut summaries[row as usize]);
            let settled = core::mem::replace(&mut summary.settled, true);
            if !settled {
                summary.read(row);
                summary.settled = row.settled;
            }
            lists_changed |= summary.is_within_margin() != summary.listed;
            summary.listed = summary.is_within_margin();
            let touching = summary.state == State::Touching;
            if !touching && !summary.published {
                continue;
            }
            let events = [a, b].map(|slot| colliders.summary(slot).events);
            let requested = events[0].union(events[1]);
            let change = |row: &Row<K, V>, (bodies, touch): (PairKey<K>, Touch<V>)| Change { key: row.key(), bodies, touch, events };
            let now = |row: &Row<K, V>| change(row, (row.bodies, row.touch()));
            let publish = touching && (requested.changes || requested.persisting);
            if settled && summary.published == publish && !requested.persisting {
                continue;
            }
            match (row.published, publish) {
                (false, true) => changes.started.push(now(row)),
                (true, false) => {
                    let last = row.published_touch();
                    changes.unpublished_ends.push((row.sort_keys, change(row, last)));
                }
                (true, true) if requested.persisting => changes.persisted.push(now(row)),
                (true, true) | (false, false) => {}
            }
            row.set_published(publish);
            summary.published = publish;
        }
        // No two are equal: a pair starts when it is published, so it ends once between two
        // publications.
        changes.unpublished_ends.sort_unstable_by_key(|&(sort_keys, _)| sort_keys);
        changes.ended.extend(changes.unpublished_ends.drain(..).map(|(_, end)| end));
        if lists_changed {
            self.list_contacts();
        }
        &self.changes
    }

    /// Lists the contacts of each collider anew.
    pub(crate) fn list_contacts(&mut self) {
        let Self { colliders, entries, summaries, contacts_by_collider, .. } = self;
        contacts_by_collider.clear();
        for &entry in &*entries {
            if summaries[entry.row as usize].listed {
                contacts_by_collider.push(entry);
            }
        }
        contacts_by_collider.build(colliders.slot_count());
    }
}
