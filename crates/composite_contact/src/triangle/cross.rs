//! Vector algebra that glam has for its own types only.

use clinch_support::Vector;

/// a × b, in 3D.
#[inline]
pub(crate) fn cross<W: Vector<Scalar = f64>>(a: W, b: W) -> W {
    W::from_fn(|i| a.get((i + 1) % 3) * b.get((i + 2) % 3) - a.get((i + 2) % 3) * b.get((i + 1) % 3))
}
