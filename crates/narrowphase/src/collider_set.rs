//! Who takes part: every collider has a slot, found by its key.
//!
//! * Each tick begins with a roll call. Who is called for the first time gets a slot and a copy of its shape; who is not called any more has left, and
//!   its pairs end. So whatever becomes of a collider — despawned, disabled, stripped of a component — is one case.
//! * A slot stays the same while its collider is there. Its *rank* is its place in the order of all, so that the key of a pair is two small numbers, which
//!   sort fast.
//! * Shapes are copied once and compared when they are said to be edited: a row must forget what it knew of a shape that is another now, and nothing of one that
//!   was only written again.

use std::collections::HashMap;
use std::hash::Hash;

use clinch_shapes::Shaped;

use crate::attributes::Attributes;
use crate::collider::{Member, Participant, Present};
use crate::collider_summary::Seat;
use crate::hash::BuildNeighbourly;
use crate::pair_key::Standing;
use crate::placement::Places;

/// All who take part.
#[derive(Clone, Debug)]
pub(crate) struct Members<K, V: Shaped> {
    /// Only asked, never walked: its order is nobody's business.
    slots: HashMap<K, u32, BuildNeighbourly>,
    members: Vec<Member<K, V>>,
    /// By slot, as the members are.
    seats: Vec<Seat>,
    /// The slots in the order of all: rank to slot.
    pub(crate) ranked: Vec<u32>,
    free: Vec<u32>,
    /// Slots of those who left in this call; free once their pairs have ended.
    left: Vec<u32>,
    call: u32,
    /// The slot after that of the last who answered: whose turn it is if nothing changed.
    next: u32,
    joined: bool,
}

impl<K: Copy + Ord + Hash, V: Shaped> Members<K, V> {
    pub(crate) fn new() -> Self {
        Self {
            slots: HashMap::default(),
            members: Vec::new(),
            seats: Vec::new(),
            ranked: Vec::new(),
            free: Vec::new(),
            left: Vec::new(),
            call: 1,
            next: 0,
            joined: false,
        }
    }

    pub(crate) fn slot(&self, key: K) -> Option<u32> {
        self.slots.get(&key).copied()
    }

    pub(crate) fn get(&self, slot: u32) -> &Member<K, V> {
        &self.members[slot as usize]
    }

    pub(crate) fn seat(&self, slot: u32) -> &Seat {
        &self.seats[slot as usize]
    }

    /// How many slots there are, those of nobody among them.
    pub(crate) fn slots(&self) -> usize {
        self.members.len()
    }

    /// A slot's member as a broadphase sees it; `None` if these are not its places.
    pub(crate) fn participant<'t, P>(&'t self, places: &'t Places<P>, slot: u32) -> Option<Participant<'t, K, V, P>> {
        let (Member { standing, shape, attributes, .. }, seat) = (self.get(slot), self.seat(slot));
        let place = places.0.get(slot as usize)?;
        Some(Participant { key: standing.key, shape, place, attributes, undisturbed: seat.undisturbed() })
    }

    /// The slots of everybody who was called.
    pub(crate) fn present(&self) -> impl Iterator<Item = u32> {
        (0..).zip(&self.seats).filter(|(_, seat)| seat.present).map(|(slot, _)| slot)
    }

    /// Somebody answers the call.
    pub(crate) fn call<P: Clone + PartialEq>(&mut self, places: &mut Places<P>, key: K, present: Present<'_, K, V, P>) {
        if let Some(slot) = self.called(key) {
            self.next = slot + 1;
            if self.get(slot).standing.order == present.attributes.order {
                self.answer(slot, places, present);
                return;
            }
            self.leave(slot);
        }
        self.join(places, key, present);
    }

    /// The slot of one who is there. Most answer in the order of the last call, and then nobody has to be looked up.
    fn called(&self, key: K) -> Option<u32> {
        let next = self.next as usize;
        let is_next = self.seats.get(next).is_some_and(|seat| seat.present) && self.members[next].key() == key;
        if is_next { Some(self.next) } else { self.slot(key) }
    }

