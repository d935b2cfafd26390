//! Rays and points at one composite shape, scaled instances, and a user's own shape.

use clinch::composite::{Composite, Sides, SubShapeVisitor};
use clinch::d3::{self, Ball, ColliderShape, Cuboid, Motion, Pose, Ray, Shape, SubShapeId};
use clinch::shapes::Aabb;
use clinch_testkit::random::Random;
use glam::{DVec3, Quat, Vec3};

use crate::composite::block_mesh;

#[test]
fn a_ray_from_inside_of_a_mesh_is_that_from_inside_of_the_block() {
    let half = Vec3::new(1.0, 2.0, 3.0);
    let (mesh, block) = (block_mesh(half), Shape::from(Cuboid::new(half).unwrap()));
    let pose = Pose::new(Quat::from_xyzw(0.2, 0.4, -0.4, 0.8), Vec3::new(4.0, -1.0, 2.0));
    let mut random = Random::new(3);
    for _ in 0..50 {
        let place = pose.translation + pose.rotation * ((random.in_ball(3) * 0.9).as_vec3() * half);
        let ray = Ray::new(place, random.in_ball(3).as_vec3() + Vec3::X * 0.01);
        if !d3::contains_point(&block, &pose, place) {
            continue;
        }
        assert!(d3::contains_point(&mesh, &pose, place));
        let solid = d3::cast_ray(&mesh, &pose, &ray);
        assert!(solid.is_hit() && solid.time == 0.0 && solid.sub_shapes[0].is_some(), "{solid:?}");

        let hollow = Ray { solid: false, ..ray };
        let [out, expected] = [d3::cast_ray(&mesh, &pose, &hollow), d3::cast_ray(&block, &pose, &hollow)];
        assert!(out.is_hit() && (out.time - expected.time).abs() <= 1e-4 * expected.time, "{out:?} {expected:?}");
        assert!(out.normal.abs_diff_eq(expected.normal, 1e-5) && out.point_a.abs_diff_eq(expected.point_a, 1e-4));
        let part = out.sub_shapes[0].and_then(|id| mesh.corners(id)).unwrap();
        let face = (part[1] - part[0]).cross(part[2] - part[0]).normalize();
        assert!((pose.rotation * face).abs_diff_eq(out.normal, 1e-5), "the triangle that it names");

        let [near, expected] = [d3::project_point(&mesh, &pose, place), d3::project_point(&block, &pose, place)];
        assert!(near.is_inside() && (near.distance - expected.distance).abs() < 1e-5, "{near:?} {expected:?}");
        assert!(near.sub_shape.is_some() && expected.sub_shape.is_none());
    }
}

#[test]
fn a_scaled_mesh_is_the_mesh_of_its_scaled_block() {
    let factors = Vec3::new(-2.0, 0.5, 3.0); // mirrored
    let mesh = block_mesh(Vec3::ONE).scaled(factors).unwrap();
    let block = Shape::from(Cuboid::new(factors.abs()).unwrap());
    let ball = Shape::from(Ball::new(0.375).unwrap());
    let (mut random, mut touching) = (Random::new(17), 0);
    for _ in 0..60 {
        let pose = Pose::at((random.in_ball(3) * 4.0).as_vec3());
        let of_mesh = d3::contact(&mesh, &Pose::IDENTITY, &ball, &pose);
        let of_block = d3::contact(&block, &Pose::IDENTITY, &ball, &pose);
        assert!((of_mesh.distance - of_block.distance).abs() < 1e-5, "{of_mesh:?} {of_block:?}");
        assert_eq!(of_mesh.is_touching(), of_block.is_touching());
        touching += usize::from(of_mesh.is_touching());
        let swapped = d3::contact(&ball, &pose, &mesh, &Pose::IDENTITY);
        assert_eq!((swapped.distance, swapped.lower, swapped.upper), (of_mesh.distance, of_mesh.lower, of_mesh.upper));
        assert_eq!((swapped.normal, swapped.point_a, swapped.point_b), (-of_mesh.normal, of_mesh.point_b, of_mesh.point_a));
        let motion = Motion::of_b(-pose.translation);
        let cast = d3::cast_shape(&mesh, &Pose::IDENTITY, &ball, &pose, &motion);
        let expected = d3::cast_shape(&block, &Pose::IDENTITY, &ball, &pose, &motion);
        assert!((cast.time - expected.time).abs() < 1e-5, "{cast:?} {expected:?}");
    }
    assert!((10..50).contains(&touching), "{touching}");
}

/// Unit balls along x, 2 units apart.
#[derive(Debug)]
struct Beads(Vec<Ball>);

impl Composite<Vec3> for Beads {
    fn sides(&self) -> Sides {
        Sides::Solid
    }

    fn bounds(&self) -> Aabb<DVec3> {
        Aabb { min: -DVec3::ONE, max: DVec3::new(2.0 * self.0.len() as f64, 1.0, 1.0) }
    }

    fn near(&self, bounds: &Aabb<DVec3>, found: &mut Vec<SubShapeId>) {
        let bead = |i: usize| Aabb::around(DVec3::X * (2.0 * i as f64), DVec3::ONE);
        found.extend((0..self.0.len()).filter(|&i| bead(i).intersects(bounds)).map(|i| SubShapeId(i as u32)));
    }

    fn sub_shape(&self, id: SubShapeId, visit: &mut SubShapeVisitor<'_, Vec3>) {
        if let Some(bead) = self.0.get(id.index()) {
            visit(bead, Some(&clinch::support::Pose::at(DVec3::X * (2.0 * id.index() as f64))));
        }
    }
}

#[test]
fn a_shape_of_the_user_and_the_shape_of_a_collider_are_queried_as_any_other() {
    let ball = Ball::new(1.0).unwrap();
    let beads: &dyn Composite<Vec3> = &Beads(vec![ball; 4]);
    let (probe, above) = (Shape::from(Ball::new(0.5).unwrap()), Pose::at(Vec3::new(4.0, 3.0, 0.0)));
    let answer = d3::contact(beads, &Pose::IDENTITY, &probe, &above);
    assert_eq!((answer.distance, answer.normal, answer.sub_shapes), (1.5, Vec3::Y, [Some(SubShapeId(2)), None]));
    let impact = d3::cast_ray(beads, &Pose::IDENTITY, &Ray::new(Vec3::new(6.0, 3.0, 0.0), -Vec3::Y));
    assert_eq!((impact.time, impact.sub_shapes[0]), (2.0, Some(SubShapeId(3))));

    let mesh = block_mesh(Vec3::ONE);
    let (collider, shape) = (ColliderShape::from(mesh.clone()), &mesh as &dyn Composite<Vec3>);
    let answers = [d3::contact(&collider, &Pose::IDENTITY, &probe, &above), d3::contact(shape, &Pose::IDENTITY, &probe, &above)];
    assert_eq!(answers[0], answers[1]);
    let answers = [d3::contact(&probe, &above, &collider, &Pose::IDENTITY), d3::contact(&probe, &above, shape, &Pose::IDENTITY)];
    assert_eq!(answers[0], answers[1]);
    let convex = ColliderShape::from(ball);
    let answers = [d3::contact(&convex, &Pose::IDENTITY, &probe, &above), d3::contact(&Shape::from(ball), &Pose::IDENTITY, &probe, &above)];
    assert_eq!(answers[0], answers[1]);
    let of_two = d3::contact(beads, &Pose::IDENTITY, &ColliderShape::from(mesh), &above);
    assert_eq!((of_two.distance, of_two.sub_shapes[0]), (1.0, Some(SubShapeId(2))));
}
