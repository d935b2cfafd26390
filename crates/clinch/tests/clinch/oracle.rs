//! The API against the oracle: every supported shape in 2D and 3D, `f32` and `f64`, in every
//! situation of the generator.
//!
//! * `testkit::grade` checks distance and depth within tol·S + err, a normal that separates the
//!   shapes by that depth, and bounds that contain the true value.
//! * `intersects`, `distance`, `contact` and `manifold` must agree.
//! * The generator's numbers are `f32` numbers, and rotations may have any length: nothing is
//!   rounded on input.

use clinch_testkit::build::Build;
use clinch_testkit::generate::{Kind, Pair, pair_of};
use clinch_testkit::grade::{TOLERANCE_F32, TOLERANCE_F64, grade};
use clinch_testkit::pair_file::{self, AnswerLine, Coords, PoseSpec, RotationSpec};
use glam::{DQuat, DVec2, DVec3, Quat, Vec2, Vec3};

/// All but rounded shapes, for which the API has no constructor.
const KINDS: [Kind; 7] = [Kind::Point, Kind::Segment, Kind::Triangle, Kind::Box, Kind::Hull, Kind::Ball, Kind::Capsule];

/// x, y, z, w as in the file.
fn quaternion(pose: &PoseSpec) -> [f64; 4] {
    if let RotationSpec::Quaternion(q) = pose.rotation { q } else { pose.quaternion() }
}

/// Cosine and sine as in the file.
fn cos_sin(pose: &PoseSpec) -> [f64; 2] {
    if let RotationSpec::CosSin(cos, sin) = pose.rotation { [cos, sin] } else { pose.cos_sin() }
}

/// The faults, and how often each situation occurred.
#[derive(Default)]
struct Report {
    faults: Vec<String>,
    apart: usize,
    touching: usize,
    overlapping: usize,
    degenerate: usize,
}

impl Report {
    fn count(&mut self, pair: &Pair) {
        let share = pair.truth.sd / pair.truth.extent;
        // Two points at one position have size 0, and touch.
        match share {
            share if share > 1e-4 => self.apart += 1,
            share if share < -1e-4 => self.overlapping += 1,
            _ => self.touching += 1,
        }
        self.degenerate += usize::from(pair.degenerate);
    }

    fn finish(&self, pairs: usize) {
        let least = |count: usize, percent: usize| assert!(count * 100 >= percent * pairs, "only {count} of {pairs}");
        least(self.apart, 20);
        least(self.touching, 20);
        least(self.overlapping, 20);
        least(self.degenerate, 5);
        let first: Vec<&String> = self.faults.iter().take(12).collect();
        assert!(self.faults.is_empty(), "{} faults:\n{first:#?}", self.faults.len());
    }
}

macro_rules! api {
    ($check:ident, $api:ident $(:: $precision:ident)?, $dim:literal, $vector:ty, $tolerance:expr, $rotation:expr) => {
        fn $check(seed: u64, pairs: usize) {
            use clinch::$api$(::$precision)?::{Pose, contact, distance, intersects, manifold};

            let coords = |v: $vector| -> Coords { <$vector as Build>::coords(clinch::support::Vector::widen(v)) };
            let place = |spec: &PoseSpec| {
                let t = <$vector as Build>::vector(&Coords::of(spec.translation(), $dim));
                Pose::new($rotation(spec), t)
            };
            let mut report = Report::default();
            for index in 0..pairs {
                let pair = pair_of($dim, seed, index as u64, &KINDS);
                report.count(&pair);
                let query = &pair.query;
                let shape = |spec| <$vector as Build>::shape(spec).expect("a supported shape");
                let (a, b) = (shape(&query.a), shape(query.b.as_ref().expect("a pair")));
                let (pose_a, pose_b) = (place(&query.pose_a), place(&query.pose_b));
                let answer = contact(&a, &pose_a, &b, &pose_b);
                let signed = f64::from(answer.distance);
                let touching = answer.is_touching();
                let line = pair_file::Answer {
                    id: query.id.clone(),
                    intersects: touching,
                    distance: if signed > 0.0 { signed } else { 0.0 },
                    depth: touching.then_some(if signed < 0.0 { -signed } else { 0.0 }),
                    normal: Some(coords(answer.normal)),
                    lower: Some(f64::from(answer.lower)),
                    upper: Some(f64::from(answer.upper)),
                    ..pair_file::Answer::default()
                };
                let failures = grade(query, &AnswerLine::Contact(line), $tolerance).expect("the oracle knows these shapes");
                report.faults.extend(failures.iter().map(ToString::to_string));

                let mut wrong = |what: &str| report.faults.push(format!("{}: {what}: {answer:?}", query.id));
                if intersects(&a, &pose_a, &b, &pose_b) != touching {
                    wrong("intersects disagrees");
                }
                // That of a box and a triangle is a closed form of its own (decision 0045): it has
                // the bounds of the contact, and not its bits.
                let apart = distance(&a, &pose_a, &b, &pose_b);
                if !(if signed > 0.0 { answer.lower <= apart && apart <= answer.upper } else { apart == 0.0 }) {
                    wrong("distance disagrees");
                }
                if answer.unfinished || answer.support_calls > 150 {
                    wrong("unfinished");
                }
                let band = $tolerance * pair.truth.extent;
                let points = manifold(&a, &pose_a, &b, &pose_b, 0.0);
                if points.is_touching() != touching || points.points.is_empty() == touching {
                    wrong("the manifold disagrees");
                }
                // The witness point is added if clipped features miss the deepest point by more
                // than a millionth of the size.
                if touching && !((f64::from(points.separation()) - signed).abs() <= 2.0 * band + 2e-6 * pair.truth.extent) {
                    wrong("the manifold has another depth");
                }
                for point in &points.points {
                    let gap = pose_b.point(point.on_b) - pose_a.point(point.on_a);
                    let off = gap.dot(pose_a.vector(points.normal)) - f64::from(point.separation);
                    // World points far from the origin have its rounding error.
                    if !(off.abs() <= 4.0 * band) {
                        wrong("a contact point has another separation than it reports");
                    }
                }
            }
            report.finish(pairs);
        }
    };
}

fn rotation(pose: &PoseSpec) -> clinch::support::Rotation2<f64> {
    let [cos, sin] = cos_sin(pose);
    clinch::support::Rotation2 { cos, sin }
}

fn rotation_f32(pose: &PoseSpec) -> clinch::support::Rotation2<f32> {
    let [cos, sin] = cos_sin(pose).map(|x| x as f32);
    clinch::support::Rotation2 { cos, sin }
}

api!(api_3d_f32, d3, 3, Vec3, TOLERANCE_F32, |pose: &PoseSpec| Quat::from_array(quaternion(pose).map(|x| x as f32)));
api!(api_3d_f64, d3::f64, 3, DVec3, TOLERANCE_F64, |pose: &PoseSpec| DQuat::from_array(quaternion(pose)));
api!(api_2d_f32, d2, 2, Vec2, TOLERANCE_F32, rotation_f32);
api!(api_2d_f64, d2::f64, 2, DVec2, TOLERANCE_F64, rotation);

#[test]
fn the_3d_api_in_f32() {
    api_3d_f32(31, 4_000);
}

#[test]
fn the_3d_api_in_f64() {
    api_3d_f64(32, 4_000);
}

#[test]
fn the_2d_api_in_f32() {
    api_2d_f32(33, 8_000);
}

#[test]
fn the_2d_api_in_f64() {
    api_2d_f64(34, 8_000);
}
