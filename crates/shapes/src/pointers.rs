//! `Convex` for references, `Arc`s and `Box`es of shapes.

use clinch_support::Vector;

use crate::convex::Convex;
use crate::forward::forward;

macro_rules! pointers {
    ($($pointer:ty),+) => {$(
        impl<V: Vector, C: Convex<V> + ?Sized> Convex<V> for $pointer {
            forward!(Convex<V>, self => &**self);
        }
    )+};
}

pointers!(&C, std::sync::Arc<C>, Box<C>);
