//! A proof that can be checked without the search.

use clinch_support::{Difference, SupportMap, Vector};

use crate::penetration::Penetration;

impl<V: Vector> Penetration<V> {
    /// Whether two support calls prove the upper bound of the depth: moving B by it along the
    /// normal separates the cores, declared errors included. `false` for a wrong claim, and for one
    /// made for other shapes or another pose.
    pub fn verify<A, B>(&self, difference: &Difference<'_, A, B, V>) -> bool
    where
        A: SupportMap<V> + ?Sized,
        B: SupportMap<V> + ?Sized,
    {
        let reach = self.normal.dot(difference.vertex(self.normal).point) / self.normal.length();
        let rounding = 4.0 * f64::EPSILON * difference.size();
        self.lower <= self.upper && reach + difference.error() <= self.upper + rounding
    }
}
