//! PUBLISH: what began, went on and ended, in the order of the keys.

use std::hash::Hash;

use clinch_contact::Clip;
use clinch_support::Vector;

use crate::attributes::Reports;
use crate::key::{PairKey, Standings};
use crate::span::step;
use crate::table::{ContactTable, Entry, Row, State};
use crate::touch::{Touch, Trace};

/// One change, as A sees it.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(
        deny_unknown_fields,
        bound(
            serialize = "K: serde::Serialize, V: Vector<Scalar: serde::Serialize, Rotation: serde::Serialize> + serde::Serialize",
            deserialize = "K: serde::Deserialize<'de>, V: Vector<Scalar: serde::Deserialize<'de>, Rotation: serde::Deserialize<'de>> + serde::Deserialize<'de>"
        )
    )
)]
pub struct Change<K, V: Vector> {
    /// The colliders.
    pub key: PairKey<K>,
    /// Their bodies.
    pub bodies: PairKey<K>,
    /// Where they touch; of an end, where they last touched.
    pub touch: Touch<V>,
    /// What A and what B want to be told.
    pub reports: [Reports; 2],
}

/// What changed between two publications, each list in the order of the keys. Only pairs one of whose colliders wants to be told are in it.
#[derive(Clone, Debug)]
pub struct Changes<K, V: Vector> {
    /// Pairs that touch now and did not.
    pub started: Vec<Change<K, V>>,
    /// Pairs that touch still, if one of their colliders wants that.
    pub persisted: Vec<Change<K, V>>,
    /// Pairs that touch no more, for whatever reason.
    pub ended: Vec<Change<K, V>>,
    /// Ends of pairs that left the table, and of those that are still in it, to be merged.
    pub(crate) lost: Vec<(Standings<K>, Change<K, V>)>,
}

impl<K, V: Vector> Changes<K, V> {
    pub(crate) fn new() -> Self {
        Self { started: Vec::new(), persisted: Vec::new(), ended: Vec::new(), lost: Vec::new() }
    }
}

impl<K: PartialEq, V: Vector> PartialEq for Changes<K, V> {
    fn eq(&self, other: &Self) -> bool {
        self.started == other.started && self.persisted == other.persisted && self.ended == other.ended
    }
}

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
                (false, true) => changes.started.push(change(row, Trace::of(row))),
                (true, false) => {
                    let last = row.last_reported();
                    changes.lost.push((row.standings, change(row, last)));
                }
                (true, true) if told.persisting => changes.persisted.push(change(row, Trace::of(row))),
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

impl<K, V: Clip> Row<K, V> {
    fn report(&mut self, reported: bool) {
        self.reported = reported;
        self.last = None;
    }

    /// What was last reported goes on to another tick, or is changed: it is kept for the report of its end.
    pub(crate) fn keep_reported(&mut self) {
        if self.reported && self.last.is_none() {
            self.last = Some(Trace::of(self));
        }
    }

    /// What was last reported.
    pub(crate) fn last_reported(&self) -> Trace<V> {
        self.last.unwrap_or_else(|| Trace::of(self))
    }
}
