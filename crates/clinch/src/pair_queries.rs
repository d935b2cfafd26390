//! The queries of two shapes in world space, each convex or composite.

use clinch_composite::{Composite, Geometry};
use clinch_composite_contact::CompositeManifold;
use clinch_contact::{Manifold, Space};
use clinch_shapes::Convex;
use clinch_support::{Pose, Sweep, Vector};

use crate::answer::{Answer, Penetration};
use crate::composite_pair::{CompositePair, Other, time_of_impact_with_composite};
use crate::impact::{Impact, Motion, cast_shape, time_of_impact};
use crate::pair_query::{PairQuery, query_pair};
use crate::query_scratch::QueryScratch;
use crate::world_pair::WorldPair;

/// A query of two shapes at rest.
pub(crate) trait PosedQuery<V: Space> {
    type Output;

    fn convex<A: Convex<V>, B: Convex<V>>(self, pair: &WorldPair<'_, V, A, B>) -> Self::Output;
    fn composite(self, pair: &CompositePair<'_, V>) -> Self::Output;
}

/// The world poses of A and B, in `f64` as those of [`WorldPair`].
#[derive(Clone, Copy)]
pub(crate) struct Poses<V: Vector> {
    pub(crate) a: Pose<V::Wide>,
    pub(crate) b: Pose<V::Wide>,
}

impl<V: Vector> Poses<V> {
    pub(crate) fn new(a: &Pose<V>, b: &Pose<V>) -> Self {
        Self { a: a.widen(), b: b.widen() }
    }
}

/// A query of two shapes at their poses.
pub(crate) struct AtPoses<V: Vector, Q> {
    pub(crate) poses: Poses<V>,
    pub(crate) query: Q,
}

impl<V: Space, Q: PosedQuery<V>> PairQuery<V> for AtPoses<V, Q> {
    type Output = Q::Output;

    #[inline(always)]
    fn convex<A: Convex<V>, B: Convex<V>>(self, a: &A, b: &B) -> Q::Output {
        self.query.convex(&WorldPair { a, pose_a: self.poses.a, b, pose_b: self.poses.b })
    }

    #[inline(always)]
    fn composite(self, a: &dyn Composite<V>, b: Other<'_, V>, swapped: bool) -> Q::Output {
        let Poses { a: pose_a, b: pose_b } = self.poses;
        let (pose_a, pose_b) = if swapped { (pose_b, pose_a) } else { (pose_a, pose_b) };
        self.query.composite(&CompositePair { a, pose_a, b, pose_b, swapped })
    }
}

#[inline(always)]
pub(crate) fn query_at<V: Space, Q: PosedQuery<V>>(
    a: &(impl Geometry<V> + ?Sized),
    b: &(impl Geometry<V> + ?Sized),
    poses: Poses<V>,
    query: Q,
) -> Q::Output {
    query_pair(a, b, AtPoses { poses, query })
}

/// Whether they touch.
pub(crate) struct Intersects<'q, V: Space>(pub(crate) &'q mut QueryScratch<V>);

impl<V: Space> PosedQuery<V> for Intersects<'_, V> {
    type Output = bool;

    fn convex<A: Convex<V>, B: Convex<V>>(self, pair: &WorldPair<'_, V, A, B>) -> bool {
        pair.intersects(self.0.convex())
    }

    fn composite(self, pair: &CompositePair<'_, V>) -> bool {
        pair.intersects(self.0.composite())
    }
}

/// 0 if the shapes are not proved to be apart.
pub(crate) struct Distance;

impl<V: Space> PosedQuery<V> for Distance {
    type Output = V::Scalar;

    fn convex<A: Convex<V>, B: Convex<V>>(self, pair: &WorldPair<'_, V, A, B>) -> V::Scalar {
        pair.distance()
    }

    fn composite(self, pair: &CompositePair<'_, V>) -> V::Scalar {
        pair.distance()
    }
}

/// The signed distance, however far the shapes are apart.
pub(crate) struct Contact;

impl<V: Space> PosedQuery<V> for Contact {
    type Output = Answer<V>;

    fn convex<A: Convex<V>, B: Convex<V>>(self, pair: &WorldPair<'_, V, A, B>) -> Answer<V> {
        pair.contact()
    }

    fn composite(self, pair: &CompositePair<'_, V>) -> Answer<V> {
        pair.contact()
    }
}

