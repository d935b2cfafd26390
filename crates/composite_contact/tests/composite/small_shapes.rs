//! Small composite shapes that stand on large round bodies.

use clinch_composite::{Chain, Composite, TriMesh, Voxels};
use clinch_contact::{Manifold, Space};
use clinch_shapes::{Ball, Convex, Ellipsoid};
use clinch_support::{Pose, Scalar, Vector};
use glam::{DVec2, DVec3, Vec2, Vec3};

use crate::common::Answer;

/// Half the height of the ground. Its middle is 50 below the feet, so they overlap it by 0.01.
const GROUND: f64 = 50.01;

/// The only manifold of a shape, whose feet are at 0 along its last axis, with the ground below it.
fn stand<V: Space>(shape: &dyn Composite<V>, body: &dyn Convex<V>) -> Manifold<V> {
    let below = V::Wide::from_fn(|axis| if axis == V::DIM - 1 { -50.0 } else { 0.0 });
    let answer = Answer::new(shape, body, &Pose::at(below), 0.05);
    let [only] = answer.manifolds.as_slice() else { panic!("{answer:?}") };
    only.manifold.clone()
}

/// The feet are as deep as each other.
fn assert_stands_on<V: Space>(feet: &[V::Wide], manifold: &Manifold<V>) {
    let has = |foot: &V::Wide| manifold.points.iter().any(|point| (point.on_a.widen() - *foot).length() <= 1e-3);
    assert!(manifold.points.len() == feet.len() && feet.iter().all(has), "{manifold:?}");
    let depths = manifold.points.iter().map(|point| point.separation.widen());
    let [least, most] = [f64::min, f64::max].map(|best| depths.clone().reduce(best).unwrap());
    assert!(most - least <= 1e-4 && manifold.points.iter().all(|point| point.touching), "{manifold:?}");
}

fn grounds() -> [Box<dyn Convex<Vec3>>; 2] {
    let spheroid = Ellipsoid::new(Vec3::new(60.0, 60.0, GROUND as f32)).unwrap();
    [Box::new(Ball::new(GROUND as f32).unwrap()), Box::new(spheroid)]
}

const FEET: [DVec3; 4] = [DVec3::new(-0.4, -0.4, 0.0), DVec3::new(0.4, -0.4, 0.0), DVec3::new(-0.4, 0.4, 0.0), DVec3::new(0.4, 0.4, 0.0)];

#[test]
fn a_mesh_with_four_feet_stands_on_each_of_them() {
    // Four pyramids that point down.
    let foot = |at: DVec3| {
        [[0.0, 0.0, 0.0], [-0.1, -0.1, 0.5], [0.1, -0.1, 0.5], [0.0, 0.15, 0.5]].map(|corner| (at + DVec3::from(corner)).as_vec3())
    };
    let triangles =
        (0..4).map(|i| 4 * i).flat_map(|tip| [[0, 2, 1], [0, 3, 2], [0, 1, 3], [1, 2, 3]].map(|of: [u32; 3]| of.map(|i| tip + i)));
    let table = TriMesh::new(FEET.into_iter().flat_map(foot).collect(), triangles.collect()).unwrap();
    for ground in grounds() {
        assert_stands_on(&FEET, &stand(&table, &*ground));
        assert_stands_on(&FEET, &stand(&table.clone().hollow(), &*ground));
    }
}

#[test]
fn voxels_with_four_feet_stand_on_each_of_them() {
    let plate = (0..64).map(|i| [i % 8 - 4, i / 8 - 4, 1]);
    let feet = [[-4, -4, 0], [3, -4, 0], [-4, 3, 0], [3, 3, 0]];
    let table = Voxels::new(Vec3::splat(0.2), plate.chain(feet)).unwrap();
    // A foot touches the ground with the corner that is nearest to the middle.
    let corners = FEET.map(|foot| foot * 1.5);
    for ground in grounds() {
        assert_stands_on(&corners, &stand(&table, &*ground));
    }
}

#[test]
fn a_chain_with_two_feet_stands_on_both() {
    let feet = [DVec2::new(-0.5, 0.0), DVec2::new(0.5, 0.0)];
    let outline = [feet[0], DVec2::new(-0.3, 0.3), DVec2::new(0.3, 0.3), feet[1], DVec2::new(0.6, 0.8), DVec2::new(-0.6, 0.8)];
    let bridge = Chain::<Vec2>::closed(outline.map(DVec2::as_vec2).to_vec()).unwrap();
    let ground = Ball::new(GROUND as f32).unwrap();
    assert_stands_on(&feet, &stand(&bridge, &ground));
    assert_stands_on(&feet, &stand(&bridge.hollow(), &ground));
}
