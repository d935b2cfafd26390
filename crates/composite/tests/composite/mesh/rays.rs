//! Rays against the oracle, and watertightness.

use clinch_composite::{Faces, Feature, SurfaceHit, SurfaceRay, SurfaceRayOutcome, TriMesh};
use clinch_support::Vector;
use clinch_testkit::generate::meshes::{self, Mesh};
use clinch_testkit::oracle::MeshTruth;
use clinch_testkit::random::Random;
use glam::{DVec3, Vec3};

fn ray(from: DVec3, to: DVec3) -> SurfaceRay {
    SurfaceRay { origin: from, direction: to - from, max_time: f64::INFINITY, faces: Faces::Both }
}

fn hit<V: Vector<Wide = DVec3>>(mesh: &TriMesh<V>, ray: &SurfaceRay) -> Option<SurfaceHit> {
    match mesh.ray_cast(ray) {
        SurfaceRayOutcome::Hit(hit) => Some(hit),
        _ => None,
    }
}

fn agree<V: Vector<Wide = DVec3>>(mesh: &Mesh, scale: f64, random: &mut Random) -> [usize; 2] {
    let (built, rounded) = super::build::<V>(mesh, scale);
    let truth = MeshTruth::new(&rounded.vertices, &rounded.triangles);
    let mut counts = [0; 2];
    for _ in 0..100 {
        let at = |random: &mut Random, size: f64| random.in_ball(3) * (size * scale);
        let (from, to) = (at(random, 3.0), at(random, 1.0));
        for faces in [Faces::Both, Faces::Front, Faces::Back] {
            let wanted = |front: bool| faces == Faces::Both || front == (faces == Faces::Front);
            let first = truth.crossings(from, to).into_iter().find(|crossing| wanted(crossing.front));
            match (first, built.ray_cast(&SurfaceRay { faces, ..ray(from, to) })) {
                (Some(first), SurfaceRayOutcome::Hit(hit)) => {
                    // The oracle's ray ends in a point, and so its direction differs by rounding.
                    assert!((hit.time - first.time).abs() < 1e-9 && hit.lower <= first.time + 1e-12, "{hit:?} {first:?}");
                    assert!(hit.lower > hit.time - 1e-6, "the bound is close: {} {}", hit.lower, hit.time);
                    assert_eq!((hit.sub_shape.index(), hit.front), (first.triangle, first.front));
                    let on_ray = from + (to - from) * hit.time;
                    assert!(hit.point.abs_diff_eq(on_ray, 1e-9 * scale));
                    assert!((hit.barycentrics.iter().sum::<f64>() - 1.0).abs() < 1e-12);
                    counts[0] += 1;
                }
                (None, SurfaceRayOutcome::Miss { proven: true }) => counts[1] += 1,
                (first, outcome) => panic!("{first:?} {outcome:?}"),
            }
        }
    }
    counts
}

#[test]
fn rays_agree_with_the_oracle_at_any_scale() {
    let mut random = Random::new(1);
    let mut counts = [0; 2];
    let meshes: Vec<_> = super::closed().into_iter().chain(super::open(&mut random)).collect();
    for mesh in &meshes {
        for scale in [1e-6, 1.0, 1e6] {
            for [hits, misses] in [agree::<Vec3>(mesh, scale, &mut random), agree::<DVec3>(mesh, scale, &mut random)] {
                counts[0] += hits;
                counts[1] += misses;
            }
        }
    }
    assert!(counts[0] > 5000 && counts[1] > 2000, "the sample must bite: {counts:?}");
}

/// Rays from outside to points on edges and at vertices of a closed mesh, from where they go on
/// into the solid: they cannot miss.
fn never_passes<V: Vector<Wide = DVec3>>(mesh: &Mesh, scale: f64, random: &mut Random) -> usize {
    let (built, rounded) = super::build::<V>(mesh, scale);
    let truth = MeshTruth::new(&rounded.vertices, &rounded.triangles);
    let (mut features, mut late) = (0, 0);
    for corners in &rounded.triangles {
        let [a, b, _] = corners.map(|corner| rounded.vertices[corner as usize]);
        for share in [0.0, 0.5, 1.0, random.unit()] {
            let target = a + (b - a) * share;
            let from = random.direction(3) * (4.0 * scale);
            let toward = ray(from, target);
            // A ray that only touches an edge of the silhouette may pass beside it by rounding.
            let beyond = target + (target - from) * 1e-3;
            if !truth.contains(beyond) {
                continue;
            }
            let found = hit(&built, &toward).unwrap_or_else(|| panic!("passes at {target} from {from}"));
            // By rounding it may pass beside a ridge that it touches, and then the bound says so.
            assert!(found.time <= 1.001 + 1e-9 && found.lower <= 1.0 + 1e-9, "{found:?}");
            late += usize::from(found.time > 1.0 + 1e-9);
            features += usize::from(found.feature != Feature::Face);
        }
    }
    assert!(late <= 2, "{late}");
    features
}

