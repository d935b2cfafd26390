//! What differs between 2D and 3D below the adapters of avian's traits.

use clinch_composite_contact::{ColliderSpace, CompositeScratch};

/// A vector type of colliders: `Vec2` or `Vec3`. Users need not name this trait.
pub trait Dimension: ColliderSpace<Scalar = f32> {
    /// A convex shape whose coordinates are multiplied by a factor per axis. `None` if it cannot be
    /// represented.
    fn scaled_convex(shape: &Self::Shape, factors: Self) -> Option<Self::Shape>;

    /// The same for a composite shape.
    fn scaled_composite(shape: &Self::CompositeShape, factors: Self) -> Option<Self::CompositeShape>;

    /// Whether the parts of a composite shape are convex bodies, and not the faces of a surface.
    fn is_compound(shape: &Self::CompositeShape) -> bool;

    /// Runs a query with the scratch memory of this thread.
    fn with_scratch<T>(query: impl FnOnce(&mut CompositeScratch<Self>) -> T) -> T;
}

/// Implements [`Dimension::with_scratch`]: a thread-local cannot be generic.
macro_rules! with_scratch {
    ($vector:ty) => {
        fn with_scratch<T>(query: impl FnOnce(&mut clinch_composite_contact::CompositeScratch<$vector>) -> T) -> T {
            thread_local! {
                // `None` during a query: if a user's support map runs a query, it gets a new one.
                static SCRATCH: std::cell::Cell<Option<Box<clinch_composite_contact::CompositeScratch<$vector>>>> =
                    const { std::cell::Cell::new(None) };
            }
            // A thread that is exiting has no thread-local memory, and gets a new one.
            let stored = SCRATCH.try_with(std::cell::Cell::take).ok().flatten();
            let mut scratch = stored.unwrap_or_else(|| Box::new(clinch_composite_contact::CompositeScratch::new()));
            let answer = query(&mut scratch);
            let _ = SCRATCH.try_with(|stored| stored.set(Some(scratch)));
            answer
        }
    };
}
pub(crate) use with_scratch;
