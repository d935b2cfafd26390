//! Hulls that stand on an edge, whose ends are cut off: the small faces there are turned more
//! toward the ground than the faces beside the edge.

use clinch_contact::{Manifold, Memory, Pair, Scratch, Settings, Space, collide};
use clinch_shapes::{Convex, Cuboid, HalfSpace, Hull};
use clinch_support::{Pose, Scalar};
use glam::{DQuat, DVec3, Vec3};

/// A cube of half extent 1 without its corners.
fn die<V: Space<Wide = DVec3>>() -> Hull<V> {
    let coordinates = |i: usize| {
        let sign = |bit: usize| if i >> bit & 1 == 1 { 1.0 } else { -1.0 };
        let short = i / 8;
        V::narrow(DVec3::from_array([0, 1, 2].map(|axis| if axis == short { 0.8 * sign(axis) } else { sign(axis) })))
    };
    Hull::new(&(0..24).map(coordinates).collect::<Vec<_>>()).unwrap()
}

fn stands_on_both_ends<V: Space<Wide = DVec3>>(ground: &dyn Convex<V>) {
    let die = die::<V>();
    // The edge from (−0.8, −1, 1) to (0.8, −1, 1).
    for step in 0..=40 {
        let angle = std::f64::consts::FRAC_PI_4 + f64::from(step - 20) * 0.015;
        let (sin, cos) = (libm::sin(0.5 * angle), libm::cos(0.5 * angle));
        let turn = DQuat::from_xyzw(sin, 0.0, 0.0, cos);
        let height = -(turn * DVec3::new(0.8, -1.0, 1.0)).y;
        for tilt in [0.0, 1e-3, -1e-3] {
            let turn = DQuat::from_xyzw(0.0, 0.0, 0.5 * tilt, 1.0).normalize() * turn;
            let pair = Pair { a: ground, b: &die, b_in_a: Pose::new(turn, DVec3::Y * height) };
            let mut manifold = Manifold::new();
            collide(&pair, &Settings::with_margin(V::Scalar::narrow(0.02)), &mut Memory::new(), &mut Scratch::new(), &mut manifold);
            let has_end = |x: f64| {
                let end = V::narrow(DVec3::new(x, -1.0, 1.0)).widen();
                manifold.points.iter().any(|point| point.on_b.widen().distance(end) < 1e-5)
            };
            assert!(has_end(0.8) && has_end(-0.8), "step {step}, tilt {tilt}: {manifold:?}");
        }
    }
}

#[test]
fn a_die_on_an_edge_stands_on_both_of_its_ends() {
    let top = DVec3::new(5.0, 0.5, 5.0);
    let (table, plane) = (Cuboid::new(top.as_vec3()).unwrap(), HalfSpace::new(Vec3::Y, 0.0).unwrap());
    stands_on_both_ends::<Vec3>(&clinch_shapes::Posed::new(table, Pose::at(Vec3::Y * -0.5)).unwrap());
    stands_on_both_ends::<Vec3>(&plane);
    stands_on_both_ends::<DVec3>(&HalfSpace::new(DVec3::Y, 0.0).unwrap());
    let corners: Vec<DVec3> =
        (0..8).map(|i| DVec3::new(f64::from(i & 1) - 0.5, f64::from(i >> 1 & 1) * 0.1 - 0.1, f64::from(i >> 2) - 0.5) * 10.0).collect();
    stands_on_both_ends::<DVec3>(&Hull::new(&corners).unwrap());
}
