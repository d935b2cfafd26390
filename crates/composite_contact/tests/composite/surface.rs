//! What a mesh says of its triangles as a surface only saves work: the contacts are those of its
//! parts and their normal cones.

use clinch_composite::TriMesh;
use clinch_composite_contact::{CompositeManifold, CompositeMemory, CompositeRelation, CompositeScratch};
use clinch_contact::{Pair, Recycling, Settings};
use clinch_shapes::{Ball, Cuboid};
use clinch_support::Pose;
use clinch_testkit::generate::meshes::{Cut, plate, terrain};
use clinch_testkit::random::Random;
use glam::{DQuat, DVec3};

use crate::common::{Answer, KINDS, Listed, any_mesh, body, mesh, turn};
use crate::erased::collide;

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

#[test]
fn a_ball_a_little_beyond_the_margin_is_beyond_it_beside_any_edge() {
    let random = &mut Random::of(1, 32);
    let floor = mesh::<DVec3>(&plate(Cut::Grid, random));
    let ball = Ball::new(0.1).unwrap();
    for _ in 0..200 {
        // Of a pair that may be recycled, parts are looked at that are farther than the margin.
        let settings = Settings { recycling: Recycling::Proved(1e-4), ..Settings::with_margin(0.01) };
        let gap = random.range(0.0100001, 0.0149);
        let b_in_a = Pose::at(DVec3::new(random.range(-0.5, 0.5), random.range(-0.5, 0.5), 0.1 + gap));
        let mut manifolds = Vec::new();
        let relation = collide(
            &Pair { a: &floor, b: ball, b_in_a },
            &settings,
            &mut CompositeMemory::new(),
            &mut CompositeScratch::new(),
            &mut manifolds,
        );
        assert!(matches!(relation, CompositeRelation::Beyond { at_least } if at_least <= gap), "{gap} {relation:?}");
    }
}

#[test]
fn a_box_on_a_blunt_ridge_has_the_points_of_the_ridge() {
    // Two slopes of 1° that meet in the line y = z = 0.
    let low = -0.0175 * 4.0;
    let corners = [[-4.0, 0.0, 0.0], [4.0, 0.0, 0.0], [4.0, 4.0, low], [-4.0, 4.0, low], [4.0, -4.0, low], [-4.0, -4.0, low]];
    let ridge = TriMesh::new(corners.map(DVec3::from).to_vec(), vec![[0, 1, 2], [0, 2, 3], [1, 0, 4], [0, 5, 4]]).unwrap();
    let body = Cuboid::new(DVec3::new(0.5, 0.4, 0.3)).unwrap();
    let answer = Answer::new(&ridge, &body, &Pose::at(DVec3::new(0.1, 0.05, 0.3)), 1e-3);
    let points = answer.manifolds.iter().flat_map(|manifold| &manifold.manifold.points);
    let along: Vec<f64> = points.map(|point| point.on_a.x).collect();
    assert!(along.iter().any(|&x| x < -0.39) && along.iter().any(|&x| x > 0.59), "{answer:#?}");
}
