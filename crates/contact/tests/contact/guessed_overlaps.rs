//! `overlap` of polytopes by a guess in `f32`: the answer is that of `measure`, and contradicts
//! nothing that is proved of the same shapes without vertex blocks, which have no guess.

use crate::erased::{measure, overlap};
use clinch_contact::{Memory, Pair, Relation, Scratch, Settings};
use clinch_gjk::{Limits, Proof, guess};
use clinch_shapes::{Cuboid, Hull, Shape3, Triangle};
use clinch_support::{Difference, Pose, SupportMap, VertexBlock, VertexId};
use clinch_testkit::random::Random;
use glam::{DQuat, DVec3, Vec3};

use crate::guessed_distances::Unguessed;

/// A box, a triangle or a hull: round, a needle, a plate, with repeated points, or far from its own
/// origin.
pub(crate) fn shape(random: &mut Random) -> Shape3<Vec3> {
    let size = random.power(-1.0, 1.0);
    let stretch = random.pick(&[DVec3::ONE, DVec3::new(1e-3, 1e-3, 1.0), DVec3::new(1.0, 1.0, 0.0), DVec3::new(1.0, 0.1, 0.3)]) * size;
    let offset = random.pick(&[DVec3::ZERO, DVec3::ZERO, DVec3::new(0.3, -0.2, 0.1), DVec3::new(1000.0, -300.0, 50.0)]);
    let point = |random: &mut Random| (random.direction(3) * stretch + offset).as_vec3();
    match random.below(5) {
        0 => Shape3::Cuboid(Cuboid::new(stretch.as_vec3()).unwrap()),
        1 => Shape3::Triangle(Triangle::new(point(random), point(random), point(random)).unwrap()),
        _ => {
            let count = random.pick(&[4, 8, 16, 33, 64, 65]);
            let mut points: Vec<Vec3> = (0..count).map(|_| point(random)).collect();
            points.push(points[random.below(count)]);
            Shape3::Hull(Hull::new(&points).unwrap().into())
        }
    }
}

fn vertices(shape: &Shape3<Vec3>) -> impl Iterator<Item = DVec3> {
    (0..).map_while(|index| shape.vertex_wide(VertexId::new(index)))
}

/// B touches A along a direction but for a gap of any order and sign, or is anywhere.
pub(crate) fn pose(random: &mut Random, a: &Shape3<Vec3>, b: &Shape3<Vec3>) -> Pose<DVec3> {
    let [x, y, z, w] = random.quaternion();
    let rotation = if random.chance(0.3) { DQuat::IDENTITY } else { DQuat::from_xyzw(x, y, z, w) };
    let direction = if random.chance(0.3) { DVec3::Z } else { random.direction(3) };
    let most = |values: &mut dyn Iterator<Item = f64>| values.fold(f64::NEG_INFINITY, f64::max);
    let (center_a, center_b) = (a.center().as_dvec3(), rotation * b.center().as_dvec3());
    let reach = most(&mut vertices(a).map(|v| direction.dot(v - center_a)))
        + most(&mut vertices(b).map(|v| -direction.dot(rotation * v - center_b)));
    let gap = random.pick(&[0.0, 1.0, -1.0, 1.0, -1.0]) * random.power(-9.0, 0.0);
    let inside = random.unit();
    let along = reach * random.pick(&[1.0 + gap, 1.0 + gap, inside, 0.0]);
    Pose::new(rotation, center_a - center_b + direction * along)
}

#[test]
fn a_guess_gives_the_answer_of_the_full_query() {
    let (mut touching, mut overlapping, mut proved, mut total) = (0, 0, 0, 0);
    let mut scratch = Scratch::new();
    for index in 0..12_000 {
        let random = &mut Random::of(2111, index);
        let (a, b) = (shape(random), shape(random));
        let b_in_a = pose(random, &a, &b);
        for (a, b, b_in_a) in [(&a, &b, b_in_a), (&b, &a, b_in_a.inverse())] {
            let pair = Pair { a, b, b_in_a };
            let settings = Settings::default();
            let measured = measure(&pair, &settings, &mut Memory::new(), &mut scratch).relation;
            let expected = match &measured {
                Relation::Beyond { .. } => Some(false),
                Relation::Near(near) => Some(near.is_touching()),
                Relation::Undefined => None,
            };
            let answer = overlap(&pair, &settings, &mut Memory::new(), &mut scratch);
            assert_eq!(answer.touching, expected, "{index}: {answer:?} {measured:?}");
            let counters = scratch.counters();
            let unguessed = Pair { a: Unguessed(a), b: Unguessed(b), b_in_a };
            if let Relation::Near(near) = measure(&unguessed, &settings, &mut Memory::new(), &mut scratch).relation
                && near.upper < 0.0
            {
                assert_eq!(answer.touching, Some(true), "{index}: {answer:?} {near:?}");
                overlapping += 1;
            }
            total += u32::from(counters.guess_calls > 0);
            proved += u32::from(counters.guess_calls > 0 && answer.calls == counters.guess_calls);
            touching += u32::from(answer.touching == Some(true));
            // A depth that is proved is no deeper than the deepest is.
            let difference = Difference::new(a, b, &b_in_a);
            if let Some(guess) = guess(&difference, &Limits::within(0.0))
                && let Proof::Overlapping { depth } = guess.proof
            {
                let Relation::Near(near) = measured else { panic!("{index}: {depth:e}") };
                assert!(depth <= -near.lower + 1e-12 * difference.size(), "{index}: {depth:e} {near:?}");
            }
        }
    }
    let bites = overlapping > 5000 && touching < 19_000 && total > 12_000 && 3 * proved > 2 * total;
    assert!(bites, "the sample must bite: {touching} touching, {total} guesses, {proved} proved");
}

#[test]
fn blocks_are_the_vertices() {
    let mut stored = 0;
    for index in 0..2000 {
        let random = &mut Random::of(2112, index);
        let shape = shape(random);
        let vertices: Vec<DVec3> = vertices(&shape).collect();
        let mut made = None;
        let Some(blocks) = shape.vertex_blocks(&mut made) else {
            assert!(vertices.len() > 64, "{shape:?}");
            continue;
        };
        stored += 1;
        assert_eq!(blocks.len(), vertices.len().div_ceil(VertexBlock::LEN));
        let center = shape.center().as_dvec3();
        for lane in 0..blocks.len() * VertexBlock::LEN {
            let local = Vec3::from(blocks[lane / VertexBlock::LEN].vertex(lane % VertexBlock::LEN));
            // Lanes after the last vertex repeat one of the block.
            let among = lane / VertexBlock::LEN * VertexBlock::LEN;
            let same = |vertex: &DVec3| (*vertex - center).as_vec3() == local;
            let known = vertices.get(lane).map_or_else(|| vertices[among..].iter().any(same), same);
            assert!(known, "{index}: {lane} {local} {shape:?}");
        }
    }
    assert!(stored > 1000);
}
