//! Degenerate and difficult point clouds against the oracle: GJK, then EPA from where it ended,
//! cold and warm.
//!
//! Kinds: random, on a grid (coplanar and repeated points), on a sphere, needles, plates, slivers,
//! boxes, boxes on a grid, one to three points. Rotations: any, none, or tiny. Positions of B: any,
//! on a grid, coincident, a vertex on a vertex or in the middle of two, or at a gap of 1e-9 to
//! 1e-3. Warm starts: random vertex ids, and the simplex of another pose, half a turn away.

use std::collections::BTreeMap;

use clinch_epa::{Depth, EpaSpace, EpaVector, Limits, Stop, depth};
use clinch_gjk::{Outcome, Start, distance};
use clinch_support::{Difference, Record, Scalar, Vector, VertexId};
use clinch_testkit::cloud::{Cloud, Space, block};
use clinch_testkit::oracle::Pairing;
use clinch_testkit::pair_file::{Coords, PoseSpec, RotationSpec};
use clinch_testkit::random::Random;
use glam::{DVec2, DVec3, Vec2, Vec3};

const KINDS: usize = 9;

/// The thickness of the thin shapes, as a power of ten. In `f64` the oracle's normals are off by
/// more than its error if two sizes differ by more.
fn thinnest<V: Vector>() -> f64 {
    if V::Scalar::EPSILON.widen() > 1e-10 { -16.0 } else { -5.0 }
}

fn snap(p: DVec3, steps: f64) -> DVec3 {
    (p * steps).round() / steps
}

fn cloud<V: Space>(random: &mut Random, kind: usize) -> Cloud<V> {
    let dim = V::DIM;
    let count = dim + 1 + random.below(8);
    let thin = random.power(thinnest::<V>(), -3.0);
    let points: Vec<DVec3> = match kind {
        0 => (0..count).map(|_| random.in_ball(dim)).collect(),
        1 => (0..count + 6).map(|_| snap(random.in_ball(dim), 2.0)).collect(),
        2 => (0..count + 4).map(|_| random.direction(dim)).collect(),
        3 => {
            let u = random.in_ball(dim);
            (0..count).map(|_| u * random.range(-1.0, 1.0) + random.in_ball(dim) * thin).collect()
        }
        4 => {
            let (u, v) = (random.in_ball(dim), random.in_ball(dim));
            (0..count).map(|_| u * random.range(-1.0, 1.0) + v * random.range(-1.0, 1.0) + random.in_ball(dim) * thin).collect()
        }
        5 => {
            let (p, q, r) = (random.in_ball(dim), random.in_ball(dim), random.in_ball(dim));
            [p, q, p + r * thin, p, random.in_ball(dim)].into_iter().take(4 + random.below(2)).collect()
        }
        6 => return block(DVec3::new(random.range(0.1, 1.0), random.range(0.1, 1.0), random.range(0.1, 1.0))),
        7 => return block(snap(DVec3::new(random.range(0.3, 1.0), random.range(0.3, 1.0), random.range(0.3, 1.0)), 4.0)),
        _ => (0..1 + random.below(3)).map(|_| snap(random.in_ball(dim), 4.0)).collect(),
    };
    Cloud(points.into_iter().map(V::at).collect())
}

struct Scene<V> {
    a: Cloud<V>,
    b: Cloud<V>,
    b_in_a: PoseSpec,
    degenerate: bool,
}

fn scene<V: Space>(random: &mut Random) -> Scene<V> {
    let (kind_a, kind_b) = (random.below(KINDS), random.below(KINDS));
    let a = cloud::<V>(random, kind_a);
    let b = if random.chance(0.1) { a.clone() } else { cloud::<V>(random, kind_b) };
    let (whole, angle, hair) = (random.quaternion(), random.range(-3.0, 3.0), random.power(thinnest::<V>(), -3.0));
    let rotation = match (random.below(4), V::DIM) {
        (0, _) => RotationSpec::Identity,
        (1, 2) => RotationSpec::Angle(hair),
        (1, _) => RotationSpec::Quaternion([hair, 0.5 * hair, -0.3 * hair, 1.0]),
        (_, 2) => RotationSpec::Angle(angle),
        _ => RotationSpec::Quaternion(whole),
    };
    let at = |t: DVec3| PoseSpec { t: Some(Coords::of(t, V::DIM)), rotation };
    let vertex = |cloud: &Cloud<V>, random: &mut Random| cloud.0[random.below(cloud.0.len())].lift();
    let t = match random.below(8) {
        0 | 1 => vertex(&a, random) - at(DVec3::ZERO).point(vertex(&b, random)),
        2 => 0.5 * (vertex(&a, random) + vertex(&a, random)) - at(DVec3::ZERO).point(vertex(&b, random)),
        3 => {
            let gap = random.power(-9.0, -3.0) * random.sign();
            near(&a, &b, random.direction(V::DIM), gap, at)
        }
        4 => snap(random.in_ball(V::DIM), 8.0),
        5 => DVec3::ZERO,
        _ => random.in_ball(V::DIM) * random.range(0.0, 4.0),
    };
    Scene { a, b, b_in_a: at(t), degenerate: [3, 4, 5, 8].contains(&kind_a) || [3, 4, 5, 8].contains(&kind_b) }
}

/// A position at a given gap, by Newton's method from outside: the signed distance along a line is
/// convex, and the oracle's normal gives its slope.
fn near<V: Space>(a: &Cloud<V>, b: &Cloud<V>, along: DVec3, gap: f64, at: impl Fn(DVec3) -> PoseSpec) -> DVec3 {
    let mut far = 5.0;
    for _ in 0..6 {
        let truth = Pairing::of(&V::query(a, b, &at(along * far))).unwrap().truth();
        let slope = truth.normal.to_vec3().dot(along);
        if slope < 1e-3 || far < (truth.sd - gap) / slope {
            break;
        }
        far -= (truth.sd - gap) / slope;
    }
    along * far
}

