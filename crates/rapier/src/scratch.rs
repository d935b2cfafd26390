//! The thread-local scratch.

use std::cell::Cell;

use clinch_composite_contact::{CompositeManifold, CompositeScratch};
use clinch_contact::Manifold;
use glam::Vec3;

/// The buffers of one query, reused by the next.
pub(crate) struct Buffers {
    pub(crate) scratch: CompositeScratch<Vec3>,
    pub(crate) manifold: Manifold<Vec3>,
    pub(crate) manifolds: Vec<CompositeManifold<Vec3>>,
}

thread_local! {
    /// `None` during a query: if a user's support map runs a query, that query gets new buffers.
    static BUFFERS: Cell<Option<Box<Buffers>>> = const { Cell::new(None) };
}

/// Runs a query with this thread's buffers.
pub(crate) fn with_buffers<T>(query: impl FnOnce(&mut Buffers) -> T) -> T {
    // A thread that is exiting has no thread-local buffers, and gets new ones.
    let stored = BUFFERS.try_with(Cell::take).ok().flatten();
    let mut buffers =
        stored.unwrap_or_else(|| Box::new(Buffers { scratch: CompositeScratch::new(), manifold: Manifold::new(), manifolds: Vec::new() }));
    let answer = query(&mut buffers);
    let _ = BUFFERS.try_with(|stored| stored.set(Some(buffers)));
    answer
}
