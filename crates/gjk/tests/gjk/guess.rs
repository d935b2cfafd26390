//! The guess in `f32` and its proofs: nothing proved is false, no answer differs from that of the
//! search without a guess, and nearly all guesses are proved.

use clinch_gjk::{Guess, Limits, Outcome, Proof, Start, guess, intersects, search};
use clinch_support::{Difference, Pose, Record};
use clinch_testkit::in_blocks::InBlocks;
use clinch_testkit::random::Random;
use glam::{DVec3, Vec3};

use crate::polytopes::{hostile_pair, polytope, pose, round_pair};

/// What a search without a guess answers.
fn searched(difference: &Difference<'_, InBlocks, InBlocks, Vec3>) -> Outcome<Vec3> {
    search(difference, &Start::cold(), &limits(), &mut Record::new()).outcome
}

fn limits() -> Limits<f32> {
    Limits::within(0.0)
}

/// That a proof is true, by all vertices in `f64`.
fn check_proof(a: &InBlocks, b: &InBlocks, pose: &Pose<DVec3>, guess: &Guess<Vec3>, random: &mut Random) {
    let difference = Difference::new(a, b, pose);
    let farthest = |direction: DVec3| {
        let basis = difference.frame();
        a.farthest(direction) + b.farthest(basis.direction_in_b(-direction)) - direction.dot(pose.translation)
    };
    let rounding = 1e-13 * difference.size();
    match guess.proof {
        Proof::Beyond { axis, at_least } => {
            assert!(at_least > 0.0 && at_least <= -farthest(axis) + rounding, "{at_least:e} {:e}", -farthest(axis));
            assert!((axis.length() - 1.0).abs() < 1e-14);
            assert!(matches!(searched(&difference), Outcome::Beyond { .. } | Outcome::Apart(_)), "{:?}", searched(&difference));
        }
        Proof::Overlapping { depth } => {
            let points = guess.start.vertices.iter().filter_map(|&(a, b)| Some(difference.vertex_of(a, b)?.point));
            let corners: Vec<DVec3> = points.collect();
            assert_eq!(corners.len(), 4);
            let sides = [[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]].map(|side| side.map(|corner: usize| corners[corner]));
            let normals = sides.map(|[p, q, r]| (q - p).cross(r - p).normalize());
            for direction in normals.into_iter().chain((0..20).map(|_| random.direction(3))) {
                for direction in [direction, -direction] {
                    assert!(farthest(direction) >= depth - rounding, "{:e} {depth:e}", farthest(direction));
                }
            }
            assert!(matches!(searched(&difference), Outcome::Overlapping(_) | Outcome::Touching(_)), "{:?}", searched(&difference));
        }
        Proof::None => {}
    }
}

#[test]
fn nothing_proved_is_false_and_no_answer_differs() {
    let (mut apart, mut overlapping, mut unproved) = (0, 0, 0);
    for index in 0..20_000 {
        let random = &mut Random::of(2101, index);
        let (a, b) = (polytope(random), polytope(random));
        let pose = pose(random, &a, &b);
        let back = pose.inverse();
        for (a, b, pose) in [(&a, &b, &pose), (&b, &a, &back)] {
            let difference = Difference::new(a, b, pose);
            let Some(guess) = guess(&difference, &limits()) else {
                unproved += 1;
                continue;
            };
            check_proof(a, b, pose, &guess, random);
            apart += u32::from(matches!(guess.proof, Proof::Beyond { .. }));
            overlapping += u32::from(matches!(guess.proof, Proof::Overlapping { .. }));
            unproved += u32::from(guess.proof == Proof::None);
            let expected = matches!(searched(&difference), Outcome::Overlapping(_) | Outcome::Touching(_));
            assert_eq!(intersects(&difference, &Start::cold(), &limits(), &mut Record::new()), expected, "{index}: {guess:?}");
            let open = Limits { closed: false, ..limits() };
            let without = Start::along(Vec3::new(1.0, 2.0, 3.0));
            let expected = intersects(&difference, &without, &open, &mut Record::new());
            assert_eq!(intersects(&difference, &Start::cold(), &open, &mut Record::new()), expected, "{index}: {guess:?}");
        }
    }
    let bites = apart > 8000 && overlapping > 4000 && unproved > 1000;
    assert!(bites, "the sample must bite: {apart} apart, {overlapping} overlapping, {unproved} unproved");
}

