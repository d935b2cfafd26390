//! Newton steps on the rims of cylinders, cones and frustums, against the same shapes known by
//! their support maps alone, and with wrong rims.

use crate::erased::{cast, distance, measure};
use clinch_contact::{CastOutcome, CastSettings, Memory, Pair, Scratch, Settings};
use clinch_shapes::{Cone, Convex, Cuboid, Cylinder, Face, Frustum, Posed, Shape3};
use clinch_support::{Circle, Pose, Support, SupportMap, VertexId};
use clinch_testkit::random::Random;
use glam::{DQuat, DVec3};

use crate::common::{near, opaque};

type Shape = Shape3<DVec3>;
/// No pair here is farther apart.
fn wide_margin() -> Settings<f64> {
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
    // Parallel and orthogonal axes are where features are flat.
    if random.chance(0.25) { DQuat::from_rotation_y(0.3) * DQuat::from_rotation_x(random.pick(&[0.0, 1e-9, 1e-4])) } else { turned }
}

/// Pairs of shapes, some with rims, apart by about some length or overlapping by it.
fn each_pair(seed: u64, count: usize, mut check: impl FnMut(&mut Random, &Shape, &Shape, &Pose<DVec3>)) {
    let mut random = Random::new(seed);
    for _ in 0..count {
        let (a, b) = (shape(&mut random), shape(&mut random));
        let (turned, direction) = (rotation(&mut random), random.direction(3));
        let away = Pose::new(turned, direction * 8.0);
        let measured = measure(&Pair { a: &a, b: &b, b_in_a: away }, &wide_margin(), &mut Memory::new(), &mut Scratch::new());
        let gap = near(&measured).unwrap();
        let wanted = random.pick(&[1.0, 0.1, 1e-3, 1e-6, -1e-3, -0.05, -0.3]);
        check(&mut random, &a, &b, &Pose::new(turned, direction * 8.0 - gap.normal * (gap.distance - wanted)));
    }
}

#[test]
fn steps_on_rims_give_the_answer_of_a_search_without_them() {
    let (mut scratch, mut apart, mut deep, mut calls) = (Scratch::new(), 0, 0, [0; 2]);
    each_pair(8105, 4000, |_, a, b, pose| {
        // In a `Posed` at the identity, they have rims but no known core.
        let rims = [a, b].map(|shape| Posed::new(shape.clone(), Pose::IDENTITY).unwrap());
        let known = measure(&Pair { a: &rims[0], b: &rims[1], b_in_a: *pose }, &wide_margin(), &mut Memory::new(), &mut scratch);
        let (hidden_a, hidden_b) = (opaque(a.clone()), opaque(b.clone()));
        let hidden = measure(&Pair { a: &hidden_a, b: &hidden_b, b_in_a: *pose }, &wide_margin(), &mut Memory::new(), &mut scratch);
        let (found, truth) = (near(&known).unwrap(), near(&hidden).unwrap());
        let message = || format!("{a:?} {b:?} {pose:?}: {found:?}, not {truth:?}");
        assert!(found.lower <= truth.upper && truth.lower <= found.upper, "{}", message());
        if truth.lower > 1e-9 {
            apart += 1;
            assert!((found.distance - truth.distance).abs() < 1e-13 + (truth.upper - truth.lower), "{}", message());
            // The normal is as exact as the root of the gap between the bounds.
            let turned = 1e-6 + ((truth.upper - truth.lower) / truth.distance).sqrt() + (truth.upper - truth.lower).sqrt();
            assert!((found.normal - truth.normal).length() < 4.0 * turned, "{}", message());
        } else if truth.upper < -1e-9 {
            deep += 1;
            // No search ends at a depth below the least; of the two, the steps on rims find the
            // lesser.
            assert!(found.distance > truth.distance - 1e-12 && found.distance < 1e-9 + truth.upper, "{}", message());
        }
        let across = pose.point(found.point_b) - found.point_a;
        assert!((across - found.normal * found.distance).length() < 1e-9, "{}: the points are {across} apart", message());
        for (sum, measured) in calls.iter_mut().zip([&known, &hidden]) {
            *sum += measured.calls;
        }
    });
    assert!(apart > 1500 && deep > 1000, "{apart} {deep}");
    assert!(3 * calls[0] < 2 * calls[1], "two thirds of the support calls at most: {calls:?}");
}

#[test]
fn casts_with_rims_hit_when_casts_without_do() {
    let (mut scratch, mut hits) = (Scratch::new(), 0);
    each_pair(8106, 1500, |random, a, b, pose| {
        let motion = random.direction(3) * 2.0;
        let settings = CastSettings { max_time: 4.0, ..CastSettings::default() };
        let (hidden_a, hidden_b) = (opaque(a.clone()), opaque(b.clone()));
        let known = cast(&Pair { a, b, b_in_a: *pose }, motion, &settings, &mut scratch);
        let hidden = cast(&Pair { a: &hidden_a, b: &hidden_b, b_in_a: *pose }, motion, &settings, &mut scratch);
        let (CastOutcome::Hit(found), CastOutcome::Hit(truth)) = (&known.outcome, &hidden.outcome) else {
            let misses = |outcome: &CastOutcome<DVec3>| matches!(outcome, CastOutcome::Miss { .. });
            assert!(misses(&known.outcome) && misses(&hidden.outcome), "{a:?} {b:?} {pose:?} {motion}: {known:?}, not {hidden:?}");
            return;
        };
        hits += usize::from(!found.at_start);
        assert!((found.time - truth.time).abs() < 1e-9, "{a:?} {b:?} {pose:?} {motion}: {found:?}, not {truth:?}");
    });
    assert!(hits > 200, "{hits}");
}

/// A cylinder whose rims are wrong.
#[derive(Debug)]
struct WrongRims {
    shape: Shape,
    rim: Circle<DVec3>,
}

impl SupportMap<DVec3> for WrongRims {
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

impl Convex<DVec3> for WrongRims {
    fn face(&self, direction: DVec3, face: &mut Face<DVec3>) {
        self.shape.face(direction, face);
    }
}

#[test]
fn wrong_rims_cause_no_panic_and_no_endless_search() {
    let mut scratch = Scratch::new();
    each_pair(8107, 400, |random, a, b, pose| {
        let wrong = |random: &mut Random| random.pick(&[0.0, -1.0, 0.3, 1e300, f64::NAN, f64::INFINITY]);
        let axis = if random.chance(0.5) { DVec3::Y } else { random.direction(3) * wrong(random) };
        let rim = Circle { middle: random.direction(3) * wrong(random), axis, radius: wrong(random) };
        let wrong_rims = WrongRims { shape: a.clone(), rim };
        let measured = measure(&Pair { a: &wrong_rims, b, b_in_a: *pose }, &wide_margin(), &mut Memory::new(), &mut scratch);
        let apart = distance(&Pair { a: &wrong_rims, b, b_in_a: *pose }, &wide_margin(), &mut Memory::new(), &mut scratch);
        let hit = cast(&Pair { a: &wrong_rims, b, b_in_a: *pose }, random.direction(3), &CastSettings::default(), &mut scratch);
        assert!(measured.calls < 10_000 && apart.calls < 1000 && hit.steps < 1000, "{measured:?} {apart:?} {hit:?}");
    });
}
