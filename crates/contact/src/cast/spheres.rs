//! Casts of two spheres about the origins of their frames (circles in 2D): the root of a quadratic.
//!
//! * With c from A's centre to B's, the motion m and R = radii + target, the impact is the first
//!   root of |c + m·t| = R. With b = c·m, the part h of c across m, and w = √(R² − h²): t = (c² −
//!   R²) / (|m|·w − b). The other form, (−b − |m|·w) / m², loses the error of w near the start and
//!   may be negative. Here only c² − R² cancels, it is positive, and the error of w counts less the
//!   nearer the start is.
//! * The answer is in the axes in which c and m are. No rotation enters but for the point in B's
//!   frame.
//! * Casts that graze are decided by rounding, and spheres within the target at the start are not
//!   cast. Both are left to what follows in `linear.rs`.

use clinch_support::{Frame, Pose, Vector};

use crate::cast::impact::{CastOutcome, Impact};
use crate::cast::settings::CastSettings;
use crate::cast::world::{WorldCastOutcome, WorldImpact};
use crate::clip::Space;
use crate::pairs::sphere_sphere::SphereSphere;
use crate::radii::Radii;

/// Rounding error of a cast, relative to the sum of the lengths. Larger: more casts that graze are
/// left to what follows. Smaller: `lower` is no bound, and rounding decides a graze.
const NOISE: f64 = 64.0 * f64::EPSILON;

/// Lengths whose squares are larger than this have products with all their digits, even of their
/// small components.
const SMALLEST_SQUARE: f64 = f64::MIN_POSITIVE / (f64::EPSILON * f64::EPSILON);

/// Squares below this have finite sums of two products, and reciprocals with all their digits.
const LARGEST_SQUARE: f64 = f64::MAX / 4.0;

/// What happens to two spheres, in the axes of the centres and the motion.
pub(crate) enum SphereCast<W> {
    Hit {
        time: f64,
        /// There is no impact before.
        lower: f64,
        /// Unit, from A to B.
        normal: W,
    },
    Miss {
        /// Unit, from A to B.
        axis: W,
        proven: bool,
    },
}

impl<V: Space> SphereSphere<V> {
    /// What happens when B moves by `motion` per unit of the parameter. `None` where rounding would
    /// decide, and out of range.
    #[inline(always)]
    pub(crate) fn cast(&self, motion: V::Wide, settings: &CastSettings) -> Option<SphereCast<V::Wide>> {
        let (centers, squared, reach) = (self.between, self.squared, self.radii.sum() + settings.target_distance);
        let motion_squared = motion.length_squared();
        let in_range = |square: f64| square > SMALLEST_SQUARE && square < LARGEST_SQUARE;
        if !(in_range(squared) && in_range(motion_squared) && reach * reach < LARGEST_SQUARE) {
            return None;
        }
        let size = centers.sum_abs() + reach;
        let slack = NOISE * size;
        let speed = motion_squared.sqrt();
        let along = centers.dot(motion);
        // Far away, the difference of two long vectors leaves rounding along the motion: subtract
        // that, too.
        let per_squared = motion_squared.recip();
        let across = centers - motion * (along * per_squared);
        let across = across - motion * (across.dot(motion) * per_squared);
        let offset_squared = across.length_squared();
        let (outer, inner) = (reach + slack, reach - slack);
        if !(squared > outer * outer) {
            return None;
        }
        if offset_squared > outer * outer {
            return Some(SphereCast::Miss { axis: across * offset_squared.sqrt().recip(), proven: true });
        }
        if along > slack * speed {
            return Some(SphereCast::Miss { axis: centers * squared.sqrt().recip(), proven: true });
        }
        if !(inner > 0.0 && offset_squared < inner * inner) {
            return None;
        }
        let half_chord = (reach * reach - offset_squared).sqrt();
        let above = squared - reach * reach;
        let time = above / (speed * half_chord - along);
        // A bound of the earliest impact: the spheres nearer, larger, faster and less offset,
        // lengths by `slack` at most. The square of the half chord then grows by less than
        // 4·slack·reach, with its own rounding 5; and √(x² + y) ≤ x + y/2x. The last `slack` is the
        // error of `along`.
        let longest = half_chord + 2.5 * slack * reach / half_chord + slack;
        let lower = (above - slack * size) / (speed * longest - along) * (1.0 - NOISE);
        if !(time <= settings.max_time * (1.0 + 4.0 * f64::EPSILON)) {
            // The axis is the direction between the centres at the end. The gap along it falls up
            // to there, and is above the target there.
            let there = centers + motion * settings.max_time;
            return Some(SphereCast::Miss { axis: there * there.length().recip(), proven: lower > settings.max_time });
        }
        let touching = across - motion * (half_chord * speed * per_squared);
        let time = time.min(settings.max_time);
        Some(SphereCast::Hit { time, lower: lower.max(0.0).min(time), normal: touching * touching.length().recip() })
    }
}

impl<W: Vector<Scalar = f64, Wide = W>> SphereCast<W> {
    /// In the frames of A and B, for centres and a motion in A's.
    #[inline(always)]
    pub(crate) fn in_frames<V: Vector<Wide = W>>(self, radii: Radii, b_in_a: &Pose<W>, target: f64) -> CastOutcome<V> {
        match self {
            Self::Miss { axis, proven } => CastOutcome::Miss { axis, proven },
            Self::Hit { time, lower, normal } => CastOutcome::Hit(Impact {
                time,
                lower,
                at_start: false,
                separation: target,
                normal,
                point_a: normal * radii.a,
                point_b: Frame::<V>::new(b_in_a).direction_in_b(normal) * -radii.b,
            }),
        }
    }

    /// In the world, for centres and a motion there. `centers_at`: those of A and B at a time.
    #[inline(always)]
    pub(crate) fn in_world<V: Vector<Wide = W>>(
        self,
        radii: Radii,
        centers_at: impl Fn(f64) -> [W; 2],
        target: f64,
    ) -> WorldCastOutcome<V> {
        match self {
            Self::Miss { proven, .. } => WorldCastOutcome::Miss { proven },
            Self::Hit { time, lower, normal } => {
                let [a, b] = centers_at(time);
                WorldCastOutcome::Hit(WorldImpact {
                    time,
                    lower,
                    at_start: false,
                    separation: target,
                    normal: V::narrow(normal),
                    point_a: V::narrow(a + normal * radii.a),
                    point_b: V::narrow(b - normal * radii.b),
                })
            }
        }
    }
}
