//! Rays and points against the exact queries of a mesh.

use clinch_composite::{Composite, Compound, Faces, HeightField, SurfaceRay, SurfaceRayOutcome, TriMesh, Voxels};
use clinch_composite_contact::{CompositeRelation, CompositeScratch};
use clinch_contact::{CastOutcome, Ray, Scratch, ray_cast as ray_at};
use clinch_shapes::{Segment, Triangle};
use clinch_support::Pose;
use clinch_testkit::generate::meshes::{cuboid, icosphere};
use clinch_testkit::random::Random;
use glam::{DVec2, DVec3, Vec3};

use crate::common::{Listed, any_mesh, mesh};
use crate::erased::{contains, project, ray_cast};

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

/// Every ray crosses a flat floor exactly on an edge that two triangles or boxes share, or at a
/// vertex. The farther it comes from, the more its way is rounded, and it must not slip through.
#[test]
fn rays_from_afar_do_not_slip_between_parts() {
    let corner = |i: usize| [i % 9, i / 9].map(|at| at as f64 - 4.0);
    let corners: Vec<Vec3> = (0..81).map(|i| Vec3::new(corner(i)[0] as f32, 0.0, corner(i)[1] as f32)).collect();
    let cells = (0..8).flat_map(|z| (0..8).map(move |x| 9 * z + x));
    let triangles = cells.clone().flat_map(|at| [[at, at + 9, at + 1], [at + 1, at + 9, at + 10]]).collect();
    let flat = TriMesh::new(corners, triangles).unwrap();
    let field = HeightField::new(9, 9, vec![0.0; 81], Vec3::ONE).unwrap();
    let tiles = Voxels::new(Vec3::ONE, (0..64).map(|i| [i % 8 - 4, -1, i / 8 - 4])).unwrap();
    let shapes: [(&dyn Composite<Vec3>, DVec3); 3] = [(&flat, DVec3::ZERO), (&field, DVec3::new(4.0, 0.0, 4.0)), (&tiles, DVec3::ZERO)];
    let random = &mut Random::new(63);
    let mut scratch = CompositeScratch::new();
    for round in 0..4000 {
        let small = |random: &mut Random| random.below(11) as f64 - 5.0;
        let direction = DVec3::new(small(random), -1.0 - random.below(5) as f64, small(random));
        let on_edge = DVec3::new(random.below(7) as f64 - 3.0, 0.0, random.below(49) as f64 / 8.0 - 3.0);
        let far = random.pick(&[10.0, 1e3, 9333.0, 65_536.0, 1e6]);
        for (kind, &(shape, offset)) in shapes.iter().enumerate() {
            let ray = Ray::new(on_edge + offset - direction * far, direction);
            let answer = ray_cast(shape, &ray, &mut scratch);
            let CastOutcome::Hit(impact) = answer.cast.outcome else { panic!("{round}, {kind}: {ray:?} {answer:?}") };
            assert!((impact.time - far).abs() <= 1e-12 * far + 1e-9, "{round}, {kind}: {ray:?} {impact:?}");
            assert!((impact.normal - DVec3::Y).length() < 1e-9, "{round}, {kind}: {ray:?} {impact:?}");
        }
    }
}
