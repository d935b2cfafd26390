//! PUBLISH: what began, went on and ended, in the order of the keys.

use std::hash::Hash;

use clinch_contact::Clip;

use crate::changes::{Change, Changes};
use crate::row::{Entry, Row, State};
use crate::span::step;
use crate::table::ContactTable;
use crate::touch::Trace;

impl<K: Copy + Ord + Hash, V: Clip> ContactTable<K, V> {
    /// What changed since the last publication. Every touch that is reported as started is reported as ended exactly once, whatever becomes of its colliders,
    /// also when they no longer want to be told.
    pub fn publish(&mut self) -> &Changes<K, V> {
        step!("publish", pairs = self.len());
        let Self { members, order, rows, changes, reach, .. } = self;
        changes.started.clear();
        changes.persisted.clear();
        changes.ended.clear();
        reach.begin();
        // One look at each row: a hundred thousand do not fit into the cache.
        for &entry in &*order {
            let Entry { a, b, place } = entry;
            let row = &mut rows[place as usize];
            if row.is_near() {
                reach.add(entry);
            }
            let touching = row.state == State::Touching;
            if !touching && !row.reported {
                continue;
            }
            let reports = [a, b].map(|slot| members.seat(slot).reports);
            let told = reports[0].with(reports[1]);
            let change = |row: &Row<K, V>, trace: Trace<V>| Change { key: row.key(), bodies: row.bodies, touch: trace.touch(), reports };
            let reported = touching && (told.changes || told.persisting);
            match (row.reported, reported) {
                (false, true) => changes.started.push(change(row, row.trace())),
                (true, false) => {
                    let last = row.last_reported();
                    changes.lost.push((row.standings, change(row, last)));
                }
                (true, true) if told.persisting => changes.persisted.push(change(row, row.trace())),
                (true, true) | (false, false) => {}
            }
            row.report(reported);
        }
        reach.build(members.slots());
        // A pair is lost only once, unless it was lost and came back and ended again between two publications: a stable sort keeps even those apart.
        changes.lost.sort_by_key(|&(standings, _)| standings);
        changes.ended.extend(changes.lost.drain(..).map(|(_, change)| change));
        &self.changes
    }
}
