//! The targets of the stage, which compare several loads.

use crate::stage::{BATCH, Bodies, Going, Load, MeasuredLoad, OVERHEAD_AT, Way};

/// A number and its limit.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// Its description.
    pub what: String,
    /// The number.
    pub value: f64,
    /// Its limit.
    pub limit: f64,
    /// The limit is a lower one.
    pub at_least: bool,
}

impl Verdict {
    /// Whether the number is within its limit.
    pub fn is_met(&self) -> bool {
        if self.at_least { self.value >= self.limit } else { self.value <= self.limit }
    }
}

/// Limits in nanoseconds for `update_contacts` per pair: boxes, balls, one of each.
const BATCHES: &[([f64; 3], &str)] = &[([8.0, 1.0, 2.5], "AVX-512"), ([12.0, 1.0, 3.5], "AVX2"), ([24.0, 1.0, 6.0], "SSE2")];
/// The limit of the stage's time divided by that of a loop that collides the same pairs.
const OVERHEAD: f64 = 1.2;
/// The speedup that a second thread must give.
const SECOND_THREAD: f64 = 1.8;
/// The limit of the time per pair at the most expensive size divided by that at the cheapest.
const FLAT: f64 = 1.5;
/// The smallest number of pairs for that limit.
const FLAT_FROM: usize = 10_000;

/// The instruction sets of this processor, as an index into `BATCHES`.
pub fn level() -> usize {
    #[cfg(target_arch = "x86_64")]
    {
        if std::arch::is_x86_feature_detected!("avx512f") {
            return 0;
        }
        if std::arch::is_x86_feature_detected!("avx2") {
            return 1;
        }
    }
    BATCHES.len() - 1
}

/// All verdicts that the results allow.
pub fn verdicts(loads: &[MeasuredLoad], level: usize) -> Vec<Verdict> {
    let of = |way, bodies, going, pairs, threads| {
        let load = Load { way, bodies, going, pairs, threads };
        loads.iter().find(|measured| measured.load == load)
    };
    let mut verdicts = Vec::new();
    let (limits, simd) = &BATCHES[level];
    let batches = [(Bodies::Boxes, "box–box"), (Bodies::Balls, "ball–ball"), (Bodies::Both, "box–ball")];
    for ((bodies, name), &limit) in batches.into_iter().zip(limits) {
        if let Some(found) = of(Way::Table, bodies, Going::Lively, BATCH, 1) {
            let what = format!("{name} in the stage's rows, ns ({simd})");
            verdicts.push(Verdict { what, value: found.collide, limit, at_least: false });
        }
    }
    for going in [Going::Resting, Going::Lively, Going::New] {
        let boxes = |way, pairs, threads| of(way, Bodies::Boxes, going, pairs, threads).map(|measured| measured.ns);
        let name = format!("{going:?}").to_lowercase();
        if let (Some(bare), Some(stage)) = (boxes(Way::Loop, OVERHEAD_AT, 1), boxes(Way::Stage, OVERHEAD_AT, 1)) {
            let what = format!("{name}: the stage over the bare loop, {OVERHEAD_AT} pairs");
            verdicts.push(Verdict { what, value: stage / bare, limit: OVERHEAD, at_least: false });
        }
        if let (Some(one), Some(two)) = (boxes(Way::Stage, OVERHEAD_AT, 1), boxes(Way::Stage, OVERHEAD_AT, 2)) {
            let what = format!("{name}: one thread over two, {OVERHEAD_AT} pairs");
            verdicts.push(Verdict { what, value: one / two, limit: SECOND_THREAD, at_least: true });
        }
        let of_sizes = loads.iter().filter(|found| {
            let Load { way, bodies, going: does, pairs, threads } = found.load;
            (way, bodies, does, threads) == (Way::Stage, Bodies::Boxes, going, 1) && pairs >= FLAT_FROM
        });
        let sizes: Vec<f64> = of_sizes.map(|found| found.ns).collect();
        if sizes.len() > 1 {
            let (least, most) = sizes.iter().fold((f64::INFINITY, 0.0_f64), |(least, most), &ns| (least.min(ns), most.max(ns)));
            let what = format!("{name}: the most expensive size over the cheapest, from {FLAT_FROM} pairs");
            verdicts.push(Verdict { what, value: most / least, limit: FLAT, at_least: false });
        }
    }
    verdicts
}

#[cfg(test)]
mod tests {
    use super::verdicts;
    use crate::stage::{Bodies, Going, Load, MeasuredLoad, Way};

    #[test]
    fn each_limit_applies_to_its_loads() {
        let measured = |way, pairs, threads, ns| {
            let load = Load { way, bodies: Bodies::Boxes, going: Going::Lively, pairs, threads };
            MeasuredLoad { load, ns, collide: 0.9 * ns, bytes: None }
        };
        let all = [
            measured(Way::Table, 10_000, 1, 20.0),
            measured(Way::Loop, 100_000, 1, 100.0),
            measured(Way::Stage, 100_000, 1, 130.0),
            measured(Way::Stage, 100_000, 2, 65.0),
            measured(Way::Stage, 1_000_000, 1, 170.0),
            measured(Way::Stage, 1_000, 1, 9.0),
        ];
        let found = verdicts(&all, 2);
        let values: Vec<(f64, bool)> = found.iter().map(|verdict| (verdict.value, verdict.is_met())).collect();
        assert_eq!(values, [(18.0, true), (1.3, false), (2.0, true), (170.0 / 130.0, true)]);
        assert!(!verdicts(&all, 0)[0].is_met(), "the limits for wider SIMD are stricter");
    }
}
