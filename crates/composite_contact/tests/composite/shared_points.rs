//! Bodies that overlap a ridge or a peak with an edge or a face: the points of the contact are
//! there, and not at the corners of the body.

use clinch_composite::{Chain, Composite, TriMesh, Voxels};
use clinch_composite_contact::{CompositeManifold, CompositeRelation};
use clinch_contact::{Separation, Space};
use clinch_shapes::{Convex, Cuboid, Cylinder};
use clinch_support::{Frame, Pose, Scalar, Vector};
use glam::{DQuat, DVec2, DVec3, Vec2, Vec3};

use crate::common::Answer;

/// The depth along `normal` is this, all points of the contact are at `place`, and on the body at
/// as much below it.
fn check<V: Space, C: Composite<V>, B: Convex<V>>(surface: &C, body: &B, pose: Pose<V::Wide>, [place, normal]: [V::Wide; 2], depth: f64) {
    let answer = Answer::<V>::new(surface, body, &pose, 0.05);
    let CompositeRelation::Near { separation, .. } = answer.relation else { panic!("{answer:?}") };
    let Separation { distance, point_a, point_b, .. } = separation;
    let frame = Frame::<V>::new(&pose);
    let near = |point: V::Wide, place: V::Wide| (point - place).length() < 1e-5;
    let below = place - normal * depth;
    assert!((distance + depth).abs() < 1e-6 && (separation.normal - normal).length() < 1e-6, "{pose:?} {separation:?}");
    assert!(near(point_a, place) && near(frame.to_a(point_b), below), "{pose:?} {separation:?}");
    let [CompositeManifold { manifold, .. }] = &answer.manifolds[..] else { panic!("{pose:?} {answer:?}") };
    assert!(!manifold.points.is_empty(), "{pose:?} {answer:?}");
    for point in &manifold.points {
        assert!(near(point.on_a.widen(), place) && near(frame.to_a(point.on_b.widen()), below), "{pose:?} {point:?}");
    }
}

const DEPTHS: [f64; 4] = [0.0, 1e-9, 1e-4, 0.02];

/// A roof whose ridge is on x, with one side or two.
fn roofs<V: Space<Wide = DVec3>>(slope: f64) -> [TriMesh<V>; 2] {
    let gutter = |x: f64, z: f64| DVec3::new(x, -slope * z.abs(), z);
    let corners = [DVec3::X * -5.0, DVec3::X * 5.0, gutter(5.0, 5.0), gutter(-5.0, 5.0), gutter(5.0, -5.0), gutter(-5.0, -5.0)];
    let roof = TriMesh::new(corners.map(V::narrow).to_vec(), vec![[0, 3, 2], [0, 2, 1], [0, 1, 4], [0, 4, 5]]).unwrap();
    [roof.clone(), roof.two_sided()]
}

fn check_ridge<V: Space<Wide = DVec3>>() {
    let half = std::f64::consts::FRAC_PI_4;
    let (body, edge_down) = (Cuboid::<V>::new(V::narrow(DVec3::ONE)).unwrap(), DQuat::from_rotation_z(half));
    let (drum, lying) =
        (Cylinder::<V>::new(V::narrow(DVec3::X).get(0), V::narrow(DVec3::X).get(0)).unwrap(), DQuat::from_rotation_x(2.0 * half));
    for slope in [0.2, 1.0, 4.0] {
        for roof in roofs::<V>(slope) {
            for (yaw, depth) in [0.0, 0.5, -0.9].into_iter().flat_map(|yaw: f64| DEPTHS.map(|depth| (yaw, depth))) {
                let turn = DQuat::from_rotation_y(yaw);
                let along = turn * DVec3::Z;
                let crossing = DVec3::X * (0.3 - 0.2 * along.x / along.z);
                let at = |height: f64| DVec3::new(0.3, height - depth, 0.2);
                check(&roof, &body, Pose::new(turn * edge_down, at(2_f64.sqrt())), [crossing, DVec3::Y], depth);
                check(&roof, &drum, Pose::new(turn * lying, at(1.0)), [crossing, DVec3::Y], depth);
            }
        }
    }
}

/// An edge of a box, and the side of a cylinder.
#[test]
fn an_edge_touches_a_ridge_where_they_cross() {
    check_ridge::<DVec3>();
    check_ridge::<Vec3>();
}

