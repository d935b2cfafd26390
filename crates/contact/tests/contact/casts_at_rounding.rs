//! Casts that rounding decides: motions that graze to the last bit, shapes that almost touch,
//! support maps in `f32` whose error exceeds the distance. Each line of the file beside this one is
//! named by its difficulty.

use crate::common::{Case, Kit};
use crate::erased::cast;
use clinch_contact::{CastOutcome, CastSettings, Scratch};
use clinch_shapes::Cylinder;
use clinch_support::{Basis, Pose, Rotation, Scalar, Vector};
use clinch_testkit::oracle::{Casting, Certificate};
use clinch_testkit::pair_file::{PoseSpec, Query, ShapeSpec, read_queries};
use glam::{DVec2, DVec3, Vec2, Vec3};

const LINES: &[u8] = include_bytes!("casts_at_rounding.jsonl");

/// A vector whose world poses are in `f64`, and whose shapes include the round ones of this file.
trait WidePoses: Kit {
    fn world(spec: &PoseSpec) -> Pose<Self::Wide>;
    fn round(spec: &ShapeSpec) -> Self::Shape {
        Self::shape(spec)
    }
    fn lift(v: Self::Wide) -> DVec3;
}

impl WidePoses for Vec2 {
    fn world(spec: &PoseSpec) -> Pose<DVec2> {
        DVec2::pose(spec)
    }
    fn lift(v: DVec2) -> DVec3 {
        v.extend(0.0)
    }
}

impl WidePoses for DVec2 {
    fn world(spec: &PoseSpec) -> Pose<Self> {
        Self::pose(spec)
    }
    fn lift(v: Self) -> DVec3 {
        v.extend(0.0)
    }
}

macro_rules! in_space {
    ($($vector:ty, $scalar:ty);+) => {$(
        impl WidePoses for $vector {
            fn world(spec: &PoseSpec) -> Pose<DVec3> {
                DVec3::pose(spec)
            }
            fn round(spec: &ShapeSpec) -> Self::Shape {
                match spec {
                    ShapeSpec::Cylinder { half_height, radius } => {
                        Cylinder::new(*half_height as $scalar, *radius as $scalar).unwrap().into()
                    }
                    other => Self::shape(other),
                }
            }
            fn lift(v: DVec3) -> DVec3 {
                v
            }
        }
    )+};
}

in_space!(Vec3, f32; DVec3, f64);

fn check<V: WidePoses>(query: &Query) {
    let (pose_a, pose_b) = (V::world(&query.pose_a), V::world(&query.pose_b));
    let (a, b) = (V::round(&query.a), V::round(query.b.as_ref().unwrap()));
    let case = Case::<V> { a, b, b_in_a: pose_b.relative_to(&pose_a) };
    let motion = query.vel_b.unwrap().to_vec3();
    let (basis, wide) = (pose_a.rotation.basis(), V::Wide::from_fn(|axis| motion[axis]));
    let settings = CastSettings { max_time: query.max_toi.unwrap(), ..CastSettings::default() };
    let answer = cast(&case.pair(), basis.unrotate(wide), &settings, &mut Scratch::new());
    let certificate = Certificate::of(query).unwrap();
    // In f32 the shapes differ from those of the file by rounding.
    let narrow = V::Scalar::EPSILON.widen() > f64::EPSILON;
    let band = if narrow { 1e-6 } else { 1e-9 } * certificate.extent() + 1e-14 * motion.length();
    let truth = Casting::of(query).unwrap().truth();
    let context = || format!("{} ({}): {answer:?} {truth:?}", query.id, if narrow { "f32" } else { "f64" });
    let clear = truth.margin.abs() > band + truth.margin_err && !truth.ambiguous;
    match &answer.outcome {
        CastOutcome::Hit(impact) => {
            assert!(truth.hit || !clear, "a false hit: {}", context());
            let n = V::lift(basis.rotate(impact.normal));
            let gap = |time: f64| certificate.gap_along(n) + n.dot(motion * time);
            assert!((gap(impact.time) - impact.separation).abs() <= band, "the gap at the hit is {}: {}", gap(impact.time), context());
            if !impact.at_start {
                assert!(impact.separation.abs() <= band, "not a touch: {}", context());
                assert!(n.dot(motion) < 0.0, "no approach along the normal: {}", context());
                assert!(gap(0.0) >= -band, "{} before: {}", gap(0.0), context());
            }
        }
        CastOutcome::Miss { .. } => assert!(!truth.hit || !clear, "a missed hit: {}", context()),
        CastOutcome::Exhausted { .. } | CastOutcome::Undefined => panic!("{}", context()),
    }
}

#[test]
fn casts_that_rounding_decides_are_answered() {
    let wrong: Vec<String> = read_queries(LINES)
        .map(|query| query.unwrap())
        .flat_map(|query| {
            let checks: [fn(&Query); 2] = if query.dim == 2 { [check::<Vec2>, check::<DVec2>] } else { [check::<Vec3>, check::<DVec3>] };
            checks.map(|check| std::panic::catch_unwind(|| check(&query)).err().map(|_| query.id.clone()))
        })
        .flatten()
        .collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}
