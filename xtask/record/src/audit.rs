//! The figures of a recording: the number of pairs, how many are proved, and the comparison with
//! rapier's own manifolds.

use std::collections::BTreeMap;
use std::fmt;

use crate::fresh::Near;

/// Lists of touching pairs are compared only where the signed distance is farther than this from 0,
/// in metres: the contacts of engines are not more accurate.
pub(crate) const BAND: f64 = 1e-4;

/// Counts over all ticks. A pair counts once in each tick.
#[derive(Default)]
pub(crate) struct Audit {
    near: usize,
    in_band: usize,
    touching: Vec<usize>,
    /// Outside the band: apart, overlapping, and those of both without proof.
    apart: usize,
    overlapping: usize,
    unproved: usize,
    /// Overlapping by more than the band, and missing in rapier's manifolds.
    missed: usize,
    /// In rapier's manifolds, and apart by more than the band.
    extra: usize,
    /// The deepest missing overlap and the largest gap that rapier reports as touching, in metres.
    worst: (f64, f64),
}

impl Audit {
    /// Adds a tick: parry's answers, and the pairs that touch by rapier's manifolds.
    pub(crate) fn tick(&mut self, near: &[Near], manifolds: &[((u32, u32), f32)]) {
        self.near += near.len();
        self.touching.push(near.iter().filter(|near| near.touches()).count());
        let mut fresh = BTreeMap::new();
        for near in near {
            let distance = near.distance.unwrap_or(f64::INFINITY);
            fresh.insert(near.pair, distance);
            if distance.abs() <= BAND {
                self.in_band += 1;
                continue;
            }
            *(if near.touches() { &mut self.overlapping } else { &mut self.apart }) += 1;
            self.unproved += usize::from(!near.proved);
        }
        for (pair, _) in manifolds {
            // Pairs whose bounds do not overlap were not measured: they are apart.
            let distance = fresh.remove(pair).unwrap_or(f64::INFINITY);
            if distance > BAND {
                self.extra += 1;
                if distance.is_finite() {
                    self.worst.1 = self.worst.1.max(distance);
                }
            }
        }
        for &distance in fresh.values().filter(|&&distance| distance < -BAND) {
            self.missed += 1;
            self.worst.0 = self.worst.0.min(distance);
        }
    }

    /// The number of pairs outside the band without a proof whether they touch.
    pub(crate) fn unproved(&self) -> usize {
        self.unproved
    }
}

impl fmt::Display for Audit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { near, in_band, apart, overlapping, unproved, missed, extra, worst, .. } = self;
        let mut touching = self.touching.clone();
        touching.sort_unstable();
        let [least, median, most] =
            [0, touching.len() / 2, touching.len().saturating_sub(1)].map(|i| touching.get(i).copied().unwrap_or(0));
        writeln!(f, "touching pairs per tick: {least} to {most}, median {median}; {} in all", touching.iter().sum::<usize>())?;
        writeln!(f, "pairs whose bounds overlap: {near}, of them within {BAND} m of touching: {in_band}")?;
        writeln!(f, "beyond that: {apart} apart and {overlapping} overlapping, {unproved} of them unproved")?;
        let (deepest, widest) = (-worst.0, worst.1);
        writeln!(f, "rapier's own manifolds: {missed} overlaps missing (to {deepest:.4} m), {extra} that are apart (to {widest:.4} m)")
    }
}
