//! A row of the contact table: the persistent state of one pair.

use clinch_composite::SubShapeId;
use clinch_composite_contact::ColliderSpace;
use clinch_contact::{ContactPoint, Manifold, Memory};
use clinch_support::Pose;

use crate::collider::ColliderData;
use crate::composite_contacts::{CompositeContacts, PairManifold};
use crate::pair_key::{PairKey, PairSortKey, pair_key};
use crate::saved_touch::SavedTouch;
use crate::touch::{Touch, TouchSnapshot};

/// One pair of the table: its contact in this tick and what it keeps for the next.
#[derive(Clone, Debug, PartialEq)]
pub struct Row<K, V: ColliderSpace> {
    pub(crate) sort_keys: PairSortKey<K>,
    pub(crate) bodies: PairKey<K>,
    /// The versions of the shapes that the memory belongs to.
    pub(crate) shape_versions: [u32; 2],
    pub(crate) memory: Memory<V>,
    /// Of a pair of convex shapes; otherwise empty.
    pub(crate) manifold: Manifold<V>,
    /// Of a pair with a composite shape.
    pub(crate) composite: Option<Box<CompositeContacts<V>>>,
    /// B's pose in A's frame, in this tick and in the one before.
    pub(crate) b_in_a: Pose<V>,
    pub(crate) previous_b_in_a: Pose<V>,
    pub(crate) state: State,
    /// Computed in this tick, or kept as it would have been computed, and not edited since.
    pub(crate) fresh: bool,
    /// Nothing has changed since [`settle`](Self::settle).
    pub(crate) settled: bool,
    /// The start of the contact has been published, and its end has not.
    pub(crate) published: bool,
    /// What was published last, and of which bodies, if the row has been overwritten since.
    pub(crate) saved_touch: SavedTouch<K, V>,
}

/// The state of a row in this tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub(crate) enum State {
    /// Not in use.
    #[cfg_attr(feature = "serde", serde(skip))]
    #[default]
    Free,
    /// Not computed yet.
    New,
    /// Separated by more than the margin.
    Apart,
    /// Excluded by the pair filter.
    Filtered,
    /// Rejected by the rules or by an edit, or without placements.
    Rejected,
    /// Separated, within the margin.
    Speculative,
    /// Touching or overlapping.
    Touching,
    /// A pose or a support point is not finite: the contact is not known.
    Undefined,
}

impl State {
    /// Whether the shapes touch or are within the margin.
    pub(crate) fn is_within_margin(self) -> bool {
        matches!(self, Self::Touching | Self::Speculative)
    }
}

/// A pair in the sorted list: the slots of its colliders and the index of its row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) a: u32,
    pub(crate) b: u32,
    pub(crate) row: u32,
}

impl<K: Copy + Eq, V: ColliderSpace> Row<K, V> {
    /// The row of a new pair, the lower collider first.
    pub(crate) fn new([a, b]: [&ColliderData<K, V>; 2]) -> Self {
        Self {
            sort_keys: [a.sort_key, b.sort_key],
            bodies: PairKey { a: a.body(), b: b.body() },
            shape_versions: [a.shape_version, b.shape_version],
            memory: Memory::new(),
            manifold: Manifold::new(),
            composite: None,
            b_in_a: Pose::IDENTITY,
            previous_b_in_a: Pose::IDENTITY,
            state: State::New,
            fresh: false,
            settled: false,
            published: false,
            saved_touch: SavedTouch::none(),
        }
    }

    /// The keys of the two colliders.
    pub fn key(&self) -> PairKey<K> {
        pair_key(&self.sort_keys)
    }

    /// The bodies that the colliders are attached to; a collider without a body is its own body.
    pub fn bodies(&self) -> PairKey<K> {
        self.bodies
    }

    /// B's pose in A's frame in this tick.
    pub fn b_in_a(&self) -> &Pose<V> {
        &self.b_in_a
    }

    /// Whether the shapes touch or overlap.
    pub fn is_touching(&self) -> bool {
        self.state == State::Touching
    }

    /// Whether a pose or a support point is not finite in this tick. Such a pair has no contact,
    /// and a contact of the last tick has ended.
    pub fn is_undefined(&self) -> bool {
        self.state == State::Undefined
    }

    /// Whether the shapes touch or are within the margin.
    pub(crate) fn is_within_margin(&self) -> bool {
        self.state.is_within_margin()
    }
}

impl<K: Copy, V: ColliderSpace> Row<K, V> {
    /// Normal and contact points; of a pair with a composite shape, those of the deepest of its
    /// [`manifolds`](Self::manifolds). No points if the shapes are separated by more than the
    /// margin, or one collider is a sensor.
    pub fn manifold(&self) -> &Manifold<V> {
        let of_composite = self.composite.as_ref().and_then(|composite| composite.manifolds.first());
        of_composite.map_or(&self.manifold, |deepest| &deepest.manifold)
    }

