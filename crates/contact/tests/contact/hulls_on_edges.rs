//! Hulls that stand on an edge, whose ends are cut off: the small faces there are turned more
//! toward the ground than the faces beside the edge.

use clinch_contact::{Manifold, Memory, Pair, Scratch, Settings, Space, collide};
use clinch_shapes::{Convex, Cuboid, Face, HalfSpace, Hull, Scaled};
use clinch_support::{Pose, Scalar};
use clinch_testkit::random::Random;
use glam::{DQuat, DVec3, Vec3};

/// Of a cube of half extent 1 without its corners.
fn corners_of_die() -> impl Iterator<Item = DVec3> {
    (0..24).map(|i: usize| {
        let sign = |bit: usize| if i >> bit & 1 == 1 { 1.0 } else { -1.0 };
        let short = i / 8;
        DVec3::from_array([0, 1, 2].map(|axis| if axis == short { 0.8 * sign(axis) } else { sign(axis) }))
    })
}

fn die<V: Space<Wide = DVec3>>() -> Hull<V> {
    Hull::new(&corners_of_die().map(V::narrow).collect::<Vec<_>>()).unwrap()
}

fn stands_on_both_ends<V: Space<Wide = DVec3>>(ground: &dyn Convex<V>) {
    let die = die::<V>();
    let settings = Settings::with_margin(V::Scalar::narrow(0.02));
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
            collide(&pair, &settings, &mut Memory::new(), &mut Scratch::new(), &mut manifold);
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

/// A ship: its keel is between two steep sides, and the faces at its bow and stern look more toward
/// the ground than those.
#[test]
fn a_keel_stands_on_both_of_its_ends() {
    let side = |z: f64| [DVec3::new(-1.5, 1.0, z), DVec3::new(1.5, 1.0, z)];
    let points = [vec![DVec3::NEG_X, DVec3::X], side(0.1).to_vec(), side(-0.1).to_vec()].concat();
    let hull = Hull::new(&points).unwrap();
    let narrow: Vec<Vec3> = points.iter().map(|point| point.as_vec3()).collect();
    let (table, plane) = (Cuboid::new(DVec3::new(5.0, 0.5, 5.0)).unwrap(), HalfSpace::new(DVec3::Y, 0.0).unwrap());
    let ends = |manifold: Manifold<DVec3>| {
        let at = |x: f64| manifold.points.iter().any(|point| point.on_b.distance(DVec3::X * x) < 1e-6);
        at(1.0) && at(-1.0)
    };
    let mut manifold = Manifold::new();
    for tilt in [0.0, 1e-3, -1e-3] {
        let turn = DQuat::from_xyzw(0.0, 0.0, 0.5 * tilt, 1.0).normalize();
        let settings = Settings::with_margin(0.02);
        let on_table = Pair { a: &table, b: &hull, b_in_a: Pose::new(turn, DVec3::Y * 0.5) };
        collide(&on_table, &settings, &mut Memory::new(), &mut Scratch::new(), &mut manifold);
        assert!(ends(manifold.clone()), "{tilt}: {manifold:?}");
        let on_plane = Pair { a: &plane, b: &hull, b_in_a: Pose::new(turn, DVec3::ZERO) };
        collide(&on_plane, &settings, &mut Memory::new(), &mut Scratch::new(), &mut manifold);
        assert!(ends(manifold.clone()), "{tilt}: {manifold:?}");
    }
    let mut face = Face::new();
    Hull::new(&narrow).unwrap().face(Vec3::NEG_Y, &mut face);
    assert_eq!(face.corners.len(), 2, "{face:?}");
}

/// The face beside the edge is not always the one whose image looks most toward the ground.
#[test]
fn an_unevenly_scaled_die_stands_on_both_ends_of_an_edge() {
    let plane = HalfSpace::new(DVec3::Y, 0.0).unwrap();
    let mut random = Random::new(11);
    for _ in 0..2000 {
        let turn = DQuat::from_array(random.quaternion());
        let points: Vec<DVec3> = corners_of_die().map(|point| turn * point).collect();
        let scale = DVec3::from_array([0; 3].map(|_| random.pick(&[0.5, 1.0, 2.0, 3.0])));
        let scaled = Scaled::new(Hull::new(&points).unwrap(), scale).unwrap();
        let image = |point: DVec3| scale * (turn * point);
        // On the image of an edge, half way between those of the two faces beside it.
        let ends = [-0.8, 0.8].map(|x| image(DVec3::new(x, -1.0, 1.0)));
        let normals = [DVec3::NEG_Y, DVec3::Z].map(|normal| ((turn * normal) / scale).normalize());
        let down = (normals[0] + normals[1]).normalize();
        let upright = DQuat::from_rotation_arc(down, DVec3::NEG_Y);
        let at = -(upright * ends[0]);
        let pair = Pair { a: &plane, b: &scaled, b_in_a: Pose::new(upright, at) };
        let mut manifold = Manifold::new();
        collide(&pair, &Settings::with_margin(1e-3), &mut Memory::new(), &mut Scratch::new(), &mut manifold);
        let has = |end: DVec3| manifold.points.iter().any(|point| point.on_b.distance(end) < 1e-6);
        assert!(ends.into_iter().all(has), "{scale} {turn}: {manifold:?}");
    }
}

/// Printed to five decimals, each side of a box is two faces.
#[test]
fn a_box_whose_corners_were_rounded_lies_on_its_whole_side() {
    let mut random = Random::new(12);
    let plane = HalfSpace::new(DVec3::Y, 0.0).unwrap();
    for _ in 0..200 {
        let turn = DQuat::from_array(random.quaternion());
        let corner = |i: usize| turn * DVec3::new([-1.0, 1.0][i & 1], [-0.5, 0.5][i >> 1 & 1], [-0.8, 0.8][i >> 2]);
        let printed: Vec<DVec3> = (0..8).map(|i| (corner(i) * 1e5).round() / 1e5).collect();
        let hull = Hull::new(&printed).unwrap();
        let at = |height: f64| Pose::new(turn.inverse(), DVec3::Y * height);
        let block = Cuboid::new(DVec3::new(2.0, 0.5, 2.0)).unwrap();
        for pair in [
            Pair { a: &plane as &dyn Convex<DVec3>, b: &hull as &dyn Convex<DVec3>, b_in_a: at(0.499) },
            Pair { a: &block, b: &hull, b_in_a: at(0.999) },
        ] {
            let mut manifold = Manifold::new();
            collide(&pair, &Settings::with_margin(1e-3), &mut Memory::new(), &mut Scratch::new(), &mut manifold);
            let has = |x: f64, z: f64| {
                let corner = turn * DVec3::new(x, -0.5, z);
                manifold.points.iter().any(|point| point.on_b.distance(corner) < 1e-4)
            };
            assert!(has(1.0, 0.8) && has(1.0, -0.8) && has(-1.0, 0.8) && has(-1.0, -0.8), "{turn}: {manifold:?}");
        }
    }
}
