//! The oracle against itself: two methods give the same answer.

use clinch_testkit::generate::{Kind, pair, pair_of};
use clinch_testkit::oracle::Pairing;
use clinch_testkit::pair_file::{CapsuleAxis, Coords, PoseSpec, Query, RotationSpec, ShapeSpec};
use clinch_testkit::random::Random;
use glam::DVec3;

const PAIRS: u64 = 400;

#[test]
fn features_and_search_are_two_methods_with_one_answer() {
    let mut overlapping = 0;
    for dim in [2, 3] {
        for index in 0..PAIRS {
            let generated = pair(dim, 11, index);
            let pairing = Pairing::of(&generated.query).unwrap();
            let (exact, searched) = (&generated.truth, pairing.searched(5_000));
            let bound = exact.err + searched.err;
            assert!((exact.sd - searched.sd).abs() <= bound, "{}: {} or {}", generated.query.id, exact.sd, searched.sd);
            // A bound as large as the answer would agree with anything.
            assert!(exact.err <= 2e-12 * exact.extent, "{}: {:e}", generated.query.id, exact.err / exact.extent);
            assert!(bound <= 1e-7 * exact.extent, "{}: {:e}", generated.query.id, bound / exact.extent);
            overlapping += u64::from(exact.sd < -1e-3 * exact.extent);
        }
    }
    assert!(overlapping > PAIRS / 3, "{overlapping} overlap");
}

#[test]
fn no_direction_has_a_wider_gap_than_the_distance() {
    let mut random = Random::new(5);
    for index in 0..PAIRS {
        let generated = pair(3, 12, index);
        let pairing = Pairing::of(&generated.query).unwrap();
        let (sd, slack) = (generated.truth.sd, generated.truth.err + 1e-15 * generated.truth.extent);
        for _ in 0..50 {
            let n = random.direction(3);
            assert!(pairing.gap_along(n) <= sd + slack, "{}: {n}", generated.query.id);
        }
        // Near the best direction the bound is tight, so that a wrong `sd` fails here.
        let n = generated.truth.normal.to_vec3();
        for _ in 0..50 {
            let tilted = n + random.direction(3) * random.power(-9.0, -2.0);
            assert!(pairing.gap_along(tilted) <= sd + slack, "{}: {tilted}", generated.query.id);
        }
        assert!((pairing.gap_along(n) - sd).abs() <= slack + 1e-12 * generated.truth.extent, "{}", generated.query.id);
    }
}

#[test]
fn witness_points_are_as_far_apart_as_the_distance() {
    let mut seen = 0;
    for index in 0..PAIRS {
        let truth = pair(3, 13, index).truth;
        if let Some([a, b]) = truth.points {
            let apart = (b.to_vec3() - a.to_vec3()).dot(truth.normal.to_vec3());
            assert!((apart - truth.sd).abs() <= truth.err + 1e-12 * truth.extent, "{index}: {apart} or {}", truth.sd);
            seen += 1;
        }
    }
    assert!(seen > PAIRS / 3);
}

#[test]
fn swapped_pairs_have_the_same_answer_and_the_opposite_normal() {
    let mut normals = 0;
    for dim in [2, 3] {
        for index in 0..PAIRS {
            let generated = pair(dim, 14, index);
            let query = &generated.query;
            let swapped = Query::contact(dim, (query.b.clone().unwrap(), query.pose_b), (query.a.clone(), query.pose_a));
            let (there, back) = (&generated.truth, Pairing::of(&swapped).unwrap().truth());
            assert!((there.sd - back.sd).abs() <= there.err + back.err, "{}", query.id);
            if there.dir_unique && there.sd.abs() > 1e-3 * there.extent {
                let sum = there.normal.to_vec3() + back.normal.to_vec3();
                assert!(sum.length() < 1e-6, "{}: {sum}", query.id);
                normals += 1;
            }
        }
    }
    assert!(normals > PAIRS / 2, "{normals} normals were compared");
}

