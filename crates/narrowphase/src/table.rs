//! The pair table: which pairs there are, and what each remembers.
//!
//! * `order` is sorted by key: whatever is iterated or published runs in that order, never in the order of arrival or of threads.
//! * Rows stay where they are from tick to tick; only `order` is merged. A row is some 600 bytes, and moving a hundred thousand of them each tick
//!   would cost more than colliding them.

use std::collections::BTreeMap;
use std::hash::Hash;

use clinch_contact::{Clip, Manifold, Memory, Settings};
use clinch_support::Pose;

use crate::key::{PairKey, Standings, pair_key};
use crate::members::{Member, Members, Participant, Places, RollCall};
use crate::publish::Changes;
use crate::reach::Reach;
use crate::touch::Trace;

/// One pair: what it remembers and where it touches.
#[derive(Clone, Debug, PartialEq)]
pub struct Row<K, V: Clip> {
    pub(crate) standings: Standings<K>,
    pub(crate) slots: [u32; 2],
    pub(crate) bodies: PairKey<K>,
    /// The shapes that the memory is about.
    pub(crate) versions: [u32; 2],
    pub(crate) memory: Memory<V>,
    pub(crate) manifold: Manifold<V>,
    /// B as seen from A this tick, and in the tick before.
    pub(crate) b_in_a: Pose<V>,
    pub(crate) b_in_a_before: Pose<V>,
    pub(crate) state: State,
    /// Collided in this tick, and not edited since.
    pub(crate) fresh: bool,
    /// Reported as touching, and its end not yet.
    pub(crate) reported: bool,
    /// What was last reported, if the rest of the row is not that any more.
    pub(crate) last: Option<Trace<V>>,
}

/// What became of a row this tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub(crate) enum State {
    /// Not a pair: the row is free.
    #[cfg_attr(feature = "serde", serde(skip))]
    #[default]
    Free,
    /// Not collided yet.
    New,
    /// Farther apart than the margin.
    Apart,
    /// The caller's rules, or who edited the manifold, want no contact.
    Rejected,
    /// Within the margin.
    Speculative,
    /// Touching or overlapping.
    Touching,
    /// A number was not finite: nothing is known this tick.
    Undefined,
}

impl<K: Copy + Eq, V: Clip> Row<K, V> {
    /// Of two colliders and their slots.
    pub(crate) fn new([a, b]: [&Member<K, V>; 2], slots: [u32; 2]) -> Self {
        Self {
            standings: [a.standing, b.standing],
            slots,
            bodies: PairKey { a: a.body(), b: b.body() },
            versions: [a.version, b.version],
            memory: Memory::new(),
            manifold: Manifold::new(),
            b_in_a: Pose::IDENTITY,
            b_in_a_before: Pose::IDENTITY,
            state: State::New,
            fresh: false,
            reported: false,
            last: None,
        }
    }

    /// The two colliders.
    pub fn key(&self) -> PairKey<K> {
        pair_key(&self.standings)
    }

    /// The bodies that they are part of: a collider that is part of none is its own.
    pub fn bodies(&self) -> PairKey<K> {
        self.bodies
    }

    /// The contact points: none if the shapes are farther apart than the margin, or one is a sensor.
    pub fn manifold(&self) -> &Manifold<V> {
        &self.manifold
    }

    /// B's pose in A's frame, as of this tick: takes what is said in B's frame to A's.
    pub fn b_in_a(&self) -> &Pose<V> {
        &self.b_in_a
    }

    /// The shapes touch or overlap.
    pub fn is_touching(&self) -> bool {
        self.state == State::Touching
    }

    /// A pose or a support point was not finite this tick: the pair has no contact, and its last one has ended.
    pub fn is_undefined(&self) -> bool {
        self.state == State::Undefined
    }

    /// Touching, or with points within the margin.
    pub(crate) fn is_near(&self) -> bool {
        matches!(self.state, State::Touching | State::Speculative)
    }
}

/// A pair in the order of all: the slots of its colliders and the place of its row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) a: u32,
    pub(crate) b: u32,
    pub(crate) place: u32,
}

