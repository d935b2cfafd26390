//! Grading of shapes made of others, and of lines whose optional fields are missing or odd.

use clinch_testkit::grade::{Fault, TOLERANCE_F64, grade};
use clinch_testkit::pair_file::{Answer, AnswerLine, CastAnswer, PoseSpec, Query, read_queries};

fn query(line: &str) -> Query {
    read_queries(format!(r#"{{"id":"by hand","dim":3,{line}}}"#).as_bytes()).next().unwrap().unwrap()
}

fn faults(query: &Query, answer: AnswerLine) -> Vec<Fault> {
    grade(query, &answer, TOLERANCE_F64).unwrap().into_iter().map(|failure| failure.fault).collect()
}

/// Two flush boxes as one of 4 × 2 × 2, with a ball above the face between them.
fn flush_boxes(rest: &str) -> Query {
    let part = |x: f64| format!(r#"{{"pose":{{"t":[{x},0,0]}},"shape":{{"type":"box","half":[1,1,1]}}}}"#);
    query(&format!(
        r#""query":"contact","a":{{"type":"compound","parts":[{},{}]}},"b":{{"type":"sphere","radius":0.5}},"pose_b":{{"t":[0,0.9,0]}}{rest}"#,
        part(-1.0),
        part(1.0)
    ))
}

fn contact(depth: f64, normal: [f64; 3]) -> AnswerLine {
    let answer = Answer { id: "by hand".into(), intersects: true, depth: Some(depth), normal: Some(normal.into()), ..Answer::default() };
    AnswerLine::Contact(answer)
}

#[test]
fn flush_parts_are_left_by_the_face_of_both() {
    for pair in [flush_boxes(""), flush_boxes(r#","expect":{"sd":-0.6}"#)] {
        assert_eq!(faults(&pair, contact(0.6, [0.0, 1.0, 0.0])), []);
        // Not as deep as a part, and no depth along this normal.
        assert_eq!(faults(&pair, contact(0.4, [0.0, 1.0, 0.0])), [Fault::Depth, Fault::Depth]);
        assert_eq!(faults(&pair, contact(0.7, [0.0, 1.0, 0.0])), [Fault::Depth]);
    }
}

#[test]
fn parts_that_are_apart_are_left_by_the_least_depth() {
    let far = r#"{"pose":{"t":[9,0,0]},"shape":{"type":"sphere","radius":1}}"#;
    let pair = query(&format!(
        r#""query":"contact","a":{{"type":"compound","parts":[{{"shape":{{"type":"box","half":[1,2,1]}}}},{far}]}},"b":{{"type":"sphere","radius":0.5}},"pose_b":{{"t":[0.75,0,0]}}"#
    ));
    assert_eq!(faults(&pair, contact(0.75, [1.0, 0.0, 0.0])), []);
    // A depth of the box, but not the least.
    assert_eq!(faults(&pair, contact(2.5, [0.0, 1.0, 0.0])), [Fault::Depth]);
}

#[test]
fn what_touches_by_the_file_may_be_either() {
    let normal = Some([0.0, 1.0, 0.0].into());
    let apart = || AnswerLine::Contact(Answer { id: "by hand".into(), distance: 0.1, normal, ..Answer::default() });
    assert_eq!(faults(&flush_boxes(r#","expect":{"intersects":true}"#), apart()), [Fault::MissingContact]);
    assert_eq!(faults(&flush_boxes(r#","expect":{"intersects":true,"touching":true}"#), apart()), []);
}

#[test]
fn a_cast_needs_neither_speed_nor_scale_nor_the_time_of_a_grazing_hit() {
    let fall = |expect: &str| {
        query(&format!(
            r#""query":"shape_cast","a":{{"type":"trimesh","vertices":[[0,0,0],[1,0,0],[0,0,1]],"indices":[[0,1,2]]}},"b":{{"type":"sphere","radius":0.25}},"pose_b":{{"t":[0.25,1,0.25]}},"vel_b":[0,-3,0],"expect":{{"hit":true,{expect}}}"#
        ))
    };
    let at = |toi: f64| {
        let answer =
            CastAnswer { id: "by hand".into(), hit: true, toi: Some(toi), normal: Some([0.0, 1.0, 0.0].into()), ..CastAnswer::default() };
        AnswerLine::Cast(answer)
    };
    assert_eq!(faults(&fall(r#""toi":0.25"#), at(0.25 + 1e-13)), []);
    assert_eq!(faults(&fall(r#""toi":0.25"#), at(0.26)), [Fault::Time]);
    assert_eq!(faults(&fall(r#""toi":0.25,"ambiguous":true"#), at(0.26)), []);
}

#[test]
fn a_null_is_a_field_that_is_absent_and_a_note_is_anything() {
    let ball = r#"{"type":"sphere","radius":1}"#;
    let odd = query(&format!(r#""query":"distance","a":{ball},"pose_a":null,"b":{ball},"pose_b":null,"note":{{"seed":5}}"#));
    assert_eq!((&odd.pose_a, &odd.pose_b, odd.note.as_deref()), (&PoseSpec::default(), &PoseSpec::default(), Some(r#"{"seed":5}"#)));
}
