//! What gathering asks of each collider, each pair, each tick: small and side by side. A hundred thousand pairs ask for their two in an order that no cache holds,
//! and shapes and attributes are some hundred bytes.

use crate::attributes::{Attributes, CollisionLayers, Reports};

/// One collider's.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seat {
    /// Its place in the order of all.
    pub(crate) rank: u32,
    /// The call it last answered.
    pub(crate) call: u32,
    pub(crate) present: bool,
    /// Not moved, edited or changed since the last call, but for falling asleep or waking.
    pub(crate) unchanged: bool,
    at_rest: bool,
    fixed: bool,
    /// It is no part of another body and ignores nobody: whom it meets is told by the rest of what is here.
    plain: bool,
    layers: CollisionLayers,
    /// What it wants to be told.
    pub(crate) reports: Reports,
}

impl Seat {
    /// Of one with these attributes who answered this call, and of whom nothing was known before.
    pub(crate) fn new<K, S>(attributes: &Attributes<K, S>, rank: u32, call: u32) -> Self
    where
        K: Copy + Eq,
    {
        let &Attributes { body, layers, ref ignored, fixed, reports, .. } = attributes;
        let plain = body.is_none() && ignored.is_empty();
        Self { rank, call, present: true, unchanged: false, at_rest: attributes.at_rest(), fixed, plain, layers, reports }
    }

    /// At rest, and nothing has happened to it.
    pub(crate) fn undisturbed(&self) -> bool {
        self.unchanged && self.at_rest
    }

    /// Whether it and another, each a body of its own, are a pair; `None` if more has to be asked.
    pub(crate) fn may_meet(&self, other: &Self) -> Option<bool> {
        // Somebody's body may be the other, who knows nothing of it.
        (self.plain & other.plain).then(|| !(self.fixed & other.fixed) && self.layers.may_meet(other.layers))
    }
}

#[cfg(test)]
mod tests {
    use super::Seat;
    use crate::attributes::{Attributes, CollisionLayers};

    #[test]
    fn seats_tell_what_the_attributes_tell_and_nothing_of_bodies_and_lists() {
        let layers = [CollisionLayers::ALL, CollisionLayers::NONE, CollisionLayers::new(1, 2), CollisionLayers::new(2, 1)];
        let mut all = Vec::<Attributes<u32, f32>>::new();
        for fixed in [false, true] {
            for layers in layers {
                for body in [None, Some(7)] {
                    for ignored in [vec![], vec![1], vec![7]] {
                        all.push(Attributes { body, layers, fixed, ignored: ignored.into(), ..Attributes::default() });
                    }
                }
            }
        }
        let mut told = [0; 2];
        for (one, other) in all.iter().flat_map(|one| all.iter().map(move |other| (one, other))) {
            let plain = [one, other].iter().all(|attributes| attributes.body.is_none() && attributes.ignored.is_empty());
            let by_seats = Seat::new(one, 0, 1).may_meet(&Seat::new(other, 1, 1));
            assert_eq!(by_seats, plain.then(|| one.may_meet(0, other, 1)), "{one:?} {other:?}");
            by_seats.into_iter().for_each(|meet| told[usize::from(meet)] += 1);
        }
        // Of the 64 pairs of two that are plain: 7 of 16 pairs of layers meet, unless both are fixed.
        assert_eq!(told, [43, 21]);
    }
}
