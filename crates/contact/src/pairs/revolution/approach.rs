//! Normals that approach one, each found from the last: where they lead.

use glam::DVec3;

/// By the secant of what is left of the way.
///
/// Anderson, "Iterative Procedures for Nonlinear Integral Equations" (1965).
#[derive(Default)]
pub(super) struct Approach {
    guess: Option<DVec3>,
    /// The last normal, and how far it was from the guess that it was found from.
    last: Option<(DVec3, DVec3)>,
}

impl Approach {
    /// From what the last guess led to; `None` if that is to be the next guess.
    #[inline]
    pub(super) fn next(&mut self, found: DVec3) -> Option<DVec3> {
        let rest = found - self.guess.replace(found)?;
        let (normal, before) = self.last.replace((found, rest))?;
        let change = rest - before;
        let better = found - (found - normal) * (rest.dot(change) / change.length_squared());
        self.guess = Some(better);
        Some(better)
    }
}
