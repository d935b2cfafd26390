//! PUBLISH: what began and what ended, in the order of the keys.

use clinch_contact::Manifold;
use clinch_support::Vector;

use crate::table::{ContactTable, PairKey, State};

/// The deepest point of a touch, as a listener wants it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch<V: Vector> {
    /// Unit, from A to B, in A's frame.
    pub normal: V,
    /// The deepest point on A, in A's frame.
    pub on_a: V,
    /// The deepest point on B, in B's frame.
    pub on_b: V,
    /// How deep the shapes overlap there: about 0 when they just touch.
    pub depth: V::Scalar,
}

impl<V: Vector> Touch<V> {
    fn of(manifold: &Manifold<V>) -> Option<Self> {
        let deepest = manifold.deepest()?;
        Some(Self { normal: manifold.normal, on_a: deepest.on_a, on_b: deepest.on_b, depth: -deepest.separation })
    }
}

/// Pairs that began and ended to touch, each in the order of the keys.
#[derive(Clone, Debug, PartialEq)]
pub struct Changes<K, V: Vector> {
    /// With this tick's touch.
    pub started: Vec<(PairKey<K>, Touch<V>)>,
    /// With the last touch there was.
    pub ended: Vec<(PairKey<K>, Touch<V>)>,
}

impl<K: Copy + Ord, V: Vector> ContactTable<K, V> {
    /// What changed since the last publication. Every touch that starts ends exactly once, whatever becomes of its bodies.
    pub fn publish(&mut self) -> Changes<K, V> {
        let mut changes = Changes { started: Vec::new(), ended: core::mem::take(&mut self.lost) };
        for &(key, place) in &self.order {
            let row = &mut self.rows[place as usize];
            let touch = if row.state == State::Touching { Touch::of(&row.manifold) } else { None };
            match (&row.published, touch) {
                (None, Some(touch)) => changes.started.push((key, touch)),
                (Some(last), None) => changes.ended.push((key, *last)),
                (None, None) | (Some(_), Some(_)) => {}
            }
            row.published = touch;
        }
        // Lost pairs come first, in the order of their keys, the others after them: one sort makes it one order. A pair is in only one of both, unless
        // it was lost and came back and ended again between two publications; a stable sort keeps even those apart.
        changes.ended.sort_by_key(|&(key, _)| key);
        changes
    }
}
