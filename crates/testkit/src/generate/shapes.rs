//! Random shapes about their own origin, and degenerate ones.
//!
//! Every parameter is rounded to `f32`: the `f32` and the `f64` core are given the same numbers.

use glam::DVec3;

use crate::generate::made;
use crate::pair_file::{CapsuleAxis, Coords, ShapeSpec};
use crate::random::Random;

/// What a test may ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A point.
    Point,
    /// A segment.
    Segment,
    /// A triangle.
    Triangle,
    /// A box.
    Box,
    /// A hull or polygon.
    Hull,
    /// A ball or disc.
    Ball,
    /// A capsule.
    Capsule,
    /// A box, segment, triangle or hull with a radius.
    Rounded,
    /// 3D: a cylinder.
    Cylinder,
    /// 3D: a cone.
    Cone,
    /// 3D: a frustum.
    Frustum,
    /// A tapered capsule.
    TaperedCapsule,
    /// An ellipsoid or ellipse.
    Ellipsoid,
    /// 2D: half an ellipse.
    HalfEllipse,
    /// 2D: a slice of a disc.
    Sector,
    /// 2D: a polygon of equal sides.
    RegularPolygon,
    /// A half-space or half-plane.
    Halfspace,
    /// A shape with a radius, round ones too.
    Swept,
    /// A shape that is stretched, perhaps mirrored.
    Scaled,
    /// A shape in another place of its frame.
    Posed,
    /// The sum of two shapes.
    Sum,
    /// The hull of two or three shapes.
    HullOf,
}

impl Kind {
    /// Polytopes, swept by a radius or not: those that [`pair`](super::pair) draws from.
    pub const POLYTOPES: [Self; 8] =
        [Self::Point, Self::Segment, Self::Triangle, Self::Box, Self::Hull, Self::Ball, Self::Capsule, Self::Rounded];

    /// All kinds that there are in the plane or in space.
    pub fn all(dim: usize) -> Vec<Self> {
        let (plane, space) = ([Self::HalfEllipse, Self::Sector, Self::RegularPolygon], [Self::Cylinder, Self::Cone, Self::Frustum]);
        let both =
            [Self::TaperedCapsule, Self::Ellipsoid, Self::Halfspace, Self::Swept, Self::Scaled, Self::Posed, Self::Sum, Self::HullOf];
        Self::POLYTOPES.into_iter().chain(if dim == 2 { plane } else { space }).chain(both).collect()
    }
}

/// A shape of about this size; a kind that there is not in this dimension is drawn as a box. A `degenerate` one has a zero size, is flat, or repeats a point (a point always has a zero size).
pub fn shape(random: &mut Random, dim: usize, kind: Kind, size: f64, degenerate: bool) -> ShapeSpec {
    let point = |random: &mut Random| coords(random.in_ball(dim) * size, dim);
    let length = |random: &mut Random| f64::from((size * random.range(0.2, 1.0)) as f32);
    match kind {
        Kind::Point => ShapeSpec::Point { p: None },
        Kind::Segment => {
            let a = point(random);
            let b = if degenerate { a } else { coords(-a.to_vec3() + random.in_ball(dim) * (0.5 * size), dim) };
            ShapeSpec::Segment { a, b }
        }
        Kind::Triangle => {
            let (a, b) = (point(random), point(random));
            let c = match degenerate {
                false => coords(-(a.to_vec3() + b.to_vec3()) + random.in_ball(dim) * (0.3 * size), dim),
                true if random.chance(0.5) => a,
                true => coords(0.5 * (a.to_vec3() + b.to_vec3()), dim),
            };
            ShapeSpec::Triangle { a, b, c }
        }
        Kind::Box => {
            let mut half = DVec3::new(length(random), length(random), length(random));
            if degenerate {
                half[random.below(dim)] = 0.0;
                if random.chance(0.3) {
                    half[random.below(dim)] = 0.0;
                }
            }
            ShapeSpec::Box { half: coords(half, dim) }
        }
        Kind::Hull => hull(random, dim, size, degenerate),
        Kind::Ball => {
            let radius = if degenerate { 0.0 } else { length(random) };
            if dim == 2 { ShapeSpec::Circle { radius } } else { ShapeSpec::Sphere { radius } }
        }
        Kind::Capsule => {
            let (half_height, radius) = (length(random), length(random));
            let axis = match random.chance(0.7) {
                true => CapsuleAxis::Upright { half_height },
                false => CapsuleAxis::Between { a: point(random), b: point(random) },
            };
            match (degenerate, random.chance(0.5)) {
                (false, _) => ShapeSpec::Capsule { axis, radius },
                (true, true) => ShapeSpec::Capsule { axis, radius: 0.0 },
                (true, false) => ShapeSpec::Capsule { axis: CapsuleAxis::Upright { half_height: 0.0 }, radius },
            }
        }
        Kind::Rounded => {
            let core = random.pick(&[Kind::Box, Kind::Box, Kind::Hull, Kind::Triangle, Kind::Segment]);
            let core = Box::new(shape(random, dim, core, size, degenerate));
            let radius = if degenerate && random.chance(0.5) { 0.0 } else { f64::from((size * random.power(-2.0, -0.3)) as f32) };
            ShapeSpec::Rounded { core, radius }
        }
        other => made::shape(random, dim, other, size, degenerate),
    }
}

/// Mostly few points, now and then many: their cost grows with the square.
fn hull(random: &mut Random, dim: usize, size: f64, degenerate: bool) -> ShapeSpec {
    let most = random.pick(&[8, 8, 12, 16, 16, 64]);
    let count = dim + 1 + random.below(most - dim);
    let stretch = DVec3::new(random.range(0.2, 1.0), random.range(0.2, 1.0), random.range(0.2, 1.0));
    let round = random.chance(0.5);
    let mut points: Vec<DVec3> =
        (0..count).map(|_| stretch * size * if round { random.direction(dim) } else { random.in_ball(dim) }).collect();
    if dim == 3 && random.chance(0.25) {
        // A prism: large flat faces, and vertices on both.
        let top = stretch.z * size;
        points = points.iter().flat_map(|p| [p.with_z(top), p.with_z(-top)]).take(most.max(6)).collect();
    }
    if degenerate {
        let flat = random.below(3);
        for p in &mut points {
            p[dim - 1] = 0.0;
            if flat == 0 {
                p[0] = 0.0;
            }
        }
        points.push(points[0]);
    }
    let points: Vec<Coords> = points.into_iter().map(|p| coords(p, dim)).collect();
    if dim == 2 { ShapeSpec::Polygon { points } } else { ShapeSpec::Hull { points } }
}

/// The vector in `f32` numbers.
pub(crate) fn coords(v: DVec3, dim: usize) -> Coords {
    Coords::of(v, dim).rounded()
}
