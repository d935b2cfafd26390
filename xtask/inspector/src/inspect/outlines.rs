//! Convex shapes in a report, and the outlines of parts.

use clinch::shapes::{Convex, Core};
use clinch::support::{Basis, Pose, Rotation, Vector};
use clinch_testkit::build::Build;
use clinch_testkit::pair_file::ShapeSpec;

use crate::outline::outline;
use crate::path::kind;
use crate::report::{Outline, PoseReport, ShapeReport};

/// The swept shape at a pose.
pub(super) fn outline_of<V: Build>(shape: &dyn Convex<V>, pose: &Pose<V::Wide>) -> Outline
where
    V::Wide: Build,
{
    let basis = pose.rotation.basis();
    outline::<V>(|direction| pose.point(swept(shape, basis.unrotate(direction))))
}

/// The farthest point of the swept shape.
fn swept<V: Vector>(shape: &dyn Convex<V>, direction: V::Wide) -> V::Wide {
    shape.support_wide(direction).point + direction * (shape.radius_wide() / direction.length())
}

/// The report of a convex shape at a pose.
pub(super) fn convex_report<V: Build>(shape: &dyn Convex<V>, spec: &ShapeSpec, pose: &Pose<V::Wide>) -> ShapeReport
where
    V::Wide: Build,
{
    let radius = shape.radius_wide();
    let half_space = match shape.core() {
        Core::HalfSpace { normal, offset } => Some((V::coords(normal), offset + radius)),
        _ => None,
    };
    let bounds = shape.bounds(pose);
    let bounded = bounds.min.is_finite() && bounds.max.is_finite();
    ShapeReport {
        spec: spec.clone(),
        core: kind(shape),
        radius,
        pose: pose_report::<V>(pose),
        outline: if half_space.is_some() { Outline::default() } else { outline_of(shape, &Pose::IDENTITY) },
        core_outline: (radius > 0.0 && half_space.is_none()).then(|| outline::<V>(|direction| shape.support_wide(direction).point)),
        bounds: bounded.then(|| [V::coords(bounds.min), V::coords(bounds.max)]),
        half_space,
        parts: Vec::new(),
        hidden: 0,
    }
}

pub(super) fn pose_report<V: Build>(pose: &Pose<V::Wide>) -> PoseReport {
    let basis = pose.rotation.basis();
    PoseReport { axes: (0..V::DIM).map(|axis| V::coords(basis.axis(axis))).collect(), t: V::coords(pose.translation) }
}
