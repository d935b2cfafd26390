//! Shapes from their lengths, and polyhedra with large faces.

use glam::DVec3;

use crate::distributions::Kind;
use crate::pair_file::{CapsuleAxis, Coords, ShapeSpec};
use crate::random::Random;

/// The shape of a kind that is described by lengths alone.
///
/// `next` gives as many lengths as the shape has, in this order: the half extents or radii along x,
/// y and z; or the half height, the radius at the lower end and the radius at the upper end. Of a
/// sector they are the radius and the half angle. Another kind, or one that does not exist in this
/// dimension, becomes a box.
pub fn sized(kind: Kind, dim: usize, mut next: impl FnMut() -> f64) -> ShapeSpec {
    let kind = if kind.exists_in(dim) { kind } else { Kind::Box };
    match kind {
        Kind::Ball => ShapeSpec::ball(dim, next()),
        Kind::Capsule => ShapeSpec::Capsule { axis: CapsuleAxis::Upright { half_height: next() }, radius: next() },
        Kind::Cylinder => ShapeSpec::Cylinder { half_height: next(), radius: next() },
        Kind::Cone => ShapeSpec::Cone { half_height: next(), radius: next() },
        Kind::Frustum => ShapeSpec::Frustum { half_height: next(), bottom: next(), top: next() },
        Kind::TaperedCapsule => ShapeSpec::TaperedCapsule { half_height: next(), bottom: next(), top: next() },
        Kind::Ellipsoid => ShapeSpec::ellipsoid(along_axes(dim, next)),
        Kind::HalfEllipse => ShapeSpec::HalfEllipse { radii: along_axes(dim, next) },
        Kind::Sector => ShapeSpec::Sector { radius: next(), half_angle: next() },
        _ => ShapeSpec::Box { half: along_axes(dim, next) },
    }
}

fn along_axes(dim: usize, mut next: impl FnMut() -> f64) -> Coords {
    Coords::of(DVec3::new(next(), next(), if dim == 3 { next() } else { 0.0 }), dim)
}

/// The corners of a prism between z = ±`top` over the first of these points: two large flat faces.
/// At most `most` corners.
pub fn prism(points: &[DVec3], top: f64, most: usize) -> Vec<DVec3> {
    points.iter().flat_map(|p| [p.with_z(top), p.with_z(-top)]).take(most).collect()
}

/// The corners of a pyramid, a prism or the frustum of a pyramid along y. Its base is a polygon of
/// three to seven corners on an ellipse with radii x and z; `radii.y` is half its height. The apex
/// of a pyramid is repeated for each corner of the base.
pub fn frustum_of_polygon(random: &mut Random, radii: DVec3) -> Vec<DVec3> {
    let count = 3 + random.below(5);
    let top = random.pick(&[0.0, 0.5, 1.0, 1.0]);
    let ring = |i: usize| {
        let (sin, cos) = libm::sincos(core::f64::consts::TAU * i as f64 / count as f64);
        DVec3::new(radii.x * cos, 0.0, radii.z * sin)
    };
    let up = DVec3::new(0.0, radii.y, 0.0);
    (0..count).flat_map(|i| [ring(i) - up, ring(i) * top + up]).collect()
}
