//! A hash of the bits of an answer: FNV-1a, 64 bit (Fowler, Noll and Vo; RFC 9923).
//!
//! It compares two runs that should agree bit for bit. The hash of the standard library may change
//! with any release. This one is the same everywhere, and is short enough to be implemented again
//! to verify a number.

/// The hash of all bytes so far. Numbers are hashed as their bytes, lowest first, on every machine.
///
/// ```
/// use clinch_testkit::fnv::Fnv;
///
/// let mut hash = Fnv::new();
/// hash.bytes(b"foobar");
/// assert_eq!(hash.value(), 0x8594_4171_f739_67e8);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fnv(u64);

impl Fnv {
    /// The hash of no bytes.
    pub fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    /// Adds bytes.
    pub fn bytes(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    /// Adds four bytes.
    pub fn u32(&mut self, number: u32) {
        self.bytes(&number.to_le_bytes());
    }

    /// Adds eight bytes.
    pub fn u64(&mut self, number: u64) {
        self.bytes(&number.to_le_bytes());
    }

    /// Adds the bits of a float: 0 and −0 differ.
    pub fn f32(&mut self, number: f32) {
        self.u32(number.to_bits());
    }

    /// The hash.
    pub fn value(&self) -> u64 {
        self.0
    }
}

impl Default for Fnv {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::Fnv;

    fn of(write: impl FnOnce(&mut Fnv)) -> u64 {
        let mut hash = Fnv::new();
        write(&mut hash);
        hash.value()
    }

    #[test]
    fn published_values() {
        assert_eq!(of(|_| ()), 0xcbf2_9ce4_8422_2325);
        assert_eq!(of(|hash| hash.bytes(b"a")), 0xaf63_dc4c_8601_ec8c);
    }

    #[test]
    fn numbers_are_their_bytes_lowest_first() {
        assert_eq!(of(|hash| hash.u32(0x0403_0201)), of(|hash| hash.bytes(&[1, 2, 3, 4])));
        assert_eq!(of(|hash| hash.u64(1)), of(|hash| hash.bytes(&[1, 0, 0, 0, 0, 0, 0, 0])));
        assert_eq!(of(|hash| hash.f32(1.0)), of(|hash| hash.u32(0x3f80_0000)));
        assert_ne!(of(|hash| hash.f32(0.0)), of(|hash| hash.f32(-0.0)));
    }
}
