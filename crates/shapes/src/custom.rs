//! A user's own shape as a variant of the enums of all shapes.

use core::fmt;
use std::sync::Arc;

use clinch_support::{SupportMap, Vector};

use crate::convex::Convex;
use crate::forward::forward;

/// A user's own shape: see [`Convex`]. Two are equal if they are the same object.
#[derive(Clone)]
pub struct Custom<V>(Arc<dyn Convex<V> + Send + Sync>);

impl<V: Vector> Custom<V> {
    /// Wraps a shape, which needs a support mapping only. Allocates once; clones share it.
    ///
    /// ```
    /// use clinch_shapes::{Convex, Custom, Shape3};
    /// use clinch_support::{Support, SupportMap};
    /// use glam::Vec3;
    ///
    /// /// |x|, |y|, |z| ≤ 1.
    /// struct Cube;
    ///
    /// impl SupportMap<Vec3> for Cube {
    ///     fn support(&self, direction: Vec3) -> Support<Vec3> {
    ///         Support { point: direction.signum(), id: None }
    ///     }
    /// }
    /// impl Convex<Vec3> for Cube {}
    ///
    /// let shape = Shape3::from(Custom::new(Cube));
    /// assert_eq!(shape.support(Vec3::new(1.0, -2.0, 3.0)).point, Vec3::new(1.0, -1.0, 1.0));
    /// assert_eq!(shape, shape.clone()); // one object
    /// assert_ne!(shape, Shape3::from(Custom::new(Cube)));
    /// ```
    pub fn new(shape: impl Convex<V> + Send + Sync + 'static) -> Self {
        Self(Arc::new(shape))
    }
}

impl<V> fmt::Debug for Custom<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Custom")
    }
}

impl<V> PartialEq for Custom<V> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl<V: Vector> SupportMap<V> for Custom<V> {
    forward!(SupportMap<V>, self => &*self.0);
}

impl<V: Vector> Convex<V> for Custom<V> {
    forward!(Convex<V>, self => &*self.0);
}
