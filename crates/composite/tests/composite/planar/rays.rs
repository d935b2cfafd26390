//! Rays against brute force, and watertightness.

use clinch_composite::{Chain, Faces, Feature, SurfaceHit, SurfaceRay, SurfaceRayOutcome};
use clinch_support::Vector;
use clinch_testkit::random::Random;
use glam::{DVec2, Vec2};

use crate::planar::shapes::{narrow, point, segments, star, terrain};

fn ray(from: DVec2, to: DVec2) -> SurfaceRay<DVec2> {
    SurfaceRay { origin: from, direction: to - from, max_time: f64::INFINITY, faces: Faces::Both }
}

fn hit(outcome: SurfaceRayOutcome<DVec2>) -> Option<SurfaceHit<DVec2>> {
    match outcome {
        SurfaceRayOutcome::Hit(hit) => Some(hit),
        _ => None,
    }
}

/// The first crossing: its time, segment and side.
fn first(segments: &[[DVec2; 2]], ray: &SurfaceRay<DVec2>) -> Option<(f64, usize, bool)> {
    let crossing = |(id, [a, b]): (usize, &[DVec2; 2])| {
        let (along, q) = (*b - *a, *a - ray.origin);
        let across = ray.direction.perp_dot(along);
        let (time, place) = (q.perp_dot(along) / across, q.perp_dot(ray.direction) / across);
        let front = across < 0.0;
        let wanted = ray.faces == Faces::Both || front == (ray.faces == Faces::Front);
        (wanted && time >= 0.0 && (0.0..=1.0).contains(&place)).then_some((time, id, front))
    };
    segments.iter().enumerate().filter_map(crossing).min_by(|a, b| a.0.total_cmp(&b.0))
}

fn agree<V: Vector<Wide = DVec2>>(seed: u64) -> [usize; 2] {
    let random = &mut Random::of(seed, 2);
    let scale = random.pick(&[1e-6, 1.0, 1e6]);
    let points: Vec<_> = star(3 + random.below(40), random).iter().map(|&point| point * scale).collect();
    let chain = Chain::closed(narrow::<V>(&points)).unwrap();
    let all = segments(&chain);
    let mut counts = [0; 2];
    for _ in 0..20 {
        let (from, to) = (point(random, 3.0 * scale), point(random, scale));
        for faces in [Faces::Both, Faces::Front, Faces::Back] {
            let ray = SurfaceRay { faces, ..ray(from, to) };
            match (first(&all, &ray), chain.ray_cast(&ray)) {
                (Some((time, id, front)), SurfaceRayOutcome::Hit(hit)) => {
                    assert!((hit.time - time).abs() < 1e-9 && hit.lower <= time + 1e-12 && hit.lower > hit.time - 1e-6, "{hit:?} {time}");
                    assert_eq!((hit.sub_shape.index(), hit.front), (id, front), "{hit:?}");
                    assert_eq!(hit.front, hit.normal.dot(ray.direction) < 0.0);
                    assert!(hit.point.distance(from + ray.direction * hit.time) < 1e-9 * scale);
                    counts[0] += 1;
                }
                (None, SurfaceRayOutcome::Miss { proven: true }) => counts[1] += 1,
                (expected, outcome) => panic!("seed {seed}: {expected:?} {outcome:?}"),
            }
        }
    }
    counts
}

#[test]
fn rays_agree_with_brute_force_at_any_scale() {
    let counts = (0..60).flat_map(|seed| [agree::<DVec2>(seed), agree::<Vec2>(seed)]);
    let [hits, misses] = counts.fold([0; 2], |[a, b], [c, d]| [a + c, b + d]);
    assert!(hits > 1000 && misses > 300, "{hits} {misses}");
}

#[test]
fn rays_through_points_of_loops_never_pass() {
    let random = &mut Random::new(4);
    let mut at_points = 0;
    for _ in 0..100 {
        let chain = Chain::closed(narrow::<Vec2>(&star(3 + random.below(20), random))).unwrap();
        for [at, _] in segments(&chain) {
            // From inside through a point, and from outside to the middle.
            let outward = chain.ray_cast(&ray(DVec2::ZERO, at));
            let inward = chain.ray_cast(&SurfaceRay { max_time: 1.0, ..ray(at * random.range(1.0, 4.0), DVec2::ZERO) });
            let hits = [hit(outward), hit(inward)].map(|hit| hit.unwrap());
            at_points += hits.iter().filter(|hit| hit.feature != Feature::Face).count();
        }
    }
    assert!(at_points > 500, "{at_points}");
}

#[test]
fn rays_along_segments_and_at_their_ends() {
    let step = Chain::open([(2.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)].map(DVec2::from).to_vec()).unwrap();
    let cast = |origin: (f64, f64), direction: (f64, f64)| {
        step.ray_cast(&SurfaceRay { origin: origin.into(), direction: direction.into(), max_time: 9.0, faces: Faces::Both })
    };
    // Along the ground, which it passes, to the wall.
    let wall = hit(cast((3.0, 0.0), (-1.0, 0.0))).unwrap();
    assert_eq!((wall.time, wall.sub_shape.0, wall.feature), (2.0, 1, Feature::Vertex(0)));
    assert_eq!(hit(cast((1.5, 0.0), (0.0, -1.0))).map(|hit| (hit.time, hit.front)), Some((0.0, true)));
    assert_eq!(hit(cast((1.5, 0.0), (0.0, 1.0))).map(|hit| (hit.time, hit.front)), Some((0.0, false)));
    assert_eq!(hit(cast((2.0, 5.0), (0.0, -0.5))).map(|hit| (hit.time, hit.feature)), None);
    assert_eq!(hit(cast((2.0, 4.0), (0.0, -0.5))).map(|hit| (hit.time, hit.feature)), Some((8.0, Feature::Vertex(0))));
    assert_eq!(cast((0.0, 0.0), (0.0, 0.0)), SurfaceRayOutcome::Undefined);
    assert_eq!(cast((f64::NAN, 0.0), (0.0, 1.0)), SurfaceRayOutcome::Undefined);
    assert_eq!(cast((3.0, 2.0), (1.0, 1.0)), SurfaceRayOutcome::Miss { proven: true });
}

#[test]
fn a_field_has_the_bits_of_its_chain() {
    let random = &mut Random::new(3);
    let mut hits = 0;
    for _ in 0..40 {
        let (field, chain) = terrain::<Vec2>(2 + random.below(40), Vec2::new(0.1, 0.4), random);
        for _ in 0..50 {
            let (from, to) = (point(random, 6.0), point(random, 4.0));
            let faces = random.pick(&[Faces::Both, Faces::Front, Faces::Back]);
            let max_time = random.pick(&[0.5, 1.0, f64::INFINITY]);
            let direction = random.pick(&[to - from, DVec2::Y, DVec2::NEG_X]);
            let ray = SurfaceRay { origin: from, direction, max_time, faces };
            let [one, other] = [field.ray_cast(&ray), chain.ray_cast(&ray)];
            let of = |outcome| hit(outcome).map(|hit| (hit.time, hit.point, hit.front));
            assert_eq!(of(one), of(other), "{ray:?}");
            hits += usize::from(hit(one).is_some());
        }
    }
    assert!(hits > 80, "{hits}");
}