/// A cold start, one with random vertex ids, some of which do not exist, and one with the simplex
/// of a pose half a turn away.
fn starts<V: Space + EpaSpace>(random: &mut Random, scene: &Scene<V>) -> [Start<V>; 3] {
    let mut garbage = Start::cold();
    for _ in 0..random.below(6) {
        let (a, b) = (random.below(scene.a.0.len() + 1), random.below(scene.b.0.len() + 1));
        garbage.vertices.push((VertexId::new(a), VertexId::new(b)));
    }
    let [x, y, z, w] = scene.b_in_a.quaternion();
    let rotation = if V::DIM == 2 { RotationSpec::Quaternion([0.0, 0.0, w, -z]) } else { RotationSpec::Quaternion([y, -x, w, -z]) };
    let t = Coords::of(scene.b_in_a.translation() * -random.unit(), V::DIM);
    let before = V::pose(&PoseSpec { t: Some(t), rotation });
    let mut record = Record::new();
    let answer = distance(&Difference::new(&scene.a, &scene.b, &before), &Start::cold(), &Default::default(), &mut record);
    [Start::cold(), garbage, Start::again(&answer, &record)]
}

fn check<V: Space + EpaSpace>(seed: u64, count: u64) {
    // The error of the arithmetic, relative to the size. Errors of the support maps are in the
    // bounds.
    let tolerance = if V::Scalar::EPSILON.widen() > 1e-10 { 1e-6 } else { 1e-11 };
    let mut polytope = <V::Wide as EpaVector>::Polytope::default();
    let mut record = Record::new();
    let mut mix: BTreeMap<&str, u32> = BTreeMap::new();
    for index in 0..count {
        let mut random = Random::of(seed, index);
        let scene = scene::<V>(&mut random);
        let truth = Pairing::of(&V::query(&scene.a, &scene.b, &scene.b_in_a)).unwrap().truth();
        let (sd, size) = (truth.sd, truth.extent);
        let kind = if sd > 1e-4 * size {
            "apart"
        } else if sd < -1e-4 * size {
            "overlapping"
        } else {
            "touching"
        };
        *mix.entry(kind).or_default() += 1;
        *mix.entry("degenerate").or_default() += u32::from(scene.degenerate);
        let pose = V::pose(&scene.b_in_a);
        let difference = Difference::new(&scene.a, &scene.b, &pose);
        // The error of the oracle, and the rounding of the pose.
        let err = truth.err + 1e-13 * size;
        for (warm, start) in starts(&mut random, &scene).iter().enumerate() {
            let context = format!("{}D pair {index}, start {warm}, true {sd:e} of {size}", V::DIM);
            record.clear();
            let answer = distance(&difference, start, &Default::default(), &mut record);
            assert!(answer.iterations <= 30, "{context}: {answer:?}");
            let (simplex, apart) = match answer.outcome {
                Outcome::Apart(s) => {
                    assert!(s.lower <= sd + err && sd - err <= s.upper, "{context}: {s:?}");
                    assert!((s.distance - sd).abs() <= tolerance * size, "{context}: {s:?}");
                    let witnessed = (s.point_a - difference.to_a(s.point_b)).length();
                    assert!(witnessed <= s.upper && (s.normal.length() - 1.0).abs() < 1e-12, "{context}: {s:?}");
                    continue;
                }
                Outcome::Touching(touch) => {
                    assert!(sd - err <= touch.upper, "{context}: {touch:?}");
                    (touch.simplex, touch.upper)
                }
                Outcome::Overlapping(simplex) => {
                    assert!(sd <= err, "{context}: {simplex:?}");
                    (simplex, 0.0)
                }
                other => panic!("{context}: {other:?}"),
            };
            let calls = record.len();
            let deep = depth(&difference, &simplex, &Limits::default(), &mut record, &mut polytope);
            assert!(record.len() - calls <= 60, "{context}: {deep:?}");
            match deep {
                Depth::Overlapping(p) => {
                    let lower = if p.lower > 0.0 { p.lower } else { -apart };
                    assert!(lower <= -sd + err && -sd - err <= p.upper, "{context}: {p:?}");
                    assert!((p.depth + sd).abs() <= tolerance * size, "{context}: {p:?}");
                    let gap = p.point_a - difference.to_a(p.point_b) - p.normal * p.depth;
                    assert!(gap.length() <= tolerance * size, "{context}: {gap:?} {p:?}");
                    assert!(matches!(p.stop, Stop::Converged | Stop::Flat), "{context}: {p:?}");
                }
                Depth::Apart { at_least, .. } => assert!(at_least <= sd + err && apart > 0.0, "{context}: {deep:?}"),
                Depth::Undefined => panic!("{context}"),
            }
        }
    }
    for (kind, share) in [("apart", 20), ("touching", 20), ("overlapping", 20), ("degenerate", 5)] {
        assert!(u64::from(mix[kind]) * 100 >= share * count, "{}D: {mix:?}", V::DIM);
    }
}

#[test]
fn plane_in_f32() {
    check::<Vec2>(1, 20_000);
}

#[test]
fn plane_in_f64() {
    check::<DVec2>(2, 20_000);
}

#[test]
fn space_in_f32() {
    check::<Vec3>(3, 12_000);
}

/// Pair 689 is apart by half the resolution of its `f32` shapes. Its witness points were apart by a
/// sixth of the size.
#[test]
fn witness_points_agree_for_shapes_apart_by_less_than_their_resolution() {
    check::<Vec3>(103, 1_000);
}

#[test]
fn space_in_f64() {
    check::<DVec3>(4, 12_000);
}
