//! Pairs that their bounding spheres prove to be apart: the answer is right, and poses that are not
//! finite are reported as by the other paths.

use crate::common::{Case, Kit, near};
use crate::erased::{measure, overlap};
use clinch_contact::{Memory, Pair, Relation, Scratch, Separation, Settings};
use clinch_shapes::{Ball, Capsule, Convex, Cuboid, Point, Shape3};
use clinch_support::{Pose, Scalar, Vector};
use clinch_testkit::generate;
use clinch_testkit::random::Random;
use glam::{DQuat, DVec2, DVec3, Vec2, Vec3};

/// Pairs moved apart until their bounding spheres separate them, or a little less, against an
/// infinite margin, for which spheres prove nothing.
fn check<V: Kit>(seed: u64) {
    let (mut scratch, mut beyond, mut within) = (Scratch::<V>::new(), 0, 0);
    for index in 0..3000 {
        let mut random = Random::of(seed, index);
        let mut case = Case::<V>::of(&generate::pair(V::DIM, seed, index).query);
        let away = case.b_in_a.translation;
        case.b_in_a.translation = away + away * random.power(-2.0, 0.7);
        let size = case.size();
        let measured = |margin: f64, scratch: &mut Scratch<V>| {
            measure(&case.pair(), &Settings::with_margin(V::Scalar::narrow(margin)), &mut Memory::new(), scratch)
        };
        let unbounded = measured(f64::INFINITY, &mut scratch);
        let Some(truth) = near(&unbounded) else { continue };
        let margin = random.pick(&[0.0, 0.01, 0.3]) * size;
        let bounded = measured(margin, &mut scratch);
        let context = || format!("{seed}/{index}, margin {margin}: {bounded:?}\n{unbounded:?}\n{case:?}");
        match &bounded.relation {
            Relation::Beyond { axis, at_least } => {
                assert!(*at_least <= truth.upper && *at_least > V::Scalar::narrow(margin).widen(), "{}", context());
                assert!((axis.length() - 1.0).abs() < 1e-14, "{}", context());
                beyond += usize::from(bounded.calls == 0);
            }
            Relation::Near(separation) => {
                let most = V::Scalar::narrow(margin).widen();
                assert!(separation.lower <= most && separation.lower <= truth.upper && truth.lower <= separation.upper, "{}", context());
                within += 1;
            }
            Relation::Undefined => panic!("{}", context()),
        }
        let touching = overlap(&case.pair(), &Settings::default(), &mut Memory::new(), &mut scratch).touching;
        assert!(touching == Some(true) || truth.upper > 0.0, "{}", context());
        assert!(touching == Some(false) || truth.lower <= 0.0, "{}", context());
    }
    assert!(beyond > 300 && within > 300, "{beyond} beyond, {within} within");
}

#[test]
fn bounding_spheres_separate_only_pairs_that_are_apart() {
    check::<Vec3>(301);
    check::<DVec3>(302);
    check::<Vec2>(303);
    check::<DVec2>(304);
}

#[test]
fn degenerate_rotations_are_undefined_at_any_distance() {
    let (sphere, cuboid) = (Ball::<DVec3>::new(0.5).unwrap(), Cuboid::new(DVec3::ONE).unwrap());
    let mut scratch = Scratch::new();
    let capsule = Capsule::new(1.0, 0.5).unwrap();
    let rotations = [[0.0; 4], [f64::NAN, 0.0, 0.0, 1.0], [0.0, 0.0, 1e200, 0.0]].map(DQuat::from_array);
    for rotation in rotations {
        for far in [0.25, 1.25, 100.0] {
            let b_in_a = Pose::<DVec3>::new(rotation, DVec3::X * far);
            let settings = Settings::default();
            let of = |relation: Relation<DVec3>, what: &str| assert_eq!(relation, Relation::Undefined, "{what}, {far}");
            of(measure(&Pair { a: &cuboid, b: &cuboid, b_in_a }, &settings, &mut Memory::new(), &mut scratch).relation, "boxes");
            of(
                measure(&Pair { a: &cuboid, b: &sphere, b_in_a }, &settings, &mut Memory::new(), &mut scratch).relation,
                "a sphere and a box",
            );
            of(measure(&Pair { a: &sphere, b: &sphere, b_in_a }, &settings, &mut Memory::new(), &mut scratch).relation, "balls");
            of(
                measure(&Pair { a: &cuboid, b: &capsule, b_in_a }, &settings, &mut Memory::new(), &mut scratch).relation,
                "a capsule and a box",
            );
            assert_eq!(overlap(&Pair { a: &sphere, b: &cuboid, b_in_a }, &settings, &mut Memory::new(), &mut scratch).touching, None);
            assert_eq!(overlap(&Pair { a: &cuboid, b: &capsule, b_in_a }, &settings, &mut Memory::new(), &mut scratch).touching, None);
        }
    }
}

#[test]
fn the_margin_does_not_decide_whether_shapes_touch() {
    let mut random = Random::new(8108);
    let (mut scratch, mut counts) = (Scratch::new(), [0; 2]);
    for _ in 0..20_000 {
        let radius = random.power(-2.0, 2.0);
        let a = Shape3::from(Ball::new(radius).unwrap());
        let b: Shape3<DVec3> = if random.chance(0.5) {
            Point::new(DVec3::ZERO).unwrap().into()
        } else {
            Ball::new(random.pick(&[0.0, 0.1, 7.0])).unwrap().into()
        };
        let radii = radius + b.radius();
        let offset = random.direction(3) * (radii * (1.0 + random.range(-100.0, 100.0) * f64::EPSILON));
        let pair = Pair { a: &a, b: &b, b_in_a: Pose::at(offset) };
        let measured = measure(&pair, &Settings::with_margin(f64::INFINITY), &mut Memory::new(), &mut scratch);
        let touching = near(&measured).unwrap().is_touching();
        let without = measure(&pair, &Settings::default(), &mut Memory::new(), &mut scratch);
        let yes = overlap(&pair, &Settings::default(), &mut Memory::new(), &mut scratch).touching;
        let reported = near(&without).is_some_and(Separation::is_touching);
        assert!(reported == touching && yes == Some(touching), "{a:?} {b:?} at {offset}: {measured:?}, {without:?}, {yes:?}");
        counts[usize::from(touching)] += 1;
    }
    assert!(counts.iter().all(|&count| count > 2000), "{counts:?}");
}
