//! Queries of two shapes, each convex or composite, that have world poses.
//!
//! Two convex shapes go to the queries of convex shapes, which are compiled for their types. All
//! others go to [`CompositePair`], whose A is composite: a convex A is exchanged with B, and the
//! answer back.

use clinch_composite::{ColliderShape, Composite, GeometryRef, posed_bounds};
use clinch_composite_contact::{ColliderSpace, CompositeManifold, CompositeScratch};
use clinch_contact::{Scratch, Space};
use clinch_shapes::{Aabb, Convex};
use clinch_support::{Pose, Scalar, Sweep, Vector};

use crate::answer::{Answer, Penetration};
use crate::composite_pair::{CompositePair, Other, time_of_impact_with_composite};
use crate::impact::{Impact, Motion, cast_shape, time_of_impact};
use crate::query_scratch::QueryScratch;
use crate::world_pair::WorldPair;

/// Two shapes and their world poses, in `f64` as those of [`WorldPair`].
pub(crate) enum GeometryPair<'s, V: Vector, A, B> {
    Convex(WorldPair<'s, V, A, B>),
    Composite {
        pair: CompositePair<'s, V>,
        /// A and B are exchanged in `pair`.
        swapped: bool,
    },
}

impl<'s, V: Space, A: Convex<V>, B: Convex<V>> GeometryPair<'s, V, A, B> {
    pub(crate) fn new(a: GeometryRef<'s, V, A>, pose_a: Pose<V::Wide>, b: GeometryRef<'s, V, B>, pose_b: Pose<V::Wide>) -> Self {
        match (a, b) {
            (GeometryRef::Convex(a), GeometryRef::Convex(b)) => Self::Convex(WorldPair { a, pose_a, b, pose_b }),
            (GeometryRef::Composite(a), b) => {
                Self::Composite { pair: CompositePair { a, pose_a, b: Other::of(b), pose_b }, swapped: false }
            }
            (GeometryRef::Convex(a), GeometryRef::Composite(b)) => {
                Self::Composite { pair: CompositePair { a: b, pose_a: pose_b, b: Other::Convex(a), pose_b: pose_a }, swapped: true }
            }
        }
    }

    pub(crate) fn intersects(&self, scratch: &mut QueryScratch<V>) -> bool {
        match self {
            Self::Convex(pair) => pair.intersects(scratch.convex()),
            Self::Composite { pair, .. } => pair.intersects(scratch.composite()),
        }
    }

    /// 0 if the shapes are not proved to be apart.
    pub(crate) fn distance(&self) -> V::Scalar {
        match self {
            Self::Convex(pair) => pair.distance(),
            Self::Composite { pair, .. } => pair.distance(QueryScratch::new().composite()),
        }
    }

    /// The signed distance, however far the shapes are apart.
    pub(crate) fn contact(&self) -> Answer<V> {
        match self {
            Self::Convex(pair) => pair.contact(),
            Self::Composite { .. } => {
                let answer = self.closest_points(V::Scalar::INFINITY, &mut QueryScratch::new());
                // Nothing is beyond an infinite distance.
                answer.unwrap_or_else(Answer::undefined_of_parts)
            }
        }
    }

    /// `None` if the shapes are proved to be farther apart than `within`.
    pub(crate) fn closest_points(&self, within: V::Scalar, scratch: &mut QueryScratch<V>) -> Option<Answer<V>> {
        match self {
            Self::Convex(pair) => pair.closest_points(within, scratch.convex()),
            Self::Composite { pair, swapped } => {
                let answer = pair.closest_points(within, scratch.composite())?;
                Some(if *swapped { answer.swapped() } else { answer })
            }
        }
    }

