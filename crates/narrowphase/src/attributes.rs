//! The properties of a collider besides its shape and placement.

use bevy_ecs::component::Component;
#[cfg(feature = "bevy_reflect")]
use bevy_ecs::reflect::ReflectComponent;
#[cfg(feature = "bevy_reflect")]
use bevy_reflect::{Reflect, std_traits::ReflectDefault};
use clinch_support::Scalar;
use smallvec::SmallVec;

use crate::same::same_number;

/// Collision layers: two colliders interact if each is a member of a layer that the other's filters
/// contain. By default a collider is in the first layer and interacts with all layers.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "bevy_reflect",
    derive(Reflect),
    reflect(Component, Clone, Debug, PartialEq, Default, Hash),
    type_path = "clinch_narrowphase"
)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct CollisionLayers {
    /// The layers that this collider is a member of, one bit each.
    pub memberships: u32,
    /// The layers that this collider interacts with, one bit each.
    pub filters: u32,
}

impl CollisionLayers {
    /// A member of the layers `memberships` that interacts with the layers `filters`.
    pub const fn new(memberships: u32, filters: u32) -> Self {
        Self { memberships, filters }
    }

    /// A member of every layer that interacts with every layer.
    pub const ALL: Self = Self::new(u32::MAX, u32::MAX);

    /// A member of no layer that interacts with none.
    pub const NONE: Self = Self::new(0, 0);

    /// Whether colliders with these two layers interact. Symmetric.
    ///
    /// ```
    /// use clinch_narrowphase::CollisionLayers;
    ///
    /// const WALLS: u32 = 1 << 0;
    /// const GHOSTS: u32 = 1 << 1;
    /// let wall = CollisionLayers::new(WALLS, !GHOSTS);
    /// let ghost = CollisionLayers::new(GHOSTS, !0);
    /// assert!(wall.interacts_with(wall) && ghost.interacts_with(ghost));
    /// // Both filters must agree.
    /// assert!(!wall.interacts_with(ghost) && !ghost.interacts_with(wall));
    /// ```
    pub const fn interacts_with(self, other: Self) -> bool {
        self.memberships & other.filters != 0 && other.memberships & self.filters != 0
    }
}

impl Default for CollisionLayers {
    fn default() -> Self {
        Self::new(1, u32::MAX)
    }
}

/// The contact events that a collider requests. A pair reports the events that either collider
/// requests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct EventFlags {
    /// Starts and ends of contacts.
    pub changes: bool,
    /// Contacts that persist, in every tick, and their starts and ends.
    pub persisting: bool,
}

impl EventFlags {
    /// Starts, ends, and every tick in which a contact persists.
    pub const ALL: Self = Self { changes: true, persisting: true };

    /// Starts and ends.
    pub const CHANGES: Self = Self { changes: true, persisting: false };

    pub(crate) fn union(self, other: Self) -> Self {
        Self { changes: self.changes || other.changes, persisting: self.persisting || other.persisting }
    }
}

/// The properties of a collider besides its shape and placement. All of them may change from tick
/// to tick.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Attributes<K, S> {
    /// Colliders are sorted by this, then by key; pairs are sorted by their colliders. Give it
    /// equal values on every machine of a replicated world, whose keys differ. Changing it makes
    /// the collider a new one: its contacts end and start.
    pub order: u64,
    /// The body that the collider is attached to; `None` if the collider is a body itself.
    /// Colliders of one body never collide.
    pub body: Option<K>,
    /// The collision layers.
    pub layers: CollisionLayers,
    /// Colliders and bodies that this collider never collides with.
    #[cfg_attr(feature = "serde", serde(with = "crate::small_vec_serde"))]
    pub ignored: SmallVec<[K; 2]>,
    /// Does not move by itself. Two static colliders never collide.
    pub is_static: bool,
    /// At rest for now. A pair of two colliders that are sleeping or static, and have neither moved
    /// nor changed, keeps its contact and is not computed.
    pub sleeping: bool,
    /// Detects overlaps only: its pairs have no contact points, no margin and no skins.
    pub sensor: bool,
    /// This collider's share of the speculative margin, instead of half of the stage's margin. The
    /// margin of a pair is the sum of both shares; a negative or NaN sum counts as 0, so a share
    /// that is NaN gives all pairs of the collider a margin of 0.
    pub margin: Option<S>,
    /// Extra thickness of the shape for contacts. Negative or NaN counts as 0. Pairs with an
    /// infinite skin are [undefined](crate::Row::is_undefined). Does not apply to pairs with a
    /// sensor.
    pub skin: S,
    /// The contact events that the collider requests.
    pub events: EventFlags,
}

impl<K, S: Scalar> Default for Attributes<K, S> {
    /// A solid, moving collider without a body, on the default layers, that requests starts and
    /// ends.
    fn default() -> Self {
        Self {
            order: u64::MAX,
            body: None,
            layers: CollisionLayers::default(),
            ignored: SmallVec::new(),
            is_static: false,
            sleeping: false,
            sensor: false,
            margin: None,
            skin: S::ZERO,
            events: EventFlags::CHANGES,
        }
    }
}

impl<K: Copy + Eq, S> Attributes<K, S> {
    /// Equal but for [`sleeping`](Self::sleeping): a collider that falls asleep or wakes up where
    /// it is keeps its contacts. Numbers that are NaN in both are equal.
    pub(crate) fn equals_but_for_sleep(&self, other: &Self) -> bool
    where
        S: Scalar,
    {
        let Self { order, body, layers, ignored, is_static, sleeping: _, sensor, margin, skin, events } = self;
        (order, body, layers, ignored, is_static) == (&other.order, &other.body, &other.layers, &other.ignored, &other.is_static)
            && (sensor, events) == (&other.sensor, &other.events)
            && margin.map_or(other.margin.is_none(), |margin| other.margin.is_some_and(|other| same_number(margin, other)))
            && same_number(*skin, other.skin)
    }

    pub(crate) fn static_or_sleeping(&self) -> bool {
        self.is_static || self.sleeping
    }
}