fn check_peak<V: Space<Wide = DVec3>>() {
    let body = Cuboid::<V>::new(V::narrow(DVec3::ONE)).unwrap();
    let edge_down = DQuat::from_rotation_z(std::f64::consts::FRAC_PI_4);
    for slope in [0.2, 1.0, 4.0, 20.0, 200.0] {
        let foot = |x: f64, z: f64| DVec3::new(x, -slope, z);
        let corners = [DVec3::ZERO, foot(1.0, 1.0), foot(1.0, -1.0), foot(-1.0, -1.0), foot(-1.0, 1.0)].map(V::narrow);
        let peak = TriMesh::<V>::new(corners.to_vec(), vec![[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 1]]).unwrap();
        for peak in [peak.clone(), peak.two_sided()] {
            for (yaw, depth) in [0.0, 0.5, -0.9].into_iter().flat_map(|yaw: f64| DEPTHS.map(|depth| (yaw, depth))) {
                let turn = DQuat::from_rotation_y(yaw);
                let at = |height: f64| DVec3::new(0.3, height - depth, 0.2);
                check(&peak, &body, Pose::new(turn, at(1.0)), [DVec3::ZERO, DVec3::Y], depth);
                let along = turn * edge_down * DVec3::Z;
                let over = along * 0.3 + DVec3::Y * (2_f64.sqrt() - depth);
                check_near_peak::<V>(&peak, &body, Pose::new(turn * edge_down, over), depth);
            }
        }
    }
}

/// Many normals are those of an edge across a peak. Along some of them the body is less deep.
fn check_near_peak<V: Space<Wide = DVec3>>(peak: &TriMesh<V>, body: &Cuboid<V>, pose: Pose<DVec3>, depth: f64) {
    let Answer { relation, manifolds } = Answer::<V>::new(peak, body, &pose, 0.05);
    let CompositeRelation::Near { separation, .. } = relation else { panic!("{relation:?}") };
    assert!(separation.distance < 1e-6 && separation.distance > -depth - 1e-6, "{pose:?} {separation:?}");
    let deepest = manifolds[0].manifold.points.iter().find(|point| point.separation.widen() < separation.distance + 1e-6);
    assert!(deepest.is_some_and(|point| point.on_a.widen().length() < 2.0 * depth + 1e-6), "{pose:?} {manifolds:?}");
}

/// A face and an edge of a box, not above its middle.
#[test]
fn a_face_touches_a_peak_at_the_peak() {
    check_peak::<DVec3>();
    check_peak::<Vec3>();
}

fn check_chain<V: Space<Wide = DVec2>>() {
    let body = Cuboid::<V>::new(V::narrow(DVec2::new(1.0, 0.5))).unwrap();
    for slope in [0.2, 1.0, 4.0, 20.0, 200.0] {
        let points = [DVec2::new(2.0, -2.0 * slope), DVec2::ZERO, DVec2::new(-2.0, -2.0 * slope)].map(V::narrow);
        let peak = Chain::<V>::open(points.to_vec()).unwrap();
        for peak in [peak.clone(), peak.two_sided()] {
            for depth in DEPTHS {
                let pose = Pose::at(DVec2::new(0.3, 0.5 - depth));
                check(&peak, &body, pose, [DVec2::ZERO, DVec2::Y], depth);
            }
        }
    }
}

#[test]
fn an_edge_touches_a_peak_of_a_chain_at_the_peak() {
    check_chain::<DVec2>();
    check_chain::<Vec2>();
}

fn check_corner<V: Space<Wide = DVec3>>() {
    let cells = [[0, 0, 0], [0, 1, -1], [0, 2, -1], [0, 3, -1], [1, 0, 0], [1, 1, -1], [1, 1, 0], [2, 0, 0], [2, 1, 0]];
    let size = DVec3::new(262_144.0, 393_216.0, 327_680.0);
    let voxels = Voxels::<V>::new(V::narrow(size), cells).unwrap();
    let body = Cuboid::<V>::new(V::narrow(DVec3::new(492_031.625, 346_599.781_25, 786_816.187_5))).unwrap();
    let turn = DQuat::from_xyzw(-0.215_132_266_283_035_28, 0.297_481_298_446_655_3, 0.018_963_599_577_546_12, 0.929_980_278_015_136_7);
    let place = DVec3::new(1_505_055.966_080_307, 1_334_783.109_010_441_7, 85_563.402_530_045_8);
    let answer = Answer::<V>::new(&voxels, &body, &Pose::new(turn, place), 297_182.718_75);
    let CompositeRelation::Near { separation, .. } = answer.relation else { panic!("{answer:?}") };
    let (corner, first) = (size * DVec3::new(3.0, 2.0, 0.0), &answer.manifolds[0].manifold);
    assert!(separation.distance.abs() < 1.0 && separation.point_a.distance(corner) < 1.0, "{separation:?}");
    assert!(first.points.iter().any(|point| point.on_a.widen().distance(corner) < 1.0), "{first:?}");
}

