//! A body that overlaps the surface has the contact that it had when it began to: grown from its
//! middle, where it first touches.

use clinch_contact::{Memory, Pair, Relation, Scratch, Settings};
use clinch_shapes::{Cuboid, Triangle};
use clinch_support::Pose;
use clinch_testkit::generate::meshes::{Mesh, grid, terrain};
use clinch_testkit::random::Random;
use glam::DVec3;

use crate::common::{Answer, grown_box, mesh, turn};
use crate::erased::convex::measure;

/// The distance of a box from the nearest triangle, and the normal; brute force.
fn nearest(of: &Mesh, half: DVec3, pose: &Pose<DVec3>) -> (f64, DVec3) {
    let shape = Cuboid::new(half).unwrap();
    let of_triangle = |triangle: &[u32; 3]| {
        let [a, b, c] = triangle.map(|vertex| of.vertices[vertex as usize]);
        let pair = Pair { a: Triangle::new(a, b, c).unwrap(), b: shape, b_in_a: *pose };
        match measure(&pair, &Settings::with_margin(f64::INFINITY), &mut Memory::new(), &mut Scratch::new()).relation {
            Relation::Near(separation) => (separation.distance, separation.normal),
            other => panic!("{other:?}"),
        }
    };
    of.triangles.iter().map(of_triangle).min_by(|one, other| one.0.total_cmp(&other.0)).unwrap()
}

/// Whether the first contact is at an edge or a vertex of the terrain.
fn check(seed: u64) -> bool {
    let random = &mut Random::of(seed, 21);
    let of = terrain(4, random.pick(&[0.1, 0.5, 1.0]), random);
    let half = DVec3::new(random.range(0.1, 0.4), random.range(0.1, 0.4), random.range(0.1, 0.4));
    let at = DVec3::new(random.range(-0.5, 0.5), random.range(-0.5, 0.5), 0.0);
    // Lowered until the middle is a random part of the body's reach above the ground.
    let (turn, mut height) = (turn(random), 3.0);
    for _ in 0..40 {
        height -= 0.9 * nearest(&of, DVec3::splat(1e-6), &Pose::at(at + DVec3::Z * height)).0;
    }
    let pose = Pose::new(turn, at + DVec3::Z * (height + random.range(0.2, 1.2) * half.min_element()));
    if nearest(&of, half, &pose).0 > -1e-6 {
        return false;
    }
    let [mut apart, mut touching] = [1e-3, 1.0];
    for _ in 0..40 {
        let scale = 0.5 * (apart + touching);
        *(if nearest(&of, grown_box(half, scale), &pose).0 > 0.0 { &mut apart } else { &mut touching }) = scale;
    }
    let (_, first) = nearest(&of, grown_box(half, apart * (1.0 - 1e-7)), &pose);
    let answer = Answer::new(&mesh(&of), &Cuboid::new(half).unwrap(), &pose, 0.0);
    let has = answer.manifolds.iter().any(|manifold| manifold.manifold.normal.dot(first) >= 0.9993);
    assert!(has, "seed {seed}: {first} is missing, first touched at scale {apart}: {answer:?}");
    let of_face = |triangle: &[u32; 3]| {
        let [a, b, c] = triangle.map(|vertex| of.vertices[vertex as usize]);
        (b - a).cross(c - a).normalize().dot(first) >= 0.9993
    };
    !of.triangles.iter().any(of_face)
}

#[test]
fn a_pressed_body_has_the_contact_where_it_first_touched() {
    let at_edges = (0..300).filter(|&seed| check(seed)).count();
    assert!(at_edges > 30, "{at_edges}");
}

#[test]
fn a_body_beside_a_floor_with_its_middle_in_its_plane_is_pushed_sideways() {
    let floor = mesh::<DVec3>(&grid(4, |x, y| DVec3::new(x, y, 0.0)));
    for (half, x) in [(DVec3::splat(0.3), 1.2), (DVec3::new(0.5, 0.1, 0.2), 1.4)] {
        let answer = Answer::new(&floor, &Cuboid::new(half).unwrap(), &Pose::at(DVec3::new(x, 0.1, 0.0)), 0.0);
        let normals: Vec<DVec3> = answer.manifolds.iter().map(|manifold| manifold.manifold.normal).collect();
        assert!(normals.len() == 1 && normals[0].dot(DVec3::X) >= 1.0 - 1e-12, "{answer:?}");
    }
}
