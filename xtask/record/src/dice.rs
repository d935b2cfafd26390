//! Chance that is the same in every run and on every machine: SplitMix64, and no function of the platform's mathematics.

/// A stream of chance.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A whole number from `low` to `high`, both included.
    pub(crate) fn whole(&mut self, low: usize, high: usize) -> usize {
        low + (self.roll() % (high - low + 1) as u64) as usize
    }

    /// A number between the two.
    pub(crate) fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * ((self.roll() >> 11) as f64 / (1_u64 << 53) as f64)
    }

    /// A unit vector, no direction likelier than another: a point of the cube that happens to lie in the ball, made a unit long.
    pub(crate) fn direction<const N: usize>(&mut self) -> [f64; N] {
        loop {
            let v = [0.0; N].map(|_: f64| self.between(-1.0, 1.0));
            let length = v.iter().map(|c| c * c).sum::<f64>().sqrt();
            if (0.1..=1.0).contains(&length) {
                return v.map(|c| c / length);
            }
        }
    }
}
