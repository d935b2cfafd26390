//! Two composite shapes: the answer does not depend on which of them is A.

use clinch_composite::{Composite, Compound, HeightField, TriMesh, Voxels};
use clinch_composite_contact::{CompositeManifold, CompositeScratch};
use clinch_contact::{Pair, Settings};
use clinch_shapes::Cuboid;
use clinch_support::Pose;
use clinch_testkit::generate::meshes::cuboid;
use clinch_testkit::random::Random;
use glam::{DQuat, DVec3};

use crate::erased::collide_composites;

fn contacts(a: &dyn Composite<DVec3>, b: &dyn Composite<DVec3>, b_in_a: Pose<DVec3>) -> Vec<CompositeManifold<DVec3>> {
    let mut manifolds = Vec::new();
    let settings = Settings { skin_a: 0.001, ..Settings::with_margin(0.01) };
    let settings = if a.bounds().max.x > b.bounds().max.x { settings } else { Settings { skin_a: 0.0, skin_b: 0.001, ..settings } };
    collide_composites(&Pair { a, b, b_in_a }, &settings, &mut CompositeScratch::new(), &mut manifolds);
    manifolds
}

fn grounds() -> [Box<dyn Composite<DVec3>>; 4] {
    let corner = |x: u32, z: u32| DVec3::new(f64::from(x), 0.0, f64::from(z));
    let corners = (0..81).map(|i| corner(i % 9, i / 9)).collect();
    let square = |x: u32, z: u32| (z * 9 + x, z * 9 + x + 1, z * 9 + x + 10, z * 9 + x + 9);
    let squares = (0..64).map(|i| square(i % 8, i / 8));
    let mesh = TriMesh::new(corners, squares.flat_map(|(a, b, c, d)| [[a, c, b], [a, d, c]]).collect()).unwrap();
    let field = HeightField::new(9, 9, vec![0.0; 81], DVec3::ONE).unwrap();
    let voxels = Voxels::new(DVec3::ONE, (0..64).map(|i| [i % 8, -1, i / 8])).unwrap();
    let tile = Cuboid::new(DVec3::splat(0.5)).unwrap();
    let at = |i: u32| Pose::at(corner(i % 8, i / 8) + DVec3::new(0.5, -0.5, 0.5));
    let tiles = Compound::new((0..64).map(|i| (at(i), tile.into())).collect()).unwrap();
    [Box::new(mesh), Box::new(field), Box::new(voxels), Box::new(tiles)]
}

/// By more than a corner of the cube may be beyond the border of two tiles.
const DEPTHS: [f64; 2] = [0.01, 0.05];

/// A cube as one box and as twelve triangles, pressed a little into the ground at any angle.
#[test]
fn a_body_on_the_ground_is_pushed_up_in_either_order() {
    let block = cuboid(DVec3::splat(0.3));
    let closed = TriMesh::new(block.vertices, block.triangles).unwrap();
    let single = Compound::new(vec![(Pose::IDENTITY, Cuboid::new(DVec3::splat(0.3)).unwrap().into())]).unwrap();
    let bodies: [&dyn Composite<DVec3>; 2] = [&closed, &single];
    let random = &mut Random::new(8);
    for (kind, ground) in grounds().iter().enumerate() {
        for (index, body) in bodies.into_iter().enumerate() {
            for round in 0..60 {
                let turn = DQuat::from_array(random.quaternion());
                let reach = [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| (turn * axis * 0.3).y.abs()).into_iter().sum::<f64>();
                let place = DVec3::new(random.range(3.0, 5.0), reach - DEPTHS[round % 2], random.range(3.0, 5.0));
                let pose = Pose::new(turn, place);
                let [one, other] = [contacts(&**ground, body, pose), contacts(body, &**ground, Pose::<DVec3>::IDENTITY.relative_to(&pose))];
                assert!(!one.is_empty() && one.len() == other.len(), "{kind} {pose:?} {one:?} {other:?}");
                for (one, other) in one.iter().zip(&other) {
                    let other = other.swapped(&Pose::<DVec3>::IDENTITY.relative_to(&pose));
                    assert!(one.manifold.normal.distance(DVec3::Y) < 1e-9, "{kind} {index} {pose:?} {one:?}");
                    assert!(other.manifold.normal.distance(one.manifold.normal) < 1e-9, "{one:?} {other:?}");
                    // A corner of the cube belongs to several triangles, and rounding chooses one.
                    assert!(other.sub_shapes == one.sub_shapes || (kind, index) == (3, 0), "{one:?} {other:?}");
                    assert!((one.manifold.separation() - other.manifold.separation()).abs() < 1e-9, "{one:?} {other:?}");
                }
            }
        }
    }
}

/// On tiles, each triangle of a cube is a body of its own: one of a side may be in the next tile,
/// below its top, and touch none of the tiles that hide the side of this tile.
#[test]
fn a_mesh_in_flush_boxes_is_pushed_up() {
    let block = cuboid(DVec3::splat(0.3));
    let closed = TriMesh::new(block.vertices, block.triangles).unwrap();
    let [_, _, _, tiles] = grounds();
    let (mut beside, mut slanted) = (0, 0);
    for seed in 0..600 {
        let random = &mut Random::of(seed, 8);
        let turn = match seed % 3 {
            0 => DQuat::IDENTITY,
            1 => DQuat::from_xyzw(0.0, random.range(-1.0, 1.0), 0.0, random.range(0.1, 1.0)).normalize(),
            _ => DQuat::from_array(random.quaternion()),
        };
        let reach = [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| (turn * axis * 0.3).y.abs()).into_iter().sum::<f64>();
        let place = DVec3::new(random.range(3.0, 5.0), reach - 0.05, random.range(3.0, 5.0));
        let pair = Pair { a: &*tiles, b: &closed, b_in_a: Pose::new(turn, place) };
        let mut manifolds = Vec::new();
        collide_composites(&pair, &Settings::with_margin(0.01), &mut CompositeScratch::new(), &mut manifolds);
        assert!(manifolds.first().is_some_and(|deepest| deepest.manifold.normal.y > 0.9999), "seed {seed}: {manifolds:?}");
        slanted += usize::from(manifolds.iter().any(|manifold| manifold.manifold.normal.y < 0.9999));
        // A side of the cube is in a tile by less than the cube is.
        let over = |at: f64| (at + 0.3).fract() < 0.05;
        beside += usize::from(seed % 3 == 0 && (over(place.x) || over(place.z)));
    }
    assert!(beside > 10, "{beside}");
    assert_eq!(slanted, 0);
}
