//! Where a key's slot is looked up: beside the slots of its neighbours.
//!
//! Pairs name colliders that are near each other in space, and those were mostly made one after the other, so that their keys are neighbours, too. A hash that scatters every key asks
//! a hundred thousand times for something that no cache holds: here sixteen successive numbers lie together, and only the sixteens are scattered.

use std::hash::{BuildHasherDefault, Hasher};

/// Builds [`Neighbourly`] hashers.
pub(crate) type BuildNeighbourly = BuildHasherDefault<Neighbourly>;

/// Scatters what it is given but for the lowest bits of the last number. Not for keys that somebody may choose who means harm.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Neighbourly(u64);

/// Successive keys that lie together: as many as a hash table looks at in one go. More: where keys have gaps the table is full in places, and searched for longer.
const TOGETHER: u64 = 16;

/// 2⁶⁴ over the golden ratio, odd: Knuth's multiplicative hashing, The Art of Computer Programming 3, 6.4.
const SCATTER: u64 = 0x9e37_79b9_7f4a_7c15;

impl Neighbourly {
    fn scatter(bits: u64) -> u64 {
        // A table looks at the lowest bits, those of a product are made of the lowest alone, and those of its upper half of all but the lowest.
        let product = u128::from(bits) * u128::from(SCATTER);
        (product ^ (product >> 64)) as u64
    }
}

impl Hasher for Neighbourly {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn write_u32(&mut self, number: u32) {
        self.write_u64(number.into());
    }

    #[inline]
    fn write_u64(&mut self, number: u64) {
        self.0 = Self::scatter(self.0) ^ number;
    }

    #[inline]
    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    #[inline]
    fn finish(&self) -> u64 {
        let (which, place) = (self.0 / TOGETHER, self.0 % TOGETHER);
        // A table compares some of the highest bits before it compares keys: neighbours differ in them.
        (Self::scatter(which) / TOGETHER * TOGETHER) ^ place ^ (place << 60)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::hash::{BuildHasher, Hash};

    use super::{BuildNeighbourly, TOGETHER};

    fn hash(key: impl Hash) -> u64 {
        BuildNeighbourly::default().hash_one(key)
    }

    #[test]
    fn sixteen_successive_keys_lie_together_and_can_be_told_apart() {
        for first in [0, 16, 4096, 1 << 32, u64::MAX - 15] {
            let keys = first..=first + (TOGETHER - 1);
            assert!(keys.clone().all(|key| hash(key) / TOGETHER % (1 << 40) == hash(first) / TOGETHER % (1 << 40)), "{first}");
            let mut tops: Vec<u64> = keys.map(|key| hash(key) >> 57).collect();
            tops.sort_unstable();
            tops.dedup();
            assert_eq!(tops.len(), 16, "{first}");
        }
    }

    #[test]
    fn keys_of_any_stride_are_scattered_over_the_table() {
        const KEYS: u64 = 1 << 14;
        // A table for so many has twice as many places.
        let places = 2 * KEYS / TOGETHER;
        let fullest = |hash: &dyn Fn(u64) -> u64| {
            let mut full = BTreeMap::<u64, u64>::new();
            (0..KEYS).for_each(|key| *full.entry(hash(key) / TOGETHER % places).or_default() += 1);
            full.into_values().max().unwrap_or_default()
        };
        for power in 0..=50 {
            assert!(fullest(&|key| hash(key << power)) <= 8 * TOGETHER, "strides of 2^{power}: {}", fullest(&|key| hash(key << power)));
        }
        // Numbers with their bits the other way round, with a generation above them, in two parts, as text.
        let others: [&dyn Fn(u64) -> u64; 5] = [
            &|key| hash(!key),
            &|key| hash(key | (key % 7) << 32),
            &|key| hash((key as u32 / 100, key as u32 % 100)),
            &|key| hash((key % 100, key / 100)),
            &|key| hash(format!("body {key}")),
        ];
        for (which, other) in others.iter().enumerate() {
            assert!(fullest(other) <= 8 * TOGETHER, "{which}: {}", fullest(other));
        }
    }
}