/// All candidate pairs, in the order of their keys, with what each remembers from tick to tick.
///
/// ```
/// use clinch_contact::Settings;
/// use clinch_narrowphase::{Attributes, Candidates, ContactTable, Places, Placement, Present, Workers};
/// use clinch_shapes::{Ball, Shape3};
/// use glam::Vec3;
///
/// let ball = Shape3::from(Ball::<Vec3>::new(0.5)?);
/// let places = [0.0_f32, 0.75, 2.0].map(|x| Placement::at(Vec3::new(x, 0.0, 0.0)));
/// let (mut table, mut placed) = (ContactTable::<usize, Vec3>::new(), Places::new());
///
/// // One tick: who is there,
/// let mut call = table.roll_call(&mut placed);
/// for (key, place) in places.into_iter().enumerate() {
///     call.present(key, Present { shape: &ball, edited: true, place, attributes: Attributes::default() });
/// }
/// drop(call);
/// // what the broadphase found, in any order, twice if it likes,
/// table.gather(Candidates::All(&mut vec![(1, 0), (0, 1), (1, 2)]));
/// // and what comes of it.
/// table.collide(&placed, &(), &Settings::default(), &mut Workers::default());
/// let changes = table.publish();
/// assert_eq!(changes.started.len(), 1);
/// assert_eq!(changes.started[0].touch.depth, 0.25);
/// # Ok::<(), clinch_shapes::ShapeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ContactTable<K, V: Clip> {
    pub(crate) members: Members<K, V>,
    /// Every pair, by key.
    pub(crate) order: Vec<Entry>,
    /// The other half of the double buffer that `order` is merged through.
    pub(crate) merged: Vec<Entry>,
    /// Candidates as pairs of ranks, to be sorted.
    pub(crate) wanted: Vec<u64>,
    pub(crate) unwanted: Vec<u64>,
    pub(crate) rows: Vec<Row<K, V>>,
    pub(crate) free: Vec<u32>,
    pub(crate) changes: Changes<K, V>,
    /// What the rows were last collided with.
    pub(crate) settings: Option<Settings<V::Scalar>>,
    pub(crate) reach: Reach,
}

impl<K: Copy + Ord + Hash, V: Clip> ContactTable<K, V> {
    /// No pairs.
    pub fn new() -> Self {
        Self {
            members: Members::new(),
            order: Vec::new(),
            merged: Vec::new(),
            wanted: Vec::new(),
            unwanted: Vec::new(),
            rows: Vec::new(),
            free: Vec::new(),
            changes: Changes::new(),
            settings: None,
            reach: Reach::default(),
        }
    }

    /// Begins a tick: name everybody who takes part. `places` is this table's own, from tick to tick.
    pub fn roll_call<'t, P>(&'t mut self, places: &'t mut Places<P>) -> RollCall<'t, K, V, P> {
        RollCall { members: &mut self.members, places }
    }

    /// Everybody who was called, in no order that means anything.
    pub fn participants<'t, P>(&'t self, places: &'t Places<P>) -> impl Iterator<Item = Participant<'t, K, V, P>> {
        self.members.present().filter_map(|slot| self.members.participant(places, slot))
    }

    /// One who was called.
    pub fn participant<'t, P>(&'t self, places: &'t Places<P>, key: K) -> Option<Participant<'t, K, V, P>> {
        self.members.participant(places, self.members.slot(key)?)
    }

    /// The number of pairs.
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// There are no pairs.
    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// All pairs in the order of their keys.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &Row<K, V>> {
        self.order.iter().map(|entry| &self.rows[entry.place as usize])
    }

    /// The row of a pair, its keys in either order. Costs a binary search.
    pub fn row(&self, one: K, other: K) -> Option<&Row<K, V>> {
        self.find(one, other).map(|place| &self.rows[place as usize])
    }

    /// All pairs of one collider that touch or have contact points, in the order of the keys. Costs as much as there are, once the table is published.
    pub fn rows_of(&self, key: K) -> impl Iterator<Item = &Row<K, V>> {
        let slot = self.members.slot(key);
        slot.into_iter().flat_map(|slot| self.reach.of(slot)).map(|&place| &self.rows[place as usize])
    }

    /// How many pairs there are of which two kinds of shapes, the names in the order of the alphabet. Costs a look at every pair.
    pub fn pairs_by_kind(&self) -> BTreeMap<[&'static str; 2], u64> {
        let mut kinds = BTreeMap::new();
        for entry in &self.order {
            let mut kind = [entry.a, entry.b].map(|slot| V::kind(&self.members.get(slot).shape));
            kind.sort_unstable();
            *kinds.entry(kind).or_insert(0) += 1;
        }
        kinds
    }

    /// What the table keeps for its pairs, in bytes: rows, their order and the candidates. Not what grows with the colliders.
    pub fn bytes(&self) -> usize {
        let Self { order, merged, wanted, unwanted, rows, free, .. } = self;
        rows.capacity() * size_of::<Row<K, V>>()
            + (order.capacity() + merged.capacity()) * size_of::<Entry>()
            + (wanted.capacity() + unwanted.capacity()) * size_of::<u64>()
            + free.capacity() * size_of::<u32>()
            + self.reach.bytes()
    }

    pub(crate) fn find(&self, one: K, other: K) -> Option<u32> {
        let (one, other) = (self.members.slot(one)?, self.members.slot(other)?);
        let code = self.code(one, other);
        let found = self.order.binary_search_by_key(&code, |entry| self.code(entry.a, entry.b)).ok()?;
        Some(self.order[found].place)
    }

    /// A pair of slots as one number, in the order of keys.
    pub(crate) fn code(&self, one: u32, other: u32) -> u64 {
        let (one, other) = (self.members.seat(one).rank, self.members.seat(other).rank);
        let (low, high) = if one <= other { (one, other) } else { (other, one) };
        u64::from(low) << 32 | u64::from(high)
    }
}

impl<K: Copy + Ord + Hash, V: Clip> Default for ContactTable<K, V> {
    fn default() -> Self {
        Self::new()
    }
}
