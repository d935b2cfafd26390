//! Chains and fields that the tests share.

use clinch_composite::{Chain, HeightField2, SubShapeId};
use clinch_support::{Scalar, Vector};
use clinch_testkit::random::Random;
use glam::DVec2;

pub(crate) fn point(random: &mut Random, size: f64) -> DVec2 {
    (random.in_ball(2) * size).truncate()
}

/// A star-shaped loop, counter-clockwise.
pub(crate) fn star(count: usize, random: &mut Random) -> Vec<DVec2> {
    let place = |i: usize| {
        let (sine, cosine) = libm_sin_cos(i as f64 / count as f64 * std::f64::consts::TAU);
        DVec2::new(cosine, sine) * random.range(0.3, 1.0)
    };
    (0..count).map(place).collect()
}

/// Without a function whose last bit differs between platforms.
fn libm_sin_cos(angle: f64) -> (f64, f64) {
    (0..64).fold((0.0, 1.0), |(sine, cosine), _| {
        let half = 0.5 * angle / 64.0;
        // A rotation by nearly this angle.
        let (s, c) = (2.0 * half / (1.0 + half * half), (1.0 - half * half) / (1.0 + half * half));
        (sine * c + cosine * s, cosine * c - sine * s)
    })
}

/// Points of whole numbers, consecutive ones distinct; the loop crosses itself.
pub(crate) fn tangle(count: usize, random: &mut Random) -> Vec<DVec2> {
    let mut points: Vec<DVec2> = Vec::new();
    while points.len() < count || points.first() == points.last() {
        let next = DVec2::new(random.below(7) as f64 - 3.0, random.below(7) as f64 - 3.0);
        if points.last() != Some(&next) {
            points.push(next);
        }
    }
    points
}

/// The points in `V`.
pub(crate) fn narrow<V: Vector<Wide = DVec2>>(points: &[DVec2]) -> Vec<V> {
    points.iter().map(|&point| V::narrow(point)).collect()
}

/// All segments of a chain.
pub(crate) fn segments<V: Vector<Wide = DVec2>>(chain: &Chain<V>) -> Vec<[DVec2; 2]> {
    (0..chain.segments()).filter_map(|id| chain.ends(SubShapeId(id))).map(|ends| ends.map(V::widen)).collect()
}

/// A field of rough terrain, and the chain of its points, from right to left.
pub(crate) fn terrain<V: Vector<Wide = DVec2>>(count: usize, scale: V, random: &mut Random) -> (HeightField2<V>, Chain<V>) {
    let heights = (0..count).map(|_| V::Scalar::narrow(random.range(-1.0, 1.0))).collect();
    let field = HeightField2::new(heights, scale).unwrap();
    let mut points: Vec<V> = (0..count as u32 - 1).rev().filter_map(|id| field.ends(SubShapeId(id))).map(|ends| ends[0]).collect();
    points.extend(field.ends(SubShapeId(0)).map(|ends| ends[1]));
    (field, Chain::open(points).unwrap())
}
