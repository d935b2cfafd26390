//! What the queries answer.

use clinch_composite::SubShapeId;
use clinch_contact::{Manifold, Separation};
use clinch_support::Vector;

/// The position of a body relative to a shape made of convex parts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CompositeRelation<V: Vector> {
    /// Farther apart than the margin.
    Beyond {
        /// The proved distance.
        at_least: f64,
    },
    /// Within the margin, touching or overlapping.
    Near {
        /// The separation, from the composite shape (A) to the body (B), where it is least. Apart,
        /// it is the distance of the two, with both bounds; that of a surface with one side is
        /// the distance of its contacts. Of cores that overlap it is the separation from this
        /// part along this normal, and so are its bounds.
        separation: Separation<V>,
        /// The parts that it is measured between; `None` of a convex shape.
        sub_shapes: [Option<SubShapeId>; 2],
    },
    /// The input contains a number that is not finite.
    Undefined,
}

/// The contact of a body with the parts of a composite shape that have nearly the same normal.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(
        rename = "composite manifold",
        deny_unknown_fields,
        bound(
            serialize = "V: Vector<Scalar: serde::Serialize> + serde::Serialize",
            deserialize = "V: Vector<Scalar: serde::Deserialize<'de>> + serde::Deserialize<'de>"
        )
    )
)]
pub struct CompositeManifold<V: Vector> {
    /// Its normal leads from the composite shape (A) to the body (B), in A's frame.
    pub manifold: Manifold<V>,
    /// The parts of A and B that the normal is of: those that are deepest in each other; `None` of
    /// a convex shape.
    pub sub_shapes: [Option<SubShapeId>; 2],
}
