//! The ids of contact points within the whole shape.
//!
//! A point of one part has the id of its features there. Within the whole shape it is named by the
//! feature that the parts share, so that it keeps its id, and its impulse, from one to the next.

use clinch_composite::{Composite, Feature, SubShapeId};
use clinch_contact::{FeatureId, FeaturesOfA};
use clinch_support::Vector;

/// The id of a point of a part, unique among the points of all parts unless these share the
/// feature.
///
/// * Points of features that have a [key](Composite::feature_key) are named by it, so that a point
///   has the same id on both sides of an edge.
/// * Points of features of the body alone keep their id: such a feature is above one part only, or
///   above the common edge of two.
/// * Others are named by their part.
pub(crate) fn point_id<V: Vector, C: Composite<V> + ?Sized>(
    composite: &C,
    part: SubShapeId,
    is_triangle: bool,
    feature: FeatureId,
) -> FeatureId {
    if !is_triangle {
        return point_id_of_part(feature, part);
    }
    let Some(of_a) = feature.of_a() else { return feature };
    match composite.feature_key(part, feature_of_triangle(of_a)) {
        Some(key) => feature.with_key_of_a(key.0),
        None => point_id_of_part(feature, part),
    }
}

/// The feature of a triangle. Edge `i` goes from corner `i` to the next.
fn feature_of_triangle(feature: FeaturesOfA) -> Feature {
    match feature {
        FeaturesOfA::Edge(edge) => Feature::Edge(edge as u8),
        FeaturesOfA::Vertex(vertex) => Feature::Vertex(vertex as u8),
        FeaturesOfA::TwoEdges(one, other) => Feature::Vertex(if (one + 1) % 3 == other { other } else { one } as u8),
    }
}

/// The same number for the same part, and most likely another for another.
pub(crate) fn point_id_of_part(feature: FeatureId, part: SubShapeId) -> FeatureId {
    FeatureId(feature.0 ^ spread(part))
}

/// The same for a part of B, of a point that has the id of a part of A. Rotated: of two parts with
/// one number, as in a row of wheels above a row of plates, the numbers would cancel.
pub(crate) fn point_id_of_part_of_b(feature: FeatureId, part: SubShapeId) -> FeatureId {
    FeatureId(feature.0 ^ spread(part).rotate_left(32))
}

/// A multiple of the golden ratio, which spreads small numbers over all bits.
fn spread(part: SubShapeId) -> u64 {
    (u64::from(part.0) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
