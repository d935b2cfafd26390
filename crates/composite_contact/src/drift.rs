//! How far the parts of a composite shape that rotates leave their boxes.

use clinch_shapes::Aabb;
use clinch_support::Vector;

/// The rotation of a composite shape during a motion, in a frame that moves with its centre and
/// does not rotate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Drift<W> {
    /// The centre of the rotation.
    pub(crate) center: W,
    /// The greatest angle, in radians. No point moves by more than this times its distance from the
    /// centre.
    pub(crate) angle: f64,
}

impl<W: Vector<Scalar = f64, Wide = W>> Drift<W> {
    /// No rotation.
    pub(crate) fn none() -> Self {
        Self { center: W::ZERO, angle: 0.0 }
    }

    /// A box that contains what is in `bounds` at any time. `None` if it has no end.
    pub(crate) fn grown(&self, bounds: &Aabb<W>) -> Option<Aabb<W>> {
        if !(self.angle > 0.0) {
            return Some(*bounds);
        }
        let way = self.angle.min(2.0) * (1.0 + 1e-9) * self.reach(bounds);
        way.is_finite().then(|| bounds.grown(way))
    }

    /// A box that contains at the start what may be in `bounds` at any time: a point at a distance
    /// r from the centre comes from at most r as far. `None` if it has no end.
    pub(crate) fn around(&self, bounds: &Aabb<W>) -> Option<Aabb<W>> {
        self.grown(bounds)
    }

    /// The distance of the farthest corner from the centre.
    fn reach(&self, bounds: &Aabb<W>) -> f64 {
        let farthest = W::from_fn(|i| {
            let center = self.center.get(i);
            (bounds.min.get(i) - center).abs().max((bounds.max.get(i) - center).abs())
        });
        farthest.length()
    }
}
