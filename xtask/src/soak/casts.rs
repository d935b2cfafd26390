//! Casts of B past A at a constant gap along the normal, towards A, away from A, or along a random
//! path.
//!
//! * The gap along a fixed direction is linear in time, so a direction proves as much about a whole
//!   path as about one position. A hit is right if the gap along its normal is the target distance
//!   at the time of impact and not less at the start, and its points belong to the shapes.
//! * A miss is right if at any time the gap along one of some directions is larger than the target
//!   distance. The directions are the normals of the program at chosen times: each next time is the
//!   one at which the last two gaps are equal. The gaps are computed from the parameters of the
//!   shapes. If `TANGENTS` directions do not prove it, only the measured distances are checked.

use clinch::contact::{CastOutcome, CastSettings, cast};
use clinch::support::{Basis, Pose, Rotation, Vector};
use clinch_testkit::grade::grade;
use clinch_testkit::oracle::Doubt;
use clinch_testkit::pair_file::{Coords, PoseSpec, Query, QueryKind};
use clinch_testkit::random::Random;
use glam::DVec3;

use crate::pairs::answer::{Precision, answer};
use clinch_probe::properties::{Case, Doubts};
use clinch_probe::subject::{Buffers, Poses, Probed};

/// The kind of a cast's outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CastKind {
    Hit,
    Start,
    Miss,
}

/// A cast and the doubts about its answer.
#[derive(Clone, Debug)]
pub(crate) struct Cast {
    pub(crate) query: Query,
    pub(crate) kind: Option<CastKind>,
    pub(crate) doubts: Vec<Doubt>,
}

/// The largest number of tangents for the proof of a miss. On a path that grazes a smooth shape
/// each halves the time from the closest approach.
const TANGENTS: usize = 40;

/// The tolerance of a cast, from that of a contact query: at least the accuracy of the oracle's
/// casts. If a motion grazes a smooth shape, the normal is accurate only to the root of the
/// rounding error.
fn tolerance_of(tolerance: f64) -> f64 {
    if tolerance > CAST_TOLERANCE { tolerance } else { CAST_TOLERANCE }
}

/// The smallest tolerance of a cast; see [`tolerance_of`].
const CAST_TOLERANCE: f64 = 1e-9;

/// Casts B along a random path and checks the answer. `None` if S is 0.
pub(crate) fn check<V: Probed>(case: &Case<'_, V>, random: &mut Random, buffers: &mut Buffers<V>) -> Option<Cast> {
    let (claim, extent) = (&case.found.claim, case.certificate.extent());
    if !(extent > 0.0) {
        return None;
    }
    let normal = claim.normal;
    let any = random.direction(V::DIM);
    let along = (any - normal * normal.dot(any)).try_normalize().unwrap_or(any);
    // The offset of B at the start, and the motion in one unit of time.
    let (start, motion) = match random.below(4) {
        // Past A, with a constant gap along the normal: a pair that touches to an ulp grazes to an
        // ulp.
        0 => (along * -extent, along * (2.0 * extent)),
        // Towards A, straight or at an angle.
        1 => (DVec3::ZERO, (along * random.unit() - normal) * (claim.sd.abs() + extent * random.unit())),
        // Away from A.
        2 => (DVec3::ZERO, (along * random.unit() + normal) * extent),
        _ => (any * (2.0 * extent), random.direction(V::DIM) * extent - any * (2.0 * extent)),
    };
    let target = if random.chance(0.2) { extent * random.power(-3.0, -0.5) } else { 0.0 };
    let query = cast_query(case.query, start, motion, target);
    Some(checked(case, query, motion, target, buffers))
}

fn cast_query(query: &Query, start: DVec3, motion: DVec3, target: f64) -> Query {
    let t = Coords::of(query.pose_b.translation() + start, query.dim);
    Query {
        id: format!("{}/cast", query.id),
        kind: QueryKind::ShapeCast,
        pose_b: PoseSpec { t: Some(t), ..query.pose_b },
        vel_b: Some(Coords::of(motion, query.dim)),
        max_toi: Some(1.0),
        target_distance: Some(target),
        ..query.clone()
    }
}

