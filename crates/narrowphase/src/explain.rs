//! Why contacts of parts of a composite pair are kept, or are not, on request.
//!
//! Nothing of it is stored in the rows: the pair is queried again.

use std::hash::Hash;

use clinch_composite_contact::{ColliderPair, ColliderSpace, CompositeScratch, PartVerdict};
use clinch_contact::Settings;

use crate::contact_table::ContactTable;
use crate::placement::{Placed, Placements};
use crate::row::{Row, State};
use crate::row_summary::RowSummary;
use crate::update_contacts::margin_of;

impl<K: Copy + Ord + Hash, V: ColliderSpace> ContactTable<K, V> {
    /// The contacts of the parts of a pair, at the placements of the last sync, and whether each is
    /// kept: see [`clinch_composite_contact::explain`]. Empty if the table does not have the pair
    /// or does not compute contact points for it, and of convex shapes.
    ///
    /// The margin is that of the colliders and of the last tick's settings, without what the
    /// [`PairRules`](crate::PairRules) make of it. An edit of the contacts is not considered.
    ///
    /// Costs several times as much as computing the contacts, and allocates.
    pub fn explain<P: Placed<V>>(&self, placements: &Placements<P>, one: K, other: K) -> Vec<PartVerdict<V>> {
        self.find(one, other).map_or_else(Vec::new, |row| self.explain_row(placements, row))
    }

    pub(crate) fn explain_row<P: Placed<V>>(&self, placements: &Placements<P>, row: u32) -> Vec<PartVerdict<V>> {
        let (Row { state, .. }, RowSummary { slots, .. }) = (&self.rows[row as usize], &self.summaries[row as usize]);
        let is_computed = matches!(state, State::Apart | State::Speculative | State::Touching | State::Rejected);
        let [a, b] = slots.map(|slot| self.colliders.data(slot));
        let (true, Some(settings), [Some(at_a), Some(at_b)]) = (is_computed, &self.settings, slots.map(|slot| placements.get(slot))) else {
            return Vec::new();
        };
        if a.attributes.sensor || b.attributes.sensor {
            return Vec::new();
        }
        let settings = Settings { margin: margin_of(settings, [a, b]), skin_a: a.attributes.skin, skin_b: b.attributes.skin, ..*settings };
        let pair = ColliderPair { a: &a.shape, b: &b.shape, b_in_a: at_b.pose_in(at_a) };
        pair.explain(&settings, &mut CompositeScratch::new())
    }
}
