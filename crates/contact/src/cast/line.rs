//! The line along which something moves.

use clinch_support::Vector;

/// A motion as a way and how fast it is gone.
pub(crate) struct Line<W> {
    /// Unit.
    pub(crate) direction: W,
    /// In lengths per unit of the parameter.
    pub(crate) speed: f64,
}

impl<W: Vector<Scalar = f64>> Line<W> {
    /// `None` of no motion, and of one that is not finite.
    #[inline]
    pub(crate) fn of(motion: W) -> Option<Self> {
        // By the largest component first: the square of a very small motion would be none.
        let largest = motion.max_abs();
        let direction = motion * largest.recip();
        let length = direction.length();
        let (direction, speed) = (direction * length.recip(), length * largest);
        (speed > f64::MIN_POSITIVE && speed < f64::INFINITY).then_some(Self { direction, speed })
    }
}