/// Answers the cast and checks the answer.
fn checked<V: Probed>(case: &Case<'_, V>, query: Query, motion: DVec3, target: f64, buffers: &mut Buffers<V>) -> Cast {
    let poses = Poses::<V>::of(&query.pose_a, &query.pose_b).near();
    // The translation of B is rounded.
    let start = query.pose_b.translation() - case.query.pose_b.translation();
    let extent = case.certificate.extent();
    let band = tolerance_of(case.band / extent) * extent + 1e-14 * motion.length();
    let path = Path { case, poses, start, motion };
    let poses = &path.poses;
    let settings = CastSettings { target_distance: target, max_time: 1.0, ..CastSettings::default() };
    let answer =
        cast(&case.subject.pair(poses), poses.pose_a.rotation.basis().unrotate(path.wide_motion()), &settings, &mut buffers.scratch);
    let mut doubts = Doubts::default();
    let mut random = Random::new(7);
    let mut kind = None;
    match &answer.outcome {
        CastOutcome::Hit(impact) => {
            kind = Some(if impact.at_start { CastKind::Start } else { CastKind::Hit });
            let (n, time) = (poses.of_a(impact.normal), impact.time);
            doubts.unless("cast: a time out of range", (0.0..=1.0).contains(&time) && impact.lower <= time);
            doubts.unless_within("cast: the gap at the hit is another", (path.gap(n, time) - impact.separation).abs(), band);
            if impact.at_start {
                doubts.unless_within("cast: not within the target at the start", impact.separation - target, band);
            } else {
                doubts.unless_within("cast: not the target's distance at the hit", (impact.separation - target).abs(), band);
                doubts.unless_within("cast: nearer before the hit", target - path.gap(n, 0.0), band);
            }
            let (on_a, on_b) = (poses.of_a(impact.point_a), poses.of_b(impact.point_b) + motion * time);
            // At the start the points are as inaccurate as the bounds.
            let spread =
                if impact.at_start { case.subject.measured(poses, buffers).map_or(f64::NAN, |near| near.upper - near.lower) } else { 0.0 };
            let (between, loose) = (on_b - on_a, band + spread);
            doubts.unless_within(
                "cast: the points are not that far apart along the normal",
                (between.dot(n) - impact.separation).abs(),
                loose,
            );
            doubts.unless_within("cast: the points are not that far apart", (between.length() - impact.separation.abs()).abs(), loose);
            doubts.unless_within("cast: a point is not in A", case.certificate.beyond(false, on_a, n, &mut random), band);
            let on_b = on_b - start - motion * time;
            doubts.unless_within("cast: a point is not in B", case.certificate.beyond(true, on_b, -n, &mut random), band);
        }
        CastOutcome::Miss { .. } => {
            kind = Some(CastKind::Miss);
            let nearest = path.lower_bound(target - band, buffers);
            if !(target - nearest <= band) {
                doubts.0.push(Doubt { what: "cast: a hit was missed", off: target - nearest, certain: false });
            }
        }
        CastOutcome::Exhausted { .. } => doubts.unless("cast: the search gave up", false),
        CastOutcome::Undefined => doubts.unless("cast: no answer", false),
    }
    Cast { query, kind, doubts: doubts.0 }
}

/// The path of a cast: B moves by `motion` in one unit of time and does not rotate.
struct Path<'c, V: Probed> {
    case: &'c Case<'c, V>,
    /// The poses at the start. A is at the origin, so that positions on the path keep their digits
    /// at any distance from the world's origin.
    poses: Poses<V>,
    /// The offset of B at the start from its position in the case, whose certificate is used.
    start: DVec3,
    motion: DVec3,
}

/// A lower bound of the signed distance that is linear in time: the gap along the normal of one
/// time.
struct Tangent {
    time: f64,
    /// The signed distance at this time.
    sd: f64,
    /// The gap at this time, from the parameters of the shapes.
    gap: f64,
    /// The change of the gap per unit of time.
    slope: f64,
}

impl<V: Probed> Path<'_, V> {
    /// The gap along a unit vector at a time.
    fn gap(&self, n: DVec3, time: f64) -> f64 {
        self.case.certificate.gap_along(n) + n.dot(self.start + self.motion * time)
    }

    fn wide_motion(&self) -> V::Wide {
        <V::Wide as Vector>::from_fn(|axis| self.motion[axis])
    }

    /// `None` if the signed distance is undefined.
    fn tangent(&self, time: f64, buffers: &mut Buffers<V>) -> Option<Tangent> {
        let Poses { pose_a, pose_b } = self.poses;
        let pose_b = Pose::new(pose_b.rotation, pose_b.translation + self.wide_motion() * time);
        let (sd, n) = self.case.subject.distance_and_normal(&Poses { pose_a, pose_b }, buffers)?;
        Some(Tangent { time, sd, gap: self.gap(n, time), slope: n.dot(self.motion) })
    }

    /// A lower bound of the signed distance on the whole path, from as many tangents as it takes to
    /// exceed `enough`, or the signed distance at a time at which it is less. If the tangents do
    /// not suffice, the smaller of the last two distances, which are not less than `enough`.
    fn lower_bound(&self, enough: f64, buffers: &mut Buffers<V>) -> f64 {
        let (Some(mut falling), Some(mut rising)) = (self.tangent(0.0, buffers), self.tangent(1.0, buffers)) else { return f64::NAN };
        let least = |one: f64, other: f64| if other < one { other } else { one };
        for _ in 0..TANGENTS {
            // The maximum of the two tangents bounds the signed distance from below.
            if falling.slope >= 0.0 {
                return least(falling.gap, falling.sd);
            }
            if rising.slope <= 0.0 {
                return least(rising.gap, rising.sd);
            }
            let time =
                (rising.gap - rising.slope * rising.time - falling.gap + falling.slope * falling.time) / (falling.slope - rising.slope);
            let bound = falling.gap + falling.slope * (time - falling.time);
            let seen = least(falling.sd, rising.sd);
            if bound > enough || seen < enough || !(time > falling.time && time < rising.time) {
                return least(bound, seen);
            }
            let Some(middle) = self.tangent(time, buffers) else { return f64::NAN };
            if middle.sd < enough || middle.slope == 0.0 {
                return least(middle.sd, middle.gap);
            }
            if middle.slope < 0.0 {
                falling = middle;
            } else {
                rising = middle;
            }
        }
        // Not proved, but no measured distance is less than the target.
        least(falling.sd, rising.sd)
    }
}

/// The faults of the answer by the oracle; `None` if it cannot decide.
pub(crate) fn faults_by_oracle(cast: &Cast, tolerance: f64, precision: Precision) -> Option<Vec<String>> {
    let failures = grade(&cast.query, &answer(&cast.query, precision), tolerance_of(tolerance)).ok()?;
    Some(failures.iter().map(ToString::to_string).collect())
}
