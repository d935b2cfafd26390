//! How near the shapes of a pair are to each other.

use core::ops::RangeInclusive;

use crate::random::Random;

/// How far apart or how deep the shapes of a pair are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Proximity {
    /// Apart by 0.5 to 5.
    Far,
    /// Apart by 0 to 0.05.
    Near,
    /// Overlapping by 0.001 to 0.05.
    Shallow,
    /// Overlapping by a tenth to a half of the radius of the largest ball in the smaller shape.
    Deep,
}

impl Proximity {
    /// All, from far to deep.
    pub const ALL: [Self; 4] = [Self::Far, Self::Near, Self::Shallow, Self::Deep];

    /// Its name in the tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Far => "far",
            Self::Near => "near",
            Self::Shallow => "shallow",
            Self::Deep => "deep",
        }
    }

    /// Its signed distances, for a pair whose smaller shape contains a ball of radius `inradius`.
    pub fn band(self, inradius: f64) -> RangeInclusive<f64> {
        match self {
            Self::Far => 0.5..=5.0,
            Self::Near => 0.0..=0.05,
            Self::Shallow => -0.05..=-0.001,
            Self::Deep => -0.5 * inradius..=-0.1 * inradius,
        }
    }

    /// A signed distance of the band, far enough from the ends that rounding does not leave it.
    pub(super) fn aim(self, inradius: f64, random: &mut Random) -> f64 {
        let band = self.band(inradius);
        band.start() + (band.end() - band.start()) * random.range(0.01, 0.99)
    }
}
