//! Pairs that do not move, in a given proximity.

use crate::random::Random;
use crate::workload::gauge::{Gauge, PlacedPair};
use crate::workload::place::{anywhere, inradius, put};
use crate::workload::{Kind, Proximity, Track, Workload};

/// Tries for each pair, on average. A few directions in a hundred fail: a triangle whose plane
/// misses A's origin is never deep in A.
const TRIES: usize = 20;

/// `count` pairs of a kind in a proximity; fewer only if `G` has no answer for too many of them.
///
/// ```
/// use clinch_testkit::workload::{ByOracle, Proximity, SPACE, still};
///
/// let pairs = still::<ByOracle>(&SPACE[0], Proximity::Near, 1, 10);
/// assert_eq!(pairs.tracks.len(), 10);
/// assert_eq!(pairs, still::<ByOracle>(&SPACE[0], Proximity::Near, 1, 10));
/// ```
pub fn still<G: Gauge>(kind: &Kind, proximity: Proximity, seed: u64, count: usize) -> Workload {
    let random = &mut Random::of(seed, 0);
    let shapes = kind.shapes(random);
    let mut tracks = Vec::with_capacity(count);
    let gauge = G::of(&shapes, kind.dim);
    let inradii: Vec<f64> = shapes.iter().map(|shape| inradius(shape, kind.dim)).collect();
    // Each try has its own stream, so that a pair does not depend on the tries of others.
    let mut tried = 0;
    while let Some(gauge) = gauge.as_ref().filter(|_| tracks.len() < count && tried < TRIES * count) {
        tried += 1;
        let random = &mut Random::of(seed, tried as u64);
        let shapes = kind.two(random);
        let poses = [anywhere(kind.dim, random), anywhere(kind.dim, random)];
        let inradius = smaller(shapes.map(|shape| inradii[shape]));
        let band = proximity.band(inradius);
        let aim = [proximity.aim(inradius, random), band.end() - band.start()];
        let direction = random.direction(kind.dim);
        let found = put(gauge, kind.dim, &PlacedPair { shapes, poses }, direction, aim);
        if let Some(placed) = found.filter(|placed| band.contains(&gauge.signed(placed))) {
            tracks.push(Track { a: shapes[0], b: shapes[1], frames: vec![placed.poses], motion: None });
        }
    }
    Workload { dim: kind.dim, shapes, tracks }
}

/// The radius of the largest ball in the smaller of two shapes; in the other one if one is flat.
fn smaller([a, b]: [f64; 2]) -> f64 {
    match (a > 0.0, b > 0.0) {
        (true, true) if b < a => b,
        (true, _) => a,
        _ => b,
    }
}
