//! Poses as integers.
//!
//! * Translations are multiples of 2⁻¹⁶ m, 15 µm: a fifteenth of the tolerance of the contact
//!   tests, and exact in an `f32` up to 256 m.
//! * The largest component of the quaternion is dropped and made positive (q and −q are the same
//!   rotation). The other three are multiples of 2⁻¹⁷: within ±1/√2, each has 17½ bits. The fourth
//!   is √(1 − a² − b² − c²) in `f64`, which IEEE 754 rounds the same everywhere, of integers that
//!   are exact there.
//! * Because the dropped component is the largest, it is at least ½, to rounding. So the slope of
//!   the root is limited, and the error of the fourth component is at most the sum of the other
//!   three.

use super::types::RecordedPose;

/// Steps of the lattice per metre.
const PER_METRE: f64 = 65536.0;
/// Steps of the lattice from 0 to 1 in a quaternion's component.
const PER_UNIT: f64 = 131072.0;
/// 256 m: beyond it an `f32` no longer holds every multiple of 2⁻¹⁶.
pub(super) const FARTHEST: i32 = 1 << 24;
/// 1/√2 in steps, rounded up: the largest value of a component that is not the largest.
pub(super) const WIDEST: i32 = 92_682;
/// The square of length 1, in steps.
const ONE: i64 = 1 << 34;

/// A pose that a file can store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LatticePose {
    /// In steps of 2⁻¹⁶ m.
    pub translation: [i32; 3],
    /// The dropped component of the quaternion: 0 to 3 for x, y, z, w.
    pub dropped: u8,
    /// The other three components in their order, in steps of 2⁻¹⁷.
    pub rest: [i32; 3],
}

impl RecordedPose {
    /// The pose that a file stores for this one: at most 2⁻¹⁷ m away along each axis, and 2⁻¹⁸ in
    /// each of three components of the quaternion. Quantising twice changes nothing. `None` if a
    /// number is not finite, the rotation is zero or a coordinate exceeds 256 m.
    ///
    /// ```
    /// use clinch_testkit::recording::RecordedPose;
    ///
    /// let pose = RecordedPose { translation: [1.0, 0.1, -3.0], rotation: [0.0, 0.6, 0.0, 0.8] };
    /// let kept = pose.quantised().unwrap();
    /// assert_eq!(kept.translation, [1.0, 6554.0 / 65536.0, -3.0]);
    /// assert_eq!(kept.quantised(), Some(kept));
    /// ```
    pub fn quantised(&self) -> Option<Self> {
        Some(LatticePose::nearest(self)?.pose())
    }

    /// As [`quantised`](Self::quantised), with steps that are 2^`bits` times as long, so that a
    /// file of such poses is smaller: the differences from tick to tick have so many bits less.
    ///
    /// ```
    /// use clinch_testkit::recording::RecordedPose;
    ///
    /// let pose = RecordedPose { translation: [1.0, 0.11, -3.0], rotation: [0.0, 0.6, 0.0, 0.8] };
    /// let kept = pose.coarsely_quantised(2).unwrap();
    /// assert_eq!(kept.translation, [1.0, 1802.0 / 16384.0, -3.0]);
    /// assert_eq!(kept.quantised(), Some(kept));
    /// ```
    pub fn coarsely_quantised(&self, bits: u32) -> Option<Self> {
        let LatticePose { translation, dropped, rest } = LatticePose::nearest(self)?;
        let half = (1 << bits) >> 1;
        let coarse = |steps: i32, most: i32| {
            let up = (steps + half) >> bits << bits;
            // Multiples beyond the range are rounded towards zero.
            if up > most { up - (1 << bits) } else { up.max(-(most >> bits << bits)) }
        };
        let pose = LatticePose {
            translation: translation.map(|steps| coarse(steps, FARTHEST)),
            dropped,
            rest: rest.map(|steps| coarse(steps, WIDEST)),
        };
        pose.is_valid().then(|| pose.pose())
    }
}