    /// `None` if the shapes are proved to be apart.
    pub(crate) fn penetration(&self) -> Option<Penetration<V>> {
        match self {
            Self::Convex(pair) => pair.penetration(),
            Self::Composite { .. } => {
                let answer = self.closest_points(V::Scalar::ZERO, &mut QueryScratch::new())?;
                (answer.is_undefined() || answer.is_touching()).then(|| Penetration::new(&answer))
            }
        }
    }

    /// All manifolds, the deepest first.
    pub(crate) fn manifolds(&self, margin: V::Scalar) -> Vec<CompositeManifold<V>> {
        match self {
            Self::Convex(pair) => {
                let manifold = pair.manifold(margin);
                let touches = !manifold.points.is_empty();
                touches.then_some(CompositeManifold { manifold, sub_shapes: [None, None] }).into_iter().collect()
            }
            Self::Composite { pair, swapped } => {
                let mut manifolds = pair.manifolds(margin, QueryScratch::new().composite());
                if *swapped {
                    let b_in_a = pair.b_in_a();
                    manifolds.iter_mut().for_each(|manifold| *manifold = manifold.swapped(&b_in_a));
                }
                manifolds
            }
        }
    }

    pub(crate) fn cast_shape(&self, motion: &Motion<V>, scratch: &mut QueryScratch<V>) -> Impact<V> {
        match self {
            Self::Convex(pair) => cast_shape(pair, motion, scratch.convex()),
            Self::Composite { pair, swapped: false } => pair.cast_shape(motion, scratch.composite()),
            Self::Composite { pair, swapped: true } => {
                let exchanged = Motion { a: motion.b, b: motion.a, ..*motion };
                pair.cast_shape(&exchanged, scratch.composite()).swapped()
            }
        }
    }
}

pub(crate) fn time_of_impact_of_any<V: Space, A: Convex<V>, B: Convex<V>>(
    a: GeometryRef<'_, V, A>,
    sweep_a: &Sweep<V>,
    b: GeometryRef<'_, V, B>,
    sweep_b: &Sweep<V>,
    target_distance: V::Scalar,
) -> Impact<V> {
    match (a, b) {
        (GeometryRef::Convex(a), GeometryRef::Convex(b)) => time_of_impact(a, sweep_a, b, sweep_b, target_distance),
        (GeometryRef::Composite(a), b) => time_of_impact_with_composite(a, sweep_a, Other::of(b), sweep_b, target_distance),
        (GeometryRef::Convex(a), GeometryRef::Composite(b)) => {
            time_of_impact_with_composite(b, sweep_b, Other::Convex(a), sweep_a, target_distance).swapped()
        }
    }
}

/// The shape of a collider as what it is, for any vector.
pub(crate) fn collider_geometry<V: ColliderSpace>(shape: &ColliderShape<V>) -> GeometryRef<'_, V, V::Shape> {
    match shape {
        ColliderShape::Convex(shape) => GeometryRef::Convex(shape),
        ColliderShape::Composite(shape) => GeometryRef::Composite(shape),
    }
}

/// An AABB of a shape at a pose.
pub(crate) fn bounds_of<V: Space, S: Convex<V>>(shape: GeometryRef<'_, V, S>, pose: &Pose<V::Wide>) -> Aabb<V::Wide> {
    match shape {
        GeometryRef::Convex(shape) => shape.bounds(pose),
        GeometryRef::Composite(shape) => posed_bounds(&shape.bounds(), pose),
    }
}

/// A query of one shape: `convex` for a convex one, `composite` for another.
pub(crate) fn of_either<V: Space, S: Convex<V>, T>(
    shape: GeometryRef<'_, V, S>,
    scratch: &mut QueryScratch<V>,
    convex: impl FnOnce(&S, &mut Scratch<V>) -> T,
    composite: impl FnOnce(&dyn Composite<V>, &mut CompositeScratch<V>) -> T,
) -> T {
    match shape {
        GeometryRef::Convex(shape) => convex(shape, scratch.convex()),
        GeometryRef::Composite(shape) => composite(shape, scratch.composite()),
    }
}
