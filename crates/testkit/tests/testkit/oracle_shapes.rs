//! The oracle on round shapes and wrappers: against answers that a reader can verify, and against
//! other descriptions of the same shape.

use clinch_testkit::generate::{Kind, shape};
use clinch_testkit::oracle::{Pairing, Shared};
use clinch_testkit::pair_file::{CapsuleAxis, Coords, ErrorKind, PoseSpec, Query, RotationSpec, ShapeSpec};
use clinch_testkit::random::Random;
use glam::DVec3;

fn spec(text: &str) -> ShapeSpec {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn pairing(dim: usize, a: ShapeSpec, b: ShapeSpec, at: DVec3) -> Pairing {
    Pairing::of(&Query::contact(dim, (a, PoseSpec::default()), (b, PoseSpec::at(Coords::of(at, dim))))).unwrap()
}

/// Asserts the signed distance of a shape and a point, in both orders and at two positions.
fn check(dim: usize, shape: &str, point: [f64; 3], sd: f64) {
    let (shape, at) = (spec(shape), DVec3::from_array(point));
    let point = || ShapeSpec::Point { p: None };
    let truth = pairing(dim, shape.clone(), point(), at).truth();
    let back = pairing(dim, point(), shape.clone(), -at).truth();
    for truth in [truth, back] {
        assert!((truth.sd - sd).abs() <= truth.err + 1e-15 * truth.extent, "{shape:?}: {} is not {sd}", truth.sd);
        assert!(truth.err <= 1e-12 * truth.extent, "{shape:?}: err {:e}", truth.err);
    }
}

#[test]
fn tapered_capsules() {
    let tapered = r#"{"type":"tapered_capsule","half_height":2,"bottom":1,"top":0.5}"#;
    for dim in [2, 3] {
        check(dim, tapered, [0.0, 5.0, 0.0], 2.5);
        check(dim, tapered, [0.0, -5.0, 0.0], 2.0);
        // The side is inclined by 0.5 over 4: its normal has sine 1/8.
        let (sin, cos) = (0.125, (1.0_f64 - 0.125 * 0.125).sqrt());
        check(dim, tapered, [5.0, 0.0, 0.0], 5.0 * cos + 2.0 * sin - 1.0);
        // If one ball contains the other, the hull is that ball.
        check(dim, r#"{"type":"tapered_capsule","half_height":0.125,"bottom":2,"top":0.5}"#, [0.0, 5.0, 0.0], 3.125);
        check(dim, r#"{"type":"tapered_capsule","half_height":0.25,"bottom":0,"top":1}"#, [0.0, 4.25, 0.0], 3.0);
    }
}

#[test]
fn frustums() {
    let frustum = r#"{"type":"frustum","half_height":1,"bottom":2,"top":1}"#;
    check(3, frustum, [5.0, 2.0, 0.0], 9.0 / 5.0_f64.sqrt());
    check(3, frustum, [0.0, 3.0, 0.5], 2.0);
    check(3, frustum, [0.0, -3.0, 5.0], 13.0_f64.sqrt());
    check(3, frustum, [0.0, 0.75, 0.0], -0.25);
    check(3, r#"{"type":"frustum","half_height":1,"bottom":0,"top":1}"#, [0.0, -3.0, 0.0], 2.0);
    check(3, r#"{"type":"frustum","half_height":0,"bottom":3,"top":1}"#, [0.0, 2.0, 1.0], 2.0);
    check(3, r#"{"type":"frustum","half_height":2,"bottom":0,"top":0}"#, [3.0, 0.0, 4.0], 5.0);
}

#[test]
fn half_ellipses_and_sectors() {
    let half = r#"{"type":"half_ellipse","radii":[2,1]}"#;
    check(2, half, [0.0, -3.0, 0.0], 3.0);
    check(2, half, [0.0, 3.0, 0.0], 2.0);
    check(2, half, [3.0, 0.0, 0.0], 1.0);
    check(2, half, [-5.0, -4.0, 0.0], 5.0);
    check(2, half, [0.0, 0.125, 0.0], -0.125);
    check(2, r#"{"type":"half_ellipse","radii":[2,0]}"#, [1.0, 1.0, 0.0], 1.0);
    check(2, r#"{"type":"half_ellipse","radii":[0,2]}"#, [1.0, 1.0, 0.0], 1.0);
    let sector = r#"{"type":"sector","radius":2,"half_angle":0.5235987755982988}"#;
    let (sin, cos) = (0.5, 0.75_f64.sqrt());
    check(2, sector, [0.0, 5.0, 0.0], 3.0);
    check(2, sector, [0.0, -1.0, 0.0], 1.0);
    check(2, sector, [sin + cos, cos - sin, 0.0], 1.0);
    check(2, sector, [-sin - cos, cos - sin, 0.0], 1.0);
    check(2, sector, [5.0 * sin, 5.0 * cos, 0.0], 3.0);
    check(2, sector, [0.0, 1.75, 0.0], -0.25);
    check(2, r#"{"type":"sector","radius":2,"half_angle":1.5707963705062866}"#, [5.0, 0.0, 0.0], 3.0);
    check(2, r#"{"type":"sector","radius":2,"half_angle":1.5707963705062866}"#, [1.0, -1.0, 0.0], 1.0);
}

#[test]
fn regular_polygons() {
    let hexagon = r#"{"type":"regular_polygon","count":6,"radius":2}"#;
    check(2, hexagon, [0.0, 5.0, 0.0], 3.0);
    check(2, hexagon, [5.0, 0.0, 0.0], 5.0 - 3.0_f64.sqrt());
    check(2, r#"{"type":"regular_polygon","count":3,"radius":2}"#, [0.0, -2.0, 0.0], 1.0);
}

#[test]
fn wrappers_by_hand() {
    let cube = r#"{"type":"box","half":[1,1,1]}"#;
    check(3, &format!(r#"{{"type":"scaled","shape":{cube},"scale":[2,-3,0.5]}}"#), [5.0, 7.0, 0.0], 5.0);
    check(3, &format!(r#"{{"type":"scaled","shape":{cube},"scale":[2,0,1]}}"#), [0.0, 4.0, 0.0], 4.0);
    check(3, r#"{"type":"scaled","shape":{"type":"sphere","radius":2},"scale":[1,0.5,-3]}"#, [0.0, 3.0, 0.0], 2.0);
    check(3, r#"{"type":"scaled","shape":{"type":"sphere","radius":2},"scale":[2,-2,2]}"#, [3.0, 4.0, 0.0], 1.0);
    check(
        3,
        &format!(r#"{{"type":"scaled","shape":{{"type":"rounded","core":{cube},"radius":0.5}},"scale":[1,2,4]}}"#),
        [0.0, 5.0, 0.0],
        2.0,
    );
    check(3, r#"{"type":"scaled","shape":{"type":"cylinder","half_height":1,"radius":1},"scale":[3,2,1]}"#, [5.0, 0.0, 0.0], 2.0);
    check(2, r#"{"type":"scaled","shape":{"type":"circle","radius":1},"scale":[3,1]}"#, [0.0, 3.0, 0.0], 2.0);
    check(2, r#"{"type":"scaled","shape":{"type":"triangle","a":[0,0],"b":[1,0],"c":[0,1]},"scale":[-2,2]}"#, [1.0, 1.0, 0.0], 1.0);
    check(3, &format!(r#"{{"type":"posed","pose":{{"t":[4,0,0]}},"shape":{cube}}}"#), [0.0; 3], 3.0);
    let quarter = r#"{"q":[0,0,0.7071067811865476,0.7071067811865476]}"#;
    check(3, &format!(r#"{{"type":"posed","pose":{quarter},"shape":{{"type":"box","half":[3,1,1]}}}}"#), [0.0, 5.0, 0.0], 2.0);
    // Counter-clockwise: the apex is at −x.
    let cone = r#"{"type":"cone","half_height":2,"radius":1}"#;
    check(3, &format!(r#"{{"type":"posed","pose":{quarter},"shape":{cone}}}"#), [-5.0, 0.0, 0.0], 3.0);
    check(3, &format!(r#"{{"type":"posed","pose":{quarter},"shape":{cone}}}"#), [5.0, 0.5, 0.0], 3.0);
    check(3, &format!(r#"{{"type":"sum","a":{cube},"b":{{"type":"box","half":[1,0,2]}}}}"#), [5.0, 5.0, 0.0], 5.0);
    check(3, &format!(r#"{{"type":"sum","a":{cube},"b":{{"type":"capsule","half_height":1,"radius":0.5}}}}"#), [0.0, 3.0, 0.0], 0.5);
    let disc = r#"{"type":"cylinder","half_height":0,"radius":1}"#;
    check(3, &format!(r#"{{"type":"sum","a":{disc},"b":{{"type":"segment","a":[0,-2,0],"b":[0,2,0]}}}}"#), [4.0, 6.0, 0.0], 5.0);
    check(3, &format!(r#"{{"type":"hull_of","shapes":[{disc},{{"type":"point","p":[0,4,0]}}]}}"#), [4.0, 5.0, 0.0], 17.0 / 17.0_f64.sqrt());
    let apart = format!(r#"{{"type":"hull_of","shapes":[{cube},{{"type":"posed","pose":{{"t":[8,0,0]}},"shape":{cube}}}]}}"#);
    check(3, &apart, [4.0, 3.0, 0.0], 2.0);
    check(3, &apart, [4.0, 0.75, 0.0], -0.25);
    check(3, &format!(r#"{{"type":"hull_of","shapes":[{apart},{{"type":"sphere","radius":3}}]}}"#), [0.0, 5.0, 0.0], 2.0);
}

#[test]
fn half_spaces_in_wrappers() {
    let floor = r#"{"type":"halfspace","normal":[0,2,0],"offset":1}"#;
    check(3, &format!(r#"{{"type":"scaled","shape":{floor},"scale":[3,2,1]}}"#), [0.0, 5.0, 0.0], 4.0);
    check(3, &format!(r#"{{"type":"posed","pose":{{"t":[0,2,0]}},"shape":{floor}}}"#), [0.0, 5.0, 0.0], 2.5);
    check(3, &format!(r#"{{"type":"sum","a":{floor},"b":{{"type":"sphere","radius":1}}}}"#), [9.0, 5.0, 0.0], 3.5);
    check(
        3,
        &format!(r#"{{"type":"scaled","shape":{{"type":"rounded","core":{floor},"radius":1}},"scale":[1,2,1]}}"#),
        [9.0, 5.0, 0.0],
        2.0,
    );
    // Mirrored it is a ceiling.
    check(3, &format!(r#"{{"type":"scaled","shape":{floor},"scale":[1,-1,1]}}"#), [9.0, -5.0, 0.0], 4.5);
    let refused = |shape: &str| {
        let query = Query::contact(3, (spec(shape), PoseSpec::default()), (ShapeSpec::Point { p: None }, PoseSpec::default()));
        Pairing::of(&query).unwrap_err().kind
    };
    assert_eq!(refused(&format!(r#"{{"type":"hull_of","shapes":[{floor},{{"type":"sphere","radius":1}}]}}"#)), ErrorKind::Unsupported);
    assert_eq!(refused(&format!(r#"{{"type":"scaled","shape":{floor},"scale":[1,0,1]}}"#)), ErrorKind::Construct);
    assert_eq!(refused(r#"{"type":"hull_of","shapes":[]}"#), ErrorKind::Construct);
    assert_eq!(refused(r#"{"type":"sector","radius":1,"half_angle":1}"#), ErrorKind::Construct);
    assert_eq!(refused(r#"{"type":"frustum","half_height":1,"bottom":-1,"top":1}"#), ErrorKind::Construct);
    assert_eq!(refused(r#"{"type":"scaled","shape":{"type":"point"},"scale":[1,1]}"#), ErrorKind::Construct);
}

/// Asserts that two descriptions of a shape have the same signed distance to a third shape.
fn same(dim: usize, one: ShapeSpec, other: ShapeSpec, random: &mut Random) {
    let kind = random.pick(&[Kind::Box, Kind::Hull, Kind::Capsule, Kind::Triangle]);
    let third = shape(random, dim, kind, 1.0, false);
    let at = random.in_ball(dim) * 4.0;
    let (first, second) = (pairing(dim, one.clone(), third.clone(), at).truth(), pairing(dim, other.clone(), third, at).truth());
    let bound = first.err + second.err + 1e-13;
    assert!(bound < 1e-7);
    assert!((first.sd - second.sd).abs() <= bound, "{one:?} and {other:?}: {:e} or {:e}", first.sd, second.sd);
}

#[test]
fn two_descriptions_of_one_shape_agree() {
    let mut random = Random::new(17);
    let boxed = |shape: ShapeSpec| Box::new(shape);
    for _ in 0..12 {
        let mut length = || random.range(0.1, 2.0);
        let (half_height, bottom, top) = (length(), length(), length());
        let (x, y, z) = (length(), length(), length());
        let scale = Coords::from([x, -y, z]);
        let turn = PoseSpec { t: Some(random.in_ball(3).into()), rotation: RotationSpec::Quaternion(random.quaternion()) };
        let ball =
            |y: f64, radius: f64| ShapeSpec::Posed { pose: PoseSpec::at([0.0, y, 0.0]), shape: Box::new(ShapeSpec::Sphere { radius }) };
        let disc = |y: f64, radius: f64| ShapeSpec::Posed {
            pose: PoseSpec::at([0.0, y, 0.0]),
            shape: Box::new(ShapeSpec::Cylinder { half_height: 0.0, radius }),
        };
        let tapered = ShapeSpec::TaperedCapsule { half_height, bottom, top };
        same(3, tapered, ShapeSpec::HullOf { shapes: vec![ball(half_height, top), ball(-half_height, bottom)] }, &mut random);
        let frustum = ShapeSpec::Frustum { half_height, bottom, top };
        same(3, frustum, ShapeSpec::HullOf { shapes: vec![disc(half_height, top), disc(-half_height, bottom)] }, &mut random);
        let egg = ShapeSpec::Scaled { shape: boxed(ShapeSpec::Sphere { radius: 0.5 }), scale };
        same(3, egg, ShapeSpec::Ellipsoid { radii: [0.5 * x, 0.5 * y, 0.5 * z].into() }, &mut random);
        let cylinder = ShapeSpec::Cylinder { half_height, radius: top };
        let stood = ShapeSpec::Sum {
            a: boxed(ShapeSpec::Cylinder { half_height: 0.25 * half_height, radius: 0.5 * top }),
            b: boxed(ShapeSpec::Cylinder { half_height: 0.75 * half_height, radius: 0.5 * top }),
        };
        same(3, cylinder.clone(), stood, &mut random);
        // A motion and its inverse.
        let there = ShapeSpec::Posed { pose: turn, shape: boxed(cylinder.clone()) };
        let [qx, qy, qz, qw] = turn.quaternion();
        let back = PoseSpec { t: None, rotation: RotationSpec::Quaternion([-qx, -qy, -qz, qw]) };
        let home = PoseSpec::at(Coords::from(-turn.translation()));
        let moved = ShapeSpec::Posed { pose: back, shape: boxed(ShapeSpec::Posed { pose: home, shape: boxed(there) }) };
        same(3, cylinder, moved, &mut random);
        let hull = shape(&mut random, 3, Kind::Hull, 1.0, false);
        let mirrored = ShapeSpec::Scaled { shape: boxed(hull.clone()), scale };
        let ShapeSpec::Hull { points } = &hull else { panic!("a hull") };
        let points = points.iter().map(|p| (p.to_vec3() * scale.to_vec3()).into()).collect();
        same(3, mirrored, ShapeSpec::Hull { points }, &mut random);
        let capsule = ShapeSpec::Capsule { axis: CapsuleAxis::Upright { half_height }, radius: top };
        let segment = ShapeSpec::Segment { a: [0.0, half_height].into(), b: [0.0, -half_height].into() };
        same(2, capsule, ShapeSpec::Sum { a: boxed(segment), b: boxed(ShapeSpec::Circle { radius: top }) }, &mut random);
        let half = ShapeSpec::HalfEllipse { radii: [top, top].into() };
        same(2, half, ShapeSpec::Sector { radius: top, half_angle: core::f64::consts::FRAC_PI_2 }, &mut random);
    }
}

#[test]
fn sums_of_polytopes_are_polytopes() {
    let mut random = Random::new(18);
    for index in 0..60 {
        let mut draw = |kind: Kind| Box::new(shape(&mut random, 3, kind, 1.0, index % 4 == 0));
        let sum = ShapeSpec::Sum { a: draw(Kind::Box), b: draw(Kind::Hull) };
        let other = shape(&mut random, 3, Kind::Hull, 1.0, false);
        let pairing = pairing(3, sum, other, random.in_ball(3) * 3.0);
        let (exact, searched) = (pairing.truth(), pairing.searched(3_000));
        assert!((exact.sd - searched.sd).abs() <= exact.err + searched.err, "{index}: {:e} or {:e}", exact.sd, searched.sd);
        assert!(exact.err + searched.err < 1e-9, "{index}: {:e} and {:e}", exact.err, searched.err);
    }
}

#[test]
fn what_parallel_features_share() {
    let slab = r#"{"type":"box","half":[5,1,5]}"#;
    let on_slab = |shape: &str, at: [f64; 3]| pairing(3, spec(slab), spec(shape), DVec3::from_array(at)).shared(DVec3::Y);
    let face = |shared: Shared, area: f64, four: f64| {
        let Shared::Face { area: found, four: spanned } = shared else { panic!("{shared:?}") };
        assert!((found / area - 1.0).abs() < 1e-3 && (spanned / four - 1.0).abs() < 1e-3, "{shared:?}, not {area} and {four}");
    };
    let line = |shared: Shared, length: f64| {
        let Shared::Line { length: found } = shared else { panic!("{shared:?}") };
        assert!((found - length).abs() < 1e-12 * (1.0 + length), "{found}, not {length}");
    };
    let pi = core::f64::consts::PI;
    face(on_slab(r#"{"type":"cylinder","half_height":1,"radius":2}"#, [0.0, 2.0, 0.0]), 4.0 * pi, 8.0);
    face(on_slab(r#"{"type":"cylinder","half_height":1,"radius":2}"#, [5.0, 2.0, 0.0]), 2.0 * pi, 3.0 * 3.0_f64.sqrt());
    face(on_slab(r#"{"type":"frustum","half_height":1,"bottom":2,"top":9}"#, [0.0, 1.5, 0.0]), 4.0 * pi, 8.0);
    face(
        on_slab(r#"{"type":"scaled","shape":{"type":"cone","half_height":1,"radius":1},"scale":[2,1,1]}"#, [0.0, 2.0, 0.0]),
        2.0 * pi,
        4.0,
    );
    face(on_slab(r#"{"type":"box","half":[1,1,1]}"#, [5.0, 2.0, 5.0]), 1.0, 1.0);
    face(on_slab(r#"{"type":"halfspace","normal":[0,-1,0],"offset":0}"#, [0.0, 1.0, 0.0]), 100.0, 100.0);
    let box_and_disc = r#"{"type":"sum","a":{"type":"box","half":[1,1,1]},"b":{"type":"cylinder","half_height":0,"radius":1}}"#;
    face(on_slab(box_and_disc, [0.0, 2.0, 0.0]), 4.0 + 8.0 + pi, 2.0 * (2.0_f64.sqrt() + 1.0).powi(2));
    line(on_slab(r#"{"type":"capsule","a":[-1,0,0],"b":[1,0,0],"radius":0.5}"#, [4.5, 1.5, 0.0]), 1.5);
    line(
        on_slab(r#"{"type":"posed","pose":{"q":[0,0,1,1]},"shape":{"type":"cylinder","half_height":2,"radius":0.5}}"#, [0.0, 1.5, 0.0]),
        4.0,
    );
    assert_eq!(on_slab(r#"{"type":"sphere","radius":2}"#, [0.0, 3.0, 0.0]), Shared::Point);
    assert_eq!(on_slab(r#"{"type":"cone","half_height":1,"radius":1}"#, [20.0, 2.0, 0.0]), Shared::Point);
    // A cone's side on a plane, along its normal.
    let cone = pairing(
        3,
        spec(r#"{"type":"cone","half_height":2,"radius":3}"#),
        spec(r#"{"type":"halfspace","normal":[4,3,0],"offset":0}"#),
        DVec3::X,
    );
    line(cone.shared(DVec3::new(4.0, 3.0, 0.0)), 5.0);
    // In 2D features are lines.
    let edges = pairing(2, spec(r#"{"type":"box","half":[2,1]}"#), spec(r#"{"type":"box","half":[1,1]}"#), DVec3::new(2.25, 2.0, 0.0));
    line(edges.shared(DVec3::Y), 0.75);
    let half = pairing(2, spec(r#"{"type":"half_ellipse","radii":[2,1]}"#), spec(r#"{"type":"box","half":[9,1]}"#), -DVec3::Y);
    line(half.shared(-DVec3::Y), 4.0);
}
