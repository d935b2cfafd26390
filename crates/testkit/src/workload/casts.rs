//! Separated pairs in which B moves towards A: head on, off center, or past it.

use crate::random::Random;
use crate::workload::kind::DIGITS;
use crate::workload::{Gauge, Kind, Proximity, Workload, still};

/// The largest distance by which B's way misses A's origin, as a part of the distance between the
/// origins. Larger: hardly any hits. Smaller: hardly any misses.
const ASIDE: f64 = 0.5;

/// `count` pairs that are [`Far`](Proximity::Far) from each other. At time 1, B would be at A's
/// origin or beside it.
pub fn casts<G: Gauge>(kind: &Kind, seed: u64, count: usize) -> Workload {
    let mut workload = still::<G>(kind, Proximity::Far, seed, count);
    for (index, track) in workload.tracks.iter_mut().enumerate() {
        let random = &mut Random::of(!seed, index as u64);
        let [a, b] = track.frames[0].map(|pose| pose.translation());
        let aside = random.in_ball(kind.dim) * (ASIDE * (a - b).length());
        track.motion = Some(DIGITS.coords(a - b + aside, kind.dim));
    }
    workload
}
