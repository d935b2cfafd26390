//! The source of pairs in bevy_ecs.

use bevy_ecs::component::Component;
use bevy_ecs::entity::Entity;
use bevy_ecs::resource::Resource;
use bevy_ecs::schedule::{IntoScheduleConfigs, Schedule, SystemSet};
use bevy_ecs::system::{Res, ResMut};
use bevy_ecs::world::World;
use clinch_contact::Clip;
use clinch_narrowphase::ecs::{PlacesOf, Table};
use clinch_narrowphase::{Attached, CandidatePairs, NarrowphaseSystems, Placed, StageSettings};
use clinch_shapes::{Aabb, Convex};
use clinch_support::{Scalar, Vector};
use core::marker::PhantomData;

use crate::pair_finder::PairFinder;

/// The step that finds pairs, between [`NarrowphaseSystems::Enroll`] and [`NarrowphaseSystems::Gather`].
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

    /// [`PairFinder::walk`], to the colliders.
    pub(crate) fn walk(&self, bound: impl FnMut(&Aabb<V::Wide>) -> f64, mut visit: impl FnMut(Entity) -> Option<f64>) {
        self.finder.walk(bound, |place| visit(self.entities[place].0));
    }
}

impl<V: Vector> Default for Finder<V> {
    fn default() -> Self {
        Self { finder: PairFinder::new(), entities: Vec::new(), boxes: Vec::new(), vector: PhantomData }
    }
}

/// Finds the pairs of colliders whose bounds, grown by their skins and margins, overlap; not of two that are at rest, which need no finding. `P`'s default is the
/// origin of the world.
pub fn find_pairs<V: Clip, P: Placed<V> + Component + Default>(
    mut found: ResMut<'_, CandidatePairs<V>>,
    mut finder: ResMut<'_, Finder<V>>,
    settings: Res<'_, StageSettings<V>>,
    table: Res<'_, Table<V>>,
    places: Res<'_, PlacesOf<V, P>>,
) {
    #[cfg(feature = "tracing")]
    let step = tracing::info_span!(target: "clinch", "find pairs", pairs = tracing::field::Empty).entered();
    let Finder { finder, entities, boxes, .. } = &mut *finder;
    entities.clear();
    boxes.clear();
    let (origin, half) = (Attached::default(), settings.0.margin * V::Scalar::narrow(0.5));
    // An infinite margin makes every two a pair; the boxes stay finite, as the tree needs them.
    let most = f64::from(f32::MAX) / 4.0;
    for collider in table.participants(&places) {
        entities.push((collider.key, collider.undisturbed));
        boxes.push(collider.shape.bounds(&collider.place.pose_in(&origin)).grown(most.min(collider.reach(half).widen())));
    }
    finder.overlaps(boxes.iter().copied(), |one, other| {
        let ((one, one_rests), (other, other_rests)) = (entities[one], entities[other]);
        if !(one_rests && other_rests) {
            found.push(one, other);
        }
    });
    #[cfg(feature = "tracing")]
    step.record("pairs", found.pairs.len());
}

/// Puts the source of pairs for shapes of `V`, placed by `P`, before the stage of the same `V` in a schedule.
pub fn install<V: Clip, P: Placed<V> + Component + Default>(world: &mut World, schedule: &mut Schedule) {
    world.init_resource::<Finder<V>>();
    world.init_resource::<CandidatePairs<V>>();
    world.init_resource::<StageSettings<V>>();
    world.init_resource::<Table<V>>();
    world.init_resource::<PlacesOf<V, P>>();
    schedule.add_systems(find_pairs::<V, P>.in_set(BroadphaseSystems).after(NarrowphaseSystems::Enroll).before(NarrowphaseSystems::Gather));
}