#[test]
fn a_2d_pair_has_the_answer_of_its_long_extrusion() {
    for index in 0..PAIRS {
        let flat = pair_of(2, 15, index, &[Kind::Box, Kind::Hull, Kind::Ball, Kind::Capsule, Kind::Rounded, Kind::Segment]);
        // So long that the depth is never along z.
        let height = 4.0 * flat.truth.extent + 1.0;
        let raise = |pose: PoseSpec| PoseSpec { t: pose.t.map(|t| t.to_vec3().into()), ..PoseSpec { rotation: raised(&pose), ..pose } };
        let query = &flat.query;
        let a = (extruded(&query.a, height), raise(query.pose_a));
        let b = (extruded(query.b.as_ref().unwrap(), height), raise(query.pose_b));
        let solid = Pairing::of(&Query::contact(3, a, b)).unwrap().truth();
        let bound = flat.truth.err + solid.err;
        assert!((solid.sd - flat.truth.sd).abs() <= bound, "{}: {} or {}", query.id, solid.sd, flat.truth.sd);
    }
}

fn raised(pose: &PoseSpec) -> clinch_testkit::pair_file::RotationSpec {
    clinch_testkit::pair_file::RotationSpec::Quaternion(pose.quaternion())
}

fn extruded(shape: &ShapeSpec, height: f64) -> ShapeSpec {
    let prism = |points: &[Coords]| ShapeSpec::Hull {
        points: points.iter().flat_map(|p| [height, -height].map(|z| p.to_vec3().with_z(z).into())).collect(),
    };
    let swept = |core: ShapeSpec, radius: f64| ShapeSpec::Rounded { core: Box::new(core), radius };
    match shape {
        ShapeSpec::Segment { a, b } => prism(&[*a, *b]),
        ShapeSpec::Box { half } => ShapeSpec::Box { half: half.to_vec3().with_z(height).into() },
        ShapeSpec::Polygon { points } => prism(points),
        ShapeSpec::Triangle { a, b, c } => prism(&[*a, *b, *c]),
        ShapeSpec::Circle { radius } => swept(prism(&[Coords::zero(2)]), *radius),
        ShapeSpec::Capsule { axis: CapsuleAxis::Upright { half_height }, radius } => {
            swept(prism(&[[0.0, *half_height].into(), [0.0, -half_height].into()]), *radius)
        }
        ShapeSpec::Capsule { axis: CapsuleAxis::Between { a, b }, radius } => swept(prism(&[*a, *b]), *radius),
        ShapeSpec::Rounded { core, radius } => swept(extruded(core, height), *radius),
        other => panic!("{} is not extruded here", other.kind()),
    }
}

#[test]
fn features_and_search_agree_on_large_hulls() {
    // Points on a ball: every point is a vertex, and no two normals are the same.
    let mut random = Random::new(3);
    let mut ball = |count: usize| ShapeSpec::Hull { points: (0..count).map(|_| Coords::from(random.direction(3))).collect() };
    let (a, b) = (ball(200), ball(100));
    for gap in [0.1, 1e-5, -1e-5, -0.3, -1.5] {
        let at = PoseSpec::at(Coords::from(DVec3::new(1.2, -0.9, 1.3).normalize() * (2.0 + gap)));
        let pairing = Pairing::of(&Query::contact(3, (a.clone(), PoseSpec::default()), (b.clone(), at))).unwrap();
        let (exact, searched) = (pairing.truth(), pairing.searched(5_000));
        assert!((exact.sd - searched.sd).abs() <= exact.err + searched.err, "{gap}: {} or {}", exact.sd, searched.sd);
        assert!(exact.err + searched.err < 1e-12);
    }
}

#[test]
fn needles_have_their_exact_depth() {
    // The depth of a triangle with itself is 0, and of a slab with itself its thickness. Thinner
    // than 1e-5, a rounded normal once made them 1e-7 deep.
    let mut random = Random::new(6);
    for index in 0..200 {
        let width = random.power(-14.0, -3.0);
        let (a, c) = (random.in_ball(3), random.in_ball(3));
        let b = a + (c - a) * random.unit() + random.in_ball(3) * width;
        let triangle = ShapeSpec::Triangle { a: a.into(), b: b.into(), c: c.into() };
        let pose = PoseSpec { t: Some(random.in_ball(3).into()), rotation: RotationSpec::Quaternion(random.quaternion()) };
        let truth = Pairing::of(&Query::contact(3, (triangle.clone(), pose), (triangle, pose))).unwrap().truth();
        assert!(truth.sd.abs() <= truth.err, "{index}: width {width:e}, {:e} deep", truth.sd);
    }
    for power in 4..45 {
        // Integer directions perpendicular to each other, so that every corner is exact.
        let [u, v, w] = [(1.0, 1.0, -2.0), (1.0, -1.0, 0.0), (1.0, 1.0, 1.0)].map(|(x, y, z)| DVec3::new(x, y, z));
        let thin = libm::exp2(-f64::from(power));
        let sign = |bit: bool| if bit { 1.0 } else { -1.0 };
        let corner = |i: usize| u * sign(i & 1 == 0) + v * (0.25 * sign(i & 2 == 0)) + w * (thin * sign(i & 4 == 0));
        let slab = ShapeSpec::Hull { points: (0..8).map(|i| corner(i).into()).collect() };
        let pose = PoseSpec { t: None, rotation: RotationSpec::Quaternion(random.quaternion()) };
        let truth = Pairing::of(&Query::contact(3, (slab.clone(), pose), (slab, pose))).unwrap().truth();
        let thick = 2.0 * thin * w.length();
        assert!((truth.sd + thick).abs() <= truth.err, "2^-{power}: {:e} is not {thick:e} ± {:e}", -truth.sd, truth.err);
    }
}

