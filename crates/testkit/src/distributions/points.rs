//! Points: in clouds, on curves and beside segments.

use glam::DVec3;

use crate::random::Random;

/// How the points of a cloud are distributed, within √2 of the origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scatter {
    /// Uniform on the unit sphere: each point is a corner of the hull.
    Sphere,
    /// Uniform in the unit ball: of many points most are inside the hull.
    Ball,
    /// In two layers y = ±1: in space two large faces of many corners.
    Layers,
    /// On a grid of thirds: many points are coplanar, collinear or equal.
    Grid,
}

impl Scatter {
    /// One point of the cloud.
    pub fn point(self, random: &mut Random, dim: usize) -> DVec3 {
        match self {
            Self::Sphere => random.direction(dim),
            Self::Ball => random.in_ball(dim),
            Self::Layers => random.direction(dim).with_y(random.sign()),
            Self::Grid => (random.in_ball(dim) * 3.0).round() / 3.0,
        }
    }
}

/// A point at most `off` from the segment between two points: the third corner of a needle.
pub fn near_segment(random: &mut Random, dim: usize, [a, b]: [DVec3; 2], off: f64) -> DVec3 {
    a + (b - a) * random.unit() + random.in_ball(dim) * off
}

/// The first end of a segment or its midpoint: the third corner of a degenerate triangle.
pub fn on_segment(random: &mut Random, [a, b]: [DVec3; 2]) -> DVec3 {
    if random.chance(0.5) { a } else { 0.5 * (a + b) }
}

/// Points on an ellipse in the plane z = 0, counter-clockwise. The parameter angles of any two
/// differ by at least a fifth of 2π / `count`.
pub fn on_ellipse(random: &mut Random, count: usize, radii: DVec3) -> Vec<DVec3> {
    let corner = |index: usize| {
        let share = (index as f64 + 0.8 * random.unit()) / count as f64;
        let (sin, cos) = libm::sincos(core::f64::consts::TAU * share);
        DVec3::new(radii.x * cos, radii.y * sin, 0.0)
    };
    (0..count).map(corner).collect()
}

/// Points with large distances between them, so that a hull does not merge two of them. Each is the
/// one of `candidates` calls of `candidate` whose nearest earlier point is farthest. `candidate`
/// returns points of the unit sphere.
pub fn spread_on_sphere(count: usize, candidates: usize, mut candidate: impl FnMut() -> DVec3) -> Vec<DVec3> {
    let mut points: Vec<DVec3> = Vec::with_capacity(count);
    while points.len() < count {
        let mut best = (-1.0, DVec3::ZERO);
        for _ in 0..candidates {
            let point = candidate();
            let nearest = points.iter().map(|&other| point.distance_squared(other)).fold(f64::INFINITY, f64::min);
            if nearest > best.0 {
                best = (nearest, point);
            }
        }
        points.push(best.1);
    }
    points
}
