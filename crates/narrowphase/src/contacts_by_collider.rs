//! Who touches whom: for each collider the rows in which it has a contact, so that asking for one's contacts costs as much as there are.
//!
//! One list of row places, grouped by slot, by counting: how many each has, where each group begins, then every row is put in two groups. Rows are walked in
//! the order of their keys, and so each group is in that order.

use crate::row::Entry;

/// For each slot the places of its rows that have a contact.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reach {
    /// Where the group of each slot ends; it begins where the one before ends.
    ends: Vec<u32>,
    places: Vec<u32>,
    /// The rows to build it from.
    near: Vec<Entry>,
}

impl Reach {
    /// Anew, without rows.
    pub(crate) fn begin(&mut self) {
        self.near.clear();
    }

    /// A row that has a contact; in the order of the keys.
    pub(crate) fn add(&mut self, entry: Entry) {
        self.near.push(entry);
    }

    /// From what was added, of so many slots.
    pub(crate) fn build(&mut self, slots: usize) {
        let Self { ends, places, near } = self;
        ends.clear();
        ends.resize(slots, 0);
        for &Entry { a, b, .. } in &*near {
            ends[a as usize] += 1;
            ends[b as usize] += 1;
        }
        let mut sum = 0;
        for end in ends.iter_mut() {
            // For now where it begins; each row that is put in moves it on.
            sum += core::mem::replace(end, sum);
        }
        places.clear();
        places.resize(sum as usize, 0);
        for &Entry { a, b, place } in &*near {
            for slot in [a, b] {
                let end = &mut ends[slot as usize];
                places[*end as usize] = place;
                *end += 1;
            }
        }
    }

    /// What it keeps.
    pub(crate) fn bytes(&self) -> usize {
        let Self { ends, places, near } = self;
        (ends.capacity() + places.capacity()) * size_of::<u32>() + near.capacity() * size_of::<Entry>()
    }

    /// The rows of a slot; none of one that came after the building.
    pub(crate) fn of(&self, slot: u32) -> &[u32] {
        let slot = slot as usize;
        let Some(&end) = self.ends.get(slot) else { return &[] };
        let begin = if slot == 0 { 0 } else { self.ends[slot - 1] };
        &self.places[begin as usize..end as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::Reach;
    use crate::row::Entry;

    #[test]
    fn each_finds_its_own_in_order() {
        let mut reach = Reach::default();
        reach.begin();
        for (a, b, place) in [(0, 3, 7), (0, 1, 2), (1, 3, 9), (2, 3, 0)] {
            reach.add(Entry { a, b, place });
        }
        reach.build(5);
        let of = |slot| reach.of(slot).to_vec();
        assert_eq!([of(0), of(1), of(2), of(3), of(4), of(9)], [vec![7, 2], vec![2, 9], vec![0], vec![7, 9, 0], vec![], vec![]]);
        reach.begin();
        reach.build(1);
        assert!(reach.of(0).is_empty() && reach.of(3).is_empty());
    }
}
