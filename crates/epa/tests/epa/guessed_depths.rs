//! Depths of polytopes that give their vertices in blocks, beside those of the same polytopes
//! without: these are searched in `f64` alone.

use clinch_epa::{Depth, EpaVector, Limits, Penetration, Stop, depth};
use clinch_gjk::{Outcome, Start, distance};
use clinch_support::{Difference, Pose, Record, Support, SupportMap, VertexBlock, VertexId, times_power_of_two};
use clinch_testkit::cloud::Cloud;
use clinch_testkit::in_blocks::InBlocks;
use clinch_testkit::random::Random;
use glam::{DQuat, DVec3, Vec3};

/// Two polytopes as lists of points, and the pose of the second.
type Points = (Vec<Vec3>, Vec<Vec3>, Pose<DVec3>);

/// The depth, for shapes that GJK finds to overlap.
fn penetration<M: SupportMap<Vec3>>(a: &M, b: &M, pose: &Pose<DVec3>) -> Option<Penetration<Vec3>> {
    let difference = Difference::<_, _, Vec3>::new(a, b, pose);
    let mut record = Record::new();
    let outcome = distance(&difference, &Start::cold(), &clinch_gjk::Limits::measure(), &mut record).outcome;
    let Outcome::Overlapping(simplex) = outcome else { return None };
    let mut polytope = <DVec3 as EpaVector>::Polytope::default();
    match depth(&difference, &simplex, &Limits::default(), &mut record, &mut polytope) {
        Depth::Overlapping(found) => {
            assert!(found.lower <= found.upper && found.verify(&difference), "{found:?}");
            // The witness points meet when B has moved out by the depth.
            let apart = found.point_a - difference.to_a(found.point_b) - found.normal * found.depth;
            assert!(found.stop != Stop::Converged || apart.length() <= 1e-12 * difference.size(), "{found:?}");
            Some(found)
        }
        other => panic!("{other:?}"),
    }
}

fn round(random: &mut Random, count: usize) -> Vec<Vec3> {
    (0..count).map(|_| random.direction(3).as_vec3()).collect()
}

/// Round ones, needles, plates with a thickness, cubes in line with each other, repeated vertices.
fn overlapping(random: &mut Random) -> Points {
    let polytope = |random: &mut Random| {
        let count = random.pick(&[4, 5, 8, 16, 17, 40, 64]);
        let stretch = random.pick(&[DVec3::ONE, DVec3::new(1e-3, 1e-3, 1.0), DVec3::new(1.0, 1.0, 1e-4), DVec3::new(1.0, 1e-5, 0.3)]);
        let mut points: Vec<Vec3> = (0..count).map(|_| (random.direction(3) * stretch).as_vec3()).collect();
        if random.chance(0.3) {
            points = (0..8).map(|i| Vec3::new((i & 1) as f32, (i >> 1 & 1) as f32, (i >> 2) as f32) - 0.5).collect();
        }
        if random.chance(0.2) {
            points.push(points[0]);
        }
        points
    };
    let [x, y, z, w] = random.quaternion();
    let rotation = if random.chance(0.3) { DQuat::IDENTITY } else { DQuat::from_xyzw(x, y, z, w) };
    let at = random.in_ball(3) * random.pick(&[DVec3::ONE, DVec3::splat(1e-3), DVec3::Z]);
    (polytope(random), polytope(random), Pose::new(rotation, at))
}

#[test]
fn guessed_depths_are_those_of_a_search() {
    let mut random = Random::new(61);
    let (mut compared, mut proved) = (0, 0);
    for case in 0..4_000 {
        let (a, b, pose) = overlapping(&mut random);
        let guessed = penetration(&InBlocks::new(a.clone()), &InBlocks::new(b.clone()), &pose);
        let searched = penetration(&Cloud(a), &Cloud(b), &pose);
        let (Some(guessed), Some(searched)) = (guessed, searched) else { continue };
        compared += 1;
        assert!(guessed.lower <= searched.upper && searched.lower <= guessed.upper, "{case}: {guessed:?} {searched:?}");
        assert!((guessed.depth - searched.depth).abs() <= 1e-14, "{case}: {guessed:?} {searched:?}");
        // A proved guess makes one support call in `f64`, besides those that complete the simplex.
        proved += usize::from(guessed.guess_calls > 0 && guessed.iterations <= searched.iterations.min(3));
        assert_eq!(searched.guess_calls, 0, "{case}");
    }
    assert!(compared > 2_500, "{compared}");
    assert!(proved * 5 > compared * 4, "{proved} of {compared}");
}

