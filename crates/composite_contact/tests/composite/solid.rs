//! Bodies whose middle is behind the surface.

use clinch_composite::{HeightField, Sides, TriMesh};
use clinch_composite_contact::CompositeRelation;
use clinch_shapes::{Ball, Convex, Cuboid};
use clinch_support::Pose;
use clinch_testkit::generate::meshes::{Mesh, cuboid, torus};
use clinch_testkit::random::Random;
use glam::{DVec3, Vec3};

use crate::common::{Answer, mesh, shuffled};

#[test]
fn a_body_inside_of_a_solid_is_pushed_out_of_the_nearest_side() {
    let solid: TriMesh<DVec3> = mesh(&cuboid(DVec3::new(2.0, 1.0, 0.5)));
    let ball = Ball::<DVec3>::new(0.4).unwrap();
    for (place, normal, distance) in [
        (DVec3::new(0.3, 0.2, 0.3), DVec3::Z, -0.6),
        (DVec3::new(0.3, 0.2, -0.3), -DVec3::Z, -0.6),
        (DVec3::new(1.9, 0.2, 0.1), DVec3::X, -0.5),
        (DVec3::new(0.3, -0.9, 0.1), -DVec3::Y, -0.5),
    ] {
        let answer = Answer::new(&solid, &ball, &Pose::at(place), 0.0);
        let [only] = answer.manifolds.as_slice() else { panic!("{place}: {answer:?}") };
        assert!(only.manifold.normal.abs_diff_eq(normal, 1e-12), "{place}: {only:?}");
        assert!((only.manifold.separation() - distance).abs() <= 1e-12, "{place}: {only:?}");
    }
}

#[test]
fn a_body_in_the_hole_of_a_torus_or_beside_it_is_not_inside() {
    let of = torus(24, 12);
    let solid: TriMesh<DVec3> = mesh(&of);
    let ball = Ball::<DVec3>::new(0.3).unwrap();
    let random = &mut Random::new(5);
    let mut inside = 0;
    for _ in 0..300 {
        let place = DVec3::new(random.range(-1.6, 1.6), random.range(-1.6, 1.6), random.range(-0.7, 0.7));
        let answer = Answer::new(&solid, &ball, &Pose::at(place), 0.0);
        let signed = solid.project(place).unwrap().distance * if solid.contains(place) { -1.0 } else { 1.0 };
        assert_eq!(signed <= 0.3, !answer.manifolds.is_empty(), "{place}: {signed}, {answer:?}");
        if let Some(distance) = answer.distance() {
            assert!((distance + 0.3 - signed).abs() <= 1e-9, "{place}: {distance} instead of {}", signed - 0.3);
        }
        inside += usize::from(signed < 0.0);
    }
    assert!(inside > 30, "{inside}");
}

#[test]
fn terrain_pushes_up_from_any_depth() {
    let field = HeightField::new(9, 9, vec![0.0; 81], DVec3::ONE).unwrap();
    assert_eq!(field.sides(), Sides::Solid);
    let crate_ = Cuboid::new(DVec3::splat(0.25)).unwrap();
    for depth in [0.1, 0.3, 2.0, 1000.0] {
        let answer = Answer::new(&field, &crate_, &Pose::at(DVec3::new(3.3, -depth, 4.2)), 0.0);
        let [only] = answer.manifolds.as_slice() else { panic!("{depth}: {answer:?}") };
        assert_eq!(only.manifold.normal, DVec3::Y, "{depth}");
        assert!((only.manifold.separation() + depth + 0.25).abs() <= 1e-9, "{depth}: {only:?}");
    }
}

#[test]
fn a_surface_with_one_side_does_not_see_what_is_behind_it_and_one_with_two_sides_does() {
    let square = Mesh { vertices: vec![DVec3::ZERO, DVec3::X, DVec3::Y], triangles: vec![[0, 1, 2]] };
    let one: TriMesh<Vec3> = mesh(&square);
    let two = one.clone().two_sided();
    let ball: &dyn Convex<Vec3> = &Ball::<Vec3>::new(0.2).unwrap();
    for (height, seen) in [(0.1, [true, true]), (-0.1, [false, true])] {
        let pose = Pose::at(DVec3::new(0.2, 0.2, height));
        let answers = [Answer::new(&one, ball, &pose, 0.0), Answer::new(&two, ball, &pose, 0.0)];
        assert_eq!(answers.each_ref().map(|answer| !answer.manifolds.is_empty()), seen, "{answers:?}");
        let normal = answers[1].manifolds[0].manifold.normal;
        assert_eq!(normal, Vec3::Z * height.signum() as f32, "{answers:?}");
    }
}