#[test]
fn nearly_all_guesses_on_random_pairs_are_proved() {
    let (mut proved, mut total) = (0, 0);
    for index in 0..4000 {
        let random = &mut Random::of(2102, index);
        let (a, b, pose) = round_pair(random);
        let guess = guess(&Difference::new(&a, &b, &pose), &limits()).unwrap();
        total += 1;
        proved += u32::from(guess.proof != Proof::None);
        assert!(guess.calls <= 24);
    }
    assert!(100 * proved > 99 * total, "{proved} of {total}");
}

#[test]
fn a_scale_of_two_to_any_power_changes_no_bit_of_a_guess() {
    for index in 0..300 {
        let random = &mut Random::of(2103, index);
        let (a, b) = (polytope(random), polytope(random));
        let at = pose(random, &a, &b);
        let first = guess(&Difference::new(&a, &b, &at), &limits());
        for exponent in [-60, -31, -1, 1, 17, 50, 60] {
            let scale = 2.0_f64.powi(exponent);
            let (a, b) = (a.scaled(scale as f32), b.scaled(scale as f32));
            let scaled = guess(&Difference::new(&a, &b, &Pose::new(at.rotation, at.translation * scale)), &limits());
            let back = scaled.map(|scaled| {
                let proof = match scaled.proof {
                    Proof::Beyond { axis, at_least } => Proof::Beyond { axis, at_least: at_least / scale },
                    Proof::Overlapping { depth } => Proof::Overlapping { depth: depth / scale },
                    Proof::None => Proof::None,
                };
                Guess { proof, ..scaled }
            });
            assert_eq!(back, first, "{index} 2^{exponent}");
        }
    }
}

#[test]
fn the_order_of_vertices_changes_no_answer() {
    for index in 0..2000 {
        let random = &mut Random::of(2104, index);
        let (a, b) = (polytope(random), polytope(random));
        let pose = pose(random, &a, &b);
        let turned = |polytope: &InBlocks, by: usize| {
            let mut points = polytope.cloud.0.clone();
            let count = points.len();
            points.rotate_left(by % count);
            InBlocks::new(points)
        };
        let expected = guess(&Difference::new(&a, &b, &pose), &limits());
        for by in [1, 5, 16] {
            let (a, b) = (turned(&a, by), turned(&b, 3 * by));
            let difference = Difference::new(&a, &b, &pose);
            let other = guess(&difference, &limits());
            if let (Some(one), Some(other)) = (&expected, &other) {
                let contradict = matches!(
                    (one.proof, other.proof),
                    (Proof::Beyond { .. }, Proof::Overlapping { .. }) | (Proof::Overlapping { .. }, Proof::Beyond { .. })
                );
                assert!(!contradict, "{index}: {one:?} {other:?}");
                check_proof(&a, &b, &pose, other, random);
            }
        }
    }
}

#[test]
fn a_limit_is_proved_to_be_exceeded() {
    let mut proved = 0;
    for index in 0..2000 {
        let random = &mut Random::of(2105, index);
        let (a, b) = (polytope(random), polytope(random));
        let pose = pose(random, &a, &b);
        let difference = Difference::new(&a, &b, &pose);
        let within = (difference.size() * random.power(-6.0, 0.0)) as f32;
        if let Some(Guess { proof: Proof::Beyond { axis, at_least }, .. }) = guess(&difference, &Limits::within(within)) {
            assert!(at_least > f64::from(within));
            assert!(clinch_gjk::is_apart(&difference, axis, at_least), "{index}");
            proved += 1;
        }
        let unlimited = guess(&difference, &Limits::measure());
        let beyond = unlimited.is_some_and(|guess| matches!(guess.proof, Proof::Beyond { .. }));
        assert!(!beyond, "{index}: nothing is beyond an infinite limit");
    }
    assert!(proved > 200, "{proved}");
}

#[test]
fn hostile_blocks_and_poses_get_an_answer() {
    for index in 0..5000 {
        let random = &mut Random::of(2106, index);
        let (a, b, pose) = hostile_pair(random);
        let difference = Difference::new(&a, &b, &pose);
        if let Some(guess) = guess(&difference, &limits()) {
            assert!(guess.calls <= 24);
        }
        intersects(&difference, &Start::cold(), &limits(), &mut Record::new());
    }
}