#[test]
fn cross_products_of_nearly_parallel_edges_are_exact_to_the_last_digit() {
    // Two long roofs, ridge on ridge at a tiny angle: the separating axis is the cross product of
    // the ridges, or at smaller angles a slope.
    let roof = |up: f64| ShapeSpec::Hull {
        points: [-64.0, 64.0].into_iter().flat_map(|x| [[x, 0.0, 0.0].into(), [x, -up, 1.0].into(), [x, -up, -1.0].into()]).collect(),
    };
    for power in 1..44 {
        let turned = RotationSpec::Quaternion([0.0, libm::exp2(-f64::from(power)), 0.0, 1.0]);
        let at = PoseSpec { t: Some([0.0, -0.125, 0.0].into()), rotation: turned };
        let pairing = Pairing::of(&Query::contact(3, (roof(1.0), PoseSpec::default()), (roof(-1.0), at))).unwrap();
        let (exact, searched) = (pairing.truth(), pairing.searched(5_000));
        assert!((exact.sd - searched.sd).abs() <= exact.err + searched.err, "2^-{power}: {:e} or {:e}", exact.sd, searched.sd);
        // Straight up while the ridges cross; else a slope.
        assert!(exact.sd < -0.125 / 2.1_f64.sqrt() && exact.sd >= -0.125, "2^-{power}: {}", exact.sd);
    }
}

#[test]
fn crossed_needles_have_the_same_depth_in_any_rotation() {
    // Along x the cross product of nearly parallel edges cancels exactly. Rotated, sixteen digits
    // are not enough: depths were off by 10 %.
    let mut random = Random::new(7);
    let mut deep = 0;
    for index in 0..300 {
        let thin = random.power(-12.0, -4.0);
        let mut needle =
            || ShapeSpec::Hull { points: (0..6).map(|_| (DVec3::X * random.range(-1.0, 1.0) + random.in_ball(3) * thin).into()).collect() };
        let (a, b) = (needle(), needle());
        // A point has no edges: its way out of a needle is through a face.
        let b = if index % 3 == 0 { ShapeSpec::Point { p: None } } else { b };
        let (at, turn) = (random.in_ball(3) * (0.5 * thin), RotationSpec::Quaternion(random.quaternion()));
        let pose = |t: DVec3, rotation: RotationSpec| PoseSpec { t: Some(t.into()), rotation };
        let matrix = pose(at, turn).matrix();
        let pair = |a: &ShapeSpec, b: &ShapeSpec, at: DVec3, rotation: RotationSpec| {
            let query = Query::contact(3, (a.clone(), pose(DVec3::ZERO, rotation)), (b.clone(), pose(at, rotation)));
            Pairing::of(&query).unwrap().truth()
        };
        // Rotated by their poses, or point by point.
        let baked = |shape: &ShapeSpec| match shape {
            ShapeSpec::Hull { points } => ShapeSpec::Hull { points: points.iter().map(|p| (matrix * p.to_vec3()).into()).collect() },
            other => other.clone(),
        };
        let along = pair(&a, &b, at, RotationSpec::Identity);
        let turned = match index % 2 {
            0 => pair(&a, &b, matrix * at, turn),
            _ => pair(&baked(&a), &baked(&b), matrix * at, RotationSpec::Identity),
        };
        let off = (along.sd - turned.sd).abs();
        assert!(off <= along.err + turned.err, "{index}: {:e} or {:e}, {thin:e} thin", along.sd, turned.sd);
        deep += u32::from(along.sd < -0.01 * thin);
    }
    assert!(deep > 150, "{deep}");
}