    /// All manifolds of the pair, the deepest first: at most one if both shapes are convex, one for
    /// each normal otherwise. Each has at least one point.
    pub fn manifolds(&self) -> impl Iterator<Item = PairManifold<'_, V>> {
        let convex = Some(&self.manifold).filter(|manifold| !manifold.points.is_empty());
        let of_composite = self.composite.iter().flat_map(|composite| &composite.manifolds);
        let convex = convex.map(|manifold| PairManifold { manifold, sub_shapes: [None; 2] });
        convex.into_iter().chain(of_composite.map(|of| PairManifold { manifold: &of.manifold, sub_shapes: of.sub_shapes }))
    }

    /// The points of all manifolds, each with its normal.
    pub fn points(&self) -> impl Iterator<Item = (V, &ContactPoint<V>)> {
        self.manifolds().flat_map(|PairManifold { manifold, .. }| manifold.points.iter().map(|point| (manifold.normal, point)))
    }

    /// Whether the contact is what the shapes give in this tick, and not edited since. The contact
    /// of a pair at rest is that of an earlier tick, with its edits.
    pub fn is_fresh(&self) -> bool {
        self.fresh
    }

    /// Edits normal and points for this tick, of each manifold of the pair; the next tick starts
    /// from the shapes again. A pair that is left without points does not touch.
    pub fn edit(&mut self, mut edit: impl FnMut(&mut Manifold<V>)) {
        self.begin_change();
        let had_points = self.has_points();
        match &mut self.composite {
            // A pair of convex shapes may have had parts before.
            Some(composite) if !composite.manifolds.is_empty() => composite.edit(edit),
            _ => edit(&mut self.manifold),
        }
        self.fresh = false;
        self.invalidate();
        if had_points && !self.has_points() {
            self.reject();
        }
    }

    /// Removes the contact of this tick.
    pub fn reject(&mut self) {
        self.begin_change();
        self.fresh = false;
        self.invalidate();
        self.clear_contact(State::Rejected);
    }

    /// The caller's data of each point, in the order of the manifolds and their points. It persists
    /// as long as the point, for instance to warm start a solver.
    pub fn user_data(&mut self) -> impl Iterator<Item = &mut [V::Scalar; 4]> {
        self.points_mut().map(|point| &mut point.user_data)
    }

    fn points_mut(&mut self) -> impl Iterator<Item = &mut ContactPoint<V>> {
        let of_composite = self.composite.iter_mut().flat_map(|composite| &mut composite.manifolds);
        self.manifold.points.iter_mut().chain(of_composite.flat_map(|of| &mut of.manifold.points))
    }

    /// Keeps the contact for another tick in which nothing moves.
    pub(crate) fn settle(&mut self, fresh: bool) {
        self.save_published_touch();
        self.previous_b_in_a = self.b_in_a;
        self.points_mut().for_each(|point| point.persisted = true);
        (self.fresh, self.settled) = (fresh, true);
    }

    /// Call it before the contact is overwritten.
    pub(crate) fn begin_change(&mut self) {
        self.save_published_touch();
        self.settled = false;
    }

    pub(crate) fn clear_contact(&mut self, state: State) {
        self.manifold = Manifold::new();
        if let Some(composite) = &mut self.composite {
            composite.clear_manifolds();
        }
        self.state = state;
    }

    /// Drops what belongs to shapes that were replaced.
    pub(crate) fn forget(&mut self) {
        self.memory = Memory::new();
        if let Some(composite) = &mut self.composite {
            composite.memory.invalidate();
        }
    }

    fn has_points(&self) -> bool {
        !self.manifold.points.is_empty() || self.composite.as_ref().is_some_and(|composite| !composite.manifolds.is_empty())
    }

    fn invalidate(&mut self) {
        self.memory.invalidate();
        if let Some(composite) = &mut self.composite {
            composite.memory.invalidate();
        }
    }

    pub(crate) fn set_published(&mut self, published: bool) {
        self.published = published;
        self.saved_touch.forget(!published);
    }

    /// Saves what was published last, for the event that reports its end.
    fn save_published_touch(&mut self) {
        if self.published && self.saved_touch.get().is_none() {
            self.saved_touch.save((self.bodies, self.touch_snapshot()));
            if let Some(composite) = &mut self.composite {
                composite.saved_sub_shapes = composite.sub_shapes();
            }
        }
    }

    /// The contact of this tick.
    pub(crate) fn touch(&self) -> Touch<V> {
        self.touch_snapshot().touch(self.sub_shapes(CompositeContacts::sub_shapes))
    }

    /// What was published last, and the bodies that the colliders were attached to then.
    pub(crate) fn published_touch(&self) -> (PairKey<K>, Touch<V>) {
        match self.saved_touch.get() {
            Some((bodies, saved)) => (*bodies, saved.touch(self.sub_shapes(|composite| composite.saved_sub_shapes))),
            None => (self.bodies, self.touch()),
        }
    }

    fn touch_snapshot(&self) -> TouchSnapshot<V> {
        TouchSnapshot::new(self.manifold(), self.b_in_a, self.previous_b_in_a)
    }

    fn sub_shapes(&self, of: impl FnOnce(&CompositeContacts<V>) -> [Option<SubShapeId>; 2]) -> [Option<SubShapeId>; 2] {
        self.composite.as_ref().map_or([None; 2], |composite| of(composite))
    }
}
