//! How far the parts of a composite shape that rotates leave their bounds.
//!
//! A moving body is seen from a frame that moves with the composite shape, but does not rotate with
//! it: there the body moves along a line, and the bounds of the parts are grown by the rotation.

use clinch_shapes::Aabb;
use clinch_support::Vector;

/// The rotation of a composite shape during a motion, in a frame that moves with its centre and
/// does not rotate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RotationBound<W> {
    /// The centre of the rotation.
    pub(crate) center: W,
    /// The greatest angle, in radians. No point moves by more than this times its distance from the
    /// centre.
    pub(crate) angle: f64,
}

impl<W: Vector<Scalar = f64, Wide = W>> RotationBound<W> {
    /// No rotation.
    pub(crate) fn none() -> Self {
        Self { center: W::ZERO, angle: 0.0 }
    }

    /// A box that contains what is in `bounds` at any time; also what at any time may be in
    /// `bounds`, because a point stays as far from the centre. `None` if it has no end.
    pub(crate) fn grown(&self, bounds: &Aabb<W>) -> Option<Aabb<W>> {
        if !(self.angle > 0.0) {
            return Some(*bounds);
        }
        let growth = self.angle.min(2.0) * (1.0 + 1e-9) * self.farthest_from_center(bounds);
        growth.is_finite().then(|| bounds.grown(growth))
    }

    /// The distance of the farthest corner from the centre.
    fn farthest_from_center(&self, bounds: &Aabb<W>) -> f64 {
        let farthest = W::from_fn(|i| {
            let center = self.center.get(i);
            (bounds.min.get(i) - center).abs().max((bounds.max.get(i) - center).abs())
        });
        farthest.length()
    }
}
