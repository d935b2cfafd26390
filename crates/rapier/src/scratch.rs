//! The scratch that each thread lends to the pairs it answers.

use std::cell::Cell;

use clinch_contact::{Manifold, Scratch};
use glam::Vec3;

/// What one answer needs and the next may use again.
pub(crate) struct Lent {
    pub(crate) scratch: Scratch<Vec3>,
    pub(crate) manifold: Manifold<Vec3>,
}

thread_local! {
    /// Empty while lent: a support map of the user's that asks a question itself gets one of its own.
    static SHELF: Cell<Option<Box<Lent>>> = const { Cell::new(None) };
}

/// Runs a question with this thread's scratch.
pub(crate) fn lend<T>(question: impl FnOnce(&mut Lent) -> T) -> T {
    // A thread that is ending has no shelf any more, and works with a scratch of its own.
    let shelved = SHELF.try_with(Cell::take).ok().flatten();
    let mut lent = shelved.unwrap_or_else(|| Box::new(Lent { scratch: Scratch::new(), manifold: Manifold::new() }));
    let answer = question(&mut lent);
    let _ = SHELF.try_with(|shelf| shelf.set(Some(lent)));
    answer
}
