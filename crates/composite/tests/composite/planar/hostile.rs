//! Malformed and extreme input: an error that names a place, or finite answers; never a panic.

use clinch_composite::{Chain, Composite, Faces, Feature, HeightField2, Projection, SubShapeId, SurfaceHit, SurfaceRay, SurfaceRayOutcome};
use clinch_shapes::Aabb;
use clinch_support::Vector;
use clinch_testkit::random::Random;
use glam::{DVec2, Vec2};

use crate::planar::shapes::star;

fn number(random: &mut Random) -> f64 {
    match random.below(6) {
        0 => f64::from_bits(random.bits()),
        1 => 0.0,
        2 => f64::MAX,
        _ => random.range(-2.0, 2.0),
    }
}

fn check_point(point: DVec2, found: Option<Projection<DVec2>>) {
    match found {
        Some(found) => {
            assert!(found.point.is_finite() && found.lower <= found.distance && found.distance <= found.upper, "{point} {found:?}");
            assert!(found.normal.is_finite());
        }
        None => assert!(!point.is_finite()),
    }
}

fn check_hit(SurfaceHit { time, lower, point, .. }: SurfaceHit<DVec2>) {
    assert!(lower <= time && time >= 0.0 && point.is_finite(), "{time} {lower} {point}");
}

fn check_parts<V: Vector<Wide = DVec2>>(shape: &impl Composite<V>, bounds: &Aabb<DVec2>) {
    let mut found = Vec::new();
    shape.near(bounds, &mut found);
    assert!(found.is_sorted());
    for id in found.into_iter().chain([SubShapeId(0), SubShapeId(u32::MAX)]) {
        for feature in [Feature::Face, Feature::Edge(0), Feature::Vertex(0), Feature::Vertex(1), Feature::Vertex(2)] {
            let cone = shape.normal_cone(id, feature, true);
            assert!(cone.nearest(DVec2::Y).is_none_or(DVec2::is_finite), "{cone:?}");
            let _ = shape.feature_key(id, feature);
        }
    }
}

fn any_bytes<V: Vector<Wide = DVec2>>(number_of: impl Fn(&mut Random) -> V::Scalar, seed: u64) -> [usize; 3] {
    let random = &mut Random::new(seed);
    let mut counts = [0; 3];
    for _ in 0..1500 {
        let points: Vec<V> = (0..random.below(8)).map(|_| V::from_fn(|_| number_of(random))).collect();
        let chain = if random.chance(0.5) { Chain::closed(points.clone()) } else { Chain::open(points.clone()) };
        let heights = points.iter().map(|point| point.get(0)).collect();
        let field = HeightField2::new(heights, V::from_fn(|_| number_of(random)));
        let scale = V::from_fn(|_| number_of(random));
        let (point, direction) = (DVec2::new(number(random), number(random)), DVec2::new(number(random), number(random)));
        let ray = SurfaceRay { origin: point, direction, max_time: number(random), faces: Faces::Both };
        let bounds = Aabb { min: point, max: direction };
        match chain {
            Ok(chain) => {
                counts[0] += 1;
                let ghosts = chain.clone().with_ghost_vertices(points.first().copied(), Some(scale));
                for chain in [chain.scaled(scale), ghosts, Ok(chain)].into_iter().flatten() {
                    check_point(point, chain.project(point));
                    assert!(!chain.contains(point) || point.is_finite());
                    check_parts(&chain, &bounds);
                    if let SurfaceRayOutcome::Hit(hit) = chain.ray_cast(&ray) {
                        check_hit(hit);
                    }
                }
            }
            Err(error) => {
                counts[1] += 1;
                assert!(!error.to_string().is_empty());
            }
        }
        if let Ok(field) = field {
            counts[2] += 1;
            check_point(point, field.project(point));
            assert!(!field.contains(point) || point.is_finite());
            check_parts(&field, &bounds);
            if let SurfaceRayOutcome::Hit(hit) = field.ray_cast(&ray) {
                check_hit(hit);
            }
        }
        if let Ok((chain, report)) = Chain::repaired_closed(points.clone()) {
            assert_eq!(report.sources.len() + report.dropped.len(), points.len());
            assert_eq!(report.sources.len(), chain.segments() as usize);
        }
    }
    counts
}

#[test]
fn random_bytes_are_refused_or_answered() {
    let small = |random: &mut Random| random.below(3) as f64 - 1.0;
    let runs = [
        any_bytes::<DVec2>(|random| f64::from_bits(random.bits()), 1),
        any_bytes::<Vec2>(|random| f32::from_bits(random.bits() as u32), 2),
        any_bytes::<DVec2>(small, 3),
        any_bytes::<Vec2>(|random| small(random) as f32, 4),
        any_bytes::<DVec2>(|random| random.range(-1.0, 1.0), 5),
    ];
    let counts: [usize; 3] = core::array::from_fn(|i| runs.iter().map(|run| run[i]).sum());
    assert!(counts.iter().all(|&count| count > 500), "the sample must bite: {counts:?}");
}

#[test]
fn a_chain_scaled_by_a_power_of_two_has_the_same_bits() {
    let random = &mut Random::new(6);
    for exponent in [-900, -40, 3, 900] {
        let scale = 2.0_f64.powi(exponent);
        let points = star(12, random);
        let (one, large) =
            (Chain::closed(points.clone()).unwrap(), Chain::closed(points.iter().map(|&point| point * scale).collect()).unwrap());
        for _ in 0..50 {
            let point = (random.in_ball(2) * 2.0).truncate();
            let (a, b) = (one.project(point).unwrap(), large.project(point * scale).unwrap());
            assert_eq!((a.point * scale, a.distance * scale, a.lower * scale), (b.point, b.distance, b.lower));
            assert_eq!((a.normal, a.inside), (b.normal, b.inside));
            let ray = SurfaceRay { origin: point, direction: -point, max_time: 2.0, faces: Faces::Both };
            let far = SurfaceRay { origin: point * scale, direction: -point * scale, ..ray };
            if let (SurfaceRayOutcome::Hit(a), SurfaceRayOutcome::Hit(b)) = (one.ray_cast(&ray), large.ray_cast(&far)) {
                assert_eq!((a.time, a.lower, a.normal, a.point * scale), (b.time, b.lower, b.normal, b.point));
            }
        }
    }
}
