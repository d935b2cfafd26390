//! Extrapolates a fixed-point iteration on normals.

use glam::DVec3;

/// The secant method on the residuals.
///
/// Anderson, "Iterative Procedures for Nonlinear Integral Equations" (1965).
#[derive(Default)]
pub(super) struct Extrapolation {
    guess: Option<DVec3>,
    /// The last normal that the iteration found, and its difference from the guess it was found
    /// from.
    last: Option<(DVec3, DVec3)>,
}

impl Extrapolation {
    /// The next guess, from the normal that the last guess led to; `None` if that normal is to be
    /// the next guess.
    #[inline]
    pub(super) fn next(&mut self, found: DVec3) -> Option<DVec3> {
        let residual = found - self.guess.replace(found)?;
        let (normal, last_residual) = self.last.replace((found, residual))?;
        let change = residual - last_residual;
        let better = found - (found - normal) * (residual.dot(change) / change.length_squared());
        self.guess = Some(better);
        Some(better)
    }
}
