//! Cylinders, cones and frusta, whose rims tell Newton's steps where to go: against the same shapes as their support mappings tell of them, and with rims that lie.

use crate::asked::{cast, distance, measure};
use clinch_contact::{CastOutcome, CastSettings, Memory, Pair, Scratch, Settings};
use clinch_shapes::{Cone, Convex, Cuboid, Cylinder, Face, Frustum, Posed, Shape3};
use clinch_support::{Circle, Pose, Support, SupportMap, VertexId};
use clinch_testkit::random::Random;
use glam::{DQuat, DVec3};

use crate::common::{near, opaque};

type Shape = Shape3<DVec3>;
/// None of these pairs is farther apart.
fn far() -> Settings<f64> {
    Settings::with_margin(100.0)
}

fn shape(random: &mut Random) -> Shape {
    let mut size = || random.range(0.2, 1.5);
    let (a, b, c) = (size(), size(), size());
    let pose = Pose::new(DQuat::from_xyzw(a, b, -c, 1.0).normalize(), DVec3::new(a, -b, c));
    match random.below(6) {
        0 | 1 => Cylinder::new(a, b).unwrap().into(),
        2 => Cone::new(a, b).unwrap().into(),
        3 => Frustum::new(a, b, c).unwrap().into(),
        4 => Posed::new(Shape::from(Cylinder::new(a, b).unwrap()), pose).unwrap().into(),
        _ => Cuboid::new(DVec3::new(a, b, c)).unwrap().into(),
    }
}

fn rotation(random: &mut Random) -> DQuat {
    let mut about = || random.range(-1.0, 1.0);
    let turned = DQuat::from_xyzw(about(), about(), about(), about()).normalize();
    // Axes that are parallel or at right angles are where the features are flat.
    if random.chance(0.25) { DQuat::from_rotation_y(0.3) * DQuat::from_rotation_x(random.pick(&[0.0, 1e-9, 1e-4])) } else { turned }
}

/// Two shapes, one of them with rims: asked by `ask` as they are and as they are not known, at some place where they are apart by about so much, or overlap.
fn each_pair(seed: u64, count: usize, mut ask: impl FnMut(&mut Random, &Shape, &Shape, &Pose<DVec3>)) {
    let mut random = Random::new(seed);
    for _ in 0..count {
        let (a, b) = (shape(&mut random), shape(&mut random));
        let (turned, way) = (rotation(&mut random), random.direction(3));
        let away = Pose::new(turned, way * 8.0);
        let measured = measure(&Pair { a: &a, b: &b, b_in_a: away }, &far(), &mut Memory::new(), &mut Scratch::new());
        let gap = near(&measured).unwrap();
        let wanted = random.pick(&[1.0, 0.1, 1e-3, 1e-6, -1e-3, -0.05, -0.3]);
        ask(&mut random, &a, &b, &Pose::new(turned, way * 8.0 - gap.normal * (gap.distance - wanted)));
    }
}

#[test]
fn steps_on_rims_lead_to_what_is_found_without_them() {
    let (mut scratch, mut apart, mut deep, mut calls) = (Scratch::new(), 0, 0, [0; 2]);
    each_pair(8105, 4000, |_, a, b, pose| {
        // Posed where they are, they show their rims and not what they are.
        let rims = [a, b].map(|shape| Posed::new(shape.clone(), Pose::IDENTITY).unwrap());
        let known = measure(&Pair { a: &rims[0], b: &rims[1], b_in_a: *pose }, &far(), &mut Memory::new(), &mut scratch);
        let (bare_a, bare_b) = (opaque(a.clone()), opaque(b.clone()));
        let hidden = measure(&Pair { a: &bare_a, b: &bare_b, b_in_a: *pose }, &far(), &mut Memory::new(), &mut scratch);
        let (told, truth) = (near(&known).unwrap(), near(&hidden).unwrap());
        let said = || format!("{a:?} {b:?} {pose:?}: {told:?}, not {truth:?}");
        assert!(told.lower <= truth.upper && truth.lower <= told.upper, "{}", said());
        if truth.lower > 1e-9 {
            apart += 1;
            assert!((told.distance - truth.distance).abs() < 1e-13 + (truth.upper - truth.lower), "{}", said());
            // Bounds that are all but met say of a normal what the root of what they leave does.
            let turned = 1e-6 + ((truth.upper - truth.lower) / truth.distance).sqrt() + (truth.upper - truth.lower).sqrt();
            assert!((told.normal - truth.normal).length() < 4.0 * turned, "{}", said());
        } else if truth.upper < -1e-9 {
            deep += 1;
            // Nobody ends at a depth that is not the least; of the two the steps see the less.
            assert!(told.distance > truth.distance - 1e-12 && told.distance < 1e-9 + truth.upper, "{}", said());
        }
        let across = pose.point(told.point_b) - told.point_a;
        assert!((across - told.normal * told.distance).length() < 1e-9, "{}: the points are {across} apart", said());
        for (sum, measured) in calls.iter_mut().zip([&known, &hidden]) {
            *sum += measured.calls;
        }
    });
    assert!(apart > 1500 && deep > 1000, "{apart} {deep}");
    assert!(3 * calls[0] < 2 * calls[1], "two thirds of the support calls at most: {calls:?}");
}