/// Nearest to two faces, the depth was measured to one of them along the normal of the other.
#[test]
fn a_ball_as_near_to_two_faces_of_a_solid_has_the_depth_of_one() {
    let (middle, radius) = (DVec3::new(0.75, 0.75, 0.0), 0.125);
    let ball = Ball::new(radius).unwrap();
    let of = cuboid(DVec3::ONE);
    for first in 0..of.triangles.len() {
        let mut triangles = of.triangles.clone();
        triangles.rotate_left(first);
        let solid = TriMesh::<DVec3>::new(of.vertices.clone(), triangles).unwrap();
        let answer = Answer::new(&solid, &ball, &Pose::at(middle), 0.0);
        let CompositeRelation::Near { separation, .. } = answer.relation else { panic!("{answer:?}") };
        assert_eq!((separation.distance, separation.normal), (-0.25 - radius, DVec3::Y), "{first}");
    }
}

/// Two faces that no edge joins are equally near.
#[test]
fn the_order_of_triangles_chooses_no_side_of_a_slab() {
    let slab = cuboid(DVec3::new(4.0, 3.0, 0.5));
    let ball = Ball::<DVec3>::new(0.25).unwrap();
    let normals = (0..32).map(|seed| {
        let solid: TriMesh<DVec3> = mesh(&shuffled(&slab, &mut Random::new(seed)));
        let answer = Answer::new(&solid, &ball, &Pose::at(DVec3::new(0.5, 0.25, 0.0)), 0.0);
        assert_eq!(answer.distance(), Some(-0.75), "{answer:?}");
        answer.manifolds[0].manifold.normal
    });
    assert!(normals.into_iter().all(|normal| normal == -DVec3::Z));
}

/// Several closed surfaces in one mesh.
fn joined(boxes: &[(DVec3, DVec3)]) -> TriMesh<DVec3> {
    let mut all = Mesh { vertices: Vec::new(), triangles: Vec::new() };
    for &(middle, half) in boxes {
        let (of, first) = (cuboid(half), all.vertices.len() as u32);
        all.vertices.extend(of.vertices.iter().map(|&vertex| vertex + middle));
        all.triangles.extend(of.triangles.iter().map(|corners| corners.map(|corner| corner + first)));
    }
    mesh(&all)
}

/// The nearest surface is that of the other solid, and the middle is in front of it.
#[test]
fn a_body_in_one_of_two_solids_that_overlap_or_are_flush_leaves_both() {
    let slab = (DVec3::new(0.0, -0.5, 0.0), DVec3::new(2.0, 0.5, 2.0));
    let with_pillar = joined(&[slab, (DVec3::new(0.0, 0.5, 0.0), DVec3::new(0.25, 2.0, 0.25))]);
    let flush = joined(&[(DVec3::ZERO, DVec3::splat(0.5)), (DVec3::X, DVec3::splat(0.5))]);
    let ball = Ball::<DVec3>::new(0.03).unwrap();
    for (solid, place, distance) in [
        (&with_pillar, DVec3::new(0.3, -0.1, 0.1), -0.13),
        (&with_pillar, DVec3::new(-0.1, -0.1, 0.3), -0.13),
        (&flush, DVec3::new(0.44, 0.4, 0.0), -0.13),
        (&flush, DVec3::new(0.56, 0.4, 0.1), -0.13),
    ] {
        let answer = Answer::new(solid, &ball, &Pose::at(place), 0.0);
        let deepest = &answer.manifolds[0].manifold;
        assert!(deepest.normal.abs_diff_eq(DVec3::Y, 1e-12), "{place}: {answer:?}");
        assert!((deepest.separation() - distance).abs() <= 1e-12, "{place}: {answer:?}");
    }
}
