//! What a pair algorithm starts from and works with.

use clinch_shapes::Core;
use clinch_support::{Pose, Vector};

use crate::clip::Space;
use crate::memory::Memory;
use crate::pair::Pair;
use crate::query::Query;
use crate::scratch::Scratch;

/// One query about one pair.
pub(crate) struct Problem<'p, V: Space, A, B> {
    pub(crate) pair: &'p Pair<V, A, B>,
    pub(crate) cores: Cores<'p, V>,
    pub(crate) query: &'p Query<'p, V>,
}

/// The cores of A and B, each in its own frame.
#[derive(Clone, Copy)]
pub(crate) struct Cores<'c, V: Vector> {
    // By reference: copying a core stalls on store forwarding.
    pub(crate) a: &'c Core<'c, V>,
    pub(crate) b: &'c Core<'c, V>,
    pub(crate) b_in_a: &'c Pose<V::Wide>,
}

/// What a query reads and writes: the memory of its pair, the buffers of its thread.
pub(crate) struct Work<'w, V: Space> {
    pub(crate) memory: &'w mut Memory<V>,
    pub(crate) scratch: &'w mut Scratch<V>,
}

impl<V: Space> Work<'_, V> {
    /// Reborrows both, for a call that is not the last use.
    #[inline]
    pub(crate) fn reborrow(&mut self) -> Work<'_, V> {
        Work { memory: self.memory, scratch: self.scratch }
    }
}
