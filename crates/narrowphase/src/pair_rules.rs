//! Per-pair rules of the engine, beyond the attributes of single colliders.

use clinch_support::Scalar;

use crate::pair_key::PairKey;

/// Filters pairs and sets their margins. Called for each pair whose contact is computed, on any
/// thread and in any order: the answers must not depend on the order of the calls.
///
/// Pairs at rest are not passed to the rules until one of their colliders moves, changes or wakes.
pub trait PairRules<K, S: Scalar>: Sync {
    /// Whether the answers about a pair are the same in every tick. Pairs whose colliders have
    /// neither moved nor changed are not computed again then, and not passed to the rules.
    const CONSTANT: bool = false;

    /// Whether the pair may have contacts. By default every pair may.
    fn allows(&self, pair: PairKey<K>) -> bool {
        let _ = pair;
        true
    }

    /// The speculative margin of the pair, for instance from the velocities of its bodies. `margin`
    /// is the margin without this rule. A larger margin has no effect on pairs that the broadphase
    /// does not find.
    fn margin(&self, pair: PairKey<K>, margin: S) -> S {
        let _ = pair;
        margin
    }
}

/// Allows every pair and leaves its margin unchanged.
impl<K, S: Scalar> PairRules<K, S> for () {
    const CONSTANT: bool = true;
}
