//! Distances whose search starts at a guess or at a simplex given by the caller, against a search
//! in `f64` from nothing: both prove bounds, and the bounds agree.

use clinch_gjk::{Answer, Limits, Outcome, ProvedDistance, Start, distance, prove_distance, search};
use clinch_support::{Difference, Pose, Record, VertexId};
use clinch_testkit::in_blocks::InBlocks;
use clinch_testkit::random::Random;
use glam::{DQuat, DVec3, Vec3};

use crate::polytopes::{hostile_pair, polytope, pose, round_pair};

type PolytopeDifference<'s> = Difference<'s, InBlocks, InBlocks, Vec3>;

/// What is proved of the distance: no less than the first, no more than the second. For an overlap
/// both are zero.
fn bounds(answer: &Answer<Vec3>) -> [f64; 2] {
    match &answer.outcome {
        Outcome::Beyond { at_least, .. } => [*at_least, f64::INFINITY],
        Outcome::Apart(apart) => [apart.lower, apart.upper],
        Outcome::Touching(touch) => [0.0, touch.upper],
        Outcome::Overlapping(_) => [0.0, 0.0],
        Outcome::Undefined => [f64::NAN; 2],
    }
}

/// That an answer is proved and consistent with that of a search from nothing.
fn check(difference: &PolytopeDifference<'_>, answer: &Answer<Vec3>, record: &Record<Vec3>) {
    let reference = search(difference, &Start::cold(), &Limits::measure(), &mut Record::new());
    let ([lower, upper], [least, most]) = (bounds(answer), bounds(&reference));
    // The declared error is that of lower bounds; roundings decide between touching and apart.
    let slack = 2.0 * difference.error();
    assert!(lower <= most + slack && least <= upper + slack, "{answer:?}\n{reference:?}");
    if let Outcome::Apart(apart) = &answer.outcome {
        assert!(apart.verify(difference), "{apart:?}");
        assert!((apart.normal.length() - 1.0).abs() < 1e-14);
        assert!((difference.to_a(apart.point_b) - apart.point_a).length() <= apart.upper);
        assert!(apart.simplex.iter().all(|index| index.get() < record.len()));
        if let Outcome::Apart(reference) = &reference.outcome {
            // Where both find the nearest feature, the distance is exact; the vertex of a support
            // call may be less far by the declared error.
            assert!((apart.distance - reference.distance).abs() <= slack, "{apart:?}\n{reference:?}");
        }
    }
}

#[test]
fn a_guess_changes_no_distance() {
    let (mut apart, mut overlapping, mut guessed) = (0, 0, 0);
    for index in 0..20_000 {
        let random = &mut Random::of(2131, index);
        let (a, b) = (polytope(random), polytope(random));
        let pose = pose(random, &a, &b);
        let back = pose.inverse();
        for (a, b, pose) in [(&a, &b, &pose), (&b, &a, &back)] {
            let difference = Difference::new(a, b, pose);
            let mut record = Record::new();
            let answer = distance(&difference, &Start::cold(), &Limits::measure(), &mut record);
            check(&difference, &answer, &record);
            apart += u32::from(matches!(answer.outcome, Outcome::Apart(_)));
            overlapping += u32::from(matches!(answer.outcome, Outcome::Overlapping(_)));
            guessed += u32::from(answer.guess_calls > 0);
            assert!(answer.guess_calls <= 24);
        }
    }
    let bites = apart > 12_000 && overlapping > 6000 && guessed > 35_000;
    assert!(bites, "the sample must bite: {apart} apart, {overlapping} overlapping, {guessed} guessed");
}

/// Of a guess that is right, the search takes the one call that proves it, or none if the simplex
/// encloses the origin.
#[test]
fn nearly_all_guesses_on_random_pairs_are_proved_at_once() {
    let (mut proved, total) = (0, 4000);
    for index in 0..total {
        let (a, b, pose) = round_pair(&mut Random::of(2132, index));
        let answer = distance(&Difference::new(&a, &b, &pose), &Start::cold(), &Limits::measure(), &mut Record::new());
        assert!(answer.guess_calls > 0);
        proved += u64::from(match answer.outcome {
            Outcome::Apart(_) => answer.iterations == 1,
            Outcome::Overlapping(_) => answer.iterations == 0,
            _ => false,
        });
    }
    assert!(1000 * proved > 995 * total, "{proved} of {total}");
}

