//! What changes no answer: the order of triangles, and scaling by a power of two.

use clinch_composite::TriMesh;
use clinch_composite_contact::CompositeRelation;
use clinch_support::Pose;
use clinch_testkit::generate::meshes::{Mesh, terrain};
use clinch_testkit::random::Random;
use glam::DVec3;

use crate::common::{Answer, KINDS, body, mesh, turn};

/// A body pressed into a bump of terrain.
fn scene(seed: u64) -> (Mesh, usize, Pose<DVec3>) {
    let random = &mut Random::of(seed, 11);
    let of = terrain(8, 0.3, random);
    let pose = Pose::new(turn(random), DVec3::new(random.range(-0.6, 0.6), random.range(-0.6, 0.6), random.range(0.0, 0.3)));
    (of, random.below(KINDS), pose)
}

fn answer(of: &TriMesh<DVec3>, kind: usize, pose: &Pose<DVec3>, scale: f64) -> Answer<DVec3> {
    Answer::new(of, &*body::<DVec3>(kind, 0.4 * scale, &mut Random::new(kind as u64)), pose, 0.05 * scale)
}

#[test]
fn the_order_of_triangles_changes_only_names() {
    let mut contacts = 0;
    for seed in 0..200 {
        let (of, kind, pose) = scene(seed);
        let mut shuffled = of.clone();
        let random = &mut Random::of(seed, 12);
        for last in (1..shuffled.triangles.len()).rev() {
            shuffled.triangles.swap(last, random.below(last + 1));
        }
        let [one, other] = [&of, &shuffled].map(|of| answer(&mesh(of), kind, &pose, 1.0));
        let [a, b] = [&one, &other].map(|answer| answer.manifolds.iter().map(|manifold| manifold.manifold.normal).collect::<Vec<_>>());
        assert_eq!(a, b, "seed {seed}");
        assert_eq!(one.distance(), other.distance(), "seed {seed}");
        contacts += a.len();
    }
    assert!(contacts > 100, "{contacts}");
}

/// Apart, two triangles at one vertex have the same distance and normal, but not the same bounds.
#[test]
fn the_order_of_triangles_changes_no_bound() {
    let mut apart = 0;
    for seed in 0..100 {
        let (of, kind, pose) = scene(seed);
        let above = Pose::new(pose.rotation, pose.translation + DVec3::new(0.0, 0.0, 1.5));
        let mut reversed = of.clone();
        reversed.triangles.reverse();
        let [one, other] =
            [&of, &reversed].map(|of| Answer::new(&mesh::<DVec3>(of), &*body(kind, 0.4, &mut Random::new(kind as u64)), &above, 3.0));
        let [a, b] = [one.relation, other.relation].map(|relation| match relation {
            CompositeRelation::Near { separation, .. } => Some([separation.lower, separation.distance, separation.upper]),
            _ => None,
        });
        assert_eq!(a, b, "seed {seed}");
        apart += usize::from(a.is_some_and(|[lower, ..]| lower > 0.0));
    }
    assert!(apart > 90, "{apart}");
}

#[test]
fn a_scene_scaled_by_a_power_of_two_has_the_same_bits() {
    for seed in 0..100 {
        let (of, kind, pose) = scene(seed);
        let plain = answer(&mesh(&of), kind, &pose, 1.0);
        for scale in [1.0 / 1024.0, 4096.0] {
            let scaled = Mesh { vertices: of.vertices.iter().map(|&vertex| vertex * scale).collect(), triangles: of.triangles.clone() };
            let large = answer(&mesh(&scaled), kind, &Pose::new(pose.rotation, pose.translation * scale), scale);
            let normals = |answer: &Answer<DVec3>| answer.manifolds.iter().map(|manifold| manifold.manifold.normal).collect::<Vec<_>>();
            assert_eq!(normals(&plain), normals(&large), "seed {seed}, scale {scale}");
            if let (CompositeRelation::Near { separation: one, .. }, CompositeRelation::Near { separation: other, .. }) =
                (plain.relation, large.relation)
            {
                assert_eq!([one.distance * scale, one.lower * scale], [other.distance, other.lower], "seed {seed}, scale {scale}");
            }
        }
    }
}
