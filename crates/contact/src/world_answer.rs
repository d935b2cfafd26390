//! What a query of a placed pair answers: how far apart two swept shapes are, or how deep they
//! overlap, in world space and in the caller's scalar; the bounds in `f64`, as they are proved.

use clinch_support::{Scalar, Vector};

use crate::answer::{Bounds, Decision, Relation};
use crate::clip::Space;
use crate::query::Query;

/// The answer to a query about the signed distance, in world space, and the work it took.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WorldMeasured<V: Vector> {
    /// The answer.
    pub relation: WorldRelation<V>,
    /// See [`Measured::calls`](crate::Measured::calls).
    pub calls: u32,
    /// See [`Measured::unfinished`](crate::Measured::unfinished).
    pub unfinished: bool,
    /// See [`Measured::recycled`](crate::Measured::recycled).
    pub recycled: bool,
}

impl<V: Vector> WorldMeasured<V> {
    /// An answer that needed no search.
    #[inline(always)]
    pub(crate) fn without_search(relation: WorldRelation<V>) -> Self {
        Self { relation, calls: 0, unfinished: false, recycled: false }
    }
}

/// The position of two swept shapes relative to each other, in world space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum WorldRelation<V: Vector> {
    /// Farther apart than the margin.
    Beyond {
        /// The proved distance.
        at_least: f64,
    },
    /// Within the margin, touching or overlapping.
    Near(WorldSeparation<V>),
    /// The input contains a number that is not finite.
    Undefined,
}

/// The signed distance of two swept shapes and its witness points, in world space.
///
/// The distance and the points are rounded to the caller's scalar. What is beyond its range becomes
/// infinite: of `f32` shapes at poses in `f64`, each coordinate of a point that exceeds
/// [`f32::MAX`]. The bounds and the normal hold nevertheless, and
/// [`PlacedPair::relative`](crate::PlacedPair::relative) has finite points, in the frames of the
/// shapes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WorldSeparation<V: Vector> {
    /// The computed signed distance; negative when overlapping. Infinite beyond the range of the
    /// scalar, as the points.
    pub distance: V::Scalar,
    /// The true signed distance is at least this; −∞ if that is not known.
    pub lower: f64,
    /// The true signed distance is at most this.
    pub upper: f64,
    /// Unit, from A to B. Zero, as both points, if the query needs none: that of
    /// [`PlacedPair::distance`](crate::PlacedPair::distance) for shapes that overlap.
    pub normal: V,
    /// The point of A nearest to B, or deepest in B.
    pub point_a: V,
    /// The point of B nearest to A, or deepest in A.
    pub point_b: V,
}

impl<V: Vector> WorldRelation<V> {
    /// Of the distance and its bounds, and of the normal and the points on A and on B.
    #[inline(always)]
    pub(crate) fn near([distance, lower, upper]: [f64; 3], [normal, point_a, point_b]: [V::Wide; 3]) -> Self {
        Self::Near(WorldSeparation {
            distance: V::Scalar::narrow(distance),
            lower,
            upper,
            normal: V::narrow(normal),
            point_a: V::narrow(point_a),
            point_b: V::narrow(point_b),
        })
    }

    /// The same for an answer that has no points.
    #[inline(always)]
    pub(crate) fn without_points(relation: &Relation<V>) -> Self {
        match *relation {
            Relation::Beyond { at_least, .. } => Self::Beyond { at_least },
            Relation::Near(near) => Self::near([near.distance, near.lower, near.upper], [V::Wide::ZERO; 3]),
            Relation::Undefined => Self::Undefined,
        }
    }
}

impl<V: Space> WorldRelation<V> {
    /// The answer of a closed form to a query, if it needs no witness points.
    #[inline(always)]
    pub(crate) fn of_bounds(bounds: Bounds, query: &Query<'_, V>) -> Option<Self> {
        let [_, lower, upper] = bounds.distance_and_bounds();
        match bounds.decide(query) {
            Decision::Undefined => Some(Self::Undefined),
            Decision::Beyond => Some(Self::Beyond { at_least: lower }),
            Decision::Overlapping => Some(Self::near([upper, lower, upper], [V::Wide::ZERO; 3])),
            Decision::NeedsPoints => None,
        }
    }
}
