//! PUBLISH: what began, went on and ended, in the order of the keys.

use std::hash::Hash;

use clinch_contact::Clip;
use clinch_support::{Basis, Pose, Rotation, Scalar, Vector};

use crate::attributes::Reports;
use crate::key::{PairKey, Standings};
use crate::span::step;
use crate::table::{ContactTable, Entry, Row, State};

/// The deepest point of a touch as one of the two sees it, in its own frame.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(
        deny_unknown_fields,
        bound(
            serialize = "V: Vector<Scalar: serde::Serialize, Rotation: serde::Serialize> + serde::Serialize",
            deserialize = "V: Vector<Scalar: serde::Deserialize<'de>, Rotation: serde::Deserialize<'de>> + serde::Deserialize<'de>"
        )
    )
)]
pub struct Touch<V: Vector> {
    /// Unit, from this one to the other. Zero if one of them is a sensor, which has no contact point.
    pub normal: V,
    /// The deepest point on this one.
    pub point: V,
    /// The deepest point on the other, in the other's frame.
    pub other_point: V,
    /// How deep the shapes overlap there: about 0 when they just touch.
    pub depth: V::Scalar,
    /// How the other's point moved since the tick before, as seen by this one: its part along the normal is how fast they close (negative) or part, per tick.
    /// Zero in the first tick of a pair.
    pub motion: V,
    /// The other's pose in this one's frame.
    pub other_pose: Pose<V>,
}

impl<V: Clip> Touch<V> {
    fn of<K>(row: &Row<K, V>) -> Self {
        let other_pose = row.b_in_a;
        let Some(deepest) = row.manifold.deepest() else {
            return Self { normal: V::ZERO, point: V::ZERO, other_point: V::ZERO, depth: V::Scalar::ZERO, motion: V::ZERO, other_pose };
        };
        Self {
            normal: row.manifold.normal,
            point: deepest.on_a,
            other_point: deepest.on_b,
            depth: -deepest.separation,
            motion: V::narrow(other_pose.point(deepest.on_b) - row.b_in_a_before.point(deepest.on_b)),
            other_pose,
        }
    }

    /// The same touch as the other sees it.
    #[must_use]
    pub fn flipped(&self) -> Self {
        let turned = |vector: V| V::narrow(self.other_pose.rotation.basis().unrotate(vector.widen()));
        Self {
            normal: -turned(self.normal),
            point: self.other_point,
            other_point: self.point,
            depth: self.depth,
            motion: -turned(self.motion),
            other_pose: self.other_pose.inverse(),
        }
    }
}

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
        let Self { members, order, rows, changes, .. } = self;
        changes.started.clear();
        changes.persisted.clear();
        changes.ended.clear();
        for &Entry { a, b, place } in &*order {
            let row = &mut rows[place as usize];
            if row.state != State::Touching && row.reported.is_none() {
                continue;
            }
            let reports = [a, b].map(|slot| members.get(slot).attributes.reports);
            let told = reports[0].with(reports[1]);
            let touch = (row.state == State::Touching && (told.changes || told.persisting)).then(|| Touch::of(row));
            let before = core::mem::replace(&mut row.reported, touch);
            let change = |touch: Touch<V>| Change { key: row.key(), bodies: row.bodies, touch, reports };
            match (before, touch) {
                (None, Some(touch)) => changes.started.push(change(touch)),
                (Some(last), None) => changes.lost.push((row.standings, change(last))),
                (Some(_), Some(touch)) if told.persisting => changes.persisted.push(change(touch)),
                (Some(_), Some(_)) | (None, None) => {}
            }
        }
        // A pair is lost only once, unless it was lost and came back and ended again between two publications: a stable sort keeps even those apart.
        changes.lost.sort_by_key(|&(standings, _)| standings);
        changes.ended.extend(changes.lost.drain(..).map(|(_, change)| change));

        self.find_reach();
        &self.changes
    }

    /// Who touches whom.
    pub(crate) fn find_reach(&mut self) {
        let Self { members, order, rows, reach, .. } = self;
        let near = order.iter().filter(|entry| rows[entry.place as usize].is_near());
        reach.build(members.members.len(), near.map(|&Entry { a, b, place }| (a, b, place)));
    }
}
