//! Who is near: the colliders of the world, by their boxes.

use bevy_ecs::component::Component;
use bevy_ecs::entity::Entity;
use bevy_ecs::system::{Res, SystemParam};
use clinch_contact::Clip;
use clinch_narrowphase::ecs::{PlacesOf, Table};
use clinch_narrowphase::{Attached, Participant, Placed};
use clinch_shapes::Aabb;
use clinch_support::Pose;

use crate::systems::Finder;

/// The colliders of the world by their boxes: what questions about the whole world are asked of.
///
/// It is the world as the stage saw it last, in [`NarrowphaseSystems::Enroll`](clinch_narrowphase::NarrowphaseSystems), and costs nothing to keep: the tree is the
/// one that the pairs were found with. After the stage was put back to a [`Snapshot`](clinch_narrowphase::Snapshot) it is right again with the next tick.
#[derive(SystemParam)]
pub struct SpatialIndex<'w, V: Clip, P: Placed<V> + Component + Default> {
    finder: Res<'w, Finder<V>>,
    table: Res<'w, Table<V>>,
    places: Res<'w, PlacesOf<V, P>>,
}

impl<V: Clip, P: Placed<V> + Component + Default> SpatialIndex<'_, V, P> {
    /// A place as seen from where the boxes are: the place that is `P`'s default.
    pub fn seen_from_origin(&self, place: &P) -> Pose<V::Wide> {
        place.pose_in(&P::default())
    }

    /// Visits the colliders, near ones before far ones as well as a tree tells; of equally near ones in no order that means anything.
    ///
    /// `bound` says of a box how near something in it may be, and ∞ if nothing in it is of interest; of a box that holds another it must not say more. A box is at
    /// least as large as its shape, its skin and its margin, and is seen from the place that is `P`'s default. `visit` gets a collider and says how near something
    /// must be to be of interest from now on, or that no more is. Every collider with a box whose bound is not beyond that is visited; not one whose box is NaN.
    pub fn visit(
        &self,
        bound: impl FnMut(&Aabb<V::Wide>) -> f64,
        mut visit: impl FnMut(&Participant<'_, Entity, V, Attached<V, P>>) -> Option<f64>,
    ) {
        let mut limit = f64::MAX;
        self.finder.walk(bound, |entity| {
            // Not there any more if the stage was put back to an earlier tick.
            if let Some(collider) = self.table.participant(&self.places, entity) {
                limit = visit(&collider)?;
            }
            Some(limit)
        });
    }
}
