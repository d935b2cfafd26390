//! What an update of a row has found.

use clinch_composite_contact::{ColliderSpace, CompositeRelation};
use clinch_contact::{Measured, Overlap, Relation};

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
    /// Of two solid colliders.
    pub(crate) fn of_contact<V: ColliderSpace>(measured: &Measured<V>) -> Self {
        let &Measured { relation, calls, slow_steps, unfinished, recycled } = measured;
        let state = match relation {
            Relation::Beyond { .. } => State::Apart,
            Relation::Near(separation) if separation.is_touching() => State::Touching,
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

    /// Of a pair with a composite shape.
    pub(crate) fn of_composite<V: ColliderSpace>(relation: &CompositeRelation<V>, recycled: bool) -> Self {
        let state = match relation {
            CompositeRelation::Beyond { .. } => State::Apart,
            CompositeRelation::Near { separation, .. } if separation.is_touching() => State::Touching,
            CompositeRelation::Near { .. } => State::Speculative,
            CompositeRelation::Undefined => State::Undefined,
        };
        Self { state, calls: 0, slow_steps: 0, unfinished: false, recycled }
    }
}
