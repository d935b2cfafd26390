//! Two composite shapes against the convex shapes that they are made of.

use clinch::InitialOverlap;
use clinch::d3::{self, Ball, Cuboid, Motion, Pose, Shape, SubShapeId, Sweep};
use clinch_testkit::random::Random;
use glam::Vec3;

use crate::composite::{block_mesh, two_blocks};

#[test]
fn two_composites_are_as_far_apart_as_their_convex_parts() {
    let (mesh, solid) = (block_mesh(Vec3::new(1.0, 2.0, 1.0)), Shape::from(Cuboid::new(Vec3::new(1.0, 2.0, 1.0)).unwrap()));
    let (compound, parts) = two_blocks();
    let mut random = Random::new(11);
    let (mut apart, mut hits) = (0, 0);
    for _ in 0..60 {
        let place = (random.in_ball(3) * 5.0).as_vec3();
        let turn = glam::Quat::from_xyzw(0.1, random.range(-1.0, 1.0) as f32, 0.3, 0.5).normalize();
        let (pose_a, pose_b) = (Pose::at(Vec3::X), Pose::new(turn, place));
        let of_parts = parts.clone().map(|(in_b, block)| (block, Pose::narrow(&pose_b.widen().after(&in_b.widen()))));
        let nearest = of_parts.iter().map(|(block, pose)| d3::distance(&solid, &pose_a, block, pose)).fold(f32::INFINITY, f32::min);
        let touches = of_parts.iter().any(|(block, pose)| d3::intersects(&solid, &pose_a, block, pose));
        assert_eq!(d3::intersects(&mesh, &pose_a, &compound, &pose_b), touches);
        assert_eq!(d3::intersects(&compound, &pose_b, &mesh, &pose_a), touches);
        for distance in [d3::distance(&mesh, &pose_a, &compound, &pose_b), d3::distance(&compound, &pose_b, &mesh, &pose_a)] {
            assert!((distance - nearest).abs() < 1e-5, "{distance} {nearest}");
        }
        let answer = d3::contact(&mesh, &pose_a, &compound, &pose_b);
        assert_eq!(answer.is_touching(), touches);
        if !touches {
            apart += 1;
            assert!(answer.lower <= nearest + 1e-6 && nearest - 1e-6 <= answer.upper);
            assert!(((answer.point_b - answer.point_a).length() - nearest).abs() < 1e-4, "the points are in world space");
            assert!(answer.sub_shapes.iter().all(Option::is_some));
        }
        let motion = Motion::of_b((Vec3::X - place) * 0.25 + Vec3::Y * 0.2);
        let first = of_parts.iter().map(|(block, pose)| d3::cast_shape(&solid, &pose_a, block, pose, &motion));
        let first = first.filter(d3::Impact::is_hit).map(|impact| impact.time).fold(f32::INFINITY, f32::min);
        let impact = d3::cast_shape(&mesh, &pose_a, &compound, &pose_b, &motion);
        assert_eq!(impact.is_hit(), first < f32::INFINITY);
        let turned = d3::cast_shape(&compound, &pose_b, &mesh, &pose_a, &Motion { a: motion.b, b: motion.a, ..motion });
        assert_eq!(turned.is_hit(), first < f32::INFINITY);
        if impact.is_hit() {
            hits += 1;
            assert!((impact.time - first).abs() < 1e-4 && (turned.time - first).abs() < 1e-4, "{} {first}", impact.time);
            assert!(impact.lower <= first + 1e-6 && impact.sub_shapes.iter().all(Option::is_some));
            if first > 0.0 {
                assert!(impact.point_a.abs_diff_eq(impact.point_b, 1e-3), "they meet");
            }
        }
        let (way, spin) = (motion.b * 4.0, Vec3::Y * 0.5);
        let (rest, sweep) = (Sweep::still(pose_a), Sweep { start: pose_b, center: Vec3::ZERO, motion: way, turn: spin });
        let swept_parts = of_parts.iter().zip(&parts).map(|((block, pose), (in_b, _))| {
            let center = -in_b.translation;
            d3::time_of_impact(&solid, &rest, block, &Sweep { start: *pose, center, motion: way, turn: spin }, 0.0)
        });
        let first = swept_parts.filter(d3::Impact::is_hit).map(|impact| impact.time).fold(f32::INFINITY, f32::min);
        for impact in [d3::time_of_impact(&mesh, &rest, &compound, &sweep, 0.0), d3::time_of_impact(&compound, &sweep, &mesh, &rest, 0.0)] {
            assert_eq!(impact.is_hit(), first < f32::INFINITY);
            assert!(!impact.is_hit() || (impact.time - first).abs() < 1e-3, "{} {first}", impact.time);
        }
    }
    assert!(apart > 20 && hits > 20, "{apart} {hits}");
}

#[test]
fn a_composite_inside_of_a_solid_overlaps_it() {
    let (mesh, (compound, _)) = (block_mesh(Vec3::splat(8.0)), two_blocks());
    let (rest, inside) = (Pose::IDENTITY, Pose::at(Vec3::Y * 6.0));
    assert!(d3::intersects(&mesh, &rest, &compound, &inside) && d3::intersects(&compound, &inside, &mesh, &rest));
    assert_eq!(d3::distance(&compound, &inside, &mesh, &rest), 0.0);
    for (answer, out) in
        [(d3::contact(&mesh, &rest, &compound, &inside), Vec3::Y), (d3::contact(&compound, &inside, &mesh, &rest), -Vec3::Y)]
    {
        assert!(answer.distance < -2.0 && answer.normal == out, "{answer:?}");
    }
    let motion = Motion::of_b(Vec3::Y);
    assert_eq!(d3::cast_shape(&compound, &rest, &mesh, &inside, &motion).time, 0.0);
    let leaving = Motion { initial_overlap: InitialOverlap::IgnoreSeparating, ..motion };
    assert!(!d3::cast_shape(&mesh, &rest, &compound, &inside, &leaving).is_hit());
    assert_eq!(d3::time_of_impact(&compound, &Sweep::still(inside), &mesh, &Sweep::still(rest), 0.0).time, 0.0);
}

#[test]
fn manifolds_of_two_composites_name_their_parts() {
    let (mesh, (compound, _)) = (block_mesh(Vec3::new(4.0, 1.0, 4.0)), two_blocks());
    // The right block is deeper by a quarter, and both rest on the top.
    let above = Pose::at(Vec3::Y * 1.375);
    let manifolds = d3::manifolds(&mesh, &Pose::IDENTITY, &compound, &above, 0.25);
    assert_eq!((manifolds.len(), manifolds[0].manifold.normal), (1, Vec3::Y));
    assert_eq!(manifolds[0].sub_shapes[1], Some(SubShapeId(1)));
    assert_eq!(d3::manifold(&mesh, &Pose::IDENTITY, &compound, &above, 0.25), manifolds[0].manifold);
    assert!(d3::manifolds(&mesh, &Pose::IDENTITY, &compound, &Pose::at(Vec3::Y * 9.0), 0.25).is_empty());
    let ball = Shape::from(Ball::new(0.5).unwrap());
    assert!(d3::manifolds(&ball, &Pose::IDENTITY, &ball, &Pose::at(Vec3::Y * 9.0), 0.0).is_empty());
}