/// Found by the soak, seed 301: the edge is in a plane between the two, and each of the faces at
/// the corner is touched with a normal that the others refuse. Another cell is within the margin.
#[test]
fn an_edge_that_just_touches_a_corner_of_voxels_has_its_contact() {
    check_corner::<DVec3>();
    check_corner::<Vec3>();
}

/// A point within 1e-5 of each place, and none elsewhere.
fn check_places<V: Space, C: Composite<V>, B: Convex<V>>(surface: &C, body: &B, pose: Pose<V::Wide>, places: &[V::Wide]) {
    let answer = Answer::<V>::new(surface, body, &pose, 0.05);
    let [CompositeManifold { manifold, .. }] = &answer.manifolds[..] else { panic!("{pose:?} {answer:?}") };
    let near = |point: V, place: V::Wide| (point.widen() - place).length() < 1e-5;
    for &place in places {
        assert!(manifold.points.iter().any(|point| near(point.on_a, place)), "{place:?} {pose:?} {answer:?}");
    }
    for point in &manifold.points {
        assert!(places.iter().any(|&place| near(point.on_a, place)), "{pose:?} {answer:?}");
    }
}

fn check_two_peaks_of_a_chain<V: Space<Wide = DVec2>>() {
    let body = Cuboid::<V>::new(V::narrow(DVec2::new(3.0, 0.5))).unwrap();
    for slope in [1.0, 4.0, 20.0] {
        let points = [(4.0, -2.0), (2.0, 0.0), (0.0, -2.0), (-2.0, 0.0), (-4.0, -2.0)].map(|(x, y)| V::narrow(DVec2::new(x, y * slope)));
        let chain = Chain::<V>::open(points.to_vec()).unwrap();
        let places = [2.0, -2.0].map(|x| DVec2::X * x);
        check_places(&chain, &body, Pose::at(DVec2::new(0.1, 0.49)), &places);
        check_places(&chain.two_sided(), &body, Pose::at(DVec2::new(0.1, 0.49)), &places);
    }
}

/// Both are equally deep; the second had no point of its own.
#[test]
fn a_face_on_two_peaks_of_a_chain_has_a_point_at_each() {
    check_two_peaks_of_a_chain::<DVec2>();
    check_two_peaks_of_a_chain::<Vec2>();
}

fn check_two_peaks<V: Space<Wide = DVec3>>() {
    let body = Cuboid::<V>::new(V::narrow(DVec3::new(3.0, 0.5, 1.0))).unwrap();
    for slope in [1.0, 4.0, 20.0] {
        let (mut corners, mut triangles) = (Vec::new(), Vec::new());
        for x in [-2.0, 2.0] {
            let (top, foot) = (corners.len() as u32, |x: f64, z: f64| DVec3::new(x, -slope, z));
            corners.extend([DVec3::X * x, foot(x + 1.0, 1.0), foot(x + 1.0, -1.0), foot(x - 1.0, -1.0), foot(x - 1.0, 1.0)].map(V::narrow));
            triangles.extend([[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 1]].map(|triangle| triangle.map(|corner| corner + top)));
        }
        let peaks = TriMesh::<V>::new(corners, triangles).unwrap();
        let places = [2.0, -2.0].map(|x| DVec3::X * x);
        for yaw in [0.0, 0.2] {
            check_places(&peaks, &body, Pose::new(DQuat::from_rotation_y(yaw), DVec3::new(0.1, 0.49, 0.1)), &places);
        }
    }
}

#[test]
fn a_face_on_two_peaks_has_a_point_at_each() {
    check_two_peaks::<DVec3>();
    check_two_peaks::<Vec3>();
}
