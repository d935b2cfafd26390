//! Chains and height fields in 2D.

mod convex;
mod invariance;
mod line;
mod minima;
mod plateau;
mod pressed;
mod sliding;
mod solid;
mod tiles;

use clinch_composite::Chain;
use clinch_contact::Space;
use clinch_shapes::{Ball, Capsule, Convex, Cuboid, Ellipsoid, Polygon, Rounded, Segment};
use clinch_support::{Rotation2, Scalar, Vector};
use clinch_testkit::random::Random;
use glam::DVec2;

/// The kinds of [`body`].
pub(crate) const KINDS: usize = 8;

/// A body of this kind, with a reach of about `size`.
pub(crate) fn body<V: Space<Wide = DVec2>>(kind: usize, size: f64, random: &mut Random) -> Box<dyn Convex<V>> {
    let scalar = |x: f64| V::Scalar::narrow(x * size);
    let vector = |x: f64, y: f64| V::narrow(DVec2::new(x, y) * size);
    let mut part = || random.range(0.3, 0.6);
    match kind {
        0 => Box::new(Ball::new(scalar(0.5)).unwrap()),
        1 => Box::new(Capsule::new(scalar(part()), scalar(0.2)).unwrap()),
        2 => Box::new(Cuboid::new(vector(part(), part())).unwrap()),
        3 => Box::new(Rounded::new(Cuboid::new(vector(part(), part())).unwrap(), scalar(0.1)).unwrap()),
        4 => Box::new(Ellipsoid::new(vector(part(), part())).unwrap()),
        5 => {
            let points: Vec<V> = (0..12).map(|_| V::narrow(random.direction(2).truncate() * (0.5 * size))).collect();
            Box::new(Polygon::hull_of(&points).unwrap())
        }
        6 => Box::new(Segment::new(vector(-part(), 0.0), vector(part(), 0.1)).unwrap()),
        // A plate.
        _ => Box::new(Cuboid::new(vector(part(), 0.02)).unwrap()),
    }
}

/// A turn by which most bodies lie on a face, by nearly that, or by anything.
pub(crate) fn turn(random: &mut Random) -> Rotation2<f64> {
    let quarter = random.pick(&[[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]]);
    let [cos, sin] = match random.below(3) {
        0 => quarter,
        1 => {
            let tilt = random.power(-8.0, -1.0) * random.sign();
            [quarter[0] - tilt * quarter[1], quarter[1] + tilt * quarter[0]]
        }
        _ => random.direction(2).truncate().to_array(),
    };
    let length = DVec2::new(cos, sin).length();
    Rotation2 { cos: cos / length, sin: sin / length }
}

/// The chain of these points in `V`.
pub(crate) fn chain<V: Vector<Wide = DVec2>>(points: &[DVec2]) -> Chain<V> {
    Chain::open(points.iter().map(|&point| V::narrow(point)).collect()).unwrap()
}

/// Rough ground from x = 1 to x = −1, so that the front is above.
pub(crate) fn ground(count: usize, roughness: f64, random: &mut Random) -> Vec<DVec2> {
    let step = 2.0 / (count - 1) as f64;
    let place = |i: usize| DVec2::new(1.0 - step * (i as f64 + random.range(-0.3, 0.3)), random.range(-1.0, 1.0) * roughness * step);
    (0..count).map(place).collect()
}

/// The nearest point of a segment.
pub(crate) fn nearest([a, b]: [DVec2; 2], point: DVec2) -> DVec2 {
    a + (b - a) * ((point - a).dot(b - a) / (b - a).length_squared()).clamp(0.0, 1.0)
}
