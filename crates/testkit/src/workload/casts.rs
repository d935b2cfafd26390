//! Pairs that are apart, of which B moves towards A: head on, off, and some of them past it.

use crate::pair_file::Coords;
use crate::random::Random;
use crate::workload::{Gauge, Kind, Proximity, Workload, still};

/// How far B's way may point beside A's origin, as a part of the distance between the origins. Larger: hardly any hits. Smaller: hardly any misses.
const ASIDE: f64 = 0.5;

/// So many pairs that are far from each other, with motions: B would be where A's origin is, or beside it, at time 1.
pub fn casts<G: Gauge>(kind: &Kind, seed: u64, count: usize) -> Workload {
    let mut workload = still::<G>(kind, Proximity::Far, seed, count);
    for (index, track) in workload.tracks.iter_mut().enumerate() {
        let random = &mut Random::of(!seed, index as u64);
        let [a, b] = track.frames[0].map(|pose| pose.translation());
        let aside = random.in_ball(kind.dim) * (ASIDE * (a - b).length());
        track.motion = Some(Coords::of(a - b + aside, kind.dim).rounded());
    }
    workload
}
