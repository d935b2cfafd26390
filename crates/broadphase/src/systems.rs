//! The broadphase in bevy_ecs.

use bevy_ecs::component::Component;
use bevy_ecs::entity::Entity;
use bevy_ecs::resource::Resource;
use bevy_ecs::schedule::{IntoScheduleConfigs, Schedule, SystemSet};
use bevy_ecs::system::{Res, ResMut};
use bevy_ecs::world::World;
use clinch_composite_contact::ColliderSpace;
use clinch_narrowphase::ecs::{ColliderPlacements, Table};
use clinch_narrowphase::{Attached, CandidatePairs, NarrowphaseSystems, Placed, StageSettings};
use clinch_shapes::Aabb;
use clinch_support::{Scalar, Vector};

use crate::pair_finder::PairFinder;

/// The set of [`find_pairs`], between [`NarrowphaseSystems::SyncColliders`] and
/// [`NarrowphaseSystems::UpdatePairs`]. Pause it together with them: [`CandidatePairs`] keeps what
/// each search finds until an update of the pairs takes it.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BroadphaseSystems;

/// The pair finder with the colliders of the last tick.
#[derive(Resource)]
pub struct Finder<V: Vector> {
    finder: PairFinder<V::Wide>,
    /// The colliders, and whether each is at rest.
    entities: Vec<(Entity, bool)>,
    /// The stage's margin of the last search: it may have been set between this and the contacts.
    margin: Option<V::Scalar>,
}

impl<V: Vector> Finder<V> {
    /// The number of colliders that the last tick left out because their bounds are NaN.
    pub fn undefined(&self) -> usize {
        self.finder.undefined()
    }

    /// [`PairFinder::traverse`] over the colliders.
    pub(crate) fn traverse(&self, bound: impl FnMut(&Aabb<V::Wide>) -> f64, mut visit: impl FnMut(Entity) -> Option<f64>) {
        self.finder.traverse(bound, |index| visit(self.entities[index].0));
    }
}

impl<V: Vector> Default for Finder<V> {
    fn default() -> Self {
        Self { finder: PairFinder::new(), entities: Vec::new(), margin: None }
    }
}

/// Finds the pairs of colliders whose bounds, grown by their skins and margins, overlap. Skips
/// pairs at rest, which stay in the table without being found, except in the tick in which the
/// stage's margin has grown. `P::default()` is the origin of the world.
pub fn find_pairs<V: ColliderSpace, P: Placed<V> + Component + Default>(
    mut candidates: ResMut<'_, CandidatePairs<V>>,
    mut finder: ResMut<'_, Finder<V>>,
    settings: Res<'_, StageSettings<V>>,
    table: Res<'_, Table<V>>,
    placements: Res<'_, ColliderPlacements<V, P>>,
) {
    #[cfg(feature = "tracing")]
    let span = tracing::info_span!(target: "clinch", "find pairs", pairs = tracing::field::Empty).entered();
    let Finder { finder, entities, margin: last_search } = &mut *finder;
    entities.clear();
    let margin = |margin: V::Scalar| margin.widen().max(0.0);
    let exceeds = |last: V::Scalar| margin(settings.0.margin) > margin(last);
    // By the table, too, so that it holds after a snapshot is restored.
    let exceeds_searched = last_search.replace(settings.0.margin).is_some_and(exceeds);
    let has_grown = exceeds_searched || table.last_margin().is_none_or(exceeds);
    let (origin, half) = (Attached::default(), settings.0.margin * V::Scalar::narrow(0.5));
    finder.build(table.colliders(&placements).map(|collider| {
        entities.push((collider.key, collider.at_rest));
        collider.shape.bounds(&collider.placement.pose_in(&origin)).grown(collider.aabb_margin(half))
    }));
    finder.overlaps(|one, other| {
        let ((one, one_rests), (other, other_rests)) = (entities[one], entities[other]);
        if !(one_rests && other_rests) || has_grown {
            candidates.push(one, other);
        }
    });
    #[cfg(feature = "tracing")]
    span.record("pairs", candidates.pairs.len());
}

/// Adds the broadphase for shapes of `V` with the placement component `P` to a schedule, before the
/// narrowphase stage of the same `V` and `P`.
pub fn install<V: ColliderSpace, P: Placed<V> + Component + Default>(world: &mut World, schedule: &mut Schedule) {
    world.init_resource::<Finder<V>>();
    world.init_resource::<CandidatePairs<V>>();
    world.init_resource::<StageSettings<V>>();
    world.init_resource::<Table<V>>();
    world.init_resource::<ColliderPlacements<V, P>>();
    schedule.add_systems(
        find_pairs::<V, P>.in_set(BroadphaseSystems).after(NarrowphaseSystems::SyncColliders).before(NarrowphaseSystems::UpdatePairs),
    );
}
