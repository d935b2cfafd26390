//! The certificate has no doubts about true answers, and a doubt about each kind of error.

use clinch_testkit::generate::{Kind, pair_of};
use clinch_testkit::grade::TOLERANCE_F64;
use clinch_testkit::oracle::{Certificate, Claim, Pairing};
use clinch_testkit::pair_file::{Coords, PoseSpec, Query, ShapeSpec};
use clinch_testkit::random::Random;
use glam::DVec3;

fn doubts(query: &Query, claim: &Claim) -> Vec<&'static str> {
    let certificate = Certificate::of(query).unwrap();
    certificate.doubts(claim, TOLERANCE_F64, &mut Random::new(5)).iter().map(|doubt| doubt.what).collect()
}

fn raised(query: &Query, claim: &Claim, what: &str) -> bool {
    doubts(query, claim).contains(&what)
}

/// The true answer for cubes of half extent 1, the second at this position. The points are in the
/// center of the overlap.
fn cubes(x: f64) -> (Query, Claim) {
    let cube = ShapeSpec::Box { half: [1.0; 3].into() };
    let query = Query::contact(3, (cube.clone(), PoseSpec::default()), (cube, PoseSpec::at([x, 0.25, 0.5])));
    let sd = x - 2.0;
    let claim = Claim {
        sd,
        normal: DVec3::X,
        point_a: DVec3::new(1.0, 0.125, 0.25),
        point_b: DVec3::new(x - 1.0, 0.125, 0.25),
        lower: sd - 1e-14,
        upper: sd + 1e-14,
        intersects: sd <= 0.0,
    };
    (query, claim)
}

#[test]
fn true_answers_are_not_doubted() {
    for x in [1.5, 2.0, 3.0] {
        let (query, claim) = cubes(x);
        assert_eq!(doubts(&query, &claim), Vec::<&str>::new(), "{x}");
    }
    // The oracle's own answers for pairs that are apart, with its points.
    let mut compared = 0;
    for dim in [2, 3] {
        for index in 0..600 {
            let pair = pair_of(dim, 17, index, &Kind::POLYTOPES);
            let (query, truth) = (&pair.query, &pair.truth);
            let Some([a, b]) = truth.points else { continue };
            // For a pair far from the origin, points in the world have fewer digits than the
            // certificate requires.
            let origin = query.pose_a.translation();
            if !(truth.sd > 1e-6 * truth.extent) {
                continue;
            }
            let claim = Claim {
                sd: truth.sd,
                normal: truth.normal.to_vec3(),
                point_a: a.to_vec3() - origin,
                point_b: b.to_vec3() - origin,
                lower: truth.sd - truth.err,
                upper: truth.sd + truth.err,
                intersects: false,
            };
            assert_eq!(doubts(query, &claim), Vec::<&str>::new(), "{}: {claim:?}", query.id);
            compared += 1;
        }
    }
    assert!(compared > 300, "only {compared} pairs had points");
}

#[test]
fn each_wrong_answer_is_doubted() {
    for x in [1.5, 3.0] {
        let (query, right) = cubes(x);
        let off = 1e-6;
        let cases: [(&str, Claim); 13] = [
            ("the gap along the normal is another", Claim { sd: right.sd + off, ..right }),
            ("the distance is above its upper bound", Claim { sd: right.sd + off, ..right }),
            ("the normal has no unit length", Claim { normal: DVec3::X * 1.001, ..right }),
            ("the gap along the normal is another", Claim { normal: DVec3::Y, ..right }),
            ("the gap along the normal is another", Claim { normal: DVec3::new(1.0, 1e-3, 0.0).normalize(), ..right }),
            ("the points are not that far apart along the normal", Claim { point_a: right.point_a - DVec3::X * off, ..right }),
            ("the points are not that far apart", Claim { point_a: right.point_a + DVec3::Y * 0.01, ..right }),
            // If both points move together, they keep their distance but leave their shapes.
            ("the point of A is not in A", Claim { point_a: right.point_a + DVec3::Z, point_b: right.point_b + DVec3::Z, ..right }),
            ("the point of B is not in B", Claim { point_a: right.point_a - DVec3::Z, point_b: right.point_b - DVec3::Z, ..right }),
            ("the upper bound is below the gap along a direction", Claim { upper: right.sd - off, lower: right.sd - 2.0 * off, ..right }),
            ("yes or no contradicts the bounds", Claim { intersects: !right.intersects, ..right }),
            ("the lower bound is above the upper", Claim { lower: right.upper, upper: right.lower, ..right }),
            ("the gap along the normal is another", Claim { normal: DVec3::NAN, ..right }),
        ];
        for (what, claim) in cases {
            assert!(raised(&query, &claim, what), "{x}: {what}: {:?}", doubts(&query, &claim));
        }
    }
}