#[test]
fn a_simplex_proves_the_distance_that_a_search_from_it_computes() {
    let (mut proved, mut apart) = (0, 0);
    for index in 0..20_000 {
        let random = &mut Random::of(2135, index);
        let (a, b) = (polytope(random), polytope(random));
        let pose = pose(random, &a, &b);
        let difference = Difference::new(&a, &b, &pose);
        let mut record = Record::new();
        let first = distance(&difference, &Start::cold(), &Limits::measure(), &mut record);
        let start = Start::again(&first, &record);
        let answer = search(&difference, &start, &Limits::measure(), &mut record);
        apart += u32::from(matches!(answer.outcome, Outcome::Apart(_)));
        let Some(found) = prove_distance(&difference, &start.vertices, &Limits::measure()) else { continue };
        let Outcome::Apart(apart) = &answer.outcome else { panic!("{answer:?}") };
        let ProvedDistance { normal, distance, lower, upper, point_a, point_b } = found;
        assert_eq!(
            (apart.normal, apart.distance, apart.lower, apart.upper, apart.point_a, apart.point_b),
            (normal, distance, lower, upper, point_a, point_b)
        );
        proved += 1;
    }
    assert!(apart > 6000 && 10 * proved > 9 * apart, "{proved} of {apart}");
}

#[test]
fn a_scale_of_two_to_any_power_changes_no_bit_of_a_distance() {
    for index in 0..300 {
        let random = &mut Random::of(2133, index);
        let (a, b) = (polytope(random), polytope(random));
        let at = pose(random, &a, &b);
        let measured = |a: &InBlocks, b: &InBlocks, at: &Pose<DVec3>| {
            distance(&Difference::new(a, b, at), &Start::cold(), &Limits::measure(), &mut Record::new())
        };
        let first = measured(&a, &b, &at);
        for exponent in [-60, -31, -1, 1, 17, 50, 60] {
            let scale = 2.0_f64.powi(exponent);
            let (a, b) = (a.scaled(scale as f32), b.scaled(scale as f32));
            let scaled = measured(&a, &b, &Pose::new(at.rotation, at.translation * scale));
            assert_eq!(bounds(&scaled).map(|bound| bound / scale), bounds(&first), "{index} 2^{exponent}");
            assert_eq!((scaled.stop, scaled.iterations, scaled.guess_calls), (first.stop, first.iterations, first.guess_calls));
        }
    }
}

/// The vertices that such a guess names are not near, or do not exist.
#[test]
fn blocks_that_are_not_the_vertices_change_no_distance() {
    let mut defined = 0;
    for index in 0..5000 {
        let (a, b, pose) = hostile_pair(&mut Random::of(2134, index));
        let difference = Difference::new(&a, &b, &pose);
        let mut record = Record::new();
        let answer = distance(&difference, &Start::cold(), &Limits::measure(), &mut record);
        if answer.outcome == Outcome::Undefined {
            let reference = search(&difference, &Start::cold(), &Limits::measure(), &mut Record::new());
            assert_eq!(reference.outcome, Outcome::Undefined, "{index}");
        } else {
            check(&difference, &answer, &record);
            defined += 1;
        }
    }
    assert!(defined > 1000, "{defined}");
}

/// Vertices of any number, also more than a simplex has, the same one again, or none of the shapes.
#[test]
fn the_vertices_of_a_start_change_no_distance() {
    for index in 0..10_000 {
        let random = &mut Random::of(2135, index);
        let (a, b) = (polytope(random), polytope(random));
        let pose = pose(random, &a, &b);
        let mut id = |polytope: &InBlocks| VertexId::new(random.below(polytope.cloud.0.len() + usize::from(index % 7 == 0)));
        let vertices = (0..index % 7).map(|_| (id(&a), id(&b))).collect();
        let start = Start { vertices, direction: Vec3::new(0.0, 1.0, 0.5) };
        let difference = Difference::new(&a, &b, &pose);
        let mut record = Record::new();
        let answer = distance(&difference, &start, &Limits::measure(), &mut record);
        assert_eq!(answer.guess_calls, 0, "a warm start is not guessed");
        check(&difference, &answer, &record);
    }
}

#[test]
fn a_pair_that_has_moved_a_little_mostly_takes_one_call() {
    let (mut one, mut total) = (0, 0);
    for index in 0..200 {
        let random = &mut Random::of(2136, index);
        let (a, b, mut pose) = round_pair(random);
        let mut start = Start::cold();
        for tick in 0..20 {
            pose.rotation = (DQuat::from_scaled_axis(random.in_ball(3) * 0.01) * pose.rotation).normalize();
            pose.translation += random.in_ball(3) * 0.005;
            let difference = Difference::new(&a, &b, &pose);
            let mut record = Record::new();
            let answer = distance(&difference, &start, &Limits::measure(), &mut record);
            check(&difference, &answer, &record);
            start = Start::again(&answer, &record);
            if tick > 0 {
                total += 1;
                one += u32::from(answer.iterations <= 1);
            }
        }
    }
    assert!(100 * one > 90 * total, "{one} of {total}");
}
