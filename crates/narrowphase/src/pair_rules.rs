//! What an engine wants of a pair that no attribute of one collider says.

use clinch_support::Scalar;

use crate::pair_key::PairKey;

/// Rules for pairs, asked for each pair that is collided, on any thread: they must not depend on the order in which they are asked.
///
/// A pair at rest is not asked again until one of its colliders moves, is edited or wakes.
pub trait PairRules<K, S: Scalar>: Sync {
    /// Whether the two may have contacts. By default they may.
    fn allows(&self, pair: PairKey<K>) -> bool {
        let _ = pair;
        true
    }

    /// The speculative margin of the pair, for instance from the velocities of the two; `margin` is what it would be otherwise. Pairs that the broadphase does not
    /// find have no contacts, however large the margin.
    fn margin(&self, pair: PairKey<K>, margin: S) -> S {
        let _ = pair;
        margin
    }
}

/// No rules.
impl<K, S: Scalar> PairRules<K, S> for () {}
