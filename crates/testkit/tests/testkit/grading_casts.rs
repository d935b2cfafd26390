//! Grading of casts and manifolds finds no fault in a right answer, and each kind of fault in a
//! wrong one.

use clinch_testkit::grade::{Fault, TOLERANCE_F32, TOLERANCE_F64, coverage, grade, way_off};
use clinch_testkit::oracle::Casting;
use clinch_testkit::pair_file::{Answer, AnswerLine, CastAnswer, Coords, Manifold, PoseSpec, Query, read_queries};

fn query(line: &str) -> Query {
    let line = line.replace('\n', " ");
    read_queries(format!(r#"{{"id":"by hand",{line}}}"#).as_bytes()).next().unwrap().unwrap()
}

fn faults(query: &Query, answer: &AnswerLine, tolerance: f64) -> Vec<Fault> {
    grade(query, answer, tolerance).unwrap().into_iter().map(|failure| failure.fault).collect()
}

/// Balls of radius 1 that start 10 apart along x and `y` apart along y, and move towards each
/// other.
fn balls(y: f64, rest: &str) -> Query {
    let ball = r#"{"type":"sphere","radius":1}"#;
    query(&format!(
        r#""dim":3,"query":"shape_cast","a":{ball},"b":{ball},"pose_b":{{"t":[10,{y},0]}},"vel_a":[1,0,0],"vel_b":[-1,0,0]{rest}"#
    ))
}

fn right(query: &Query) -> CastAnswer {
    let casting = Casting::of(query).unwrap();
    let truth = casting.truth();
    let points = casting.at(truth.toi).truth().points.filter(|_| truth.hit);
    CastAnswer {
        id: query.id.clone(),
        hit: truth.hit,
        toi: truth.hit.then_some(truth.toi),
        normal: truth.hit.then_some(truth.normal),
        point_a: points.map(|p| p[0]),
        point_b: points.map(|p| p[1]),
        ..CastAnswer::default()
    }
}

fn spoiled(query: &Query, tolerance: f64, spoil: impl FnOnce(&mut CastAnswer)) -> Vec<Fault> {
    let mut answer = right(query);
    spoil(&mut answer);
    faults(query, &AnswerLine::Cast(answer), tolerance)
}

#[test]
fn true_casts_are_right_and_each_fault_is_found() {
    let hit = balls(1.2, "");
    for tolerance in [TOLERANCE_F32, TOLERANCE_F64] {
        assert_eq!(spoiled(&hit, tolerance, |_| ()), []);
        assert_eq!(spoiled(&hit, tolerance, |a| a.toi = None), [Fault::Time]);
        assert_eq!(spoiled(&hit, tolerance, |a| a.toi = Some(f64::NAN)), [Fault::Time]);
        assert_eq!(spoiled(&hit, tolerance, |a| a.toi = Some(-1.0)), [Fault::Time]);
        assert_eq!(spoiled(&hit, tolerance, |a| a.hit = false), [Fault::MissedHit]);
        assert_eq!(spoiled(&hit, tolerance, |a| a.id.clear()), [Fault::Unreadable]);
        for normal in [[-1.0, 0.0, 0.0], [0.8, 0.62, 0.0], [0.0; 3], [f64::NAN, 0.0, 0.0], [0.0, 0.0, 1.0]] {
            assert_eq!(spoiled(&hit, tolerance, |a| a.normal = Some(normal.into())), [Fault::Normal], "{normal:?}");
        }
        assert_eq!(spoiled(&hit, tolerance, |a| a.point_a = Some([4.0, 2.0, 0.0].into())), [Fault::Manifold]);
        assert_eq!(spoiled(&hit, tolerance, |a| a.point_b = Some([f64::NAN, 2.0, 0.0].into())), [Fault::Manifold]);
        assert_eq!(spoiled(&balls(3.0, ""), tolerance, |_| ()), []);
        assert_eq!(spoiled(&balls(3.0, ""), tolerance, |a| (a.hit, a.toi) = (true, Some(5.0))), [Fault::FalseHit]);
    }
    // The way is twice the time here, and the scale slightly more than 10.
    assert_eq!(spoiled(&hit, TOLERANCE_F32, |a| a.toi = a.toi.map(|toi| toi + 5.5e-5)), []);
    assert_eq!(spoiled(&hit, TOLERANCE_F32, |a| a.toi = a.toi.map(|toi| toi + 7e-5)), [Fault::Time]);
    assert_eq!(spoiled(&hit, TOLERANCE_F32, |a| a.toi = a.toi.map(|toi| toi - 7e-5)), [Fault::Time]);
    assert_eq!(spoiled(&hit, TOLERANCE_F64, |a| a.toi = a.toi.map(|toi| toi + 1e-8)), [Fault::Time]);
    let mut late = right(&hit);
    late.toi = late.toi.map(|toi| toi + 5e-5);
    assert!((way_off(&hit, &AnswerLine::Cast(late)).unwrap() * 10.4 - 1e-4).abs() < 1e-6);
}

#[test]
fn a_grazing_hit_may_be_a_miss_or_come_at_any_time_within_the_band() {
    let grazing = balls(2.0 - 1e-5, "");
    assert_eq!(spoiled(&grazing, TOLERANCE_F32, |a| (a.hit, a.toi) = (false, None)), []);
    assert_eq!(spoiled(&grazing, TOLERANCE_F32, |a| a.toi = Some(5.0)), []);
    assert_eq!(spoiled(&grazing, TOLERANCE_F32, |a| a.toi = Some(4.9)), [Fault::Time]);
    assert_eq!(spoiled(&grazing, TOLERANCE_F64, |a| (a.hit, a.toi) = (false, None)), [Fault::MissedHit]);
}

#[test]
fn overlapping_at_the_start_is_a_hit_at_0() {
    let mut deep = balls(0.0, "");
    deep.pose_b = PoseSpec::at([1.5, 0.0, 0.0]);
    assert_eq!(spoiled(&deep, TOLERANCE_F64, |_| ()), []);
    assert_eq!(spoiled(&deep, TOLERANCE_F64, |a| a.toi = Some(0.1)), [Fault::Time]);
    assert_eq!(spoiled(&deep, TOLERANCE_F64, |a| a.hit = false), [Fault::MissedHit]);
    // Any normal is right for a hit at the start.
    assert_eq!(spoiled(&deep, TOLERANCE_F64, |a| a.normal = Some([0.0, 1.0, 0.0].into())), []);
}

#[test]
fn answers_must_agree_with_the_file_too() {
    // The file expects a contact at 4; the truth is 4.2.
    let wrong = balls(1.2, r#","speed":2,"scale":10,"expect":{"hit":true,"ambiguous":false,"toi":4.0,"err":1e-3}"#);
    assert_eq!(spoiled(&wrong, TOLERANCE_F32, |_| ()), [Fault::Time]);
    let miss = balls(1.2, r#","expect":{"hit":false,"ambiguous":false}"#);
    assert_eq!(spoiled(&miss, TOLERANCE_F32, |_| ()), [Fault::FalseHit]);
    let either = balls(2.0, r#","expect":{"hit":false,"ambiguous":true}"#);
    for hit in [true, false] {
        assert_eq!(spoiled(&either, TOLERANCE_F32, |a| (a.hit, a.toi, a.normal) = (hit, hit.then_some(5.0), None)), []);
    }
    let contact = AnswerLine::Contact(Answer::default());
    assert_eq!(faults(&miss, &contact, TOLERANCE_F32), [Fault::Unreadable]);
}

/// A cylinder of radius 1 on a slab, overlapping by 1e-3, with the patch that a file would have;
/// and an answer with these points.
fn standing(points: &[[f64; 2]]) -> (Query, Answer) {
    let query = query(
        r#""dim":3,"query":"contact","prediction":0.01,"a":{"type":"box","half":[5,1,5]},"b":{"type":"cylinder","half_height":2,"radius":1},
           "pose_b":{"t":[0,2.999,0]},"expect":{"intersects":true,"sd":-0.001,"depth":0.001,"err":1e-15,"patch":{"dim":2,"area":3.141592653589793}}"#,
    );
    let point = |[x, z]: &[f64; 2]| (Coords::from([*x, 1.0, *z]), Coords::from([*x, 0.999, *z]), -0.001);
    let manifold = Manifold { n: [0.0, 1.0, 0.0].into(), points: points.iter().map(point).collect() };
    let answer = Answer {
        id: query.id.clone(),
        intersects: true,
        depth: Some(0.001),
        normal: Some(manifold.n),
        manifold: Some(manifold),
        ..Answer::default()
    };
    (query, answer)
}

const SQUARE: [[f64; 2]; 4] = [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]];

fn manifold_faults(points: &[[f64; 2]], spoil: impl FnOnce(&mut Manifold)) -> Vec<Fault> {
    let (query, mut answer) = standing(points);
    spoil(answer.manifold.as_mut().unwrap());
    faults(&query, &AnswerLine::Contact(answer), TOLERANCE_F32)
}

#[test]
fn a_manifold_must_span_its_patch() {
    assert_eq!(manifold_faults(&SQUARE, |_| ()), []);
    // A square rotated by any angle is as large. Smaller by a twentieth it covers 90.25 %; a little
    // smaller still it covers too little.
    assert_eq!(manifold_faults(&SQUARE.map(|[x, z]| [0.6 * x - 0.8 * z, 0.8 * x + 0.6 * z]), |_| ()), []);
    assert_eq!(manifold_faults(&SQUARE.map(|p| p.map(|x| 0.95 * x)), |_| ()), []);
    assert_eq!(manifold_faults(&SQUARE.map(|p| p.map(|x| 0.94 * x)), |_| ()), [Fault::Coverage]);
    assert_eq!(manifold_faults(&SQUARE[..3], |_| ()), [Fault::Coverage]);
    assert_eq!(manifold_faults(&SQUARE[..1], |_| ()), [Fault::Coverage]);
    let (query, answer) = standing(&SQUARE[..3]);
    assert!((coverage(&query, &AnswerLine::Contact(answer)).unwrap() - 0.5).abs() < 1e-3);
}

#[test]
fn a_line_must_be_covered() {
    let capsule = r#"{"type":"capsule","a":[-1,0,0],"b":[1,0,0],"radius":0.5}"#;
    let query = query(&format!(
        r#""dim":3,"query":"contact","prediction":0.1,"a":{{"type":"box","half":[5,1,5]}},"b":{capsule},"pose_b":{{"t":[0,1.5625,0]}},
           "expect":{{"intersects":false,"sd":0.0625,"err":1e-15,"patch":{{"dim":1,"length":2}}}}"#
    ));
    let answer = |reach: f64| {
        let point = |x: f64| (Coords::from([x, 1.0, 0.0]), Coords::from([x, 1.0625, 0.0]), 0.0625);
        let manifold = Manifold { n: [0.0, 1.0, 0.0].into(), points: vec![point(reach), point(-reach)] };
        let answer =
            Answer { id: query.id.clone(), distance: 0.0625, normal: Some(manifold.n), manifold: Some(manifold), ..Answer::default() };
        faults(&query, &AnswerLine::Contact(answer), TOLERANCE_F64)
    };
    assert_eq!(answer(1.0), []);
    assert_eq!(answer(0.91), []);
    assert_eq!(answer(0.89), [Fault::Coverage]);
}

#[test]
fn contact_points_must_be_on_their_shapes_with_their_separation() {
    assert_eq!(
        manifold_faults(&SQUARE, |m| m.points[1].2 = -0.01),
        [Fault::Manifold; 2],
        "not its separation, and deeper than the shapes are"
    );
    assert_eq!(manifold_faults(&SQUARE, |m| m.points[1].2 = f64::NAN), [Fault::Manifold; 2]);
    assert_eq!(manifold_faults(&SQUARE, |m| m.points[1].0 = [0.0, 1.01, 1.0].into()), [Fault::Manifold; 2], "outside of A");
    assert_eq!(manifold_faults(&SQUARE.map(|p| p.map(|x| 1.01 * x)), |_| ()), [Fault::Manifold; 4], "outside of B");
    assert_eq!(manifold_faults(&SQUARE, |m| m.points.clear()), [Fault::Manifold]);
    assert_eq!(manifold_faults(&SQUARE, |m| m.n = [1.0, 0.0, 0.0].into()).first(), Some(&Fault::Normal));
    let lifted = |m: &mut Manifold| {
        for (_, b, separation) in &mut m.points {
            (*b, *separation) = ([b.as_slice()[0], 1.5, b.as_slice()[2]].into(), 0.5);
        }
    };
    // Each point is too far away for the prediction, and none is as deep as the shapes.
    assert_eq!(manifold_faults(&SQUARE, lifted), [Fault::Manifold; 5]);
    let (query, mut answer) = standing(&SQUARE);
    answer.manifold = None;
    assert_eq!(faults(&query, &AnswerLine::Contact(answer), TOLERANCE_F32), [Fault::Manifold]);
}
