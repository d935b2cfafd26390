//! Grading finds no fault in a right answer, and each kind of fault in a wrong one.

use clinch_testkit::generate::pair;
use clinch_testkit::grade::{Fault, TOLERANCE_F32, TOLERANCE_F64, grade};
use clinch_testkit::oracle::Truth;
use clinch_testkit::pair_file::{Answer, AnswerLine, CastAnswer, Coords, ErrorAnswer, ErrorKind, Query, QueryKind, read_queries};

fn right(query: &Query, truth: &Truth) -> Answer {
    let touches = truth.sd <= 0.0;
    Answer {
        id: query.id.clone(),
        intersects: touches,
        distance: if touches { 0.0 } else { truth.sd },
        depth: touches.then_some(-truth.sd),
        normal: Some(truth.normal),
        lower: Some(truth.sd - truth.err),
        upper: Some(truth.sd + truth.err),
        ..Answer::default()
    }
}

fn faults(query: &Query, answer: Answer, tolerance: f64) -> Vec<Fault> {
    grade(query, &AnswerLine::Contact(answer), tolerance).unwrap().into_iter().map(|failure| failure.fault).collect()
}

#[test]
fn the_truth_is_right_in_either_precision() {
    for dim in [2, 3] {
        for index in 0..300 {
            let mut generated = pair(dim, 21, index);
            let answer = right(&generated.query, &generated.truth);
            for tolerance in [TOLERANCE_F32, TOLERANCE_F64] {
                assert_eq!(faults(&generated.query, answer.clone(), tolerance), [], "{}", generated.query.id);
            }
            // Without an expectation the truth is the oracle's answer, which is the same.
            generated.query.expect = None;
            assert_eq!(faults(&generated.query, answer, TOLERANCE_F64), []);
        }
    }
}

fn cubes(x: f64) -> (Query, Answer) {
    let line = format!(
        r#"{{"id":"cubes","dim":3,"query":"contact","a":{{"type":"box","half":[1,1,1]}},"b":{{"type":"box","half":[1,1,1]}},"pose_b":{{"t":[{x},0,0]}}}}"#
    );
    let query = read_queries(line.as_bytes()).next().unwrap().unwrap();
    let truth = clinch_testkit::oracle::Pairing::of(&query).unwrap().truth();
    let answer = right(&query, &truth);
    (query, answer)
}

/// The faults of a changed answer for cubes at this position.
fn spoiled(x: f64, spoil: impl FnOnce(&mut Answer)) -> Vec<Fault> {
    let (query, mut answer) = cubes(x);
    spoil(&mut answer);
    faults(&query, answer, TOLERANCE_F32)
}

#[test]
fn each_fault_is_found() {
    let (apart, inside) = (2.5, 1.5);
    assert_eq!(spoiled(apart, |_| ()), []);
    assert_eq!(spoiled(inside, |_| ()), []);
    assert_eq!(spoiled(apart, |a| (a.intersects, a.depth, a.distance) = (true, Some(0.01), 0.0)), [Fault::FalseContact]);
    assert_eq!(spoiled(inside, |a| (a.intersects, a.depth, a.distance) = (false, None, 0.01)), [Fault::MissingContact]);
    assert_eq!(spoiled(apart, |a| a.distance += 2e-4), [Fault::Distance]);
    // The distance of polytopes has a tenth of the tolerance, their depth the whole.
    assert_eq!(spoiled(apart, |a| a.distance += 2e-5), [Fault::Distance]);
    assert_eq!(spoiled(apart, |a| a.distance += 5e-6), []);
    assert_eq!(spoiled(inside, |a| a.depth = Some(0.50002)), []);
    assert_eq!(spoiled(apart, |a| a.distance = f64::NAN), [Fault::Distance]);
    assert_eq!(spoiled(inside, |a| a.depth = Some(0.5002)), [Fault::Depth]);
    assert_eq!(spoiled(inside, |a| a.depth = None), [Fault::Depth]);
    assert_eq!(spoiled(apart, |a| a.lower = Some(0.5001)), [Fault::Bounds]);
    // Bounds are proved: the tolerance does not apply.
    assert_eq!(spoiled(apart, |a| a.upper = Some(0.5 - 1e-9)), [Fault::Bounds]);
    assert_eq!(spoiled(inside, |a| a.lower = Some(-0.5 + 1e-9)), [Fault::Bounds]);
    assert_eq!(spoiled(apart, |a| a.upper = Some(f64::NAN)), [Fault::Bounds]);
    assert_eq!(spoiled(apart, |a| a.id.clear()), [Fault::Unreadable]);
    for x in [apart, inside] {
        for normal in [[-1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.1, 0.0, 0.0], [0.0; 3], [f64::NAN, 0.0, 0.0], [0.9998, 0.02, 0.0]] {
            assert_eq!(spoiled(x, |a| a.normal = Some(normal.into())), [Fault::Normal], "{normal:?}");
        }
        assert_eq!(spoiled(x, |a| a.normal = Some([1.0, 0.0].into())), [Fault::Normal]);
        assert_eq!(spoiled(x, |a| a.normal = None), [Fault::Normal]);
    }
}

#[test]
fn any_of_several_normals_is_right() {
    for normal in [[1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, 1.0]] {
        assert_eq!(spoiled(0.0, |a| a.normal = Some(normal.into())), []);
    }
    let slanted = Coords::from(glam::DVec3::ONE.normalize());
    assert_eq!(spoiled(0.0, |a| a.normal = Some(slanted)), [Fault::Normal]);
}

#[test]
fn yes_and_no_are_both_right_for_touching() {
    assert_eq!(spoiled(2.0, |a| (a.intersects, a.depth, a.distance) = (false, None, 1e-6)), []);
    assert_eq!(spoiled(2.0, |a| (a.intersects, a.depth, a.distance) = (true, None, 0.0)), []);
    assert_eq!(spoiled(2.0, |a| (a.intersects, a.depth, a.distance) = (false, None, 1e-3)), [Fault::Depth]);
}

#[test]
fn a_distance_query_has_no_depth() {
    let (mut query, mut answer) = cubes(1.5);
    query.kind = QueryKind::Distance;
    (answer.depth, answer.normal, answer.lower, answer.upper) = (None, None, Some(0.0), Some(0.0));
    assert_eq!(faults(&query, answer, TOLERANCE_F32), []);
}

#[test]
fn other_lines_are_unreadable() {
    let (query, _) = cubes(3.0);
    let error = AnswerLine::Error(ErrorAnswer::new(Some(query.id.clone()), ErrorKind::Construct, "no"));
    let cast = AnswerLine::Cast(CastAnswer { id: query.id.clone(), ..CastAnswer::default() });
    for line in [error, cast] {
        assert_eq!(grade(&query, &line, TOLERANCE_F32).unwrap()[0].fault, Fault::Unreadable);
    }
}
