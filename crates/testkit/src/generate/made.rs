//! Random shapes that are round or made of others.
//!
//! Drawn on their own: no seed of the simpler shapes depends on them.

use glam::DVec3;

use crate::generate::shapes::{Kind, coords, shape as any};
use crate::pair_file::{PoseSpec, RotationSpec, ShapeSpec};
use crate::random::Random;

/// What wrappers are put around: never each other, but for one level in eight.
const SIMPLE: [Kind; 10] = [
    Kind::Segment,
    Kind::Triangle,
    Kind::Box,
    Kind::Hull,
    Kind::Ball,
    Kind::Capsule,
    Kind::Rounded,
    Kind::Cylinder,
    Kind::Ellipsoid,
    Kind::TaperedCapsule,
];

/// As [`any`], for the kinds that are not simple.
pub(crate) fn shape(random: &mut Random, dim: usize, kind: Kind, size: f64, degenerate: bool) -> ShapeSpec {
    let narrow = |x: f64| f64::from(x as f32);
    let lengths: [f64; 3] = core::array::from_fn(|_| narrow(size * random.range(0.2, 1.0)));
    // One of the sizes of a degenerate shape is nothing.
    let zero = if degenerate { random.below(3) } else { 3 };
    let [x, y, z] = core::array::from_fn(|i| if i == zero { 0.0 } else { lengths[i] });
    match (kind, dim) {
        (Kind::Cylinder, 3) => ShapeSpec::Cylinder { half_height: x, radius: y },
        (Kind::Cone, 3) => ShapeSpec::Cone { half_height: x, radius: y },
        (Kind::Frustum, 3) => ShapeSpec::Frustum { half_height: x, bottom: y, top: z },
        (Kind::TaperedCapsule, _) => ShapeSpec::TaperedCapsule { half_height: x, bottom: y, top: z },
        (Kind::Ellipsoid, 3) => ShapeSpec::Ellipsoid { radii: [x, y, z].into() },
        (Kind::Ellipsoid, _) => ShapeSpec::Ellipse { radii: [x, y].into() },
        (Kind::HalfEllipse, 2) => ShapeSpec::HalfEllipse { radii: [x, y].into() },
        (Kind::Sector, 2) => {
            let half_angle = if random.chance(0.2) { core::f64::consts::FRAC_PI_2 } else { random.range(0.01, 1.57) };
            ShapeSpec::Sector { radius: x, half_angle: narrow(half_angle) }
        }
        (Kind::RegularPolygon, 2) => ShapeSpec::RegularPolygon { count: 3 + random.below(30) as u32, radius: x },
        (Kind::Halfspace, _) => {
            let normal = if random.chance(0.5) {
                DVec3::AXES[random.below(dim)] * random.sign()
            } else {
                random.direction(dim) * random.range(0.5, 2.0)
            };
            ShapeSpec::Halfspace { normal: coords(normal, dim), offset: narrow(random.range(-1.0, 1.0) * size) }
        }
        (Kind::Swept, _) => ShapeSpec::Rounded {
            core: part(random, dim, size, degenerate),
            radius: narrow(if degenerate { 0.0 } else { size * random.power(-3.0, -0.3) }),
        },
        (Kind::Scaled, _) => {
            let mut factor = |_: usize| random.power(-1.0, 0.5) * random.sign();
            let mut scale = DVec3::from_array(core::array::from_fn(&mut factor));
            if random.chance(0.3) {
                scale = DVec3::splat(scale.x);
            }
            ShapeSpec::Scaled { shape: part(random, dim, size, degenerate), scale: coords(scale, dim) }
        }
        (Kind::Posed, _) => ShapeSpec::Posed { pose: place(random, dim, size), shape: part(random, dim, size, degenerate) },
        (Kind::Sum, _) => {
            let smaller = size * random.power(-2.0, 0.0);
            ShapeSpec::Sum { a: part(random, dim, size, degenerate), b: part(random, dim, smaller, false) }
        }
        (Kind::HullOf, _) => {
            let count = 2 + random.below(2);
            let mut one = |_| ShapeSpec::Posed { pose: place(random, dim, size), shape: part(random, dim, 0.5 * size, degenerate) };
            ShapeSpec::HullOf { shapes: (0..count).map(&mut one).collect() }
        }
        _ => any(random, dim, Kind::Box, size, degenerate),
    }
}

fn part(random: &mut Random, dim: usize, size: f64, degenerate: bool) -> Box<ShapeSpec> {
    let wrappers = [Kind::Swept, Kind::Scaled, Kind::Posed, Kind::Sum, Kind::HullOf];
    let kind = if random.chance(0.125) { random.pick(&wrappers) } else { random.pick(&SIMPLE) };
    Box::new(any(random, dim, kind, size, degenerate))
}

/// Within `size` of the origin, turned anyhow or not at all.
pub(crate) fn place(random: &mut Random, dim: usize, size: f64) -> PoseSpec {
    let t = Some(coords(random.in_ball(dim) * size, dim));
    if random.chance(0.3) {
        return PoseSpec { t, rotation: RotationSpec::Identity };
    }
    let q = random.quaternion().map(|x| f64::from(x as f32));
    let rotation = if dim == 2 { RotationSpec::CosSin(q[0], q[1]) } else { RotationSpec::Quaternion(q) };
    PoseSpec { t, rotation }
}