impl LatticePose {
    /// The pose on the lattice nearest to `pose`; the same pose, bit for bit, if `pose` is on the
    /// lattice.
    pub(super) fn nearest(pose: &RecordedPose) -> Option<Self> {
        let translation = pose.translation.map(|component| (f64::from(component) * PER_METRE).round());
        // Written so that NaN fails.
        if !translation.iter().all(|steps| steps.abs() <= f64::from(FARTHEST)) {
            return None;
        }
        let translation = translation.map(|steps| steps as i32);
        let q = pose.rotation.map(f64::from);
        let length = (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]).sqrt();
        if !(length > 0.0 && length.is_finite()) {
            return None;
        }
        let q = q.map(|component| component / length);
        // Rounding may change the order of two nearly equal components. So that a pose on the
        // lattice gives itself, each component that may have been the largest is tried, and the
        // largest one is taken if none of them gives the pose.
        let mut order = [0_usize, 1, 2, 3];
        order.sort_by(|&i, &j| q[j].abs().total_cmp(&q[i].abs()));
        let candidates = order.map(|dropped| Self { translation, dropped: dropped as u8, rest: rest_of(q, dropped) });
        let mut exact = candidates.iter().filter(|candidate| candidate.is_valid());
        exact.find(|candidate| candidate.pose().rotation == pose.rotation).or(candidates.first()).copied().filter(Self::is_valid)
    }

    /// Whether the numbers are within their ranges and the fourth component exists.
    pub(super) fn is_valid(&self) -> bool {
        self.translation.iter().all(|steps| steps.unsigned_abs() <= FARTHEST.unsigned_abs())
            && self.rest.iter().all(|steps| steps.unsigned_abs() <= WIDEST.unsigned_abs())
            && self.dropped < 4
            && self.dropped_squared() > 0
    }

    /// The recorded pose: the same bits on every machine.
    pub(super) fn pose(&self) -> RecordedPose {
        let fourth = (self.dropped_squared() as f64).sqrt() / PER_UNIT;
        let [a, b, c] = self.rest.map(|steps| f64::from(steps) / PER_UNIT);
        let rotation = spread(self.dropped, fourth, [a, b, c]);
        RecordedPose {
            translation: self.translation.map(|steps| (f64::from(steps) / PER_METRE) as f32),
            rotation: rotation.map(|component| component as f32),
        }
    }

    /// All four components in whole steps, from which the next pose is predicted.
    pub(super) fn quaternion(&self) -> [i32; 4] {
        spread(self.dropped, self.dropped_squared().max(0).isqrt() as i32, self.rest)
    }

    /// The dropped component's square in steps². Exact: each square is below 2³⁴.
    fn dropped_squared(&self) -> i64 {
        ONE - self.rest.iter().map(|&steps| i64::from(steps) * i64::from(steps)).sum::<i64>()
    }
}

/// The components of `q` without `dropped`, rounded, with the sign that makes the dropped one
/// positive.
fn rest_of(q: [f64; 4], dropped: usize) -> [i32; 3] {
    let sign = if q[dropped] < 0.0 { -1.0 } else { 1.0 };
    let steps = q.map(|component| (component * sign * PER_UNIT).round() as i32);
    remove(steps, dropped as u8)
}

/// All components but one, in their order.
pub(super) fn remove<T>(q: [T; 4], dropped: u8) -> [T; 3] {
    let [x, y, z, w] = q;
    match dropped {
        0 => [y, z, w],
        1 => [x, z, w],
        2 => [x, y, w],
        _ => [x, y, z],
    }
}

/// Undoes [`remove`].
fn spread<T>(dropped: u8, fourth: T, [a, b, c]: [T; 3]) -> [T; 4] {
    match dropped {
        0 => [fourth, a, b, c],
        1 => [a, fourth, b, c],
        2 => [a, b, fourth, c],
        _ => [a, b, c, fourth],
    }
}

#[cfg(test)]
mod tests {
    use super::{LatticePose, RecordedPose};
    use crate::random::Random;
    use crate::recording::tests::random_pose;