#[test]
fn rays_along_edges_and_through_vertices_of_closed_meshes_never_pass() {
    let mut random = Random::new(2);
    for mesh in super::closed() {
        for scale in [1e-6, 1.0, 1e6] {
            never_passes::<Vec3>(&mesh, scale, &mut random);
            never_passes::<DVec3>(&mesh, scale, &mut random);
        }
    }
    // Exactly through vertices and edges of the box: numbers that are not rounded.
    let (mesh, _) = super::build::<Vec3>(&super::closed()[0], 1.0);
    let mut features = 0;
    for x in [-1.0, -0.5, 0.0, 0.5, 1.0] {
        for y in [-0.5, -0.25, 0.0, 0.25, 0.5] {
            let down = ray(DVec3::new(x, y, 2.0), DVec3::new(x, y, 1.0));
            let found = hit(&mesh, &down).unwrap();
            assert_eq!((found.time, found.point), (1.75, DVec3::new(x, y, 0.25)));
            features += usize::from(found.feature != Feature::Face);
        }
    }
    assert!(features >= 16 + 3, "{features}");
}

#[test]
fn a_ray_through_an_edge_hits_the_lower_of_its_triangles() {
    let mut random = Random::new(3);
    for mesh in super::open(&mut random) {
        let (built, rounded) = super::build::<Vec3>(&mesh, 1.0);
        for (triangle, corners) in rounded.triangles.iter().enumerate() {
            for (edge, &corner) in corners.iter().enumerate() {
                let at = rounded.vertices[corner as usize];
                let found = hit(&built, &ray(at + DVec3::Z, at)).unwrap();
                let least = rounded.triangles.iter().position(|other| other.contains(&corner)).unwrap();
                assert_eq!((found.sub_shape.index(), found.time, found.point), (least, 1.0, at), "{triangle} {edge}");
            }
        }
    }
}

#[test]
fn rays_that_are_not_finite_are_undefined_and_ends_count() {
    let (mesh, _) = super::build::<Vec3>(&super::closed()[0], 1.0);
    let down = ray(DVec3::new(0.1, 0.1, 1.25), DVec3::new(0.1, 0.1, 0.25));
    for direction in [DVec3::ZERO, DVec3::NAN, DVec3::splat(f64::INFINITY)] {
        assert_eq!(mesh.ray_cast(&SurfaceRay { direction, ..down }), SurfaceRayOutcome::Undefined);
        assert_eq!(mesh.ray_cast(&SurfaceRay { origin: direction / 0.0, ..down }), SurfaceRayOutcome::Undefined);
    }
    assert_eq!(hit(&mesh, &SurfaceRay { max_time: 1.0, ..down }).map(|hit| hit.time), Some(1.0));
    assert_eq!(mesh.ray_cast(&SurfaceRay { max_time: 0.9, ..down }), SurfaceRayOutcome::Miss { proven: true });
    let on = SurfaceRay { origin: DVec3::new(0.1, 0.1, 0.25), ..down };
    assert_eq!(hit(&mesh, &SurfaceRay { max_time: f64::NAN, ..on }).map(|hit| (hit.time, hit.lower)), Some((0.0, 0.0)));
    assert_eq!(hit(&mesh, &SurfaceRay { direction: DVec3::NEG_Z * 1e300, ..down }).map(|hit| hit.time > 0.0), Some(true));
}

#[test]
fn rays_from_far_away_do_not_pass_between_the_boxes_of_the_tree() {
    let mut random = Random::new(4);
    let mesh = meshes::grid(16, |x, y| DVec3::new(x + 0.01 * y * y, y - 0.02 * x * x, 0.1 * x * y));
    let (built, rounded) = super::build::<DVec3>(&mesh, 1.0);
    let inner = |vertex: &&DVec3| vertex.x.abs() < 0.9 && vertex.y.abs() < 0.9;
    for round in 0..60 {
        // Far enough that rounding moves the ray by more than the boxes are rounded outward.
        let far = (random.direction(3) + DVec3::Z * 1.5) * 1e11;
        for &vertex in rounded.vertices.iter().filter(inner) {
            let found = hit(&built, &ray(far, vertex)).unwrap_or_else(|| panic!("passes at {vertex} from {far} in round {round}"));
            assert!(found.lower <= found.time && (found.time - 1.0).abs() < 1e-11);
        }
    }
}
