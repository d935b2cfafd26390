//! A row of the pair table.

use clinch_contact::{Clip, Manifold, Memory};
use clinch_support::Pose;

use crate::collider::Member;
use crate::pair_key::{PairKey, Standings, pair_key};
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

impl<K, V: Clip> Row<K, V> {
    /// Collided in this tick, and not edited since.
    pub fn is_fresh(&self) -> bool {
        self.fresh
    }

    /// Changes normal and points, for this tick: the next begins from the shapes again. Without points left the pair does not touch.
    pub fn edit(&mut self, edit: impl FnOnce(&mut Manifold<V>)) {
        self.keep_reported();
        let had_points = !self.manifold.points.is_empty();
        edit(&mut self.manifold);
        self.fresh = false;
        self.memory.ask_again();
        if had_points && self.manifold.points.is_empty() {
            self.reject();
        }
    }

    /// No contact in this tick.
    pub fn reject(&mut self) {
        self.keep_reported();
        self.fresh = false;
        self.memory.ask_again();
        self.end(State::Rejected);
    }

    /// What each point carries to the next tick, in their order.
    pub fn carried(&mut self) -> impl ExactSizeIterator<Item = &mut [V::Scalar; 4]> {
        self.manifold.points.iter_mut().map(|point| &mut point.carried)
    }

    /// No contact.
    pub(crate) fn end(&mut self, state: State) {
        self.manifold = Manifold::new();
        self.state = state;
    }

    pub(crate) fn report(&mut self, reported: bool) {
        self.reported = reported;
        self.last = None;
    }

    /// What was last reported goes on to another tick, or is changed: it is kept for the report of its end.
    pub(crate) fn keep_reported(&mut self) {
        if self.reported && self.last.is_none() {
            self.last = Some(self.trace());
        }
    }

    /// What was last reported.
    pub(crate) fn last_reported(&self) -> Trace<V> {
        self.last.unwrap_or_else(|| self.trace())
    }

    pub(crate) fn trace(&self) -> Trace<V> {
        Trace::new(&self.manifold, self.b_in_a, self.b_in_a_before)
    }
}