    #[test]
    fn a_pose_from_the_lattice_stays_where_it_is() {
        let mut random = Random::new(7);
        let mut ties = 0;
        for round in 0..200_000 {
            let mut pose = random_pose(&mut random, 200.0);
            if round % 2 == 0 {
                // Two or more components that differ by less than a step, so that rounding decides
                // which is the largest.
                let size = 0.5 + random.unit() * 0.2;
                pose.rotation = [0, 1, 2, 3].map(|_| ((size + (random.unit() - 0.5) * 2e-5) * random.sign()) as f32);
            }
            let kept = pose.quantised().unwrap();
            assert_eq!(kept.quantised(), Some(kept), "{pose:?}");
            let naive = LatticePose::nearest(&pose).unwrap();
            let largest = kept.rotation.map(f32::abs).into_iter().fold(0.0, f32::max);
            ties += usize::from(kept.rotation[usize::from(naive.dropped)] < largest);
        }
        assert!(ties > 1000, "only {ties} poses had a dropped component that was not the largest: the test does not bite");
    }

    #[test]
    fn quantising_moves_a_pose_by_half_a_step_at_most() {
        let mut random = Random::new(8);
        let mut farthest = (0.0_f64, 0.0_f64);
        for _ in 0..100_000 {
            let pose = random_pose(&mut random, 200.0);
            let kept = pose.quantised().unwrap();
            let q = pose.rotation.map(f64::from);
            let r = kept.rotation.map(f64::from);
            for (before, after) in pose.translation.iter().zip(kept.translation) {
                farthest.0 = farthest.0.max((f64::from(*before) - f64::from(after)).abs());
            }
            let length = (r[0] * r[0] + r[1] * r[1] + r[2] * r[2] + r[3] * r[3]).sqrt();
            assert!((length - 1.0).abs() < 1e-7, "{r:?}");
            let dot = (q[0] * r[0] + q[1] * r[1] + q[2] * r[2] + q[3] * r[3]).abs();
            // 1 − cos of half the angle between the two.
            farthest.1 = farthest.1.max(1.0 - dot);
        }
        assert!(farthest.0 <= 0.5 / 65536.0 && farthest.0 > 0.45 / 65536.0, "{farthest:?}");
        assert!(farthest.1 < 2e-7, "{farthest:?}");
    }

    #[test]
    fn coarse_poses_are_on_the_coarse_lattice_and_stay() {
        let mut random = Random::new(9);
        for round in 0..100_000 {
            let pose = random_pose(&mut random, 256.0);
            let bits = round % 6;
            let kept = pose.coarsely_quantised(bits).unwrap();
            assert_eq!(kept.quantised(), Some(kept), "{pose:?}");
            let lattice = LatticePose::nearest(&kept).unwrap();
            let steps = lattice.translation.iter().chain(&lattice.rest);
            assert!(steps.clone().all(|steps| steps.trailing_zeros() >= bits), "{lattice:?}");
            let off = pose.translation.iter().zip(kept.translation).map(|(before, after)| (before - after).abs()).fold(0.0, f32::max);
            assert!(off <= (0.5 + 0.5 * (1 << bits) as f32) / 65536.0, "{off}");
        }
        let fine = random_pose(&mut random, 1.0);
        assert_eq!(fine.coarsely_quantised(0), fine.quantised());
    }

    #[test]
    fn a_pose_out_of_range_is_refused() {
        let at = |x| RecordedPose { translation: [x, 0.0, 0.0], rotation: [0.0, 0.0, 0.0, 1.0] };
        let turned = |rotation| RecordedPose { translation: [0.0; 3], rotation };
        assert!(at(256.0).quantised().is_some() && at(-256.0).quantised().is_some());
        for pose in [at(256.1), at(f32::NAN), at(f32::INFINITY), turned([0.0; 4]), turned([f32::NAN, 0.0, 0.0, 1.0])] {
            assert_eq!(pose.quantised(), None, "{pose:?}");
        }
    }
}
