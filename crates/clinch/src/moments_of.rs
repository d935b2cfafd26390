//! The mass properties of one shape, convex or composite.

use clinch_composite::{Composite, GeometryVisitor};
use clinch_shapes::{Convex, Moments};
use clinch_support::Vector;

/// `None` for a shape without an inside or with an infinite one.
pub(crate) struct MomentsOf;

impl<V: Vector> GeometryVisitor<V> for MomentsOf {
    type Output = Option<Moments<V::Wide>>;

    fn convex<S: Convex<V>>(self, shape: &S) -> Self::Output {
        shape.moments()
    }

    fn composite(self, shape: &dyn Composite<V>) -> Self::Output {
        shape.moments()
    }
}
