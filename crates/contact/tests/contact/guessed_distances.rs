//! Distances, depths and manifolds of polytopes whose search starts at a guess in `f32`, against
//! the same shapes without vertex blocks, which have no guess.

use crate::erased::{collide, distance, measure};
use clinch_contact::{Manifold, Measured, Memory, Pair, Relation, Scratch, Settings};
use clinch_shapes::{Convex, Hull, Shape3};
use clinch_support::{Difference, Pose, Support, SupportMap, VertexId};
use clinch_testkit::random::Random;
use glam::{DQuat, DVec3, Vec3};

use crate::guessed_overlaps::{pose, shape};

/// A shape without vertex blocks, and without faces for separating axes.
pub(crate) struct Unguessed<'s>(pub(crate) &'s Shape3<Vec3>);

impl SupportMap<Vec3> for Unguessed<'_> {
    fn support(&self, direction: Vec3) -> Support<Vec3> {
        self.0.support(direction)
    }

    fn support_wide(&self, direction: DVec3) -> Support<DVec3> {
        self.0.support_wide(direction)
    }

    fn vertex(&self, id: VertexId) -> Option<Vec3> {
        self.0.vertex(id)
    }

    fn center(&self) -> Vec3 {
        self.0.center()
    }

    fn radius_about_center(&self) -> f32 {
        self.0.radius_about_center()
    }

    fn error(&self) -> f32 {
        self.0.error()
    }
}

impl Convex<Vec3> for Unguessed<'_> {}

/// That two answers are bounds of the same number, and the distances of shapes apart agree.
fn check(measured: &Measured<Vec3>, reference: &Measured<Vec3>, error: f64, index: u64) {
    let context = || format!("{index}: {measured:?}\n{reference:?}");
    match (&measured.relation, &reference.relation) {
        (Relation::Near(near), Relation::Near(other)) => {
            assert!(near.lower <= other.upper + error && other.lower <= near.upper + error, "{}", context());
            assert!(near.lower <= 0.0 || (near.distance - other.distance).abs() <= error, "{}", context());
        }
        (Relation::Beyond { at_least, .. }, Relation::Near(other)) | (Relation::Near(other), Relation::Beyond { at_least, .. }) => {
            assert!(*at_least <= other.upper + error, "{}", context());
        }
        (Relation::Beyond { .. }, Relation::Beyond { .. }) => {}
        _ => panic!("{}", context()),
    }
}

#[test]
fn a_guess_changes_no_distance_depth_or_manifold() {
    let (mut apart, mut guessed, mut proved) = (0, 0, 0);
    let (mut scratch, mut manifold) = (Scratch::new(), Manifold::new());
    for index in 0..6000 {
        let random = &mut Random::of(2121, index);
        let (a, b) = (shape(random), shape(random));
        let b_in_a = pose(random, &a, &b);
        for (a, b, b_in_a) in [(&a, &b, b_in_a), (&b, &a, b_in_a.inverse())] {
            let (pair, without) = (Pair { a, b, b_in_a }, Pair { a: Unguessed(a), b: Unguessed(b), b_in_a });
            // The declared errors of the support maps, of either answer.
            let error = 2.0 * Difference::new(a, b, &b_in_a).error();
            let endless = Settings::with_margin(f32::INFINITY);
            let reference = measure(&without, &endless, &mut Memory::new(), &mut scratch);
            assert_eq!(scratch.counters().guess_calls, 0);
            let measured = measure(&pair, &endless, &mut Memory::new(), &mut scratch);
            check(&measured, &reference, error, index);
            let measured = distance(&pair, &endless, &mut Memory::new(), &mut scratch);
            check(&measured, &reference, error, index);
            let calls = scratch.counters().guess_calls;
            guessed += u32::from(calls > 0);
            proved += u32::from(calls > 0 && measured.calls <= calls + 1);
            apart += u32::from(matches!(&measured.relation, Relation::Near(near) if near.lower > 0.0));
            let within = Settings::with_margin(0.1);
            manifold.clear();
            let measured = collide(&pair, &within, &mut Memory::new(), &mut scratch, &mut manifold);
            check(&measured, &reference, error, index);
            assert_eq!(manifold.points.is_empty(), matches!(measured.relation, Relation::Beyond { .. }), "{index}: {measured:?}");
        }
    }
    let bites = apart > 3000 && apart < 9000 && guessed > 6000 && 10 * proved > 9 * guessed;
    assert!(bites, "the sample must bite: {apart} apart, {guessed} guesses, {proved} proved");
}

#[test]
fn nearly_all_guessed_distances_of_hulls_are_proved_by_one_call() {
    let (mut proved, total, mut scratch) = (0, 2000, Scratch::new());
    for index in 0..total {
        let random = &mut Random::of(2122, index);
        let mut hull = || Shape3::Hull(Hull::new(&(0..32).map(|_| random.direction(3).as_vec3()).collect::<Vec<_>>()).unwrap().into());
        let (a, b): (Shape3<Vec3>, Shape3<Vec3>) = (hull(), hull());
        let [x, y, z, w] = random.quaternion();
        let b_in_a = Pose::new(DQuat::from_xyzw(x, y, z, w), random.direction(3) * random.range(1.9, 2.5));
        let endless = Settings::with_margin(f32::INFINITY);
        let measured = distance(&Pair { a: &a, b: &b, b_in_a }, &endless, &mut Memory::new(), &mut scratch);
        let calls = scratch.counters().guess_calls;
        proved += u64::from(calls > 0 && measured.calls <= calls + 1);
    }
    assert!(100 * proved > 98 * total, "{proved} of {total}");
}
