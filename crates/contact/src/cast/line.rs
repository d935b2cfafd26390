//! The line along which a shape moves.

use clinch_support::Vector;

/// A motion as its direction and speed.
pub(crate) struct Line<W> {
    /// Unit.
    pub(crate) direction: W,
    /// Lengths per unit of the parameter.
    pub(crate) speed: f64,
}

impl<W: Vector<Scalar = f64>> Line<W> {
    /// `None` for no motion, and for one that is not finite.
    #[inline]
    pub(crate) fn of(motion: W) -> Option<Self> {
        // Scaled by the largest component first: the square of a very small motion underflows.
        let largest = motion.max_abs();
        let direction = motion * largest.recip();
        let length = direction.length();
        let (direction, speed) = (direction * length.recip(), length * largest);
        (speed > f64::MIN_POSITIVE && speed < f64::INFINITY).then_some(Self { direction, speed })
    }
}
