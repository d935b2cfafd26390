//! What the stage must know of a collider besides its shape and where it is.

use bevy_ecs::component::Component;
#[cfg(feature = "bevy_reflect")]
use bevy_ecs::reflect::ReflectComponent;
#[cfg(feature = "bevy_reflect")]
use bevy_reflect::{Reflect, std_traits::ReflectDefault};
use smallvec::SmallVec;

/// Which colliders may meet: two do if each is in a layer that the other's mask has. By default everything is in the first layer and meets all.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "bevy_reflect",
    derive(Reflect),
    reflect(Component, Clone, Debug, PartialEq, Default, Hash),
    type_path = "clinch_narrowphase"
)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct CollisionLayers {
    /// The layers this collider is in, one bit each.
    pub memberships: u32,
    /// The layers of what it may meet.
    pub mask: u32,
}

impl CollisionLayers {
    /// In these layers, meeting what is in those.
    pub const fn new(memberships: u32, mask: u32) -> Self {
        Self { memberships, mask }
    }

    /// In every layer, meeting everything that meets anything.
    pub const ALL: Self = Self::new(u32::MAX, u32::MAX);

    /// In no layer, meeting nothing.
    pub const NONE: Self = Self::new(0, 0);

    /// Whether two colliders may meet.
    ///
    /// ```
    /// use clinch_narrowphase::CollisionLayers;
    ///
    /// const WALLS: u32 = 1 << 0;
    /// const GHOSTS: u32 = 1 << 1;
    /// let wall = CollisionLayers::new(WALLS, !GHOSTS);
    /// let ghost = CollisionLayers::new(GHOSTS, !0);
    /// assert!(wall.may_meet(wall) && ghost.may_meet(ghost));
    /// assert!(!wall.may_meet(ghost) && !ghost.may_meet(wall)); // both must want it
    /// ```
    pub const fn may_meet(self, other: Self) -> bool {
        self.memberships & other.mask != 0 && other.memberships & self.mask != 0
    }
}

impl Default for CollisionLayers {
    fn default() -> Self {
        Self::new(1, u32::MAX)
    }
}

/// What a collider wants to be told of its contacts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Reports {
    /// That contacts start and end.
    pub changes: bool,
    /// And each tick that they go on.
    pub persisting: bool,
}

impl Reports {
    /// Everything.
    pub const ALL: Self = Self { changes: true, persisting: true };

    /// Starts and ends.
    pub const CHANGES: Self = Self { changes: true, persisting: false };

    pub(crate) fn with(self, other: Self) -> Self {
        Self { changes: self.changes || other.changes, persisting: self.persisting || other.persisting }
    }
}

/// What the stage must know of a collider besides its shape and where it is. Any of it may change from tick to tick.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Attributes<K, S> {
    /// Rows are ordered by this, then by key: equal on every machine of a replicated world. A collider whose order changes is another one.
    pub order: u64,
    /// The body it is part of, if that is not itself: colliders of one body never meet.
    pub body: Option<K>,
    /// Which others it may meet.
    pub layers: CollisionLayers,
    /// Colliders and bodies that it never meets.
    #[cfg_attr(feature = "serde", serde(with = "crate::small_vec_serde"))]
    pub ignored: SmallVec<[K; 2]>,
    /// Never moves by itself: two such never meet.
    pub fixed: bool,
    /// At rest for now: pairs of two that are asleep or fixed, and have not been moved or edited, keep their contacts and cost nothing.
    pub asleep: bool,
    /// Only whether it overlaps is asked: its pairs have no contact points.
    pub sensor: bool,
    /// How far around it contacts are speculative, in place of half the stage's margin. The margin of a pair is the sum of both.
    pub margin: Option<S>,
    /// The shape is swept by this much, for contacts only.
    pub skin: S,
    /// What it wants to be told.
    pub reports: Reports,
}

impl<K, S: clinch_support::Scalar> Default for Attributes<K, S> {
    /// Meets everything, moves, is solid, and is told of starts and ends.
    fn default() -> Self {
        Self {
            order: u64::MAX,
            body: None,
            layers: CollisionLayers::default(),
            ignored: SmallVec::new(),
            fixed: false,
            asleep: false,
            sensor: false,
            margin: None,
            skin: S::ZERO,
            reports: Reports::CHANGES,
        }
    }
}

impl<K: Copy + Eq, S> Attributes<K, S> {
    /// Whether two colliders, each with its key, are a pair at all.
    pub(crate) fn may_meet(&self, key: K, other: &Self, other_key: K) -> bool {
        let (body, other_body) = (self.body.unwrap_or(key), other.body.unwrap_or(other_key));
        body != other_body
            && !(self.fixed && other.fixed)
            && self.layers.may_meet(other.layers)
            && !self.ignores(other_key, other_body)
            && !other.ignores(key, body)
    }

    fn ignores(&self, key: K, body: K) -> bool {
        self.ignored.iter().any(|&ignored| ignored == key || ignored == body)
    }

    /// What falls asleep where it was has the contacts that it had.
    pub(crate) fn same_but_for_sleep(&self, other: &Self) -> bool
    where
        S: PartialEq,
    {
        let Self { order, body, layers, ignored, fixed, asleep: _, sensor, margin, skin, reports } = self;
        (order, body, layers, ignored, fixed) == (&other.order, &other.body, &other.layers, &other.ignored, &other.fixed)
            && (sensor, margin, skin, reports) == (&other.sensor, &other.margin, &other.skin, &other.reports)
    }

    /// Fixed or asleep.
    pub(crate) fn at_rest(&self) -> bool {
        self.fixed || self.asleep
    }
}
