//! A list of numbers in as few bits each as the largest needs.

#[derive(Clone, Debug)]
pub(crate) struct Packed {
    words: Vec<u32>,
    bits: u32,
}

impl Packed {
    /// These numbers, of which `largest` is the largest.
    pub(crate) fn new(numbers: impl ExactSizeIterator<Item = u32>, largest: u32) -> Self {
        let bits = 32 - largest.leading_zeros();
        // One word more: `get` reads two.
        let mut words = Vec::with_capacity((numbers.len() as u64 * u64::from(bits)).div_ceil(32) as usize + 1);
        let (mut waiting, mut filled) = (0_u64, 0);
        for number in numbers {
            waiting |= u64::from(number) << filled;
            filled += bits;
            if filled >= 32 {
                words.push(waiting as u32);
                waiting >>= 32;
                filled -= 32;
            }
        }
        if filled > 0 {
            words.push(waiting as u32);
        }
        words.push(0);
        Self { words, bits }
    }

    /// The number at a place; 0 beyond the end.
    #[inline]
    pub(crate) fn get(&self, place: usize) -> u32 {
        let bit = place as u64 * u64::from(self.bits);
        let word = (bit / 32) as usize;
        let &[low, high] = self.words.get(word..word + 2).and_then(|words| words.as_array()).unwrap_or(&[0; 2]);
        let both = u64::from(low) | u64::from(high) << 32;
        (both >> (bit % 32)) as u32 & ((1_u64 << self.bits) - 1) as u32
    }

    pub(crate) fn bytes(&self) -> usize {
        size_of_val(self.words.as_slice())
    }
}

#[cfg(test)]
mod tests {
    use super::Packed;

    #[test]
    fn numbers_of_any_width_return() {
        for bits in 0..32 {
            let largest = if bits == 0 { 0 } else { u32::MAX >> (32 - bits) };
            let numbers: Vec<u32> = (0..100_u32).map(|i| i.wrapping_mul(2_654_435_769).rotate_left(i) & largest).collect();
            let packed = Packed::new(numbers.iter().copied(), largest);
            assert!((0..100).all(|i| packed.get(i) == numbers[i]), "{bits} bits");
            assert!(packed.bytes() <= 100 * bits as usize / 8 + 8);
            assert_eq!(packed.get(1000), 0);
        }
    }
}
