//! Random numbers with a documented stream: the same seed gives the same pairs on every machine, in
//! every version.
//!
//! * xoshiro256++ (Blackman and Vigna, *Scrambled Linear Pseudorandom Number Generators*, 2021),
//!   whose state SplitMix64 fills from the seed.
//! * A float is the upper 53 bits of a number divided by 2^53. Directions and rotations are sampled
//!   by rejection, so that they use no function whose last bit differs between platforms.
//! * A change of what is drawn, or of the order, changes the meaning of every recorded seed: append
//!   draws, do not reorder them. `tests/streams.rs` compares the streams with committed hashes.

use glam::DVec3;

/// A generator of random numbers.
#[derive(Clone, Debug)]
pub struct Random {
    bits: Bits,
}

/// Where the bits come from.
#[derive(Clone, Debug)]
enum Bits {
    Xoshiro([u64; 4]),
    SplitMix(u64),
}

impl Random {
    /// The stream of this seed. Every seed is equally good.
    ///
    /// ```
    /// use clinch_testkit::random::Random;
    ///
    /// let mut random = Random::new(0);
    /// assert_eq!([random.bits(), random.bits()], [0x5317_5d61_490b_23df, 0x61da_6f3d_c380_d507]);
    /// ```
    pub fn new(seed: u64) -> Self {
        let mut state = seed;
        Self { bits: Bits::Xoshiro(core::array::from_fn(|_| split_mix(&mut state))) }
    }

    /// The stream number `index` of a family. Each test case has its own stream, so that one case
    /// can be repeated without those before it.
    pub fn of(seed: u64, index: u64) -> Self {
        let family = Self::new(seed).bits();
        Self::new(family ^ index.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    /// The stream of SplitMix64 alone. `scenes/pile.clinch` was drawn from it.
    ///
    /// ```
    /// use clinch_testkit::random::Random;
    ///
    /// assert_eq!(Random::split_mix(0).bits(), 0xe220_a839_7b1d_cdaf);
    /// ```
    pub fn split_mix(seed: u64) -> Self {
        Self { bits: Bits::SplitMix(seed) }
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        let s = match &mut self.bits {
            Bits::Xoshiro(state) => state,
            Bits::SplitMix(state) => return split_mix(state),
        };
        let result = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        let t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(45);
        result
    }

    /// Uniform, at least 0 and less than 1.
    pub fn unit(&mut self) -> f64 {
        // 53 bits are exact in an f64.
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Uniform between two numbers.
    pub fn range(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// Uniform in the logarithm: 10 to the power of a number between two.
    pub fn power(&mut self, low: f64, high: f64) -> f64 {
        libm::exp10(self.range(low, high))
    }

    /// A whole number less than `count`, which must not be 0. The bias of the remainder is below
    /// 2^-50 for any count that a test uses.
    pub fn below(&mut self, count: usize) -> usize {
        (self.bits() % count as u64) as usize
    }

    /// True with this probability.
    pub fn chance(&mut self, share: f64) -> bool {
        self.unit() < share
    }

    /// One of these, which must not be empty.
    pub fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    /// Plus or minus one.
    pub fn sign(&mut self) -> f64 {
        if self.chance(0.5) { 1.0 } else { -1.0 }
    }

    /// A point of the unit ball (`dim` 3), or of the unit disc in the plane z = 0 (`dim` 2). It is
    /// never too near the center to be normalised.
    pub fn in_ball(&mut self, dim: usize) -> DVec3 {
        loop {
            let (x, y) = (self.range(-1.0, 1.0), self.range(-1.0, 1.0));
            let p = DVec3::new(x, y, if dim == 2 { 0.0 } else { self.range(-1.0, 1.0) });
            if (1e-6..=1.0).contains(&p.length_squared()) {
                return p;
            }
        }
    }

    /// A uniform direction.
    pub fn direction(&mut self, dim: usize) -> DVec3 {
        self.in_ball(dim).normalize()
    }

    /// A uniform rotation in space: x, y, z, w of a unit quaternion.
    pub fn quaternion(&mut self) -> [f64; 4] {
        self.unit_vector(1e-6)
    }

    /// A uniform unit vector. Points of the unit ball whose squared length is less than `least` are
    /// rejected.
    pub fn unit_vector<const N: usize>(&mut self, least: f64) -> [f64; N] {
        loop {
            let v: [f64; N] = core::array::from_fn(|_| self.range(-1.0, 1.0));
            let square: f64 = v.iter().map(|x| x * x).sum();
            if (least..=1.0).contains(&square) {
                return v.map(|x| x / square.sqrt());
            }
        }
    }
}

/// The next number of SplitMix64 (Steele, Lea and Flood, *Fast Splittable Pseudorandom Number
/// Generators*, 2014).
fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::Random;
    use glam::DVec3;

    #[test]
    fn streams_of_a_family_differ_and_repeat() {
        assert_eq!(Random::of(7, 3).bits(), Random::of(7, 3).bits());
        assert_ne!(Random::of(7, 3).bits(), Random::of(7, 4).bits());
        assert_ne!(Random::of(7, 3).bits(), Random::of(8, 3).bits());
    }

    #[test]
    fn directions_favour_no_side() {
        let mut random = Random::new(1);
        for dim in [2, 3] {
            let mean = (0..20_000).map(|_| random.direction(dim)).sum::<DVec3>() / 20_000.0;
            assert!(mean.length() < 0.02, "{mean}");
        }
        let mean = (0..20_000).map(|_| random.unit()).sum::<f64>() / 20_000.0;
        assert!((mean - 0.5).abs() < 0.01);
    }
}