#[test]
fn a_guess_scales_with_the_pair() {
    let mut random = Random::new(62);
    let mut guesses = 0;
    for _ in 0..200 {
        let (a, b) = (round(&mut random, 30), round(&mut random, 20));
        let [x, y, z, w] = random.quaternion();
        let (rotation, at) = (DQuat::from_xyzw(x, y, z, w), random.in_ball(3));
        let found = penetration(&InBlocks::new(a.clone()), &InBlocks::new(b.clone()), &Pose::new(rotation, at));
        for power in [-60, -3, 1, 40] {
            let scale = times_power_of_two(1.0, power);
            let [a, b] = [&a, &b].map(|points| points.iter().map(|&point| point * scale as f32).collect::<Vec<_>>());
            let scaled = penetration(&InBlocks::new(a), &InBlocks::new(b), &Pose::new(rotation, at * scale));
            let back = |found: Penetration<Vec3>| (found.normal, found.depth / scale, found.lower / scale, found.guess_calls);
            let same = found.map(|found| (found.normal, found.depth, found.lower, found.guess_calls));
            assert_eq!(scaled.map(back), same, "2^{power}");
            guesses += u32::from(same.is_some_and(|(.., calls)| calls > 0));
        }
    }
    assert!(guesses > 400, "{guesses}");
}

#[test]
fn blocks_of_other_vertices_change_no_bound() {
    let mut random = Random::new(63);
    let numbers = [0.0, -0.0, 1.0, f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, f32::MIN_POSITIVE, 1e-44, -3e20];
    let (mut guesses, mut proved) = (0, 0);
    for case in 0..2_000 {
        let lying = |random: &mut Random, points: &[Vec3]| {
            let mut others = match random.below(3) {
                0 => round(random, points.len()),
                1 => points.iter().rev().copied().collect(),
                _ => points.to_vec(),
            };
            if random.chance(0.5) {
                let place = random.below(others.len());
                others[place] = Vec3::from_array([0; 3].map(|_| random.pick(&numbers)));
            }
            InBlocks { cloud: Cloud(points.to_vec()), blocks: VertexBlock::all_of(&others, Vec3::ZERO) }
        };
        let (a, b) = (round(&mut random, 20), round(&mut random, 12));
        let pose = Pose::new(DQuat::IDENTITY, random.in_ball(3));
        let lied = penetration(&lying(&mut random, &a), &lying(&mut random, &b), &pose);
        let true_one = penetration(&Cloud(a), &Cloud(b), &pose);
        let (Some(lied), Some(true_one)) = (lied, true_one) else { continue };
        assert!(lied.lower <= true_one.upper && true_one.lower <= lied.upper, "{case}: {lied:?} {true_one:?}");
        guesses += u32::from(lied.guess_calls > 0);
        proved += u32::from(lied.guess_calls > 0 && lied.iterations <= 2);
    }
    // Where one vertex is wrong, far from the contact.
    assert!(guesses > 500 && proved > 50, "{proved} of {guesses}");
}

/// Its vertices are finite, and its support points are not.
struct WithoutSupport(InBlocks);

impl SupportMap<Vec3> for WithoutSupport {
    fn support(&self, direction: Vec3) -> Support<Vec3> {
        Support { point: Vec3::splat(f32::NAN), ..self.0.support(direction) }
    }

    fn vertex(&self, id: VertexId) -> Option<Vec3> {
        self.0.vertex(id)
    }

    fn vertex_blocks<'s>(&'s self, made: &'s mut Option<VertexBlock>) -> Option<&'s [VertexBlock]> {
        self.0.vertex_blocks(made)
    }
}

#[test]
fn nothing_is_proved_without_a_finite_support_value() {
    let cube: Vec<Vec3> = (0..8).map(|i| Vec3::new((i & 1) as f32, (i >> 1 & 1) as f32, (i >> 2) as f32) - 0.5).collect();
    let pose = Pose::at(DVec3::new(0.7, 0.1, 0.2));
    let (honest, broken) = (InBlocks::new(cube.clone()), WithoutSupport(InBlocks::new(cube)));
    let mut record = Record::new();
    // The simplex of the honest cubes, so that the guess has something to begin with.
    let difference = Difference::<_, _, Vec3>::new(&honest, &honest, &pose);
    let outcome = distance(&difference, &Start::cold(), &clinch_gjk::Limits::measure(), &mut record).outcome;
    let simplex = match outcome {
        Outcome::Overlapping(simplex) => simplex,
        Outcome::Touching(touch) => touch.simplex,
        other => panic!("{other:?}"),
    };
    let mut polytope = <DVec3 as EpaVector>::Polytope::default();
    let found = depth(&difference, &simplex, &Limits::default(), &mut record.clone(), &mut polytope);
    assert!(matches!(found, Depth::Overlapping(Penetration { guess_calls: 1.., .. })), "{found:?}");
    let difference = Difference::<_, _, Vec3>::new(&broken, &broken, &pose);
    let found = depth(&difference, &simplex, &Limits::default(), &mut record, &mut polytope);
    assert_eq!(found, Depth::Undefined);
}