    fn answer<P: Clone + PartialEq>(&mut self, slot: u32, places: &mut Places<P>, present: Present<'_, K, V, P>) {
        let moved = places.put(slot, present.place);
        let (member, seat) = (&mut self.members[slot as usize], &mut self.seats[slot as usize]);
        let edited = present.edited && member.shape != *present.shape;
        if edited {
            member.shape = present.shape.clone();
        }
        // With its skin it is another shape, too.
        if edited || member.attributes.skin != present.attributes.skin {
            member.version = member.version.wrapping_add(1);
        }
        let same = member.attributes.same_but_for_sleep(&present.attributes);
        // Called twice in a tick: what either changed is a change.
        let unchanged = !edited && !moved && same && (seat.call != self.call || seat.unchanged);
        if !same || member.attributes.asleep != present.attributes.asleep {
            *seat = Seat::new(&present.attributes, seat.rank, self.call);
            member.attributes = present.attributes;
        }
        (seat.call, seat.unchanged) = (self.call, unchanged);
    }

    fn join<P: Clone + PartialEq>(&mut self, places: &mut Places<P>, key: K, present: Present<'_, K, V, P>) {
        let slot = self.free.pop().unwrap_or(self.members.len() as u32);
        let seat = Seat::new(&present.attributes, 0, self.call);
        let member = Member {
            standing: Standing { order: present.attributes.order, key },
            shape: present.shape.clone(),
            attributes: present.attributes,
            // A slot that had another before does not begin where that one did.
            version: self.members.get(slot as usize).map_or(0, |before| before.version.wrapping_add(1)),
        };
        if (slot as usize) < self.members.len() {
            (self.members[slot as usize], self.seats[slot as usize]) = (member, seat);
        } else {
            self.members.push(member);
            self.seats.push(seat);
        }
        places.put(slot, present.place);
        self.slots.insert(key, slot);
        self.ranked.push(slot);
        self.joined = true;
    }

    fn leave(&mut self, slot: u32) {
        self.seats[slot as usize].present = false;
        self.slots.remove(&self.members[slot as usize].standing.key);
        self.left.push(slot);
    }

    /// The call is over: who did not answer has left. The others get their ranks.
    pub(crate) fn close_call(&mut self) {
        for slot in 0..self.seats.len() as u32 {
            let seat = self.seat(slot);
            if seat.present && seat.call != self.call {
                self.leave(slot);
            }
        }
        self.call = self.call.wrapping_add(1);
        self.next = 0;
        if self.joined || !self.left.is_empty() {
            let Self { ranked, members, seats, .. } = self;
            ranked.retain(|&slot| seats[slot as usize].present);
            // Sorted already but for those who joined, who are at the end.
            ranked.sort_by_key(|&slot| members[slot as usize].standing);
            for (rank, &slot) in ranked.iter().enumerate() {
                seats[slot as usize].rank = rank as u32;
            }
            self.joined = false;
        }
    }

    /// Who left, and whose pairs have not ended yet.
    #[cfg(feature = "serde")]
    pub(crate) fn has_left(&self) -> bool {
        !self.left.is_empty()
    }

    /// One who was there before, after all that are lower; false if it is not higher than they are, or there already.
    #[cfg(feature = "serde")]
    pub(crate) fn again(&mut self, key: K, shape: V::Shape, attributes: Attributes<K, V::Scalar>) -> bool {
        let standing = Standing { order: attributes.order, key };
        let rank = self.members.len() as u32;
        if self.members.last().is_some_and(|last| last.standing >= standing) || self.slots.insert(key, rank).is_some() {
            return false;
        }
        // Of no call, so that the next is the first that it answers, and says whether it is unchanged.
        self.seats.push(Seat::new(&attributes, rank, 0));
        self.members.push(Member { standing, shape, attributes, version: 0 });
        self.ranked.push(rank);
        true
    }

    /// Nothing speaks of those who left any more: their slots may be taken.
    pub(crate) fn forget_left(&mut self) {
        self.free.append(&mut self.left);
    }

    /// Whether two who are present are a pair.
    pub(crate) fn may_meet(&self, a: u32, b: u32) -> bool {
        self.seat(a).may_meet(self.seat(b)).unwrap_or_else(|| {
            let (a, b) = (self.get(a), self.get(b));
            a.attributes.may_meet(a.key(), &b.attributes, b.key())
        })
    }
}
