//! Boxes on surfaces, whose growth has a closed form.

use clinch_composite_contact::CompositeManifold;
use clinch_shapes::{Cuboid, Hull};
use clinch_support::Pose;
use clinch_testkit::generate::meshes::terrain;
use clinch_testkit::random::Random;
use glam::{DQuat, DVec3};

use crate::common::{Answer, any_mesh, mesh};

#[test]
fn a_box_has_the_contacts_of_the_hull_of_its_corners() {
    let (mut manifolds, mut sunk) = (0, 0);
    for seed in 0..600 {
        let random = &mut Random::of(seed, 51);
        let of = if random.chance(0.7) { terrain(8, random.pick(&[0.05, 0.3, 1.0]), random) } else { any_mesh(random) };
        let solid = mesh::<DVec3>(&of);
        let size = random.power(-1.0, 0.3);
        // A hull grows about its middle; so does a box only if it is a cube.
        let half = DVec3::splat(random.range(0.05, 1.0) * size);
        let corners: Vec<DVec3> = (0..8).map(|i| half * DVec3::from_array([0, 1, 2].map(|axis| [-1.0, 1.0][i >> axis & 1]))).collect();
        let near = of.vertices[random.below(of.vertices.len())];
        let pose = Pose::new(DQuat::from_array(random.quaternion()), near + random.direction(3) * random.range(0.0, 0.8 * size));
        let answers = [
            Answer::new(&solid, &Cuboid::new(half).unwrap(), &pose, 0.02 * size),
            Answer::new(&solid, &Hull::new(&corners).unwrap(), &pose, 0.02 * size),
        ];
        let [one, other] = &answers;
        let shown = answers.each_ref().map(|answer| {
            let line =
                |of: &CompositeManifold<DVec3>| format!("{} {:.9} {:?}", of.manifold.normal, of.manifold.separation(), of.sub_shapes[0]);
            answer.manifolds.iter().map(line).collect::<Vec<_>>()
        });
        // The points of a second manifold are chosen by features, which are named differently.
        let normals_of = |all: &Answer<DVec3>, of: &Answer<DVec3>| {
            let is_there = |normal: DVec3| all.manifolds.iter().any(|one| (one.manifold.normal - normal).length() <= 1e-5);
            of.manifolds.iter().all(|one| is_there(one.manifold.normal))
        };
        let depth = |answer: &Answer<DVec3>| answer.manifolds.first().map(|deepest| deepest.manifold.separation());
        let are_as_deep = match (depth(one), depth(other)) {
            (Some(one), Some(other)) => (one - other).abs() <= 1e-6 * size,
            (one, other) => one == other,
        };
        assert!(are_as_deep && normals_of(one, other) && normals_of(other, one), "seed {seed}: {shown:#?}");
        manifolds += one.manifolds.len();
        sunk += one.manifolds.iter().filter(|of| of.manifold.separation() < -0.05 * size).count();
    }
    assert!(manifolds > 400 && sunk > 200, "{manifolds} {sunk}");
}
