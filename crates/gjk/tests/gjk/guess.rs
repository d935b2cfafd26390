//! The guess in `f32` and its proofs: nothing proved is false, no answer differs from that of the
//! search without a guess, and nearly all guesses are proved.

use clinch_gjk::{Guess, Limits, Outcome, Proof, Start, distance, guess, intersects};
use clinch_support::{Difference, Pose, Record, Support, SupportMap, VertexBlock, VertexId};
use clinch_testkit::cloud::Cloud;
use clinch_testkit::random::Random;
use glam::{DQuat, DVec3, Vec3};

/// A polytope that gives its vertices in blocks.
struct Polytope {
    cloud: Cloud<Vec3>,
    blocks: Vec<VertexBlock>,
}

impl Polytope {
    fn new(points: Vec<Vec3>) -> Self {
        Self { blocks: VertexBlock::all_of(&points, Vec3::ZERO), cloud: Cloud(points) }
    }

    /// The value of the farthest vertex of a list, in `f64`.
    fn farthest(&self, direction: DVec3) -> f64 {
        self.cloud.0.iter().fold(f64::NEG_INFINITY, |most, point| most.max(direction.dot(point.as_dvec3())))
    }

    fn scaled(&self, scale: f32) -> Self {
        Self::new(self.cloud.0.iter().map(|&point| point * scale).collect())
    }
}

impl SupportMap<Vec3> for Polytope {
    fn support(&self, direction: Vec3) -> Support<Vec3> {
        self.cloud.support(direction)
    }

    fn vertex(&self, id: VertexId) -> Option<Vec3> {
        self.cloud.vertex(id)
    }

    fn vertex_blocks<'s>(&'s self, _: &'s mut Option<VertexBlock>) -> Option<&'s [VertexBlock]> {
        Some(&self.blocks)
    }
}

/// A polytope of some kind: round, a needle, a plate, with repeated vertices, or a cube.
fn polytope(random: &mut Random) -> Polytope {
    let count = random.pick(&[1, 2, 3, 4, 8, 16, 17, 40, 64, 90]);
    let stretch = random.pick(&[DVec3::ONE, DVec3::new(1e-3, 1e-3, 1.0), DVec3::new(1.0, 1.0, 0.0), DVec3::new(1.0, 1e-5, 0.3)]);
    let size = random.power(-1.0, 1.0);
    let mut points: Vec<Vec3> = (0..count).map(|_| (random.direction(3) * stretch * size).as_vec3()).collect();
    if random.chance(0.2) {
        points = (0..8).map(|i| Vec3::new((i & 1) as f32, (i >> 1 & 1) as f32, (i >> 2) as f32) - 0.5).collect();
    }
    if random.chance(0.2) {
        let again = points[random.below(points.len())];
        points.insert(0, again);
        points.push(again);
    }
    if random.chance(0.1) {
        // The centre, at the origin, is far outside.
        points = points.iter().map(|&point| point + Vec3::new(30.0, -7.0, 11.0)).collect();
    }
    Polytope::new(points)
}

/// B touches A along a direction but for a gap of any order, of either sign, or is anywhere.
fn pose(random: &mut Random, a: &Polytope, b: &Polytope) -> Pose<DVec3> {
    let [x, y, z, w] = random.quaternion();
    let rotation = if random.chance(0.3) { DQuat::IDENTITY } else { DQuat::from_xyzw(x, y, z, w) };
    let direction = if random.chance(0.3) { DVec3::Z } else { random.direction(3) };
    let turned = b.cloud.0.iter().map(|point| rotation * point.as_dvec3());
    let reach = a.farthest(direction) + turned.fold(f64::NEG_INFINITY, |most, point| most.max(-direction.dot(point)));
    let gap = random.pick(&[0.0, 1.0, -1.0, 1.0, -1.0]) * random.power(-9.0, 0.0);
    let inside = reach * random.unit();
    let along = random.pick(&[reach + gap, reach * (1.0 + gap), inside, 0.0]);
    Pose::new(rotation, direction * along)
}

/// What a search without a guess answers.
fn searched(difference: &Difference<'_, Polytope, Polytope, Vec3>) -> Outcome<Vec3> {
    distance(difference, &Start::cold(), &limits(), &mut Record::new()).outcome
}

fn limits() -> Limits<f32> {
    Limits::within(0.0)
}

/// That a proof is true, by all vertices in `f64`.
fn check_proof(a: &Polytope, b: &Polytope, pose: &Pose<DVec3>, guess: &Guess<Vec3>, random: &mut Random) {
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
        let round = |random: &mut Random| Polytope::new((0..30).map(|_| random.direction(3).as_vec3()).collect());
        let (a, b) = (round(random), round(random));
        let [x, y, z, w] = random.quaternion();
        let pose = Pose::new(DQuat::from_xyzw(x, y, z, w), random.direction(3) * random.range(0.0, 3.0));
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
        let turned = |polytope: &Polytope, by: usize| {
            let mut points = polytope.cloud.0.clone();
            let count = points.len();
            points.rotate_left(by % count);
            Polytope::new(points)
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
        assert_eq!(guess(&difference, &Limits::measure()), None, "a distance is not guessed");
    }
    assert!(proved > 200, "{proved}");
}

/// Blocks that are not the vertices, not finite, or none.
struct Hostile {
    cloud: Cloud<Vec3>,
    blocks: Vec<VertexBlock>,
}

impl SupportMap<Vec3> for Hostile {
    fn support(&self, direction: Vec3) -> Support<Vec3> {
        self.cloud.support(direction)
    }

    fn vertex(&self, id: VertexId) -> Option<Vec3> {
        self.cloud.vertex(id)
    }

    fn vertex_blocks<'s>(&'s self, _: &'s mut Option<VertexBlock>) -> Option<&'s [VertexBlock]> {
        Some(&self.blocks)
    }
}

#[test]
fn hostile_blocks_and_poses_get_an_answer() {
    let numbers = [0.0, -0.0, 1.0, f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, f32::MIN_POSITIVE, 1e-44, -3e20];
    for index in 0..5000 {
        let random = &mut Random::of(2106, index);
        let mut shape = || {
            let any = |random: &mut Random| Vec3::new(random.pick(&numbers), random.pick(&numbers), random.pick(&numbers));
            let points = (0..random.below(90)).map(|_| if random.chance(0.8) { random.direction(3).as_vec3() } else { any(random) });
            let points: Vec<Vec3> = points.collect();
            let blocks = VertexBlock::all_of(&points, Vec3::ZERO);
            Hostile { cloud: Cloud((0..5).map(|_| random.direction(3).as_vec3()).collect()), blocks }
        };
        let (a, b) = (shape(), shape());
        let far = random.pick(&[0.0, 1.0, 1e30, f64::NAN, f64::INFINITY, 1e-300]);
        let [x, y, z, w] = random.quaternion();
        let turn = random.pick(&[1.0, f64::NAN, 0.0, 1e200]);
        let pose = Pose::new(DQuat::from_xyzw(x * turn, y, z, w), DVec3::new(far, 0.5, -0.5));
        let difference = Difference::new(&a, &b, &pose);
        if let Some(guess) = guess(&difference, &limits()) {
            assert!(guess.calls <= 24);
        }
        intersects(&difference, &Start::cold(), &limits(), &mut Record::new());
    }
}