/// `None` if the shapes are proved to be farther apart than `within`.
pub(crate) struct ClosestPoints<'q, V: Space> {
    pub(crate) within: V::Scalar,
    pub(crate) scratch: &'q mut QueryScratch<V>,
}

impl<V: Space> PosedQuery<V> for ClosestPoints<'_, V> {
    type Output = Option<Answer<V>>;

    fn convex<A: Convex<V>, B: Convex<V>>(self, pair: &WorldPair<'_, V, A, B>) -> Option<Answer<V>> {
        pair.closest_points(self.within, self.scratch.convex())
    }

    fn composite(self, pair: &CompositePair<'_, V>) -> Option<Answer<V>> {
        pair.closest_points(self.within, self.scratch.composite())
    }
}

/// `None` if the shapes are proved to be apart.
pub(crate) struct Depth;

impl<V: Space> PosedQuery<V> for Depth {
    type Output = Option<Penetration<V>>;

    fn convex<A: Convex<V>, B: Convex<V>>(self, pair: &WorldPair<'_, V, A, B>) -> Option<Penetration<V>> {
        pair.penetration()
    }

    fn composite(self, pair: &CompositePair<'_, V>) -> Option<Penetration<V>> {
        pair.penetration()
    }
}

/// The deepest manifold. Of two convex shapes it is made without an allocation.
pub(crate) struct DeepestManifold<V: Vector> {
    pub(crate) margin: V::Scalar,
}

impl<V: Space> PosedQuery<V> for DeepestManifold<V> {
    type Output = Manifold<V>;

    fn convex<A: Convex<V>, B: Convex<V>>(self, pair: &WorldPair<'_, V, A, B>) -> Manifold<V> {
        pair.manifold(self.margin)
    }

    fn composite(self, pair: &CompositePair<'_, V>) -> Manifold<V> {
        pair.manifolds(self.margin).into_iter().next().map_or_else(Manifold::new, |deepest| deepest.manifold)
    }
}

/// All manifolds, the deepest first.
pub(crate) struct Manifolds<V: Vector> {
    pub(crate) margin: V::Scalar,
}

impl<V: Space> PosedQuery<V> for Manifolds<V> {
    type Output = Vec<CompositeManifold<V>>;

    fn convex<A: Convex<V>, B: Convex<V>>(self, pair: &WorldPair<'_, V, A, B>) -> Vec<CompositeManifold<V>> {
        let manifold = pair.manifold(self.margin);
        let touches = !manifold.points.is_empty();
        touches.then_some(CompositeManifold { manifold, sub_shapes: [None, None] }).into_iter().collect()
    }

    fn composite(self, pair: &CompositePair<'_, V>) -> Vec<CompositeManifold<V>> {
        pair.manifolds(self.margin)
    }
}

/// The first time at which two shapes that translate are within a distance.
pub(crate) struct ShapeCast<'q, V: Space> {
    pub(crate) motion: &'q Motion<V>,
    pub(crate) scratch: &'q mut QueryScratch<V>,
}

impl<V: Space> PosedQuery<V> for ShapeCast<'_, V> {
    type Output = Impact<V>;

    fn convex<A: Convex<V>, B: Convex<V>>(self, pair: &WorldPair<'_, V, A, B>) -> Impact<V> {
        cast_shape(pair, self.motion, self.scratch.convex())
    }

    fn composite(self, pair: &CompositePair<'_, V>) -> Impact<V> {
        pair.cast_shape(self.motion, self.scratch.composite())
    }
}

/// The same of shapes that rotate, too.
pub(crate) struct TimeOfImpact<'q, V: Space> {
    pub(crate) sweep_a: &'q Sweep<V>,
    pub(crate) sweep_b: &'q Sweep<V>,
    pub(crate) target_distance: V::Scalar,
}

impl<V: Space> PairQuery<V> for TimeOfImpact<'_, V> {
    type Output = Impact<V>;

    fn convex<A: Convex<V>, B: Convex<V>>(self, a: &A, b: &B) -> Impact<V> {
        time_of_impact(a, self.sweep_a, b, self.sweep_b, self.target_distance)
    }

    fn composite(self, a: &dyn Composite<V>, b: Other<'_, V>, swapped: bool) -> Impact<V> {
        if swapped {
            return time_of_impact_with_composite(a, self.sweep_b, b, self.sweep_a, self.target_distance).swapped();
        }
        time_of_impact_with_composite(a, self.sweep_a, b, self.sweep_b, self.target_distance)
    }
}
