//! The points of a manifold, and up to which separation there are some.

use clinch::contact::{FeatureId, Manifold, Space};
use clinch::support::Scalar;
use clinch_pairs::Poses;
use clinch_testkit::build::Build;
use clinch_testkit::pair_file::Query;

use crate::report::PointReport;

/// The margin of a line without a `prediction`, relative to the size of the pair.
const DEFAULT_MARGIN: f64 = 0.01;

pub(super) fn margin(query: &Query) -> f64 {
    query.prediction.unwrap_or(DEFAULT_MARGIN * query.extent())
}

/// The points in the world.
pub(super) fn points<V: Space + Build>(manifold: &Manifold<V>, poses: &Poses<V>) -> Vec<PointReport>
where
    V::Wide: Build,
{
    let points = manifold.points.iter().map(|point| PointReport {
        on_a: V::coords(poses.a.point(point.on_a.widen())),
        on_b: V::coords(poses.b.point(point.on_b.widen())),
        separation: point.separation.widen(),
        feature: if point.feature == FeatureId::WITNESS {
            "witness".to_owned()
        } else {
            format!("{:x}·{:x}", point.feature.0 >> 32, point.feature.0 & 0xFFFF_FFFF)
        },
        touching: point.touching,
    });
    points.collect()
}
