//! What a mesh says of its triangles as a surface only saves work: the contacts are those of its
//! parts and their normal cones.

use clinch_composite_contact::{CompositeManifold, CompositeRelation};
use clinch_support::Pose;
use clinch_testkit::generate::meshes::terrain;
use clinch_testkit::random::Random;
use glam::{DQuat, DVec3};

use crate::common::{Answer, KINDS, Listed, any_mesh, body, mesh, turn};

/// Whether an answer has all contacts of another one: manifolds of the same normals and depths.
fn has_all(all: &Answer<DVec3>, of: &Answer<DVec3>, size: f64) -> bool {
    let is_same = |one: &CompositeManifold<DVec3>, other: &CompositeManifold<DVec3>| {
        let turned = (one.manifold.normal - other.manifold.normal).length();
        turned <= 1e-5 && (one.manifold.separation() - other.manifold.separation()).abs() <= 1e-6 * size
    };
    of.manifolds.iter().all(|one| all.manifolds.iter().any(|other| is_same(one, other)))
}

/// The number of manifolds.
fn check(seed: u64) -> usize {
    let random = &mut Random::of(seed, 31);
    let of = if random.chance(0.5) { terrain(8, random.pick(&[0.05, 0.3, 1.0]), random) } else { any_mesh(random) };
    let solid = mesh::<DVec3>(&of);
    let size = random.power(-1.0, 0.3);
    let body = body::<DVec3>(random.below(KINDS), size, random);
    let near = of.vertices[random.below(of.vertices.len())];
    // Where a body lies on an edge that is nearly parallel to a triangle, rounding decides whether
    // the search finds the contact of its face.
    let (is_level, anyhow) = (random.chance(0.5), DQuat::from_array(random.quaternion()));
    let pose = Pose::new(if is_level { turn(random) } else { anyhow }, near + random.direction(3) * random.range(0.0, size));
    let margin = random.pick(&[0.0, 0.02, 0.3]) * size;
    let [fast, slow] = [Answer::new(&solid, &*body, &pose, margin), Answer::new(&Listed(&solid), &*body, &pose, margin)];
    match (&fast.relation, &slow.relation) {
        (CompositeRelation::Near { separation: one, .. }, CompositeRelation::Near { separation: other, .. }) => {
            assert!((one.distance - other.distance).abs() <= 1e-9 * size, "seed {seed}: {one:?} {other:?}");
        }
        (CompositeRelation::Beyond { .. }, CompositeRelation::Beyond { .. }) => {}
        other => panic!("seed {seed}: {other:?}"),
    }
    let shown = |answer: &Answer<DVec3>| {
        let line =
            |one: &CompositeManifold<DVec3>| format!("{} {:.9} {:?}", one.manifold.normal, one.manifold.separation(), one.sub_shapes[0]);
        answer.manifolds.iter().map(line).collect::<Vec<_>>().join("; ")
    };
    assert!(
        has_all(&fast, &slow, size) && (is_level || has_all(&slow, &fast, size)),
        "seed {seed}:\n{}\nis not\n{}",
        shown(&fast),
        shown(&slow)
    );
    fast.manifolds.len()
}

#[test]
fn triangles_of_a_surface_have_the_contacts_of_the_parts() {
    let manifolds: usize = (0..2000).map(check).sum();
    assert!(manifolds > 1000, "{manifolds}");
}
