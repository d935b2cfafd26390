//! Facets that are guessed by a line: what is proved on the way is true, the facet is one, and it
//! is that by which the line leaves.

use clinch_gjk::{FacetEnd, FacetGuess, Limits, Start, guess_facet};
use clinch_support::{Difference, Pose, VertexId, times_power_of_two};
use clinch_testkit::in_blocks::InBlocks;
use clinch_testkit::random::Random;
use glam::{DVec3, Vec3};

use crate::polytopes::{hostile_pair, polytope, pose, round_pair};

/// The support value of A − B, from all vertices.
fn height(a: &InBlocks, b: &InBlocks, difference: &Difference<'_, InBlocks, InBlocks, Vec3>, direction: DVec3) -> f64 {
    let frame = difference.frame();
    a.farthest(direction) + b.farthest(frame.direction_in_b(-direction)) - direction.dot(difference.to_a(DVec3::ZERO))
}

fn scaled(shape: &InBlocks, by: f64) -> InBlocks {
    InBlocks::new(shape.cloud.0.iter().map(|&point| point * by as f32).collect())
}

fn corners(difference: &Difference<'_, InBlocks, InBlocks, Vec3>, ids: [(VertexId, VertexId); 3]) -> [DVec3; 3] {
    ids.map(|(a, b)| difference.vertex_of(a, b).unwrap().point)
}

fn guessed(difference: &Difference<'_, InBlocks, InBlocks, Vec3>, start: &Start<Vec3>, outward: DVec3) -> Option<FacetGuess<DVec3>> {
    guess_facet(difference, start, outward, &Limits::within(0.0))
}

#[test]
fn an_axis_on_the_way_to_a_facet_separates() {
    let (mut separated, mut facets) = (0, 0);
    for index in 0..20_000 {
        let random = &mut Random::of(2301, index);
        let (a, b) = (polytope(random), polytope(random));
        let pose = pose(random, &a, &b);
        // So that products underflow.
        let by = times_power_of_two(1.0, random.pick(&[0, 0, 55, -55, 75, -75]));
        let (a, b, pose) = (scaled(&a, by), scaled(&b, by), Pose::new(pose.rotation, pose.translation * by));
        let difference = Difference::new(&a, &b, &pose);
        let outward = if random.chance(0.5) { difference.between_centers() } else { random.direction(3) };
        match guessed(&difference, &Start::cold(), outward).map(|guess| guess.end) {
            Some(FacetEnd::Beyond { axis, at_least }) => {
                separated += 1;
                let gap = -height(&a, &b, &difference, axis);
                assert!(at_least > 0.0 && at_least <= gap + 1e-13 * difference.size(), "{index}: {at_least:e} {gap:e}");
                assert!((axis.length() - 1.0).abs() < 1e-14);
            }
            Some(FacetEnd::Facet(_)) => facets += 1,
            Some(FacetEnd::None) | None => {}
        }
    }
    assert!(separated > 4000 && facets > 4000, "{separated} separated, {facets} facets");
}

#[test]
fn the_line_leaves_by_the_facet() {
    let (mut all, mut right, mut calls) = (0, 0, 0);
    for index in 0..4000 {
        let random = &mut Random::of(2302, index);
        let (a, b, pose) = round_pair(random);
        let difference = Difference::new(&a, &b, &pose);
        let outward = random.direction(3);
        let Some(guess) = guessed(&difference, &Start::cold(), outward) else { continue };
        let FacetEnd::Facet(ids) = guess.end else { continue };
        (all, calls) = (all + 1, calls + guess.calls);
        let [p, q, r] = corners(&difference, ids);
        let normal = (q - p).cross(r - p).normalize();
        let normal = if normal.dot(outward) < 0.0 { -normal } else { normal };
        // No vertex is beyond the plane, but for the rounding of `f32`, and the line passes between
        // the corners.
        let is_facet = height(&a, &b, &difference, normal) - normal.dot(p) < 1e-5;
        let sides = [(p, q), (q, r), (r, p)].map(|(from, to)| outward.dot(from.cross(to)));
        let is_passed = sides.iter().all(|&side| side > -1e-5) || sides.iter().all(|&side| side < 1e-5);
        right += u32::from(is_facet && is_passed);
    }
    assert!(all > 2000 && 1000 * right >= 999 * all && calls < 12 * all, "{right} right of {all}, {calls} calls");
}

#[test]
fn the_facet_of_the_last_tick_takes_one_call() {
    let mut once = 0;
    for index in 0..1000 {
        let random = &mut Random::of(2303, index);
        let (a, b, pose) = round_pair(random);
        let difference = Difference::new(&a, &b, &pose);
        let outward = random.direction(3);
        let Some(FacetGuess { end: FacetEnd::Facet(ids), .. }) = guessed(&difference, &Start::cold(), outward) else { continue };
        let start = Start { vertices: ids.into_iter().collect(), direction: Vec3::ZERO };
        let again = guessed(&difference, &start, outward).unwrap();
        once += u32::from(again == FacetGuess { end: FacetEnd::Facet(ids), calls: 1 });
    }
    assert!(once > 500, "{once}");
}

#[test]
fn zero_directions_large_hulls_and_broken_blocks_end() {
    let cube = |random: &mut Random| loop {
        let shape = polytope(random);
        if shape.blocks.len() == 4 {
            return shape;
        }
    };
    let random = &mut Random::new(2304);
    let (a, b) = (cube(random), cube(random));
    let apart = Pose::at(DVec3::X * 0.1);
    assert_eq!(guessed(&Difference::new(&a, &b, &apart), &Start::cold(), DVec3::X), None, "eight blocks");
    let (a, b, pose) = round_pair(random);
    let difference = Difference::new(&a, &b, &pose);
    for outward in [DVec3::ZERO, DVec3::NAN, DVec3::INFINITY] {
        assert_eq!(guessed(&difference, &Start::cold(), outward), None, "{outward}");
    }
    for index in 0..20_000 {
        let random = &mut Random::of(2305, index);
        let (a, b, pose) = hostile_pair(random);
        let difference = Difference::new(&a, &b, &pose);
        if let Some(guess) = guessed(&difference, &Start::cold(), random.direction(3)) {
            assert!(guess.calls <= 24, "{index}: {guess:?}");
        }
    }
}
