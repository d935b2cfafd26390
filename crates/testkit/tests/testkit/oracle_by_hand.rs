//! The oracle against answers that a reader can verify.

use clinch_testkit::oracle::{Pairing, Truth};
use clinch_testkit::pair_file::{ErrorKind, PoseSpec, Query, ShapeSpec, read_queries};

fn query(line: &str) -> Query {
    read_queries(format!(r#"{{"id":"by hand","query":"contact",{line}}}"#).as_bytes()).next().unwrap().unwrap()
}

fn truth(line: &str) -> Truth {
    Pairing::of(&query(line)).unwrap().truth()
}

/// Asserts the signed distance to rounding, for the pair and for the pair swapped, by both methods.
fn check(line: &str, sd: f64) {
    let query = query(line);
    let swapped = Query::contact(query.dim, (query.b.clone().unwrap(), query.pose_b), (query.a.clone(), query.pose_a));
    for query in [&query, &swapped] {
        let pairing = Pairing::of(query).unwrap();
        let truth = pairing.truth();
        assert!((truth.sd - sd).abs() <= 1e-13 * (1.0 + sd.abs()), "{line}: {} is not {sd}", truth.sd);
        assert!(truth.err <= 1e-12 * (1.0 + truth.extent), "{line}: err {:e}", truth.err);
        let along = pairing.gap_along(truth.normal.to_vec3());
        assert!(along >= sd - 1e-7, "{line}: gap {along} along the normal");
        let searched = pairing.searched(3_000);
        assert!((searched.sd - sd).abs() <= searched.err + 1e-15, "{line}: searched {} ± {:e}", searched.sd, searched.err);
    }
}

#[test]
fn boxes() {
    let cubes =
        |t: &str| format!(r#""dim":3,"a":{{"type":"box","half":[1,1,1]}},"b":{{"type":"box","half":[1,1,1]}},"pose_b":{{"t":{t}}}"#);
    check(&cubes("[3,0,0]"), 1.0);
    check(&cubes("[3,4,0]"), 5.0_f64.sqrt());
    check(&cubes("[4,4,5]"), 17.0_f64.sqrt());
    check(&cubes("[2,0,0]"), 0.0);
    check(&cubes("[2,2,2]"), 0.0);
    check(&cubes("[1.75,0.5,0]"), -0.25);
    check(&cubes("[0,0,0]"), -2.0);
    // Rotated by 45° about z, on its edge.
    let turned = r#""dim":3,"a":{"type":"box","half":[1,1,1]},"b":{"type":"box","half":[1,1,1]},"pose_b":{"t":[3,0,0],"q":[0,0,0.38268343236508977,0.9238795325112867]}"#;
    check(turned, 2.0 - 2.0_f64.sqrt());
}

#[test]
fn crossing_edges_need_their_cross_product() {
    // Two perpendicular bars, 0.5 apart at their edges, both rotated by 45° about their own axis.
    let bars = |y: f64| {
        format!(
            r#""dim":3,"a":{{"type":"box","half":[4,1,1]}},"pose_a":{{"q":[0.38268343236508977,0,0,0.9238795325112867]}},
               "b":{{"type":"box","half":[1,1,4]}},"pose_b":{{"t":[0,{y},0],"q":[0,0,0.38268343236508977,0.9238795325112867]}}"#
        )
        .replace('\n', " ")
    };
    let edge = 2.0_f64.sqrt();
    check(&bars(2.0 * edge + 0.5), 0.5);
    check(&bars(2.0 * edge - 0.125), -0.125);
}

#[test]
fn points_segments_and_triangles_have_no_depth_in_space() {
    let pair = |a: &str, b: &str, t: &str| format!(r#""dim":3,"a":{a},"b":{b},"pose_b":{{"t":{t}}}"#);
    let (point, segment) = (r#"{"type":"point"}"#, r#"{"type":"segment","a":[-1,0,0],"b":[1,0,0]}"#);
    let triangle = r#"{"type":"triangle","a":[-3,0,-1],"b":[3,0,-1],"c":[0,0,2]}"#;
    check(&pair(point, point, "[0,0,0]"), 0.0);
    check(&pair(point, point, "[2,3,6]"), 7.0);
    check(&pair(point, segment, "[0.5,0,0]"), 0.0);
    check(&pair(segment, segment, "[0.5,0,0]"), 0.0);
    check(&pair(segment, segment, "[2.5,0,0]"), 0.5);
    check(&pair(triangle, point, "[0,0,0]"), 0.0);
    check(&pair(triangle, triangle, "[0.5,0,0.25]"), 0.0);
    check(&pair(triangle, triangle, "[0,0.75,0]"), 0.75);
    check(&pair(triangle, segment, "[0,-0.75,0]"), 0.75);
    // The shortest way out for a segment that pierces a triangle is along the segment here.
    check(&pair(triangle, r#"{"type":"segment","a":[0,-0.25,0],"b":[0,5,0]}"#, "[0,0,0]"), -0.25);
}

#[test]
fn radii_add_to_the_cores() {
    let pair = |a: &str, b: &str, t: &str| format!(r#""dim":3,"a":{a},"b":{b},"pose_b":{{"t":{t}}}"#);
    let (ball, capsule) = (r#"{"type":"sphere","radius":1.5}"#, r#"{"type":"capsule","half_height":2,"radius":0.5}"#);
    check(&pair(ball, ball, "[3,4,0]"), 2.0);
    check(&pair(ball, ball, "[0,0,0]"), -3.0);
    check(&pair(ball, capsule, "[0,5,0]"), 1.0);
    check(&pair(capsule, capsule, "[0.75,0,0]"), -0.25);
    // Crossing axes: the cores meet in one point, and the way out is perpendicular to both.
    let lying = r#"{"type":"capsule","a":[-2,0,0],"b":[2,0,0],"radius":0.5}"#;
    check(&pair(capsule, lying, "[0.5,0.5,0]"), -1.0);
    check(&pair(r#"{"type":"rounded","core":{"type":"box","half":[1,1,1]},"radius":0.25}"#, ball, "[4,5,1]"), 3.25);
    // Two radii, one inside the other.
    let twice = r#"{"type":"rounded","core":{"type":"rounded","core":{"type":"point"},"radius":1},"radius":0.5}"#;
    check(&pair(twice, ball, "[0,0,4]"), 1.0);
}

#[test]
fn round_bodies() {
    let pair = |a: &str, b: &str, t: &str| format!(r#""dim":3,"a":{a},"b":{b},"pose_b":{{"t":{t}}}"#);
    let (cylinder, cone) = (r#"{"type":"cylinder","half_height":2,"radius":1}"#, r#"{"type":"cone","half_height":2,"radius":3}"#);
    let (point, cube) = (r#"{"type":"point"}"#, r#"{"type":"box","half":[1,1,1]}"#);
    check(&pair(cylinder, point, "[4,6,0]"), 5.0);
    check(&pair(cylinder, point, "[0,5,0]"), 3.0);
    check(&pair(cylinder, cube, "[0,2.5,0.25]"), -0.5);
    check(&pair(cylinder, cube, "[0,4,3]"), 2.0_f64.sqrt());
    // The side of the cone falls by 4 over 3: a point beside it is 4/5 of its height difference
    // away.
    check(&pair(cone, point, "[3,2,0]"), 2.4);
    check(&pair(cone, point, "[0,5,0]"), 3.0);
    check(&pair(r#"{"type":"ellipsoid","radii":[1,2,3]}"#, point, "[0,0,5]"), 2.0);
    check(&pair(r#"{"type":"ellipsoid","radii":[2,2,2]}"#, cube, "[0,0,2.5]"), -0.5);
    check(r#""dim":2,"a":{"type":"ellipse","radii":[1,3]},"b":{"type":"box","half":[1,1]},"pose_b":{"t":[1.75,0]}"#, -0.25);
}

#[test]
fn half_spaces() {
    let floor = r#"{"type":"halfspace","normal":[0,2,0],"offset":1}"#;
    let above = |y: f64| format!(r#""dim":3,"a":{floor},"b":{{"type":"box","half":[1,1,1]}},"pose_b":{{"t":[7,{y},0]}}"#);
    check(&above(2.5), 1.0);
    check(&above(1.0), -0.5);
    assert_eq!(truth(&above(2.5)).normal.as_slice(), [0.0, 1.0, 0.0]);
    let pairing = Pairing::of(&query(&above(1.0))).unwrap();
    assert!(pairing.gap_along(glam::DVec3::new(0.01, 1.0, 0.0)) < -0.51, "a tilted normal costs what it would on a face of the box's size");
    assert_eq!(pairing.gap_along(-glam::DVec3::Y), f64::NEG_INFINITY);
}

#[test]
fn far_from_the_origin_no_digits_are_lost() {
    let line = r#""dim":3,"a":{"type":"box","half":[1,1,1]},"pose_a":{"t":[1e7,-1e7,1e7]},"b":{"type":"box","half":[1,1,1]},"pose_b":{"t":[10000002.25,-1e7,1e7]}"#;
    check(line, 0.25);
}

#[test]
fn long_parallel_edges_that_almost_touch_have_an_exact_distance() {
    // The direction between the closest points is accurate to 1e-8 only, which over the long one is
    // more than the gap. It must not enlarge the error.
    let turned = r#"[0.616914689540863,0.43469855189323425,-0.3295779526233673,0.5673022270202637]"#;
    let line = format!(
        r#""dim":3,"a":{{"type":"capsule","half_height":0.0013,"radius":0}},"pose_a":{{"t":[-4.398388862609863,61.065982818603516,-131.47848510742188],"q":{turned}}},
           "b":{{"type":"capsule","half_height":70.4,"radius":0}},"pose_b":{{"t":[-4.39838171005249,61.06590270996094,-131.47850036621094],"q":{turned}}}"#
    )
    .replace('\n', " ");
    let truth = truth(&line);
    assert!(truth.sd > 1e-6 && truth.sd < 1e-4, "{}", truth.sd);
    assert!(truth.err < 1e-12 * truth.extent, "{:e}", truth.err / truth.extent);
}

#[test]
fn only_unique_normals_and_points_are_reported_as_unique() {
    let pair = |t: &str| {
        truth(&format!(r#""dim":3,"a":{{"type":"box","half":[1,1,1]}},"b":{{"type":"box","half":[1,1,1]}},"pose_b":{{"t":{t}}}"#))
    };
    let faces = pair("[3,0.5,0.5]");
    assert!(faces.dir_unique && !faces.cp_unique);
    // Faces that are parallel to 1e-8 have one closest corner, which no program is expected to
    // find.
    let tilted =
        truth(r#""dim":3,"a":{"type":"box","half":[1,1,1]},"b":{"type":"box","half":[1,1,1]},"pose_b":{"t":[3,0,0],"q":[0,1e-8,2e-8,1]}"#);
    assert!(tilted.dir_unique && !tilted.cp_unique);
    let corners = pair("[3,3,3]");
    assert!(corners.dir_unique && corners.cp_unique);
    assert!(!pair("[0,0,0]").dir_unique);
    assert!(!pair("[1,1,0]").dir_unique);
    assert!(pair("[1.5,1,0]").dir_unique);
    let coaxial = r#""dim":3,"a":{"type":"cylinder","half_height":3,"radius":1},"b":{"type":"cylinder","half_height":3,"radius":1}"#;
    assert!(!truth(coaxial).dir_unique);
    let aside = r#""dim":3,"a":{"type":"cylinder","half_height":3,"radius":1},"b":{"type":"cylinder","half_height":3,"radius":1},"pose_b":{"t":[1.5,0,0]}"#;
    assert!(truth(aside).dir_unique);
}

#[test]
fn invalid_shapes_are_refused() {
    let kind = |a: &str| Pairing::of(&query(&format!(r#""dim":3,"a":{a},"b":{{"type":"point"}}"#))).unwrap_err().kind;
    assert_eq!(kind(r#"{"type":"sphere","radius":-1}"#), ErrorKind::Construct);
    assert_eq!(kind(r#"{"type":"circle","radius":1}"#), ErrorKind::Construct);
    assert_eq!(kind(r#"{"type":"box","half":[1,1]}"#), ErrorKind::Construct);
    assert_eq!(kind(r#"{"type":"hull","points":[]}"#), ErrorKind::Construct);
    assert_eq!(kind(r#"{"type":"rounded","core":{"type":"cone","half_height":1,"radius":-2},"radius":1}"#), ErrorKind::Construct);
    assert_eq!(kind(r#"{"type":"trimesh","vertices":[[0,0,0]],"indices":[[0,0,1]]}"#), ErrorKind::Construct);
    assert_eq!(kind(r#"{"type":"compound","parts":[]}"#), ErrorKind::Construct);
    assert_eq!(kind(r#"{"type":"compound","parts":[{"shape":{"type":"point"}}]}"#), ErrorKind::Unsupported);
    let infinite = ShapeSpec::Sphere { radius: f64::INFINITY };
    let pair = Query::contact(3, (infinite, PoseSpec::default()), (ShapeSpec::Point { p: None }, PoseSpec::at([f64::NAN, 0.0, 0.0])));
    assert_eq!(Pairing::of(&pair).unwrap_err().to_string(), "construct: sphere: radius is inf");
}
