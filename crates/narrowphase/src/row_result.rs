//! What an update of a row has found.

use clinch_composite_contact::{ColliderSpace, CompositeManifold, CompositeRelation};
use clinch_contact::{Manifold, Measured, Overlap, Relation};

use crate::row::State;

/// The new state of a row, and what computing it cost.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RowResult {
    pub(crate) state: State,
    pub(crate) calls: u32,
    pub(crate) slow_steps: u32,
    pub(crate) unfinished: bool,
    pub(crate) recycled: bool,
}

impl RowResult {
    /// Of two solid colliders and their manifold.
    pub(crate) fn of_contact<V: ColliderSpace>(measured: &Measured<V>, manifold: &Manifold<V>) -> Self {
        let &Measured { relation, calls, slow_steps, unfinished, recycled } = measured;
        let state = match relation {
            Relation::Beyond { .. } => State::Apart,
            Relation::Near(_) if recycled && manifold.is_touching() => State::Touching,
            Relation::Near(separation) if !recycled && separation.is_touching() => State::Touching,
            Relation::Near(_) => State::Speculative,
            Relation::Undefined => State::Undefined,
        };
        Self { state, calls, slow_steps, unfinished, recycled }
    }

    /// Of a pair with a sensor.
    pub(crate) fn of_overlap(&Overlap { touching, calls, slow_steps, unfinished, recycled }: &Overlap) -> Self {
        let state = match touching {
            Some(false) => State::Apart,
            Some(true) => State::Touching,
            None => State::Undefined,
        };
        Self { state, calls, slow_steps, unfinished, recycled }
    }

    /// Of a pair with a composite shape that was computed.
    pub(crate) fn of_composite<V: ColliderSpace>(relation: &CompositeRelation<V>) -> Self {
        let state = match relation {
            CompositeRelation::Beyond { .. } => State::Apart,
            CompositeRelation::Near { separation, .. } if separation.is_touching() => State::Touching,
            CompositeRelation::Near { .. } => State::Speculative,
            CompositeRelation::Undefined => State::Undefined,
        };
        Self { state, calls: 0, slow_steps: 0, unfinished: false, recycled: false }
    }

    /// Of a pair with a composite shape that was recycled, with these manifolds.
    pub(crate) fn of_recycled_composite<V: ColliderSpace>(manifolds: &[CompositeManifold<V>]) -> Self {
        let touches = manifolds.iter().any(|of_normal| of_normal.manifold.is_touching());
        let state = match manifolds {
            [] => State::Apart,
            _ if touches => State::Touching,
            _ => State::Speculative,
        };
        Self { state, calls: 0, slow_steps: 0, unfinished: false, recycled: true }
    }
}
