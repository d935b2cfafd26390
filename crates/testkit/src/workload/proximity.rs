//! How near to each other the shapes of a pair are.

use core::ops::RangeInclusive;

use crate::random::Random;

/// How far apart, or how deep.
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

    /// As the tables call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Far => "far",
            Self::Near => "near",
            Self::Shallow => "shallow",
            Self::Deep => "deep",
        }
    }

    /// Which signed distances belong to it, of a pair in whose smaller shape there is room for a ball of this radius.
    pub fn band(self, inradius: f64) -> RangeInclusive<f64> {
        match self {
            Self::Far => 0.5..=5.0,
            Self::Near => 0.0..=0.05,
            Self::Shallow => -0.05..=-0.001,
            Self::Deep => -0.5 * inradius..=-0.1 * inradius,
        }
    }

    /// A signed distance of the band, not so near to its ends that rounding leaves it.
    pub(super) fn aim(self, inradius: f64, random: &mut Random) -> f64 {
        let band = self.band(inradius);
        band.start() + (band.end() - band.start()) * random.range(0.01, 0.99)
    }
}
