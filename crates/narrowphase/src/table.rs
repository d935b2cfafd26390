//! The pair table: which pairs there are, and what each remembers.
//!
//! * `order` is sorted by key: whatever is iterated or published runs in that order, never in the order of arrival or of threads.
//! * Rows stay where they are from tick to tick; only `order` is merged. A row is some 400 bytes, and moving a hundred thousand of them each tick
//!   would cost more than colliding them.

use clinch_contact::{Manifold, Memory};
use clinch_support::Vector;

use crate::publish::Touch;

/// Two different keys, the lower first: the lower is always shape A.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PairKey<K> {
    /// The lower key: shape A.
    pub a: K,
    /// The higher key: shape B.
    pub b: K,
}

impl<K: Copy + Ord> PairKey<K> {
    /// The pair of two keys, in either order; `None` if they are one.
    pub fn new(one: K, other: K) -> Option<Self> {
        match one.cmp(&other) {
            core::cmp::Ordering::Less => Some(Self { a: one, b: other }),
            core::cmp::Ordering::Greater => Some(Self { a: other, b: one }),
            core::cmp::Ordering::Equal => None,
        }
    }
}

/// One pair: what it remembers and where it touches.
#[derive(Clone, Debug, PartialEq)]
pub struct Row<K, V: Vector> {
    pub(crate) key: PairKey<K>,
    pub(crate) memory: Memory<V>,
    pub(crate) manifold: Manifold<V>,
    pub(crate) state: State,
    /// The touch that was last published, until its end is.
    pub(crate) published: Option<Touch<V>>,
}

/// What became of a row this tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum State {
    /// Not a pair: the row is free.
    #[default]
    Free,
    /// Farther apart than the margin, or not collided yet.
    Apart,
    /// Within the margin.
    Speculative,
    /// Touching or overlapping.
    Touching,
    /// A number was not finite: nothing is known this tick.
    Undefined,
}

impl<K: Copy + Ord, V: Vector> Row<K, V> {
    pub(crate) fn new(key: PairKey<K>) -> Self {
        Self { key, memory: Memory::new(), manifold: Manifold::new(), state: State::Apart, published: None }
    }

    /// The two bodies.
    pub fn key(&self) -> PairKey<K> {
        self.key
    }

    /// The contact points: none if the shapes are farther apart than the margin.
    pub fn manifold(&self) -> &Manifold<V> {
        &self.manifold
    }

    /// The shapes touch or overlap.
    pub fn is_touching(&self) -> bool {
        self.state == State::Touching
    }

    /// A pose or a support point was not finite this tick: the pair has no contact, and its last one has ended.
    pub fn is_undefined(&self) -> bool {
        self.state == State::Undefined
    }
}

/// All candidate pairs, in the order of their keys, with what each remembers from tick to tick.
///
/// ```
/// use clinch_contact::Settings;
/// use clinch_narrowphase::{ContactTable, Placement, Workers};
/// use clinch_shapes::{Ball, Shape3};
/// use clinch_support::Pose;
/// use glam::Vec3;
///
/// let ball = Shape3::from(Ball::<Vec3>::new(0.5)?);
/// let bodies = [0.0_f32, 0.75, 2.0].map(|x| (ball.clone(), Placement(Pose::at(Vec3::new(x, 0.0, 0.0)))));
/// let mut table: ContactTable<usize, Vec3> = ContactTable::new();
///
/// // One tick: what the broadphase found, in any order, twice if it likes.
/// table.gather(&mut vec![(1, 0), (0, 1), (1, 2)], |body| body < bodies.len());
/// table.collide(&bodies[..], &Settings::default(), &mut Workers::default());
/// let changes = table.publish();
/// assert_eq!(changes.started.len(), 1);
/// assert_eq!(changes.started[0].1.depth, 0.25);
/// # Ok::<(), clinch_shapes::ShapeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ContactTable<K, V: Vector> {
    /// Every pair and the place of its row, by key.
    pub(crate) order: Vec<(PairKey<K>, u32)>,
    /// The other half of the double buffer that `order` is merged through.
    pub(crate) merged: Vec<(PairKey<K>, u32)>,
    pub(crate) rows: Vec<Row<K, V>>,
    pub(crate) free: Vec<u32>,
    /// Pairs lost since the last publication that were touching.
    pub(crate) lost: Vec<(PairKey<K>, Touch<V>)>,
}

impl<K: Copy + Ord, V: Vector> ContactTable<K, V> {
    /// No pairs.
    pub fn new() -> Self {
        Self { order: Vec::new(), merged: Vec::new(), rows: Vec::new(), free: Vec::new(), lost: Vec::new() }
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
        self.order.iter().map(|&(_, place)| &self.rows[place as usize])
    }

    /// The row of a pair, its keys in either order. Costs a binary search.
    pub fn row(&self, one: K, other: K) -> Option<&Row<K, V>> {
        let key = PairKey::new(one, other)?;
        let found = self.order.binary_search_by_key(&key, |&(key, _)| key).ok()?;
        Some(&self.rows[self.order[found].1 as usize])
    }
}

impl<K: Copy + Ord, V: Vector> Default for ContactTable<K, V> {
    fn default() -> Self {
        Self::new()
    }
}
