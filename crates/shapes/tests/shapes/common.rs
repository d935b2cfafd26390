//! A random generator with the same bits on every target.

use glam::DVec3;

/// SplitMix64 (Steele, Lea, Flood 2014).
pub(crate) struct Random(pub u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Uniform in [−1, 1).
    pub(crate) fn signed(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    pub(crate) fn in_cube(&mut self) -> DVec3 {
        DVec3::new(self.signed(), self.signed(), self.signed())
    }

    pub(crate) fn on_sphere(&mut self) -> DVec3 {
        loop {
            let v = self.in_cube();
            if (0.01..=1.0).contains(&v.length_squared()) {
                return v / v.length();
            }
        }
    }

    /// A random orthonormal basis.
    pub(crate) fn frame(&mut self) -> [DVec3; 3] {
        let x = self.on_sphere();
        let y = x.cross(self.on_sphere());
        let y = y / y.length();
        [x, y, x.cross(y)]
    }
}
