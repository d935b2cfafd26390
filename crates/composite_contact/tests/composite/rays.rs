//! Rays and points against the exact queries of a mesh.

use clinch_composite::{Compound, Faces, SurfaceRay, SurfaceRayOutcome, TriMesh};
use clinch_composite_contact::{CompositeRelation, CompositeScratch, contains, project, ray_cast};
use clinch_contact::{CastOutcome, Ray, Scratch, ray_cast as ray_at};
use clinch_shapes::{Segment, Triangle};
use clinch_support::Pose;
use clinch_testkit::generate::meshes::{cuboid, icosphere};
use clinch_testkit::random::Random;
use glam::{DVec2, DVec3, Vec3};

use crate::common::{Listed, any_mesh, mesh};

#[test]
fn rays_hit_where_the_rays_of_the_mesh_do() {
    let (mut hits, mut misses, mut inside) = (0, 0, 0);
    for seed in 0..400 {
        let random = &mut Random::of(seed, 61);
        let shape: TriMesh<DVec3> = mesh(&any_mesh(random));
        let origin = random.in_ball(3) * random.pick(&[0.5, 3.0]);
        let ray =
            Ray { max_time: 2.0, solid: random.chance(0.5), ..Ray::new(origin, (random.in_ball(3) - origin) * random.power(-2.0, 2.0)) };
        let answer = ray_cast(&shape, &ray, &mut CompositeScratch::new());
        assert_eq!(answer.cast.outcome, ray_cast(&Listed(&shape), &ray, &mut CompositeScratch::new()).cast.outcome, "seed {seed}");
        if ray.solid && shape.contains(origin) {
            let CastOutcome::Hit(impact) = answer.cast.outcome else { panic!("seed {seed}: {answer:?}") };
            assert!(impact.at_start && impact.separation < 0.0, "seed {seed}: {answer:?}");
            inside += 1;
            continue;
        }
        let exact = shape.ray_cast(&SurfaceRay { origin, direction: ray.direction, max_time: 2.0, faces: Faces::Both });
        match (answer.cast.outcome, exact) {
            (CastOutcome::Hit(one), SurfaceRayOutcome::Hit(other)) => {
                let way = ray.direction.length();
                assert!((one.time - other.time).abs() * way <= 1e-9, "seed {seed}: {one:?} {other:?}");
                let outward = if shape.sides() == clinch_composite::Sides::Solid || other.front { other.normal } else { -other.normal };
                assert!((one.normal - outward).length() <= 1e-9, "seed {seed}: {one:?} {other:?}");
                hits += 1;
            }
            (CastOutcome::Miss { .. }, SurfaceRayOutcome::Miss { .. }) => misses += 1,
            (one, other) => panic!("seed {seed}: {one:?} instead of {other:?}"),
        }
    }
    assert!(hits > 100 && misses > 40 && inside > 10, "{hits} {misses} {inside}");
}

#[test]
fn rays_along_edges_and_through_vertices_of_a_closed_mesh_hit_it() {
    let sphere: TriMesh<DVec3> = mesh(&icosphere(2));
    let random = &mut Random::new(62);
    for i in 0..600 {
        let [a, b, c] = sphere.corners(clinch_composite::SubShapeId(random.below(80) as u32)).unwrap();
        let at = if i % 3 == 0 { a } else { a.lerp(b, random.unit()) };
        // To a vertex or an edge from outside, ending inside; or along an edge.
        let inward = random.in_ball(3) * 0.3 - at;
        let direction = if i % 5 == 0 { (b - a).normalize() - at * 0.02 } else { inward };
        let ray = Ray { max_time: 10.0, ..Ray::new(at - direction * 1.5, direction) };
        let answer = ray_cast(&sphere, &ray, &mut CompositeScratch::new());
        let CastOutcome::Hit(impact) = answer.cast.outcome else { panic!("{i} {c}: {answer:?}") };
        assert!(impact.time <= 1.5 + 1e-9, "{i}: {answer:?}");
    }
}

