//! The source of pairs in bevy_ecs.

use bevy_ecs::component::Component;
use bevy_ecs::entity::Entity;
use bevy_ecs::query::Has;
use bevy_ecs::resource::Resource;
use bevy_ecs::schedule::{IntoScheduleConfigs, Schedule, SystemSet};
use bevy_ecs::system::{Query, Res, ResMut};
use bevy_ecs::world::World;
use clinch_narrowphase::{CandidatePairs, Collider, NarrowphaseSystems, Placed, StageSettings};
use clinch_shapes::{Aabb, Convex, Shaped};
use clinch_support::{Scalar, Vector};
use core::marker::PhantomData;

use crate::finder::PairFinder;

/// This collider does not move: two of these are never paired.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct Fixed;

/// The step that finds pairs, before [`NarrowphaseSystems::Gather`].
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BroadphaseSystems;

/// The finder, and the colliders of the last tick.
#[derive(Resource)]
pub struct Finder<V: Vector> {
    finder: PairFinder,
    entities: Vec<(Entity, bool)>,
    boxes: Vec<Aabb<V::Wide>>,
    vector: PhantomData<V>,
}

impl<V: Vector> Finder<V> {
    /// Colliders that were left out of the last tick because their bounds are NaN.
    pub fn undefined(&self) -> usize {
        self.finder.undefined()
    }
}

impl<V: Vector> Default for Finder<V> {
    fn default() -> Self {
        Self { finder: PairFinder::new(), entities: Vec::new(), boxes: Vec::new(), vector: PhantomData }
    }
}

/// Finds the pairs of colliders whose bounds, grown by half the speculative margin, overlap. `P`'s default is the origin of the world.
pub fn find_pairs<V: Shaped, P: Placed<V> + Default>(
    mut found: ResMut<'_, CandidatePairs<V>>,
    mut finder: ResMut<'_, Finder<V>>,
    settings: Res<'_, StageSettings<V>>,
    colliders: Query<'_, '_, (Entity, &'static Collider<V>, &'static P, Has<Fixed>)>,
) {
    let Finder { finder, entities, boxes, .. } = &mut *finder;
    entities.clear();
    boxes.clear();
    let (origin, margin) = (P::default(), settings.0.margin.widen());
    // An infinite margin makes every two a pair; the boxes stay finite, as the tree needs them.
    let most = f64::from(f32::MAX) / 4.0;
    let grow = if margin > 0.0 { most.min(margin * 0.5) } else { 0.0 };
    for (entity, collider, place, fixed) in &colliders {
        entities.push((entity, fixed));
        boxes.push(collider.0.bounds(&place.pose_in(&origin)).grown(grow));
    }
    finder.overlaps(boxes.iter().copied(), |one, other| {
        let ((one, one_fixed), (other, other_fixed)) = (entities[one], entities[other]);
        if !(one_fixed && other_fixed) {
            found.push(one, other);
        }
    });
}

/// Puts the source of pairs for shapes of `V`, placed by `P`, before the stage of the same `V` in a schedule.
pub fn install<V: Shaped, P: Placed<V> + Default>(world: &mut World, schedule: &mut Schedule) {
    world.init_resource::<Finder<V>>();
    world.init_resource::<CandidatePairs<V>>();
    world.init_resource::<StageSettings<V>>();
    schedule.add_systems(find_pairs::<V, P>.in_set(BroadphaseSystems).before(NarrowphaseSystems::Gather));
}
