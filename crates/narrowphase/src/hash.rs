//! A hasher that places neighbouring keys next to each other.
//!
//! The colliders of a pair are near each other in space, and colliders that are near each other
//! were mostly created together, so their keys are neighbours too. A hash that scatters every key
//! costs one cache miss per lookup, a hundred thousand times per tick. This one keeps each group of
//! 16 successive keys together and scatters the groups.

use std::hash::{BuildHasherDefault, Hasher};

/// Builds [`LocalityHasher`]s.
pub(crate) type BuildLocalityHasher = BuildHasherDefault<LocalityHasher>;

/// Scatters all bits but the lowest four of the last number that is written. Not resistant to keys
/// chosen by an attacker.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LocalityHasher(u64);

/// Successive keys that stay together: as many as the hash table probes at once. Larger: keys with
/// gaps overfill parts of the table, and probing takes longer.
const GROUP: u64 = 16;

/// 2⁶⁴ over the golden ratio, odd: Knuth's multiplicative hashing, The Art of Computer Programming
/// 3, section 6.4.
const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;

impl LocalityHasher {
    fn scatter(bits: u64) -> u64 {
        // The table indexes by the lowest bits. The lowest bits of a product depend on the lowest
        // bits of the factor alone; those of its upper half depend on nearly all.
        let product = u128::from(bits) * u128::from(MULTIPLIER);
        (product ^ (product >> 64)) as u64
    }
}

impl Hasher for LocalityHasher {
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
        let (group, member) = (self.0 / GROUP, self.0 % GROUP);
        // The table compares the highest bits before it compares keys: the keys of a group differ
        // there.
        (Self::scatter(group) / GROUP * GROUP) ^ member ^ (member << 60)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::hash::{BuildHasher, Hash};

    use super::{BuildLocalityHasher, GROUP};

    fn hash(key: impl Hash) -> u64 {
        BuildLocalityHasher::default().hash_one(key)
    }

    #[test]
    fn sixteen_successive_keys_share_a_group_and_differ_in_the_tag_bits() {
        for first in [0, 16, 4096, 1 << 32, u64::MAX - 15] {
            let keys = first..=first + (GROUP - 1);
            assert!(keys.clone().all(|key| hash(key) / GROUP % (1 << 40) == hash(first) / GROUP % (1 << 40)), "{first}");
            let mut tags: Vec<u64> = keys.map(|key| hash(key) >> 57).collect();
            tags.sort_unstable();
            tags.dedup();
            assert_eq!(tags.len(), 16, "{first}");
        }
    }

    #[test]
    fn keys_of_any_stride_are_scattered_over_the_table() {
        const KEYS: u64 = 1 << 14;
        // A table for so many keys has twice as many slots.
        let groups = 2 * KEYS / GROUP;
        let fullest = |hash: &dyn Fn(u64) -> u64| {
            let mut full = BTreeMap::<u64, u64>::new();
            (0..KEYS).for_each(|key| *full.entry(hash(key) / GROUP % groups).or_default() += 1);
            full.into_values().max().unwrap_or_default()
        };
        for power in 0..=50 {
            assert!(fullest(&|key| hash(key << power)) <= 8 * GROUP, "strides of 2^{power}: {}", fullest(&|key| hash(key << power)));
        }
        // Complemented numbers, a generation in the upper half, two parts either way round, text.
        let others: [&dyn Fn(u64) -> u64; 5] = [
            &|key| hash(!key),
            &|key| hash(key | (key % 7) << 32),
            &|key| hash((key as u32 / 100, key as u32 % 100)),
            &|key| hash((key % 100, key / 100)),
            &|key| hash(format!("body {key}")),
        ];
        for (which, other) in others.iter().enumerate() {
            assert!(fullest(other) <= 8 * GROUP, "{which}: {}", fullest(other));
        }
    }
}
