//! Where an answer goes: to the caller, or to the caller and into a manifold.

use clinch_shapes::Convex;

use crate::answer::{Measured, Relation};
use crate::clip::Space;
use crate::manifold::{ContactPoint, Manifold};
use crate::memory::Memory;
use crate::pair::Pair;
use crate::problem::Work;
use crate::settings::Settings;
use crate::sizes::Sizes;
use crate::write_manifold::{write_few_points, write_points, write_witness};

/// Takes the answer of a pair algorithm. One type per kind of query, so that nothing is decided at
/// run time.
pub(crate) trait Sink<V: Space> {
    /// What the query returns.
    type Answer;

    /// Last tick's manifold; `None` if the query makes none.
    fn last_manifold(&self) -> Option<&Manifold<V>>;

    /// Bounding spheres are apart. Nothing is stored: that test is as cheap as recycling.
    fn far(self, relation: Relation<V>) -> Self::Answer;

    /// An answer with at most one contact point: the witness points.
    fn one_point(self, relation: Relation<V>, memory: &mut Memory<V>) -> Self::Answer;

    /// An answer whose contact points are in the scratch; the witness points if there are none.
    fn points(self, measured: Measured<V>, work: Work<'_, V>) -> Self::Answer;

    /// An answer with `count` contact points, which `point` makes: at least one, no more than a
    /// manifold holds, and in the order of their ids. `buffer` is that of the scratch.
    fn few_points(
        self,
        relation: Relation<V>,
        count: usize,
        point: impl Fn(usize) -> ContactPoint<V>,
        memory: &mut Memory<V>,
        buffer: &mut Vec<ContactPoint<V>>,
    ) -> Self::Answer;
}

/// A query without a manifold.
pub(crate) struct ToCaller<'q, V: Space, A, B> {
    pub(crate) pair: &'q Pair<V, A, B>,
    pub(crate) settings: &'q Settings<V::Scalar>,
}

impl<V: Space, A: Convex<V>, B: Convex<V>> Sink<V> for ToCaller<'_, V, A, B> {
    type Answer = Measured<V>;

    fn last_manifold(&self) -> Option<&Manifold<V>> {
        None
    }

    #[inline(always)]
    fn far(self, relation: Relation<V>) -> Measured<V> {
        Measured::without_search(relation)
    }

    // Inlined so that the answer stays in registers, as in the next.
    #[inline(always)]
    fn one_point(self, relation: Relation<V>, memory: &mut Memory<V>) -> Measured<V> {
        memory.store(self.pair, &relation, self.settings, false);
        Measured::without_search(relation)
    }

    #[inline(always)]
    fn points(self, measured: Measured<V>, work: Work<'_, V>) -> Measured<V> {
        work.memory.store(self.pair, &measured.relation, self.settings, false);
        measured
    }

    #[inline(always)]
    fn few_points(
        self,
        relation: Relation<V>,
        _: usize,
        _: impl Fn(usize) -> ContactPoint<V>,
        memory: &mut Memory<V>,
        _: &mut Vec<ContactPoint<V>>,
    ) -> Measured<V> {
        self.one_point(relation, memory)
    }
}

/// A query that writes a manifold.
pub(crate) struct ToManifold<'q, V: Space, A, B> {
    pub(crate) pair: &'q Pair<V, A, B>,
    pub(crate) settings: &'q Settings<V::Scalar>,
    pub(crate) manifold: &'q mut Manifold<V>,
}

impl<V: Space, A: Convex<V>, B: Convex<V>> Sink<V> for ToManifold<'_, V, A, B> {
    type Answer = Measured<V>;

    fn last_manifold(&self) -> Option<&Manifold<V>> {
        Some(self.manifold)
    }

    #[inline(always)]
    fn far(self, relation: Relation<V>) -> Measured<V> {
        self.manifold.clear();
        Measured::without_search(relation)
    }

    #[inline(always)]
    fn one_point(self, relation: Relation<V>, memory: &mut Memory<V>) -> Measured<V> {
        memory.store(self.pair, &relation, self.settings, true);
        let radius = || Sizes::of(self.pair, self.settings).least();
        write_witness(&relation, self.settings, radius, self.manifold);
        Measured::without_search(relation)
    }

    #[inline(always)]
    fn points(self, measured: Measured<V>, work: Work<'_, V>) -> Measured<V> {
        work.memory.store(self.pair, &measured.relation, self.settings, true);
        write_points(self.pair, &measured.relation, self.settings, &mut work.scratch.points, self.manifold);
        measured
    }

    // Written where they stay: from the scratch they would be copied before their stores have
    // completed, which stalls on store forwarding. Last tick's points are old enough to be copied.
    #[inline(always)]
    fn few_points(
        self,
        relation: Relation<V>,
        count: usize,
        point: impl Fn(usize) -> ContactPoint<V>,
        memory: &mut Memory<V>,
        buffer: &mut Vec<ContactPoint<V>>,
    ) -> Measured<V> {
        memory.store(self.pair, &relation, self.settings, true);
        let Relation::Near(separation) = &relation else { return self.far(relation) };
        let radius = || Sizes::of(self.pair, self.settings).least();
        write_few_points(V::narrow(separation.normal), (0..count).map(point), radius, buffer, self.manifold);
        Measured::without_search(relation)
    }
}
