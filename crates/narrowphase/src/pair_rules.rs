//! Per-pair rules of the engine, beyond the attributes of single colliders.

use clinch_support::Scalar;

use crate::pair_key::PairKey;

/// Filters pairs and sets their margins. Called for each pair whose contact is computed, on any
/// thread and in any order: the answers must not depend on the order of the calls.
///
/// Pairs at rest are not passed to the rules until one of their colliders moves, changes or wakes.
///
/// A [`ContactTable`](crate::ContactTable) takes rules in each tick. In bevy_ecs they are a system
/// parameter: the third type of [`install_with_rules`](crate::install_with_rules), which replaces
/// [`install`](crate::install), or of [`NarrowphasePlugin`](crate::ecs::NarrowphasePlugin). The
/// `install` of `clinch::d3` has no rules and adds a broadphase; call that of `clinch::broadphase`
/// in its place. With both installed every system would be added twice.
///
/// ```
/// use bevy_ecs::prelude::*;
/// use bevy_ecs::system::SystemParam;
/// use clinch_narrowphase::{PairKey, PairRules, Placement, install_with_rules};
/// use glam::Vec3;
///
/// #[derive(Component)]
/// struct Ghost;
///
/// /// Ghosts pass through each other.
/// #[derive(SystemParam)]
/// struct Rules<'w, 's> {
///     ghosts: Query<'w, 's, (), With<Ghost>>,
/// }
///
/// impl PairRules<Entity, f32> for Rules<'_, '_> {
///     fn allows(&self, pair: PairKey<Entity>) -> bool {
///         !(self.ghosts.contains(pair.a) && self.ghosts.contains(pair.b))
///     }
/// }
///
/// let (mut world, mut schedule) = (World::new(), Schedule::default());
/// // clinch::broadphase::install::<Vec3, Placement<Vec3>>(&mut world, &mut schedule);
/// install_with_rules::<Vec3, Placement<Vec3>, Rules<'static, 'static>>(&mut world, &mut schedule);
/// schedule.run(&mut world);
/// ```
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