#[test]
fn points_are_projected_to_the_nearest_place_and_contained_where_the_mesh_says() {
    let mut inside = 0;
    for seed in 0..400 {
        let random = &mut Random::of(seed, 63);
        let shape: TriMesh<Vec3> = mesh(&any_mesh(random));
        let point = random.in_ball(3) * random.pick(&[1.2, 3.0]);
        let exact = shape.project(point).unwrap();
        let CompositeRelation::Near { separation, .. } = project(&shape, point, &mut CompositeScratch::new()) else {
            panic!("seed {seed}")
        };
        assert!((separation.distance - exact.signed_distance()).abs() <= 1e-9, "seed {seed}: {separation:?} {exact:?}");
        assert!(separation.lower <= exact.upper.copysign(exact.signed_distance()) + 1e-9, "seed {seed}: {separation:?}");
        assert_eq!(contains(&shape, point, &mut CompositeScratch::new()), exact.inside, "seed {seed}");
        if exact.distance > 1e-3 {
            let outward = (point - exact.point) / exact.signed_distance();
            assert!((separation.normal - outward).length() < 1e-4, "seed {seed}: {separation:?} {exact:?}");
        }
        inside += usize::from(exact.inside);
    }
    assert!(inside > 20, "{inside}");
}

#[test]
fn a_hollow_ray_leaves_a_solid_with_the_outward_normal() {
    let solid: TriMesh<DVec3> = mesh(&cuboid(DVec3::ONE));
    let ray = Ray { max_time: 5.0, solid: false, ..Ray::new(DVec3::new(0.1, 0.2, 0.3), DVec3::X) };
    let answer = ray_cast(&solid, &ray, &mut CompositeScratch::new());
    let CastOutcome::Hit(impact) = answer.cast.outcome else { panic!("{answer:?}") };
    assert!((impact.time - 0.9).abs() < 1e-12 && impact.normal == DVec3::X, "{answer:?}");
    for bad in [DVec3::NAN, DVec3::INFINITY] {
        let undefined = ray_cast(&solid, &Ray { origin: bad, ..ray }, &mut CompositeScratch::new());
        assert_eq!(undefined.cast.outcome, CastOutcome::Undefined);
        assert_eq!(project(&solid, bad, &mut CompositeScratch::new()), CompositeRelation::Undefined);
        assert!(!contains(&solid, bad, &mut CompositeScratch::new()));
    }
}

/// A triangle of a compound has no inside, although other parts may.
#[test]
fn a_ray_hits_a_triangle_in_a_compound_against_the_normal() {
    let triangle = Triangle::new(DVec3::ZERO, DVec3::X, DVec3::Y).unwrap();
    let compound: Compound<DVec3> = Compound::new(vec![(Pose::IDENTITY, triangle.into())]).unwrap();
    let segment = Segment::new(DVec2::ZERO, DVec2::X).unwrap();
    let in_2d: Compound<DVec2> = Compound::new(vec![(Pose::IDENTITY, segment.into())]).unwrap();
    for (from, solid) in [(3.0, true), (-3.0, true), (3.0, false), (-3.0, false)] {
        let ray = Ray { solid, ..Ray::new(DVec3::new(0.25, 0.25, from), DVec3::Z * -from) };
        let answer = ray_cast(&compound, &ray, &mut CompositeScratch::new());
        let (CastOutcome::Hit(one), CastOutcome::Hit(other)) = (answer.cast.outcome, ray_at(&triangle, &ray, &mut Scratch::new()).outcome)
        else {
            panic!("{answer:?}")
        };
        assert_eq!((one.time, one.normal, one.normal), (other.time, other.normal, DVec3::Z * from.signum()));
        let ray = Ray { solid, ..Ray::new(DVec2::new(0.25, from), DVec2::Y * -from) };
        let answer = ray_cast(&in_2d, &ray, &mut CompositeScratch::new());
        let CastOutcome::Hit(impact) = answer.cast.outcome else { panic!("{answer:?}") };
        assert_eq!((impact.time, impact.normal), (1.0, DVec2::Y * from.signum()));
    }
}