#[test]
fn casts_that_know_the_rims_hit_when_others_do() {
    let (mut scratch, mut hits) = (Scratch::new(), 0);
    each_pair(8106, 1500, |random, a, b, pose| {
        let motion = random.direction(3) * 2.0;
        let settings = CastSettings { until: 4.0, ..CastSettings::default() };
        let (bare_a, bare_b) = (opaque(a.clone()), opaque(b.clone()));
        let known = cast(&Pair { a, b, b_in_a: *pose }, motion, &settings, &mut scratch);
        let hidden = cast(&Pair { a: &bare_a, b: &bare_b, b_in_a: *pose }, motion, &settings, &mut scratch);
        let (CastOutcome::Hit(told), CastOutcome::Hit(truth)) = (&known.outcome, &hidden.outcome) else {
            let misses = |outcome: &CastOutcome<DVec3>| matches!(outcome, CastOutcome::Miss { .. });
            assert!(misses(&known.outcome) && misses(&hidden.outcome), "{a:?} {b:?} {pose:?} {motion}: {known:?}, not {hidden:?}");
            return;
        };
        hits += usize::from(!told.at_start);
        assert!((told.time - truth.time).abs() < 1e-9, "{a:?} {b:?} {pose:?} {motion}: {told:?}, not {truth:?}");
    });
    assert!(hits > 200, "{hits}");
}

/// A cylinder whose rims are not where it says.
#[derive(Debug)]
struct Liar {
    shape: Shape,
    rim: Circle<DVec3>,
}

impl SupportMap<DVec3> for Liar {
    fn support(&self, direction: DVec3) -> Support<DVec3> {
        self.shape.support(direction)
    }

    fn vertex(&self, id: VertexId) -> Option<DVec3> {
        self.shape.vertex(id)
    }

    fn circle(&self, _: DVec3) -> Option<Circle<DVec3>> {
        Some(self.rim)
    }
}

impl Convex<DVec3> for Liar {
    fn face(&self, direction: DVec3, face: &mut Face<DVec3>) {
        self.shape.face(direction, face);
    }
}

#[test]
fn rims_that_lie_end_no_search_in_a_panic_or_not_at_all() {
    let mut scratch = Scratch::new();
    each_pair(8107, 400, |random, a, b, pose| {
        let wrong = |random: &mut Random| random.pick(&[0.0, -1.0, 0.3, 1e300, f64::NAN, f64::INFINITY]);
        let axis = if random.chance(0.5) { DVec3::Y } else { random.direction(3) * wrong(random) };
        let rim = Circle { middle: random.direction(3) * wrong(random), axis, radius: wrong(random) };
        let liar = Liar { shape: a.clone(), rim };
        let measured = measure(&Pair { a: &liar, b, b_in_a: *pose }, &far(), &mut Memory::new(), &mut scratch);
        let apart = distance(&Pair { a: &liar, b, b_in_a: *pose }, &far(), &mut Memory::new(), &mut scratch);
        let hit = cast(&Pair { a: &liar, b, b_in_a: *pose }, random.direction(3), &CastSettings::default(), &mut scratch);
        assert!(measured.calls < 10_000 && apart.calls < 1000 && hit.steps < 1000, "{measured:?} {apart:?} {hit:?}");
    });
}