#[test]
fn a_depth_that_is_not_the_smallest_is_doubted() {
    // Along y the cubes overlap by 1.75, along x by 0.5: everything in the claim about y is true,
    // except that it is the smallest.
    let (query, right) = cubes(1.5);
    let wrong = Claim {
        sd: -1.75,
        normal: DVec3::Y,
        point_a: DVec3::new(0.75, 1.0, 0.25),
        point_b: DVec3::new(0.75, -0.75, 0.25),
        lower: -1.75 - 1e-14,
        upper: -1.75 + 1e-14,
        ..right
    };
    let said = doubts(&query, &wrong);
    assert!(said.contains(&"there is a wider gap along another direction"), "{said:?}");
}

#[test]
fn a_normal_next_to_the_best_is_doubted() {
    // An ellipsoid deep in a ball: the depth is that along x, and along a direction next to x it is
    // only slightly larger.
    let egg = ShapeSpec::Ellipsoid { radii: [1.0, 2.0, 3.0].into() };
    let ball = ShapeSpec::Sphere { radius: 0.5 };
    let query = Query::contact(3, (egg, PoseSpec::default()), (ball, PoseSpec::at([0.0, 0.0, 0.0])));
    let claim = |n: DVec3| {
        let depth = -Certificate::of(&query).unwrap().gap_along(n);
        let on_egg = DVec3::new(n.x, 4.0 * n.y, 9.0 * n.z) / DVec3::new(n.x, 2.0 * n.y, 3.0 * n.z).length();
        Claim {
            sd: -depth,
            normal: n,
            point_a: on_egg,
            point_b: on_egg - n * depth,
            lower: -depth - 1e-13,
            upper: -depth + 1e-13,
            intersects: true,
        }
    };
    assert_eq!(doubts(&query, &claim(DVec3::X)), Vec::<&str>::new());
    for turn in [0.1, 1e-2, 1e-3] {
        let beside = claim(DVec3::new(1.0, 0.5 * turn, turn).normalize());
        assert!(raised(&query, &beside, "there is a wider gap along another direction"), "{turn}");
    }
}

#[test]
fn gaps_along_any_direction_are_those_of_the_oracle() {
    let mut random = Random::new(9);
    for dim in [2, 3] {
        for index in 0..400 {
            let query = pair_of(dim, 23, index, &Kind::POLYTOPES).query;
            let (certificate, pairing) = (Certificate::of(&query).unwrap(), Pairing::of(&query).unwrap());
            for _ in 0..4 {
                let n = random.direction(dim);
                let off = certificate.gap_along(n) - pairing.gap_along(n);
                assert!(off.abs() <= 1e-13 * pairing.extent(), "{}: {off:e}", query.id);
            }
        }
    }
}

#[test]
fn half_spaces_have_one_normal() {
    let ground = ShapeSpec::Halfspace { normal: [0.0, 2.0, 0.0].into(), offset: 1.0 };
    let ball = ShapeSpec::Sphere { radius: 0.5 };
    let at = |y: f64| Query::contact(3, (ground.clone(), PoseSpec::default()), (ball.clone(), PoseSpec::at([3.0, y, 0.0])));
    let query = at(2.0);
    let claim = Claim {
        sd: 1.0,
        normal: DVec3::Y,
        point_a: DVec3::new(3.0, 0.5, 0.0),
        point_b: DVec3::new(3.0, 1.5, 0.0),
        lower: 1.0,
        upper: 1.0,
        intersects: false,
    };
    assert_eq!(doubts(&query, &claim), Vec::<&str>::new());
    assert!(raised(&query, &Claim { normal: -DVec3::Y, ..claim }, "the gap along the normal is another"));
    let tilted = DVec3::new(1e-3, 1.0, 0.0).normalize();
    assert!(raised(&query, &Claim { normal: tilted, ..claim }, "the gap along the normal is another"));
    assert!(Certificate::of(&Query::contact(3, (ground.clone(), PoseSpec::default()), (ground, PoseSpec::default()))).is_err());
}

#[test]
fn invalid_parameters_are_refused() {
    let ball = |radius: f64| (ShapeSpec::Sphere { radius }, PoseSpec::default());
    assert!(Certificate::of(&Query::contact(3, ball(-1.0), ball(1.0))).is_err());
    assert!(Certificate::of(&Query::contact(2, ball(1.0), ball(1.0))).is_err());
    let nowhere = PoseSpec { t: Some(Coords::from([f64::NAN; 3])), ..PoseSpec::default() };
    assert!(Certificate::of(&Query::contact(3, (ball(1.0).0, nowhere), ball(1.0))).is_err());
}
